package event

import "archmage/internal/coded"

// The codes with which an event refuses commands, in addition to those of package game.
const (
	// CodeBadSettings: the settings are not valid.
	CodeBadSettings coded.Code = "bad_settings"
	// CodeUnknownCommand: there is no such command, or not for this sender.
	CodeUnknownCommand coded.Code = "unknown_command"
	// CodeNotOfficer: only the organiser of the event or a moderator may do that.
	CodeNotOfficer coded.Code = "not_officer"
	// CodeNotEntered: the person does not take part.
	CodeNotEntered coded.Code = "not_entered"
	// CodeEntered: the person takes part already.
	CodeEntered coded.Code = "entered"
	// CodeStarted: this can be done only before the start.
	CodeStarted coded.Code = "started"
	// CodeNotStarted: this can be done only after the start.
	CodeNotStarted coded.Code = "not_started"
	// CodePaused: the event is paused.
	CodePaused coded.Code = "event_paused"
	// CodeNotPaused: the event is not paused.
	CodeNotPaused coded.Code = "not_paused"
	// CodeOver: the event is finished or cancelled, or it has had its last round.
	CodeOver coded.Code = "event_over"
	// CodeNotOver: the event is neither finished nor cancelled.
	CodeNotOver coded.Code = "event_not_over"
	// CodeFull: the event has as many people, or as many entries, as it can have.
	CodeFull coded.Code = "full"
	// CodeFewPeople: there are not enough people for the event or a table.
	CodeFewPeople coded.Code = "few_people"
	// CodeTooLate: late entries are over, or the kind of event has none.
	CodeTooLate coded.Code = "too_late"
	// CodeTooEarly: the time after which a person who is absent forfeits is not over.
	CodeTooEarly coded.Code = "too_early"
	// CodeWaited: the people at the table have given more time already.
	CodeWaited coded.Code = "waited"
	// CodeUnfinished: a table of the round has no result.
	CodeUnfinished coded.Code = "unfinished"
	// CodeReported: the table has a result already.
	CodeReported coded.Code = "reported"
	// CodeNoTable: the event has no such round, table or seat.
	CodeNoTable coded.Code = "no_table"
	// CodeBadPlaces: the places cannot be those of the table.
	CodeBadPlaces coded.Code = "bad_places"
	// CodeBadEntry: a stored entry cannot be read, or cannot follow the entries before it.
	CodeBadEntry coded.Code = "bad_entry"
	// CodeBadFile: the file of an event cannot be read.
	CodeBadFile coded.Code = "bad_file"
)
