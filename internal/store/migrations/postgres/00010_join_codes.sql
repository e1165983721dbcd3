-- Codes with which people create accounts: of a link for several people, or of a card for one.
CREATE TABLE join_codes (
    id      TEXT COLLATE "C" PRIMARY KEY,
    hash    BYTEA  NOT NULL UNIQUE,
    kind    TEXT   NOT NULL,
    label   TEXT   NOT NULL, -- the beginning of the code
    people  BIGINT NOT NULL, -- how many accounts can be created with it
    used    BIGINT NOT NULL, -- how many were created
    created BIGINT NOT NULL,
    until   BIGINT NOT NULL
);
CREATE INDEX join_codes_by_time ON join_codes (created, id);
CREATE INDEX join_codes_by_end ON join_codes (until);

-- Which accounts were created with a code.
CREATE TABLE join_uses (
    identity TEXT COLLATE "C" PRIMARY KEY, -- identities.id
    code     TEXT COLLATE "C" NOT NULL,    -- join_codes.id
    at       BIGINT NOT NULL
);
CREATE INDEX join_uses_by_code ON join_uses (code);
