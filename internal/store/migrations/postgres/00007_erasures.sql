-- Deleted people whose seats and names in matches are still to be removed.
CREATE TABLE erasures (
    identity TEXT COLLATE "C" PRIMARY KEY -- the id that identities had
);
