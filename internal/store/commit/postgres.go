package commit

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
)

// Postgres is a [Session] on a connection to PostgreSQL. There are two kinds.
//
// The session for moves collects the statements of a transaction and sends them in one batch, together
// with the epochs that the rooms must have. It reads only the heads that it does not have in memory.
//
// The session for all other writes takes an advisory lock, which one process can hold at a time, and
// locks the heads of the rooms of its group. So during its transaction only the sessions for moves write
// to the database, and only to other rooms.
type Postgres struct {
	db      *sql.DB
	moves   bool
	key     int64 // number of the advisory lock
	closing <-chan struct{}
	tx      *Tx

	connectTimeout, outcomeTimeout time.Duration
	onReadOnly                     func()

	conn *sql.Conn
	raw  *pgx.Conn // the driver's connection of conn
	// ctx bounds the transaction. lastUsed is the time at which the connection was last used.
	ctx      context.Context
	cancel   context.CancelFunc
	lastUsed time.Time
	batch    *pgx.Batch
	fences   map[int64]uint64
	// rewritten caches the results of NumberParameters.
	rewritten map[string]string
}

// PostgresOptions are the settings of [NewPostgres].
type PostgresOptions struct {
	// Moves is true for the session that writes what rooms append during a match.
	Moves bool
	// Key is the number of the advisory lock of the other session.
	Key int64
	// Closing ends the wait for a database that cannot be reached when it is closed.
	Closing <-chan struct{}
	// OtherOwner is the statement that selects the owner of a room if it is another node than the
	// given one, and whether that node is in the list of nodes.
	OtherOwner string
	// ConnectTimeout is the longest time that a write waits for a database that cannot be reached.
	// OutcomeTimeout is the longest time that a write waits for its outcome.
	ConnectTimeout, OutcomeTimeout time.Duration
	// OnReadOnly is called when the server turns out to be read-only.
	OnReadOnly func()
	// Recent stays empty, because only SQLite has a table of recent entries.
	Recent *atomic.Pointer[Recent]
}

// NewPostgres connects and returns the session.
func NewPostgres(ctx context.Context, db *sql.DB, options PostgresOptions) (*Postgres, error) {
	p := &Postgres{
		db:             db,
		moves:          options.Moves,
		key:            options.Key,
		closing:        options.Closing,
		fences:         map[int64]uint64{},
		rewritten:      map[string]string{},
		connectTimeout: options.ConnectTimeout,
		outcomeTimeout: options.OutcomeTimeout,

		onReadOnly: options.OnReadOnly,
	}
	p.tx = newTx(p, options.Recent)
	p.tx.shared, p.tx.insert = true, p.insert
	// Epochs increase by a random step, so that a database that has lost its last transactions does
	// not give an epoch again.
	p.tx.NextEpoch = `UPDATE epochs SET last = last + 1 + floor(random() * 4294967296)::BIGINT RETURNING last`
	p.tx.OtherOwner = options.OtherOwner
	if p.moves {
		p.tx.fence = func(room int64, epoch uint64) { p.fences[room] = epoch }
	}
	return p, p.open(ctx)
}

// pingAfterIdle is the idle time after which ensureConnected pings the connection.
const pingAfterIdle = time.Second

// StuckAfter bounds the time for which a process that hangs in a transaction blocks the writes of
// other processes.
const StuckAfter = 2 * time.Second

// open connects to the server. Commits on the connection wait for the disk, even if the settings of
// the database say otherwise.
func (p *Postgres) open(ctx context.Context) (err error) {
	if p.conn, err = p.db.Conn(ctx); err != nil {
		return err
	}
	var commit string
	var standby, readOnly bool
	err = p.conn.QueryRowContext(ctx, `SELECT
		set_config('synchronous_commit',
			CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, false),
		pg_is_in_recovery(), current_setting('transaction_read_only') = 'on',
		set_config('idle_in_transaction_session_timeout', $1, false)`,
		fmt.Sprint(StuckAfter.Milliseconds()),
	).Scan(&commit, &standby, &readOnly, new(string))
	if err == nil {
		err = p.conn.QueryRowContext(ctx, `SHOW synchronous_commit`).Scan(&commit)
	}
	switch {
	case err != nil:
	case commit != "on" && commit != "remote_apply":
		err = fmt.Errorf("the setting synchronous_commit of the database is %s", commit)
	case standby:
		err = ConnectionError{errors.New("the database is a standby, which cannot be written")}
	case readOnly:
		err = ConnectionError{errors.New("the database is read-only")}
	default:
		err = p.conn.Raw(func(conn any) error { p.raw = conn.(*stdlib.Conn).Conn(); return nil })
	}
	if err != nil {
		p.disconnect()
	}
	if standby || readOnly {
		p.onReadOnly()
	}
	return err
}

// IsReadOnly reports whether an error means that the server is read-only, as after a failover. Its
// connection has to be replaced like a lost one.
func IsReadOnly(err error) bool {
	var failure *pgconn.PgError
	// read_only_sql_transaction, and in_failed_sql_transaction, which may follow
	return errors.As(err, &failure) && (failure.Code == "25006" || failure.Code == "25P02")
}

// disconnect closes the connection. It also drops the heads in memory, which can change before the next
// connection is made.
func (p *Postgres) disconnect() {
	if p.conn != nil {
		_ = p.conn.Raw(func(any) error { return driver.ErrBadConn })
		_ = p.conn.Close()
	}
	p.conn, p.raw = nil, nil
	p.tx.reset()
}

// ensureConnected connects if there is no working connection. While the database cannot be reached, it
// tries again until connectTimeout is over or the store is closed. If once is true, it tries only once.
func (p *Postgres) ensureConnected(once bool) error {
	if p.conn != nil && time.Since(p.lastUsed) > pingAfterIdle {
		ctx, cancel := context.WithTimeout(context.Background(), p.connectTimeout)
		defer cancel()
		if err := p.raw.Ping(ctx); err != nil {
			p.disconnect()
		}
	}
	if p.conn != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), p.connectTimeout)
	defer cancel()
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, 500*time.Millisecond) {
		err := p.open(ctx)
		if err == nil {
			return nil
		}
		if !once {
			select {
			case <-p.closing:
			case <-ctx.Done():
			case <-time.After(wait):
				continue
			}
		}
		return ConnectionError{fmt.Errorf("nothing written: the database cannot be reached: %w", err)}
	}
}

func (p *Postgres) begin(group []*request) (*Tx, error) {
	if err := p.ensureConnected(group[0].probe); err != nil {
		return p.tx, err
	}
	p.lastUsed = time.Now()
	p.ctx, p.cancel = context.WithTimeout(context.Background(), p.outcomeTimeout)
	p.tx.transaction++
	p.batch = &pgx.Batch{}
	if p.moves {
		return p.tx, nil
	}
	// The heads in memory may be out of date, because other processes write too.
	p.tx.reset()
	var rooms []string
	for _, r := range group {
		if r.room != "" {
			rooms = append(rooms, r.room)
		}
	}
	p.batch.Queue(`BEGIN`)
	p.batch.Queue(`SELECT pg_advisory_xact_lock($1)`, p.key)
	if rooms != nil {
		p.batch.Queue(
			`SELECT FROM heads WHERE room IN (SELECT number FROM rooms WHERE id = ANY($1)) ORDER BY room FOR UPDATE`,
			rooms,
		)
	}
	if err := p.raw.SendBatch(p.ctx, p.batch).Close(); err != nil {
		return p.tx, p.rollback(err)
	}
	return p.tx, nil
}

func (p *Postgres) commit() error {
	defer func() { p.lastUsed = time.Now() }()
	if !p.moves {
		if _, err := p.conn.ExecContext(p.ctx, `COMMIT`); err != nil {
			return commitError(err)
		}
		p.cancel()
		return nil
	}
	rooms, epochs := make([]int64, 0, len(p.fences)), make([]int64, 0, len(p.fences))
	for room, epoch := range p.fences {
		rooms, epochs = append(rooms, room), append(epochs, int64(epoch))
	}
	fence := &pgx.QueuedQuery{SQL: `SELECT fence($1, $2)`, Arguments: []any{rooms, epochs}}
	p.batch.QueuedQueries = slices.Insert(p.batch.QueuedQueries, 0, fence)
	err := p.raw.SendBatch(p.ctx, p.batch).Close()
	if err != nil {
		return commitError(err)
	}
	p.cancel()
	clear(p.fences)
	return nil
}

// rollback undoes a transaction. If the connection was lost or its server is read-only, rollback returns
// ErrConflict, so that the group is tried again, unless the transaction may have been committed.
func (p *Postgres) rollback(cause error) error {
	defer p.cancel()
	clear(p.fences)
	lost := p.raw.IsClosed()
	if IsReadOnly(cause) {
		lost = true
		p.onReadOnly()
	}
	if !lost && p.raw.PgConn().TxStatus() != 'I' {
		if _, err := p.conn.ExecContext(p.ctx, `ROLLBACK`); err != nil {
			p.disconnect()
		}
		return cause
	}
	if !lost {
		return cause
	}
	p.disconnect()
	var broken ConnectionError
	if cause == nil || errors.As(cause, &broken) || isRefusal(cause) {
		return cause
	}
	return fmt.Errorf("%w (%w)", ErrConflict, cause)
}

func (p *Postgres) close() {
	if p.conn != nil {
		_ = p.conn.Close()
	}
}

func (p *Postgres) tidy() {}

// insert writes the pending entries that are not trimmed, and the progress of matches.
func (p *Postgres) insert(pending *pendingEntries, trimmed []trim) error {
	n := len(pending.list)
	rooms, numbers, kinds, data := make([]int64, 0, n), make([]int64, 0, n), make([]string, 0, n), make([][]byte, 0, n)
	for _, e := range pending.list {
		entryData := pending.data[e.start:e.end]
		switch {
		case e.seq == 0:
			if _, err := p.Exec(setProgress, string(entryData), e.room); err != nil {
				return err
			}
		case !slices.ContainsFunc(trimmed, func(t trim) bool { return t.room == e.room && e.seq <= t.seq }):
			rooms, numbers, kinds, data = append(rooms, e.room), append(numbers, int64(e.seq)), append(
				kinds,
				e.kind,
			), append(data, entryData)
		}
	}
	if len(rooms) == 0 {
		return nil
	}
	_, err := p.Exec(
		`INSERT INTO entries (room, seq, kind, data)
			SELECT * FROM unnest(?::BIGINT[], ?::BIGINT[], ?::TEXT[], ?::BYTEA[])`,
		rooms,
		numbers,
		kinds,
		data,
	)
	return err
}

// Exec implements [Connection]. The session for moves runs the statement when the transaction is
// committed.
func (p *Postgres) Exec(query string, args ...any) (sql.Result, error) {
	if p.moves {
		p.batch.Queue(p.rewrite(query), args...)
		return driver.ResultNoRows, nil
	}
	return p.conn.ExecContext(p.ctx, p.rewrite(query), args...)
}

// commitError returns the error of a commit. It is a ConnectionError if the outcome is unknown: the
// database has not rejected the commit, and a part of it may have been sent.
func commitError(err error) error {
	if isRejected(err) || pgconn.SafeToRetry(err) {
		return err
	}
	return ConnectionError{fmt.Errorf("whether it was written is not known: %w", err)}
}

// isRejected reports whether the database has answered that it did not commit.
func isRejected(err error) bool {
	var failure *pgconn.PgError
	return errors.As(err, &failure) && failure.SeverityUnlocalized == "ERROR"
}

// rewrite is NumberParameters with a cache.
func (p *Postgres) rewrite(query string) string {
	text, ok := p.rewritten[query]
	if !ok {
		text = NumberParameters(query)
		p.rewritten[query] = text
	}
	return text
}

// Query implements [Connection].
func (p *Postgres) Query(query string, args ...any) (*sql.Rows, error) {
	return p.conn.QueryContext(p.ctx, p.rewrite(query), args...)
}

// QueryRow implements [Connection].
func (p *Postgres) QueryRow(query string, args ...any) *sql.Row {
	return p.conn.QueryRowContext(p.ctx, p.rewrite(query), args...)
}

// NumberParameters returns a statement with PostgreSQL's parameters: $1 in place of ?1 or of the first ?.
func NumberParameters(query string) string {
	var text strings.Builder
	count := 0
	for i := 0; i < len(query); i++ {
		if query[i] != '?' {
			text.WriteByte(query[i])
			continue
		}
		text.WriteByte('$')
		if i+1 == len(query) || query[i+1] < '0' || query[i+1] > '9' {
			count++
			text.WriteString(strconv.Itoa(count))
		}
	}
	return text.String()
}

// FencedCode is the SQLSTATE of the errors that the function fence of the schema raises.
const FencedCode = "AR001"
