package transport

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/transport/api"
)

// Members are listed for people with a session; only those with an account learn when others were here.
func TestMembers(t *testing.T) {
	d := newPublicHandler(t, nil)
	ann, eva, visitor := d.browser(), d.browser(), d.browser()
	ann.guest("Ann")
	annIs := ann.createAccount("Ann").Person
	eva.guest("Eva")
	evaIs := eva.createAccount("Éva").Person
	visitor.guest("Zoe")
	members := func(b *browser, query string) []api.MemberAnswer {
		t.Helper()
		return read[api.MembersAnswer](t, b.send("GET", "/api/people/members"+query, ""), http.StatusOK).Members
	}
	today := 0
	require.Equal(
		t,
		[]api.MemberAnswer{{Person: annIs, DaysAgo: &today, New: true}, {Person: evaIs, DaysAgo: &today, New: true}},
		members(ann, ""),
	)
	require.Equal(t, []api.MemberAnswer{{Person: evaIs, DaysAgo: &today, New: true}}, members(ann, "?find=ev"))
	require.Equal(t, []api.MemberAnswer{{Person: evaIs}}, members(visitor, "?find=%C3%88V"))
	require.Empty(t, members(ann, "?find=zoe"), "guests are not members")
	for _, field := range []string{"daysAgo", "new"} {
		require.NotContains(t, visitor.send("GET", "/api/people/members", "").Body.String(), `"`+field+`"`)
	}

	require.Equal(t, http.StatusOK, eva.send("PATCH", "/api/me", `{"presence":"nobody"}`).Code)
	require.Equal(t, []api.MemberAnswer{{Person: evaIs}}, members(ann, "?find=ev"))
	require.Equal(t, http.StatusOK, eva.send("POST", "/api/blocks", `{"person":"`+annIs.ID+`"}`).Code)
	require.Equal(t, []api.MemberAnswer{{Person: annIs}}, members(eva, "?find=an"))

	first := read[api.MembersAnswer](t, ann.send("GET", "/api/people/members?limit=1", ""), http.StatusOK)
	require.Len(t, first.Members, 1)
	require.Equal(t, []api.MemberAnswer{{Person: evaIs}}, members(ann, "?limit=1&after="+url.QueryEscape(first.Next)))

	for query, code := range map[string]coded.Code{
		"?limit=0": coded.Malformed, "?limit=51": coded.Malformed, "?limit=x": coded.Malformed,
		"?after=%21": coded.Malformed, "?after=" + strings.Repeat("A", 4000): coded.Malformed,
		"?find=" + strings.Repeat("x", people.MaxName+1): people.CodeBadName, "?find=%7F": people.CodeBadName,
		"?find=%00": coded.Malformed,
	} {
		refused(t, ann.send("GET", "/api/people/members"+query, ""), http.StatusBadRequest, code)
	}
	refused(t, d.browser().send("GET", "/api/people/members", ""), http.StatusUnauthorized, people.CodeNoIdentity)
}

// A flood of requests for members is refused.
func TestFloodOfMembers(t *testing.T) {
	d := newPublicHandler(t, func(o *Options) { o.Limits.Read = 3 })
	ann := d.browser()
	ann.guest("Ann")
	codes := map[int]bool{}
	for range 30 {
		codes[ann.send("GET", "/api/people/members", "").Code] = true
	}
	require.Equal(t, map[int]bool{http.StatusOK: true, http.StatusTooManyRequests: true}, codes)
	refused(t, ann.send("GET", "/api/people/members", ""), http.StatusTooManyRequests, coded.TooFast)
}
