-- The secret from which the deals of all days follow. The table has one row.
CREATE TABLE daily_secret (
    one    INTEGER PRIMARY KEY CHECK (one = 1),
    secret TEXT    NOT NULL
) STRICT;

-- The tries of people at the deals of the day.
CREATE TABLE daily_tries (
    day      INTEGER NOT NULL, -- days since 1970
    deal     TEXT    NOT NULL,
    identity TEXT    NOT NULL, -- identities.id
    room     TEXT    NOT NULL, -- of the room and of its match
    ranked   INTEGER NOT NULL,
    begun    INTEGER NOT NULL,
    ended    INTEGER,          -- NULL while it goes on
    points   INTEGER,          -- NULL without a result
    place    INTEGER,          -- at the table
    PRIMARY KEY (day, deal, identity)
) STRICT, WITHOUT ROWID;
CREATE INDEX daily_tries_by_identity ON daily_tries (identity, day);
CREATE UNIQUE INDEX daily_tries_by_room ON daily_tries (room);
CREATE INDEX daily_tries_open ON daily_tries (day) WHERE ended IS NULL;
CREATE INDEX daily_tries_by_points ON daily_tries (day, deal, ranked, points, identity) WHERE ended IS NOT NULL;
