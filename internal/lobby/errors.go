package lobby

import "archmage/internal/game"

// The codes of errors that rooms return besides those of package game.
const (
	// CodeBusy: the room has too much to do; try again.
	CodeBusy game.Code = "busy"
	// CodeNoRoom: there is no such room.
	CodeNoRoom game.Code = "no_room"
	// CodeNoIdentity: nobody is known by that token, or there is none.
	CodeNoIdentity game.Code = "no_identity"
	// CodeBadName: a person's name that is empty.
	CodeBadName game.Code = "bad_name"
	// CodeBadSettings: settings that a room cannot have.
	CodeBadSettings game.Code = "bad_settings"
	// CodeNotHost: only the host may do that.
	CodeNotHost game.Code = "not_host"
	// CodeNotSeated: only somebody with a seat may do that.
	CodeNotSeated game.Code = "not_seated"
	// CodeNoSeat: there is no such seat.
	CodeNoSeat game.Code = "no_seat"
	// CodeTaken: the seat is somebody else's.
	CodeTaken game.Code = "seat_taken"
	// CodeHasSeat: one person takes one seat.
	CodeHasSeat game.Code = "has_seat"
	// CodeSeenSecrets: who has seen a seat's hidden cards takes no other seat
	// of that match.
	CodeSeenSecrets game.Code = "seen_secrets"
	// CodeNotReady: not everybody is there and ready.
	CodeNotReady game.Code = "not_ready"
	// CodePlaying: that cannot be done while a match is played.
	CodePlaying game.Code = "playing"
	// CodeNotPlaying: that can be done only while a match is played.
	CodeNotPlaying game.Code = "not_playing"
	// CodeNoUndo: nothing can be taken back now.
	CodeNoUndo game.Code = "no_undo"
	// CodeBotPlays: a bot plays the seat for its player.
	CodeBotPlays game.Code = "bot_plays"
	// CodeNoBot: there is no such bot.
	CodeNoBot game.Code = "no_bot"
	// CodeNoSpectators: the host lets nobody watch.
	CodeNoSpectators game.Code = "no_spectators"
	// CodeBadLink: the personal link is not or no longer valid.
	CodeBadLink game.Code = "bad_link"
	// CodeBadChat: a chat line that is empty or too long.
	CodeBadChat game.Code = "bad_chat"
	// CodeTooFast: too many chat lines in a short time.
	CodeTooFast game.Code = "too_fast"
	// CodeUnknownIntent: there is nothing of that kind to do.
	CodeUnknownIntent game.Code = "unknown_intent"
	// CodeFrozen: the room has met an error of the server; its log is kept.
	CodeFrozen game.Code = "frozen"
	// CodeNotStored: the room could not store the move; nothing has happened.
	CodeNotStored game.Code = "not_stored"
	// CodeNotKept: events that cannot be shown any more.
	CodeNotKept game.Code = "not_kept"
	// CodeSlow ends a subscription whose client reads too slowly: come back and
	// go on from what was read last.
	CodeSlow game.Code = "slow"
	// CodeClosed ends subscriptions when those who run the server close the
	// room: it is gone for good.
	CodeClosed game.Code = "closed"
	// CodeBanned: those who run the server keep the person, or everybody from
	// that address, out.
	CodeBanned game.Code = "banned"
	// CodeRestart ends subscriptions when the server stops: come back in a
	// moment.
	CodeRestart game.Code = "restart"
	// CodeClosing: the server is shutting down; everything is stored.
	CodeClosing game.Code = "closing"
)

func errorf(code game.Code, format string, args ...any) *game.Error {
	return game.Errorf(code, format, args...)
}
