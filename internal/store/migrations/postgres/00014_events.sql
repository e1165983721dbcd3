-- Tournaments. What has happened in one is in event_entries, from which the rest follows.
CREATE TABLE events (
    id        TEXT COLLATE "C" PRIMARY KEY,
    organiser TEXT COLLATE "C" NOT NULL, -- identities.id
    at        BIGINT NOT NULL, -- orders lists: the planned or real beginning, or the end of one that is over
    listed    BOOLEAN NOT NULL,
    over      BOOLEAN NOT NULL,
    last      BIGINT NOT NULL, -- event_entries.number of the last entry
    version   BIGINT NOT NULL, -- counts the writes of the row
    due       BIGINT,          -- when the server has something to do
    summary   TEXT   NOT NULL, -- JSON
    created   BIGINT NOT NULL
);
CREATE INDEX events_by_time ON events (over, at, id);
CREATE INDEX events_by_organiser ON events (organiser, created);
CREATE INDEX events_by_due ON events (due) WHERE due IS NOT NULL;

-- The entries of tournaments.
CREATE TABLE event_entries (
    event  TEXT COLLATE "C" NOT NULL, -- events.id
    number BIGINT NOT NULL, -- counts from 1
    data   TEXT   NOT NULL, -- JSON
    PRIMARY KEY (event, number)
);

-- The people of tournaments, for their own lists.
CREATE TABLE event_people (
    event    TEXT COLLATE "C" NOT NULL, -- events.id
    identity TEXT COLLATE "C" NOT NULL, -- identities.id
    role     TEXT NOT NULL,
    PRIMARY KEY (event, identity)
);
CREATE INDEX event_people_by_identity ON event_people (identity);
