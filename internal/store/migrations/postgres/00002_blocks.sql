CREATE TABLE blocks (
    identity TEXT COLLATE "C" NOT NULL,
    blocked  TEXT COLLATE "C" NOT NULL,
    created  BIGINT NOT NULL,
    PRIMARY KEY (identity, blocked)
);
CREATE INDEX blocks_by_blocked ON blocks (blocked, identity);

CREATE TABLE follows (
    identity TEXT COLLATE "C" NOT NULL,
    followed TEXT COLLATE "C" NOT NULL,
    created  BIGINT NOT NULL,
    PRIMARY KEY (identity, followed)
);
CREATE INDEX follows_by_followed ON follows (followed, identity);

CREATE TABLE invitations (
    id      TEXT COLLATE "C" PRIMARY KEY,
    inviter TEXT COLLATE "C" NOT NULL,
    invited TEXT COLLATE "C" NOT NULL,
    room    TEXT COLLATE "C" NOT NULL,
    answer  TEXT   NOT NULL,
    created BIGINT NOT NULL,
    UNIQUE (inviter, invited, room)
);
CREATE INDEX invitations_by_inviter ON invitations (inviter, created, id);
CREATE INDEX invitations_by_invited ON invitations (invited, created, id);
CREATE INDEX invitations_by_time ON invitations (created);
