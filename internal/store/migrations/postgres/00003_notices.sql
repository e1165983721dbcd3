CREATE TABLE channels (
    id       TEXT COLLATE "C" PRIMARY KEY,
    identity TEXT COLLATE "C" NOT NULL,
    data     TEXT   NOT NULL,
    created  BIGINT NOT NULL
);
CREATE INDEX channels_by_identity ON channels (identity, created, id);

CREATE TABLE awaited (
    room   BIGINT PRIMARY KEY,
    seq    BIGINT NOT NULL,
    data   TEXT   NOT NULL,
    noted  TEXT   NOT NULL,
    due    BIGINT
) WITH (fillfactor = 70);
CREATE INDEX awaited_by_due ON awaited (due, room) WHERE due IS NOT NULL;

CREATE TABLE calls (
    channel  TEXT COLLATE "C" NOT NULL,
    room     TEXT COLLATE "C" NOT NULL,
    topic    TEXT COLLATE "C" NOT NULL,
    identity TEXT COLLATE "C" NOT NULL,
    made     BIGINT NOT NULL,
    due      BIGINT NOT NULL,
    data     TEXT   NOT NULL,
    PRIMARY KEY (channel, room, topic)
);
CREATE INDEX calls_by_due ON calls (due, channel, room, topic);
CREATE INDEX calls_by_identity ON calls (identity, room);
