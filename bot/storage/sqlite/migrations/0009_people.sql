-- What stands outside a table's seal gets seals of its own, so that damage to it is noticed: `people` covers who sits at a
-- table, who opened it, and its times; people can be taken out of it without touching position and log. What Discord has
-- been shown, and what people and servers have chosen, is sealed row by row.
-- After this step, every row is given its seal as it stands (bot/storage/sqlite/resealing.py).

ALTER TABLE tables ADD COLUMN people BLOB NOT NULL DEFAULT x'';
ALTER TABLE announcements ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
ALTER TABLE users ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
ALTER TABLE servers ADD COLUMN seal BLOB NOT NULL DEFAULT x'';
