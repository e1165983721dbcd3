package httpx

import (
	"net/http"

	"archmage/internal/appointment"
	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/daily/dealer"
	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/lobby"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/people/notify"
	"archmage/internal/room"
)

// The codes with which this package refuses requests.
const (
	// CodeBadOrigin: a page of another site may not use the visitor's cookie.
	CodeBadOrigin coded.Code = "bad_origin"
	// CodeBadHost: the admin address does not answer to that name.
	CodeBadHost coded.Code = "bad_host"
	// CodeBadToken: the admin address needs a token that the request does not have.
	CodeBadToken coded.Code = "bad_token"
	// CodeBadMethod: the address does not allow that method.
	CodeBadMethod coded.Code = "bad_method"
	// CodeTooLarge: the request is too long.
	CodeTooLarge coded.Code = "too_large"
	// CodeNoSpace: the server keeps its remaining disk space for matches in progress. The client can
	// try again.
	CodeNoSpace coded.Code = "no_space"
	// CodeTooMany: there are too many guests, rooms or connections. The client can try again.
	CodeTooMany coded.Code = "too_many"
	// CodeManyPasswords: ten passwords for that name were wrong within ten minutes. The client can try
	// again.
	CodeManyPasswords coded.Code = "many_passwords"
)

// StatusOf returns the HTTP status of a code. It is 400 for a code that is not listed.
func StatusOf(code coded.Code) int {
	switch code {
	case people.CodeNoIdentity, CodeBadToken:
		return http.StatusUnauthorized
	case people.CodeNoAccount,
		people.CodeInvitedOnly,
		people.CodeNoNewAccounts,
		people.CodeSignIn,
		people.CodeSignInAgain,
		people.CodeBlocked,
		people.CodeNotFollowed,
		moderation.CodeSilenced,
		clubchat.CodeClosed,
		directory.CodeNotMet,
		room.CodeAccounts,
		moderation.CodeNotAllowed,
		moderation.CodeInvolved,
		site.CodeFixed,
		appointment.CodeNotPlanner,
		event.CodeNotOfficer:
		return http.StatusForbidden
	case people.CodeNoPerson,
		people.CodeNoKey,
		people.CodeNoInvitation,
		moderation.CodeNoReport,
		lobby.CodeNoLine,
		notify.CodeNoChannel,
		appointment.CodeNoAppointment,
		runner.CodeNoEvent,
		dealer.CodeNoDeal:
		return http.StatusNotFound
	case lobby.CodeNoSpectators,
		lobby.CodeNoHints,
		archive.CodeDealSecret,
		dealer.CodeDayOpen,
		room.CodeRemoved,
		moderation.CodeBanned,
		CodeBadOrigin,
		CodeBadHost:
		return http.StatusForbidden
	case directory.CodeNoRoom, directory.CodeNoCode, archive.CodeNoMatch, coded.NotFound:
		return http.StatusNotFound
	case CodeBadMethod:
		return http.StatusMethodNotAllowed
	case lobby.CodeNotKept, replay.CodeNoReplay:
		return http.StatusGone
	case CodeTooLarge:
		return http.StatusRequestEntityTooLarge
	case coded.TooFast,
		archive.CodeOneAnalysis,
		people.CodeManyInvitations,
		moderation.CodeTooManyReports,
		CodeTooMany,
		CodeManyPasswords,
		appointment.CodeManyAppointments,
		appointment.CodeManyChanges,
		appointment.CodeManyAnswers,
		runner.CodeManyEvents,
		runner.CodeBusyOrganiser,
		runner.CodeManyJoins:
		return http.StatusTooManyRequests
	case CodeNoSpace:
		return http.StatusInsufficientStorage
	case coded.Busy, lobby.CodeNotStored, lobby.CodeClosing, lobby.CodeRestart, people.CodeProviderDown:
		return http.StatusServiceUnavailable
	case coded.Internal, lobby.CodeFrozen:
		return http.StatusInternalServerError
	}
	return http.StatusBadRequest
}
