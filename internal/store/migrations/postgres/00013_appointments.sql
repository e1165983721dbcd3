-- Times at which people want to meet, and who comes.
CREATE TABLE appointments (
    id       TEXT COLLATE "C" PRIMARY KEY,
    planner  TEXT COLLATE "C" NOT NULL, -- identities.id
    at       BIGINT NOT NULL,
    listed   BOOLEAN NOT NULL,
    state    TEXT   NOT NULL,
    version  BIGINT NOT NULL, -- counts the writes of the row
    due      BIGINT,          -- when the server has something to do
    data     TEXT   NOT NULL, -- JSON
    created  BIGINT NOT NULL
);
CREATE INDEX appointments_by_time ON appointments (at, id);
CREATE INDEX appointments_by_planner ON appointments (planner, created);
CREATE INDEX appointments_by_due ON appointments (due) WHERE due IS NOT NULL;

-- The answers of people to appointments.
CREATE TABLE appointment_answers (
    appointment TEXT COLLATE "C" NOT NULL, -- appointments.id
    identity    TEXT COLLATE "C" NOT NULL, -- identities.id
    answer      TEXT   NOT NULL,
    at          BIGINT NOT NULL,
    PRIMARY KEY (appointment, identity)
);
CREATE INDEX appointment_answers_by_identity ON appointment_answers (identity);
