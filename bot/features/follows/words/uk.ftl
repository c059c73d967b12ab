### Following a game: the calls to open tables, and who wants them.

# $players are people who are called, $game is the name of a game, $link leads to the open table.
follow-called = 🔔 { $players }, відкрито стіл гри «{ $game }»: { $link }
follow-told = 🔔 { $player } відкриває стіл гри «{ $game }»: { $link }
follow-title = Запрошення до нових столів
follow-channel-games = Кликати мене в каналі:
follow-dm-games = Писати мені приватно:
follow-none = Жодної
follow-channel-now = Коли на цьому сервері відкриється стіл гри «{ $game }», я покличу вас у його каналі.
follow-dm-now = Коли на цьому сервері відкриється стіл гри «{ $game }», я покличу вас приватним повідомленням.
# $count is how many games are followed on other servers.
follow-elsewhere = Ігор, за якими ви стежите на інших серверах: { $count }.
follow-nothing = Ви не стежите за жодною грою, тож до столів я вас не кличу.
privacy-follows = - Ігри, за якими ви стежите: { $count }.
command-settings-follow = Кликати мене, коли на цьому сервері відкривають стіл гри.
    .name = стежити
privacy-calls-to-open-tables = - До яких відкритих столів вас іще покликати.
