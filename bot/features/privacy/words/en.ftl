### Privacy: what is kept about a person, and how it is deleted.

privacy-title = What I keep about you
privacy-choices = - What you have chosen with `{ $settings-show }`, and the language of your Discord.
privacy-locale = - The language of your Discord; you haven't chosen anything.
privacy-no-choices = - No settings of yours: you haven't chosen any.
privacy-lobbies = - Your seat at, or invitation to, { $count ->
        [one] one table that has not begun
       *[other] { $count } tables that have not begun
    }.
privacy-playing = - Your seat, hand and moves at { $count ->
        [one] one table that is being played or paused
       *[other] { $count } tables that are being played or paused
    }.
privacy-over = - Your seat and moves at { $count ->
        [one] one table that is over
       *[other] { $count } tables that are over
    }.
privacy-wishes = - Your wish that { $count ->
        [one] one table forget you when it is over
       *[other] { $count } tables forget you when they are over
    }.
privacy-seat = A seat is your Discord id and the name that you had then.
privacy-about = `{ $privacy-export }` gives you all of it as a file, `{ $privacy-delete }` deletes it. I keep nothing else about you; what I posted stays on Discord.
privacy-file = This is all that I keep about you, as JSON; of games only what can be seen from your seat. Nobody else sees this message.
privacy-delete-confirm = **Do you really want me to forget you?** This can't be undone.
privacy-delete-lobbies = - { $count ->
        [one] You leave a table that has not begun.
       *[other] You leave { $count } tables that have not begun.
    }
privacy-delete-alone = - { $count ->
        [one] The game that you are playing by yourself ends at once.
       *[other] The { $count } games that you are playing by yourself end at once.
    }
privacy-delete-over = - { $count ->
        [one] One table that is over forgets you: the number of your seat takes the place of your name and your id. The moves stay for the others.
       *[other] { $count } tables that are over forget you: the number of your seat takes the place of your name and your id. The moves stay for the others.
    }
privacy-delete-playing = - { $count ->
        [one] One table is still running, and forgets you within an hour after it is over.
       *[other] { $count } tables are still running, and each forgets you within an hour after it is over.
    }
privacy-delete-choices = - What you have chosen in your settings is deleted, and so are your notes.
privacy-delete-left = -# What I posted stays on Discord; a moderator can delete it. Backups that my host has made still have your name until they are deleted.
privacy-deleted = **Done.** Your settings and notes are deleted.
privacy-deleted-lobbies = - { $count ->
        [one] You have left a table that had not begun.
       *[other] You have left { $count } tables that had not begun.
    }
privacy-deleted-alone = - { $count ->
        [one] The game that you were playing by yourself has ended.
       *[other] The { $count } games that you were playing by yourself have ended.
    }
privacy-deleted-over = - { $count ->
        [one] One table that is over has forgotten you.
       *[other] { $count } tables that are over have forgotten you.
    }
privacy-kept = Nothing was deleted.
button-privacy-delete = Forget me
button-privacy-keep = Keep everything
command-privacy-all = What Herald keeps about me.
    .name = privacy
command-privacy-show = Show me what Herald keeps about me.
    .name = show
command-privacy-export = Give me all that Herald keeps about me as a file.
    .name = export
command-privacy-delete = Delete what Herald keeps about me; I am asked first.
    .name = delete
