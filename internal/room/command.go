package room

import (
	"encoding/json"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Person is somebody as rooms know one.
type Person struct {
	// ID is secret to nobody; it is not what the person is recognised by.
	ID   string
	Name string
}

// Command is what somebody wants a room to do.
type Command struct {
	Kind Kind
	// By is who wants it, the zero Person for the room itself. ID is that
	// person's own id; a command that is sent again with it is carried out once.
	By Person
	ID string
	// At is the time, MatchID an id for a match that may start and Secret what
	// its room gives to the seed after that: both new, whether needed or not.
	At      int64
	MatchID string
	Secret  match.Secret

	// What follows is for the kinds that need it.
	Seat, Other game.Seat
	Settings    *Settings
	Bot         string
	Ready       bool
	// Decision is the id of the question that Choice, a JSON list, answers.
	Decision uint64
	Choice   json.RawMessage
	// Share is a share of the seed that the room has committed to with Commitment.
	Share, Commitment string
	// Version and State are those of an upgrade.
	Version int
	State   []byte
}

// maxID bounds the ids of persons and of commands, in bytes.
const maxID = 64

// Change is what a command leads to.
type Change struct {
	// Entry is what is to be stored, nil if the command was carried out before.
	Entry   *Entry
	Next    *Table
	Effects Effects
}

// Decide returns what a command leads to, or refuses it with a coded error. The
// table stays as it is.
func Decide(t *Table, c *Command) (Change, error) {
	k, ok := kinds[c.Kind]
	switch {
	case !ok, c.By.ID == "" && !k.room, c.By.ID != "" && !k.person:
		return Change{}, coded.Errorf(CodeUnknownCommand, "there is nothing called %.40q to do", c.Kind)
	case len(c.By.ID) > maxID:
		return Change{}, coded.Errorf(coded.Malformed, "a person's id has at most %d bytes", maxID)
	case len(c.ID) > maxID:
		return Change{}, coded.Errorf(coded.Malformed, "the id of a command has at most %d bytes", maxID)
	case t.done(request{c.By.ID, c.ID}):
		return Change{Next: t}, nil
	}
	body, err := k.decide(t, c)
	if err != nil {
		return Change{}, err
	}
	e := &Entry{At: c.At, By: c.By.ID, ID: c.ID, Body: body}
	next, effects, err := Apply(t, e)
	if err != nil {
		return Change{}, err
	}
	if next.Play != nil && (t.Play == nil || next.Play.Match.Hash != t.Play.Match.Hash) {
		e.Hash = next.Play.Match.Hash
	}
	return Change{Entry: e, Next: next, Effects: effects}, nil
}

// ByPersons reports whether persons may ask for a kind.
func ByPersons(kind Kind) bool { return kinds[kind].person }

// kindOf says how a kind of entry comes about.
type kindOf struct {
	// person: people may ask for it. room: the room itself may.
	person, room bool
	// decide returns what is to be stored, or why the command is refused.
	decide func(*Table, *Command) (Body, error)
	// body returns an empty body, to be decoded into.
	body func() Body
}

// The kinds of entry.
const (
	KindOpen     Kind = "open"     // the room is opened
	KindSettings Kind = "settings" // the host changes the settings
	KindClaim    Kind = "claim"    // somebody takes a free seat
	KindLeave    Kind = "leave"    // a player gives the seat up
	KindReady    Kind = "ready"    // a player is ready, or not
	KindShare    Kind = "share"    // a player gives a share of the next seed
	KindSwap     Kind = "swap"     // the host exchanges two seats
	KindKick     Kind = "kick"     // the host clears a seat
	KindBot      Kind = "bot"      // the host fills a seat with a bot
	KindHost     Kind = "host"     // the host makes another player host
	KindStart    Kind = "start"    // the host starts the match
	KindAnswer   Kind = "answer"   // a seat answers a decision
	KindUndo     Kind = "undo"     // a player takes the last answer back
	KindConcede  Kind = "concede"  // a player gives the match up
	KindAbandon  Kind = "abandon"  // a player votes to end the match without a result
	KindRematch  Kind = "rematch"  // everybody stays for another match
	KindReturn   Kind = "return"   // the player plays again
	KindStandIn  Kind = "standin"  // a bot plays for an absent player
	KindTimeout  Kind = "timeout"  // a player's time is up
	KindPause    Kind = "pause"    // clocks stand still, as the server stops
	KindResume   Kind = "resume"   // clocks run again
	KindReveal   Kind = "reveal"   // those who watch with a delay may know the end
	KindUpgrade  Kind = "upgrade"  // the match goes on with other rules
	KindClose    Kind = "close"    // the match is abandoned, as the room is closed
)

// kinds has every kind of entry.
var kinds = map[Kind]kindOf{
	KindOpen:     {person: true, decide: decideOpen, body: body[Opened]},
	KindSettings: {person: true, decide: decideSettings, body: body[SettingsChanged]},
	KindClaim:    {person: true, decide: decideClaim, body: body[SeatClaimed]},
	KindLeave:    {person: true, decide: decideLeave, body: body[SeatLeft]},
	KindReady:    {person: true, decide: decideReady, body: body[ReadySet]},
	KindShare:    {person: true, decide: decideShare, body: body[ShareGiven]},
	KindSwap:     {person: true, decide: decideSwap, body: body[SeatsSwapped]},
	KindKick:     {person: true, decide: decideKick, body: body[PlayerRemoved]},
	KindBot:      {person: true, decide: decideBot, body: body[BotSeated]},
	KindHost:     {person: true, decide: decideHost, body: body[HostChanged]},
	KindStart:    {person: true, decide: decideStart, body: body[MatchStarted]},
	KindAnswer:   {person: true, room: true, decide: decideAnswer, body: body[Answered]},
	KindUndo:     {person: true, decide: decideUndo, body: body[AnswerUndone]},
	KindConcede:  {person: true, decide: decideConcede, body: body[MatchConceded]},
	KindAbandon:  {person: true, decide: decideAbandon, body: body[AbandonVoted]},
	KindRematch:  {person: true, decide: decideRematch, body: body[RematchOpened]},
	KindReturn:   {person: true, room: true, decide: decideReturn, body: body[PlayerReturned]},
	KindStandIn:  {room: true, decide: decideStandIn, body: body[BotStoodIn]},
	KindTimeout:  {room: true, decide: decideTimeout, body: body[TimeRanOut]},
	KindPause:    {room: true, decide: decidePause, body: body[ClocksPaused]},
	KindResume:   {room: true, decide: decideResume, body: body[ClocksResumed]},
	KindReveal:   {room: true, decide: decideReveal, body: body[EndRevealed]},
	KindUpgrade:  {room: true, decide: decideUpgrade, body: body[RulesUpgraded]},
	KindClose:    {room: true, decide: decideClose, body: body[MatchClosed]},
}

// body returns an empty body of a type.
func body[T any, P interface {
	*T
	Body
}]() Body {
	return P(new(T))
}
