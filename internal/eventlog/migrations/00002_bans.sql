-- +goose Up

-- Who is kept out: an identity, an address or network, or both.
CREATE TABLE bans (
    number   INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    identity TEXT    NOT NULL, -- identities.id or empty
    address  TEXT    NOT NULL, -- or empty
    reason   TEXT    NOT NULL,
    created  INTEGER NOT NULL,
    until    INTEGER           -- NULL: for ever
) STRICT;
