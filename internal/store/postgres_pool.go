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

// postgresPools opens pools of connections that leave a server together. When one
// connection finds its server read-only, as after a failover, the others may lead to the
// same server and are closed before they are used again: they would read what is out of
// date there without any error. It implements [pgx.QueryTracer].
type postgresPools struct {
	config *pgx.ConnConfig
	// left counts how often a server was left.
	generation atomic.Uint64
}

// leftBefore is the name under which a connection keeps the value of left when it was made.
const generationKey = "archmage left"

// newPostgresPools returns the pools of the database with the URL.
func newPostgresPools(config *pgx.ConnConfig) *postgresPools {
	p := &postgresPools{config: config}
	config.Tracer = p
	return p
}

// open returns a pool of at most that many connections.
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

// leave makes all connections of the pools be made again before their next use.
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
