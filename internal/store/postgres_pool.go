package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"archmage/internal/store/commit"
)

// postgresPools opens pools whose connections are replaced together. If a statement finds that its
// server is read-only, as after a failover, the other connections may go to the same server and would
// read stale data without an error. So all connections are closed before their next use.
// postgresPools implements [pgx.QueryTracer].
type postgresPools struct {
	config *pgx.ConnConfig
	// generation increases when all connections are to be replaced.
	generation atomic.Uint64
}

// generationKey is the key of a connection's generation in its custom data.
const generationKey = "archmage generation"

// newPostgresPools returns pools for a configuration, and sets its tracer.
func newPostgresPools(config *pgx.ConnConfig) *postgresPools {
	p := &postgresPools{config: config}
	config.Tracer = p
	return p
}

// open returns a pool of at most maxConnections connections.
func (p *postgresPools) open(maxConnections int) *sql.DB {
	db := stdlib.OpenDB(
		*p.config,
		stdlib.OptionAfterConnect(func(_ context.Context, conn *pgx.Conn) error {
			conn.PgConn().CustomData()[generationKey] = p.generation.Load()
			return nil
		}),
		stdlib.OptionResetSession(func(_ context.Context, conn *pgx.Conn) error {
			if conn.PgConn().CustomData()[generationKey] != p.generation.Load() {
				return driver.ErrBadConn
			}
			return nil
		}),
	)
	db.SetMaxOpenConns(maxConnections)
	db.SetMaxIdleConns(maxConnections)
	return db
}

// invalidate makes the pools replace all connections before their next use.
func (p *postgresPools) invalidate() { p.generation.Add(1) }

// TraceQueryStart implements [pgx.QueryTracer].
func (p *postgresPools) TraceQueryStart(
	ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData,
) context.Context {
	return ctx
}

// TraceQueryEnd implements [pgx.QueryTracer].
func (p *postgresPools) TraceQueryEnd(_ context.Context, _ *pgx.Conn, data pgx.TraceQueryEndData) {
	if commit.IsReadOnly(data.Err) {
		p.invalidate()
	}
}
