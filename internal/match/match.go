// Package match is one match of a game: who plays it, what has been done so far
// and what became of it. It reads and writes records of matches, plays them
// again, and draws the seed of a match from what its room and its players give.
//
// The package is pure. It imports the contract of games and knows no room, no
// clock and no database; times are milliseconds since 1970, given by the caller.
package match

import (
	"encoding/json"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Terms are what is agreed before the first answer. They never change.
type Terms struct {
	// ID names the match.
	ID   string `json:"id"`
	Game string `json:"game"`
	// Version is the version of the game's rules at the start.
	Version int `json:"rules"`
	// Options has a value for every option of the game.
	Options game.MatchOptions `json:"options"`
	// Players are who starts the match, by seat.
	Players []Player `json:"players"`
	// Started is when.
	Started int64 `json:"started"`
}

// Player is who starts a match at a seat: a person, or a bot in its own right.
type Player struct {
	// Person is the person's id and Name the name at that moment; both are ""
	// for a bot.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Bot is the bot's id, "" for a person.
	Bot string `json:"bot,omitempty"`
}

// Match is a match in progress or over. It is a value: each method that changes
// something returns another Match and leaves the receiver as it was, so that
// whoever holds one may go on reading it. Matches that come from one another
// share memory: of several that come from the same one, only the last made may
// be used.
type Match struct {
	Terms
	Start Start
	Rules game.Rules
	// State is not to be changed.
	State game.State
	// Hash is the fingerprint of State.
	Hash string
	// Items are what has been done since the start, in order.
	Items []Item
	// Seats say how each seat is played now.
	Seats []Seat
	// Result is what became of the match, nil until it is over.
	Result *Result
}

// Seat is how a seat is played.
type Seat struct {
	// Person is who holds the seat, "" if nobody does.
	Person string `json:"person,omitempty"`
	// Bot is the bot that answers: in its own right, or in place of the person.
	Bot string `json:"bot,omitempty"`
	// Lost says that the seat has lost whatever the score, and LostAt when.
	Lost   Lost  `json:"lost,omitempty"`
	LostAt int64 `json:"lostAt,omitempty"`
	// Held are the persons who took the seat after the one who started.
	Held []string `json:"held,omitempty"`
	// Answers counts the answers by who or what gave them.
	Answers []Share `json:"answers,omitempty"`
}

// Share is how many answers of a seat one person or one bot gave.
type Share struct {
	Person string `json:"person,omitempty"`
	Bot    string `json:"bot,omitempty"`
	Count  int    `json:"count"`
}

// Lost says why a seat has lost whatever the score.
type Lost string

// Why a seat has lost.
const (
	LostTime     Lost = "time"     // the player's time was up
	LostLeft     Lost = "left"     // the player left
	LostConceded Lost = "conceded" // the player gave the match up
)

// Begin starts a match. Of the start's hash and of the terms' version it takes no
// notice: they are set here. It fails with the codes of [game.Rules].
func Begin(rules game.Rules, terms Terms, start Start) (*Match, error) {
	state, err := start.state(rules, &terms)
	if err != nil {
		return nil, err
	}
	terms.Version = rules.Info().Version
	m := &Match{Terms: terms, Start: start, Rules: rules, State: state, Hash: game.Hash(state)}
	m.Start.Hash = m.Hash
	for _, p := range terms.Players {
		m.Seats = append(m.Seats, Seat{Person: p.Person, Bot: p.Bot})
	}
	return m, nil
}

// StartEvents are what the start of a match tells everybody.
func StartEvents() []game.Event { return []game.Event{{Kind: "started", Seat: game.NoSeat}} }

// Read reads the choices of an answer that a seat gives now, as JSON text, and
// returns them in the one form in which they are stored. It fails with the codes
// of package game, also if the answer is not legal.
func (m *Match) Read(seat game.Seat, choice json.RawMessage) (json.RawMessage, error) {
	d, picks, err := m.picks(seat, choice)
	if err != nil {
		return nil, err
	}
	if err := d.Check(game.Answer{Decision: d.ID, Picks: picks}); err != nil {
		return nil, err
	}
	data, err := json.Marshal(append([]game.PickText{}, d.PicksText(m.Rules, picks)...))
	if err != nil {
		panic("match: choices that cannot be encoded: " + err.Error())
	}
	return data, nil
}

func (m *Match) picks(seat game.Seat, choice json.RawMessage) (*game.Decision, []game.Pick, error) {
	d := new(game.Decision)
	if !m.State.Decision(seat, d) {
		return nil, nil, coded.Errorf(game.CodeNotAsked, "nothing is asked of you now")
	}
	picks, err := d.ParsePicks(m.Rules, choice)
	return d, picks, err
}

// Answer returns the match after an answer of a seat, with what happened. step
// is emptied first and may be nil, if nobody wants to know. If the answer ends
// the match, it has a result. It fails with the codes of package game.
func (m *Match) Answer(at int64, seat game.Seat, choice json.RawMessage, step *game.Step) (*Match, error) {
	d, picks, err := m.picks(seat, choice)
	if err != nil {
		return nil, err
	}
	if step != nil {
		step.Reset()
	}
	next := *m
	next.State = m.State.Clone()
	if err := next.State.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, step); err != nil {
		return nil, err
	}
	next.Hash = game.Hash(next.State)
	next.add(Item{At: at, Seat: seat, Answer: choice, Hash: next.Hash})
	s := next.seat(seat)
	s.count()
	if outcome := next.State.Outcome(); outcome != nil {
		next.end(outcome, at)
	}
	return &next, nil
}

// Play returns the match in which a bot plays a seat from now on, or with "" its
// person.
func (m *Match) Play(at int64, seat game.Seat, bot string) *Match {
	next := *m
	next.seat(seat).Bot = bot
	next.add(Item{Kind: ItemPlays, At: at, Seat: seat, Bot: bot})
	return &next
}

// Take returns the match in which a person holds and plays a seat that another
// one has left. It is no longer lost.
func (m *Match) Take(at int64, seat game.Seat, person string) *Match {
	next := *m
	s := next.seat(seat)
	s.Person, s.Bot, s.Lost, s.LostAt = person, "", "", 0
	if !slices.Contains(s.Held, person) {
		s.Held = append(s.Held[:len(s.Held):len(s.Held)], person)
	}
	next.add(Item{Kind: ItemTaken, At: at, Seat: seat})
	return &next
}

// Vacate returns the match in which nobody holds a seat any more.
func (m *Match) Vacate(seat game.Seat) *Match {
	next := *m
	next.seat(seat).Person = ""
	return &next
}

// Lose returns the match in which a seat has lost whatever the score. A seat
// loses once; of a later reason it takes no notice.
func (m *Match) Lose(at int64, seat game.Seat, why Lost) *Match {
	if m.Seats[seat].Lost != "" {
		return m
	}
	next := *m
	s := next.seat(seat)
	s.Lost, s.LostAt = why, at
	next.add(Item{Kind: ItemLost, At: at, Seat: seat, Lost: why})
	return &next
}

// Abandon returns the match that ends without an outcome.
func (m *Match) Abandon(at int64) *Match {
	next := *m
	next.end(nil, at)
	return &next
}

// Upgrade returns the match as it goes on with the version of its rules that the
// server has now, which may encode the state in another way. It fails with
// [game.CodeBadState].
func (m *Match) Upgrade(at int64, version int, state []byte) (*Match, error) {
	next := *m
	var err error
	if next.State, err = m.Rules.Decode(state); err != nil {
		return nil, err
	}
	next.Hash = game.Hash(next.State)
	next.add(Item{Kind: ItemRules, At: at, Seat: game.NoSeat, Version: version, State: state, Hash: next.Hash})
	return &next, nil
}

// Rewind returns the match as it stood before its last answers, with the marks
// that were made since: then is the match at that moment.
func (m *Match) Rewind(then *Match) *Match {
	next := *m
	next.State, next.Hash = then.State, then.Hash
	items := then.Items[:len(then.Items):len(then.Items)]
	for _, item := range m.Items[len(then.Items):] {
		if item.Kind != ItemAnswer {
			items = append(items, item)
		}
	}
	next.Items = items
	for i := range next.Seats {
		next.seat(game.Seat(i)).Answers = then.Seats[i].Answers
	}
	return &next
}

// RulesVersion is the version of the rules that the match is played with now.
func (m *Match) RulesVersion() int {
	for i := len(m.Items) - 1; i >= 0; i-- {
		if m.Items[i].Kind == ItemRules {
			return m.Items[i].Version
		}
	}
	return m.Version
}

// Answers is how many answers have been given.
func (m *Match) Answers() int {
	n := 0
	for i := range m.Items {
		if m.Items[i].Kind == ItemAnswer {
			n++
		}
	}
	return n
}

// add appends an item. Matches that come from one another share the list.
func (m *Match) add(item Item) { m.Items = append(m.Items, item) }

// seat returns a seat of a match that is being made, to be changed.
func (m *Match) seat(n game.Seat) *Seat {
	m.Seats = append([]Seat(nil), m.Seats...)
	return &m.Seats[n]
}

// count counts an answer.
func (s *Seat) count() {
	by := Share{Bot: s.Bot}
	if s.Bot == "" {
		by.Person = s.Person
	}
	s.Answers = append([]Share(nil), s.Answers...)
	for i := range s.Answers {
		if a := &s.Answers[i]; a.Person == by.Person && a.Bot == by.Bot {
			a.Count++
			return
		}
	}
	by.Count = 1
	s.Answers = append(s.Answers, by)
}

func (m *Match) end(outcome *game.Outcome, at int64) {
	m.Result = &Result{
		Match: m.ID, Ended: at, Outcome: outcome, Seats: make([]SeatResult, len(m.Seats)),
		Seed: m.Start.Seed, Proof: m.Start.Proof,
	}
	lost := make([]Lost, len(m.Seats))
	for i := range m.Seats {
		lost[i] = m.Seats[i].Lost
	}
	ranks := Placing(outcome, lost)
	for i := range m.Seats {
		s := &m.Seats[i]
		m.Result.Seats[i] = SeatResult{Rank: ranks[i], Lost: s.Lost, LostAt: s.LostAt, Answers: s.Answers}
	}
	if outcome != nil {
		for _, p := range outcome.Places {
			if p.Seat != game.NoSeat {
				m.Result.Seats[p.Seat].Total = p.Total
			}
		}
	}
}
