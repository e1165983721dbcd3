-- The secret from which the deals of all days follow. The table has one row.
CREATE TABLE daily_secret (
    one    BIGINT PRIMARY KEY CHECK (one = 1),
    secret TEXT   NOT NULL
);

-- The tries of people at the deals of the day.
CREATE TABLE daily_tries (
    day      BIGINT NOT NULL, -- days since 1970
    deal     TEXT COLLATE "C" NOT NULL,
    identity TEXT COLLATE "C" NOT NULL, -- identities.id
    room     TEXT COLLATE "C" NOT NULL, -- of the room and of its match
    ranked   BOOLEAN NOT NULL,
    begun    BIGINT NOT NULL,
    ended    BIGINT,          -- NULL while it goes on
    points   BIGINT,          -- NULL without a result
    place    BIGINT,          -- at the table
    PRIMARY KEY (day, deal, identity)
);
CREATE INDEX daily_tries_by_identity ON daily_tries (identity, day);
CREATE UNIQUE INDEX daily_tries_by_room ON daily_tries (room);
CREATE INDEX daily_tries_open ON daily_tries (day) WHERE ended IS NULL;
CREATE INDEX daily_tries_by_points ON daily_tries (day, deal, ranked, points, identity) WHERE ended IS NOT NULL;
