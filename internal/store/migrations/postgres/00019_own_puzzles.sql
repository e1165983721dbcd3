-- The costliest decisions of people in their own matches, which they are asked again after some days.
CREATE TABLE own_puzzles (
    identity TEXT COLLATE "C" NOT NULL, -- identities.id
    number   BIGINT NOT NULL, -- matches.number
    step     BIGINT NOT NULL, -- of the decision in the match
    seat     BIGINT NOT NULL, -- of the person
    data     TEXT COLLATE "C" NOT NULL, -- JSON: the answers that the analysis has compared
    stage    BIGINT NOT NULL, -- right answers in a row
    tries    BIGINT NOT NULL,
    due      BIGINT NOT NULL, -- when it is asked again
    PRIMARY KEY (identity, number)
);
CREATE INDEX own_puzzles_by_match ON own_puzzles (number);
