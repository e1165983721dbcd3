-- Deleted people whose seats and names in matches are still to be removed.
CREATE TABLE erasures (
    identity TEXT PRIMARY KEY -- the id that identities had
) STRICT, WITHOUT ROWID;
