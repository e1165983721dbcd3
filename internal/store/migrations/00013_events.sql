-- Tournaments. What has happened in one is in event_entries, from which the rest follows.
CREATE TABLE events (
    id        TEXT    PRIMARY KEY,
    organiser TEXT    NOT NULL, -- identities.id
    at        INTEGER NOT NULL, -- orders lists: the planned or real beginning, or the end of one that is over
    listed    INTEGER NOT NULL,
    over      INTEGER NOT NULL,
    last      INTEGER NOT NULL, -- event_entries.number of the last entry
    version   INTEGER NOT NULL, -- counts the writes of the row
    due       INTEGER,          -- when the server has something to do
    summary   TEXT    NOT NULL, -- JSON
    created   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX events_by_time ON events (over, at, id);
CREATE INDEX events_by_organiser ON events (organiser, created);
CREATE INDEX events_by_due ON events (due) WHERE due IS NOT NULL;

-- The entries of tournaments.
CREATE TABLE event_entries (
    event  TEXT    NOT NULL, -- events.id
    number INTEGER NOT NULL, -- counts from 1
    data   TEXT    NOT NULL, -- JSON
    PRIMARY KEY (event, number)
) STRICT, WITHOUT ROWID;

-- The people of tournaments, for their own lists.
CREATE TABLE event_people (
    event    TEXT NOT NULL, -- events.id
    identity TEXT NOT NULL, -- identities.id
    role     TEXT NOT NULL,
    PRIMARY KEY (event, identity)
) STRICT, WITHOUT ROWID;
CREATE INDEX event_people_by_identity ON event_people (identity);
