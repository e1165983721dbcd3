package room

import "archmage/internal/coded"

// The codes with which a room refuses commands, in addition to those of package game.
const (
	// CodeBadSettings: the settings are not valid.
	CodeBadSettings coded.Code = "bad_settings"
	// CodeNotHost: only the host can do this.
	CodeNotHost coded.Code = "not_host"
	// CodeNotSeated: only a player can do this.
	CodeNotSeated coded.Code = "not_seated"
	// CodeNoSeat: there is no such seat.
	CodeNoSeat coded.Code = "no_seat"
	// CodeTaken: another person has the seat.
	CodeTaken coded.Code = "seat_taken"
	// CodeHasSeat: the person already has a seat.
	CodeHasSeat coded.Code = "has_seat"
	// CodeAccounts: only persons with accounts can take a seat at this table.
	CodeAccounts coded.Code = "accounts_only"
	// CodeSeenSecrets: the person has seen the hidden cards of another seat of this match.
	CodeSeenSecrets coded.Code = "seen_secrets"
	// CodeNotReady: a seat is free, or its player is not ready.
	CodeNotReady coded.Code = "not_ready"
	// CodePlaying: this cannot be done while a match is played.
	CodePlaying coded.Code = "playing"
	// CodeNotPlaying: this can be done only while a match is played.
	CodeNotPlaying coded.Code = "not_playing"
	// CodePaused: the players have paused the match.
	CodePaused coded.Code = "paused"
	// CodeProposed: another proposal is still open.
	CodeProposed coded.Code = "proposed"
	// CodeNotProposed: this cannot be proposed now, or the proposal is no longer open.
	CodeNotProposed coded.Code = "not_proposed"
	// CodeNoUndo: nothing can be taken back now.
	CodeNoUndo coded.Code = "no_undo"
	// CodeBotPlays: a bot plays the seat for its player.
	CodeBotPlays coded.Code = "bot_plays"
	// CodeNoBot: there is no such bot.
	CodeNoBot coded.Code = "no_bot"
	// CodeOldCommitment: the share is for an earlier commitment of the room.
	CodeOldCommitment coded.Code = "old_commitment"
	// CodeHasShared: the player has already sent another share for this commitment.
	CodeHasShared coded.Code = "has_shared"
	// CodeBackLimit: the player has gone back, or changed an answer, too often in this turn.
	CodeBackLimit coded.Code = "back_limit"
	// CodeUndoLimit: the player has taken back too many answers in this match.
	CodeUndoLimit coded.Code = "undo_limit"
	// CodeManyStarts: the room has started too many matches in the last minute.
	CodeManyStarts coded.Code = "many_starts"
	// CodeRemoved: the host has removed the person from the room.
	CodeRemoved coded.Code = "removed"
	// CodeMuted: the person cannot write in the chat.
	CodeMuted coded.Code = "muted"
	// CodeNotHere: the person is not in the room, or was not removed.
	CodeNotHere coded.Code = "not_here"
	// CodeAsked: the person has already asked for a seat in this match.
	CodeAsked coded.Code = "asked"
	// CodeNotRated: this is not allowed at a table whose matches count for ratings.
	CodeNotRated coded.Code = "not_rated"
	// CodeOpenHands: spectators cannot see all hands in this room.
	CodeOpenHands coded.Code = "open_hands"
	// CodeUnknownCommand: clients cannot send a command of that kind.
	CodeUnknownCommand coded.Code = "unknown_command"
)

// ErrAccounts refuses a seat to a person without an account.
var ErrAccounts = coded.Errorf(CodeAccounts, "only people with accounts play at this table; keep your name first")

// ErrTooLate refuses a command that is allowed only before a match.
var ErrTooLate = coded.Errorf(CodePlaying, "that cannot be done any more")

// ErrTaken refuses a seat that is not free.
var ErrTaken = coded.Errorf(CodeTaken, "that seat is taken")
