package httpx

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation"
	"archmage/internal/people"
)

// Each code has its status. One that is not listed has 400.
func TestStatuses(t *testing.T) {
	for code, want := range map[coded.Code]int{
		people.CodeNoIdentity: 401, CodeBadOrigin: 403, lobby.CodeNoSpectators: 403, moderation.CodeBanned: 403,
		directory.CodeNoRoom: 404, archive.CodeNoMatch: 404, coded.NotFound: 404,
		CodeBadMethod: 405, lobby.CodeNotKept: 410, CodeTooLarge: 413, CodeTooMany: 429, coded.TooFast: 429,
		coded.Internal: 500, lobby.CodeFrozen: 500, coded.Busy: 503, lobby.CodeNotStored: 503, lobby.CodeClosing: 503,
		people.CodeBadName: 400, people.CodeBadLink: 400, coded.Malformed: 400, "whatever": 400,
	} {
		require.Equal(t, want, StatusOf(code), code)
	}
}
