package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/test/programtest"
)

// testPlayer is a person with a connection to a room, who plays at random.
type testPlayer struct {
	t     *testing.T
	guest *client.Guest
	conn  *client.Conn
	rng   *rand.Rand
	// neverGoesBack is true if the player never goes back, because records do not contain that.
	neverGoesBack bool
	// acknowledged are the ids of the answers that play has sent. pending is the last one if it has no reply
	// yet.
	acknowledged []string
	pending      *client.Command

	// mu guards frames, the received frames.
	mu     sync.Mutex
	frames []json.RawMessage
}

// newConnectedPlayer creates a guest and connects it to a room.
func newConnectedPlayer(t *testing.T, base, room, name string) *testPlayer {
	t.Helper()
	guest, err := client.NewGuest(programtest.Within(t), base, name)
	require.NoError(t, err)
	return arrive(t, guest, room, client.Options{})
}

// arrive connects a guest to a room.
func arrive(t *testing.T, guest *client.Guest, room string, options client.Options) *testPlayer {
	t.Helper()
	p := &testPlayer{t: t, guest: guest, rng: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))}
	options.OnFrame = func(data []byte) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.frames = append(p.frames, json.RawMessage(string(data)))
	}
	conn, err := guest.Dial(programtest.Within(t), room, options)
	require.NoError(t, err)
	t.Cleanup(conn.Close)
	p.conn = conn
	return p
}

// received returns all received frames.
func (p *testPlayer) received() []json.RawMessage {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]json.RawMessage(nil), p.frames...)
}

func (p *testPlayer) send(command client.Command) error {
	p.t.Helper()
	return p.conn.Send(programtest.Within(p.t), command)
}

func (p *testPlayer) must(command client.Command) {
	p.t.Helper()
	require.NoError(p.t, p.send(command), "%s: %+v", p.guest.Name, command)
}

// refused requires that a command is rejected with a code.
func (p *testPlayer) refused(code coded.Code, command client.Command) {
	p.t.Helper()
	requireCode(p.t, code, p.send(command))
}

func requireCode(t *testing.T, code coded.Code, err error) {
	t.Helper()
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, code, refusal.Code, "%v", err)
}

func (p *testPlayer) wait(condition func(*client.State) bool) {
	p.t.Helper()
	require.NoError(p.t, p.conn.Wait(programtest.Within(p.t), condition), p.guest.Name)
}

// waitUntilCaughtUp waits until the client has received everything that the room has sent so far.
func (p *testPlayer) waitUntilCaughtUp() {
	p.t.Helper()
	require.NoError(p.t, p.conn.Send(programtest.Within(p.t), client.Do("ping")))
}

// matchView is a person's state of a match.
type matchView struct {
	sequence  string
	seq       uint64
	documents [2]string
	decisions []game.DecisionText
	events    int
	undo      bool
	result    *client.Result
}

func (p *testPlayer) knows() matchView {
	p.t.Helper()
	var s matchView
	p.conn.Inspect(func(state *client.State) {
		public, private, err := state.Documents()
		require.NoError(p.t, err)
		s = matchView{
			sequence:  state.Sequence,
			seq:       state.Seq,
			documents: [2]string{string(public), string(private)},
			decisions: state.Decisions,
			events:    state.EventsFrom + len(state.Events),
			undo:      state.CanUndo,
			result:    state.Result,
		}
	})
	return s
}

// match returns the id of the current match, or "".
func (p *testPlayer) match() (id string) {
	p.conn.Inspect(func(s *client.State) { id = s.Match })
	return id
}

// waitForDecision waits until this person has a decision, and returns it.
func (p *testPlayer) waitForDecision() game.DecisionText {
	p.t.Helper()
	var d game.DecisionText
	p.wait(func(s *client.State) bool {
		if asked := s.OpenDecision(); asked != nil {
			d = *asked
		}
		return s.OpenDecision() != nil
	})
	return d
}

// random returns a random answer to a decision.
func (p *testPlayer) random(d *game.DecisionText) client.Command {
	choice := client.RandomAnswer(d, p.rng)
	for p.neverGoesBack && len(choice) == 1 && choice[0].Option == "back" {
		choice = client.RandomAnswer(d, p.rng)
	}
	return client.Answer(d.ID, choice)
}

// play sends random answers until the match is over. each is called around every answer.
func (p *testPlayer) play(ctx context.Context, each func(answer func() error) error) error {
	for {
		var d game.DecisionText
		err := p.conn.Wait(ctx, func(s *client.State) bool {
			if asked := s.OpenDecision(); asked != nil {
				d = *asked
			}
			return s.Result != nil || s.OpenDecision() != nil
		})
		if err != nil {
			return fmt.Errorf("%s waits: %w", p.guest.Name, err)
		}
		over := false
		p.conn.Inspect(func(s *client.State) { over = s.Result != nil })
		if over {
			return nil
		}
		command := p.random(&d)
		command.ID = fmt.Sprintf("%s-%d", p.guest.ID[:8], len(p.acknowledged))
		p.pending = &command
		if err := each(func() error { return p.conn.Send(ctx, command) }); err != nil {
			return fmt.Errorf("%s answers %+v: %w", p.guest.Name, d, err)
		}
		p.acknowledged, p.pending = append(p.acknowledged, command.ID), nil
	}
}

// table is a room with its people.
type table struct {
	t          *testing.T
	room       string
	settings   client.Settings
	players    []*testPlayer
	spectators []*testPlayer
	// compared is the number of comparisons of all clients' states.
	compared int
}

// sitDown creates a room with ready players in all seats and with spectators. The first player is the host.
func sitDown(t *testing.T, base string, settings client.Settings, spectators int) *table {
	t.Helper()
	settings.Spectators = settings.Spectators || spectators > 0
	host, err := client.NewGuest(programtest.Within(t), base, "Player 0")
	require.NoError(t, err)
	room, err := host.CreateRoom(programtest.Within(t), settings)
	require.NoError(t, err)
	tab := &table{t: t, room: room, settings: settings, players: []*testPlayer{arrive(t, host, room, client.Options{})}}
	for seat := 1; seat < settings.Seats; seat++ {
		p := newConnectedPlayer(t, base, room, fmt.Sprint("Player ", seat))
		p.must(client.Claim(game.Seat(seat)))
		p.must(client.Ready(true))
		tab.players = append(tab.players, p)
	}
	for n := range spectators {
		tab.spectators = append(tab.spectators, newConnectedPlayer(t, base, room, fmt.Sprint("Spectator ", n)))
	}
	return tab
}

// start starts the match and waits until all clients see it.
func (tab *table) start() *table {
	tab.t.Helper()
	tab.players[0].must(client.Do("start"))
	for _, p := range tab.everybody() {
		p.wait(func(s *client.State) bool { return s.Sequence != "" })
	}
	return tab
}

func (tab *table) everybody() []*testPlayer {
	return append(append([]*testPlayer(nil), tab.players...), tab.spectators...)
}

// play lets all players answer at random until the match is over. After the given number of answers they
// pause until look has returned.
func (tab *table) play(every int, look func()) {
	tab.t.Helper()
	ctx := programtest.Within(tab.t)
	var gate sync.RWMutex
	var answers atomic.Int64
	pause, results := make(chan struct{}), make(chan error, len(tab.players))
	each := func(answer func() error) error {
		gate.RLock()
		err := answer()
		gate.RUnlock()
		if answers.Add(1)%int64(every) == 0 {
			select {
			case pause <- struct{}{}:
			case <-ctx.Done():
			}
		}
		return err
	}
	for _, p := range tab.players {
		go func() { results <- p.play(ctx, each) }()
	}
	for range tab.players {
		for ended := false; !ended; {
			select {
			case err := <-results:
				require.NoError(tab.t, err)
				ended = true
			case <-pause:
				gate.Lock()
				look()
				gate.Unlock()
			}
		}
	}
}

// never is the interval for matches without pauses.
const never = 1 << 30

// compare requires that every client has exactly the state of a new client of the same viewer. No player may
// answer meanwhile.
func (tab *table) compare() {
	tab.t.Helper()
	tab.compared++
	for _, p := range tab.everybody() {
		twin := arrive(tab.t, p.guest, tab.room, client.Options{})
		twin.wait(func(s *client.State) bool { return s.Sequence != "" })
		p.waitUntilCaughtUp()
		want, got := twin.knows(), p.knows()
		require.Equal(tab.t, want, got, p.guest.Name)
		// A staged game has the documents of its game. Games that exist only in tests have no schema.
		game := strings.TrimSuffix(tab.settings.Game, "-staged")
		_, real := registry.All().Find(game)
		for i, name := range []string{"Public", "Private"} {
			if !real || tab.compared%5 != 1 {
				break
			}
			if i == 0 || len(got.documents[i]) > 0 {
				programtest.RequireSchema(
					tab.t,
					programtest.Contract(tab.t, "../..", game+".json", name),
					[]byte(got.documents[i]),
				)
			}
		}
		twin.conn.Close()
	}
}
