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

// room is one table with everybody around it. Bots are players too, but not among
// the people.
type room struct {
	test    *test
	id      string
	people  []*person
	players int
	moves   moves
}

// openRoom makes a room with its players, all ready, and its spectators.
func (t *test) openRoom(ctx context.Context, number, spectators int) (*room, error) {
	id := t.config.Games[number%len(t.config.Games)]
	r := &room{test: t, players: t.seats[id]}
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
			room:     r,
			guest:    guest,
			random:   t.random(number, i),
			watching: i >= players,
			cut:      make(chan struct{}, 1),
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
	places := make(chan struct{}, 16)
	var all sync.WaitGroup
	for i := range spectators {
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			_, errs[i] = enter(players + i)
		})
	}
	all.Wait()
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
func (t *test) options(id string) game.MatchOptions {
	options := game.MatchOptions{}
	for name, value := range t.config.Options {
		if t.has[id][name] {
			options[name] = value
		}
	}
	return options
}

// play lets everybody in the room do what they do until ctx ends.
func (r *room) play(ctx context.Context, all *sync.WaitGroup) {
	for _, p := range r.people {
		all.Go(func() {
			if err := p.live(ctx); err != nil && ctx.Err() == nil {
				r.test.fail("%v", err)
			}
		})
	}
}

func (r *room) close() {
	for _, p := range r.people {
		p.conn.Close()
	}
}

// moves measures how long it takes until everybody in a room knows of a move.
// Every step has the same number of events for everybody, so the number of
// events that somebody has been told says which moves that person knows of.
type moves struct {
	mu     sync.Mutex
	people int
	known  map[moment]*news
}

// moment is how far the matches of a room have come: how many sequences of
// frames somebody has been told of, and how many events of the present one.
type moment struct{ match, events int }

// news is how far a move has come, by the number of events after it.
type news struct {
	// sent is when the mover sent it, zero until that is known.
	sent, last time.Time
	heard      int
}

// maxNews bounds the moves in flight. Where connections are cut, somebody may
// never hear of a move by an update.
const maxNews = 64

// heard notes that somebody has been told of everything up to a moment. It reports
// whether everybody has, and it was nobody's move: a bot's.
func (m *moves) heard(at moment, into *histogram) (bots bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.at(at)
	n.heard++
	n.last = time.Now()
	m.count(at, n, into)
	if n.heard == m.people && n.sent.IsZero() {
		delete(m.known, at)
		return true
	}
	return false
}

// made notes when the move was sent that has led to a moment.
func (m *moves) made(at moment, sent time.Time, into *histogram) {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := m.at(at)
	n.sent = sent
	m.count(at, n, into)
}

func (m *moves) at(at moment) *news {
	if len(m.known) > maxNews {
		clear(m.known)
	}
	n := m.known[at]
	if n == nil {
		n = &news{}
		if m.known == nil {
			m.known = map[moment]*news{}
		}
		m.known[at] = n
	}
	return n
}

// count counts a move that everybody knows of.
func (m *moves) count(at moment, n *news, into *histogram) {
	if n.heard == m.people && !n.sent.IsZero() {
		into.addTime(n.last.Sub(n.sent))
		delete(m.known, at)
	}
}
