package browsertest

import (
	_ "embed"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// coveringScript finds what covers a table.
//
//go:embed covering.js
var coveringScript string

// An invitation is answered where the person is: on the start page, in a waiting room, and at a table. A
// table has it in its menu, so that it covers nothing.
func TestNoticesCoverNoTable(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ada, bob := newPerson(t, "Ada", server.url, desk), newPerson(t, "Bob", server.url, desk)
	for _, p := range []*person{ada, bob} {
		p.addScript(coveringScript)
		p.createAccountWithPasskey()
	}
	id := ada.awaitPromise("page.get('/api/me').then(({id}) => id)")
	bob.follow("/")
	link := bob.openTable(spellbookDoor)
	require.Equal(t, "invited", bob.awaitPromise(fmt.Sprintf(
		"page.post('/api%s/invitations', {person: %q}).then(({code}) => code ?? 'invited')",
		"/rooms/"+link[len("/r/"):], id,
	)))

	ada.open("/")
	ada.waitForText("Bob invites you to SpellBook")
	require.Equal(t, 1, evaluate[int](ada, "document.querySelectorAll('main .btn.main').length"), "gold buttons")
	ada.checkAll("invited on the start page")
	room := ada.openTable(spellbookDoor)
	ada.open(room)
	ada.waitForText("Bob invites you to SpellBook")
	require.True(t, evaluate[bool](ada, "!!document.querySelector('main .invitation')"))
	require.Empty(t, evaluate[[]string](ada, "covering.found()"))
	ada.checkAll("invited in a waiting room")

	ada.click("button", "^Fill with bots$")
	ada.click("button", "^Start the match$")
	ada.waitForRole("region", "^Your question and your hand$")
	ada.waitUntil("have the invitation in the menu", "!!document.querySelector('.top [data-does=invitations]')")
	for _, size := range [][2]int64{{1280, 800}, {390, 844}, {844, 390}} {
		ada.resize(size[0], size[1])
		ada.nextFrame()
		require.Empty(t, evaluate[[]string](ada, "covering.found()"), "at %d by %d", size[0], size[1])
	}
	ada.resize(1280, 800)
	ada.menu("^1 invitation$")
	ada.waitForText("Bob invites you to SpellBook")
	ada.checkAccess("in the dialog")
	ada.click("button", "^Sit down$", "dialog")
	require.Equal(t, link, ada.waitForPath("^"+link+"$"))
	ada.waitForText("I am not ready")
}

// A hint never moves the board, neither when it appears nor when it goes.
func TestHintsMoveNoBoard(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name, door, board string
		at                device
	}{
		{"spellbook on a phone", spellbookDoor, ".sb-altar, .sb-opp, .sb-mine, .ask", phone},
		{"spellbook at a desk", spellbookDoor, ".sb-altar, .sb-opp, .sb-mine, .ask", desk},
		{"seasons on a phone", seasonsDoor, ".packet .card, .ask", phone},
		{"seasons at a desk", seasonsDoor, ".packet .card, .ask", desk},
	} {
		t.Run(test.name, func(t *testing.T) {
			ada := newPerson(t, "Ada", shared.server(t).url, test.at)
			ada.addScript(coveringScript)
			// The other tests decline hints.
			ada.addScript("try { localStorage['archmage.hints'] = 'wanted' } catch {}")
			ada.setName()
			ada.open("/")
			ada.click("button", "^With a bot", test.door)
			ada.waitForRole("button", "^I see$")
			ada.waitUntilAsked()
			places := func() []string {
				ada.nextFrame()
				return evaluate[[]string](ada, fmt.Sprintf("covering.places(%q)", test.board))
			}
			first := places()
			require.NotEmpty(t, first)
			hints := 0
			for ; ada.has("button", "^I see$"); hints++ {
				ada.click("button", "^I see$")
				require.Equal(t, first, places(), "after hint %d", hints+1)
			}
			require.Greater(t, hints, 1)
			require.Empty(t, evaluate[[]string](ada, "covering.found()"))
		})
	}
}
