-- Times at which people want to meet, and who comes.
CREATE TABLE appointments (
    id       TEXT    PRIMARY KEY,
    planner  TEXT    NOT NULL, -- identities.id
    at       INTEGER NOT NULL,
    listed   INTEGER NOT NULL,
    state    TEXT    NOT NULL,
    version  INTEGER NOT NULL, -- counts the writes of the row
    due      INTEGER,          -- when the server has something to do
    data     TEXT    NOT NULL, -- JSON
    created  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX appointments_by_time ON appointments (at, id);
CREATE INDEX appointments_by_planner ON appointments (planner, created);
CREATE INDEX appointments_by_due ON appointments (due) WHERE due IS NOT NULL;

-- The answers of people to appointments.
CREATE TABLE appointment_answers (
    appointment TEXT    NOT NULL, -- appointments.id
    identity    TEXT    NOT NULL, -- identities.id
    answer      TEXT    NOT NULL,
    at          INTEGER NOT NULL,
    PRIMARY KEY (appointment, identity)
) STRICT, WITHOUT ROWID;
CREATE INDEX appointment_answers_by_identity ON appointment_answers (identity);
