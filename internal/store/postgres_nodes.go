package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"archmage/internal/store/commit"
	"archmage/internal/work"
)

// postgresOnlyTables are the tables that SQLite does not have.
var postgresOnlyTables = []string{postgresVersionTable, "nodes", "signals", "ceremonies", "attendance"}

const signalLifetime = time.Minute

// ownedByNoNode is the condition that the owner of a row h of heads is not in the list of nodes. It is not NOT EXISTS,
// which PostgreSQL runs as a join. If the row changes before it is locked, PostgreSQL checks the condition again, but
// without the other table of such a join, so that a node would take rooms from another one.
const ownedByNoNode = `h.owner NOT IN (SELECT n.id FROM nodes n)`

// takeDue makes the node $1 the owner of at most $3 rooms that are due at $2 and that no node owns. It returns the
// number of those that had an owner.
const takeDue = `WITH due AS (
		SELECT h.room, h.owner FROM heads h WHERE h.wake <= $2 AND h.owner <> $1 AND ` + ownedByNoNode + `
		ORDER BY h.wake, h.room LIMIT $3 FOR UPDATE SKIP LOCKED
	), taken AS (
		UPDATE heads SET owner = $1 FROM due WHERE heads.room = due.room RETURNING due.owner
	)
	SELECT count(*) FROM taken WHERE owner <> ''`

// Join adds a node to the list.
func (p *Postgres) Join(ctx context.Context, node Node) error {
	_, err := p.heartbeats.ExecContext(
		ctx,
		`INSERT INTO nodes (id, name, addr, key, version, lease, beat, rooms, draining, leader)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, false)`,
		node.ID,
		node.Name,
		node.Addr,
		node.Key,
		node.Version,
		node.Lease.Milliseconds(),
		int64(node.Beat),
		node.Rooms,
		node.Draining,
	)
	return nodesError("join the nodes", err)
}

// Beat stores a node's heartbeat and the number of its rooms. It reports whether the node is in the
// list.
func (p *Postgres) Beat(ctx context.Context, id string, beat uint64, rooms int) (bool, error) {
	changed, err := p.changeNode(ctx, `UPDATE nodes SET beat = $2, rooms = $3 WHERE id = $1`, id, int64(beat), rooms)
	return changed, nodesError("give a sign of life", err)
}

// Nodes returns the list of nodes, ordered by name.
func (p *Postgres) Nodes(ctx context.Context) ([]Node, error) {
	list, err := readNodes(ctx, p.heartbeats)
	return list, nodesError("list the nodes", err)
}

// querier is a pool or a connection.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func readNodes(ctx context.Context, db querier) ([]Node, error) {
	rows, err := db.QueryContext(
		ctx,
		`SELECT id, name, addr, key, version, lease, beat, rooms, draining, leader FROM nodes ORDER BY name, id`,
	)
	return scanRows(rows, err, func(rows *sql.Rows, n *Node) error {
		var lease, beat int64
		err := rows.Scan(&n.ID, &n.Name, &n.Addr, &n.Key, &n.Version, &lease, &beat, &n.Rooms, &n.Draining, &n.Leader)
		n.Lease, n.Beat = time.Duration(lease)*time.Millisecond, uint64(beat)
		return err
	})
}

// RemoveDead removes a node from the list if it still has the given beat, and reports whether it was
// removed.
func (p *Postgres) RemoveDead(ctx context.Context, id string, beat uint64) (bool, error) {
	changed, err := p.changeNode(ctx, `DELETE FROM nodes WHERE id = $1 AND beat = $2`, id, int64(beat))
	return changed, nodesError("note that a node is dead", err)
}

// Leave removes a node from the list.
func (p *Postgres) Leave(ctx context.Context, id string) error {
	_, err := p.changeNode(ctx, `DELETE FROM nodes WHERE id = $1`, id)
	return nodesError("leave the nodes", err)
}

// Drain marks a node as draining. A draining node is no longer the leader. Drain fails with ErrNotFound
// if the node is not in the list.
func (p *Postgres) Drain(ctx context.Context, id string) error {
	changed, err := p.changeNode(ctx, `UPDATE nodes SET draining = true, leader = false WHERE id = $1`, id)
	if err == nil && !changed {
		err = ErrNotFound
	}
	return nodesError("drain a node", err)
}

// Elect makes a node the leader, unless there is a leader or the node is draining.
func (p *Postgres) Elect(ctx context.Context, id string) error {
	_, err := p.changeNode(ctx, `UPDATE nodes SET leader = true
		WHERE id = $1 AND NOT draining AND NOT EXISTS (SELECT FROM nodes WHERE leader)`, id)
	if errors.Is(postgresError(err), commit.ErrConflict) {
		return nil // another node was faster
	}
	return nodesError("become the leader", err)
}

// changeNode runs a statement and reports whether it has changed a row.
func (p *Postgres) changeNode(ctx context.Context, query string, args ...any) (bool, error) {
	result, err := p.heartbeats.ExecContext(ctx, query, args...)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n > 0, err
}

// nodesError wraps an error with the action that has failed. It returns nil for nil.
func nodesError(action string, err error) error {
	if err == nil {
		return nil
	}
	if isUnreachable(err) {
		err = commit.ConnectionError{Err: err}
	}
	return fmt.Errorf("%s: %w", action, postgresError(err))
}

// TakeDue makes a node the owner of at most limit rooms that are due to wake up and that no node owns.
// It returns at most MaxPage due wake-ups of all rooms of the node, the earliest first.
func (p *Postgres) TakeDue(ctx context.Context, id string, now time.Time, limit int) ([]Wakeup, error) {
	var orphans uint64
	err := p.db.QueryRowContext(ctx, takeDue, id, now.UnixMilli(), limit).Scan(&orphans)
	if err != nil {
		return nil, nodesError("take rooms that are due", err)
	}
	p.engine.lanes.OrphanCount.Add(orphans)
	rows, err := p.db.QueryContext(ctx, `SELECT r.id, h.wake FROM heads h JOIN rooms r ON r.number = h.room
		WHERE h.wake <= $2 AND h.owner = $1 ORDER BY h.wake, h.room LIMIT $3`, id, now.UnixMilli(), MaxPage)
	list, err := scanRows(
		rows,
		err,
		func(rows *sql.Rows, w *Wakeup) error { return rows.Scan(&w.Room, (*milli)(&w.At)) },
	)
	return list, nodesError("list wake-ups", err)
}

// PendingTurnsOf is DuePendingTurns for the rooms of a node. If includeOrphans is true, it also
// returns those of the rooms that no node owns.
func (p *Postgres) PendingTurnsOf(
	ctx context.Context,
	id string,
	includeOrphans bool,
	now time.Time,
	limit int,
) ([]PendingTurn, error) {
	return list(
		ctx,
		p.engine,
		"whom rooms wait for",
		scanPendingTurn,
		selectPendingTurns+`a.due <= ?
			AND EXISTS (SELECT FROM heads h WHERE h.room = a.room AND (h.owner = ? OR ? AND `+ownedByNoNode+`))
			ORDER BY a.due, a.room LIMIT ?`,
		now.UnixMilli(),
		id,
		includeOrphans,
		limit,
	)
}

// Signal sends data to all nodes. Signals are kept for a minute.
func (p *Postgres) Signal(ctx context.Context, node string, data []byte) (err error) {
	tx, err := p.heartbeats.BeginTx(ctx, nil)
	if err != nil {
		return nodesError("tell the other nodes", err)
	}
	defer func() {
		if err != nil {
			err = nodesError("tell the other nodes", errors.Join(err, tx.Rollback()))
		}
	}()
	// Signals are committed in the order of their numbers, so that a node that has read a number
	// has read all lower ones. The timeout releases the lock if this process hangs.
	if _, err := tx.ExecContext(
		ctx,
		fmt.Sprintf(`SET LOCAL idle_in_transaction_session_timeout = %d`, commit.StuckAfter.Milliseconds()),
	); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `LOCK TABLE signals IN SHARE ROW EXCLUSIVE MODE`); err != nil {
		return err
	}
	if _, err := tx.ExecContext(
		ctx,
		`DELETE FROM signals WHERE at < clock_timestamp() - make_interval(secs => $1)`,
		signalLifetime.Seconds(),
	); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO signals (node, data) VALUES ($1, $2)`, node, blob(data)); err != nil {
		return err
	}
	return tx.Commit()
}

// Signals returns the signals with a number above after, oldest first.
func (p *Postgres) Signals(ctx context.Context, after uint64) (list []Signal, err error) {
	rows, err := p.heartbeats.QueryContext(
		ctx,
		`SELECT number, node, data FROM signals WHERE number > $1 ORDER BY number`,
		int64(after),
	)
	list, err = scanRows(
		rows,
		err,
		func(rows *sql.Rows, signal *Signal) error {
			return rows.Scan(&signal.Number, &signal.Node, &signal.Data)
		},
	)
	return list, nodesError("read signals", err)
}

// LastSignal returns the number of the last signal; 0 if there is none.
func (p *Postgres) LastSignal(ctx context.Context) (last uint64, err error) {
	err = p.heartbeats.QueryRowContext(ctx, `SELECT coalesce(max(number), 0) FROM signals`).Scan(&last)
	return last, nodesError("read signals", err)
}

// PutCeremony stores data under a key for the duration ttl.
func (p *Postgres) PutCeremony(ctx context.Context, key string, data []byte, ttl time.Duration) error {
	const insert = `WITH old AS (DELETE FROM ceremonies WHERE until < clock_timestamp())
		INSERT INTO ceremonies (key, data, until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))`
	_, err := p.db.ExecContext(ctx, insert, key, blob(data), ttl.Seconds())
	return nodesError("keep a ceremony", err)
}

// TakeCeremony returns the data under a key and removes the data. It fails with ErrNotFound if there is
// none or it has expired.
func (p *Postgres) TakeCeremony(ctx context.Context, key string) (data []byte, err error) {
	expired := false
	err = p.db.QueryRowContext(
		ctx,
		`DELETE FROM ceremonies WHERE key = $1 RETURNING data, until < clock_timestamp()`,
		key,
	).Scan(&data, &expired)
	if errors.Is(err, sql.ErrNoRows) || expired {
		err = ErrNotFound
	}
	if err != nil {
		return nil, nodesError("finish a ceremony", err)
	}
	return data, nil
}

// TouchOnline records that these identities are online now. It returns the number of identities that
// were recorded within the last window.
func (p *Postgres) TouchOnline(ctx context.Context, identities []string, window time.Duration) (online int, err error) {
	slices.Sort(identities) // nodes that write the same rows at the same time must lock them in one order
	if len(identities) > 0 {
		_, err = p.db.ExecContext(
			ctx,
			`INSERT INTO attendance (identity, seen) SELECT unnest($1::text[]), statement_timestamp()
			ON CONFLICT (identity) DO UPDATE SET seen = excluded.seen`,
			slices.Compact(identities),
		)
	}
	if err == nil {
		_, err = p.db.ExecContext(ctx, `DELETE FROM attendance WHERE identity IN (SELECT identity FROM attendance
			WHERE seen < clock_timestamp() - make_interval(secs => $1) FOR UPDATE SKIP LOCKED)`, window.Seconds())
	}
	if err == nil {
		err = p.db.QueryRowContext(
			ctx,
			`SELECT count(*) FROM attendance WHERE seen >= clock_timestamp() - make_interval(secs => $1)`,
			window.Seconds(),
		).Scan(&online)
	}
	return online, nodesError("record who is online", err)
}

// Online returns at most limit identities that TouchOnline has recorded within the last window, the
// latest first.
func (p *Postgres) Online(ctx context.Context, window time.Duration, limit int) (list []string, err error) {
	rows, err := p.db.QueryContext(
		ctx,
		`SELECT identity FROM attendance WHERE seen >= clock_timestamp() - make_interval(secs => $1)
		ORDER BY seen DESC, identity LIMIT $2`,
		window.Seconds(),
		limit,
	)
	list, err = scanRows(rows, err, scanColumn[string])
	return list, nodesError("list who is online", err)
}

// checkNoneAlive returns ErrInUse if a node of the list sends a heartbeat within its lease.
func checkNoneAlive(ctx context.Context, conn *sql.Conn) error {
	var exists bool
	if err := conn.QueryRowContext(
		ctx,
		`SELECT EXISTS (SELECT FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'nodes')`,
	).Scan(&exists); err != nil ||
		!exists {
		return err
	}
	list, err := readNodes(ctx, conn)
	if err != nil {
		return err
	}
	start := time.Now()
	for len(list) > 0 {
		if err := work.Sleep(ctx, alivePollInterval); err != nil {
			return err
		}
		readAt := time.Now()
		current, err := readNodes(ctx, conn)
		if err != nil {
			return err
		}
		for _, n := range current {
			if !slices.ContainsFunc(
				list,
				func(before Node) bool { return before.ID == n.ID && before.Beat == n.Beat },
			) {
				return fmt.Errorf("the node %s (version %s): %w", n.Name, n.Version, ErrInUse)
			}
		}
		list = slices.DeleteFunc(current, func(n Node) bool { return readAt.Sub(start) >= n.Lease })
	}
	return nil
}

// alivePollInterval is the interval at which checkNoneAlive reads the list.
const alivePollInterval = 100 * time.Millisecond
