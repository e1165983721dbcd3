package room

import (
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Offer is a player's offer, after a match, to play another one. The match starts once every other player has
// accepted.
type Offer struct {
	// Number counts the offers after a match from 1. Answers refer to it.
	Number uint64 `json:"number"`
	// By is the seat of the player who has made the offer.
	By game.Seat `json:"by"`
	// BestOf is the number of matches of the offered series, 1 for a single match.
	BestOf int `json:"bestOf"`
	// In has the seats whose players have accepted, Out those whose players have declined.
	In  game.Seats `json:"in"`
	Out game.Seats `json:"out,omitempty"`
	// Closed is true if all other players have declined. The asker can then make another offer.
	Closed bool `json:"closed,omitempty"`
}

const (
	// maxOffers is the maximum number of offers after a match.
	maxOffers = 4
	// longSeries is the number of matches of a series.
	longSeries = 3
)

// errNoOffer refuses an answer to an offer that is not open.
var errNoOffer = coded.Errorf(CodeNotOffered, "that is no longer offered")

// MakeOffer offers the other players another match after one is over.
type MakeOffer struct {
	// BestOf is 1 for a single match, or 3 for a series. During a series it has no effect.
	BestOf int `json:"bestOf"`
}

// Kind implements Action.
func (*MakeOffer) Kind() Kind { return KindOffer }

// OfferMade records that a player has offered another match.
type OfferMade struct {
	atSeat
	MakeOffer
}

func (a *MakeOffer) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	o := t.Offer
	switch {
	case a.BestOf != 1 && a.BestOf != longSeries:
		return nil, coded.Malformedf("an offer is for 1 match, or for the best of %d", longSeries)
	case a.BestOf == longSeries && len(t.Seats) < 2:
		return nil, coded.Malformedf("a series has at least 2 seats")
	case o != nil && !o.Closed && !o.In.Has(seat) && o.BestOf == a.BestOf:
		// Two players offer the same at the same time.
		return &OfferAccepted{atSeat{seat}, Accept{o.Number}}, nil
	case o != nil && !o.Closed:
		return nil, coded.Errorf(CodeOffered, "another match is offered already")
	case t.Offers >= maxOffers:
		return nil, coded.Errorf(CodeOffered, "at most %d offers are made after a match", maxOffers)
	}
	return &OfferMade{atSeat{seat}, *a}, nil
}

func (b *OfferMade) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := t.checkSeat(b.Seat); err != nil {
		return err
	}
	t.Offers++
	t.Offer = &Offer{Number: t.Offers, By: b.Seat, BestOf: b.BestOf, In: game.Seats(0).With(b.Seat)}
	return nil
}

// Accept accepts the offer with that number.
type Accept struct {
	Offer uint64 `json:"offer"`
}

// Kind implements Action.
func (*Accept) Kind() Kind { return KindAccept }

// OfferAccepted records that a player has accepted the offer.
type OfferAccepted struct {
	atSeat
	Accept
}

func (a *Accept) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if o := t.Offer; o == nil || o.Closed || o.Number != a.Offer {
		return nil, errNoOffer
	}
	return &OfferAccepted{atSeat{seat}, *a}, nil
}

func (b *OfferAccepted) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := t.checkSeat(b.Seat); err != nil {
		return err
	}
	if t.Offer == nil {
		return errNoOffer
	}
	next := *t.Offer
	next.In, next.Out = next.In.With(b.Seat), next.Out.Without(b.Seat)
	t.Offer = &next
	return nil
}

// Decline declines the offer with that number. The player who has made it takes it back.
type Decline struct {
	Offer uint64 `json:"offer"`
}

// Kind implements Action.
func (*Decline) Kind() Kind { return KindDecline }

// OfferDeclined records that a player has declined the offer, or has taken it back.
type OfferDeclined struct {
	atSeat
	Decline
}

func (a *Decline) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	if o := t.Offer; o == nil || o.Number != a.Offer || o.Closed && o.By != seat {
		return nil, errNoOffer
	}
	return &OfferDeclined{atSeat{seat}, *a}, nil
}

func (b *OfferDeclined) apply(t *Table, _ *Entry, _ *Effects) error {
	if err := t.checkSeat(b.Seat); err != nil {
		return err
	}
	if t.Offer == nil {
		return errNoOffer
	}
	next := *t.Offer
	next.In, next.Out = next.In.Without(b.Seat), next.Out.With(b.Seat)
	t.Offer = &next
	return nil
}

// offers carries out the offers of a table.
type offers struct{ table *Table }

// unanswered returns the seats whose players have not answered the offer.
func (os offers) unanswered(o *Offer) game.Seats { return os.taken() &^ o.In &^ o.Out }

// taken returns the seats that persons have.
func (os offers) taken() game.Seats {
	t := os.table
	var seats game.Seats
	for i := range t.Seats {
		if t.Seats[i].Person != "" {
			seats = seats.With(game.Seat(i))
		}
	}
	return seats
}

// resolve opens the table for the next match once every player has answered the offer. The seats of players
// who have declined are free then. It drops an offer whose maker has taken it back or has left.
func (os offers) resolve() {
	t := os.table
	o := t.Offer
	if o == nil {
		return
	}
	taken := os.taken()
	if t.Status != StatusFinished || !(o.In & taken).Has(o.By) {
		t.Offer = nil
		return
	}
	if o.Closed || os.unanswered(o) != 0 {
		return
	}
	if o.Out&taken == 0 || len(list(o.In&taken)) > 1 {
		os.beginNext(o)
		return
	}
	next := *o
	next.Closed = true
	t.Offer = &next
}

// beginNext opens the table for the players who have accepted an offer. If no seat is free, the match starts by
// itself.
func (os offers) beginNext(o *Offer) {
	t := os.table
	if o.BestOf == longSeries && (t.Series == nil || t.Series.isOver()) {
		isCounted := t.Series != nil
		t.Series = &Series{BestOf: longSeries, Wins: make([]int, len(t.Seats))}
		if !isCounted {
			t.Series.add(t.Play.Match.Result)
		}
	} else if t.Series != nil && t.Series.isOver() {
		t.Series = nil
	}
	os.openAgain(o.In)
	for i := range t.Seats {
		if o.Out.Has(game.Seat(i)) {
			t.Seats[i] = Seat{}
		}
	}
	t.Continues = !slices.ContainsFunc(t.Seats, func(s Seat) bool { return !s.Ready })
}

// openAgain opens the table for another match. Players get back the seats that bots played for them. ready has the
// seats whose players are ready.
func (os offers) openAgain(ready game.Seats) {
	t := os.table
	for i := range t.Seats {
		s := &t.Seats[i]
		*s = Seat{Person: s.Person, Name: s.Name, Kind: s.Kind, Bot: s.Bot, Away: s.Away}
		s.Ready = s.Bot != "" || s.Person != "" && ready.Has(game.Seat(i))
	}
	t.Status, t.Offer = StatusOpen, nil
}

// Series is several matches of the same players, of which most wins count.
type Series struct {
	// BestOf is the number of matches at most.
	BestOf int `json:"bestOf"`
	// Wins has the number of matches that each seat has won. A tie counts for no seat.
	Wins []int `json:"wins"`
	// Played is the number of matches that have ended.
	Played int `json:"played"`
}

// isOver reports whether a seat has won more than half of the matches, or all matches were played.
func (s *Series) isOver() bool {
	return s.Played >= s.BestOf || slices.Max(s.Wins) > s.BestOf/2
}

// add counts a match that has ended. A match without an outcome does not count.
func (s *Series) add(result *match.Result) {
	if result == nil || result.Outcome == nil {
		return
	}
	s.Wins = slices.Clone(s.Wins)
	s.Played++
	var winners []int
	isOneTeam := true
	for i := range result.Seats {
		r := &result.Seats[i]
		if r.Rank != 1 || r.Lost != "" || i >= len(s.Wins) {
			continue
		}
		winners = append(winners, i)
		isOneTeam = isOneTeam && r.Team != 0 && r.Team == result.Seats[winners[0]].Team
	}
	if len(winners) > 1 && !isOneTeam {
		return
	}
	for _, seat := range winners {
		s.Wins[seat]++
	}
}

// updateSeries ends the series before a match if other players play it.
func (os offers) updateSeries() {
	t := os.table
	if t.Series == nil {
		return
	}
	before := t.Play.Match.Players
	isSame := len(before) == len(t.Seats) && !t.Series.isOver()
	for i := 0; isSame && i < len(t.Seats); i++ {
		isSame = before[i].Person == t.Seats[i].Person && before[i].Bot == t.Seats[i].Bot
	}
	if !isSame {
		t.Series = nil
	}
}

// OfferInfo is the public information about an offer.
type OfferInfo struct {
	// Number counts the offers after a match from 1. Answers refer to it.
	Number uint64 `json:"number"`
	// By is the seat of the player who has made the offer.
	By game.Seat `json:"by"`
	// BestOf is the number of matches of the offered series, 1 for a single match.
	BestOf int `json:"bestOf"`
	// In lists the seats whose players have accepted. Out lists those whose players have declined. Waiting
	// lists those whose players have not answered; if it is empty, all others have declined.
	In      []game.Seat `json:"in"`
	Out     []game.Seat `json:"out"`
	Waiting []game.Seat `json:"waiting"`
}

// info returns the public information about the offer, nil if there is none.
func (os offers) info() *OfferInfo {
	o := os.table.Offer
	if o == nil {
		return nil
	}
	return &OfferInfo{o.Number, o.By, o.BestOf, list(o.In), list(o.Out), list(os.unanswered(o))}
}

// list returns the seats of a set in order.
func list(seats game.Seats) []game.Seat {
	members := []game.Seat{}
	for seat := range game.Seat(game.MaxSeats) {
		if seats.Has(seat) {
			members = append(members, seat)
		}
	}
	return members
}

// SeriesInfo is the public information about a series.
type SeriesInfo struct {
	Series
	// Over is true if no further match of the series is played.
	Over bool `json:"over"`
}

// info returns the public information about the series, nil if there is none.
func (s *Series) info() *SeriesInfo {
	if s == nil {
		return nil
	}
	return &SeriesInfo{*s, s.isOver()}
}
