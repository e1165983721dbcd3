// Package loadtest plays many matches at the same time against a server, through its public protocol, and
// measures latency and what the server uses. Begin at [Run].
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
	// URLs has the address of the server, like http://127.0.0.1:8080, or the addresses of all nodes of a
	// cluster. All clients of a room use the same node. A client that loses its connection tries the next node.
	// The servers must run with --limits off.
	URLs []string
	// SpreadClients distributes the clients of each room over the nodes.
	SpreadClients bool
	// Admins are the admin addresses, like http://127.0.0.1:9090, whose metrics are read. Without them, the
	// server's usage is not measured.
	Admins []string
	// Games has the ids of the games. The rooms play them in rotation. Options has match options for all games.
	// Each game ignores the options that it does not have.
	Games   []string
	Options game.MatchOptions
	// Rooms is the number of rooms, each with the largest number of players of its game. Spectators is the
	// number of spectators in each room. Crowd is the number of additional spectators in the first room.
	Rooms, Spectators, Crowd int
	// BotSeats is the number of seats in each room that the server's bot with the id Bot plays. At least one seat
	// must be left for a client.
	BotSeats int
	Bot      string
	// ReplayClients is the number of clients that open replays of the server's public matches, one after the other.
	// The matches of a load test are public.
	ReplayClients int
	// Duration is the time during which moves are counted. When a match ends, a rematch follows.
	Duration time.Duration
	// MaxMoves is the number of moves to count, whatever time they take. 0 means that Duration decides.
	MaxMoves int64
	// Think is the average time that a player waits before a move. With 0, players answer immediately.
	Think time.Duration
	// Verify compares documents made by patches with fresh snapshots.
	Verify bool
	// Churn is the average number of updates after which a connection is cut. 0 means never.
	Churn int
	// Patience is the time for which a client tries to reconnect. With 0, a lost connection is an error.
	Patience time.Duration
	// SourceOf returns the local address for the clients of a room. If it is nil, they use the default address.
	SourceOf func(room int) *client.Source
	// Seed determines the random answers and pauses.
	Seed uint64
}

// Report is the result of a load test.
type Report struct {
	Elapsed time.Duration
	// Connections is the number of connections of players and spectators.
	Connections int
	// Moves counts the answers of clients that the server has accepted. BotMoves counts the moves of bots that
	// every client of the room has received. Matches counts the matches that have ended, and Verified counts the
	// comparisons of documents.
	Moves, BotMoves, Matches, Verified int64
	// Errors counts errors by a short text.
	Errors map[string]int64

	// CPU is the server's CPU time while moves were counted, in seconds. Memory is its resident memory in
	// bytes. Goroutines and Files are its numbers of goroutines and open files. Memory, Goroutines and Files
	// have the values before and after the test. All values are 0 without an admin address.
	CPU                       float64
	Memory, Goroutines, Files [2]float64
	// Nodes has the usage of each node during the test. Its Memory is the memory at the end of the test. Nodes
	// is empty for a single server.
	Nodes []Usage

	ownLatency, lastLatency, updateBytes, replayTimes, reconnectTimes *histogram
}

// OwnLatency returns a percentile, from 0 to 100, of the time from a command to the sender's update.
func (r *Report) OwnLatency(percent float64) time.Duration {
	return time.Duration(r.ownLatency.percentile(percent)) * time.Microsecond
}

// Failed reports whether there were errors, or no moves.
func (r *Report) Failed() bool { return len(r.Errors) > 0 || r.Moves == 0 }

// Print writes the report as text.
func (r *Report) Print(w io.Writer) {
	seconds := r.Elapsed.Seconds()
	fmt.Fprintf(w, "%d connections, %.1f s: %d moves, %.0f a second; %d matches ended\n",
		r.Connections, seconds, r.Moves, float64(r.Moves)/seconds, r.Matches)
	if r.BotMoves > 0 {
		fmt.Fprintf(w, "bots on the server: %d moves, %.0f a second\n", r.BotMoves, float64(r.BotMoves)/seconds)
	}
	fmt.Fprintf(w, "from command to own update:   %s\n", r.ownLatency.summary())
	fmt.Fprintf(w, "to the last one's update:     %s\n", r.lastLatency.summary())
	fmt.Fprintf(w, "bytes an update and recipient: median %d, p99 %d (%d updates)\n",
		r.updateBytes.percentile(50), r.updateBytes.percentile(99), r.updateBytes.count())
	if r.replayTimes.count() > 0 {
		fmt.Fprintf(w, "first board of a replay:      %s\n", r.replayTimes.summary())
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
			i+1, node.CPU, node.CPU/seconds, node.Memory/1e6, node.FrameBytes/1e6, node.LinkBytes/1e6,
		)
	}
	if r.Verified > 0 {
		fmt.Fprintf(w, "%d times documents compared with a fresh snapshot\n", r.Verified)
	}
	if r.reconnectTimes.count() > 0 {
		fmt.Fprintf(w, "from a lost connection to the next: %s\n", r.reconnectTimes.summary())
	}
	for _, text := range slices.Sorted(maps.Keys(r.Errors)) {
		fmt.Fprintf(w, "ERROR %d times: %s\n", r.Errors[text], text)
	}
}

type test struct {
	config Config
	// maxSeats has the largest number of players of each game. hasOption has the ids of the match options of
	// each game.
	maxSeats  map[string]int
	hasOption map[string]map[string]bool
	// measuring is true while moves are counted. Counting begins when all clients have connected.
	measuring atomic.Bool
	// countReached is closed when Config.MaxMoves moves have been counted.
	countReached                         chan struct{}
	ownLatency, lastLatency, updateBytes *histogram
	replayTimes, reconnectTimes          *histogram
	moves, botMoves, matches             atomic.Int64
	verified, connections                atomic.Int64

	mu     sync.Mutex
	errors map[string]int64
}

// Run runs a load test until it is over, ctx ends, or every client has stopped with an error. It returns an
// error if the rooms cannot be opened or the metrics cannot be read. Errors during play are in the report.
func Run(ctx context.Context, config Config, progress io.Writer) (*Report, error) {
	t := &test{
		config:         config,
		maxSeats:       map[string]int{},
		hasOption:      map[string]map[string]bool{},
		errors:         map[string]int64{},
		countReached:   make(chan struct{}),
		ownLatency:     newHistogram(),
		lastLatency:    newHistogram(),
		updateBytes:    newHistogram(),
		replayTimes:    newHistogram(),
		reconnectTimes: newHistogram(),
	}
	if err := t.readGames(ctx); err != nil {
		return nil, err
	}
	var finished []string
	if config.ReplayClients > 0 {
		var err error
		if finished, err = t.finishedMatches(ctx); err != nil {
			return nil, err
		}
	}
	rooms, err := t.openRooms(ctx)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(progress, "%d rooms are open, %d connections\n", len(rooms), t.connections.Load())
	connections := int(t.connections.Load())
	playing, stop := context.WithCancel(ctx)
	defer stop()
	var players sync.WaitGroup
	for _, r := range rooms {
		r.play(playing, &players)
	}
	var readers sync.WaitGroup
	for i := range config.ReplayClients {
		readers.Go(func() { t.openReplays(playing, i, finished) })
	}
	done := make(chan struct{})
	go func() {
		players.Wait()
		close(done)
	}()
	report := &Report{
		Connections:    connections,
		ownLatency:     t.ownLatency,
		lastLatency:    t.lastLatency,
		updateBytes:    t.updateBytes,
		replayTimes:    t.replayTimes,
		reconnectTimes: t.reconnectTimes,
	}
	before, err := t.usage(ctx)
	if err != nil {
		return nil, err
	}
	start := time.Now()
	t.measuring.Store(true)
	t.wait(ctx, done, progress, start)
	t.measuring.Store(false)
	report.Elapsed = time.Since(start)
	after, err := t.usage(ctx)
	if err != nil {
		return nil, err
	}
	stop()
	<-done
	readers.Wait()
	for _, r := range rooms {
		r.disconnect()
	}
	report.compare(before, after)
	report.Moves, report.BotMoves, report.Matches = t.moves.Load(), t.botMoves.Load(), t.matches.Load()
	report.Verified, report.Errors = t.verified.Load(), t.errors
	return report, nil
}

// usage reads the usage of each server that has an admin address.
func (t *test) usage(ctx context.Context) (list []Usage, err error) {
	for _, admin := range t.config.Admins {
		usage, err := ReadUsage(ctx, admin)
		if err != nil {
			return nil, err
		}
		list = append(list, usage)
	}
	return list, nil
}

// compare adds the usage of all servers between two measurements to the report.
func (r *Report) compare(before, after []Usage) {
	for i := range after {
		used := after[i].Minus(before[i])
		r.CPU += used.CPU
		for index, u := range []Usage{before[i], after[i]} {
			r.Memory[index] += u.Memory
			r.Goroutines[index] += u.Goroutines
			r.Files[index] += u.Files
		}
		if used.Memory = after[i].Memory; len(after) > 1 {
			r.Nodes = append(r.Nodes, used)
		}
	}
}

// url returns the URL of the node that a client uses.
func (t *test) url(room, person int) string {
	if t.config.SpreadClients {
		room += person
	}
	return t.config.URLs[room%len(t.config.URLs)]
}

// progressInterval is the time between two lines of progress.
const progressInterval = 10 * time.Second

// wait returns when the test is over or all clients have stopped.
func (t *test) wait(ctx context.Context, done <-chan struct{}, progress io.Writer, start time.Time) {
	var end <-chan time.Time
	if t.config.MaxMoves == 0 {
		end = time.After(t.config.Duration)
	}
	ticker := time.NewTicker(progressInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-done:
			return
		case <-t.countReached:
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

// readGames reads the games of the server and checks them against the configuration.
func (t *test) readGames(ctx context.Context) error {
	var games []struct {
		ID       string             `json:"id"`
		MaxSeats int                `json:"maxSeats"`
		Options  []game.MatchOption `json:"options"`
	}
	guest := &client.Guest{Base: t.url(0, 0)}
	if err := guest.Call(ctx, "GET", "/api/games", nil, &games); err != nil {
		return err
	}
	for _, g := range games {
		t.maxSeats[g.ID], t.hasOption[g.ID] = g.MaxSeats, map[string]bool{}
		for _, option := range g.Options {
			t.hasOption[g.ID][option.ID] = true
		}
	}
	for _, id := range t.config.Games {
		if t.maxSeats[id] == 0 {
			return fmt.Errorf("the server has no game %q", id)
		}
		if t.config.BotSeats >= t.maxSeats[id] {
			return fmt.Errorf("%s has %d seats, and at least one must be left for a client", id, t.maxSeats[id])
		}
	}
	return nil
}

// openRooms opens the rooms and connects their clients, 16 rooms at a time.
func (t *test) openRooms(ctx context.Context) ([]*room, error) {
	rooms := make([]*room, t.config.Rooms)
	errs := make([]error, t.config.Rooms)
	slots := make(chan struct{}, 16)
	var opening sync.WaitGroup
	for i := range rooms {
		slots <- struct{}{}
		opening.Go(func() {
			defer func() { <-slots }()
			spectators := t.config.Spectators
			if i == 0 {
				spectators += t.config.Crowd
			}
			rooms[i], errs[i] = t.openRoom(ctx, i, spectators)
		})
	}
	opening.Wait()
	return rooms, errors.Join(errs...)
}

// count counts an accepted move. When Config.MaxMoves moves have been counted, it closes countReached.
func (t *test) count() {
	if t.measuring.Load() && t.moves.Add(1) == t.config.MaxMoves {
		close(t.countReached)
	}
}

// fail counts an error.
func (t *test) fail(format string, args ...any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.errors[fmt.Sprintf(format, args...)]++
}

// random returns the random source of one client.
func (t *test) random(room, client int) *rand.Rand {
	return rand.New(rand.NewPCG(t.config.Seed, uint64(room)<<32|uint64(client)))
}
