-- Lists of accounts are in the order of their names.
CREATE INDEX identities_by_name ON identities (lower(name), look) WHERE look IS NOT NULL;
