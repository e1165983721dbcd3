package lobby

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/eventlog"
	"archmage/internal/eventlog/logtest"
)

const (
	// crashFolder makes the test program play in rooms whose log is in that
	// folder, until it is killed.
	crashFolder = "ARCHMAGE_CRASH_FOLDER"
	// crashRounds is how often TestCrash kills it; 20 times if it is not set.
	crashRounds = "ARCHMAGE_CRASH_ROUNDS"
	// crashRooms is how many rooms are played in at once, of both games.
	crashRooms = 8
	// crashFresh is after how many rounds a new folder is used, as all of a
	// folder's log is read after each round.
	crashFresh = 10
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(crashFolder); dir != "" {
		fmt.Fprintln(os.Stderr, playForever(dir))
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// playForever lets fake players play in rooms and prints each intent of theirs
// after it was acknowledged, with the number of commits and writes so far.
func playForever(dir string) error {
	ctx := context.Background()
	log, err := eventlog.OpenSQLite(ctx, dir, eventlog.SQLiteOptions{})
	if err != nil {
		return err
	}
	l := New(log, bothGames(), Options{})
	rooms, err := crashTables(ctx, l)
	if err != nil {
		return err
	}
	var printing sync.Mutex
	failed := make(chan error)
	for _, room := range rooms {
		for _, player := range room.players(l) {
			go func() {
				failed <- player.play(ctx, func(user, intent string) {
					stats := log.Stats()
					printing.Lock()
					defer printing.Unlock()
					fmt.Println(room.id, user, intent, stats.Commits, stats.Writes)
				})
			}()
		}
	}
	return <-failed
}

// crashTable is a room with its two players; its further seats are bots'.
type crashTable struct{ id, host, guest string }

func (c crashTable) players(l *Lobby) []*fake {
	return []*fake{
		newFake(l, c.id, c.host, rand.New(rand.NewPCG(rand.Uint64(), 1))),
		newFake(l, c.id, c.guest, rand.New(rand.NewPCG(rand.Uint64(), 2))),
	}
}

// crashTables returns the rooms, and opens those that are missing.
func crashTables(ctx context.Context, l *Lobby) ([]crashTable, error) {
	page, err := l.List(ctx, ListQuery{Limit: 2 * crashRooms})
	if err != nil {
		return nil, err
	}
	var list []crashTable
	for _, room := range page.Rooms {
		list = append(list, crashTable{room.ID, room.Host, "guest-" + room.Host})
	}
	for n := len(list); n < crashRooms; n++ {
		host := User{ID: "p" + strconv.Itoa(n), Name: "Ada"}
		id, err := l.Create(ctx, host, Settings{
			Game: bothGames()[n%2].Rules.Info().ID, Seats: 2 + n%3/2, Listed: true, Undo: true,
		})
		if err != nil {
			return nil, err
		}
		list = append(list, crashTable{id, host.ID, "guest-" + host.ID})
	}
	return list, nil
}

// request names an intent of a person in a room.
type roomRequest struct {
	room string
	request
}

// crashSeen is what is known of a folder: all that was acknowledged, and every
// room as its entries say, as far as they were read.
type crashSeen struct {
	acknowledged map[roomRequest]bool
	tables       map[string]*table
	// lines, commits and writes are summed up over the rounds.
	lines, commits, writes uint64
}

// A process is killed again and again while people and bots play in its rooms.
// Every intent that was acknowledged is in its room's log, once; every room
// can be read from its first entry and from its snapshot, and goes on.
func TestCrash(t *testing.T) {
	rounds := 20
	if text := os.Getenv(crashRounds); text != "" {
		var err error
		rounds, err = strconv.Atoi(text)
		require.NoError(t, err)
	}
	var dir string
	var seen *crashSeen
	for round := range rounds {
		if round%crashFresh == 0 {
			dir, seen = t.TempDir(), &crashSeen{acknowledged: map[roomRequest]bool{}, tables: map[string]*table{}}
		}
		seen.crash(t, dir)
		log, err := eventlog.OpenSQLite(t.Context(), dir, eventlog.SQLiteOptions{Check: true})
		require.NoError(t, err)
		seen.check(t, log)
		seen.goOn(t, log)
		last := round%crashFresh == crashFresh-1 || round == rounds-1
		if last { // else it is read again after the next round
			seen.check(t, log)
		}
		require.NoError(t, log.Close())
		if last {
			t.Logf("%d rounds: %d intents acknowledged, %d entries and other writes in %d commits",
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
			require.False(t, lines.Scan(), "%q is not the last line: %s", lines.Text(), complaints.String())
			break
		}
		ack := roomRequest{fields[0], request{fields[1], fields[2]}}
		require.False(t, seen.acknowledged[ack], "%v is acknowledged twice", ack)
		seen.acknowledged[ack] = true
		count++
		now, err := strconv.ParseUint(fields[3], 10, 64)
		require.NoError(t, err)
		written, err := strconv.ParseUint(fields[4], 10, 64)
		require.NoError(t, err)
		player := roomRequest{fields[0], request{fields[1], ""}}
		require.Greater(t, now, before[player], "a commit, and with it a wait for the disk, for each of a player's intents")
		before[player] = now
		commits, writes = max(commits, now), max(writes, written)
		// The lines of several players can come in another order than their
		// counts, so the highest one counts.
		require.GreaterOrEqual(t, writes, uint64(count), "a write for each intent")
		if count == last {
			kill() // and read on what was on its way
		}
	}
	require.GreaterOrEqual(t, count, last, "it ended by itself: %s", complaints.String())
	require.ErrorContains(t, command.Wait(), "killed")
	seen.lines += uint64(count)
	seen.commits += commits
	seen.writes += writes
}

// check reads every room's log.
func (seen *crashSeen) check(t *testing.T, log eventlog.Log) {
	t.Helper()
	page, err := log.List(t.Context(), eventlog.ListQuery{Limit: 2 * crashRooms})
	require.NoError(t, err)
	found := map[roomRequest]bool{}
	for _, room := range page.Items {
		whole := seen.tables[room.Room]
		if whole == nil {
			whole = &table{games: bothGames()}
			seen.tables[room.Room] = whole
		}
		snapshot, err := log.Snapshot(t.Context(), room.Room)
		require.NoError(t, err)
		short := &table{games: bothGames()}
		if snapshot.Data != nil {
			short, err = decodeTable(short.games, snapshot.Data)
			require.NoError(t, err)
		}
		last := uint64(0)
		for entry, err := range logtest.Entries(t.Context(), log, room.Room, 1) {
			require.NoError(t, err)
			last++
			require.Equal(t, last, entry.Seq, "room %s has a gap", room.Room)
			e, err := decodeEntry(entry.Kind, entry.Data)
			require.NoError(t, err)
			if e.Intent != "" {
				r := roomRequest{room.Room, request{e.By, e.Intent}}
				require.False(t, found[r], "%v is in the log twice", r)
				found[r] = true
			}
			if last > whole.last {
				require.NoError(t, whole.fold(e), "room %s, entry %d", room.Room, last)
			}
			if last > short.last {
				e, err := decodeEntry(entry.Kind, entry.Data)
				require.NoError(t, err)
				require.NoError(t, short.fold(e), "room %s from its snapshot, entry %d", room.Room, last)
			}
		}
		require.Equal(t, room.Seq, last, "room %s ends where its head says", room.Room)
		require.JSONEq(t, string(whole.encode()), string(short.encode()), "room %s from its snapshot", room.Room)
		require.Equal(t, Status(room.Status), whole.status)
	}
	for r := range seen.acknowledged {
		require.True(t, found[r], "%v was acknowledged and is lost", r)
	}
}

// goOn lets people play on in every room until each has taken an intent.
func (seen *crashSeen) goOn(t *testing.T, log eventlog.Log) {
	t.Helper()
	l := New(log, bothGames(), Options{})
	defer l.Close()
	rooms, err := crashTables(t.Context(), l)
	require.NoError(t, err)
	require.Len(t, rooms, crashRooms)
	var noting sync.Mutex
	var all sync.WaitGroup
	for _, room := range rooms {
		ctx, enough := context.WithCancel(t.Context())
		defer enough()
		for _, player := range room.players(l) {
			all.Go(func() {
				defer enough()
				err := player.play(ctx, func(user, intent string) {
					noting.Lock()
					defer noting.Unlock()
					seen.acknowledged[roomRequest{room.id, request{user, intent}}] = true
					enough()
				})
				if !errors.Is(err, context.Canceled) {
					t.Errorf("room %s does not go on: %v", room.id, err)
				}
			})
		}
	}
	all.Wait()
}
