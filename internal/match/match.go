// Package match plays one match of a game. It holds the terms of the match, everything that was done in it, and
// its result. It also reads, writes and replays records of matches, and draws the seed of a match from a secret
// of the room and the shares of the players.
//
// The package is pure. It imports the contract of games (package game) and must not import a room, a clock or a
// database. Callers pass in times, as milliseconds since 1970. Start reading at [Begin] and [Match.Answer] for
// a match, and at [Record.Verify] for its record.
package match

import (
	"encoding/json"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Terms are what a match starts with. They never change.
type Terms struct {
	// ID names the match.
	ID   string `json:"id"`
	Game string `json:"game"`
	// Version is the version of the game's rules at the start.
	Version int `json:"rules"`
	// Options has a value for every option of the game.
	Options game.MatchOptions `json:"options"`
	// Players lists the players at the start, by seat.
	Players []Player `json:"players"`
	// Started is the time of the start, in milliseconds since 1970.
	Started int64 `json:"started"`
}

// Player is a person or a bot who starts a match.
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
	// Items lists everything that was done since the start, in order.
	Items []Item
	// Seats has the current state of each seat.
	Seats []Seat
	// Result is the result of the match, nil until it is over.
	Result *Result
}

// Seat is the state of a seat: who plays it, and whether it has lost.
type Seat struct {
	// Person is the id of the person who holds the seat, "" if no person does.
	Person string `json:"person,omitempty"`
	// Bot is the id of the bot that answers, for itself or in place of the person; "" if the person
	// answers.
	Bot string `json:"bot,omitempty"`
	// Lost is the reason why the seat has lost whatever the score, "" if it has not. LostAt is the time of the
	// loss, in milliseconds since 1970.
	Lost   Lost  `json:"lost,omitempty"`
	LostAt int64 `json:"lostAt,omitempty"`
	// Held lists the ids of the persons who took the seat over after the start.
	Held []string `json:"held,omitempty"`
	// Answers has the number of answers of each person or bot that answered for the seat.
	Answers []Share `json:"answers,omitempty"`
}

// Share is the number of answers of a seat that one person or one bot has given.
type Share struct {
	Person string `json:"person,omitempty"`
	Bot    string `json:"bot,omitempty"`
	Count  int    `json:"count"`
}

// Lost is the reason why a seat has lost whatever the score.
type Lost string

// The reasons of a loss.
const (
	LostTime     Lost = "time"     // the player's time was up
	LostLeft     Lost = "left"     // the player left
	LostConceded Lost = "conceded" // the player gave the match up
	LostLong     Lost = "long"     // the match has [MaxItems] items, most of them of this seat
)

// MaxItems is the maximum number of items of a match, so that its record stays readable and can be replayed in
// bounded time. A match that reaches the bound is over, and the seat with the most items has lost. The longest
// of 5,000 random matches of Seasons for four players has 520 items.
const MaxItems = 20_000

// MaxState is the maximum length of an encoded state in a record or an upgrade, in bytes. The states of the two
// games take less than 2,000 bytes.
const MaxState = 16 << 10

// Begin starts a match. It sets the hash of the start and the rules version of the terms, and ignores the
// values that the caller passed for them. It fails with the codes of [game.Rules], and with [CodeBadRecord] if
// the start has neither a seed nor a state, if its seed does not follow from its proof, or if its deal is not valid.
func Begin(rules game.Rules, terms Terms, start Start) (*Match, error) {
	terms.Version = rules.Info().Version
	return begin(rules, terms, start)
}

// begin is Begin, but keeps the rules version of the terms.
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

// decode decodes a state that comes from a record or an upgrade. A match with that many seats must be able to
// go on from it. decode fails with [game.CodeBadState].
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

// checkSeats returns an error with [game.CodeBadState] if the state waits for other seats than those of the
// match, or has an outcome for others.
func checkSeats(state game.State, seats int) error {
	outcome := state.Outcome()
	if state.Waiting()&^game.AllSeats(seats) != 0 || outcome != nil && !namesEachSeat(outcome, seats) {
		return coded.Errorf(game.CodeBadState, "the state is not one for %d", seats)
	}
	return nil
}

// Opening returns the events of the start: "started" and, if the match began with a seed, the first events of
// the game. Call it before the first answer.
func (m *Match) Opening() []game.Event {
	var step game.Step
	step.Add("started", game.NoSeat)
	if m.Start.Seed != nil {
		m.State.Opening(&step)
	}
	return step.Events
}

// ParseAnswer decodes choice, the answer of a seat to its open decision. id is the decision's id as the client
// knows it. ParseAnswer fills d with the decision and returns the answer, and its choices in the form in which
// they are stored. It fails with the codes of package game, also if the answer is not legal.
func (m *Match) ParseAnswer(
	seat game.Seat,
	id uint32,
	choice json.RawMessage,
	d *game.Decision,
) (game.Answer, json.RawMessage, error) {
	if err := m.openDecision(seat, d); err != nil {
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

// Choice returns the choices of an answer as a JSON list, in the one form in which they are stored.
func Choice(rules game.Rules, d *game.Decision, picks []game.Pick) json.RawMessage {
	return d.AppendPicks(nil, rules, picks)
}

// openDecision fills d with the open decision of a seat, without the parts that only a client needs. It fails
// with [game.CodeOver] or [game.CodeNotAsked].
func (m *Match) openDecision(seat game.Seat, d *game.Decision) error {
	if m.Result != nil {
		return coded.Errorf(game.CodeOver, "the match is over")
	}
	d.Plain = true
	if !m.State.Decision(seat, d) {
		return coded.Errorf(game.CodeNotAsked, "nothing is asked of you now")
	}
	return nil
}

// Answer returns the match after an answer of a seat. read is the result of ParseAnswer for choice, or nil if
// choice is not decoded yet. Answer empties step and then records the events in it; step may be nil. If the
// answer ends the match, the returned match has a Result. Answer fails with the codes of package game.
func (m *Match) Answer(
	now int64,
	seat game.Seat,
	choice json.RawMessage,
	read *game.Answer,
	step *game.Step,
) (*Match, error) {
	return m.add(Item{At: now, Seat: seat, Answer: choice}, read, step)
}

// SetBot returns the match with a bot that plays the seat from now on. If bot is "", the person of the seat
// plays again. SetBot returns a match that is over unchanged.
func (m *Match) SetBot(now int64, seat game.Seat, bot string) *Match {
	return m.addMark(Item{Kind: ItemPlays, At: now, Seat: seat, Bot: bot})
}

// TakeOver returns the match in which a person has taken over a seat that another person left. The seat no
// longer counts as lost.
func (m *Match) TakeOver(now int64, seat game.Seat, person string) *Match {
	next := *m.addMark(Item{Kind: ItemTaken, At: now, Seat: seat})
	s := next.seat(seat)
	s.Person = person
	if !slices.Contains(s.Held, person) {
		s.Held = append(s.Held[:len(s.Held):len(s.Held)], person)
	}
	return &next
}

// Vacate returns the match in which no person holds the seat.
func (m *Match) Vacate(seat game.Seat) *Match {
	next := *m
	next.seat(seat).Person = ""
	return &next
}

// Lose returns the match in which the seat has lost whatever the score. This ends the match if at most one seat
// has not lost, or if only seats of bots have not. A seat that has lost already keeps its first reason. Lose
// returns a match that is over unchanged.
func (m *Match) Lose(now int64, seat game.Seat, reason Lost) *Match {
	if m.Seats[seat].Lost != "" {
		return m
	}
	return m.addMark(Item{Kind: ItemLost, At: now, Seat: seat, Lost: reason})
}

// Abandon ends the match without an outcome. It returns a match that is over unchanged.
func (m *Match) Abandon(now int64) *Match {
	if m.Result != nil {
		return m
	}
	next := *m
	next.end(nil, now)
	return &next
}

// Upgrade returns the match as it goes on under the server's version of the rules, which is higher than
// [Match.RulesVersion]. state is the state of the match in the encoding of that version. Upgrade returns a
// match that is over unchanged. It fails with [game.CodeBadState].
func (m *Match) Upgrade(now int64, version int, state []byte) (*Match, error) {
	if m.Result != nil {
		return m, nil
	}
	return m.add(Item{Kind: ItemRules, At: now, Seat: game.NoSeat, NewRules: &NewRules{version, state}}, nil, nil)
}

// add applies an item, sets the item's hash and appends the item. read is the item's answer, nil if it is not
// decoded yet. The returned match shares the list of items with m.
func (m *Match) add(item Item, read *game.Answer, step *game.Step) (*Match, error) {
	next, err := m.apply(&item, read, step)
	if err != nil {
		return nil, err
	}
	if item.hasHash() {
		item.Hash = next.Hash
	}
	next.Items = append(withRoom(m.Items), item)
	return next, nil
}

// withRoom returns the items with capacity for one more. Items are most of the memory of a match, so the spare
// capacity is smaller than that of append, but large enough that few moves copy the list.
func withRoom(items []Item) []Item {
	if len(items) < cap(items) {
		return items
	}
	return append(make([]Item, 0, len(items)+8+len(items)/8), items...)
}

// addMark is add for items that cannot fail. It returns a match that is over unchanged.
func (m *Match) addMark(item Item) *Match {
	if m.Result != nil {
		return m
	}
	next, err := m.add(item, nil, nil)
	if err != nil {
		panic("match: add a mark: " + err.Error())
	}
	return next
}

// apply returns the match after an item, but does not append the item. The match must not be over, and the
// item's seat must exist. read is as in add.
func (m *Match) apply(item *Item, read *game.Answer, step *game.Step) (*Match, error) {
	next := *m
	switch item.Kind {
	case ItemAnswer:
		if read == nil {
			d := game.BorrowDecision()
			defer d.GiveBack()
			if err := m.openDecision(item.Seat, d); err != nil {
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
		next.seat(item.Seat).countAnswer()
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
	case item.Kind == ItemLost && next.isDecided():
		outcome = earlyOutcome(next.State)
	case len(m.Items)+1 >= MaxItems:
		s := next.seat(mostItems(m.Items, item, len(m.Seats)))
		s.Lost, s.LostAt = LostLong, item.At
		outcome = earlyOutcome(next.State)
	}
	if outcome != nil {
		next.end(outcome, item.At)
	}
	return &next, nil
}

// isDecided reports whether the match is over early: at most one seat or one of several teams has not lost, or
// all seats that have not lost belonged to bots from the start.
func (m *Match) isDecided() bool {
	teams := game.TeamsOf(m.State, len(m.Seats))
	remaining, persons, first := 0, 0, 0
	for i := range m.Seats {
		if m.Seats[i].Lost != "" {
			continue
		}
		if m.Players[i].Bot == "" {
			persons++
		}
		if remaining == 0 {
			first = teams[i]
		}
		if remaining == 0 || !game.AreTeammates(teams[i], first) {
			remaining++
		}
	}
	if isOneTeam(teams) {
		return persons == 0
	}
	return remaining <= 1 || persons == 0
}

// mostItems returns the seat with the most items, the lowest one if several have as many. last is an item that
// is not in the list yet.
func mostItems(items []Item, last *Item, seats int) game.Seat {
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

// Closing returns the events that announce the end of a match that ended before its game did: which seat had
// too many items, and who has won. It returns none for an abandoned match.
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
	if places := m.Result.Outcome.Places; places[0].Seat != game.NoSeat &&
		places[0].Rank == 1 && (len(places) == 1 || places[1].Rank > 1) {
		return append(list, game.Event{Kind: "won", Seat: places[0].Seat})
	}
	return append(list, game.Event{Kind: "decided", Seat: game.NoSeat})
}

// Point is a moment of a match to which [Match.Rewind] can return. It takes less memory than a Match.
type Point struct {
	// State must not be changed.
	State game.State
	hash  string
	items int
	seats []Seat
}

// Point returns the present moment of the match.
func (m *Match) Point() Point { return Point{m.State, m.Hash, len(m.Items), m.Seats} }

// Rewind returns the match at an earlier moment. Answers since then are removed. Items of other kinds stay, and
// a seat keeps its bot, its person and its loss. If the rules have changed since, the match goes on under the
// new rules from the state of that moment.
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
		panic("match: encode a state: " + err.Error())
	}
	return data
}

// RulesVersion returns the version of the rules under which the match is played now.
func (m *Match) RulesVersion() int {
	for i := len(m.Items) - 1; i >= 0; i-- {
		if m.Items[i].Kind == ItemRules {
			return m.Items[i].Version
		}
	}
	return m.Version
}

// Answers returns the number of answers in the match.
func (m *Match) Answers() int {
	n := 0
	for i := range m.Items {
		if m.Items[i].Kind == ItemAnswer {
			n++
		}
	}
	return n
}

// seat copies the seats of a match under construction and returns a pointer to one of the copies.
func (m *Match) seat(n game.Seat) *Seat {
	m.Seats = append([]Seat(nil), m.Seats...)
	return &m.Seats[n]
}

// countAnswer counts an answer for the person or bot that plays the seat.
func (s *Seat) countAnswer() {
	share := Share{Bot: s.Bot}
	if s.Bot == "" {
		share.Person = s.Person
	}
	s.Answers = append([]Share(nil), s.Answers...)
	for i := range s.Answers {
		if a := &s.Answers[i]; a.Person == share.Person && a.Bot == share.Bot {
			a.Count++
			return
		}
	}
	share.Count = 1
	s.Answers = append(s.Answers, share)
}

func (m *Match) end(outcome *game.Outcome, now int64) {
	m.Result = &Result{
		Match: m.ID,
		Ended: now,
		Seats: make([]SeatResult, len(m.Seats)),
		Seed:  m.Start.Seed,
		Proof: m.Start.Proof,
		Deal:  m.Start.Deal,
	}
	if m.Start.Deal != nil {
		m.Result.Seed = nil
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
			s := &m.Result.Seats[p.Seat]
			s.Rank, s.Total, s.Team = p.Rank, p.Total, p.Team
		}
	}
}
