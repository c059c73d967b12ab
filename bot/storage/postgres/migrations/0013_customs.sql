-- As SQLite's step of this number: what servers want their tables to be like, and who is called when one opens.

CREATE TABLE customs (
    server  BIGINT PRIMARY KEY,
    customs TEXT   NOT NULL,
    seal    BYTEA  NOT NULL
);

CREATE TABLE follows (
    server BIGINT NOT NULL,
    game   TEXT   NOT NULL,
    "user" BIGINT NOT NULL,
    way    TEXT   NOT NULL,
    seal   BYTEA  NOT NULL,
    PRIMARY KEY (server, game, "user")
);

CREATE INDEX follows_user ON follows ("user");

CREATE TABLE tidings (
    table_id BIGINT NOT NULL REFERENCES tables (id) DEFERRABLE,
    "user"   BIGINT NOT NULL,
    due      DOUBLE PRECISION NOT NULL,
    PRIMARY KEY (table_id, "user")
);

CREATE INDEX tidings_due ON tidings (due);
