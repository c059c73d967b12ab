### Hints: what a question is about, told once to each person.

# $hint is a sentence of a game.
hint-line = 💡 { $hint }
command-settings-hints = Choose whether a game is explained to me, and how I read it.
    .name = hints
settings-hints-pick = Explain what a game asks the first time?
settings-hints-on = Yes, each kind of question once
settings-hints-again = Yes, once more from the beginning
settings-hints-off = No
settings-hints-on-now = The first time that a game asks you something new, I explain it in a sentence, only to you.
settings-hints-off-now = I don't explain what a game asks you.
privacy-hints = - Which kinds of questions I have explained to you, or that I needn't.
