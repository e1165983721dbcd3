-- The first answers of people to puzzles.
CREATE TABLE puzzle_answers (
    identity TEXT    NOT NULL, -- identities.id
    puzzle   TEXT    NOT NULL,
    answer   INTEGER NOT NULL, -- place among the answers, the best is 0
    day      INTEGER NOT NULL, -- number of the day if it was the puzzle of that day, else 0
    at       INTEGER NOT NULL,
    PRIMARY KEY (identity, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle, answer);
CREATE INDEX puzzle_answers_by_day ON puzzle_answers (identity, day) WHERE day > 0;

-- How strong people are at the puzzles of a game.
CREATE TABLE puzzle_strengths (
    identity TEXT    NOT NULL, -- identities.id
    game     TEXT    NOT NULL,
    mu       REAL    NOT NULL,
    sigma    REAL    NOT NULL,
    tries    INTEGER NOT NULL,
    PRIMARY KEY (identity, game)
) STRICT, WITHOUT ROWID;

-- How hard puzzles are that somebody has tried.
CREATE TABLE puzzle_levels (
    puzzle TEXT    PRIMARY KEY,
    mu     REAL    NOT NULL,
    sigma  REAL    NOT NULL,
    tries  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
