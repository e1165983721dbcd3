package cluster

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"
	"go.uber.org/zap"

	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/store"
	"archmage/internal/store/postgrestest"
)

// No goroutine outlives the tests and their PostgreSQL server.
func TestMain(m *testing.M) { goleak.VerifyTestMain(withPostgres{m}) }

type withPostgres struct{ *testing.M }

func (m withPostgres) Run() int { return postgrestest.Run(m.M) }

// pair is two nodes with a PostgreSQL database. Their lease is long, so they look at each other
// only when a test calls look.
type pair struct {
	t     *testing.T
	logs  [2]*store.Postgres
	nodes [2]*Nodes
}

func newPair(t *testing.T) *pair {
	t.Helper()
	url := postgrestest.URL(t)
	p := &pair{t: t}
	for i, id := range []string{"a", "b"} {
		db, err := store.OpenPostgres(t.Context(), url, store.PostgresOptions{Readers: 3})
		require.NoError(t, err)
		p.logs[i] = db
		t.Cleanup(func() { require.NoError(t, db.Close()) })
		n := New(db, Node{ID: id, Name: id, Addr: id + ":1", Version: "1", Lease: time.Hour}, Options{Clustered: true})
		require.NoError(t, n.Join(t.Context()))
		t.Cleanup(func() { require.NoError(t, n.Close(context.Background())) })
		p.nodes[i] = n
	}
	p.look()
	require.True(t, p.nodes[0].Leader())
	require.False(t, p.nodes[1].Leader())
	return p
}

// look lets both nodes read the list of nodes.
func (p *pair) look() {
	for range 2 {
		for _, n := range p.nodes {
			n.refresh(p.t.Context())
		}
	}
}

// end lets the first node end, and the second one take its place.
func (p *pair) end() {
	p.t.Helper()
	require.NoError(p.t, p.nodes[0].Close(p.t.Context()))
	p.nodes[1].refresh(p.t.Context())
	p.nodes[1].refresh(p.t.Context())
	require.True(p.t, p.nodes[1].Leader())
}

// hooks counts requests by name.
type hooks struct {
	mu    sync.Mutex
	names map[string]int
}

// RoundTrip implements [http.RoundTripper].
func (h *hooks) RoundTrip(ask *http.Request) (*http.Response, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.names[ask.Header.Get("Idempotency-Key")]++
	return &http.Response{StatusCode: http.StatusNoContent, Body: io.NopCloser(strings.NewReader(""))}, nil
}

// once requires that many requests, each with another name.
func (h *hooks) once(t *testing.T, want int) {
	t.Helper()
	h.mu.Lock()
	defer h.mu.Unlock()
	require.Len(t, h.names, want)
	for name, times := range h.names {
		require.Equal(t, 1, times, name)
	}
}

// Each call is sent once, whichever node has the room, also if the node that sends calls ends.
func TestCallsAreSentOnce(t *testing.T) {
	p := newPair(t)
	ctx, got := t.Context(), &hooks{names: map[string]int{}}
	var senders [2]*notify.Notifier
	for i := range senders {
		var err error
		senders[i], err = notify.New(ctx, SharedNotifications(notify.StoreOf(p.logs[i].DB), p.nodes[i]), notify.Options{
			PublicURL: "https://play.example", Client: &http.Client{Transport: got},
		})
		require.NoError(t, err)
	}
	// look looks as often as a person has calls, because few calls are sent at once.
	const rooms = 12
	look := func() {
		for range rooms {
			var all sync.WaitGroup
			for _, n := range senders {
				all.Go(func() { n.SendDue(ctx) })
			}
			all.Wait()
		}
	}
	ann := people.Person{ID: "ann", Name: "Ann", Kind: people.Account}
	require.NoError(t, p.logs[0].Identities.CreateIdentity(ctx, store.Identity{ID: "ann", Name: "Ann", Kind: "account"},
		store.Credential{CredentialKey: store.CredentialKey{Kind: "x", ID: []byte("ann")}}))
	hook := notify.Address{Kind: notify.Webhook, Address: "https://hooks.example/ann"}
	require.NoError(
		t,
		senders[0].Add(
			ctx,
			ann,
			hook,
			notify.Choice{Events: []notify.Event{notify.Turn, notify.Invitation}},
			"en",
			"",
		),
	)
	require.False(t, senders[1].HasChannel("ann"))
	require.NoError(t, senders[1].Reload(ctx))
	require.True(t, senders[1].HasChannel("ann"), "the other node knows when it is told")

	// Rooms of the first node, of the second one, of a dead one and of none.
	due := time.Now()
	wait := func(round int) {
		for i := range rooms {
			id := fmt.Sprint(round, ".", i)
			head, err := p.logs[0].Rooms.Create(
				ctx,
				id,
				[]string{"a", "b", "dead", ""}[i%4],
				store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}},
			)
			require.NoError(t, err)
			table := notify.Table{
				Game:    "go",
				Match:   id,
				Started: 1,
				Seats:   []notify.Seat{{Person: "ann", Name: "Ann", Since: due.UnixMilli()}, {Name: "Owl"}},
			}
			_, err = p.logs[0].Rooms.Append(ctx, head, store.Batch{
				Entries: []store.Entry{{Kind: "x"}}, PendingTurn: &store.NewPendingTurn{Data: table.Encode(), Due: due},
			})
			require.NoError(t, err)
		}
	}
	wait(0)
	for i := range senders {
		list, err := SharedNotifications(notify.StoreOf(p.logs[i].DB), p.nodes[i]).DuePendingTurns(ctx, time.Now(), 100)
		require.NoError(t, err)
		want := []int{rooms * 3 / 4, rooms / 4}[i]
		require.Len(t, list, want, "a node looks at its own rooms, the leader also at those that nobody has")
	}
	look()
	got.once(t, rooms)
	for i := range 4 {
		require.NoError(t, senders[1].Invite(ctx, "ann", fmt.Sprint("room ", i), "Bob"))
		look()
	}
	got.once(t, rooms+4)

	p.end()
	wait(1)
	look()
	got.once(t, 2*rooms+4)
}

// Two nodes that rate at the same time rate each match once.
func TestMatchesAreRatedOnce(t *testing.T) {
	p := newPair(t)
	ctx := t.Context()
	head, err := p.logs[0].Rooms.Create(ctx, "room", "", store.Batch{Meta: &store.Meta{Status: store.StatusOpen}})
	require.NoError(t, err)
	const matches = 30
	var all sync.WaitGroup
	var mu sync.Mutex
	rated := 0
	rate := func() {
		for _, db := range p.logs {
			all.Go(func() {
				n, _, err := people.NewRater(people.StoreOf(db.DB), zap.NewNop()).Rate(ctx)
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				rated += n
			})
		}
	}
	for i := range matches {
		head, err = p.logs[i%2].Rooms.Append(ctx, head, store.Batch{Match: &store.Match{
			ID:      fmt.Sprint(i),
			Game:    "go",
			Seats:   2,
			Ended:   time.UnixMilli(0).Add(time.Duration(i) * 24 * time.Hour),
			Summary: json.RawMessage(`{}`),
			Rated:   []store.RatedSeat{{Player: "ann", Rank: 1}, {Player: "bob", Rank: 2}},
		}})
		require.NoError(t, err)
		if i%10 == 9 {
			rate()
		}
	}
	all.Wait()
	rate()
	all.Wait()
	require.Equal(t, matches, rated)
	steps, err := p.logs[0].Ratings.RatingSteps(ctx, "ann", "go", store.MaxPage)
	require.NoError(t, err)
	require.Len(t, steps, matches)
}

// What a moderator does at one node takes effect at the other one when that has read of it.
func TestBansHoldOnEveryNode(t *testing.T) {
	p := newPair(t)
	var bans [2]*moderation.Bans
	for i := range bans {
		var err error
		bans[i], err = moderation.NewBans(t.Context(), p.logs[i].Bans)
		require.NoError(t, err)
	}
	p.nodes[1].options.OnBroadcast = func(ctx context.Context, data []byte) {
		if data != nil {
			require.NoError(t, bans[1].Reload(ctx))
		}
	}
	ban, err := bans[0].Add(t.Context(), moderation.Ban{Identity: "eve"})
	require.NoError(t, err)
	require.NoError(t, bans[1].Check(people.Person{ID: "eve"}, ban.Address.Addr()))
	require.NoError(t, p.nodes[0].Broadcast(t.Context(), []byte("bans")))
	p.nodes[1].receiveBroadcasts(t.Context())
	require.Error(t, bans[1].Check(people.Person{ID: "eve"}, ban.Address.Addr()))
	there, err := bans[1].Remove(t.Context(), ban.ID)
	require.NoError(t, err)
	require.True(t, there)
	require.NoError(t, bans[0].Reload(t.Context()))
	require.Empty(t, bans[0].List())
}
