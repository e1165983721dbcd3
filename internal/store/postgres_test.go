package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/store/commit"
	"archmage/internal/store/postgrestest"
)

func openPostgresTest(t *testing.T, url string) *Postgres {
	t.Helper()
	p, err := OpenPostgres(t.Context(), url, PostgresOptions{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	return p
}

// Both databases have the same tables with the same columns, because they get the same statements.
func TestSchemasAgree(t *testing.T) {
	columns := func(db *sql.DB, query string) map[string]bool {
		t.Helper()
		list := map[string]bool{}
		rows, err := db.QueryContext(t.Context(), query)
		require.NoError(t, err)
		defer rows.Close()
		for rows.Next() {
			var table, column string
			require.NoError(t, rows.Scan(&table, &column))
			list[table+"."+column] = true
		}
		require.NoError(t, rows.Err())
		return list
	}
	file := openTest(t, t.TempDir())
	want := columns(file.engine.read, `SELECT m.name, c.name FROM sqlite_schema m JOIN pragma_table_info(m.name) c
		WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' AND m.name NOT IN ('goose_db_version', 'recent')`)
	got := columns(
		openPostgresTest(t, postgrestest.URL(t)).db,
		`SELECT table_name, column_name FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name NOT IN ('`+strings.Join(postgresOnlyTables, "', '")+`')`,
	)
	require.Equal(t, want, got)
}

// A node does not take a room that another node takes at the same time. This node waits for the lock of the other one,
// where usually it skips what is locked, so that the room changes between the two steps of the query.
func TestRoomThatChangesWhileItIsTaken(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	for _, id := range []string{"n1", "n2"} {
		require.NoError(t, p.Join(t.Context(), Node{ID: id, Name: id, Lease: time.Minute}))
	}
	_, err := p.Rooms.Create(t.Context(), "a", "", Batch{Meta: &Meta{Status: StatusPlaying}})
	require.NoError(t, err)
	_, err = p.db.ExecContext(t.Context(), `UPDATE heads SET wake = 1000`)
	require.NoError(t, err)

	other, err := p.db.BeginTx(t.Context(), nil)
	require.NoError(t, err)
	_, err = other.ExecContext(t.Context(), `UPDATE heads SET owner = 'n1'`)
	require.NoError(t, err)
	taken := make(chan error)
	go func() {
		waits := strings.Replace(takeDue, " SKIP LOCKED", "", 1)
		_, err := p.db.ExecContext(t.Context(), waits, "n2", 2000, 10)
		taken <- err
	}()
	for isWaiting := false; !isWaiting; {
		row := p.db.QueryRowContext(t.Context(), `SELECT EXISTS (SELECT FROM pg_stat_activity
			WHERE wait_event_type = 'Lock' AND datname = current_database() AND query LIKE 'WITH due%')`)
		require.NoError(t, row.Scan(&isWaiting))
	}
	require.NoError(t, other.Commit())
	require.NoError(t, <-taken)
	var owner string
	require.NoError(t, p.db.QueryRowContext(t.Context(), `SELECT owner FROM heads`).Scan(&owner))
	require.Equal(t, "n1", owner)
}

// Two processes on one database see each other's writes. A process that has lost a room cannot write to
// it, even with a cached head.
func TestTwoProcesses(t *testing.T) {
	url := postgrestest.URL(t)
	a, b := openPostgresTest(t, url), openPostgresTest(t, url)
	entry := Batch{Entries: []Entry{{Kind: "answer", Data: []byte("x")}}}
	first := createTest(t, a.DB, "room")
	first, err := a.Rooms.Append(t.Context(), first, entry)
	require.NoError(t, err)
	second, err := b.Rooms.TakeOver(t.Context(), "room", "b")
	require.NoError(t, err)
	require.Equal(t, first.Seq, second.Seq)
	for _, batch := range []Batch{entry, {}, {Match: &Match{ID: "m"}}, {Progress: []byte(`{}`)}} {
		_, err = a.Rooms.Append(t.Context(), first, batch)
		require.ErrorIs(t, err, ErrFenced)
	}
	require.ErrorIs(t, a.Rooms.Delete(t.Context(), first), ErrFenced)
	before := second
	second, err = b.Rooms.Append(t.Context(), second, entry)
	require.NoError(t, err)
	// A process can write with a head from the other one.
	third, err := a.Rooms.Append(t.Context(), second, entry)
	require.NoError(t, err)
	_, err = b.Rooms.Append(t.Context(), second, entry)
	require.ErrorIs(t, err, ErrFenced)
	_, err = b.Rooms.Append(t.Context(), before, entry)
	require.ErrorIs(t, err, ErrFenced)
	_, err = b.Rooms.Append(t.Context(), third, entry)
	require.NoError(t, err)
	list, err := a.Rooms.Read(t.Context(), "room", 1, 10)
	require.NoError(t, err)
	require.Len(t, list, 4)
}

// Two processes keep taking rooms from each other. Each number of a room is acknowledged once, and there
// are no deadlocks.
func TestTwoProcessesFight(t *testing.T) {
	url := postgrestest.URL(t)
	logs := []*Postgres{openPostgresTest(t, url), openPostgresTest(t, url)}
	const rooms, each = 6, 40
	var all sync.WaitGroup
	var mu sync.Mutex
	acknowledged := map[string]string{}
	for i := range rooms {
		id := fmt.Sprint(i)
		createTest(t, logs[0].DB, id)
		for n, log := range logs {
			all.Go(func() {
				head, err := log.Rooms.TakeOver(t.Context(), id, fmt.Sprint(n))
				for i := range each {
					if err != nil {
						head, err = log.Rooms.TakeOver(t.Context(), id, fmt.Sprint(n))
					}
					if err != nil {
						t.Error(err)
						return
					}
					data := fmt.Sprint(n, ".", i)
					var next Head
					if next, err = log.Rooms.Append(
						t.Context(),
						head,
						Batch{Entries: []Entry{{Data: []byte(data)}}},
					); err != nil {
						if !errors.Is(err, ErrFenced) {
							t.Error(err)
						}
						continue
					}
					mu.Lock()
					acknowledged[fmt.Sprint(id, " ", next.Seq)] += data
					mu.Unlock()
					head = next
				}
			})
		}
	}
	all.Wait()
	stored := map[string]string{}
	for i := range rooms {
		list, err := logs[1].Rooms.Read(t.Context(), fmt.Sprint(i), 1, 1000)
		require.NoError(t, err)
		for _, entry := range list {
			stored[fmt.Sprint(i, " ", entry.Seq)] = string(entry.Data)
		}
	}
	require.Equal(t, stored, acknowledged)
}

// Two processes create rooms and matches at the same time. They are numbered in the order of commit, and
// a skeleton is given once.
func TestTwoProcessesAgreeOnNames(t *testing.T) {
	url := postgrestest.URL(t)
	logs := []*Postgres{openPostgresTest(t, url), openPostgresTest(t, url)}
	var all sync.WaitGroup
	var mu sync.Mutex
	made := map[string]int{}
	for n, log := range logs {
		for i := range 20 {
			all.Go(func() {
				_, err := log.Rooms.Create(t.Context(), fmt.Sprint(i), "", Batch{
					Meta: &Meta{Status: StatusOpen}, Match: &Match{ID: fmt.Sprint("match of ", i, n)},
				})
				if err != nil {
					if !errors.Is(err, ErrExists) {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				made[fmt.Sprint(i)]++
				mu.Unlock()
			})
			all.Go(func() {
				key := CredentialKey{Kind: "token", ID: fmt.Append(nil, n, i)}
				err := log.Identities.CreateIdentity(
					t.Context(),
					Identity{ID: fmt.Sprint(n, ".", i), Skeleton: fmt.Sprint("look ", i)},
					Credential{CredentialKey: key},
				)
				if err != nil {
					if !errors.Is(err, ErrExists) {
						t.Error(err)
					}
					return
				}
				mu.Lock()
				made["look "+fmt.Sprint(i)]++
				mu.Unlock()
			})
		}
	}
	all.Wait()
	require.Len(t, made, 40)
	for name, times := range made {
		require.Equal(t, 1, times, name)
	}
}

// Writes wait for a database that stops and starts again. Acknowledged writes are not lost.
func TestDatabaseRestarts(t *testing.T) {
	server := postgrestest.New(t)
	p, err := OpenPostgres(t.Context(), server.URL(), PostgresOptions{})
	require.NoError(t, err)
	head := createTest(t, p.DB, "a")
	entry := Batch{Entries: []Entry{{Kind: "answer"}}}
	for _, signal := range []syscall.Signal{syscall.SIGQUIT, syscall.SIGINT} {
		head, err := p.Rooms.TakeOver(t.Context(), "a", "")
		require.NoError(t, err)
		server.Stop(signal)
		started := make(chan error, 1)
		done := make(chan error, 1)
		go func() {
			_, err := p.Rooms.Append(t.Context(), head, entry)
			done <- err
		}()
		go func() { started <- server.Start() }()
		require.NoError(t, <-started)
		// The write was made, or its outcome is unknown; then the room is read again.
		first := <-done
		room, err := p.Rooms.Room(t.Context(), "a")
		require.NoError(t, err)
		if first == nil {
			require.Equal(t, head.Seq+1, room.Seq)
		}
		next, err := p.Rooms.Append(t.Context(), room.Head, entry)
		require.NoError(t, err)
		require.Equal(t, room.Seq+1, next.Seq)

		// A connection that was lost while nothing was written does no harm.
		server.Stop(signal)
		require.NoError(t, server.Start())
		next, err = p.Rooms.Append(t.Context(), next, entry)
		require.NoError(t, err)
		require.Equal(t, room.Seq+2, next.Seq)
		require.NoError(t, p.Bans.AddBan(t.Context(), Ban{ID: signal.String()}))
	}
	_, err = p.Rooms.Append(t.Context(), head, entry)
	require.ErrorIs(t, err, ErrFenced)
	head = createTest(t, p.DB, "b")
	require.NoError(t, p.Close())
	testNoDatabase(t, server, head)
}

// Without a database, writes fail after ConnectTimeout, and Close does not wait.
func testNoDatabase(t *testing.T, server *postgrestest.Server, head Head) {
	p, err := OpenPostgres(t.Context(), server.URL(), PostgresOptions{ConnectTimeout: 200 * time.Millisecond})
	require.NoError(t, err)
	server.Stop(syscall.SIGQUIT)
	_, err = p.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{}}})
	require.Error(t, err)
	_, err = p.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{}}})
	require.ErrorContains(t, err, "cannot be reached")
	require.ErrorContains(t, p.Bans.AddBan(t.Context(), Ban{ID: "x"}), "cannot be reached")
	_, err = p.Rooms.Room(t.Context(), "a")
	require.ErrorAs(t, err, new(commit.ConnectionError))
	require.Error(t, p.Stats().Failing)
	require.NoError(t, p.Close())
	_, err = OpenPostgres(t.Context(), server.URL(), PostgresOptions{})
	require.Error(t, err)

	require.NoError(t, server.Start("fsync=off"))
	_, err = OpenPostgres(t.Context(), server.URL(), PostgresOptions{})
	require.ErrorContains(t, err, "fsync")
}

// On a full disk nothing is written, and writes succeed again once there is space. The test simulates the
// full disk.
func TestPostgresRefusesWhatItCannotStore(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	head := createTest(t, p.DB, "a")
	for name, text := range map[string]string{"full": "53100", "damaged": "XX001"} {
		t.Run(name, func(t *testing.T) {
			// A trigger returns the error of a full disk.
			_, err := p.db.ExecContext(t.Context(), `CREATE FUNCTION refuse() RETURNS TRIGGER LANGUAGE plpgsql AS $$
				BEGIN RAISE EXCEPTION 'refused' USING ERRCODE = '`+text+`'; END $$`)
			require.NoError(t, err)
			_, err = p.db.ExecContext(
				t.Context(),
				`CREATE TRIGGER refuse BEFORE INSERT ON entries FOR EACH ROW WHEN (NEW.kind = 'big') EXECUTE `+
					`FUNCTION refuse()`,
			)
			require.NoError(t, err)
			_, err = p.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{Kind: "small"}, {Kind: "big"}}})
			require.ErrorIs(t, err, map[string]error{"full": ErrFull, "damaged": ErrCorrupt}[name])
			room, err := p.Rooms.Room(t.Context(), "a")
			require.NoError(t, err)
			require.Equal(t, head, room.Head, "nothing of the batch is written")
			_, err = p.db.ExecContext(t.Context(), `DROP FUNCTION refuse CASCADE`)
			require.NoError(t, err)
			head, err = p.Rooms.Append(t.Context(), head, Batch{Entries: []Entry{{Kind: "big"}}})
			require.NoError(t, err)
		})
	}
}

// A process that hangs in a transaction does not block others for long.
func TestAStoppedProcessLosesItsTransaction(t *testing.T) {
	url := postgrestest.URL(t)
	a, b := openPostgresTest(t, url), openPostgresTest(t, url)
	createTest(t, a.DB, "room")
	stopped, gate := make(chan struct{}), make(chan struct{})
	var once sync.Once
	done := make(chan error, 1)
	go func() {
		done <- a.engine.submit(t.Context(), func(t *tx) error {
			once.Do(func() { close(stopped); <-gate })
			_, err := t.Exec(insertBan, "x", "", "", "", "", "", 1, nil)
			return err
		})
	}()
	<-stopped
	createTest(t, b.DB, "other")
	close(gate)
	require.NoError(t, <-done, "it is made again on another connection")
	bans, err := b.Bans.ListBans(t.Context())
	require.NoError(t, err)
	require.Len(t, bans, 1)
}

func TestPostgresRefusesOtherDatabases(t *testing.T) {
	url := postgrestest.URL(t)
	p, err := OpenPostgres(t.Context(), url, PostgresOptions{})
	require.NoError(t, err)
	_, err = p.db.ExecContext(
		t.Context(),
		`INSERT INTO `+postgresVersionTable+` (version_id, is_applied) VALUES (9999, true)`,
	)
	require.NoError(t, err)
	require.NoError(t, p.Close())
	_, err = OpenPostgres(t.Context(), url, PostgresOptions{})
	require.ErrorIs(t, err, ErrNewerSchema)

	other := postgrestest.URL(t)
	config, err := sql.Open("pgx", other)
	require.NoError(t, err)
	_, err = config.ExecContext(t.Context(), `CREATE TABLE recipes (id BIGINT)`)
	require.NoError(t, err)
	require.NoError(t, config.Close())
	_, err = OpenPostgres(t.Context(), other, PostgresOptions{})
	require.ErrorIs(t, err, ErrCorrupt)
}

// A commit waits for the disk even with other settings of the database.
func TestCommitsWait(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t)+"&synchronous_commit=off")
	for _, l := range []*commit.Lane{p.engine.lanes.Moves, p.engine.lanes.Others} {
		err := p.engine.lanes.Write(context.WithoutCancel(t.Context()), l, "", func(tx *commit.Tx) error {
			var setting string
			if err := tx.QueryRow(`SHOW synchronous_commit`).Scan(&setting); err != nil {
				return err
			}
			require.Equal(t, "on", setting)
			return nil
		})
		require.NoError(t, err)
	}
}

func TestNumbered(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT 1`:                `SELECT 1`,
		`a = ? AND b IN (?, ?)`:   `a = $1 AND b IN ($2, $3)`,
		`a = ?2 AND b = ?1 OR ?2`: `a = $2 AND b = $1 OR $2`,
		`VALUES (?1, ?10)`:        `VALUES ($1, $10)`,
	} {
		require.Equal(t, want, commit.NumberParameters(query))
	}
}

// Rooms that are taken over from dead nodes are counted.
func TestOrphansAreCounted(t *testing.T) {
	p := openPostgresTest(t, postgrestest.URL(t))
	createTest(t, p.DB, "a")
	take := func(want uint64) {
		t.Helper()
		_, err := p.Rooms.TakeOver(t.Context(), "a", "n1")
		require.NoError(t, err)
		require.Equal(t, want, p.Stats().OrphanCount)
	}
	take(1) // from the one that has made it
	take(1)
	_, err := p.Rooms.TakeOver(t.Context(), "a", "n2")
	require.NoError(t, err)
	take(3)
	_, err = p.Rooms.TakeOver(t.Context(), "a", "")
	require.NoError(t, err)
	take(3)
	now := time.UnixMilli(1000)
	for i, owner := range []string{"n2", "", "n1"} {
		_, err := p.Rooms.Create(t.Context(), fmt.Sprint(i), owner, Batch{Meta: &Meta{Status: StatusOpen}, Wake: &now})
		require.NoError(t, err)
	}
	due, err := p.TakeDue(t.Context(), "n1", now, 10)
	require.NoError(t, err)
	require.Len(t, due, 3)
	take(4)
}
