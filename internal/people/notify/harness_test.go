package notify

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// testStore is the part of a store that tests use.
type testStore interface {
	Store
	Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error)
	Append(ctx context.Context, head store.Head, batch store.Batch) (store.Head, error)
	CreateIdentity(ctx context.Context, identity store.Identity, first store.Credential) error
	DeleteIdentity(ctx context.Context, id string) error
}

// world is a Notifier on a store, together with the requests that it makes.
type world struct {
	t  *testing.T
	db testStore
	*Notifier
	options Options
	heads   map[string]store.Head

	mu sync.Mutex
	// got has the bodies of the requests by address. status has the status of their answers: 0
	// means 201, and -1 no answer.
	got map[string][]string
	// names are the idempotency keys of all notifications to webhooks.
	names  map[string]bool
	status map[string]int
	// hangs are hosts that never answer. flying counts the open requests to them by host, and most
	// is the greatest number of open requests so far.
	hangs        map[string]bool
	flying, most map[string]int
	// pace determines how often due notifications are read.
	pace *storetest.Pace
	// present are the people who are at their table.
	present []string
}

// newWorld returns a world that sends nothing before open. Call it in a synctest bubble.
func newWorld(t *testing.T) *world {
	w := &world{
		t:      t,
		db:     storetest.Open(t),
		heads:  map[string]store.Head{},
		got:    map[string][]string{},
		status: map[string]int{},
		names:  map[string]bool{},
		hangs:  map[string]bool{},
		flying: map[string]int{},
		most:   map[string]int{},
		pace:   storetest.NewPace(pollInterval),
	}
	w.options = Options{
		PollInterval: w.pace.Next,
		PublicURL:    "https://play.example", Client: &http.Client{Transport: w, Timeout: requestTimeout},
		Present: func(context.Context, string) []string { return w.present },
	}
	w.open()
	return w
}

// open starts a Notifier on the store, as after a crash of the program.
func (w *world) open() {
	w.t.Helper()
	var err error
	w.Notifier, err = New(w.t.Context(), w.db, w.options)
	require.NoError(w.t, err)
}

// RoundTrip implements http.RoundTripper.
func (w *world) RoundTrip(ask *http.Request) (*http.Response, error) {
	body, err := io.ReadAll(ask.Body)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if host := ask.URL.Host; w.hangs[host] {
		w.flying[host]++
		w.most[host] = max(w.most[host], w.flying[host])
		w.mu.Unlock()
		<-ask.Context().Done()
		w.mu.Lock()
		w.flying[host]--
		return nil, ask.Context().Err()
	}
	address := ask.URL.String()
	w.names[ask.Header.Get("Idempotency-Key")] = true
	w.got[address] = append(w.got[address], string(body))
	status := w.status[address]
	if status < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if status == 0 {
		status = http.StatusCreated
	}
	return &http.Response{StatusCode: status, Body: io.NopCloser(strings.NewReader("what nobody reads"))}, nil
}

// requestCount returns the number of requests to an address.
func (w *world) requestCount(address string) int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.got[address])
}

// setAnswer sets the status of later answers of an address.
func (w *world) setAnswer(address string, status int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.status[address] = status
}

// account adds an account with that id.
func (w *world) account(id string) people.Person {
	w.t.Helper()
	require.NoError(w.t, w.db.CreateIdentity(w.t.Context(), store.Identity{ID: id, Name: id, Kind: "account"},
		store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: []byte(id)}}))
	return people.Person{ID: id, Name: id, Kind: people.Account}
}

// addWebhook adds a webhook to a person.
func (w *world) addWebhook(by people.Person, choice Choice) (address string) {
	w.t.Helper()
	address = "https://hooks.example/" + by.ID
	require.NoError(w.t, w.Add(w.t.Context(), by, Address{Kind: Webhook, Address: address}, choice, "en", ""))
	return address
}

// setTable makes a room store whom it waits for.
func (w *world) setTable(room string, table Table) {
	w.t.Helper()
	head, ok := w.heads[room]
	if !ok {
		var err error
		head, err = w.db.Create(w.t.Context(), room, "", store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}})
		require.NoError(w.t, err)
	}
	next, err := w.db.Append(w.t.Context(), head, store.Batch{
		Entries:     []store.Entry{{Kind: "x"}},
		PendingTurn: &store.NewPendingTurn{Data: table.Encode(), Due: time.Now().Add(Grace)},
	})
	require.NoError(w.t, err)
	w.heads[room] = next
}

// turnOf returns a table that waits for a person from now on. The person's time is up at until, unless
// that is zero.
func turnOf(person string, until time.Time) Table {
	s := Seat{Person: person, Name: person, Since: time.Now().UnixMilli()}
	if !until.IsZero() {
		s.Until = until.UnixMilli()
	}
	return Table{Game: "seasons", Match: "m", Started: 1, Seats: []Seat{s, {Person: "eve", Name: "Eve"}, {Name: "Owl"}}}
}

// advance lets simulated time pass.
func (w *world) advance(d time.Duration) {
	w.pace.Sleep(d)
	synctest.Wait()
}

// channels returns the channels of a person.
func (w *world) channels(person string) []Channel {
	w.t.Helper()
	list, err := w.Channels(w.t.Context(), person)
	require.NoError(w.t, err)
	return list
}

// lastText returns the text of the last request to a webhook.
func (w *world) lastText(address string) string {
	w.t.Helper()
	w.mu.Lock()
	defer w.mu.Unlock()
	require.NotEmpty(w.t, w.got[address])
	var body map[string]any
	require.NoError(w.t, json.Unmarshal([]byte(w.got[address][len(w.got[address])-1]), &body))
	require.Equal(w.t, body["text"], body["content"])
	return fmt.Sprint(body["text"])
}
