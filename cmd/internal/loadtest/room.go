package loadtest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"archmage/client"
	"archmage/internal/game"
)

// room is a room with its clients, which are players first and then spectators. players includes bots.
type room struct {
	test    *test
	id      string
	people  []*person
	players int
	moves   moves
}

// openRoom makes a room, seats its players, connects its spectators and starts a match.
func (t *test) openRoom(ctx context.Context, number, spectators int) (*room, error) {
	id := t.config.Games[number%len(t.config.Games)]
	r := &room{test: t, players: t.maxSeats[id]}
	players := r.players - t.config.Bots
	r.moves.people = players + spectators
	r.people = make([]*person, players+spectators)
	var from *client.Source
	if t.config.From != nil {
		from = t.config.From(number)
	}
	enter := func(i int) (*person, error) {
		guest, err := client.NewGuestFrom(ctx, from, t.url(number, i), fmt.Sprintf("Load %d.%d", number, i))
		if err != nil {
			return nil, err
		}
		if i == 0 {
			settings := client.Settings{
				Game:       id,
				Seats:      r.players,
				Listed:     true,
				Spectators: true,
				Undo:       true,
				Options:    t.options(id),
			}
			if r.id, err = guest.CreateRoom(ctx, settings); err != nil {
				return nil, err
			}
		}
		p := &person{
			room:        r,
			guest:       guest,
			random:      t.random(number, i),
			isSpectator: i >= players,
			cut:         make(chan struct{}, 1),
		}
		if err := p.enter(ctx); err != nil {
			return nil, err
		}
		r.people[i] = p
		t.open.Add(1)
		return p, nil
	}
	for i := range players {
		p, err := enter(i)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			if err := p.conn.Send(ctx, client.Claim(game.Seat(i))); err != nil {
				return nil, err
			}
			if err := p.conn.Send(ctx, client.Ready(true)); err != nil {
				return nil, err
			}
		}
	}
	errs := make([]error, spectators)
	slots := make(chan struct{}, 16)
	var spectating sync.WaitGroup
	for i := range spectators {
		slots <- struct{}{}
		spectating.Go(func() {
			defer func() { <-slots }()
			_, errs[i] = enter(players + i)
		})
	}
	spectating.Wait()
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	for seat := players; seat < r.players; seat++ {
		if err := r.people[0].conn.Send(ctx, client.Fill(game.Seat(seat), t.config.Bot)); err != nil {
			return nil, err
		}
	}
	return r, r.people[0].conn.Send(ctx, client.Do("start"))
}

// options returns those match options of the test that a game has.
func (t *test) options(id string) game.MatchOptions {
	options := game.MatchOptions{}
	for name, value := range t.config.Options {
		if t.hasOption[id][name] {
			options[name] = value
		}
	}
	return options
}

// play starts all clients of the room, which play or watch until ctx ends.
func (r *room) play(ctx context.Context, all *sync.WaitGroup) {
	for _, p := range r.people {
		all.Go(func() {
			if err := p.live(ctx); err != nil && ctx.Err() == nil {
				r.test.fail("%v", err)
			}
		})
	}
}

func (r *room) disconnect() {
	for _, p := range r.people {
		p.conn.Close()
	}
}

// moves measures the time until all clients of a room have received a move. Each step has the same number of
// events for every client, so a client's number of events shows which moves it has received.
type moves struct {
	mu         sync.Mutex
	people     int
	deliveries map[moment]*delivery
}

// moment identifies a state of a room: the number of sequences of frames so far, and the number of events in
// the current one.
type moment struct{ match, events int }

// delivery is the delivery of the move that led to a moment.
type delivery struct {
	// sent is when the player sent the move, or zero before made is called. last is when the last client
	// received it, received the number of clients so far.
	sent, last time.Time
	received   int
}

// maxInFlight bounds the number of deliveries. Where connections are cut, a client may get a move in a
// snapshot instead of an update, and the delivery is never complete.
const maxInFlight = 64

// received records that a client has received everything up to a moment. It reports whether all clients have
// and no client has made the move, so that it was a bot's.
func (m *moves) received(at moment, into *histogram) (bots bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.delivery(at)
	n.received++
	n.last = time.Now()
	m.record(at, n, into)
	if n.received == m.people && n.sent.IsZero() {
		delete(m.deliveries, at)
		return true
	}
	return false
}

// made records when the move that led to a moment was sent.
func (m *moves) made(at moment, sent time.Time, into *histogram) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.delivery(at)
	n.sent = sent
	m.record(at, n, into)
}

func (m *moves) delivery(at moment) *delivery {
	if len(m.deliveries) > maxInFlight {
		clear(m.deliveries)
	}
	n := m.deliveries[at]
	if n == nil {
		n = &delivery{}
		if m.deliveries == nil {
			m.deliveries = map[moment]*delivery{}
		}
		m.deliveries[at] = n
	}
	return n
}

// record adds the time of a move that all clients have received to a histogram.
func (m *moves) record(at moment, n *delivery, into *histogram) {
	if n.received == m.people && !n.sent.IsZero() {
		into.addTime(n.last.Sub(n.sent))
		delete(m.deliveries, at)
	}
}
