### Hints: what a question is about, told once to each person.

# $hint is a sentence of a game.
hint-line = 💡 { $hint }
hints-on = Explain each kind of question once, from the beginning
hints-off = Explain nothing
hints-on-now = The first time that a game asks you something new, I explain it in a sentence, only to you.
hints-off-now = I don't explain what a game asks you.
privacy-hints = - Which kinds of questions I have explained to you, or that I needn't.
command-settings-hints = Whether I explain what a game asks you the first time.
    .name = hints
option-hints = Once more from the beginning, or not at all.
    .name = way
