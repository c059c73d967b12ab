-- Messages below a table's story that pinged somebody, and whether they still do: a list in JSON of each one's id and of
-- whom it called, as in `called`. They are deleted once those people have answered. Before this step there were none.

ALTER TABLE announcements ADD COLUMN summons TEXT NOT NULL DEFAULT '[]';

-- Who has ended a table before its time: a user, 0 once forgotten; NULL where nobody knows, or nobody did.

ALTER TABLE tables ADD COLUMN ended_by INTEGER;
