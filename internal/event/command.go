package event

import (
	"archmage/internal/coded"
	"archmage/internal/strict"
)

// Name is the name of a command, and of the entry that it leads to.
type Name string

// Person is a person who gives a command.
type Person struct {
	ID   string
	Name string
}

// Command is a request of a person, or of the server, to change an event.
type Command struct {
	// By is the person who gives the command. The zero Person stands for the server. The person chooses ID. A command
	// that is sent again with the same ID is not carried out again.
	By Person
	ID string
	// IsOfficer is true if the server lets the person act like the organiser.
	IsOfficer bool
	// At is the time, in milliseconds since 1970.
	At   int64
	Body Action
}

// Action is the part of a command that depends on its kind. There is one type for each kind. An action that can be
// stored unchanged also implements Body.
type Action interface {
	// Command names the type.
	Command() Name
	// decide returns the body of the entry to store, or refuses the command. The caller has checked that By can
	// give such a command at this stage.
	decide(e *Event, c *Command) (Body, error)
}

// DecodeAction decodes an action that a client has sent, without what only the server can know. It refuses missing and
// unknown fields. It fails with
// coded.Malformed, or with CodeUnknownCommand if clients cannot send that command.
func DecodeAction(name Name, fields *strict.Object) (Action, error) {
	spec := commands[name]
	if spec.action == nil {
		return nil, coded.Errorf(CodeUnknownCommand, "unknown command %.40q", name)
	}
	action := spec.action()
	if err := fields.Decode(action); err != nil {
		return nil, err
	}
	switch action := action.(type) {
	case *Join:
		action.Name, action.Strength = "", 0
	case *Enter:
		action.Name, action.Strength = "", 0
	}
	return action, nil
}

// maxID is the maximum length of the ids of persons and commands, in bytes.
const maxID = 64

// commandSpec describes a command: who can give it, when, and its types.
type commandSpec struct {
	by   senders
	when stage
	// action returns an empty action to decode into. It is nil if clients cannot send the command. body returns an
	// empty body.
	action func() Action
	body   func() Body
}

// senders is a set of kinds of senders of a command.
type senders uint8

const (
	byAnyPerson senders = 1 << iota
	byOfficer           // the organiser, or a person whom the server lets act like the organiser
	byServer
)

// stage is the stage in the life of an event at which a command is allowed.
type stage uint8

const (
	unopened    stage = iota // before the event is created
	beforeStart              // until the start
	beforeEnd                // until the event is over
	inEvent                  // from the start to the end
	inProgress               // from the start to the end, but not in a pause
)

// The commands.
const (
	CreateCommand   Name = "create"    // a person plans an event
	SettingsCommand Name = "settings"  // an officer changes the settings
	JoinCommand     Name = "join"      // a person comes, or perhaps
	WithdrawCommand Name = "withdraw"  // a person does not come, or is removed by an officer
	HandOverCommand Name = "organiser" // another person becomes organiser, or nobody if the account is deleted
	StartCommand    Name = "start"     // the event starts
	EnterCommand    Name = "enter"     // a person enters after the start
	LeaveCommand    Name = "leave"     // a person leaves after the start, or is removed by an officer
	RoundCommand    Name = "round"     // a round begins, or free people are seated
	ReportCommand   Name = "report"    // the match of a table has a result
	ForfeitCommand  Name = "forfeit"   // a person is absent and forfeits
	WaitCommand     Name = "wait"      // those who are absent from a table have more time to come
	SettleCommand   Name = "settle"    // an officer decides the result of a table
	PauseCommand    Name = "pause"     // the event is paused
	ResumeCommand   Name = "resume"    // the event goes on
	FinishCommand   Name = "finish"    // the event is finished
	CancelCommand   Name = "cancel"    // the event ends without standings
)

// commands describes all commands.
var commands = map[Name]commandSpec{
	CreateCommand:   {byAnyPerson, unopened, action[Create], body[Created]},
	SettingsCommand: {byOfficer, beforeStart, action[ChangeSettings], body[ChangeSettings]},
	JoinCommand:     {byAnyPerson, beforeStart, action[Join], body[Join]},
	WithdrawCommand: {byAnyPerson, beforeStart, action[Withdraw], body[Withdraw]},
	HandOverCommand: {byOfficer | byServer, beforeEnd, action[HandOver], body[HandOver]},
	StartCommand:    {byOfficer | byServer, beforeStart, action[Start], body[Started]},
	EnterCommand:    {byAnyPerson, inEvent, action[Enter], body[Enter]},
	LeaveCommand:    {byAnyPerson, inEvent, action[Leave], body[Leave]},
	RoundCommand:    {byOfficer | byServer, inProgress, action[BeginRound], body[RoundBegun]},
	ReportCommand:   {byServer, inEvent, nil, body[Report]},
	ForfeitCommand:  {byOfficer | byServer, inProgress, action[Forfeit], body[Forfeit]},
	WaitCommand:     {byAnyPerson, inProgress, action[Wait], body[Wait]},
	SettleCommand:   {byOfficer, inEvent, action[Settle], body[Settle]},
	PauseCommand:    {byOfficer, inProgress, action[Pause], body[Pause]},
	ResumeCommand:   {byOfficer, inEvent, action[Resume], body[Resume]},
	FinishCommand:   {byOfficer | byServer, inEvent, action[Finish], body[Finished]},
	CancelCommand:   {byOfficer | byServer, beforeEnd, action[Cancel], body[Cancelled]},
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
