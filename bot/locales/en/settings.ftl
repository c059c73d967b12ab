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
settings-private-pick = Where shall I show you your hand?
settings-private-table = Hand: as each table has it
settings-private-here = Hand: in the channel, for my eyes only
settings-private-dm = Hand: in a direct message each time it is my turn
settings-private-table-now = I show you your hand the way each table was opened: in the channel, unless its opener chose direct messages.
settings-private-here-now = I show you your hand in the channel, in messages that only you see.
settings-private-dm-now = I send you a direct message each time it is your turn. You can play from there.
settings-language-pick = Which language shall I write to you in?
settings-language-discord = Language: the one of my Discord
settings-language-discord-now = I write to you in { $language }, as your Discord does.
settings-language-unspoken-now = I don't speak the language of your Discord yet, so I write to you in { $language }.
settings-language-chosen-now = I write to you in { $language }.
settings-pictures-pick = Shall I show you pictures?
settings-pictures-server = Pictures: as each server has it
settings-pictures-on = Show me pictures
settings-pictures-off = Words alone
settings-pictures-server-now = I show you pictures, unless a server has switched them off.
settings-pictures-on-now = I show you your tables with pictures.
settings-pictures-off-now = I show you your tables in words alone.

## What is chosen for a server

server-title = Settings of this server
server-about = -# They are for everything that everybody here can read. Each person chooses for themselves with `{ $settings-show }`.
server-language-pick = Which language shall I write in here?
server-language-locale = The language of this server
server-language-locale-now = I write here in { $language }, the language of this server.
server-language-unspoken-now = I don't speak the language of this server yet, so I write here in { $language }.
server-language-chosen-now = I write here in { $language }.
server-pictures-pick = Shall I show pictures here?
server-pictures-on = Show pictures
server-pictures-off = Words alone
server-pictures-on-now = I show the tables here with pictures.
server-pictures-off-now = I show the tables here in words alone.
refused-not-manager = Only people who may manage this server can choose for all of it.
refused-no-server = That is chosen in a channel of the server that it is for.

## Commands

command-newgame-all = Open a table of a game.
    .name = newgame
command-newgame = Open a table of { $game } in this channel.
command-hand = Show me my hand; nobody else sees it.
    .name = hand
command-table-all = The table of this channel.
    .name = table
command-table-show = Show me the table of this channel.
    .name = show
command-table-log = Show me what has happened at the table of this channel.
    .name = log
command-table-proof = Prove that the shuffle of a finished table was fair.
    .name = proof
command-table-end = End the table of this channel before its time.
    .name = end
command-table-resume = Go on here with a table whose channel is gone.
    .name = resume
command-settings-all = Choose how Herald writes to me.
    .name = settings
command-settings-show = Show me what I have chosen, to choose anew.
    .name = show
command-settings-language = Choose the language that Herald writes to me in.
    .name = language
command-settings-pictures = Choose whether I see pictures.
    .name = pictures
command-settings-hand = Choose where I see my hand.
    .name = hand
command-settings-server = Choose for everybody here: for those who may manage this server.
    .name = server
command-rules-all = The rules of the games.
    .name = rules
command-rules = The rules of { $game }, in my own words.
command-help = What Herald does, and how to begin.
    .name = help

## Options of commands

option-thread = Play in a thread of this channel.
    .name = thread
option-private = Where people see their hands, unless they chose for themselves.
    .name = private
option-private-here = in the channel, for their eyes only
option-private-dm = by direct message
option-language = The language of what only you see.
    .name = language
option-pictures = With pictures, or in words alone.
    .name = pictures
option-where = In the channel, or by direct message.
    .name = where
option-server-language = The language of what everybody here reads.
    .name = language
option-server-pictures = Whether what everybody here sees has pictures.
    .name = pictures
