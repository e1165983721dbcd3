package room

import "archmage/internal/coded"

// The codes of what a room refuses, besides those of package game.
const (
	// CodeBadSettings: settings that a room cannot have.
	CodeBadSettings coded.Code = "bad_settings"
	// CodeNotHost: only the host may do that.
	CodeNotHost coded.Code = "not_host"
	// CodeNotSeated: only somebody with a seat may do that.
	CodeNotSeated coded.Code = "not_seated"
	// CodeNoSeat: there is no such seat.
	CodeNoSeat coded.Code = "no_seat"
	// CodeTaken: the seat is somebody else's.
	CodeTaken coded.Code = "seat_taken"
	// CodeHasSeat: one person takes one seat.
	CodeHasSeat coded.Code = "has_seat"
	// CodeAccounts: only people with accounts sit at that table.
	CodeAccounts coded.Code = "accounts_only"
	// CodeSeenSecrets: who has seen the hidden cards of one seat takes no other
	// seat of that match.
	CodeSeenSecrets coded.Code = "seen_secrets"
	// CodeNotReady: not everybody is there and ready.
	CodeNotReady coded.Code = "not_ready"
	// CodePlaying: that cannot be done while a match is played.
	CodePlaying coded.Code = "playing"
	// CodeNotPlaying: that can be done only while a match is played.
	CodeNotPlaying coded.Code = "not_playing"
	// CodePaused: the players have paused the match.
	CodePaused coded.Code = "paused"
	// CodeProposed: one thing is proposed at a time.
	CodeProposed coded.Code = "proposed"
	// CodeNotProposed: that cannot be proposed now, or is no longer proposed.
	CodeNotProposed coded.Code = "not_proposed"
	// CodeNoUndo: nothing can be taken back now.
	CodeNoUndo coded.Code = "no_undo"
	// CodeBotPlays: a bot plays the seat for its player.
	CodeBotPlays coded.Code = "bot_plays"
	// CodeNoBot: there is no such bot.
	CodeNoBot coded.Code = "no_bot"
	// CodeOldCommitment: a share for a seed that is not the next one any more.
	CodeOldCommitment coded.Code = "old_commitment"
	// CodeHasShared: one share for a commitment.
	CodeHasShared coded.Code = "has_shared"
	// CodeBackLimit: a player may go back, or answer anew, only so often in a turn.
	CodeBackLimit coded.Code = "back_limit"
	// CodeUndoLimit: a player may take back only so many answers in a match.
	CodeUndoLimit coded.Code = "undo_limit"
	// CodeManyStarts: a room starts only so many matches in a minute.
	CodeManyStarts coded.Code = "many_starts"
	// CodeRemoved: the host has removed the person from the room.
	CodeRemoved coded.Code = "removed"
	// CodeMuted: the host does not let the person write in the chat.
	CodeMuted coded.Code = "muted"
	// CodeNotHere: that person is not in the room, or was not removed.
	CodeNotHere coded.Code = "not_here"
	// CodeAsked: a person asks for a seat once in a match.
	CodeAsked coded.Code = "asked"
	// CodeNotRated: that does not go at a table whose matches count for ratings.
	CodeNotRated coded.Code = "not_rated"
	// CodeOpenHands: spectators cannot see open hands here.
	CodeOpenHands coded.Code = "open_hands"
	// CodeUnknownCommand: there is nothing of that kind to do.
	CodeUnknownCommand coded.Code = "unknown_command"
)

// ErrAccounts refuses somebody without an account.
var ErrAccounts = coded.Errorf(CodeAccounts, "only people with accounts play at this table; keep your name first")

// ErrTooLate refuses what can be done only before a match.
var ErrTooLate = coded.Errorf(CodePlaying, "that cannot be done any more")

// ErrTaken refuses a seat that is not free.
var ErrTaken = coded.Errorf(CodeTaken, "that seat is taken")
