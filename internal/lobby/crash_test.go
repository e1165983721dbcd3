package lobby

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
	"archmage/test/conformance"
)

const (
	// crashFolder makes the test program play in rooms whose log is in that
	// folder, until it is killed.
	crashFolder = "ARCHMAGE_CRASH_FOLDER"
	// crashRounds is how often TestCrash kills it; 8 times if it is not set.
	crashRounds = "ARCHMAGE_CRASH_ROUNDS"
	// crashRooms is how many rooms are played in at once, of all games.
	crashRooms = 8
	// crashFresh is after how many rounds a new folder is used, as all of a
	// folder's log is read after each round.
	crashFresh = 10
)

// crashGames are the games that the program has, and the toy, whose matches are
// so short that many of them end.
var crashGames = sync.OnceValue(func() game.Modules {
	return append(slices.Clone(bothGames()), game.Module{Rules: conformance.Toy(), Bots: []game.Bot{bot.NewRandom()}})
})

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashFolder); dir != "" {
		fmt.Fprintln(os.Stderr, playForever(dir))
		os.Exit(1)
	}
	goleak.VerifyTestMain(m) // no goroutine outlives the tests
}

// playForever lets fake players play in rooms and prints each command of theirs
// after it was acknowledged, with the number of commits and writes so far.
func playForever(dir string) error {
	ctx := context.Background()
	db, err := store.OpenSQLite(ctx, dir, store.SQLiteOptions{})
	if err != nil {
		return err
	}
	log := storetest.Of(db.DB)
	l := newServer(log, crashGames(), Options{})
	tables, err := crashTables(ctx, l)
	if err != nil {
		return err
	}
	var printing sync.Mutex
	failed := make(chan error)
	for _, table := range tables {
		for _, player := range table.players(l) {
			go func() {
				failed <- player.play(ctx, func(person, command string) {
					stats := log.Stats()
					printing.Lock()
					defer printing.Unlock()
					fmt.Println(table.id, person, command, stats.Commits, stats.Writes)
				})
			}()
		}
	}
	return <-failed
}

// crashTable is a room with its two players; its further seats are bots'.
type crashTable struct{ id, host, guest string }

func (c crashTable) players(l *server) []*fake {
	return []*fake{
		newFake(l, c.id, c.host, rand.New(rand.NewPCG(rand.Uint64(), 1))),
		newFake(l, c.id, c.guest, rand.New(rand.NewPCG(rand.Uint64(), 2))),
	}
}

// crashTables returns the rooms, and opens those that are missing.
func crashTables(ctx context.Context, l *server) ([]crashTable, error) {
	page, err := l.List(ctx, directory.ListQuery{Limit: 2 * crashRooms})
	if err != nil {
		return nil, err
	}
	var list []crashTable
	for _, info := range page.Rooms {
		list = append(list, crashTable{info.ID, info.Host, "guest-" + info.Host})
	}
	for n := len(list); n < crashRooms; n++ {
		host := people.Person{ID: "p" + strconv.Itoa(n), Name: "Ada"}
		id, err := l.Create(ctx, host, room.Settings{
			Game: crashGames()[n%3].Rules.Info().ID, Seats: 2 + n%4/3, Listed: true, Undo: true,
		})
		if err != nil {
			return nil, err
		}
		list = append(list, crashTable{id, host.ID, "guest-" + host.ID})
	}
	return list, nil
}

// request names a command of a person in a room.
type roomRequest struct {
	room string
	request
}

// crashSeen is what is known of a folder: all that was acknowledged, all that was
// found in the logs, and every room as its entries say, as far as they were read.
type crashSeen struct {
	acknowledged map[roomRequest]bool
	found        map[roomRequest]bool
	tables       map[string]*room.Table
	// lines, commits and writes are summed up over the rounds.
	lines, commits, writes uint64
}

func newCrashSeen() *crashSeen {
	return &crashSeen{
		acknowledged: map[roomRequest]bool{}, found: map[roomRequest]bool{}, tables: map[string]*room.Table{},
	}
}

// A process is killed again and again while people and bots play in its rooms.
// Every command that was acknowledged is in its room's log, once; every room
// can be read on from where it was read before and from its snapshot, and goes
// on.
func TestCrash(t *testing.T) {
	rounds := 4
	if text := os.Getenv(crashRounds); text != "" {
		var err error
		rounds, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	var dir string
	var seen *crashSeen
	for round := range rounds {
		if round%crashFresh == 0 {
			dir, seen = t.TempDir(), newCrashSeen()
		}
		seen.crash(t, dir)
		db, err := store.OpenSQLite(t.Context(), dir, store.SQLiteOptions{Check: true})
		require.NoError(t, err)
		log := storetest.Of(db.DB)
		seen.check(t, log)
		seen.goOn(t, log)
		last := round%crashFresh == crashFresh-1 || round == rounds-1
		if last { // else it is read again after the next round
			seen.check(t, log)
		}
		require.NoError(t, log.Close())
		if last {
			t.Logf("%d rounds: %d commands acknowledged, %d entries and other writes in %d commits",
				round%crashFresh+1, seen.lines, seen.writes, seen.commits)
		}
	}
}

// crash starts the process, kills it at a random moment after its first
// acknowledgement, and notes what it has acknowledged.
func (seen *crashSeen) crash(t *testing.T, dir string) {
	t.Helper()
	program, err := os.Executable()
	require.NoError(t, err)
	command := exec.CommandContext(t.Context(), program)
	command.Env = append(os.Environ(), crashFolder+"="+dir)
	var complaints strings.Builder
	command.Stderr = &complaints
	out, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	var once sync.Once
	kill := func() { once.Do(func() { require.NoError(t, command.Process.Kill()) }) }
	defer kill()

	last, count := 1+rand.N(120), 0
	var commits, writes uint64
	// before is the number of commits at each player's last acknowledgement.
	before := map[roomRequest]uint64{}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != 5 {
			require.False(t, lines.Scan(), "%q is not the last line", lines.Text())
			break
		}
		ack := roomRequest{fields[0], request{fields[1], shortID(fields[2])}}
		require.False(t, seen.acknowledged[ack], "%v is acknowledged twice", ack)
		seen.acknowledged[ack] = true
		count++
		now, err := strconv.ParseUint(fields[3], 10, 64)
		require.NoError(t, err)
		written, err := strconv.ParseUint(fields[4], 10, 64)
		require.NoError(t, err)
		player := roomRequest{fields[0], request{fields[1], ""}}
		require.Greater(
			t,
			now,
			before[player],
			"a commit, and with it a wait for the disk, for each of a player's commands",
		)
		before[player] = now
		commits, writes = max(commits, now), max(writes, written)
		// The lines of several players can come in another order than their
		// counts, so the highest one counts.
		require.GreaterOrEqual(t, writes, uint64(count), "a write for each command")
		if count == last {
			kill() // and read on what was on its way
		}
	}
	ended := command.Wait()
	require.GreaterOrEqual(t, count, last, "it ended by itself: %s", complaints.String())
	require.ErrorContains(t, ended, "killed")
	seen.lines += uint64(count)
	seen.commits += commits
	seen.writes += writes
}

// check reads every room's log.
func (seen *crashSeen) check(t *testing.T, log testLog) {
	t.Helper()
	page, err := log.List(t.Context(), store.ListQuery{Limit: 2 * crashRooms})
	require.NoError(t, err)
	for i := range page.Items {
		seen.checkRoom(t, log, &page.Items[i])
	}
	for r := range seen.acknowledged {
		require.True(t, seen.found[r], "%v was acknowledged and is lost", r)
	}
}

// checkRoom reads what is new in a room's log. If a match has begun since, what
// was before it is removed: then the snapshot of its start says what was done.
func (seen *crashSeen) checkRoom(t *testing.T, log testLog, stored *store.Room) {
	t.Helper()
	id := stored.Room
	snapshot, err := log.Snapshot(t.Context(), id)
	require.NoError(t, err)
	short := atSnapshot(t, log, crashGames(), id)
	require.Equal(t, snapshot.Seq, short.Last)
	whole := seen.tables[id]
	if whole == nil {
		whole = room.New(crashGames(), id)
	}
	if whole.Last+1 < stored.First {
		seen.foundIn(t, id, snapshot.Data)
		whole = short
	}
	require.Equal(t, stored.First, snapshot.Seq+1, "room %s keeps what its snapshot needs", id)
	list, err := log.Read(t.Context(), id, stored.First, store.MaxPage)
	require.NoError(t, err)
	require.Less(t, len(list), store.MaxPage)
	last := stored.First - 1
	for _, entry := range list {
		last++
		require.Equal(t, last, entry.Seq, "room %s has a gap", id)
		e, err := room.DecodeEntry(entry.Kind, entry.Data)
		require.NoError(t, err)
		short, _, err = room.Apply(short, e)
		require.NoError(t, err, "room %s from its snapshot, entry %d", id, last)
		if last <= whole.Last {
			continue
		}
		if e.ID != "" {
			r := roomRequest{id, request{e.By, e.ID}}
			require.False(t, seen.found[r], "%v is in the log twice", r)
			seen.found[r] = true
		}
		whole, _, err = room.Apply(whole, e)
		require.NoError(t, err, "room %s, entry %d", id, last)
	}
	seen.tables[id] = whole
	require.Equal(t, stored.Seq, last, "room %s ends where its head says", id)
	require.JSONEq(t, string(whole.Encode()), string(short.Encode()), "room %s from its snapshot", id)
	require.Equal(t, room.Status(stored.Status), whole.Status)
	seen.checkMatches(t, log, whole)
}

// foundIn notes the commands that a snapshot remembers.
func (seen *crashSeen) foundIn(t *testing.T, id string, snapshot []byte) {
	t.Helper()
	var in struct {
		Table struct{ Requests [][2]string }
	}
	require.NoError(t, json.Unmarshal(snapshot, &in))
	for _, r := range in.Table.Requests {
		seen.found[roomRequest{id, request{r[0], r[1]}}] = true
	}
}

// checkMatches makes sure that every match of a room that is over is in the
// archive, and that the record of the last one leads to its end.
func (seen *crashSeen) checkMatches(t *testing.T, log testLog, now *room.Table) {
	t.Helper()
	page, err := log.Matches(t.Context(), store.MatchQuery{Person: now.Host, Limit: store.MaxPage})
	require.NoError(t, err)
	over := now.Matches
	if now.Playing() {
		over--
	}
	require.Len(t, page.Items, over, "room %s", now.ID)
	if over == 0 {
		return
	}
	packed, err := log.Record(t.Context(), page.Items[0].ID)
	require.NoError(t, err)
	text, err := match.Unpack(packed)
	require.NoError(t, err)
	record, err := match.Decode(text)
	require.NoError(t, err)
	g, _ := crashGames().Find(record.Game)
	_, err = record.Replay(g.Rules, nil)
	require.NoError(t, err)
}

// goOn lets people play on in every room until each has given a command.
func (seen *crashSeen) goOn(t *testing.T, log testLog) {
	t.Helper()
	l := newServer(log, crashGames(), Options{})
	defer l.Close()
	tables, err := crashTables(t.Context(), l)
	require.NoError(t, err)
	require.Len(t, tables, crashRooms)
	var noting sync.Mutex
	var all sync.WaitGroup
	for _, table := range tables {
		ctx, enough := context.WithCancel(t.Context())
		defer enough()
		for _, player := range table.players(l) {
			all.Go(func() {
				defer enough()
				err := player.play(ctx, func(person, command string) {
					noting.Lock()
					defer noting.Unlock()
					seen.acknowledged[roomRequest{table.id, request{person, shortID(command)}}] = true
					enough()
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("room %s does not go on: %v", table.id, err)
				}
			})
		}
	}
	all.Wait()
}
