### What people and servers choose, the commands as Discord shows them, and public messages in one's own language.

## Languages

# The language as it calls itself.
language-name = English
# As in "I write to you in English".
language-en = English
language-uk = Ukrainian
# Under a public message in another language: shows it in this one.
button-read = In English

## What a person chooses

settings-title = Your settings
# What a dialog and its button are called.
dialog-reading = What you read
dialog-calls = How I call and ask you
settings-private-pick = Where do you want to see your hand?
settings-private-table = As whoever opens the table chooses
settings-private-here = In the channel, for my eyes only
settings-private-dm = In a direct message each time it is my turn
settings-private-table-now = I show you your hand as whoever opened the table chose: in the channel, or by direct message.
settings-private-here-now = I show you your hand in the channel, in messages that only you see.
settings-private-dm-now = I send you a direct message each time it is your turn. You can play from there.
settings-language-pick = Which language do you want to read?
settings-language-discord = Same as my Discord
settings-language-discord-now = I write to you in { $language }, as your Discord does.
settings-language-unspoken-now = I don't speak the language of your Discord yet, so I write to you in { $language }.
settings-language-chosen-now = I write to you in { $language }.
settings-pictures-pick = Do you want to see pictures?
settings-pictures-server = As each server wants it
settings-pictures-on = Yes
settings-pictures-off = Text only
settings-pictures-server-now = I show you pictures, unless a server has switched them off.
settings-pictures-on-now = I show you your tables with pictures.
settings-pictures-off-now = I show you your tables as text only.
settings-reminders-pick = How may I remind you when a table waits?
settings-reminders-channel = In the channel
settings-reminders-dm = By direct message
settings-reminders-digest = Once a day, all tables in one message
settings-reminders-none = Not at all
settings-reminders-channel-now = I remind you in the channel, twice at most for each question.
settings-reminders-dm-now = I remind you by direct message, twice at most for each question.
settings-reminders-digest-now = I remind you once a day, by direct message, of all tables that are waiting for you.
settings-reminders-none-now = I don't remind you; I still call you once for each question.
# $begin and $end are times of a day such as "22:30", $zone is the name of a time zone such as "Europe/Kyiv".
settings-quiet-pick = When may nobody call you?
settings-quiet-about = Two times of a day, such as 22:00–7:30, twelve hours apart at most. Empty: you may always be called.
settings-zone-pick = What time is it where you live?
settings-zone-about = A city, such as Kyiv, or a time zone, such as Europe/Kyiv. Empty: UTC.
settings-quiet-now = Nobody calls you at { $hours } (time of { $zone }). Clocks run all the same.
settings-quiet-none-now = You have no quiet hours (time of { $zone }).
refused-quiet = Quiet hours are two times of a day such as `22:00–7:30`, at most twelve hours apart, and a time zone is a city such as `Kyiv`. Nothing has changed.
settings-bids-pick = Ask once more before a bid above your means?
settings-bids-ask = Yes, ask me once more
settings-bids-trust = No
settings-bids-ask-now = Before you bid more than you hold, I ask you once more; nobody else sees that.
settings-bids-trust-now = I don't ask once more when you bid more than you hold.

## What is chosen for a server

server-title = Settings of this server
# What a dialog and its button are called.
dialog-here = What everybody here sees
dialog-tables = New tables
server-about = -# Language and pictures are those of what everybody here reads. For what only they see, all choose for themselves with `{ $settings-show }`.
server-language-pick = Which language do you want me to write here?
server-language-locale = The language of this server
server-language-locale-now = I write here in { $language }, the language of this server.
server-language-unspoken-now = I don't speak the language of this server yet, so I write here in { $language }.
server-language-chosen-now = I write here in { $language }.
server-pictures-pick = Do you want pictures here?
server-pictures-on = Yes
server-pictures-off = Text only
server-pictures-on-now = I show the tables here with pictures.
server-pictures-off-now = I show the tables here as text only.
customs-now = New tables here are like this, unless whoever opens one chooses otherwise:
customs-pick = What may people do at new tables?
customs-advice-on = People may ask for advice
customs-advice-off = Nobody asks for advice
customs-orders-on = People may order ahead
customs-orders-off = Nobody orders ahead
refused-not-manager = Only people who may manage this server can choose for all of it.

## Commands

command-newgame-all = Open a table of a game.
    .name = newgame
command-newgame = Open a table of { $game } in this channel.
command-hand = Show me my hand; nobody else sees it.
    .name = hand
command-tables = Show me my tables on every server, and which wait for me.
    .name = tables
command-table-all = The table of this channel.
    .name = table
command-table-show = Show me the table of this channel.
    .name = show
command-table-log = Show me what has happened at the table of this channel.
    .name = log
command-table-pause = Ask everybody at the table of this channel for a pause.
    .name = pause
command-table-end = End the table of this channel before its time.
    .name = end
command-table-resume = Go on here with a table whose channel is gone.
    .name = resume
command-away = Let my clocks stand still while I am away.
    .name = away
command-settings-all = Choose how Herald writes to me and calls me.
    .name = settings
command-settings-show = Show me what I have chosen, to choose anew.
    .name = show
command-settings-reading = Choose my language, pictures, where I see my hand, and what is explained to me.
    .name = reading
command-settings-calls = Choose how I am reminded, my quiet hours and time zone, and whether I am asked twice.
    .name = calls
command-settings-server = Settings of this server, for those who may manage it.
    .name = server
command-rules-all = The rules of the games.
    .name = rules
command-rules = The rules of { $game }, told in plain words.
command-help = What Herald does, and how to begin.
    .name = help

## Options of commands

option-thread = Play in a thread of this channel.
    .name = thread
option-private = Where people see their hands, unless they chose for themselves.
    .name = private
option-private-here = in the channel, for their eyes only
option-private-dm = by direct message
option-pace = How long each decision may take; unless you choose, as the server wants it.
    .name = pace
option-zone = Your time zone, such as Europe/Kyiv.
    .name = zone
option-until = The day on which I am back, such as 2027-08-15.
    .name = until
