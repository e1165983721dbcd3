package browsertest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/cookiejar"
	"testing"

	"github.com/stretchr/testify/require"
)

// A member is an account that a test has without a browser.
type member struct {
	t      *testing.T
	origin string
	client http.Client
}

// newMember creates an account.
func newMember(t *testing.T, origin, name string) *member {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	m := &member{t: t, origin: origin, client: http.Client{Jar: jar}}
	m.ask(http.MethodPost, "/api/me", map[string]any{"name": name})
	m.ask(http.MethodPost, "/api/account/password", map[string]any{"name": name, "password": "tea and seven spells"})
	return m
}

// ask sends a request of the member.
func (m *member) ask(method, path string, body map[string]any) {
	m.t.Helper()
	data, err := json.Marshal(body)
	require.NoError(m.t, err)
	request, err := http.NewRequestWithContext(m.t.Context(), method, m.origin+path, bytes.NewReader(data))
	require.NoError(m.t, err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", m.origin)
	response, err := m.client.Do(request)
	require.NoError(m.t, err)
	require.NoError(m.t, response.Body.Close())
	require.Less(m.t, response.StatusCode, 300, "%s %s", method, path)
}

// The page of members says who is here and what they do, lists all others, and filters both while a person types.
func TestMembers(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	members := map[string]*member{}
	for _, name := range []string{"Élodie", "Elias", "Mina", "Zoe"} {
		members[name] = newMember(t, server.url, name)
	}
	ada := newPerson(t, "Ada", server.url, desk)
	ada.createAccountWithPasskey()
	ada.follow("/people")
	ada.waitForText("Élodie here today")
	require.False(t, ada.has("heading", "^Here now"), "nothing empty is shown")

	// The page follows who comes, and what they do.
	members["Élodie"].ask(http.MethodGet, "/api/news", nil)
	ada.waitForText("Élodie is here")
	ada.click("button", "^Invite: Élodie$")
	ada.waitForRole("link", "^To the table: Élodie$")
	ada.checkAll("an invited member")
	ada.click("button", "^Withdraw: Élodie$")
	ada.waitForRole("button", "^Invite: Élodie$")
	ada.waitForRole("button", "^Invite to another game: Élodie$")
	bob := newPerson(t, "Bob", server.url, phone)
	bob.createAccountWithPasskey()
	bob.follow("/")
	link := bob.openTable(spellbookDoor)
	bob.click("checkbox", "^List this table, so that anybody can join or watch$")
	ada.waitForText("Bob waits for SpellBook")
	ada.checkAll("members")

	// Typing filters who is here and all others; accents do not matter.
	ada.fill("^Find a member$", "ÈL")
	ada.waitForNoText("Bob waits for SpellBook")
	ada.waitForNoText("Mina")
	ada.waitForText("Élodie is here")
	ada.waitForText("Elias here today")
	ada.fill("^Find a member$", "x")
	ada.waitForText("No member’s name begins like that.")
	ada.checkAccess("nothing found")
	ada.fill("^Find a member$", "")
	ada.waitForText("Zoe here today")
	ada.click("link", "^Bob$", ".present")
	ada.waitForText("waits for SpellBook")
	ada.checkAll("profile of a person who waits")
	ada.click("link", "^Sit down: Bob$", ".presence")
	require.Equal(t, link, ada.waitForPath("^/r/.+"))
}
