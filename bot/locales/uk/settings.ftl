### What people and servers choose, the commands as Discord shows them, and public messages in one's own language.

## Languages

# The language as it calls itself.
language-name = Українська
# As in "Я пишу вам українською".
language-en = англійською
language-uk = українською
# Under a public message in another language: shows it in this one.
button-read = Українською

## What a person chooses

settings-title = Ваші налаштування
settings-private-pick = Де показувати вам руку?
settings-private-table = Рука: як за кожним столом
settings-private-here = Рука: у каналі, лише для моїх очей
settings-private-dm = Рука: у приватному повідомленні щоразу, коли мій хід
settings-private-table-now = Я показую вам руку так, як заведено за кожним столом: у каналі, якщо стіл відкрито без приватних повідомлень.
settings-private-here-now = Я показую вам руку в каналі, у повідомленнях, які бачите лише ви.
settings-private-dm-now = Я надсилаю вам приватне повідомлення щоразу, коли настає ваш хід. Ходити можна просто з нього.
settings-language-pick = Якою мовою писати вам?
settings-language-discord = Мова: та, що й у мого Discord
settings-language-discord-now = Я пишу вам { $language }, як і ваш Discord.
settings-language-unspoken-now = Мови вашого Discord я ще не знаю, тому пишу вам { $language }.
settings-language-chosen-now = Я пишу вам { $language }.
settings-pictures-pick = Показувати вам зображення?
settings-pictures-server = Зображення: як на сервері
settings-pictures-on = Показувати зображення
settings-pictures-off = Лише слова
settings-pictures-server-now = Я показую вам зображення, якщо на сервері їх не вимкнено.
settings-pictures-on-now = Я показую вам столи із зображеннями.
settings-pictures-off-now = Я показую вам столи лише словами.

## What is chosen for a server

server-title = Налаштування цього сервера
server-about = -# Вони стосуються всього, що тут можуть прочитати всі. Для себе кожна людина обирає сама командою `{ $settings-show }`.
server-language-pick = Якою мовою мені тут писати?
server-language-locale = Мовою цього сервера
server-language-locale-now = Я пишу тут { $language }: це мова сервера.
server-language-unspoken-now = Мови цього сервера я ще не знаю, тому пишу тут { $language }.
server-language-chosen-now = Я пишу тут { $language }.
server-pictures-pick = Показувати тут зображення?
server-pictures-on = Показувати зображення
server-pictures-off = Лише слова
server-pictures-on-now = Я показую тут столи із зображеннями.
server-pictures-off-now = Я показую тут столи лише словами.
refused-not-manager = Обирати за весь сервер можуть лише ті, хто має право ним керувати.
refused-no-server = Це обирають у каналі того сервера, якого це стосується.

## Commands

command-newgame-all = Відкрити стіл для гри.
    .name = нова-гра
command-newgame = Відкрити в цьому каналі стіл гри «{ $game }».
command-hand = Показати мою руку; ніхто інший її не бачить.
    .name = рука
command-table-all = Стіл цього каналу.
    .name = стіл
command-table-show = Показати стіл цього каналу.
    .name = показати
command-table-log = Показати, що вже сталося за столом цього каналу.
    .name = журнал
command-table-proof = Довести, що тасування на завершеному столі було чесним.
    .name = доказ
command-table-end = Закрити стіл цього каналу достроково.
    .name = закрити
command-table-resume = Продовжити тут гру за столом, каналу якого вже немає.
    .name = продовжити
command-settings-all = Обрати, як Herald мені пише.
    .name = налаштування
command-settings-show = Показати мої налаштування, щоб змінити їх.
    .name = показати
command-settings-language = Обрати мову, якою Herald мені пише.
    .name = мова
command-settings-pictures = Обрати, чи бачити мені зображення.
    .name = зображення
command-settings-hand = Обрати, де я бачу свою руку.
    .name = рука
command-settings-server = Обрати для всіх на цьому сервері; для тих, хто має право ним керувати.
    .name = сервер
command-rules-all = Правила ігор.
    .name = правила
command-rules = Правила гри «{ $game }» моїми словами.
command-help = Що вміє Herald і з чого почати.
    .name = довідка

## Options of commands

option-thread = Грати в гілці цього каналу.
    .name = гілка
option-private = Де люди бачать свою руку, якщо не обрали самі.
    .name = приватно
option-private-here = у каналі, лише для власних очей
option-private-dm = у приватному повідомленні
option-language = Мова того, що бачите лише ви.
    .name = мова
option-pictures = Із зображеннями чи лише словами.
    .name = зображення
option-where = У каналі чи в приватному повідомленні.
    .name = де
option-server-language = Мова того, що тут читають усі.
    .name = мова
option-server-pictures = Чи має зображення те, що тут бачать усі.
    .name = зображення
