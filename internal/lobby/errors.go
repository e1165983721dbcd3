package lobby

import "archmage/internal/coded"

// The codes of errors that rooms return besides those of package game.
const (
	// CodeBusy: the room has too much to do; try again.
	CodeBusy coded.Code = "busy"
	// CodeNoRoom: there is no such room.
	CodeNoRoom coded.Code = "no_room"
	// CodeNoIdentity: nobody is known by that token, or there is none.
	CodeNoIdentity coded.Code = "no_identity"
	// CodeBadName: a person's name that is empty.
	CodeBadName coded.Code = "bad_name"
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
	// CodeSeenSecrets: who has seen a seat's hidden cards takes no other seat
	// of that match.
	CodeSeenSecrets coded.Code = "seen_secrets"
	// CodeNotReady: not everybody is there and ready.
	CodeNotReady coded.Code = "not_ready"
	// CodePlaying: that cannot be done while a match is played.
	CodePlaying coded.Code = "playing"
	// CodeNotPlaying: that can be done only while a match is played.
	CodeNotPlaying coded.Code = "not_playing"
	// CodeNoUndo: nothing can be taken back now.
	CodeNoUndo coded.Code = "no_undo"
	// CodeBotPlays: a bot plays the seat for its player.
	CodeBotPlays coded.Code = "bot_plays"
	// CodeNoBot: there is no such bot.
	CodeNoBot coded.Code = "no_bot"
	// CodeNoSpectators: the host lets nobody watch.
	CodeNoSpectators coded.Code = "no_spectators"
	// CodeBadLink: the personal link is not or no longer valid.
	CodeBadLink coded.Code = "bad_link"
	// CodeBadChat: a chat line that is empty or too long.
	CodeBadChat coded.Code = "bad_chat"
	// CodeTooFast: too many chat lines in a short time.
	CodeTooFast coded.Code = "too_fast"
	// CodeUnknownIntent: there is nothing of that kind to do.
	CodeUnknownIntent coded.Code = "unknown_intent"
	// CodeFrozen: the room has met an error of the server; its log is kept.
	CodeFrozen coded.Code = "frozen"
	// CodeNotStored: the room could not store the move; nothing has happened.
	CodeNotStored coded.Code = "not_stored"
	// CodeNotKept: events that cannot be shown any more.
	CodeNotKept coded.Code = "not_kept"
	// CodeSlow ends a subscription whose client reads too slowly: come back and
	// go on from what was read last.
	CodeSlow coded.Code = "slow"
	// CodeClosed ends subscriptions when those who run the server close the
	// room: it is gone for good.
	CodeClosed coded.Code = "closed"
	// CodeBanned: those who run the server keep the person, or everybody from
	// that address, out.
	CodeBanned coded.Code = "banned"
	// CodeRestart ends subscriptions when the server stops: come back in a
	// moment.
	CodeRestart coded.Code = "restart"
	// CodeClosing: the server is shutting down; everything is stored.
	CodeClosing coded.Code = "closing"
)

func errorf(code coded.Code, format string, args ...any) *coded.Error {
	return coded.Errorf(code, format, args...)
}
