-- The costliest decisions of people in their own matches, which they are asked again after some days.
CREATE TABLE own_puzzles (
    identity TEXT    NOT NULL, -- identities.id
    number   INTEGER NOT NULL, -- matches.number
    step     INTEGER NOT NULL, -- of the decision in the match
    seat     INTEGER NOT NULL, -- of the person
    data     TEXT    NOT NULL, -- JSON: the answers that the analysis has compared
    stage    INTEGER NOT NULL, -- right answers in a row
    tries    INTEGER NOT NULL,
    due      INTEGER NOT NULL, -- when it is asked again
    PRIMARY KEY (identity, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX own_puzzles_by_match ON own_puzzles (number);
