package store

import "context"

// addErasures records an identity and its bots that can still be named in rooms and matches. Guests
// without a room or a match are left out.
const addErasures = `INSERT INTO erasures (identity)
	SELECT i.id FROM identities i WHERE (i.id = ?1 OR i.owner = ?1) AND (i.kind <> 'guest'
		OR EXISTS (SELECT 1 FROM members m WHERE m.identity = i.id)
		OR EXISTS (SELECT 1 FROM match_persons p WHERE p.identity = i.id))
	ON CONFLICT DO NOTHING`

const selectErasures = `SELECT identity FROM erasures ORDER BY identity LIMIT ?`

// Erasures returns the ids of at most limit deleted identities whose seats and names in matches are
// still to be removed. DeleteIdentity adds them in its transaction.
func (s Identities) Erasures(ctx context.Context, limit int) ([]string, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "erasures", scanColumn[string], selectErasures, limit)
}

// EndErasure records that the seats and names of a deleted identity are removed. It fails with
// ErrNotFound if the identity is not among the Erasures.
func (s Identities) EndErasure(ctx context.Context, id string) error {
	if err := checkID("the identity", id); err != nil {
		return err
	}
	return s.db.changeOne(ctx, "end an erasure", "erasure "+id, `DELETE FROM erasures WHERE identity = ?`, id)
}
