package replay

import (
	"cmp"
	"slices"

	"archmage/internal/game"
	"archmage/internal/match"
)

// Timeline is an overview of a whole match. A match that is over has no secrets, and its Timeline can be shown
// to all viewers.
type Timeline struct {
	// Steps has an entry for each step, including the start and the end.
	Steps []Moment `json:"steps"`
	// Pieces lists the cards or spells of each seat with what they brought, by seat, the most valuable first.
	Pieces []Piece `json:"pieces"`
}

// Moment is one step of a timeline.
type Moment struct {
	// Seat is the seat of the item that leads from here to the next step, -1 if there is none. Kind is the kind
	// of that item, "" for an answer.
	Seat game.Seat      `json:"seat"`
	Kind match.ItemKind `json:"kind,omitempty"`
	// Asked is the kind of the decision that the item answers. Took is the time that the player
	// took, in milliseconds.
	Asked string `json:"asked,omitempty"`
	Took  int64  `json:"took,omitempty"`
	// Bot is the bot that plays the seat at this step, "" for a person.
	Bot string `json:"bot,omitempty"`
	game.Progress
	// Turn is true if another seat has to answer from here on, or a new round begins.
	Turn bool `json:"turn,omitempty"`
	// Standing has the public points by seat.
	Standing []int `json:"standing"`
	// Events is the number of events since the step before.
	Events int `json:"events,omitempty"`
}

// Piece is a card or a spell of a seat, with what it brought.
type Piece struct {
	Seat game.Seat `json:"seat"`
	// Piece is the number of the card or spell in the game's catalogue.
	Piece int `json:"piece"`
	// Step is the step of the first event with this piece, 0 if there is none.
	Step int `json:"step,omitempty"`
	// Uses counts the events with this piece by kind, as in {"summon": 1, "activate": 4}.
	Uses map[string]int `json:"uses,omitempty"`
	// Gained is what the piece brought during the match. Points is its value at the end.
	Gained int `json:"gained,omitempty"`
	Points int `json:"points,omitempty"`
}

// Timeline returns the timeline of the match.
func (r *Replay) Timeline() *Timeline { return &r.index }

// summarize computes the timeline, and the numbers of items and events at each step.
func (r *Replay) summarize() error {
	s := summary{r: r, info: r.rules.Info(), pieces: map[[2]int]*Piece{}}
	for i := range s.asked {
		s.asked[i] = r.record.Started
	}
	if err := r.timeline.Walk(0, r.timeline.Len(), s.addStep); err != nil {
		return err
	}
	for _, piece := range s.pieces {
		if piece.Uses == nil && piece.Points == 0 {
			// The piece belongs to another seat and only cost this one something.
			continue
		}
		r.index.Pieces = append(r.index.Pieces, *piece)
	}
	slices.SortFunc(r.index.Pieces, func(a, b Piece) int {
		return cmp.Or(
			cmp.Compare(a.Seat, b.Seat),
			cmp.Compare(b.Gained+b.Points, a.Gained+a.Points),
			cmp.Compare(a.Piece, b.Piece),
		)
	})
	return nil
}

// summary collects the timeline while summarize walks through a match.
type summary struct {
	r      *Replay
	info   game.Info
	pieces map[[2]int]*Piece
	// asked has the time since when each seat has to answer. waiting are the seats that have to answer.
	asked   [game.MaxSeats]int64
	waiting game.Seats
	before  game.Progress
	count   int
}

func (s *summary) addStep(number int, moment match.Moment) bool {
	state := moment.Match.State
	events := s.r.eventsOf(&moment)
	s.count += len(events)
	s.r.items, s.r.events = append(s.r.items, number), append(s.r.events, s.count)
	now := Moment{Seat: game.NoSeat, Progress: state.Progress(), Standing: state.Standing(), Events: len(events)}
	s.updateWaiting(&now, &moment, number)
	last := s.r.timeline.Len()
	if number < last {
		s.addItem(&now, &s.r.record.Items[number], moment.Match)
	}
	s.r.index.Steps = append(s.r.index.Steps, now)
	for i := range events {
		s.addEvent(number, &events[i])
	}
	if outcome := state.Outcome(); outcome != nil && number == last {
		s.addScores(outcome)
	}
	return true
}

// updateWaiting records which seats have to answer from now on, and whether a turn begins.
func (s *summary) updateWaiting(now *Moment, moment *match.Moment, number int) {
	waiting := moment.Match.State.Waiting()
	if moment.Item != nil {
		for seat := range game.Seat(game.MaxSeats) {
			answered := seat == moment.Item.Seat && moment.Item.Kind == match.ItemAnswer
			if waiting.Has(seat) && (!s.waiting.Has(seat) || answered) {
				s.asked[seat] = moment.Item.At
			}
		}
	}
	begins := now.Stage != s.before.Stage || now.Number != s.before.Number || now.Round != s.before.Round
	now.Turn = number > 0 && waiting != 0 && (waiting&^s.waiting != 0 || begins)
	s.waiting, s.before = waiting, now.Progress
}

// addItem records the item that leads to the next step.
func (s *summary) addItem(now *Moment, item *match.Item, m *match.Match) {
	now.Seat, now.Kind = item.Seat, item.Kind
	if item.Kind != match.ItemAnswer {
		return
	}
	now.Bot = m.Seats[item.Seat].Bot
	now.Took = max(0, item.At-s.asked[item.Seat])
	d := game.BorrowDecision()
	defer d.GiveBack()
	d.Plain = true
	if m.State.Decision(item.Seat, d) {
		now.Asked = d.Kind
	}
}

// addEvent adds an event to the pieces that it names.
func (s *summary) addEvent(step int, e *game.Event) {
	for _, tally := range s.info.Tallies {
		n, ok := e.Public.Get(tally.Fact)
		if !ok || n == 0 || e.Kind != tally.Event || e.Seat == game.NoSeat {
			continue
		}
		p := s.piece(e.Seat, n)
		if p.Uses == nil {
			p.Uses, p.Step = map[string]int{}, step
		}
		p.Uses[e.Kind]++
	}
	for _, gain := range s.info.Gains {
		n, ok := e.Public.Get(gain.Piece)
		amount, _ := e.Public.Get(gain.Amount)
		if ok && n != 0 && e.Kind == gain.Event && e.Seat != game.NoSeat {
			s.piece(e.Seat, n).Gained += amount
		}
	}
}

// addScores adds the values of the pieces at the end.
func (s *summary) addScores(outcome *game.Outcome) {
	for _, place := range outcome.Places {
		for _, part := range place.Parts {
			for _, tally := range s.info.Tallies {
				if n, ok := part.Args.Get(tally.Fact); ok && n != 0 && place.Seat != game.NoSeat {
					s.piece(place.Seat, n).Points += part.Points
					break
				}
			}
		}
	}
}

func (s *summary) piece(seat game.Seat, n int) *Piece {
	key := [2]int{int(seat), n}
	p := s.pieces[key]
	if p == nil {
		p = &Piece{Seat: seat, Piece: n}
		s.pieces[key] = p
	}
	return p
}
