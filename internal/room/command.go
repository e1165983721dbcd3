package room

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// Person is a person who gives a command.
type Person struct {
	// ID is public and gives no access to anything.
	ID   string
	Name string
	// Kind is the kind of the person: a guest, an account, or a bot that belongs to
	// one. A room with the setting Accounts seats only PersonAccount.
	Kind string
}

// PersonAccount is the Kind of a person with an account.
const PersonAccount = "account"

// Command is a request of a person, or of the room itself, to change the room.
type Command struct {
	// By is the person who gives the command. The zero Person stands for the room itself. The person chooses
	// ID. A command that is sent again with the same ID is not carried out again.
	By Person
	ID string
	// At is the time, in milliseconds since 1970.
	At int64
	// Blocked is true if the host has blocked the person. A request for a seat is then refused as if another
	// person had just taken the seat, so that the block stays secret.
	Blocked bool
	Body    Action
}

// Action is the part of a command that depends on its kind. There is one type for each kind. An action that can
// be stored unchanged also implements Body.
type Action interface {
	// Kind names the type.
	Kind() Kind
	// decide returns the body of the entry to store, or refuses the command. The caller has checked that By can
	// give such a command at this stage. seat is the seat of the player who gives the command, or else the seat
	// that the action names.
	decide(t *Table, c *Command, seat game.Seat) (Body, error)
}

// RandomValues is embedded in the actions that need new random values: the id of a match that can start, and
// the room's secret for the match after it.
type RandomValues struct {
	Match  string       `json:"-"`
	Secret match.Secret `json:"-"`
}

// SetRandom sets both values. It is called once for each command.
func (f *RandomValues) SetRandom(match string, secret match.Secret) {
	f.Match, f.Secret = match, secret
}

// DecodeAction decodes an action that a client has sent. It refuses missing and unknown fields. It fails with
// coded.Malformed, or with CodeUnknownCommand if clients cannot send that kind.
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

// seatNamer is implemented by actions and bodies that name one seat.
type seatNamer interface{ seat() game.Seat }

// seatNamedBy returns the seat that an action or a body names, or game.NoSeat.
func seatNamedBy(source any) game.Seat {
	if namer, ok := source.(seatNamer); ok {
		return namer.seat()
	}
	return game.NoSeat
}

// kindSpec describes a kind of entry: who can cause it, when, and its types.
type kindSpec struct {
	by   senders
	when stage
	// action returns an empty action to decode into. It is nil if clients cannot send this kind. body returns
	// an empty body.
	action func() Action
	body   func() Body
}

// senders is a set of kinds of senders of a command.
type senders uint8

const (
	byAnyPerson senders = 1 << iota
	byPlayer
	byHost
	byRoom // the room itself, without a person
)

// stage is the stage in the life of a room at which a command is allowed.
type stage uint8

const (
	unopened    stage = iota // before the room is open
	anyTime                  // once the room is open
	beforeMatch              // before a match, and between a rematch and its start
	inMatch
	afterMatch // until a rematch
)

// The kinds of entry.
const (
	KindOpen       Kind = "open"      // the room is opened
	KindOpenEvent  Kind = "openevent" // the room of a table of an event is opened
	KindSettings   Kind = "settings"  // the host changes the settings
	KindClaim      Kind = "claim"     // a person takes a free seat
	KindLeave      Kind = "leave"     // a player gives the seat up
	KindReady      Kind = "ready"     // a player is ready, or not
	KindShare      Kind = "share"     // a player gives a share of the next seed
	KindSwap       Kind = "swap"      // the host exchanges two seats
	KindAddSeat    Kind = "addseat"   // the host adds a seat
	KindDropSeat   Kind = "dropseat"  // the host takes a seat away that no person has
	KindKick       Kind = "kick"      // the host clears a seat
	KindRemove     Kind = "remove"    // the host removes a spectator
	KindReadmit    Kind = "allow"     // the host lets a removed person come back
	KindMute       Kind = "mute"      // the host forbids or allows a spectator to chat
	KindConsent    Kind = "consent"   // a player agrees that spectators see all hands, or withdraws that
	KindBot        Kind = "bot"       // the host fills a seat with a bot
	KindHost       Kind = "host"      // another player becomes host
	KindAway       Kind = "away"      // a player has been disconnected for some minutes
	KindBack       Kind = "back"      // a player is connected again
	KindStart      Kind = "start"     // the match starts
	KindAnswer     Kind = "answer"    // a seat answers a decision
	KindUndo       Kind = "undo"      // a player takes the last answer back
	KindConcede    Kind = "concede"   // a player gives the match up
	KindAsk        Kind = "ask"       // a person asks the players for a seat that was left
	KindPropose    Kind = "propose"   // a player proposes an end, a pause, or a bot for an absent player
	KindReply      Kind = "reply"     // a player agrees to the proposal, or declines it
	KindOffer      Kind = "offer"     // a player offers another match
	KindAccept     Kind = "accept"    // a player accepts the offer
	KindDecline    Kind = "decline"   // a player declines the offer, or takes it back
	KindRematch    Kind = "rematch"   // the players stay for another match
	KindReturn     Kind = "return"    // the player plays again
	KindStandIn    Kind = "standin"   // a bot plays for an absent player
	KindTimeout    Kind = "timeout"   // a player's time is up
	KindStop       Kind = "stop"      // the server stops, and all clocks halt
	KindContinue   Kind = "continue"  // clocks run again
	KindUnload     Kind = "rest"      // the server unloads the room while clocks run
	KindCompensate Kind = "skip"      // some time counts for no player
	KindReveal     Kind = "reveal"    // delayed spectators can see the end now
	KindUpgrade    Kind = "upgrade"   // the match goes on under other rules
	KindClose      Kind = "close"     // the room is closed, and its match is abandoned
	KindAwait      Kind = "await"     // how long people are awaited at the table of an event
	KindEndTime    Kind = "timeup"    // the time of the round of an event is over
)

// kinds describes all kinds of entries.
var kinds = map[Kind]kindSpec{
	KindOpen:       {byAnyPerson, unopened, nil, body[Opened]},
	KindOpenEvent:  {byRoom, unopened, nil, body[EventOpened]},
	KindSettings:   {byHost, beforeMatch, action[ChangeSettings], body[SettingsChanged]},
	KindClaim:      {byAnyPerson, beforeMatch, action[Claim], body[SeatClaimed]},
	KindLeave:      {byPlayer, anyTime, action[Leave], body[SeatLeft]},
	KindReady:      {byPlayer, beforeMatch, action[SetReady], body[ReadySet]},
	KindShare:      {byPlayer, beforeMatch, action[GiveShare], body[ShareGiven]},
	KindSwap:       {byHost, beforeMatch, action[Swap], body[SeatsSwapped]},
	KindAddSeat:    {byHost, beforeMatch, action[AddSeat], body[SeatAdded]},
	KindDropSeat:   {byHost, beforeMatch, action[DropSeat], body[SeatDropped]},
	KindKick:       {byHost, anyTime, action[Kick], body[Kick]},
	KindRemove:     {byHost, anyTime, action[Remove], body[SpectatorRemoved]},
	KindReadmit:    {byHost, anyTime, action[Readmit], body[Readmit]},
	KindMute:       {byHost, anyTime, action[Mute], body[Mute]},
	KindConsent:    {byPlayer, anyTime, action[Consent], body[HandsConsented]},
	KindBot:        {byHost, beforeMatch, action[SeatBot], body[BotSeated]},
	KindHost:       {byHost | byRoom, anyTime, action[MakeHost], body[MakeHost]},
	KindAway:       {byRoom, anyTime, nil, body[Away]},
	KindBack:       {byRoom, anyTime, nil, body[Back]},
	KindStart:      {byHost | byRoom, beforeMatch, action[Start], body[MatchStarted]},
	KindAnswer:     {byPlayer | byRoom, inMatch, action[Answer], body[Answered]},
	KindUndo:       {byPlayer, inMatch, action[Undo], body[AnswerUndone]},
	KindConcede:    {byPlayer, inMatch, action[Concede], body[MatchConceded]},
	KindAsk:        {byAnyPerson, inMatch, action[AskSeat], body[SeatAsked]},
	KindPropose:    {byPlayer, inMatch, action[Propose], body[ProposalMade]},
	KindReply:      {byPlayer, inMatch, action[Reply], body[ProposalAnswered]},
	KindOffer:      {byPlayer, afterMatch, action[MakeOffer], body[OfferMade]},
	KindAccept:     {byPlayer, afterMatch, action[Accept], body[OfferAccepted]},
	KindDecline:    {byPlayer, afterMatch, action[Decline], body[OfferDeclined]},
	KindRematch:    {byPlayer | byHost, afterMatch, action[Rematch], body[Reopened]},
	KindReturn:     {byPlayer | byRoom, inMatch, action[Return], body[PlayerReturned]},
	KindStandIn:    {byRoom, inMatch, nil, body[StandIn]},
	KindTimeout:    {byRoom, inMatch, nil, body[TimeOut]},
	KindStop:       {byRoom, anyTime, nil, body[Stop]},
	KindContinue:   {byRoom, anyTime, nil, body[Continue]},
	KindUnload:     {byRoom, anyTime, nil, body[Unload]},
	KindCompensate: {byRoom, anyTime, nil, body[Compensate]},
	KindReveal:     {byRoom, anyTime, nil, body[Reveal]},
	KindUpgrade:    {byRoom, inMatch, nil, body[Upgrade]},
	KindClose:      {byRoom, anyTime, nil, body[Close]},
	KindAwait:      {byRoom, beforeMatch, nil, body[Await]},
	KindEndTime:    {byRoom, inMatch, nil, body[EndTime]},
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
