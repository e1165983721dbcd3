package room

import (
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Proposal is a proposal of a player, or a request of a person for a seat. It stays open until all players
// whose agreement it needs have agreed, or one has declined.
type Proposal struct {
	// Number counts the proposals of the match from 1.
	Number uint64       `json:"number"`
	What   ProposalKind `json:"what"`
	By     game.Seat    `json:"by"`
	// Other is the seat that a bot would play or that a person asks for. It is game.NoSeat for other proposals.
	// If a person asks for a seat, By is game.NoSeat, and Person, Name and Who (the kind of person) describe
	// that person.
	Other  game.Seat  `json:"other"`
	Person string     `json:"person,omitempty"`
	Name   string     `json:"name,omitempty"`
	Who    string     `json:"who,omitempty"`
	Agreed game.Seats `json:"agreed"`
}

// ProposalKind is a kind of proposal.
type ProposalKind string

// The kinds of proposals.
const (
	ProposeEnd     ProposalKind = "end"     // the match ends without a result
	ProposePause   ProposalKind = "pause"   // the match is paused
	ProposeResume  ProposalKind = "resume"  // a paused match goes on
	ProposeReplace ProposalKind = "replace" // a bot plays for a player who is away
	ProposeLetIn   ProposalKind = "letin"   // the person who asks gets a seat that was left
)

// proposals has the methods of a table that concern its open proposal. They change the table.
type proposals struct{ table *Table }

// Propose makes a proposal to the other players.
type Propose struct {
	// What is `end` (the match without a result), `pause`, `resume`, or `replace` (a player who is away, by a
	// bot).
	What ProposalKind `json:"what"`
	// Other is the seat that the bot would play, -1 for the other proposals.
	Other game.Seat `json:"other"`
}

// Kind implements Action.
func (*Propose) Kind() Kind { return KindPropose }

// ProposalMade records that a player has made a proposal. The proposer agrees to it.
type ProposalMade struct {
	atSeat
	Propose
}

func (a *Propose) decide(t *Table, c *Command, seat game.Seat) (Body, error) {
	b := &ProposalMade{atSeat{seat}, Propose{a.What, game.NoSeat}}
	refusal := coded.Errorf(CodeNotProposed, "that cannot be proposed now")
	switch {
	case t.BotOf(seat) != "":
		return nil, coded.Errorf(CodeBotPlays, "a bot plays your seat")
	case t.Play.Proposal != nil && t.Play.Proposal.What != ProposeLetIn:
		return nil, coded.Errorf(CodeProposed, "something else is proposed")
	}
	switch a.What {
	case ProposeEnd:
	case ProposePause, ProposeResume:
		if t.Play.Paused != (a.What == ProposeResume) {
			return nil, refusal
		}
	case ProposeReplace:
		if err := t.checkSeat(a.Other); err != nil {
			return nil, err
		}
		if t.Settings.Rated {
			return nil, notRated("no bot plays for who is absent")
		}
		s := &t.Seats[a.Other]
		if t.checkPersonPlays(a.Other) != nil || s.Away == 0 || c.At-s.Away < int64(t.Settings.ReplaceAfter)*1000 {
			return nil, refusal
		}
		b.Other = a.Other
	default:
		return nil, coded.Malformedf("unknown proposal %.40q", a.What)
	}
	return b, nil
}

func (b *ProposalMade) apply(t *Table, _ *Entry, _ *Effects) error {
	if b.Other != game.NoSeat {
		if err := t.checkSeat(b.Other); err != nil {
			return err
		}
	}
	t.Play.Proposals++
	t.Play.Proposal = &Proposal{
		Number: t.Play.Proposals, What: b.What, By: b.Seat, Other: b.Other, Agreed: game.Seats(0).With(b.Seat),
	}
	return nil
}

// AskSeat asks the players of a match for a seat that is `free` because its player has left. A person can ask
// once in a match. It is refused while another proposal is open.
type AskSeat struct {
	Seat game.Seat `json:"seat"`
}

// Kind implements Action.
func (*AskSeat) Kind() Kind { return KindAsk }

func (a *AskSeat) seat() game.Seat { return a.Seat }

// SeatAsked records that a person asks the players for a seat whose player has left.
type SeatAsked struct {
	AskSeat
	Name string `json:"name"`
	Who  string `json:"who,omitempty"` // the kind of person
}

func (a *AskSeat) decide(t *Table, c *Command, _ game.Seat) (Body, error) {
	if err := t.checkCanTake(c, a.Seat); err != nil {
		return nil, err
	}
	seat, seen := t.Play.Seen[c.By.ID]
	switch {
	case seen && seat != a.Seat:
		return nil, coded.Errorf(CodeSeenSecrets, "you have seen the hidden cards of another seat of this match")
	case slices.Contains(t.Play.Askers, c.By.ID):
		return nil, coded.Errorf(CodeAsked, "you have asked in this match already")
	case t.Play.Proposal != nil:
		return nil, coded.Errorf(CodeProposed, "something else is proposed")
	}
	return &SeatAsked{*a, c.By.Name, c.By.Kind}, c.checkBlocked()
}

func (b *SeatAsked) apply(t *Table, e *Entry, _ *Effects) error {
	p := t.Play
	p.Askers = append(slices.Clone(p.Askers), e.By)
	p.Askers = p.Askers[max(0, len(p.Askers)-maxAskers):]
	p.Proposals++
	p.Proposal = &Proposal{
		Number: p.Proposals, What: ProposeLetIn, By: game.NoSeat, Other: b.Seat, Person: e.By, Name: b.Name, Who: b.Who,
	}
	return nil
}

// maxAskers is the maximum number of persons in [Play.Askers].
const maxAskers = 64

// deciders returns the seats of the players who decide whether a person gets a seat. These are all players who
// have not lost, even if they are away or a bot plays for them.
func (ps proposals) deciders() []game.Seat {
	var list []game.Seat
	for i := range ps.table.Seats {
		if ps.table.Seats[i].Person != "" && ps.table.LostOf(game.Seat(i)) == "" {
			list = append(list, game.Seat(i))
		}
	}
	return list
}

// Reply answers the proposal with that number. If `agree` is false, a player declines it, or the proposer
// withdraws it.
type Reply struct {
	Proposal uint64 `json:"proposal"`
	Agree    bool   `json:"agree"`
}

// Kind implements Action.
func (*Reply) Kind() Kind { return KindReply }

// ProposalAnswered records that a player has agreed to the proposal, or has ended it.
type ProposalAnswered struct {
	atSeat
	Reply
}

func (a *Reply) decide(t *Table, _ *Command, seat game.Seat) (Body, error) {
	p := t.Play.Proposal
	switch {
	case t.BotOf(seat) != "":
		return nil, coded.Errorf(CodeBotPlays, "a bot plays your seat")
	case p == nil || p.Number != a.Proposal:
		return nil, coded.Errorf(CodeNotProposed, "that is no longer proposed")
	}
	return &ProposalAnswered{atSeat{seat}, *a}, nil
}

func (b *ProposalAnswered) apply(t *Table, _ *Entry, effects *Effects) error {
	p := t.Play.Proposal
	switch {
	case p == nil:
		return coded.Errorf(CodeNotProposed, "nothing is proposed")
	case b.Agree:
		next := *p
		next.Agreed = p.Agreed.With(b.Seat)
		t.Play.Proposal = &next
	default:
		t.Play.Proposal = nil
		if b.Seat != p.By {
			t.addEvent(effects, "declined", b.Seat, game.ID("what", string(p.What)))
		}
	}
	return nil
}

// missing returns the seats that still have to agree to a proposal. Most proposals need all players who play
// and are not away. Three kinds need more. To resume a paused match, all who play must agree, so that no clock
// starts while its player is away. The same holds for the end or a pause of a rated match, so that no player
// escapes a loss while others are away. To give a seat to a person, all who have not lost must agree.
func (ps proposals) missing(p *Proposal) []game.Seat {
	list := []game.Seat{}
	if p.What == ProposeLetIn {
		for _, seat := range ps.deciders() {
			if !p.Agreed.Has(seat) {
				list = append(list, seat)
			}
		}
		return list
	}
	for i := range ps.table.Seats {
		seat := game.Seat(i)
		counts := ps.table.Seats[i].Away == 0 || p.What == ProposeResume || ps.table.Settings.Rated
		if ps.table.checkPersonPlays(seat) == nil && counts && !p.Agreed.Has(seat) {
			list = append(list, seat)
		}
	}
	return list
}

// resolve carries out the proposal once it needs no further agreement. It drops a proposal that has become
// pointless, because the proposer has stopped playing or the absent player is back.
func (ps proposals) resolve(now int64, effects *Effects) {
	if !ps.table.Playing() || ps.table.Play.Proposal == nil || ps.table.Play.Match.Result != nil {
		return
	}
	p := ps.table.Play.Proposal
	var pointless bool
	switch p.What {
	case ProposeLetIn:
		pointless = !ps.table.IsFree(p.Other) || ps.table.Removed.IsOut(p.Person)
	case ProposeReplace:
		pointless = ps.table.checkPersonPlays(p.By) != nil || ps.table.checkPersonPlays(p.Other) != nil ||
			ps.table.Seats[p.Other].Away == 0
	default:
		pointless = ps.table.checkPersonPlays(p.By) != nil
	}
	if pointless {
		ps.table.Play.Proposal = nil
		effects.Room = true
		return
	}
	if len(ps.missing(p)) > 0 {
		return
	}
	ps.table.Play.Proposal = nil
	effects.Room = true
	switch p.What {
	case ProposeEnd:
		ps.table.addEvent(effects, "ended", game.NoSeat)
		ps.table.Play.Match = ps.table.Play.Match.Abandon(now)
	case ProposePause:
		ps.table.addEvent(effects, "paused", game.NoSeat)
		ps.table.Play.Paused = true
	case ProposeResume:
		ps.table.addEvent(effects, "resumed", game.NoSeat)
		ps.table.Play.Paused = false
	case ProposeReplace:
		ps.table.addEvent(effects, "replaced", p.Other)
		ps.table.letBotPlay(p.Other, now)
	case ProposeLetIn:
		ps.table.seatSubstitute(p.Other, p.Person, p.Name, p.Who, now, effects)
	}
}

// info returns the public information about the open proposal, nil if there is none.
func (ps proposals) info() *ProposalInfo {
	p := ps.table.Play.Proposal
	if p == nil {
		return nil
	}
	info := &ProposalInfo{
		Number:  p.Number,
		What:    p.What,
		By:      p.By,
		Other:   p.Other,
		Name:    p.Name,
		Agreed:  []game.Seat{},
		Missing: ps.missing(p),
	}
	for seat := range game.Seat(len(ps.table.Seats)) {
		if p.Agreed.Has(seat) {
			info.Agreed = append(info.Agreed, seat)
		}
	}
	return info
}
