### Hints: what a question is about, told once to each person.

# $hint is a sentence of a game.
hint-line = 💡 { $hint }
hints-on = Пояснювати кожен вид запитань один раз, спочатку
hints-off = Нічого не пояснювати
hints-on-now = Коли гра вперше питає вас про щось нове, я пояснюю це одним реченням; його бачите лише ви.
hints-off-now = Я не пояснюю, про що питає гра.
privacy-hints = - Які види запитань я вам уже пояснив, або що пояснювати не треба.
command-settings-hints = Чи пояснювати вперше, про що питає гра.
    .name = пояснення
option-hints = Ще раз спочатку чи ніколи.
    .name = спосіб
