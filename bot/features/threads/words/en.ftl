### A channel or forum for tables.

# $channel is a channel as Discord mentions it.
threads-off-now = New tables open in the channel where somebody asks for one.
threads-channel-now = New tables open in { $channel }, each in a thread of its own.
threads-forum-now = New tables open in { $channel }, each as a post of its own, tagged with its game and how it stands.
threads-gone-now = The channel for tables is gone. Until you choose another one, new tables open where somebody asks for one.
# $permissions are names of permissions of Discord.
threads-lacking-now = I can't open tables in { $channel }, because I lack the { $count ->
        [one] permission
       *[other] permissions
    } { $permissions } there. Until then, new tables open where somebody asks for one.
# $tags are names of tags of a forum, $permission is the name of a permission of Discord.
threads-untagged = -# I can't make tags there: I lack the permission { $permission }. I use those with these names, once somebody has made them: { $tags }.
threads-tagless = -# Each post needs a tag there, and I lack the permission { $permission } to make one. I use those with these names, once somebody has made them: { $tags }.
threads-pick = Where do you want new tables to open?
threads-about = In a channel or forum, each table has a thread or post. Empty: wherever somebody asks for one.
threads-none = Wherever somebody asks for one
# The first message of a table's post. $player opens it, $game is the name of a game.
threads-begins = 🎲 { $player } opens a table of { $game }. It is played right here, in this post.
# Told to whoever opens a table, before where it is.
threads-here = { $count ->
        [0] This server wants its tables in { $channel }, where I can't open one now, so yours opens here.
        [one] This server wants its tables in { $channel }, but I lack the permission { $permissions } there, so yours opens here.
       *[other] This server wants its tables in { $channel }, but I lack the permissions { $permissions } there, so yours opens here.
    }
# Tags of a forum have 20 characters at most.
threads-tag-open = Open
threads-tag-running = Running
threads-tag-over = Over
permission-manage-channels = Manage Channels
