-- Where people want to be called.
CREATE TABLE channels (
    id       TEXT    PRIMARY KEY,
    identity TEXT    NOT NULL, -- identities.id
    data     TEXT    NOT NULL, -- JSON
    created  INTEGER NOT NULL
) STRICT;
CREATE INDEX channels_by_identity ON channels (identity, created, id);

-- Whom a room waits for. The room replaces the row, but for noted, which says
-- what has been done about it.
CREATE TABLE awaited (
    room   INTEGER PRIMARY KEY, -- rooms.number
    seq    INTEGER NOT NULL,    -- the entry with which it was written
    data   TEXT    NOT NULL,    -- JSON
    noted  TEXT    NOT NULL,    -- JSON or empty
    due    INTEGER              -- when somebody has to look at it
) STRICT;
CREATE INDEX awaited_by_due ON awaited (due) WHERE due IS NOT NULL;

-- What is still to be sent to a channel, or was sent and is not repeated until
-- the person comes back to the room.
CREATE TABLE calls (
    channel  TEXT    NOT NULL, -- channels.id
    room     TEXT    NOT NULL, -- rooms.id or empty
    topic    TEXT    NOT NULL,
    identity TEXT    NOT NULL, -- identities.id
    made     INTEGER NOT NULL,
    due      INTEGER NOT NULL,
    data     TEXT    NOT NULL, -- JSON
    PRIMARY KEY (channel, room, topic)
) STRICT;
CREATE INDEX calls_by_due ON calls (due, channel, room, topic);
CREATE INDEX calls_by_identity ON calls (identity, room);
