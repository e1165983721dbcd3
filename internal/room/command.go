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
	// Kind says what the person is: a guest, an account, or a bot that belongs to
	// one. A room with the setting Accounts seats only PersonAccount.
	Kind string
}

// PersonAccount is the kind of somebody with an account.
const PersonAccount = "account"

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
	// What is proposed, Proposal the number of the proposal that Agree answers.
	What     What
	Proposal uint64
	Agree    bool
	// Player is the person whom the host removes, lets back or mutes. Name is the
	// name of somebody who is here, "" if the person is not.
	Player, Name string
	// Reason is a code that says why the host removes somebody, or "".
	Reason string
	Muted  bool
	// Since is when a player went away.
	Since int64
	// Decision is the id of the question that Choice, a JSON list, answers.
	Decision uint64
	Choice   json.RawMessage
	// Share is a share of the seed that the room has committed to with Commitment.
	Share, Commitment string
	// From is the position with which a room that is opened begins.
	From *Position
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
func Decide(t *Table, command *Command) (Change, error) {
	c := *command
	k, ok := kinds[c.Kind]
	switch {
	case !ok, c.By.ID == "" && k.by&byRoom == 0, c.By.ID != "" && !ByPersons(c.Kind):
		return Change{}, coded.Errorf(CodeUnknownCommand, "there is nothing called %.40q to do", c.Kind)
	case len(c.By.ID) > maxID:
		return Change{}, coded.Errorf(coded.Malformed, "a person's id has at most %d bytes", maxID)
	case len(c.ID) > maxID:
		return Change{}, coded.Errorf(coded.Malformed, "the id of a command has at most %d bytes", maxID)
	case t.done(newRequest(c.By.ID, c.ID)):
		return Change{Next: t}, nil
	}
	if err := t.authorize(&c, k.by); err != nil {
		return Change{}, err
	}
	if err := t.check(k.when, k.body(), c.Seat); err != nil {
		return Change{}, err
	}
	body, err := k.decide(t, &c)
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
func ByPersons(kind Kind) bool { return kinds[kind].by&^byRoom != 0 }

// authorize refuses a command of somebody who may not give it. The seat of a
// command that a player gives is the player's own.
func (t *Table) authorize(c *Command, by who) error {
	switch {
	case c.By.ID == "", by&byAnybody != 0, by&byHost != 0 && c.By.ID == t.Host:
		return nil
	case by&byPlayer == 0:
		return coded.Errorf(CodeNotHost, "only the host may do that")
	}
	c.Seat = t.SeatOf(c.By.ID)
	if c.Seat == game.NoSeat {
		return coded.Errorf(CodeNotSeated, "you have no seat here")
	}
	return nil
}

// check refuses what cannot be done at this stage of the room's life, or at a
// seat that does not exist.
func (t *Table) check(when stage, body Body, seat game.Seat) error {
	switch {
	case when == unopened && t.Last != 0:
		return coded.Errorf(CodeUnknownCommand, "the room is open already")
	case when != unopened && t.Last == 0:
		return coded.Errorf(CodeUnknownCommand, "the room is not open yet")
	case when == beforeMatch && t.InMatch():
		return ErrTooLate
	case when == inMatch && !t.Playing():
		return coded.Errorf(CodeNotPlaying, "no match is played here")
	case when == afterMatch && t.Status != StatusFinished:
		return coded.Errorf(CodePlaying, "the match is not over")
	}
	if _, ok := body.(interface{ seat() game.Seat }); ok {
		return t.checkSeat(seat)
	}
	return nil
}

// kindOf says how a kind of entry comes about.
type kindOf struct {
	by   who
	when stage
	// decide returns what is to be stored, or why the command is refused, once
	// it is known that who gives it may do so now.
	decide func(*Table, *Command) (Body, error)
	// body returns an empty body, to be decoded into.
	body func() Body
}

// who is a set of those who may give a command.
type who uint8

const (
	byAnybody who = 1 << iota
	byPlayer      // somebody with a seat
	byHost
	byRoom // the room itself
)

// stage is when something can be done.
type stage uint8

const (
	unopened    stage = iota
	anyTime           // once the room is open
	beforeMatch       // while no match is played or shown
	inMatch
	afterMatch // until a rematch
)

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
	KindRemove   Kind = "remove"   // the host removes a spectator
	KindAllow    Kind = "allow"    // the host lets somebody back who was removed
	KindMute     Kind = "mute"     // the host does not let a spectator write, or does again
	KindConsent  Kind = "consent"  // a player agrees that spectators see all hands, or not
	KindBot      Kind = "bot"      // the host fills a seat with a bot
	KindHost     Kind = "host"     // another player becomes host
	KindAway     Kind = "away"     // a player is not there
	KindBack     Kind = "back"     // a player is there again
	KindStart    Kind = "start"    // the match starts
	KindAnswer   Kind = "answer"   // a seat answers a decision
	KindUndo     Kind = "undo"     // a player takes the last answer back
	KindConcede  Kind = "concede"  // a player gives the match up
	KindAsk      Kind = "ask"      // somebody asks the players for a seat that was left
	KindPropose  Kind = "propose"  // a player proposes to end, pause or resume the match, or that a bot plays a seat
	KindReply    Kind = "reply"    // a player agrees to the proposal, or declines it
	KindRematch  Kind = "rematch"  // everybody stays for another match
	KindReturn   Kind = "return"   // the player plays again
	KindStandIn  Kind = "standin"  // a bot plays for an absent player
	KindTimeout  Kind = "timeout"  // a player's time is up
	KindStop     Kind = "stop"     // clocks stand still, as the server stops
	KindContinue Kind = "continue" // clocks run again
	KindReveal   Kind = "reveal"   // those who watch with a delay may know the end
	KindUpgrade  Kind = "upgrade"  // the match goes on with other rules
	KindClose    Kind = "close"    // the match is abandoned, as the room is closed
)

// kinds has every kind of entry.
var kinds = map[Kind]kindOf{
	KindOpen:     {byAnybody, unopened, decideOpen, body[Opened]},
	KindSettings: {byHost, beforeMatch, decideSettings, body[SettingsChanged]},
	KindClaim:    {byAnybody, beforeMatch, decideClaim, body[SeatClaimed]},
	KindLeave:    {byPlayer, anyTime, decideLeave, body[SeatLeft]},
	KindReady:    {byPlayer, beforeMatch, decideReady, body[ReadySet]},
	KindShare:    {byPlayer, beforeMatch, decideShare, body[ShareGiven]},
	KindSwap:     {byHost, beforeMatch, decideSwap, body[SeatsSwapped]},
	KindKick:     {byHost, anyTime, decideKick, body[PlayerRemoved]},
	KindRemove:   {byHost, anyTime, decideRemove, body[SpectatorRemoved]},
	KindAllow:    {byHost, anyTime, decideAllow, body[PersonAllowed]},
	KindMute:     {byHost, anyTime, decideMute, body[SpectatorMuted]},
	KindConsent:  {byPlayer, anyTime, decideConsent, body[HandsConsented]},
	KindBot:      {byHost, beforeMatch, decideBot, body[BotSeated]},
	KindHost:     {byHost | byRoom, anyTime, decideHost, body[HostChanged]},
	KindAway:     {byRoom, anyTime, decideAway, body[PlayerAway]},
	KindBack:     {byRoom, anyTime, decideBack, body[PlayerBack]},
	KindStart:    {byHost | byRoom, beforeMatch, decideStart, body[MatchStarted]},
	KindAnswer:   {byPlayer | byRoom, inMatch, decideAnswer, body[Answered]},
	KindUndo:     {byPlayer, inMatch, decideUndo, body[AnswerUndone]},
	KindConcede:  {byPlayer, inMatch, decideConcede, body[MatchConceded]},
	KindAsk:      {byAnybody, inMatch, decideAsk, body[SeatAsked]},
	KindPropose:  {byPlayer, inMatch, decidePropose, body[ProposalMade]},
	KindReply:    {byPlayer, inMatch, decideReply, body[ProposalAnswered]},
	KindRematch:  {byPlayer | byHost, afterMatch, decideRematch, body[RematchOpened]},
	KindReturn:   {byPlayer | byRoom, inMatch, decideReturn, body[PlayerReturned]},
	KindStandIn:  {byRoom, inMatch, decideStandIn, body[BotStoodIn]},
	KindTimeout:  {byRoom, inMatch, decideTimeout, body[TimeRanOut]},
	KindStop:     {byRoom, anyTime, decideStop, body[ClocksStopped]},
	KindContinue: {byRoom, anyTime, decideContinue, body[ClocksContinued]},
	KindReveal:   {byRoom, anyTime, decideReveal, body[EndRevealed]},
	KindUpgrade:  {byRoom, inMatch, decideUpgrade, body[RulesUpgraded]},
	KindClose:    {byRoom, inMatch, decideClose, body[MatchClosed]},
}

// body returns an empty body of a type.
func body[T any, P interface {
	*T
	Body
}]() Body {
	return P(new(T))
}
