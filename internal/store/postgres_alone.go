package store

import (
	"context"
	"hash/fnv"
)

// maxExclusive bounds the number of connections that hold or wait for the locks of
// [Postgres.Exclusive].
const maxExclusive = 3

// Exclusive acquires the lock with the given name. Only one process on the database can hold it at a
// time. release releases the lock. The lock is also released ten seconds after its acquisition, and
// when the context ends.
func (p *Postgres) Exclusive(ctx context.Context, name string) (release func(), err error) {
	// The slots leave connections for the statements of the callers that hold a lock.
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
		// An error is ignored: it means that the connection was lost, which has also released
		// the lock.
		_ = tx.Rollback()
		<-p.exclusiveSlots
	}, nil
}
