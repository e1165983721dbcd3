// Package match plays a match of a game: its terms, what has been done so far, and its result. It
// reads and writes records of matches, plays them again, and draws the seed of a match from what
// its room and its players give.
//
// The package is pure. It imports the contract of games, and must not import a room, a clock or a
// database; times are milliseconds since 1970, passed in by the caller. Begin with [Begin] and [Match.Answer]
// for a match, and with [Record.Verify] for its record.
package match

import (
	"encoding/json"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Terms are the conditions of a match. They never change.
type Terms struct {
	// ID names the match.
	ID   string `json:"id"`
	Game string `json:"game"`
	// Version is the version of the game's rules at the start.
	Version int `json:"rules"`
	// Options has a value for every option of the game.
	Options game.MatchOptions `json:"options"`
	// Players are the players at the start, by seat.
	Players []Player `json:"players"`
	// Started is the time of the start, in milliseconds since 1970.
	Started int64 `json:"started"`
}

// Player is the person or the bot that starts a match at a seat.
type Player struct {
	// Person is the person's id, "" for a bot. Name is the player's name at the start.
	Person string `json:"person,omitempty"`
	Name   string `json:"name,omitempty"`
	// Bot is the bot's id, "" for a person.
	Bot string `json:"bot,omitempty"`
}

// Match is a match in progress or over. It is a value: each method that changes something returns
// another Match and leaves the receiver as it was, so that it can still be read. Matches made from
// one another share memory: of several made from the same Match, only the last may be used.
type Match struct {
	Terms
	Start Start
	Rules game.Rules
	// State must not be changed.
	State game.State
	// Hash is the fingerprint of State.
	Hash string
	// Items are what has been done since the start, in order.
	Items []Item
	// Seats says how each seat is played now.
	Seats []Seat
	// Result is the result of the match, nil until it is over.
	Result *Result
}

// Seat is how a seat is played.
type Seat struct {
	// Person is the id of the person who holds the seat, "" if nobody does.
	Person string `json:"person,omitempty"`
	// Bot is the id of the bot that answers, for itself or in place of the person; "" if the person
	// answers.
	Bot string `json:"bot,omitempty"`
	// Lost says why the seat has lost whatever the score, "" if it has not; LostAt is when, in
	// milliseconds since 1970.
	Lost   Lost  `json:"lost,omitempty"`
	LostAt int64 `json:"lostAt,omitempty"`
	// Held are the ids of the persons who took the seat over after the start.
	Held []string `json:"held,omitempty"`
	// Answers counts the seat's answers by the person or bot that gave them.
	Answers []Share `json:"answers,omitempty"`
}

// Share is how many answers of a seat one person or one bot has given.
type Share struct {
	Person string `json:"person,omitempty"`
	Bot    string `json:"bot,omitempty"`
	Count  int    `json:"count"`
}

// Lost is the reason why a seat has lost whatever the score.
type Lost string

// Why a seat has lost.
const (
	LostTime     Lost = "time"     // the player's time was up
	LostLeft     Lost = "left"     // the player left
	LostConceded Lost = "conceded" // the player gave the match up
	LostLong     Lost = "long"     // the match has [MaxItems] items, most of them of this seat
)

// MaxItems bounds the items of a match, so that its record can always be read, and played again in
// bounded time. A match that reaches the bound is over, and the seat with the most items has lost.
// Of 5,000 random matches of Seasons for four, the longest has 520 items.
const MaxItems = 20_000

// MaxState is the maximum length of an encoded state that comes from elsewhere, in bytes. The
// states of our games take less than 2,000.
const MaxState = 16 << 10

// Begin starts a match. It sets the start's hash and the terms' version itself and ignores what
// they were. It fails with the codes of [game.Rules], and with [CodeBadRecord] if the start has
// neither a seed nor a state, or if its seed does not follow from its proof.
func Begin(rules game.Rules, terms Terms, start Start) (*Match, error) {
	terms.Version = rules.Info().Version
	return begin(rules, terms, start)
}

// begin is Begin for a match that began with the version of the rules in its terms, which it keeps.
func begin(rules game.Rules, terms Terms, start Start) (*Match, error) {
	state, err := start.state(rules, &terms)
	if err != nil {
		return nil, err
	}
	m := &Match{Terms: terms, Start: start, Rules: rules, State: state, Hash: game.Hash(state)}
	m.Start.Hash = m.Hash
	for _, p := range terms.Players {
		m.Seats = append(m.Seats, Seat{Person: p.Person, Bot: p.Bot})
	}
	return m, nil
}

// decode decodes a state from elsewhere, with which a match for that many seats goes on. It fails
// with [game.CodeBadState].
func decode(rules game.Rules, data []byte, seats int) (game.State, error) {
	if len(data) > MaxState {
		return nil, coded.Errorf(game.CodeBadState, "a state has at most %d bytes", MaxState)
	}
	state, err := rules.Decode(data)
	if err != nil {
		return nil, err
	}
	if state.Waiting() == 0 {
		return nil, coded.Errorf(game.CodeBadState, "the match is over in that state")
	}
	return state, checkSeats(state, seats)
}

// checkSeats returns an error with [game.CodeBadState] if the state is evidently not one for that
// many seats.
func checkSeats(state game.State, seats int) error {
	strange := state.Waiting() &^ game.AllSeats(seats)
	if outcome := state.Outcome(); outcome != nil {
		strange |= placed(outcome) ^ game.AllSeats(seats)
	}
	if strange != 0 {
		return coded.Errorf(game.CodeBadState, "the state is not one for %d", seats)
	}
	return nil
}

// Opening returns the events of the start of the match: that it has started and, unless it began
// with a state of another match, the game's own first events. Call it before the first answer.
func (m *Match) Opening() []game.Event {
	var step game.Step
	step.Add("started", game.NoSeat)
	if m.Start.Seed != nil {
		m.State.Opening(&step)
	}
	return step.Events
}

// Read decodes choice, a seat's answer now to the decision with that id, and fills d with the
// decision. It returns the answer, and its choices in the form in which they are stored. It fails
// with the codes of package game, also if the answer is not legal.
func (m *Match) Read(
	seat game.Seat,
	id uint32,
	choice json.RawMessage,
	d *game.Decision,
) (game.Answer, json.RawMessage, error) {
	if err := m.asked(seat, d); err != nil {
		return game.Answer{}, nil, err
	}
	if d.ID != id {
		return game.Answer{}, nil, coded.Errorf(game.CodeStale, "that question is no longer open")
	}
	picks, err := d.ParsePicks(m.Rules, choice)
	if err != nil {
		return game.Answer{}, nil, err
	}
	answer := game.Answer{Decision: d.ID, Picks: picks}
	if err := d.Check(answer); err != nil {
		return game.Answer{}, nil, err
	}
	answer.Legal = true
	return answer, Choice(m.Rules, d, picks), nil
}

// Choice returns the choices of an answer in the one form in which they are stored: a list as JSON
// text.
func Choice(rules game.Rules, d *game.Decision, picks []game.Pick) json.RawMessage {
	return d.AppendPicks(nil, rules, picks)
}

// asked fills d with the open decision of a seat, without the parts that only a client needs. It
// fails with [game.CodeOver] or [game.CodeNotAsked].
func (m *Match) asked(seat game.Seat, d *game.Decision) error {
	if m.Result != nil {
		return coded.Errorf(game.CodeOver, "the match is over")
	}
	d.Plain = true
	if !m.State.Decision(seat, d) {
		return coded.Errorf(game.CodeNotAsked, "nothing is asked of you now")
	}
	return nil
}

// Answer returns the match after an answer of a seat. read is what Read has returned for choice, nil if
// choice is still to be read. Answer first empties step and then records the events in it; step may be
// nil if they are not needed. If the answer ends the match, the returned match has a Result. Answer
// fails with the codes of package game.
func (m *Match) Answer(
	at int64,
	seat game.Seat,
	choice json.RawMessage,
	read *game.Answer,
	step *game.Step,
) (*Match, error) {
	return m.add(Item{At: at, Seat: seat, Answer: choice}, read, step)
}

// Play returns the match in which a bot plays a seat from now on, or the seat's person again if bot
// is "". A match that is over is returned unchanged.
func (m *Match) Play(at int64, seat game.Seat, bot string) *Match {
	return m.mark(Item{Kind: ItemPlays, At: at, Seat: seat, Bot: bot})
}

// Take returns the match in which a person holds and plays a seat that another person has left. The
// seat is no longer lost.
func (m *Match) Take(at int64, seat game.Seat, person string) *Match {
	next := *m.mark(Item{Kind: ItemTaken, At: at, Seat: seat})
	s := next.seat(seat)
	s.Person = person
	if !slices.Contains(s.Held, person) {
		s.Held = append(s.Held[:len(s.Held):len(s.Held)], person)
	}
	return &next
}

// Vacate returns the match in which nobody holds the seat any more.
func (m *Match) Vacate(seat game.Seat) *Match {
	next := *m
	next.seat(seat).Person = ""
	return &next
}

// Lose returns the match in which a seat has lost whatever the score. The match is over if no
// opponent is left, or no person plays any more. A seat that has lost keeps its first reason. A
// match that is over is returned unchanged.
func (m *Match) Lose(at int64, seat game.Seat, why Lost) *Match {
	if m.Seats[seat].Lost != "" {
		return m
	}
	return m.mark(Item{Kind: ItemLost, At: at, Seat: seat, Lost: why})
}

// Abandon returns the match ended without an outcome. A match that is over is returned unchanged.
func (m *Match) Abandon(at int64) *Match {
	if m.Result != nil {
		return m
	}
	next := *m
	next.end(nil, at)
	return &next
}

// Upgrade returns the match as it goes on with the server's version of the rules, which is higher
// than [Match.RulesVersion] and may encode the state in another way: state is the state in the new
// encoding. A match that is over is returned unchanged. Upgrade fails with [game.CodeBadState].
func (m *Match) Upgrade(at int64, version int, state []byte) (*Match, error) {
	if m.Result != nil {
		return m, nil
	}
	return m.add(Item{Kind: ItemRules, At: at, Seat: game.NoSeat, NewRules: &NewRules{version, state}}, nil, nil)
}

// add returns the match after an item, sets the item's hash and appends the item. read is the
// item's answer, nil if it was not decoded yet. Matches made from one another share the list of
// items.
func (m *Match) add(item Item, read *game.Answer, step *game.Step) (*Match, error) {
	next, err := m.do(&item, read, step)
	if err != nil {
		return nil, err
	}
	if item.hashed() {
		item.Hash = next.Hash
	}
	next.Items = append(grown(m.Items), item)
	return next, nil
}

// grown returns the items with room for one more. It leaves less spare room than append does,
// because the items are most of the memory of a match, and enough that few moves copy the list.
func grown(items []Item) []Item {
	if len(items) < cap(items) {
		return items
	}
	return append(make([]Item, 0, len(items)+8+len(items)/8), items...)
}

// mark is add for items that cannot fail.
func (m *Match) mark(item Item) *Match {
	if m.Result != nil {
		return m
	}
	next, err := m.add(item, nil, nil)
	if err != nil {
		panic("match: a mark that fails: " + err.Error())
	}
	return next
}

// do returns the match after an item, but does not append the item. The match must not be over, and
// the item's seat must exist. read is as in add.
func (m *Match) do(item *Item, read *game.Answer, step *game.Step) (*Match, error) {
	next := *m
	switch item.Kind {
	case ItemAnswer:
		if read == nil {
			d := game.BorrowDecision()
			defer d.GiveBack()
			if err := m.asked(item.Seat, d); err != nil {
				return nil, err
			}
			picks, err := d.ParsePicks(m.Rules, item.Answer)
			if err != nil {
				return nil, err
			}
			read = &game.Answer{Decision: d.ID, Picks: picks}
		}
		if step != nil {
			step.Reset()
		}
		next.State = m.State.Clone()
		if err := next.State.Apply(item.Seat, *read, step); err != nil {
			return nil, err
		}
		if err := checkSeats(next.State, len(m.Seats)); err != nil {
			return nil, err
		}
		next.Hash = game.Hash(next.State)
		next.seat(item.Seat).count()
	case ItemRules:
		var err error
		if next.State, err = decode(m.Rules, item.State, len(m.Seats)); err != nil {
			return nil, err
		}
		next.Hash = game.Hash(next.State)
	case ItemPlays:
		next.seat(item.Seat).Bot = item.Bot
	case ItemTaken:
		s := next.seat(item.Seat)
		s.Bot, s.Lost, s.LostAt = "", "", 0
	case ItemLost:
		s := next.seat(item.Seat)
		s.Lost, s.LostAt = item.Lost, item.At
	}
	outcome := next.State.Outcome()
	switch {
	case outcome != nil:
	case item.Kind == ItemLost && next.decided():
		outcome = asItStands(next.State)
	case len(m.Items)+1 >= MaxItems:
		s := next.seat(longest(m.Items, item, len(m.Seats)))
		s.Lost, s.LostAt = LostLong, item.At
		outcome = asItStands(next.State)
	}
	if outcome != nil {
		next.end(outcome, item.At)
	}
	return &next, nil
}

// decided reports whether the match is over early: at most one seat has not lost, or every seat
// that has not lost has had a bot from the start.
func (m *Match) decided() bool {
	left, persons := 0, 0
	for i := range m.Seats {
		if m.Seats[i].Lost == "" {
			left++
			if m.Players[i].Bot == "" {
				persons++
			}
		}
	}
	return left <= 1 || persons == 0
}

// longest returns the seat with the most items; of equal ones the lowest seat.
func longest(items []Item, last *Item, seats int) game.Seat {
	counts := make([]int, seats)
	count := func(seat game.Seat) {
		if seat != game.NoSeat {
			counts[seat]++
		}
	}
	for i := range items {
		count(items[i].Seat)
	}
	count(last.Seat)
	return game.Seat(slices.Index(counts, slices.Max(counts)))
}

// Closing returns the events that announce the end of a match that has ended before the game did:
// who had too many items, and who has won. It returns none for an abandoned match.
func (m *Match) Closing() []game.Event {
	if m.Result == nil || m.Result.Outcome == nil || m.State.Outcome() != nil {
		return nil
	}
	var list []game.Event
	for i := range m.Seats {
		if m.Seats[i].Lost == LostLong {
			list = append(list, game.Event{Kind: "long", Seat: game.Seat(i)})
		}
	}
	if places := m.Result.Outcome.Places; places[0].Rank == 1 && (len(places) == 1 || places[1].Rank > 1) {
		return append(list, game.Event{Kind: "won", Seat: places[0].Seat})
	}
	return append(list, game.Event{Kind: "decided", Seat: game.NoSeat})
}

// Point is a moment of a match to which [Match.Rewind] can go back. It takes less memory than a
// Match.
type Point struct {
	// State must not be changed.
	State game.State
	hash  string
	items int
	seats []Seat
}

// Point returns the present moment of the match.
func (m *Match) Point() Point { return Point{m.State, m.Hash, len(m.Items), m.Seats} }

// Rewind returns the match as it was at an earlier moment, without the answers since, but with the
// marks made since. If the rules have changed since, the match goes on with the new ones from the
// state of that moment.
func (m *Match) Rewind(then Point) *Match {
	next := *m
	next.State, next.Hash, next.Result = then.State, then.hash, nil
	items := m.Items[:then.items:then.items]
	for _, item := range m.Items[then.items:] {
		if item.Kind == ItemAnswer {
			continue
		}
		if item.Kind == ItemRules {
			next.Hash = game.Hash(then.State)
			item.NewRules, item.Hash = &NewRules{item.Version, encode(then.State)}, next.Hash
		}
		items = append(items, item)
	}
	next.Items = items
	for i := range next.Seats {
		next.seat(game.Seat(i)).Answers = then.seats[i].Answers
	}
	return &next
}

func encode(s game.State) []byte {
	data, err := s.AppendBinary(nil)
	if err != nil {
		panic("match: a state that cannot be encoded: " + err.Error())
	}
	return data
}

// RulesVersion returns the version of the rules with which the match is played now.
func (m *Match) RulesVersion() int {
	for i := len(m.Items) - 1; i >= 0; i-- {
		if m.Items[i].Kind == ItemRules {
			return m.Items[i].Version
		}
	}
	return m.Version
}

// Answers returns how many answers have been given.
func (m *Match) Answers() int {
	n := 0
	for i := range m.Items {
		if m.Items[i].Kind == ItemAnswer {
			n++
		}
	}
	return n
}

// seat returns a seat of a match under construction, to be changed.
func (m *Match) seat(n game.Seat) *Seat {
	m.Seats = append([]Seat(nil), m.Seats...)
	return &m.Seats[n]
}

// count counts an answer of the seat's person or bot.
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
		Match: m.ID,
		Ended: at,
		Seats: make([]SeatResult, len(m.Seats)),
		Seed:  m.Start.Seed,
		Proof: m.Start.Proof,
	}
	for i := range m.Seats {
		s := &m.Seats[i]
		m.Result.Seats[i] = SeatResult{Lost: s.Lost, LostAt: s.LostAt, Answers: s.Answers}
	}
	if outcome == nil {
		return
	}
	m.Result.Outcome = rankLost(outcome, m.Result.lost())
	for _, p := range m.Result.Outcome.Places {
		if p.Seat != game.NoSeat {
			m.Result.Seats[p.Seat].Rank, m.Result.Seats[p.Seat].Total = p.Rank, p.Total
		}
	}
}
