package transport

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/operator"
)

type joinCodesAnswer struct {
	Codes     []operator.JoinCodeAnswer
	Admission people.Admission
}

func TestOwnersInvite(t *testing.T) {
	p := newHostTest(t, nil, nil)
	owner := p.owner
	until := strconv.FormatInt(time.Now().Add(time.Hour).UnixMilli(), 10)
	cards := `{"kind":"card","count":2,"people":1,"until":` + until + `}`
	for _, request := range [][3]string{
		{"GET", "/api/host/join-codes", ""}, {"POST", "/api/host/join-codes", cards},
		{"DELETE", "/api/host/join-codes/x", ""}, {"POST", "/api/host/accounts", `{"name":"Bob"}`},
	} {
		refused(t, p.odile.send(request[0], request[1], request[2]), http.StatusNotFound, coded.NotFound)
	}
	owner.act(http.StatusBadRequest, `{"kind":"site","part":"accounts","text":"nobody"}`)
	owner.act(http.StatusCreated, `{"kind":"site","part":"accounts","text":"invited"}`)

	made := read[struct{ Codes []string }](t, owner.send("POST", "/api/host/join-codes", cards), http.StatusCreated)
	require.Len(t, made.Codes, 2)
	refused(
		t,
		owner.send("POST", "/api/host/join-codes", `{"kind":"card","count":2,"people":5,"until":`+until+`}`),
		http.StatusBadRequest,
		coded.Malformed,
	)
	ann := p.browser()
	ann.guest("Anja")
	require.Equal(t, people.AdmitInvited, ann.account().Admission)
	refused(
		t,
		ann.send("POST", "/api/account/password", `{"name":"Anja","password":"green tea at four"}`),
		http.StatusForbidden,
		people.CodeInvitedOnly,
	)
	check := `{"code":"` + made.Codes[0] + `"}`
	require.Equal(t, http.StatusNoContent, ann.send("POST", "/api/join-codes/check", check).Code)
	w := ann.send(
		"POST",
		"/api/account/password",
		`{"name":"Anja","password":"green tea at four","code":"`+made.Codes[0]+`"}`,
	)
	require.Equal(t, http.StatusCreated, w.Code, w.Body)
	refused(t, ann.send("POST", "/api/join-codes/check", check), http.StatusBadRequest, people.CodeBadJoinCode)
	require.NotContains(t, ann.send("GET", "/api/account/data", "").Body.String(), `"joined":0`)

	list := read[joinCodesAnswer](t, owner.send("GET", "/api/host/join-codes", ""), http.StatusOK)
	require.Len(t, list.Codes, 2)
	for _, code := range list.Codes {
		if code.Used == 0 {
			require.Equal(t, http.StatusNoContent, owner.send("DELETE", "/api/host/join-codes/"+code.ID, "").Code)
			continue
		}
		require.Equal(t, "Anja", code.Uses[0].Name)
	}
	check = `{"code":"` + made.Codes[1] + `"}`
	refused(t, ann.send("POST", "/api/join-codes/check", check), http.StatusBadRequest, people.CodeBadJoinCode)

	owner.act(http.StatusCreated, `{"kind":"site","part":"accounts","text":"owner"}`)
	bob := p.browser()
	bob.guest("Bob")
	refused(
		t,
		bob.send("POST", "/api/account/passkeys/options", `{"name":"Bob"}`),
		http.StatusForbidden,
		people.CodeNoNewAccounts,
	)
	// Owners create accounts themselves. What they do is in the log.
	link := read[operator.OperatorLink](
		t,
		owner.send("POST", "/api/host/accounts", `{"name":"Bob"}`),
		http.StatusCreated,
	)
	require.Contains(t, link.Address, publicURL+"/account#me=")
	acts := owner.send("GET", "/api/moderation/acts", "").Body.String()
	for _, kind := range []string{moderation.ActJoinCodes, moderation.ActEndJoinCode, moderation.ActAccount} {
		require.Contains(t, acts, `"kind":"`+kind+`"`)
	}
	require.NotContains(t, acts+p.logged.String(), made.Codes[0])
}
