package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/room"
	"archmage/internal/work"
	"archmage/test/programtest"
)

// Times of simulated people. They are shorter than for real people.
const (
	againAfter  = 50 * time.Millisecond
	chatEvery   = 2 * time.Second
	wanderEvery = 6 * time.Second
)

// thinkAtMost is the longest time before an answer, patience the time before a connection without a reply is
// given up, and quietFor the time without frames before a ping. Measuring the cost of a standstill uses the
// times of the browser client, and longer matches.
var thinkAtMost, patience, quietFor = 40 * time.Millisecond, 2 * time.Second, time.Second

func likeBrowsers() {
	thinkAtMost, patience, quietFor = 400*time.Millisecond, 7*time.Second, 3*time.Second
}

// party is a table of people who play one match, connected to different nodes.
type party struct {
	t        *testing.T
	nodes    func() []*clusterNode
	start    time.Time
	settings client.Settings
	people   []*roamingClient
	room     string

	mu sync.Mutex
	// acknowledged are the times of acknowledged answers.
	acknowledged []time.Duration
	// over is true once a person has seen the end of the match.
	over bool
}

// roamingClient is a person who plays or watches at a table. After losing a connection, the person reconnects,
// mostly to another node.
type roamingClient struct {
	party *party
	guest *client.Guest
	rng   *rand.Rand
	seat  game.Seat
	conn  *client.Conn
	// addr is the address for the next connection, node the name of its node.
	addr, node string
	story      *clientHistory
	counted    int
	// pending is the answer without a reply so far, saying the chat line.
	pending *client.Command
	saying  *client.Command
	spoke   time.Time
	leaves  time.Time
	// answered are the acknowledged decisions. Only the person's goroutine uses it and the story; other
	// goroutines call moves.
	answered map[uint64]bool
	// settled is the number of acknowledged decisions. party.mu guards it.
	settled int
}

// newParty creates a room with players for all seats and spectators, who are not yet connected.
func newParty(
	t *testing.T,
	nodes func() []*clusterNode,
	start time.Time,
	settings client.Settings,
	spectators int,
	rng *rand.Rand,
) *party {
	t.Helper()
	settings.Spectators = true
	p := &party{t: t, nodes: nodes, start: start, settings: settings}
	ctx := programtest.Within(t)
	for i := range settings.Seats + spectators {
		seat := game.Seat(i)
		if i >= settings.Seats {
			seat = game.NoSeat
		}
		w := &roamingClient{
			party:    p,
			seat:     seat,
			rng:      rand.New(rand.NewPCG(rng.Uint64(), 1)),
			answered: map[uint64]bool{},
		}
		p.again(ctx, w, func(ctx context.Context, base string) (err error) {
			w.guest, err = client.NewGuest(ctx, base, fmt.Sprint("Wanderer ", i))
			return err
		})
		w.story = newClientHistory(fmt.Sprintf("%s (seat %d)", w.guest.ID[:8], seat), seat)
		p.people = append(p.people, w)
	}
	host := p.people[0]
	p.again(ctx, host, func(ctx context.Context, base string) (err error) {
		guest := *host.guest
		guest.Base = base
		p.room, err = guest.CreateRoom(ctx, p.settings)
		return err
	})
	return p
}

// again repeats a request at different nodes until it succeeds.
func (p *party) again(ctx context.Context, w *roamingClient, do func(ctx context.Context, base string) error) {
	for ctx.Err() == nil {
		w.choose()
		short, cancel := context.WithTimeout(ctx, patience)
		err := do(short, "http://"+w.addr)
		cancel()
		if err == nil {
			return
		}
		_ = work.Sleep(ctx, againAfter)
	}
	p.t.Error("nothing succeeds at any node any more")
}

func (p *party) now() time.Duration { return time.Since(p.start) }

// choose selects a node for the next connection.
func (w *roamingClient) choose() {
	// A load balancer soon stops using a node that does not respond.
	nodes := slices.DeleteFunc(slices.Clone(w.party.nodes()), func(n *clusterNode) bool { return n.paused.Load() })
	one := nodes[w.rng.IntN(len(nodes))]
	w.addr, w.node = one.address(), one.name
}

// live plays or watches until the person knows that the match is over, or the context ends.
func (w *roamingClient) live(ctx context.Context) {
	defer func() {
		if w.conn != nil {
			w.conn.Close()
		}
	}()
	for ctx.Err() == nil {
		if err := w.enter(ctx); err != nil {
			w.judge(err)
			_ = work.Sleep(ctx, againAfter)
			continue
		}
		over := w.stay(ctx)
		w.conn.Close()
		w.conn.Inspect(func(s *client.State) { w.judge(s.Err) })
		if over {
			return
		}
	}
}

// enter connects the person at some node.
func (w *roamingClient) enter(ctx context.Context) error {
	w.choose()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w.story.connects(w.node)
	w.leaves = time.Now().Add(time.Duration(w.rng.Int64N(int64(2 * wanderEvery))))
	if w.conn != nil {
		return w.conn.Reconnect(ctx)
	}
	options := client.Options{
		OnFrame:  func(data []byte) { w.counted = w.story.hear(w.party.room, data, w.counted) },
		OnChange: func(s *client.State, _ int) { w.story.see(s) },
		NetDial: func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, w.addr)
		},
	}
	conn, err := w.guest.Dial(ctx, w.party.room, options)
	if err == nil {
		w.conn = conn
	}
	return err
}

// judge records an error that no fault explains.
func (w *roamingClient) judge(err error) {
	if err == nil {
		return
	}
	var refusal *coded.Error
	switch {
	case errors.As(err, &refusal):
		switch refusal.Code {
		case coded.Busy, lobby.CodeRestart, lobby.CodeMoved, lobby.CodeClosing, lobby.CodeNotStored:
		default:
			w.story.odd("the refusal %v", err)
		}
	case strings.Contains(err.Error(), "client: frame"),
		strings.Contains(err.Error(), "a frame that cannot be read"),
		strings.Contains(err.Error(), "patch"):
		w.story.odd("a frame after which its client gives up: %v", err)
	}
}

// stay plays or watches until the connection is lost, and reports whether the match is over.
func (w *roamingClient) stay(ctx context.Context) (over bool) {
	for ctx.Err() == nil && time.Now().Before(w.leaves) {
		var next *client.Command
		waiting, cancel := context.WithTimeout(ctx, quietFor)
		err := w.conn.Wait(waiting, func(s *client.State) bool {
			next, over = w.next(s)
			return next != nil || over
		})
		cancel()
		switch {
		case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
			// Check that the connection is alive.
			if w.send(ctx, client.Do("ping"), patience-quietFor) != nil {
				return false
			}
			continue
		case err != nil:
			return false
		case over:
			return true
		}
		_ = work.Sleep(ctx, time.Duration(w.rng.Int64N(int64(thinkAtMost))))
		if !w.do(ctx, next) || !w.chat(ctx) {
			return false
		}
	}
	return false
}

// send sends a command and waits for the reply with a timeout.
func (w *roamingClient) send(ctx context.Context, command client.Command, patience time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return w.conn.Send(ctx, command)
}

// next returns the person's next command, or nil.
func (w *roamingClient) next(s *client.State) (command *client.Command, over bool) {
	p := w.party
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.Result != nil && w.pending == nil {
		p.over = true
		return nil, true
	}
	var do client.Command
	asked := s.OpenDecision()
	switch {
	case w.pending != nil:
		return w.pending, false
	case w.seat == game.NoSeat:
		return nil, false
	case s.Room.Match == nil && s.Seat() == game.NoSeat:
		do = client.Claim(w.seat)
	case s.Room.Match == nil && !s.Room.Seats[w.seat].Ready:
		do = client.Ready(true)
	case s.Room.Match == nil && w.seat == 0 && s.Room.Status == "seated" && everybodyReady(s):
		do = client.Do("start")
	case s.Room.Match != nil && asked != nil && !w.answered[asked.ID]:
		do = client.Answer(asked.ID, client.RandomAnswer(asked, w.rng))
		do.ID = fmt.Sprintf("%s-%d", w.guest.ID[:8], len(w.story.intents))
	default:
		return nil, false
	}
	return &do, false
}

func everybodyReady(s *client.State) bool {
	for i := range s.Room.Seats {
		if !s.Room.Seats[i].Ready {
			return false
		}
	}
	return true
}

// do sends a command and reports whether the connection still works. An answer without a reply is sent again
// with the same id.
func (w *roamingClient) do(ctx context.Context, command *client.Command) bool {
	if command.Type != "answer" {
		err := w.send(ctx, *command, patience)
		var refusal *coded.Error
		return err == nil || errors.As(err, &refusal) && !errors.Is(err, client.ErrClosed)
	}
	one := &intent{id: command.ID, sent: w.party.now()}
	if w.pending == nil {
		w.pending = command
		w.story.intents = append(w.story.intents, one)
	} else {
		one = w.story.intents[len(w.story.intents)-1]
	}
	heard, goesOn := w.ask(ctx, *command, one)
	if heard {
		w.pending = nil
	}
	if one.verdict == verdictOK {
		w.answered[command.Body.(*room.Answer).Decision] = true
		w.party.mu.Lock()
		w.party.acknowledged = append(w.party.acknowledged, one.ended)
		w.settled++
		w.party.mu.Unlock()
	} else if heard {
		w.story.odd("answer %s is refused: %s", one.id, one.verdict)
	}
	return goesOn
}

// ask sends a command and records the last reply. heard reports whether there was a final reply, goesOn
// whether the connection still works.
func (w *roamingClient) ask(ctx context.Context, command client.Command, one *intent) (heard, goesOn bool) {
	err := w.send(ctx, command, patience)
	var refusal *coded.Error
	switch {
	case err == nil:
		one.verdict, one.ended = verdictOK, w.party.now()
		return true, true
	case errors.Is(err, client.ErrClosed), !errors.As(err, &refusal):
		one.verdict = "" // It may be stored or not.
		return false, false
	case refusal.Code == coded.Busy:
		one.verdict = ""
	case refusal.Code == lobby.CodeNotStored:
		one.verdict = string(refusal.Code)
	case refusal.Code == lobby.CodeClosing, refusal.Code == lobby.CodeRestart:
		one.verdict = ""
		return false, false
	default:
		one.verdict, one.ended = string(refusal.Code), w.party.now()
		return true, true
	}
	_ = work.Sleep(ctx, againAfter)
	return false, true
}

// chat sometimes sends a chat line.
func (w *roamingClient) chat(ctx context.Context) bool {
	if w.saying == nil {
		if time.Since(w.spoke) < chatEvery || w.rng.IntN(10) > 0 {
			return true
		}
		text := fmt.Sprintf("%s says %d", w.guest.ID[:8], len(w.story.lines))
		line := client.Chat(text)
		line.ID = fmt.Sprintf("%s+%d", w.guest.ID[:8], len(w.story.lines))
		w.saying, w.spoke = &line, time.Now()
		w.story.lines = append(w.story.lines, &intent{id: line.ID, text: text, sent: w.party.now()})
	}
	heard, goesOn := w.ask(ctx, *w.saying, w.story.lines[len(w.story.lines)-1])
	if heard {
		w.saying = nil
	}
	return goesOn
}

// moves returns the number of acknowledged answers.
func (p *party) moves() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.acknowledged)
}

// moves returns the number of the person's acknowledged answers.
func (w *roamingClient) moves() int {
	w.party.mu.Lock()
	defer w.party.mu.Unlock()
	return w.settled
}

// longestPause returns the longest time without an acknowledged answer in a period.
func (p *party) longestPause(from, to time.Duration) (longest time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	last := from
	for _, at := range slices.Sorted(slices.Values(p.acknowledged)) {
		if at > last && at <= to {
			longest, last = max(longest, at-last), at
		}
	}
	return longest
}

func (p *party) isOver() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.over
}

func (p *party) stories() map[string]*clientHistory {
	list := map[string]*clientHistory{}
	for _, w := range p.people {
		list[w.guest.ID] = w.story
	}
	return list
}
