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

// room is a room and its clients.
type room struct {
	test *test
	id   string
	// people are the clients: first the players, then the spectators. players is the number of seats, including
	// the seats of bots.
	people     []*person
	players    int
	deliveries deliveries
}

// openRoom creates a room, seats its players, connects its spectators and starts a match.
func (t *test) openRoom(ctx context.Context, number, spectators int) (*room, error) {
	gameID := t.config.Games[number%len(t.config.Games)]
	r := &room{test: t, players: t.maxSeats[gameID]}
	players := r.players - t.config.BotSeats
	r.deliveries.clients = players + spectators
	r.people = make([]*person, players+spectators)
	var source *client.Source
	if t.config.SourceOf != nil {
		source = t.config.SourceOf(number)
	}
	enter := func(i int) (*person, error) {
		guest, err := client.NewGuestFrom(ctx, source, t.url(number, i), fmt.Sprintf("Load %d.%d", number, i))
		if err != nil {
			return nil, err
		}
		if i == 0 {
			settings := client.Settings{
				Game:       gameID,
				Seats:      r.players,
				Listed:     true,
				Spectators: true,
				Undo:       true,
				Options:    t.options(gameID),
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
		t.connections.Add(1)
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

// options returns the match options of the test that a game has.
func (t *test) options(gameID string) game.MatchOptions {
	options := game.MatchOptions{}
	for name, value := range t.config.Options {
		if t.hasOption[gameID][name] {
			options[name] = value
		}
	}
	return options
}

// play starts all clients of the room, which play or watch until ctx ends.
func (r *room) play(ctx context.Context, wg *sync.WaitGroup) {
	for _, p := range r.people {
		wg.Go(func() {
			if err := p.run(ctx); err != nil && ctx.Err() == nil {
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

// deliveries measures the time until all clients of a room have received a move. Each step has the same number of
// events for every client, so a client's number of events shows which moves it has received.
type deliveries struct {
	mu       sync.Mutex
	clients  int
	byMoment map[moment]*delivery
}

// moment identifies a state of a room. matchNumber counts the sequences of frames, and events counts the events
// of the current sequence.
type moment struct{ matchNumber, events int }

// delivery records the number of clients that have received the move that led to a moment.
type delivery struct {
	// sent is the time at which the player sent the move. It is zero until recordSent is called. last is the
	// time of the latest receipt by a client. received is the number of clients that have received the move.
	sent, last time.Time
	received   int
}

// maxInFlight limits the number of incomplete deliveries. If a connection is cut, a client can get a move in a
// snapshot instead of an update, and the delivery is never complete.
const maxInFlight = 64

// recordReceived records that a client has received everything up to a moment. It returns true if a bot made the
// move that led to the moment, that is, if all clients have received the move and none of them has sent it.
func (m *deliveries) recordReceived(at moment, latencies *histogram) (byBot bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.find(at)
	d.received++
	d.last = time.Now()
	m.finish(at, d, latencies)
	if d.received == m.clients && d.sent.IsZero() {
		delete(m.byMoment, at)
		return true
	}
	return false
}

// recordSent records the time at which the move that led to a moment was sent.
func (m *deliveries) recordSent(at moment, sent time.Time, latencies *histogram) {
	m.mu.Lock()
	defer m.mu.Unlock()
	d := m.find(at)
	d.sent = sent
	m.finish(at, d, latencies)
}

func (m *deliveries) find(at moment) *delivery {
	if len(m.byMoment) > maxInFlight {
		clear(m.byMoment)
	}
	d := m.byMoment[at]
	if d == nil {
		d = &delivery{}
		if m.byMoment == nil {
			m.byMoment = map[moment]*delivery{}
		}
		m.byMoment[at] = d
	}
	return d
}

// finish adds the delivery time of a client's move to a histogram once all clients have received the move.
func (m *deliveries) finish(at moment, d *delivery, latencies *histogram) {
	if d.received == m.clients && !d.sent.IsZero() {
		latencies.addTime(d.last.Sub(d.sent))
		delete(m.byMoment, at)
	}
}
