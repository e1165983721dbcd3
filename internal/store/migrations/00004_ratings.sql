-- Matches that count for ratings. A row is never changed or removed, also not with
-- the match or with a player: then the player's id names nobody.
CREATE TABLE rated_matches (
    number INTEGER PRIMARY KEY, -- matches.number
    id     TEXT    NOT NULL UNIQUE,
    game   TEXT    NOT NULL,
    ended  INTEGER NOT NULL,
    opens  INTEGER NOT NULL,    -- when it may be told to everybody
    seats  TEXT    NOT NULL     -- JSON array of players and ranks
) STRICT;

-- What follows is computed from the rated matches up to this one.
CREATE TABLE rated_to (number INTEGER NOT NULL) STRICT;
INSERT INTO rated_to (number) VALUES (0);

CREATE TABLE ratings (
    player   TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    mu       REAL    NOT NULL,
    sigma    REAL    NOT NULL,
    strength REAL    NOT NULL, -- what lists are ordered by
    matches  INTEGER NOT NULL,
    last     INTEGER NOT NULL, -- the end of the last match
    settled  INTEGER NOT NULL,
    note     TEXT    NOT NULL, -- JSON or empty
    gone     INTEGER NOT NULL, -- 1 if there is no identity with the player's id
    PRIMARY KEY (player, game)
) STRICT, WITHOUT ROWID;
CREATE INDEX ratings_by_strength ON ratings (game, strength DESC, player, settled) WHERE gone = 0;

-- How many settled ratings there are of players who are not gone, by strength
-- rounded down.
CREATE TABLE rating_counts (
    game   TEXT    NOT NULL,
    bucket INTEGER NOT NULL,
    n      INTEGER NOT NULL,
    PRIMARY KEY (game, bucket)
) STRICT, WITHOUT ROWID;

-- What each match has changed for its players.
CREATE TABLE rating_steps (
    player   TEXT    NOT NULL,
    game     TEXT    NOT NULL,
    number   INTEGER NOT NULL, -- rated_matches.number
    seat     INTEGER NOT NULL,
    before   REAL    NOT NULL, -- the strength before the match
    strength REAL    NOT NULL,
    mu       REAL    NOT NULL,
    matches  INTEGER NOT NULL,
    counted  INTEGER NOT NULL,
    PRIMARY KEY (player, game, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_steps_by_match ON rating_steps (number, seat);
