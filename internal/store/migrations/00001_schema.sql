-- What is listed of a room. The number is never used again, also after the
-- room is deleted.
CREATE TABLE rooms (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    id      TEXT    NOT NULL UNIQUE,
    game    TEXT    NOT NULL,
    status  TEXT    NOT NULL,
    listed  INTEGER NOT NULL,
    host    TEXT    NOT NULL,
    members TEXT    NOT NULL, -- JSON array, as in the table members
    summary TEXT    NOT NULL, -- JSON or empty
    created INTEGER NOT NULL,
    code    TEXT    UNIQUE    -- what the room can be found by until its match starts
) STRICT;
CREATE INDEX rooms_by_status ON rooms (listed, status);

-- Who writes the room, where its log begins, and when it wants to be woken. An
-- append changes none of it, but for wake where that changes, and for updated,
-- which is set once a minute at most. progress is written when entries are moved;
-- until then it is in recent. The log ends with the last of its entries.
CREATE TABLE heads (
    room     INTEGER PRIMARY KEY, -- rooms.number
    epoch    INTEGER NOT NULL,
    owner    TEXT    NOT NULL,
    first    INTEGER NOT NULL,    -- the first entry that is kept, or the next one
    updated  INTEGER NOT NULL,
    wake     INTEGER,
    progress TEXT                 -- JSON
) STRICT;
CREATE INDEX heads_by_wake ON heads (wake) WHERE wake IS NOT NULL;

-- The last epoch that was given.
CREATE TABLE epochs (last INTEGER NOT NULL) STRICT;
INSERT INTO epochs (last) VALUES (0);

CREATE TABLE members (
    identity TEXT    NOT NULL,
    room     INTEGER NOT NULL,
    PRIMARY KEY (identity, room)
) STRICT, WITHOUT ROWID;
CREATE INDEX members_by_room ON members (room);

-- The log. The entries of a commit, of all rooms that it writes, are one row of
-- recent, so that a commit touches few pages. When there are many they are moved
-- to entries, where those of a room lie together. A room's log is first what it
-- has in entries, then what it has in recent. Entries are removed from the
-- beginning, when the log is trimmed, or with their room; from recent when they
-- would be moved.
CREATE TABLE recent (
    number INTEGER PRIMARY KEY,
    data   BLOB    NOT NULL
) STRICT;
CREATE TABLE entries (
    room INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    kind TEXT    NOT NULL,
    data BLOB    NOT NULL,
    PRIMARY KEY (room, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE snapshots (
    room INTEGER PRIMARY KEY,
    seq  INTEGER NOT NULL,
    data BLOB    NOT NULL
) STRICT;

CREATE TABLE chat (
    room   INTEGER NOT NULL,
    number INTEGER NOT NULL,
    time   INTEGER NOT NULL,
    data   BLOB    NOT NULL,
    PRIMARY KEY (room, number)
) STRICT, WITHOUT ROWID;

-- Deleted rooms of whose entries or chat some are still there, as they are
-- removed in portions.
CREATE TABLE leftovers (room INTEGER PRIMARY KEY) STRICT;

-- Finished matches. They stay when their room goes, so they name it by its id.
CREATE TABLE matches (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    id      TEXT    NOT NULL UNIQUE,
    room    TEXT    NOT NULL,
    game    TEXT    NOT NULL,
    version INTEGER NOT NULL,
    seats   INTEGER NOT NULL,
    listed  INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ended   INTEGER NOT NULL,
    persons TEXT    NOT NULL, -- JSON array, as in the table match_persons
    summary TEXT    NOT NULL  -- JSON or empty
) STRICT;
CREATE INDEX matches_by_game ON matches (game, number);
CREATE INDEX matches_listed ON matches (number) WHERE listed;
CREATE INDEX matches_listed_by_game ON matches (game, number) WHERE listed;

CREATE TABLE match_persons (
    identity TEXT    NOT NULL,
    number   INTEGER NOT NULL, -- matches.number
    game     TEXT    NOT NULL, -- matches.game
    PRIMARY KEY (identity, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX match_persons_by_game ON match_persons (identity, game, number);

-- The record of each match, apart from what is listed.
CREATE TABLE records (
    number INTEGER PRIMARY KEY, -- matches.number
    data   BLOB    NOT NULL
) STRICT;

-- What a search found out about a match.
CREATE TABLE analyses (
    number INTEGER PRIMARY KEY, -- matches.number
    data   BLOB    NOT NULL
) STRICT;

-- What came of matches that are not counted yet. A match is counted once, when its
-- results may be told to everybody.
CREATE TABLE uncounted (
    number   INTEGER PRIMARY KEY,
    opens    INTEGER NOT NULL,
    data     TEXT    NOT NULL
) STRICT;
CREATE INDEX uncounted_by_opens ON uncounted (opens, number);

-- The sums of each person: of all matches (listed = 0), and of listed ones (1).
CREATE TABLE tallies (
    identity TEXT    NOT NULL,
    listed   INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    played   INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    ranks    INTEGER NOT NULL,
    totals   INTEGER NOT NULL,
    best     INTEGER NOT NULL,
    PRIMARY KEY (identity, listed, game, seats)
) STRICT, WITHOUT ROWID;
CREATE TABLE days (
    identity TEXT    NOT NULL,
    listed   INTEGER NOT NULL,
    day      INTEGER NOT NULL,
    played   INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (identity, listed, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE streaks (
    identity TEXT    NOT NULL,
    listed   INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    current  INTEGER NOT NULL,
    best     INTEGER NOT NULL,
    PRIMARY KEY (identity, listed, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE favourites (
    identity TEXT    NOT NULL,
    listed   INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    piece    TEXT    NOT NULL,
    played   INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    PRIMARY KEY (identity, listed, game, piece)
) STRICT, WITHOUT ROWID;
CREATE TABLE feats (
    identity TEXT    NOT NULL,
    listed   INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    feat     TEXT    NOT NULL,
    at       INTEGER NOT NULL,
    PRIMARY KEY (identity, listed, game, feat)
) STRICT, WITHOUT ROWID;

-- With whom each person has played: matches, in how many one was ahead of the other or
-- behind; and the listed ones of them.
CREATE TABLE companions (
    identity     TEXT    NOT NULL,
    other        TEXT    NOT NULL,
    matches      INTEGER NOT NULL,
    ahead        INTEGER NOT NULL,
    behind       INTEGER NOT NULL,
    listed       INTEGER NOT NULL,
    listed_ahead INTEGER NOT NULL,
    PRIMARY KEY (identity, other)
) STRICT, WITHOUT ROWID;
CREATE INDEX companions_by_matches ON companions (identity, listed DESC, other) WHERE listed > 0;

-- Who has left how many others behind, by week (0: ever) and number of seats (0: any),
-- in listed matches of at least two people.
CREATE TABLE standings (
    identity TEXT    NOT NULL,
    week     INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    seats    INTEGER NOT NULL,
    points   INTEGER NOT NULL,
    won      INTEGER NOT NULL,
    played   INTEGER NOT NULL,
    PRIMARY KEY (identity, week, game, seats)
) STRICT, WITHOUT ROWID;
CREATE INDEX standings_by_points ON standings (week, game, seats, points DESC, played, identity);

-- Matches that somebody has brought as a file. They are deleted at the time until.
CREATE TABLE files (
    number INTEGER PRIMARY KEY, -- matches.number
    owner  TEXT    NOT NULL,    -- the identity that brought it
    until  INTEGER NOT NULL,
    bytes  INTEGER NOT NULL     -- the length of the record
) STRICT;
CREATE INDEX files_by_owner ON files (owner, number);
CREATE INDEX files_by_end ON files (until);

CREATE TABLE identities (
    number  INTEGER PRIMARY KEY,
    id      TEXT    NOT NULL UNIQUE,
    name    TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    look    TEXT,              -- what the name looks like, where no other may look so
    owner   TEXT,              -- identities.id, of a bot
    face    TEXT    NOT NULL DEFAULT '', -- that an account has chosen
    about   TEXT    NOT NULL DEFAULT '', -- what an account says of itself
    discreet INTEGER NOT NULL DEFAULT 0, -- 1: nobody else may follow it or see where it is
    created INTEGER NOT NULL,
    seen    INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX identities_by_look ON identities (look) WHERE look IS NOT NULL;
CREATE INDEX identities_by_owner ON identities (owner) WHERE owner IS NOT NULL;

CREATE INDEX identities_by_seen ON identities (seen);

-- By what identities are recognised: hashes of secrets, and ids of passkeys.
CREATE TABLE credentials (
    kind     TEXT    NOT NULL,
    id       BLOB    NOT NULL,
    identity TEXT    NOT NULL, -- identities.id
    label    TEXT    NOT NULL,
    data     BLOB,
    created  INTEGER NOT NULL,
    used     INTEGER NOT NULL,
    PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX credentials_by_identity ON credentials (identity);

-- What the server has decided once and for all.
CREATE TABLE settings (
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Who is kept out: an identity, an address or network, or both.
CREATE TABLE bans (
    number   INTEGER PRIMARY KEY,
    id       TEXT    NOT NULL UNIQUE,
    identity TEXT    NOT NULL, -- identities.id or empty
    address  TEXT    NOT NULL, -- or empty
    reason   TEXT    NOT NULL,
    created  INTEGER NOT NULL,
    until    INTEGER           -- NULL: for ever
) STRICT;
