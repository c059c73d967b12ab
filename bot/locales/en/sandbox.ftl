### The sandbox: the bot in a browser on one's own machine.

## The command line

sandbox-about = Run Herald in your browser, without Discord: you play against rivals, or for all of the people in turn.
sandbox-option-port = where to serve the page (0: any free port; without this: 8000, or a free one if that is taken)
sandbox-option-people = how many people sit at the table that is opened for you (without this: one, against rivals)
sandbox-option-rivals = how many rivals sit there, too (without this: enough for four with one person, none with more)
sandbox-option-level = how well the rivals play
sandbox-option-watch = only watch: rivals play for the people, too
sandbox-option-game = the game of that table
sandbox-option-no-table = open no table: begin with an empty channel
sandbox-option-record = show the finished game of this record, instead of opening a table
sandbox-option-language = the language of the page and of the server (without this: the host's)
sandbox-ready =
    Herald is ready. Open { $address } in your browser.
    You are { $player }. Rivals play by themselves; for people you play by switching to them. Ctrl-C ends it.
sandbox-not-installed = The sandbox needs some more packages: `.venv/bin/pip install -c constraints.txt -e ".[sandbox]"` installs them, and so does `make play`.
sandbox-port-taken = Port { $port } is in use already, or not allowed; try another one with --port.
sandbox-seats = --people: that game is played by { $low } to { $high }.
sandbox-no-table = The table can't be opened: { $why }.
sandbox-no-command = there is no command /{ $command }
sandbox-no-post = /{ $command } posted no table
sandbox-no-lobby = Herald answered /{ $command } with “{ $said }”
sandbox-no-button = { $person } can't press “{ $button }”
sandbox-no-answer = { $person } pressed “{ $button }” and nobody answered
sandbox-too-busy = This machine is too busy just now. Close other programs, or wait a moment, and try again.

## The little Discord

sandbox-server = The Castle
# Lower case, with hyphens for spaces, as Discord writes names of channels.
sandbox-channel = the-court
sandbox-forum = tables
sandbox-person = { $who ->
        [bo] Bo
        [cy] Cy
        [dana] Dana
        [olena] Olena
        [finn] Finn
        [gus] Gus
        [hana] Hana
       *[ann] Ann
    }

## The page

sandbox-people = Play as
sandbox-you-are = You are
sandbox-reads = { $language ->
        [uk] reads Ukrainian
       *[en] reads English
    }
sandbox-channels = Channels
sandbox-dms = Direct messages
sandbox-asked = has something to read
sandbox-composer = Write something, or / for commands
sandbox-send = Send
sandbox-command-run = Run
sandbox-everybody = A table for everybody
sandbox-everybody-ready = One more table is open, at which you play for everybody.
sandbox-restart = Restart the bot
sandbox-restarting = Restarting …
sandbox-restarted = The bot was stopped and started again. Every table is as it was.
sandbox-morning = Next morning
sandbox-morning-came = A day has passed: the bot slept, and is awake again. The deal of the day is over, and another one begins.
sandbox-private = Only you can see this
sandbox-dismiss = Dismiss
sandbox-used = { $who } used /{ $command }
sandbox-edited = (edited)
# The tag that Discord puts behind a bot's name.
sandbox-app = APP
sandbox-enlarge = Enlarge the picture
sandbox-close = Close
sandbox-thinking = Herald is thinking …
sandbox-today = Today at
sandbox-jump = To the newest
sandbox-pick = Choose
sandbox-done = Done
sandbox-nothing = Nothing fits
sandbox-submit = Submit
sandbox-cancel = Cancel
sandbox-yes = Yes
sandbox-no = No
sandbox-answer-failed = The bot didn't answer in time.
sandbox-general-error = That didn't work.
sandbox-not-allowed = Discord wouldn't allow that.
sandbox-gone = That button has just gone.
sandbox-typed-command = There is no command “/{ $command }” here. Type / to see them all.
sandbox-typed-option = /{ $command } has no “{ $option }”. You can write { $options } each with a value behind it.
sandbox-typed-nothing = /{ $command } stands alone: “{ $option }” doesn't fit there.
sandbox-typed-value = { $option }: can't be “{ $value }”. It can be: { $possible }.
sandbox-typed-missing = /{ $command } needs { $option }: too.
sandbox-dead = The bot couldn't be started again. Stop the sandbox and start it anew.
sandbox-connection-lost = The sandbox has stopped. Start it again to go on.
sandbox-hint =
    Everybody here is you, but the 🤖 rivals: squires, the gentlest, unless you chose others. Whoever is asked has a red number: as them, press an answer or { button-play } at the newest post. The names at the
    top make you somebody else.
sandbox-hint-close = Got it
sandbox-learn = { button-learn }
