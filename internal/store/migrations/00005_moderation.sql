-- Who may do more than others on this server.
CREATE TABLE roles (
    identity TEXT PRIMARY KEY, -- identities.id
    role     TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What people have reported about others.
CREATE TABLE reports (
    number   INTEGER PRIMARY KEY AUTOINCREMENT,
    reporter TEXT    NOT NULL, -- identities.id, or empty if that is deleted
    person   TEXT    NOT NULL, -- identities.id
    topic    TEXT    NOT NULL, -- the same for reports of the same thing
    data     BLOB    NOT NULL,
    created  INTEGER NOT NULL,
    closed   INTEGER           -- NULL: open
) STRICT;
CREATE INDEX reports_open ON reports (number) WHERE closed IS NULL;
CREATE INDEX reports_by_person ON reports (person, number);
CREATE INDEX reports_by_reporter ON reports (reporter, number);
CREATE INDEX reports_by_topic ON reports (topic);
CREATE INDEX reports_by_end ON reports (closed) WHERE closed IS NOT NULL;

-- What those who keep the peace have done. Nothing is deleted but the words about
-- a person who is deleted.
CREATE TABLE acts (
    number  INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    author  TEXT    NOT NULL, -- identities.id, or empty for the operator
    kind    TEXT    NOT NULL,
    target  TEXT    NOT NULL,
    person  TEXT    NOT NULL, -- identities.id, or empty
    reason  TEXT    NOT NULL,
    words   TEXT    NOT NULL,
    until   INTEGER,
    outcome TEXT    NOT NULL, -- empty: not known yet
    untold  INTEGER NOT NULL  -- 1: the person has still to be told
) STRICT;
CREATE INDEX acts_by_person ON acts (person, number);
CREATE INDEX acts_untold ON acts (person, number) WHERE untold = 1;

-- What is told to everybody: one row or none.
CREATE TABLE notices (
    texts   TEXT    NOT NULL, -- JSON: the text by language
    created INTEGER NOT NULL,
    until   INTEGER           -- NULL: until it is withdrawn
) STRICT;

-- What the host says of the server.
CREATE TABLE site (
    part  TEXT NOT NULL, -- as in name or welcome
    lang  TEXT NOT NULL, -- or empty
    words TEXT NOT NULL,
    PRIMARY KEY (part, lang)
) STRICT, WITHOUT ROWID;

-- From what a ban keeps away (empty: from everything), and why in words.
ALTER TABLE bans ADD COLUMN scope TEXT NOT NULL DEFAULT '';
ALTER TABLE bans ADD COLUMN words TEXT NOT NULL DEFAULT '';
