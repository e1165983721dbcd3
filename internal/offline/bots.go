package offline

import (
	"context"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// next says what the room does next by itself.
func (r *Room) next() Next {
	switch {
	case r.table.CanAutoStart():
		return NextStart
	case r.botToAnswer() != game.NoSeat:
		return NextBot
	}
	return NextNothing
}

// Next does what the room does by itself: it starts a match, or a bot answers.
func (r *Room) Next(now int64) (Step, error) {
	var action room.Action
	switch r.next() {
	case NextStart:
		action = &room.Start{}
	case NextBot:
		action = r.botAnswer(r.botToAnswer())
	case NextNothing:
		return r.step(), nil
	}
	err := r.decide(&room.Command{At: now, Body: action})
	return r.step(), err
}

// botToAnswer returns the first seat of a bot that is asked something, or game.NoSeat.
func (r *Room) botToAnswer() game.Seat {
	t := r.table
	waiting := t.Waiting()
	for i := range t.Seats {
		if seat := game.Seat(i); waiting.Has(seat) && t.BotOf(seat) != "" && !t.Play.Paused {
			return seat
		}
	}
	return game.NoSeat
}

// think returns the context of a search.
func (r *Room) think() context.Context {
	if r.options.Think == nil {
		return context.Background()
	}
	return r.options.Think()
}

// rng returns the random stream of a search.
func (r *Room) rng() game.RNG {
	var seed game.Seed
	r.fill(seed[:])
	return game.NewRNG(seed)
}

// botAnswer returns the answer of the bot that plays a seat. If the bot fails, the answer is a random legal one.
func (r *Room) botAnswer(seat game.Seat) *room.Answer {
	m := r.table.Play.Match
	g, _ := r.options.Games.Find(m.Game)
	player, ok := g.Bot(r.table.BotOf(seat))
	if !ok {
		player = g.Bots[0]
	}
	rng := r.rng()
	p := game.NewPosition(m.State, seat, nil)
	var picks []game.Pick
	err := catch(func() error {
		picks = player.Choose(r.think(), p, &rng)
		return nil
	})
	if err != nil || picks == nil || p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: picks}) != nil {
		picks = bot.NewRandom().Choose(context.Background(), p, &rng)
	}
	choice := strict.Encode(append([]game.PickText{}, p.Decision.PicksText(m.Rules, picks)...))
	return &room.Answer{Seat: seat, Decision: r.table.Play.DecisionID(p.Decision), Choice: choice}
}

// NewMatch are the choices for a new match.
type NewMatch struct {
	Game    string            `json:"game"`
	Options game.MatchOptions `json:"options"`
	// Bots are the bots at the seats after the player's. The match has a seat more.
	Bots []string `json:"bots"`
	// Seat is the seat of the player.
	Seat int `json:"seat"`
}

// Open returns the entries of a new room with its player and bots, which are applied. The match starts with the
// next step. Open fails with the codes of a room, and the room cannot be used then.
func (r *Room) Open(n *NewMatch, now int64) ([]StoredEntry, error) {
	seats := len(n.Bots) + 1
	if n.Seat < 0 || n.Seat >= seats {
		return nil, coded.Errorf(room.CodeNoSeat, "no such seat: %d", n.Seat)
	}
	settings := room.Settings{Game: n.Game, Options: n.Options, Seats: seats, Undo: true, AutoStart: true}
	actions := []room.Action{&room.Open{Settings: settings}}
	if n.Seat != 0 {
		actions = append(actions, &room.Swap{Seat: 0, Other: game.Seat(n.Seat)})
	}
	for i, id := range n.Bots {
		seat := i
		if i >= n.Seat {
			seat++
		}
		actions = append(actions, &room.SeatBot{Seat: game.Seat(seat), Bot: id})
	}
	actions = append(actions, &room.SetReady{Ready: true})
	var entries []StoredEntry
	for _, action := range actions {
		if err := r.decide(&room.Command{By: r.person(), At: now, Body: action}); err != nil {
			return nil, err
		}
		if r.pending == nil {
			continue
		}
		entries = append(entries, *r.step().Entry)
		r.Commit()
	}
	return entries, nil
}
