// Package loadtest plays many matches at once against a server, through its
// public protocol, and measures the server.
package loadtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"archmage/client"
	"archmage/internal/game"
)

// Config describes a load test.
type Config struct {
	// URLs are where the server is, as in http://127.0.0.1:8080: one address, or one
	// for each of several nodes, of which everybody in a room uses the same; who loses
	// the connection tries the next one. They must run with --limits off.
	URLs []string
	// Apart: people of a room use the nodes in turn.
	Apart bool
	// Admins are the admin addresses, as in http://127.0.0.1:9090, which tell what
	// the servers use; none leaves that out.
	Admins []string
	// Games are the ids of the games; rooms take them in turn. Options are
	// match options for those games that have them.
	Games   []string
	Options game.MatchOptions
	// Rooms are played at once, with as many players as the game takes, and
	// Spectators in each; Crowd more watch the first room.
	Rooms, Spectators, Crowd int
	// Bots is how many seats of each room the bot with the id Bot plays, on the
	// server. At least one seat is left for a person.
	Bots int
	Bot  string
	// Replays is how many people open replays of the server's public matches, one
	// after the other. Every room of a load test is public.
	Replays int
	// Duration is how long moves are counted. Matches that end are followed by
	// a rematch.
	Duration time.Duration
	// Moves is how many moves are counted, however long they take; 0 means that
	// Duration decides.
	Moves int64
	// Think is how long a player waits before a move, on average; 0 means that
	// every answer follows its question at once.
	Think time.Duration
	// Verify compares what patches have made of documents with fresh snapshots.
	Verify bool
	// Churn is after how many updates a connection is cut, on average; 0 means
	// never.
	Churn int
	// Patience is how long a client whose connection is lost tries to connect
	// again. With 0 a lost connection is an error.
	Patience time.Duration
	// From says which address of this machine the clients of a room come from; nil
	// is the usual one.
	From func(room int) *client.Source
	// Seed determines the random answers and pauses.
	Seed uint64
}

// Report is what was measured.
type Report struct {
	Elapsed time.Duration
	// Connections are those of players and spectators together.
	Connections int
	// Moves are answers that the server has taken, BotMoves those of bots that
	// everybody in the room was told of, Matches those played to their end, Verified
	// how often documents were compared.
	Moves, BotMoves, Matches, Verified int64
	// Errors counts what went wrong, by a short text.
	Errors map[string]int64

	// CPU is what the server used while moves were counted, in seconds; Memory
	// is what it held before and after, in bytes, Goroutines and Files how
	// many of them there were. They are 0 where there is no admin address.
	CPU                       float64
	Memory, Goroutines, Files [2]float64
	// Nodes is what each of several nodes used meanwhile, and the memory that it had
	// at the end.
	Nodes []Usage

	own, last, bytes, replays, away *histogram
}

// Own returns the percentile of the time from a command to the sender's own
// update.
func (r *Report) Own(percent float64) time.Duration {
	return time.Duration(r.own.percentile(percent)) * time.Microsecond
}

// Failed reports whether anything went wrong, or nothing was played.
func (r *Report) Failed() bool { return len(r.Errors) > 0 || r.Moves == 0 }

// Print writes the report for people.
func (r *Report) Print(w io.Writer) {
	seconds := r.Elapsed.Seconds()
	fmt.Fprintf(w, "%d connections, %.1f s: %d moves, %.0f a second; %d matches ended\n",
		r.Connections, seconds, r.Moves, float64(r.Moves)/seconds, r.Matches)
	if r.BotMoves > 0 {
		fmt.Fprintf(w, "bots on the server: %d moves, %.0f a second\n", r.BotMoves, float64(r.BotMoves)/seconds)
	}
	fmt.Fprintf(w, "from command to own update:   %s\n", r.own.summary())
	fmt.Fprintf(w, "to the last one's update:     %s\n", r.last.summary())
	fmt.Fprintf(w, "bytes an update and recipient: median %d, p99 %d (%d updates)\n",
		r.bytes.percentile(50), r.bytes.percentile(99), r.bytes.count())
	if r.replays.count() > 0 {
		fmt.Fprintf(w, "first board of a replay:      %s\n", r.replays.summary())
	}
	if r.CPU > 0 {
		fmt.Fprintf(
			w,
			"server: %.3f CPU s per 1,000 moves (%.2f of a processor)\n",
			r.CPU/float64(max(1, r.Moves))*1000,
			r.CPU/seconds,
		)
		fmt.Fprintf(
			w, "server: %.1f MB resident before, %.1f MB after; %.0f and %.0f goroutines, %.0f and %.0f open files\n",
			r.Memory[0]/1e6, r.Memory[1]/1e6, r.Goroutines[0], r.Goroutines[1], r.Files[0], r.Files[1],
		)
	}
	for i, node := range r.Nodes {
		fmt.Fprintf(
			w,
			"node %d: %.3f CPU s (%.2f of a processor), %.1f MB, %.1f MB sent to players, %.1f MB to other nodes\n",
			i+1, node.CPU, node.CPU/seconds, node.Memory/1e6, node.Bytes/1e6, node.Linked/1e6,
		)
	}
	if r.Verified > 0 {
		fmt.Fprintf(w, "%d times documents compared with a fresh snapshot\n", r.Verified)
	}
	if r.away.count() > 0 {
		fmt.Fprintf(w, "from a lost connection to the next: %s\n", r.away.summary())
	}
	for _, text := range slices.Sorted(maps.Keys(r.Errors)) {
		fmt.Fprintf(w, "ERROR %d times: %s\n", r.Errors[text], text)
	}
}

// test is a load test while it runs.
type test struct {
	config Config
	// seats is how many players each game takes, has which options.
	seats map[string]int
	has   map[string]map[string]bool
	// measuring: everybody has connected, so moves count.
	measuring atomic.Bool
	// enough is closed when as many moves have been made as there shall be.
	enough                   chan struct{}
	own, last, bytes         *histogram
	replays, away            *histogram
	moves, botMoves, matches atomic.Int64
	verified, open           atomic.Int64

	mu     sync.Mutex
	errors map[string]int64
}

// Run plays until the test is over, ctx ends, or no client is left that plays or
// watches. It returns an error if nothing could be played; errors during play are
// in the report.
func Run(ctx context.Context, config Config, progress io.Writer) (*Report, error) {
	t := &test{
		config:  config,
		seats:   map[string]int{},
		has:     map[string]map[string]bool{},
		errors:  map[string]int64{},
		enough:  make(chan struct{}),
		own:     newHistogram(),
		last:    newHistogram(),
		bytes:   newHistogram(),
		replays: newHistogram(),
		away:    newHistogram(),
	}
	if err := t.readGames(ctx); err != nil {
		return nil, err
	}
	var finished []string
	if config.Replays > 0 {
		var err error
		if finished, err = t.finishedMatches(ctx); err != nil {
			return nil, err
		}
	}
	rooms, err := t.openRooms(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(progress, "%d rooms are open, %d connections\n", len(rooms), t.open.Load())
	connections := int(t.open.Load())
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var all sync.WaitGroup
	for _, r := range rooms {
		r.play(playing, &all)
	}
	var readers sync.WaitGroup
	for i := range config.Replays {
		readers.Go(func() { t.openReplays(playing, i, finished) })
	}
	left := make(chan struct{})
	go func() {
		all.Wait()
		close(left)
	}()
	report := &Report{
		Connections: connections,
		own:         t.own,
		last:        t.last,
		bytes:       t.bytes,
		replays:     t.replays,
		away:        t.away,
	}
	before, err := t.usage(ctx)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	t.measuring.Store(true)
	t.wait(ctx, left, progress, start)
	t.measuring.Store(false)
	report.Elapsed = time.Since(start)
	after, err := t.usage(ctx)
	if err != nil {
		return nil, err
	}
	stop()
	<-left
	readers.Wait()
	for _, r := range rooms {
		r.close()
	}
	report.compare(before, after)
	report.Moves, report.BotMoves, report.Matches = t.moves.Load(), t.botMoves.Load(), t.matches.Load()
	report.Verified, report.Errors = t.verified.Load(), t.errors
	return report, nil
}

// usage reads what each server uses that has an admin address.
func (t *test) usage(ctx context.Context) (list []Usage, err error) {
	for _, admin := range t.config.Admins {
		one, err := ReadUsage(ctx, admin)
		if err != nil {
			return nil, err
		}
		list = append(list, one)
	}
	return list, nil
}

// compare notes what the servers have used.
func (r *Report) compare(before, after []Usage) {
	for i := range after {
		used := after[i].Minus(before[i])
		r.CPU += used.CPU
		for at, u := range []Usage{before[i], after[i]} {
			r.Memory[at] += u.Memory
			r.Goroutines[at] += u.Goroutines
			r.Files[at] += u.Files
		}
		if used.Memory = after[i].Memory; len(after) > 1 {
			r.Nodes = append(r.Nodes, used)
		}
	}
}

// url returns the address that a person of a room uses.
func (t *test) url(room, person int) string {
	if t.config.Apart {
		room += person
	}
	return t.config.URLs[room%len(t.config.URLs)]
}

// progressEvery is how often a long test prints its progress.
const progressEvery = 10 * time.Second

// wait waits until the test is over, or everybody has left.
func (t *test) wait(ctx context.Context, left <-chan struct{}, progress io.Writer, start time.Time) {
	var end <-chan time.Time
	if t.config.Moves == 0 {
		end = time.After(t.config.Duration)
	}
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-left:
			return
		case <-t.enough:
			return
		case <-end:
			return
		case <-ticker.C:
			moves := t.moves.Load()
			fmt.Fprintf(progress, "%.0f s: %d moves, %.0f a second\n",
				time.Since(start).Seconds(), moves, float64(moves)/time.Since(start).Seconds())
		}
	}
}

// readGames asks the server which games there are and for how many.
func (t *test) readGames(ctx context.Context) error {
	var games []struct {
		ID       string             `json:"id"`
		MaxSeats int                `json:"maxSeats"`
		Options  []game.MatchOption `json:"options"`
	}
	anybody := &client.Guest{Base: t.url(0, 0)}
	if err := anybody.Call(ctx, "GET", "/api/games", nil, &games); err != nil {
		return err
	}
	for _, g := range games {
		t.seats[g.ID], t.has[g.ID] = g.MaxSeats, map[string]bool{}
		for _, option := range g.Options {
			t.has[g.ID][option.ID] = true
		}
	}
	for _, id := range t.config.Games {
		if t.seats[id] == 0 {
			return fmt.Errorf("the server has no game %q", id)
		}
		if t.config.Bots >= t.seats[id] {
			return fmt.Errorf("%s has %d seats, and one is for a person", id, t.seats[id])
		}
	}
	return nil
}

// openRooms opens the rooms and connects everybody, several at a time.
func (t *test) openRooms(ctx context.Context) ([]*room, error) {
	rooms := make([]*room, t.config.Rooms)
	errs := make([]error, t.config.Rooms)
	places := make(chan struct{}, 16)
	var all sync.WaitGroup
	for i := range rooms {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			spectators := t.config.Spectators
			if i == 0 {
				spectators += t.config.Crowd
			}
			rooms[i], errs[i] = t.openRoom(ctx, i, spectators)
		})
	}
	all.Wait()
	return rooms, errors.Join(errs...)
}

// count counts a move that the server has taken.
func (t *test) count() {
	if t.measuring.Load() && t.moves.Add(1) == t.config.Moves {
		close(t.enough)
	}
}

// fail counts something that went wrong.
func (t *test) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errors[fmt.Sprintf(format, args...)]++
}

// random returns the stream of random numbers of one client.
func (t *test) random(room, client int) *rand.Rand {
	return rand.New(rand.NewPCG(t.config.Seed, uint64(room)<<32|uint64(client)))
}
