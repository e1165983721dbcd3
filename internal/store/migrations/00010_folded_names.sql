-- The name in the form in which accounts are listed and searched for: without case and accents. Go fills it in
-- (names.go). It is NULL for identities without a look.
ALTER TABLE identities ADD COLUMN folded TEXT;
CREATE INDEX identities_by_folded_name ON identities (folded, look) WHERE look IS NOT NULL;
