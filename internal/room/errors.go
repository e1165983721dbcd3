package room

import "archmage/internal/coded"

// The codes with which a room refuses commands, in addition to those of package game.
const (
	// CodeBadSettings: a room cannot have these settings.
	CodeBadSettings coded.Code = "bad_settings"
	// CodeNotHost: only the host can do that, or it cannot be done to the host.
	CodeNotHost coded.Code = "not_host"
	// CodeNotSeated: only a player with a seat may do that.
	CodeNotSeated coded.Code = "not_seated"
	// CodeNoSeat: there is no such seat, or nobody has it.
	CodeNoSeat coded.Code = "no_seat"
	// CodeTaken: another person has the seat.
	CodeTaken coded.Code = "seat_taken"
	// CodeHasSeat: the person already has a seat.
	CodeHasSeat coded.Code = "has_seat"
	// CodeAccounts: only people with accounts can take a seat at this table.
	CodeAccounts coded.Code = "accounts_only"
	// CodeSeenSecrets: the person has seen the hidden cards of another seat of this match.
	CodeSeenSecrets coded.Code = "seen_secrets"
	// CodeNotReady: a seat is free, or a player is not ready.
	CodeNotReady coded.Code = "not_ready"
	// CodePlaying: that is not possible during a match or after its end.
	CodePlaying coded.Code = "playing"
	// CodeNotPlaying: that is possible only during a match.
	CodeNotPlaying coded.Code = "not_playing"
	// CodePaused: the match is paused.
	CodePaused coded.Code = "paused"
	// CodeProposed: another proposal is still open.
	CodeProposed coded.Code = "proposed"
	// CodeNotProposed: that cannot be proposed now, or is no longer proposed.
	CodeNotProposed coded.Code = "not_proposed"
	// CodeOffered: another match is offered already, or too many offers were made.
	CodeOffered coded.Code = "offered"
	// CodeNotOffered: the offer is no longer open.
	CodeNotOffered coded.Code = "not_offered"
	// CodeNoUndo: no answer can be taken back now.
	CodeNoUndo coded.Code = "no_undo"
	// CodeBotPlays: a bot plays for the player; send `return` first, if the seat has not lost.
	CodeBotPlays coded.Code = "bot_plays"
	// CodeNoBot: there is no such bot.
	CodeNoBot coded.Code = "no_bot"
	// CodeOldCommitment: the share is for an earlier commitment; wait for the `room` frame.
	CodeOldCommitment coded.Code = "old_commitment"
	// CodeHasShared: the player has sent another share for that commitment.
	CodeHasShared coded.Code = "has_shared"
	// CodeBackLimit: a seat can go back, or answer anew, 100 times in a turn.
	CodeBackLimit coded.Code = "back_limit"
	// CodeUndoLimit: a seat can take back 200 answers in a match.
	CodeUndoLimit coded.Code = "undo_limit"
	// CodeManyStarts: a room starts at most 10 matches in a minute. The client can try again.
	CodeManyStarts coded.Code = "many_starts"
	// CodeRemoved: the host has removed the person from the room.
	CodeRemoved coded.Code = "removed"
	// CodeMuted: the person may not write in the chat: the host has muted the person, or only players
	// write.
	CodeMuted coded.Code = "muted"
	// CodeNotHere: the person is not in the room and wrote none of the last lines, was not removed, or
	// has asked for a seat and left the room.
	CodeNotHere coded.Code = "not_here"
	// CodeAsked: the person has asked for a seat in this match already.
	CodeAsked coded.Code = "asked"
	// CodeNotRated: that is not possible in a room whose matches count for ratings.
	CodeNotRated coded.Code = "not_rated"
	// CodeOpenHands: spectators cannot see open hands: the settings do not offer it, the delay is too
	// short, or the match has begun without it.
	CodeOpenHands coded.Code = "open_hands"
	// CodeUnknownCommand: there is no frame of that type.
	CodeUnknownCommand coded.Code = "unknown_command"
)

// ErrAccounts refuses a seat to a person without an account.
var ErrAccounts = coded.Errorf(CodeAccounts, "only people with accounts play at this table; keep your name first")

// ErrTooLate refuses a command that is allowed only before a match.
var ErrTooLate = coded.Errorf(CodePlaying, "that cannot be done any more")

// ErrTaken refuses a seat that is not free.
var ErrTaken = coded.Errorf(CodeTaken, "that seat is taken")
