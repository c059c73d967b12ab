### Hints: what a question is about, told once to each person.

# $hint is a sentence of a game.
hint-line = 💡 { $hint }
command-settings-hints = Обрати, чи пояснювати мені гру і як я її читаю.
    .name = пояснення
settings-hints-pick = Пояснювати нове, коли гра питає вперше?
settings-hints-on = Так, кожен вид запитань один раз
settings-hints-again = Так, ще раз спочатку
settings-hints-off = Ні
settings-hints-on-now = Коли гра вперше питає вас про щось нове, я пояснюю це одним реченням; його бачите лише ви.
settings-hints-off-now = Я не пояснюю, про що питає гра.
privacy-hints = - Які види запитань я вам уже пояснив, або що пояснювати не треба.
