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
# What a dialog and its button are called.
dialog-reading = Що ви бачите
dialog-calls = Як вас кликати й питати
settings-private-pick = Де показувати вам карти?
settings-private-table = Як вирішить той, хто відкрив стіл
settings-private-here = У каналі, лише для моїх очей
settings-private-dm = У приватному повідомленні щоразу, коли мій хід
settings-private-table-now = Ваші карти там, де вирішив той, хто відкрив стіл: у каналі або в приватному повідомленні.
settings-private-here-now = Я показую вам карти в каналі, у повідомленнях, які бачите лише ви.
settings-private-dm-now = Я надсилаю вам приватне повідомлення щоразу, коли настає ваш хід. Ходити можна просто з нього.
settings-language-pick = Якою мовою писати вам?
settings-language-discord = Як у моєму Discord
settings-language-discord-now = Я пишу вам { $language }, як і ваш Discord.
settings-language-unspoken-now = Мови вашого Discord я ще не знаю, тому пишу вам { $language }.
settings-language-chosen-now = Я пишу вам { $language }.
settings-pictures-pick = Показувати вам зображення?
settings-pictures-server = Як заведено на сервері
settings-pictures-on = Так
settings-pictures-off = Лише текст
settings-pictures-server-now = Я показую вам зображення, якщо на сервері їх не вимкнено.
settings-pictures-on-now = Я показую вам столи із зображеннями.
settings-pictures-off-now = Я показую вам столи лише текстом.
settings-reminders-pick = Як нагадувати вам, коли на вас чекає стіл?
settings-reminders-channel = У каналі
settings-reminders-dm = Приватним повідомленням
settings-reminders-digest = Раз на добу про всі столи одним повідомленням
settings-reminders-none = Ніяк
settings-reminders-channel-now = Я нагадую вам у каналі, щонайбільше двічі про кожне запитання.
settings-reminders-dm-now = Я нагадую вам приватним повідомленням, щонайбільше двічі про кожне запитання.
settings-reminders-digest-now = Я нагадую вам раз на добу, приватним повідомленням, про всі столи, що на вас чекають.
settings-reminders-none-now = Я не нагадую; коли щось треба вирішити, все одно кличу вас один раз.
# $begin and $end are times of a day such as "22:30", $zone is the name of a time zone such as "Europe/Kyiv".
settings-quiet-pick = Коли вас не кликати?
settings-quiet-about = Початок і кінець, як-от 22:00–7:30, щонайбільше дванадцять годин. Порожньо — кликати завжди.
settings-zone-pick = За яким часом ви живете?
settings-zone-about = Назва міста латинкою. Порожньо — за Гринвічем.
settings-quiet-now = У ці години вас ніхто не кличе: { $hours } (час: { $zone }). Час на рішення тоді йде далі.
settings-quiet-none-now = Тихих годин у вас немає (час: { $zone }).
refused-quiet = Тихі години мають початок і кінець, як-от `22:00–7:30`, і тривають щонайбільше дванадцять годин, а часовий пояс — це назва міста латинкою, як-от `Kyiv`. Нічого не змінилося.
settings-bids-pick = Перепитувати, коли даєте більше, ніж маєте?
settings-bids-ask = Так, перепитувати
settings-bids-trust = Ні
settings-bids-ask-now = Якщо ви пропонуєте більше, ніж маєте, я перепитую; більше ніхто цього не бачить.
settings-bids-trust-now = Я не перепитую, коли ви пропонуєте більше, ніж маєте.

## What is chosen for a server

server-title = Налаштування цього сервера
# What a dialog and its button are called.
dialog-here = Що тут бачать усі
dialog-tables = Нові столи
server-about = -# Мова й зображення стосуються того, що тут читають усі. Для себе кожен обирає сам командою `{ $settings-show }`.
server-language-pick = Якою мовою мені тут писати?
server-language-locale = Мовою цього сервера
server-language-locale-now = Я пишу тут { $language }: це мова сервера.
server-language-unspoken-now = Мови цього сервера я ще не знаю, тому пишу тут { $language }.
server-language-chosen-now = Я пишу тут { $language }.
server-pictures-pick = Показувати тут зображення?
server-pictures-on = Так
server-pictures-off = Лише текст
server-pictures-on-now = Я показую тут столи із зображеннями.
server-pictures-off-now = Я показую тут столи лише текстом.
customs-now = Нові столи тут такі, якщо той, хто відкриває стіл, не обере інакше:
customs-pick = Що можна за новими столами?
customs-advice-on = Можна просити поради
customs-advice-off = Порад не просять
customs-orders-on = Можна доручати наперед
customs-orders-off = Наперед не доручають
refused-not-manager = Обирати за весь сервер можуть лише ті, хто має право ним керувати.

## Commands

command-newgame-all = Відкрити стіл для гри.
    .name = нова-гра
command-newgame = Відкрити в цьому каналі стіл гри «{ $game }».
command-hand = Показати мої карти; ніхто інший їх не бачить.
    .name = карти
command-tables = Показати мої столи на всіх серверах і котрі на мене чекають.
    .name = столи
command-table-all = Стіл цього каналу.
    .name = стіл
command-table-show = Показати стіл цього каналу.
    .name = показати
command-table-log = Показати, що вже сталося за столом цього каналу.
    .name = журнал
command-table-pause = Запропонувати всім за столом цього каналу перерву.
    .name = перерва
command-table-end = Закрити стіл цього каналу достроково.
    .name = закрити
command-table-resume = Продовжити тут гру за столом, каналу якого вже немає.
    .name = продовжити
command-away = Зупинити мій час, поки мене немає.
    .name = відпустка
command-settings-all = Обрати, як Herald мені пише й мене кличе.
    .name = налаштування
command-settings-show = Показати мої налаштування, щоб змінити їх.
    .name = показати
command-settings-reading = Обрати мову, зображення, де я бачу свої карти й що мені пояснювати.
    .name = вигляд
command-settings-calls = Обрати, як мені нагадувати, тихі години, часовий пояс і чи перепитувати.
    .name = виклики
command-settings-server = Налаштування цього сервера; для тих, хто має право ним керувати.
    .name = сервер
command-rules-all = Правила ігор.
    .name = правила
command-rules = Правила гри «{ $game }», переказані простими словами.
command-help = Що вміє Herald і з чого почати.
    .name = довідка

## Options of commands

option-thread = Грати в гілці цього каналу.
    .name = гілка
option-private = Де люди бачать свої карти, якщо не обрали самі.
    .name = приватно
option-private-here = у каналі, лише для власних очей
option-private-dm = у приватному повідомленні
option-pace = Скільки можна думати над рішенням; якщо не обрати — як хоче сервер.
    .name = темп
option-zone = Ваш часовий пояс: назва міста латинкою.
    .name = пояс
option-until = День, коли я повернуся, як-от 2027-08-15.
    .name = до
