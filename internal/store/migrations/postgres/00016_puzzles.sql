-- The first answers of people to puzzles.
CREATE TABLE puzzle_answers (
    identity TEXT COLLATE "C" NOT NULL, -- identities.id
    puzzle   TEXT COLLATE "C" NOT NULL,
    answer   BIGINT NOT NULL, -- place among the answers, the best is 0
    day      BIGINT NOT NULL, -- number of the day if it was the puzzle of that day, else 0
    at       BIGINT NOT NULL,
    PRIMARY KEY (identity, puzzle)
);
CREATE INDEX puzzle_answers_by_puzzle ON puzzle_answers (puzzle, answer);
CREATE INDEX puzzle_answers_by_day ON puzzle_answers (identity, day) WHERE day > 0;

-- How strong people are at the puzzles of a game.
CREATE TABLE puzzle_strengths (
    identity TEXT COLLATE "C" NOT NULL, -- identities.id
    game     TEXT COLLATE "C" NOT NULL,
    mu       DOUBLE PRECISION NOT NULL,
    sigma    DOUBLE PRECISION NOT NULL,
    tries    BIGINT NOT NULL,
    PRIMARY KEY (identity, game)
);

-- How hard puzzles are that somebody has tried.
CREATE TABLE puzzle_levels (
    puzzle TEXT COLLATE "C" PRIMARY KEY,
    mu     DOUBLE PRECISION NOT NULL,
    sigma  DOUBLE PRECISION NOT NULL,
    tries  BIGINT NOT NULL
);
