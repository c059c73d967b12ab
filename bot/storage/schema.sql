-- The form of a database, once for both kinds: a word in braces stands for what each calls it.
-- A table is a document with a seal (bot/storage/documents.py); the other columns of its row, and `people`, are what it is
-- searched by, follow from it, and are compared with it by `verify`. `version` counts all its commits, `revision` those that
-- others can see. What Discord was shown, and clocks, have rows of their own: neither waits for a move, nor a move for them.

CREATE TABLE tables (
    id       {number} PRIMARY KEY,
    version  {number} NOT NULL,
    revision {number} NOT NULL,
    status   TEXT NOT NULL,
    guild    {number} NOT NULL,
    channel  {number} NOT NULL,
    opener   {number} NOT NULL,
    created  {real},
    since    {real},
    seq      {number},
    match    TEXT,
    rivals   {number} NOT NULL,
    seal     {blob} NOT NULL,
    document TEXT NOT NULL
) {form};

CREATE INDEX tables_live ON tables (channel) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_guild ON tables (guild) WHERE status IN ('lobby', 'playing');
CREATE INDEX tables_over ON tables (channel) WHERE status = 'over';
CREATE INDEX tables_since ON tables (status, since) WHERE status <> 'playing';
CREATE INDEX tables_rivals ON tables (id) WHERE status = 'playing' AND rivals = 1;

-- The last number that was given to a table; none is given twice.
CREATE TABLE numbers (
    last {number} NOT NULL
) {form};

CREATE TABLE people (
    table_id {number} NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    user_id  {number} NOT NULL,
    seated   {number} NOT NULL,
    PRIMARY KEY (table_id, user_id)
) {form};

CREATE INDEX people_user ON people (user_id);

CREATE TABLE moves (
    table_id {number} NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    seq      {number} NOT NULL,
    rules    {number} NOT NULL,
    seat     {number} NOT NULL,
    action   TEXT NOT NULL,
    told     TEXT NOT NULL,
    at       {real} NOT NULL,
    seal     {blob} NOT NULL,
    PRIMARY KEY (table_id, seq)
) {form};

CREATE TABLE checkpoints (
    table_id {number} NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    seq      {number} NOT NULL,
    rules    {number} NOT NULL,
    asked    TEXT NOT NULL,
    state    TEXT NOT NULL,
    seal     {blob} NOT NULL,
    PRIMARY KEY (table_id, seq, rules)
) {form};

CREATE TABLE announcements (
    table_id {number} PRIMARY KEY REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    revision {number} NOT NULL,
    document TEXT NOT NULL,
    seal     {blob} NOT NULL
) {form};

CREATE TABLE clocks (
    table_id {number} PRIMARY KEY REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    clock    TEXT NOT NULL,
    seal     {blob} NOT NULL,
    due      {real}
) {form};

CREATE INDEX clocks_due ON clocks (due) WHERE due IS NOT NULL;

-- What people and servers have chosen, and what Herald notes of itself (bot/storage/choices.py).
CREATE TABLE choices (
    kind     TEXT NOT NULL,
    key      TEXT NOT NULL,
    user_id  {number},
    server   {number},
    due      {real},
    document TEXT NOT NULL,
    seal     {blob} NOT NULL,
    PRIMARY KEY (kind, key)
) {form};

CREATE INDEX choices_user ON choices (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX choices_server ON choices (server) WHERE server IS NOT NULL;
CREATE INDEX choices_due ON choices (due) WHERE due IS NOT NULL;

-- Who has still to be called to an open table, and whom tables shall forget as soon as they are over.
CREATE TABLE tidings (
    table_id {number} NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    user_id  {number} NOT NULL,
    due      {real} NOT NULL,
    PRIMARY KEY (table_id, user_id)
) {form};

CREATE INDEX tidings_due ON tidings (due);

CREATE TABLE wishes (
    user_id  {number} NOT NULL,
    table_id {number} NOT NULL REFERENCES tables (id) DEFERRABLE INITIALLY DEFERRED,
    at       {real} NOT NULL,
    PRIMARY KEY (user_id, table_id)
) {form};

INSERT INTO numbers VALUES (0);
