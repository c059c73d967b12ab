-- A table that was set back to an earlier state goes on in another generation, so that no button of the moves it lost
-- is ever taken: a list in JSON of the last move that was kept and a name that no other generation has. It is sealed:
-- after this step, every sound table's seal is made anew with it (bot/storage/sqlite/resealing.py).
-- `restored`: people haven't been told yet that their table was set back.

ALTER TABLE tables ADD COLUMN generations TEXT NOT NULL DEFAULT '[]';
ALTER TABLE announcements ADD COLUMN restored INTEGER NOT NULL DEFAULT 0;
