package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// Person is what a room knows of a person.
type Person struct {
	// ID is public; it gives nobody access.
	ID   string
	Name string
	// Kind says what the person is: a guest, an account, or a bot that belongs to
	// one. A room with the setting Accounts seats only PersonAccount.
	Kind string
}

// PersonAccount is the Kind of a person with an account.
const PersonAccount = "account"

// Command is what somebody wants a room to do.
type Command struct {
	// By is the person who gives the command; the zero Person means the room itself. ID is chosen
	// by that person: a command that is sent again with the same ID is carried out once.
	By Person
	ID string
	// At is the time, in milliseconds since 1970.
	At int64
	// Blocked says that the host has blocked the person. A request for a seat is then refused as if
	// somebody else had just taken the seat, so that the person does not learn of the block.
	Blocked bool
	Body    Action
}

// Action says what a command is to do; there is one type for each kind. A type that can be stored
// as it is implements Body too.
type Action interface {
	// Kind names the type.
	Kind() Kind
	// decide returns the body of the entry to store, or refuses the command. The caller has already
	// checked that By may give such a command at this stage. seat is the seat of the player who
	// gives it, or the seat that the action names if it concerns somebody else.
	decide(t *Table, c *Command, seat game.Seat) (Body, error)
}

// Fresh is embedded in the actions that need new random values: the id of the match that may start,
// and the room's secret for the match after it.
type Fresh struct {
	Match  string       `json:"-"`
	Secret match.Secret `json:"-"`
}

// Renew sets both values. It is called once for each command.
func (f *Fresh) Renew(match string, secret match.Secret) { f.Match, f.Secret = match, secret }

// DecodeAction reads an action that a client has sent. It reads each field of the action and allows
// no others. It fails with coded.Malformed, or with CodeUnknownCommand if clients cannot send that
// kind.
func DecodeAction(kind Kind, fields *strict.Object) (Action, error) {
	k := kinds[kind]
	if k.action == nil {
		return nil, coded.Errorf(CodeUnknownCommand, "unknown command %.40q", kind)
	}
	action := k.action()
	if err := fields.Decode(action); err != nil {
		return nil, err
	}
	return action, nil
}

// maxID is the maximum length of the ids of persons and commands, in bytes.
const maxID = 64

// seatNamer is implemented by the actions and bodies that name one seat.
type seatNamer interface{ seat() game.Seat }

// seatNamedBy returns the seat that an action or a body names, or game.NoSeat.
func seatNamedBy(what any) game.Seat {
	if one, ok := what.(seatNamer); ok {
		return one.seat()
	}
	return game.NoSeat
}

// kindSpec describes a kind of entry: who may cause it, when, and its types.
type kindSpec struct {
	by   senders
	when stage
	// action returns an empty action to decode into; it is nil if clients cannot send this kind.
	// body returns an empty body.
	action func() Action
	body   func() Body
}

// senders is a set of the kinds of people who may give a command.
type senders uint8

const (
	byAnybody senders = 1 << iota
	byPlayer          // somebody with a seat
	byHost
	byRoom // the room itself
)

// stage says when in the life of a room a command is allowed.
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
	KindRest     Kind = "rest"     // the room leaves memory while clocks run
	KindSkip     Kind = "skip"     // some time counts for no player
	KindReveal   Kind = "reveal"   // delayed spectators may now know the end
	KindUpgrade  Kind = "upgrade"  // the match goes on with other rules
	KindClose    Kind = "close"    // the match is abandoned, as the room is closed
)

// kinds has every kind of entry.
var kinds = map[Kind]kindSpec{
	KindOpen:     {byAnybody, unopened, nil, body[Opened]},
	KindSettings: {byHost, beforeMatch, action[ChangeSettings], body[SettingsChanged]},
	KindClaim:    {byAnybody, beforeMatch, action[Claim], body[SeatClaimed]},
	KindLeave:    {byPlayer, anyTime, action[Leave], body[SeatLeft]},
	KindReady:    {byPlayer, beforeMatch, action[SetReady], body[ReadySet]},
	KindShare:    {byPlayer, beforeMatch, action[GiveShare], body[ShareGiven]},
	KindSwap:     {byHost, beforeMatch, action[Swap], body[SeatsSwapped]},
	KindKick:     {byHost, anyTime, action[Kick], body[Kick]},
	KindRemove:   {byHost, anyTime, action[Remove], body[SpectatorRemoved]},
	KindAllow:    {byHost, anyTime, action[Allow], body[Allow]},
	KindMute:     {byHost, anyTime, action[Mute], body[Mute]},
	KindConsent:  {byPlayer, anyTime, action[Consent], body[HandsConsented]},
	KindBot:      {byHost, beforeMatch, action[SeatBot], body[BotSeated]},
	KindHost:     {byHost | byRoom, anyTime, action[MakeHost], body[MakeHost]},
	KindAway:     {byRoom, anyTime, nil, body[Away]},
	KindBack:     {byRoom, anyTime, nil, body[Back]},
	KindStart:    {byHost | byRoom, beforeMatch, action[Start], body[MatchStarted]},
	KindAnswer:   {byPlayer | byRoom, inMatch, action[Answer], body[Answered]},
	KindUndo:     {byPlayer, inMatch, action[Undo], body[AnswerUndone]},
	KindConcede:  {byPlayer, inMatch, action[Concede], body[MatchConceded]},
	KindAsk:      {byAnybody, inMatch, action[AskSeat], body[SeatAsked]},
	KindPropose:  {byPlayer, inMatch, action[Propose], body[ProposalMade]},
	KindReply:    {byPlayer, inMatch, action[Reply], body[ProposalAnswered]},
	KindRematch:  {byPlayer | byHost, afterMatch, action[Rematch], body[Rematch]},
	KindReturn:   {byPlayer | byRoom, inMatch, action[Return], body[PlayerReturned]},
	KindStandIn:  {byRoom, inMatch, nil, body[StandIn]},
	KindTimeout:  {byRoom, inMatch, nil, body[TimeOut]},
	KindStop:     {byRoom, anyTime, nil, body[Stop]},
	KindContinue: {byRoom, anyTime, nil, body[Continue]},
	KindRest:     {byRoom, anyTime, nil, body[Rest]},
	KindSkip:     {byRoom, anyTime, nil, body[Skip]},
	KindReveal:   {byRoom, anyTime, nil, body[Reveal]},
	KindUpgrade:  {byRoom, inMatch, nil, body[Upgrade]},
	KindClose:    {byRoom, inMatch, nil, body[Close]},
}

// action returns an empty action of a type.
func action[T any, P interface {
	*T
	Action
}]() Action {
	return P(new(T))
}

// body returns an empty body of a type.
func body[T any, P interface {
	*T
	Body
}]() Body {
	return P(new(T))
}
