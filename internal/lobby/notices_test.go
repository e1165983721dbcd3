package lobby

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/faulty"
)

// hooks takes what is sent to webhooks.
type hooks struct {
	mu   sync.Mutex
	sent []string
}

// texts returns what was sent so far.
func (h *hooks) texts() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	return slices.Clone(h.sent)
}

// RoundTrip implements http.RoundTripper.
func (h *hooks) RoundTrip(ask *http.Request) (*http.Response, error) {
	var body struct {
		Text string `json:"text"`
	}
	text, err := io.ReadAll(ask.Body)
	if err := errors.Join(err, json.Unmarshal(text, &body)); err != nil {
		return nil, err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sent = append(h.sent, body.Text)
	return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody}, nil
}

// with begins again with notices.
func (w *world) with(to *hooks) *notify.Notifier {
	w.t.Helper()
	w.stop()
	n, err := notify.New(w.ctx, w.log, notify.Options{
		PollInterval: w.pace.Next,
		PublicURL:    "https://play.example", Client: &http.Client{Transport: to},
		Present: func(ctx context.Context, id string) []string { return w.lobby.Present(ctx, id) },
	})
	require.NoError(w.t, err)
	w.options.Notifier = n
	w.start()
	n.Start()
	return n
}

// wants adds a webhook of a person for these events.
func (w *world) wants(n *notify.Notifier, person string, events ...notify.Event) {
	w.t.Helper()
	require.NoError(w.t, n.Add(
		w.ctx,
		people.Person{ID: person, Kind: people.Account},
		notify.Address{
			Kind:    notify.Webhook,
			Address: "https://hooks.example/" + person,
		},
		notify.Choice{Events: events},
		"en",
		"",
	))
}

// awaited returns whom the room waits for, as stored; nil for nobody.
func (w *world) awaited() *notify.Table {
	w.t.Helper()
	stored, err := w.log.Awaited(w.ctx, w.room)
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	require.NoError(w.t, err)
	table, err := notify.Decode(stored.Data)
	require.NoError(w.t, err)
	return table
}

// goes ends a player's connections.
func (w *world) goes(c *client) {
	c.leave()
	w.settle()
}

// At a table with days for a move, a player who is away is called when it is the
// player's turn, and reminded before the time is up; who is there is not.
func TestDaysTableCallsAndReminds(t *testing.T) {
	inWorld(t, func(w *world) {
		to := &hooks{}
		n := w.with(to)
		defer n.Close()
		settings := toyTable()
		settings.Clock = room.Clock{Mode: room.ClockDays, Seconds: 24 * 60 * 60}
		list := w.seated(settings, "ann", "bob")
		w.wants(n, "ann", notify.Turn, notify.Reminder, notify.Begin, notify.End)
		w.wants(n, "bob", notify.Turn, notify.Reminder)
		w.must(list[0], &room.Start{})
		w.after(time.Minute)
		require.Empty(t, to.texts(), "both are there")

		// One player answers until the other one has to, and leaves.
		asked, other := w.turnOf(list[0], list[1])
		w.goes(other)
		for w.truth().Waiting().Has(w.truth().SeatOf(asked.person.ID)) {
			require.NoError(t, asked.answer())
			w.after(0)
		}
		began := time.Now()
		w.after(notify.Grace + 5*time.Second)
		require.Len(t, to.texts(), 1)
		require.True(t, strings.HasPrefix(to.texts()[0], "Your turn: toy, with The "+asked.person.ID), to.texts()[0])
		require.Contains(t, to.texts()[0], "https://play.example/r/"+w.room)
		seat := w.awaited().Seats[w.truth().SeatOf(other.person.ID)]
		require.InDelta(t, began.UnixMilli(), seat.Since, 10)
		require.Equal(t, seat.Since+24*60*60*1000, seat.Until)

		// The player who has answered leaves too. The room leaves memory, and the server starts
		// again. It is still the same turn.
		w.goes(asked)
		w.after(time.Hour)
		n.Close()
		n = w.with(to)
		defer n.Close()
		require.NoError(t, asked.join())
		w.after(time.Hour)
		require.Equal(t, seat, w.awaited().Seats[w.truth().SeatOf(other.person.ID)])
		require.Len(t, to.texts(), 1)
		w.after(time.Until(began.Add(18 * time.Hour)))
		require.Len(t, to.texts(), 1)
		w.after(5 * time.Second)
		require.Len(t, to.texts(), 2)
		require.True(t, strings.HasPrefix(to.texts()[1], "Your time is soon up: "), to.texts()[1])
		w.after(12 * time.Hour)
		require.Len(t, to.texts(), 2, "the time is up, and a bot plays")
	})
}

// Rooms without anybody to call do not store whom they wait for.
func TestNobodyToCallCostsNothing(t *testing.T) {
	inWorld(t, func(w *world) {
		n := w.with(&hooks{})
		defer n.Close()
		list := w.seated(toyTable(), "ann", "bob")
		w.newClient("eve")
		w.wants(n, "eve", notify.Turn)
		w.must(list[0], &room.Start{})
		w.play(list...)
		require.Nil(t, w.awaited())
		require.Equal(t, room.StatusFinished, w.truth().Status)
	})
}

// Whatever becomes of a write, the stored people for whom the room waits match its entries.
func TestAwaitedGoesWithTheEntries(t *testing.T) {
	for _, fault := range []faulty.Fault{faulty.Before(), faulty.After(), faulty.Full()} {
		inWorld(t, func(w *world) {
			broken := newFaulty(w.log)
			w.log = broken
			n := w.with(&hooks{})
			defer n.Close()
			list := w.seated(toyTable(), "ann", "bob")
			w.wants(n, "ann", notify.Turn)
			w.must(list[0], &room.Start{})
			for round := 0; w.truth().Playing(); round++ {
				if round%3 == 1 {
					broken.Inject(faulty.Append, fault)
				}
				for _, c := range list {
					if c.decision() != nil {
						// An error is the fault's: the player answers again.
						_ = c.answer()
						break
					}
				}
				w.after(0)
				now := w.truth()
				for i, seat := range w.awaited().Seats {
					require.Equal(t, now.Waiting().Has(game.Seat(i)), seat.Since != 0)
				}
			}
			require.True(t, w.awaited().Ended)
			w.fails = true
		})
	}
}
