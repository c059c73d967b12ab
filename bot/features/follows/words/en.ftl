### Following a game: the calls to open tables, and who wants them.

# $players are people who are called, $game is the name of a game, $link leads to the open table.
follow-called = 🔔 { $players }, a table of { $game } is open: { $link }
follow-told = 🔔 { $player } has opened a table of { $game }: { $link }
follow-title = Being called to new tables
follow-channel-games = Call me in the channel to:
follow-dm-games = Write me a direct message about:
follow-none = No game
follow-channel-now = When a table of { $game } opens on this server, I call you in its channel.
follow-dm-now = When a table of { $game } opens on this server, I call you by direct message.
# $count is how many games are followed on other servers.
follow-elsewhere = { $count ->
    [one] You follow one game on another server.
   *[other] You follow { $count } games on other servers.
}
follow-nothing = You follow no game, so I call you to no table.
privacy-follows = - { $count ->
        [one] That you follow one game.
       *[other] That you follow { $count } games.
    }
command-settings-follow = Be called when a table of a game opens on this server.
    .name = follow
privacy-calls-to-open-tables = - To which open tables I am still to call you.
