### Private notes: what a person writes down about a table.

button-note = Note
# $note is how the note begins, as its person wrote it.
note-line = -# 📝 { $note }
note-title = My note on table { $table }
note-label = For you alone; empty it to delete it
privacy-notes = - { $count ->
        [one] Your note on one table
       *[other] Your notes on { $count } tables
    }.
