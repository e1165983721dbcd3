-- +goose Up

-- What is listed of a room. The number is never used again, also after the
-- room is deleted.
CREATE TABLE rooms (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    id      TEXT    NOT NULL UNIQUE,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    listed  INTEGER NOT NULL,
    host    TEXT    NOT NULL,
    members TEXT    NOT NULL, -- JSON array, as in the table members
    summary TEXT    NOT NULL, -- JSON or empty
    created INTEGER NOT NULL
) STRICT;
CREATE INDEX rooms_by_status ON rooms (listed, status);

-- Whose the room is and how far its log goes: what each append compares and
-- writes, kept apart from rooms so that it stays small.
CREATE TABLE heads (
    room    INTEGER PRIMARY KEY, -- rooms.number
    epoch   INTEGER NOT NULL,
    seq     INTEGER NOT NULL,
    updated INTEGER NOT NULL,
    wake    INTEGER
) STRICT;
CREATE INDEX heads_by_wake ON heads (wake) WHERE wake IS NOT NULL;

-- The last epoch that was given.
CREATE TABLE epochs (last INTEGER NOT NULL) STRICT;
INSERT INTO epochs (last) VALUES (0);

CREATE TABLE members (
    identity TEXT    NOT NULL,
    room     INTEGER NOT NULL,
    PRIMARY KEY (identity, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_room ON members (room);

-- The log. Rows are only ever added, at the end, and go when their room goes.
CREATE TABLE entries (
    number INTEGER PRIMARY KEY,
    room   INTEGER NOT NULL,
    seq    INTEGER NOT NULL,
    kind   TEXT    NOT NULL,
    data   BLOB    NOT NULL,
    UNIQUE (room, seq)
) STRICT;

CREATE TABLE snapshots (
    room INTEGER PRIMARY KEY,
    seq  INTEGER NOT NULL,
    data BLOB    NOT NULL
) STRICT;

CREATE TABLE chat (
    room   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    time   INTEGER NOT NULL,
    data   BLOB    NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;

-- Results stay when their room goes, so they name it by its id.
CREATE TABLE results (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    room    TEXT    NOT NULL,
    seq     INTEGER NOT NULL,
    time    INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    members TEXT    NOT NULL, -- JSON array, as in the table result_members
    data    BLOB    NOT NULL
) STRICT;
CREATE INDEX results_by_game ON results (game);

CREATE TABLE result_members (
    identity TEXT    NOT NULL,
    result   INTEGER NOT NULL,
    PRIMARY KEY (identity, result)
) STRICT, WITHOUT ROWID;

CREATE TABLE identities (
    id         TEXT    PRIMARY KEY,
    token_hash BLOB    NOT NULL UNIQUE,
    name       TEXT    NOT NULL,
    created    INTEGER NOT NULL,
    seen       INTEGER NOT NULL
) STRICT;
