### Private notes: what a person writes down about a table.

button-note = Нотатка
# $note is how the note begins, as its person wrote it.
note-line = -# 📝 { $note }
note-title = Моя нотатка про стіл { $table }
note-label = Лише для вас; порожня нотатка зникне
privacy-notes = - Ваші нотатки про столи: { $count }.
