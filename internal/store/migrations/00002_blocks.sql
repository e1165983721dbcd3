-- Who does not want to play with whom.
CREATE TABLE blocks (
    identity TEXT    NOT NULL, -- identities.id
    blocked  TEXT    NOT NULL, -- identities.id
    created  INTEGER NOT NULL,
    PRIMARY KEY (identity, blocked)
) STRICT, WITHOUT ROWID;
CREATE INDEX blocks_by_blocked ON blocks (blocked, identity);

-- Whom people follow.
CREATE TABLE follows (
    identity TEXT    NOT NULL, -- identities.id
    followed TEXT    NOT NULL, -- identities.id
    created  INTEGER NOT NULL,
    PRIMARY KEY (identity, followed)
) STRICT, WITHOUT ROWID;
CREATE INDEX follows_by_followed ON follows (followed, identity);

-- Who was invited to a room by whom.
CREATE TABLE invitations (
    id      TEXT    PRIMARY KEY,
    inviter TEXT    NOT NULL, -- identities.id
    invited TEXT    NOT NULL, -- identities.id
    room    TEXT    NOT NULL, -- rooms.id
    answer  TEXT    NOT NULL, -- or empty
    created INTEGER NOT NULL,
    UNIQUE (inviter, invited, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX invitations_by_inviter ON invitations (inviter, created, id);
CREATE INDEX invitations_by_invited ON invitations (invited, created, id);
CREATE INDEX invitations_by_time ON invitations (created);
