package httpx

import (
	"net/http"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/lobby"
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
	// CodeBadMethod: the path does not support the method.
	CodeBadMethod coded.Code = "bad_method"
	// CodeTooLarge: the body of the request is too long.
	CodeTooLarge coded.Code = "too_large"
	// CodeNoSpace: the disk is nearly full, and only matches in progress go on.
	CodeNoSpace coded.Code = "no_space"
	// CodeTooMany: a limit on a number is reached, as of rooms or connections.
	CodeTooMany coded.Code = "too_many"
)

// StatusOf returns the HTTP status of a code. It is 400 for a code that is not listed.
func StatusOf(code coded.Code) int {
	switch code {
	case people.CodeNoIdentity, CodeBadToken:
		return http.StatusUnauthorized
	case people.CodeNoAccount,
		people.CodeSignIn,
		people.CodeSignInAgain,
		people.CodeBlocked,
		people.CodeNotFollowed,
		moderation.CodeSilenced,
		directory.CodeNotMet,
		room.CodeAccounts,
		moderation.CodeNotAllowed,
		moderation.CodeInvolved,
		site.CodeFixed:
		return http.StatusForbidden
	case people.CodeNoPerson,
		people.CodeNoKey,
		people.CodeNoInvitation,
		moderation.CodeNoReport,
		lobby.CodeNoLine,
		notify.CodeNoChannel:
		return http.StatusNotFound
	case lobby.CodeNoSpectators, lobby.CodeNoHints, room.CodeRemoved, moderation.CodeBanned, CodeBadOrigin, CodeBadHost:
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
		CodeTooMany:
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
