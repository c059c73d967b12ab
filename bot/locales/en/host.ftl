### What the host reads at the terminal: the command line, its answers, and why Herald can't start or has stopped.

## The command line. Helps begin in lower case and have no full stop, as everywhere on command lines.

host-about = Herald hosts board games in Discord.
host-run = connect to Discord (the default)
host-sandbox = play in a browser on this machine, without Discord
host-verify = check that the database is as it was written
host-backup = copy the database, also while the bot is running
host-target = the file that the copy is written to, or a folder for dated copies
host-keep = how many copies stay in a folder ({ $count } if nothing is said)
host-restore = replace the database with a backup, while the bot is stopped
host-restore-file = the copy that is put there; it stays where it is, too
host-restore-damaged = take the copy although it isn't whole
host-move = copy the database to where there is none, into a file or into PostgreSQL, while the bot is stopped
host-move-target = a file, or an address such as `postgresql://herald@localhost/herald`
host-doctor = check all that Herald needs, here and at Discord, without changing anything
host-health = tell whether the running bot is well, for HEALTHCHECK and the like

host-forget = remove a person as /privacy delete does, while the bot is stopped
host-user = the person's user id on Discord

arguments-command = what to do
arguments-usage = usage:
arguments-words = words
arguments-options = options
arguments-help = show this and end
arguments-unknown = Unknown words: { $words }. Try --help.
arguments-wrong = What is given as { $argument } can't be used. Try --help.
arguments-missing = Something is missing, or can't be understood. Try --help.

## How it went. `why` is one of the sentences below.

host-cant-start = Herald can't start: { $why }
host-has-stopped = Herald has stopped: { $why }
host-no-token = DISCORD_TOKEN is missing: put the bot's token into .env or into the environment.
host-token-refused = Discord refused the token in DISCORD_TOKEN.
host-unreachable = Discord can't be reached at { $address }: { $why }.
host-no-api = What answers at { $address } is not Discord's API; check DISCORD_API_URL.
host-discord-fails = Discord fails at present at { $address } (error { $status }); start Herald again later.
host-too-many = Discord has had too many requests from here, says { $address }; start Herald again later, and not too often.
host-error = Discord answered with the error { $status } at { $address }.
host-token-reset = Discord doesn't accept the token in DISCORD_TOKEN anymore: it was reset, so put the new one in its place.
host-intents = Discord doesn't grant the bot the intents that it asks for; Herald needs none that is privileged, so this application may have been restricted.
host-sharding = Discord wants the bot to divide its servers among more connections (shards); start Herald again, and it asks how many.
host-turned-out = Discord has closed the connection and doesn't want it back (code { $code }).
host-port-taken = The port { $port } in METRICS_PORT is taken by another program.
host-port = The port { $port } in METRICS_PORT can't be used: { $why }.
host-backed-up = { $path } was copied to { $target }.
host-pg-dump = PostgreSQL copies its databases itself, also while the bot is running: `(umask 077; pg_dump --format=custom --file={ $target } { $path })`
host-pg-restore = PostgreSQL brings its databases back itself: `pg_restore --dbname={ $path } { $file }`, into an empty database. Before Herald runs on one that is older than what people have seen, copy it into a file with `python -m bot move`, restore that file, and move it back: `docs/scale.md` says how.
host-moved = { $path } was copied to { $target }, whole and verified: { $count ->
    [one] one table
   *[other] { $count } tables
}. Name it in `DATABASE`, and the bot goes on there.
host-forgotten = Lobbies left: { $left }. Private tables ended: { $ended }. Tables that are over and have forgotten the person: { $over }. Tables that do so when they are over: { $waiting }. Backups still contain this person until you delete them.
# $files are paths.
host-forgotten-beside = What updates and restores put aside still contains this person, until it is deleted after { $days } days, or by you: { $files }
host-nobody = Nobody with the user id { $user } is known here, so nobody was removed.
host-restored = { $path } is { $file } now.
host-restored-aside = What was there before was put aside as { $path }.
host-restored-kept = { $count ->
        [0] No table is known to lose nothing.
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
            [0] no move goes
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
settings-unreadable = { $path } can't be read: { $why }.
settings-unclear = { $path } has lines that can't be understood, so they are ignored; each should be `NAME=VALUE`. Their numbers: { $names }.
settings-unknown = { $path } has names that are no settings of Herald, so they are ignored: { $names }.
setting-token = { $variable } must be the token alone, without spaces or other signs around or inside it
setting-address = { $variable } must be an address that begins with http:// or https://, such as { $example }
setting-choice = { $variable } must be one of { $choices }
setting-count = { $variable } must be a whole number from { $low } to { $high }
setting-zone = { $variable } must be a time zone, such as { $example }
setting-unclear = { $variable } can't be understood
setting-shard-ids = { $variable } must name shards by their numbers, such as { $example } or 0,2
settings-shards = SHARDS, SHARD_IDS and PROCESSES contradict each other: shards are named, or dealt to processes, only of those that SHARDS counts.
settings-one-file = Several processes can't share the file { $path }: they need a PostgreSQL (`docs/scale.md`); one process may have as many shards as it likes.
setting-database = { $variable } must be the path of a file, or an address such as { $example }

## The database can't be used

storage-missing = There is no database at { $path }.
storage-target-taken = { $path } exists already.
storage-no-directory = The directory of { $path } doesn't exist.
storage-foreign = { $path } is not a database of Herald.
storage-newer = { $path } was written by a newer Herald (version { $found } of the database; this one knows { $known }).
storage-older = { $path } was written by an older Herald; start this one on it once to carry it over.
storage-unreleased = { $path } was written between two releases (version { $found } of the database), and can't be carried over: put a backup of another version in its place.
storage-running = Another Herald is already running on { $path }.
storage-older-runs = An older Herald runs on { $path }, and can't go on beside this one: stop all of them, then start the new ones.
storage-shares = Other Heralds look after all shards of { $path } already.
storage-shards-differ = A Herald with another number of SHARDS is running on { $path }; all of them must have the same.
storage-full = There is no room left on the disk for { $path }.
storage-damaged = { $path } is damaged; restore a backup with `python -m bot restore FILE`.
storage-busy = { $path } is being used by another program.
storage-read-only = { $path } can't be written to by the user who runs this; check the permissions of the file and its directory.
storage-no-access = { $path } can't be opened; check the permissions of the file and its directory.
storage-disk = The disk failed while { $path } was being used.
storage-unusable = { $path } can't be used: { $why }.
storage-table-damaged = Table { $table } is damaged; `python -m bot verify` says where.
storage-vanished = { $path } was removed, replaced or emptied while Herald was running on it, so nothing more can be kept there. Bring it back, or restore a backup with `python -m bot restore FILE`.
storage-empty = { $path } is empty, although it wasn't always, for beside it is { $found }. Restore a backup with `python -m bot restore FILE`, or delete it to begin anew.
storage-restoring = A restore of { $path } was interrupted; run `python -m bot restore FILE` once more.
storage-copy-damaged = { $path } is not as it was written, so nothing was restored; --damaged takes it all the same.
storage-copy-older = { $path } is a copy of what an older Herald wrote, so it wasn't verified; the next one is, once this Herald has been started.
storage-copy-itself = { $path } is the database itself.
storage-outcome-unknown = { $path } didn't answer in time, so it isn't known whether it has kept a change.
storage-closed = The database is closed.
storage-address = That is neither a path nor an address such as { $example }.
storage-server-away = { $path } doesn't answer; see whether PostgreSQL is running there and can be reached.
storage-server-address = The address of { $path } can't be used: its server, its port or what follows the `?` is wrong.
storage-server-schema = { $path } has no schema for its user; see `search_path`.
storage-server-plain = { $path } and Herald agree on no encrypted connection; see `sslmode` in `DATABASE`, and the server's certificate.
storage-server-refused = { $path } lets nobody in by that name and password.
storage-server-full = PostgreSQL has no room left on its disk for { $path }.
storage-server-crowded = { $path } takes no more connections; `max_connections` of PostgreSQL is too low.
storage-server-encoding = { $path } can't keep letters of all languages; make it anew with `createdb --encoding=UTF8`.
storage-server-read-only = { $path } can't be written to; it may be a standby.
storage-server-no-access = { $path } doesn't let its user make or change what Herald needs.
storage-server-damaged = { $path } is damaged; check it with `python -m bot verify`, and PostgreSQL with its own tools.
storage-replaced = Another Herald has taken over { $path } while this one had lost it.
storage-move-damaged = { $path } is not as it was written, so nothing was copied; restore a backup first.
storage-move-unlike = What came to { $path } is not what was to be copied, so nothing was kept there.

## What `verify` finds

fault-sqlite = SQLite says: { $found }
fault-lost = { $part ->
        [wishes] There are wishes to be forgotten, but no table.
        [people] It is noted who is known at a table, but there is no table.
        [announcements] There are announcements, but no table.
        [clocks] There are clocks, but no table.
        [tidings] There are calls to a table, but no table.
        [moves] There are moves, but no table.
       *[checkpoints] There are checkpoints, but no table.
    }
fault-numbers = The last number that a table was given isn't what was written; one could be given twice.
fault-people = Its people or its times are not what was written.
fault-columns = What the table is found by doesn't fit what it is.
fault-choices = { $part ->
    [person] What a person has chosen isn't what was written; nothing counts as chosen.
    [habits] What a person has chosen about time isn't what was written; it counts as never chosen, or comes late.
    [follow] Who follows a game isn't what was written; that person isn't called.
    [outages] When Herald was down isn't what was written; at its next start, whoever is to decide gets all of their time anew.
    [server] What was chosen for a server isn't what was written; nothing counts as chosen.
    [customs] What was chosen for a server isn't what was written; nothing counts as chosen.
   *[other] Something that was noted or chosen isn't what was written; it counts as never noted.
}
fault-announced = What Discord has been shown isn't what was written; it is shown anew.
fault-clock = The clocks aren't what was written; they stand still, and the table waits for everybody.
fault-due = When its clocks have to be looked at next isn't what was written; the next move there puts that right.
fault-table = The table isn't what was written.
fault-position = The position isn't what was written.
fault-orders = What people have ordered there isn't what was written.
fault-start = The position at the start is missing.
fault-checkpoint = The checkpoint isn't what was written.
fault-gap = Moves are missing before move { NUMBER($move, useGrouping: 0) }.
fault-move = The move isn't what was written after the one before it.
fault-end = The log ends with move { NUMBER($last, useGrouping: 0) }, the position stands after move { NUMBER($position, useGrouping: 0) }.
fault-base = There is no position to replay the log from.
fault-led = The log doesn't lead to the position.
fault-replay = The log can't be replayed: { $error }.

## What `health` answers

health-fine = Herald is well.
health-no-setting = HEALTH_FILE is not set, so nobody knows how Herald is.
health-none = There is no health file at { $path }: Herald isn't running, or was started with another HEALTH_FILE.
health-stale = Herald has written nothing into { $path } for { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }: it is stuck, or was killed.
health-disconnected = Herald has not been connected to Discord for { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.

## What `doctor` finds: one line each, such as "ok    Clock: It matches Discord's."

doctor-ok = ok
doctor-warn = warn
doctor-fail = fail

doctor-minutes = { $count ->
        [one] one minute
       *[other] { $count } minutes
    }
doctor-hours = { $count ->
        [one] one hour
       *[other] { $count } hours
    }
doctor-days = { $count ->
        [one] one day
       *[other] { $count } days
    }
doctor-just-now = less than a minute

doctor-unchecked = Not checked; see { $check } above.
doctor-unreadable = { $path } can't be read: { $why }.

doctor-disk = Disk
doctor-disk-fine = { $free } MB are free; the database takes { $size } MB.
doctor-disk-short = Only { $free } MB are free, and the database takes { $size } MB: updates and backups copy it.
doctor-disk-full = Only { $free } MB are free, and the database takes { $size } MB: Herald will soon be unable to keep a move.

doctor-modes = Files
doctor-modes-fine = { $env ->
        [file-seen] Nobody else on this machine can read the database, its copies or .env.
        [server-seen] Nobody else on this machine can read .env, or what is in BACKUPS.
        [server-unseen] Nobody else on this machine can read what is in BACKUPS; .env isn't in this folder.
       *[file-unseen] Nobody else on this machine can read the database or its copies; .env isn't in this folder.
    }
doctor-modes-open = Others on this machine could read the hands or the token in these files: chmod 600 { $files }

doctor-copies = Copies
doctor-aside = { $count ->
        [one] An update or a restore put one file aside, which is
       *[other] Updates and restores put { $count } files aside, which are
    } deleted after { $days } days; hands and people who were forgotten are in there: { $files }

doctor-database = Database
doctor-database-fine = { $path } can be read and is of this version.
doctor-database-none = There is none at { $path } yet; Herald makes it when it starts.
doctor-database-empty = { $path } is empty; if there were tables in it, put a backup in its place.

doctor-shards = Shards
doctor-shards-fine = All { $count } are looked after.
doctor-shards-free = { $count ->
        [one] Nobody looks after shard { $shards }
       *[other] Nobody looks after shards { $shards }
    }: a process is missing, or has just been replaced.
doctor-shards-idle = No processes run that share the database.

doctor-wal = Write-ahead log
doctor-wal-fine = It takes { $size } MB.
doctor-wal-large = It takes { $size } MB, so something keeps it from being emptied, perhaps a program that has long had the database open.

doctor-tables-behind = Posts
doctor-behind-none = Everything has been posted to Discord.
doctor-behind = { $count ->
        [one] One table has
       *[other] { $count } tables have
    } something that isn't posted yet, the oldest since { $age }.
doctor-behind-undated = { $count ->
        [one] One table has
       *[other] { $count } tables have
    } something that isn't posted yet.

doctor-tables = Tables
doctor-lobbies-fine = { $count ->
        [0] No lobby is waiting for people.
        [one] One lobby is waiting for people.
       *[other] { $count } lobbies are waiting for people.
    }
doctor-lobbies-old = { $count ->
        [one] One lobby has
       *[other] { $count } lobbies have
    } been waiting for people for more than a week.
doctor-suspended = { $count ->
        [one] One table has lost its
       *[other] { $count } tables have lost their
    } channel or thread.

doctor-backups = Backups
doctor-backups-unset = BACKUPS names no folder, so nothing is known of any.
doctor-backups-none = There is none in { $path }.
doctor-backup-age = The newest one, { $path }, was made { $age } ago.
doctor-backup-old = The newest one, { $path }, was made { $age } ago: everything since then exists on one disk only.
doctor-backup-whole = { $path } is as it was written.
doctor-backup-damaged = { $path } is damaged in { $count ->
        [one] one place
       *[other] { $count } places
    }; make another one now.

doctor-api = API
doctor-api-fine = Discord answered after { $milliseconds } ms.

doctor-token = Token
doctor-token-fine = Discord accepts it; it is { $name }'s.

doctor-intents = Intents
doctor-intents-fine = None of the privileged intents is on, and Herald needs none.
doctor-intents-needless = Privileged intents are on, which Herald doesn't need; switch them off on the Bot page of the application.

doctor-gateway = Gateway
doctor-gateway-starts = It answers; the bot may connect { $starts ->
        [0] not once more
        [one] once more
       *[other] { $starts } more times
    } today.
doctor-gateway-shards = Discord wants { $wanted } shards, and SHARDS is { $shards }.

doctor-clock = Clock
doctor-clock-fine = It matches Discord's.
doctor-clock-ahead = It is { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } ahead of Discord's; sync this machine's clock (NTP).
doctor-clock-behind = It is { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    } behind Discord's; sync this machine's clock (NTP).

doctor-permissions = Permissions
doctor-permissions-fine = { $count ->
        [one] The one server gives
       *[other] All { $count } servers give
    } Herald all that it needs; a single channel may give less.
doctor-permissions-lacking = { $server } doesn't give Herald { $permissions }.
doctor-permissions-nowhere = The bot is in no server yet; the README has the address that invites it.
