### What the host reads at the terminal: the command line, its answers, and why Herald can't start or has stopped.

## The command line. Helps begin in lower case and have no full stop, as everywhere on command lines.

host-about = Herald hosts board games in Discord.
host-run = connect to Discord (the default)
host-sandbox = play in a browser on this machine, without Discord
host-verify = check that the database is as it was written
host-backup = copy the database, also while the bot is running
host-target = the file that the copy is written to, or a folder for dated copies
host-keep = how many copies stay in a folder ({ $count } if nothing is said)
host-restore = put a copy in the place of the database, while the bot is stopped
host-restore-file = the copy that is put there; it stays where it is, too
host-restore-damaged = take the copy although it isn't whole

arguments-command = what to do
arguments-usage = usage:
arguments-words = words
arguments-options = options
arguments-help = show this and end
arguments-unknown = Unknown words: { $words }. Try --help.
arguments-wrong = { $argument } can't be used like this. Try --help.
arguments-missing = Something is missing, or can't be understood. Try --help.

## How it went. `why` is one of the sentences below.

host-cant-start = Herald can't start: { $why }
host-has-stopped = Herald has stopped: { $why }
host-no-token = DISCORD_TOKEN is missing: put the bot's token into .env or into the environment.
host-token-refused = Discord refused the token in DISCORD_TOKEN.
host-unreachable = Discord can't be reached at { $address }: { $why }.
host-backed-up = { $path } was copied to { $target }.
host-restored = { $path } is { $file } now.
host-restored-aside = What was there before is { $path }.
host-restored-kept = { $count ->
        [0] No table is as it was.
        [one] One table loses nothing.
       *[other] { $count } tables lose nothing.
    }
host-restored-table = Table { NUMBER($table, useGrouping: 0) }: { $fate ->
        [gone] it is gone, with { $count ->
            [one] its one move
           *[other] its { $count } moves
        }.
        [returns] it comes back, after move { NUMBER($move, useGrouping: 0) }.
        [unknown] it stands after move { NUMBER($move, useGrouping: 0) }; how many moves go isn't known.
       *[set-back] it goes back to where it stood after move { NUMBER($move, useGrouping: 0) }, and { $count ->
            [one] one move goes
           *[other] { $count } moves go
        }.
    }
host-whole = { $path } is as it was written.
host-faults = { $path }: { $count ->
        [one] one fault
       *[other] { $count } faults
    } found.
host-fault = { $table ->
        [0] { $what }
       *[other] Table { NUMBER($table, useGrouping: 0) }, after move { NUMBER($move, useGrouping: 0) }: { $what }
    }

## Settings that can't be used; none of these may mention a value. What begins with a variable's name is a part of a
## sentence: `settings-wrong` puts the full stop.

settings-wrong = { $faults }.
settings-both = { $first }; { $second }
settings-file = { $path } can't be read as a text file.
setting-token = { $variable } must be the token alone, without spaces or other signs around or inside it
setting-address = { $variable } must be an address that begins with http:// or https://, such as { $example }
setting-choice = { $variable } must be one of { $choices }
setting-unclear = { $variable } can't be understood

## The database can't be used

storage-missing = There is no database at { $path }.
storage-target-taken = { $path } exists already.
storage-no-directory = The directory of { $path } doesn't exist.
storage-foreign = { $path } is not a database of Herald.
storage-newer = { $path } was written by a newer Herald (version { $found } of the database; this one knows { $known }).
storage-older = { $path } was written by an older Herald; start this one on it once to carry it over.
storage-orphans = { $path } can't be carried over to version { $version }: rows lost what they belong to.
storage-running = Another Herald is already running on { $path }.
storage-full = There is no room left on the disk for { $path }.
storage-damaged = { $path } is damaged; check it with `python -m bot verify`, or restore a backup with `python -m bot restore FILE`.
storage-busy = { $path } is being used by another program.
storage-read-only = { $path } can't be written to; check the permissions of the file and its directory.
storage-no-access = { $path } can't be opened; check the permissions of the file and its directory.
storage-disk = The disk failed while { $path } was being used.
storage-unusable = { $path } can't be used: { $why }.
storage-table-damaged = Table { $table } is damaged; `python -m bot verify` says where.
storage-vanished = { $path } was removed, replaced or emptied while Herald was running on it, so nothing more can be kept there. Bring it back, or restore a backup with `python -m bot restore FILE`.
storage-restoring = A restore of { $path } was interrupted; run `python -m bot restore FILE` once more.
storage-copy-damaged = { $path } is not as it was written, so nothing was restored; --damaged takes it all the same.
storage-copy-itself = { $path } is the database itself.
storage-closed = The database is closed.

## What `verify` finds

fault-sqlite = SQLite says: { $found }
fault-lost = { $part ->
        [seats] There are seats, but no table.
        [announcements] There are announcements, but no table.
        [moves] There are moves, but no table.
       *[checkpoints] There are checkpoints, but no table.
    }
fault-names = The names on its seats can't be read.
fault-seats = Not everybody has a seat who plays.
fault-announced = It can't be read what Discord has been shown; it is shown anew.
fault-table = The table isn't what was written.
fault-start = The position at the start is missing.
fault-checkpoint = The checkpoint isn't what was written.
fault-gap = Moves are missing before move { NUMBER($move, useGrouping: 0) }.
fault-move = The move isn't what was written after the one before it.
fault-end = The log ends with move { NUMBER($last, useGrouping: 0) }, the position stands after move { NUMBER($position, useGrouping: 0) }.
fault-base = There is no position to replay the log from.
fault-position = The log doesn't lead to the position.
fault-replay = The log can't be replayed: { $error }.
