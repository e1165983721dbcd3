package store

import (
	"context"
	"hash/fnv"
)

// aloneAtOnce bounds how many connections wait for the locks of [Postgres.Alone] or hold them.
const maxExclusive = 3

// Alone waits until no other process on the database is in the part of the program with
// that name, and keeps others out until done is called. The lock also ends when its
// connection has been idle for ten seconds. The context must live as long as the whole
// part.
func (p *Postgres) Exclusive(ctx context.Context, name string) (done func(), err error) {
	// Few connections at a time wait for such locks or hold them; the parts themselves read
	// through others.
	select {
	case p.exclusiveSlots <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() {
		if err != nil {
			<-p.exclusiveSlots
		}
	}()
	tx, err := p.db.BeginTx(ctx, nil)
	if err != nil {
		return nil, postgresError(err)
	}
	hash := fnv.New64a()
	hash.Write([]byte(name))
	_, err = tx.ExecContext(ctx, "SET LOCAL idle_in_transaction_session_timeout = '10s'")
	if err == nil {
		_, err = tx.ExecContext(ctx, "SELECT pg_advisory_xact_lock($1)", p.key^int64(hash.Sum64()))
	}
	if err != nil {
		_ = tx.Rollback()
		return nil, postgresError(err)
	}
	return func() {
		// After an error the connection is gone, and the lock with it.
		_ = tx.Rollback()
		<-p.exclusiveSlots
	}, nil
}
