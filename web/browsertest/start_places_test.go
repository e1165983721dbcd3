package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// What the start page offers a newcomer, and what it says about a person who waits, keeps its place when the table is
// gone, so that no button moves under a finger.
func TestStartPageKeepsItsPlaces(t *testing.T) {
	t.Parallel()
	origin := startOperated(t).url
	ben := newPerson(t, "Ben", origin, desk)
	ben.open("/")
	ben.waitUntilLoaded()
	settings := map[string]any{"game": "spellbook", "seats": 2, "listed": true}
	link := ben.createRoom(settings)
	ben.open(link)
	ben.waitUntilLoaded()
	ada := newPerson(t, "Ada", origin, phone)
	ada.open("/")
	ada.waitForText("Waits for a match of SpellBook.")
	places := func() string {
		ada.nextFrame()
		return evaluate[string](ada, `[...document.querySelectorAll('.doors button')]
			.map((button) => Math.round(button.getBoundingClientRect().top)).join(' ')`)
	}
	before := places()
	require.NotEmpty(t, before)
	ben.sendCommands(link, `"leave"`)
	ada.waitForText("This table is no longer free.")
	require.Equal(t, before, places())
	ada.checkAll("a table that is gone")
}

// Who has hidden what newcomers can do does not see it again in this browser: neither as a guest nor as a member
// without matches. The table in the picture has a figure for each person who is here, also for those whom the viewer
// cannot see.
func TestFirstVisitStaysHidden(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	bob := newPerson(t, "Bob", server.url, desk)
	bob.createAccountWithPasskey()
	bob.follow("/")
	ada := newPerson(t, "Ada", server.url, phone)
	ada.open("/")
	ada.waitForText("2 people here")
	ada.waitUntil("see two figures", "document.querySelectorAll('.figures .figure').length === 2")
	link := bob.createRoom(map[string]any{"game": "spellbook", "seats": 2, "listed": true})
	bob.open(link)
	ada.waitForText("First time here?")
	ada.checkAll("start page of a newcomer")
	ada.click("button", "^Hide this$")
	ada.waitForNoText("First time here?")
	require.Contains(t, evaluate[string](ada, "document.activeElement.className"), "btn", "the focus is not lost")
	ada.reload()
	ada.waitForText("2 people here")
	require.NotContains(t, ada.text(), "First time here?")
	ada.createAccountWithPasskey()
	ada.follow("/")
	ada.waitForText("Bob waits for SpellBook")
	require.NotContains(t, ada.text(), "First time here?")
	ada.checkAll("start page of a member without matches")
}

// On a tablet on its side, the games are beside the people, also for an owner, whose page has one more column.
func TestGamesAreBesideThePeople(t *testing.T) {
	t.Parallel()
	server := startOperated(t)
	ada := newPerson(t, "Ada", server.url, device{width: 1180, height: 820, language: "en-GB"})
	ada.createAccountWithPasskey()
	server.runAdmin(t, "role", "Ada", "owner")
	ada.follow("/")
	ada.waitForText("Make it your club")
	bob := newPerson(t, "Bob", server.url, phone)
	bob.createAccountWithPasskey()
	ada.waitForText("Bob is here")
	for _, size := range [][2]int64{{1180, 820}, {1279, 800}} {
		ada.resize(size[0], size[1])
		ada.nextFrame()
		require.True(t, evaluate[bool](ada, `(() => {
			const [people, games] = ['.board > .left', '.doors'].map((part) =>
				document.querySelector(part).getBoundingClientRect());
			return games.left >= people.right && games.top < people.bottom;
		})()`), "at %d px", size[0])
		ada.checkPage("start page of an owner")
	}
}

// On a server where nothing has happened, the main button of the start page can be seen without scrolling, and opens a
// table.
func TestMainButtonOfANewServer(t *testing.T) {
	t.Parallel()
	gus := newPerson(t, "Gus", startPublic(t).url, phone.in("fr-FR"))
	gus.setName()
	gus.open("/")
	gus.waitForText("Personne de libre ?")
	for _, size := range [][2]int64{{360, 740}, {390, 844}, {768, 1024}, {1180, 820}} {
		gus.resize(size[0], size[1])
		gus.nextFrame()
		require.Equal(
			t,
			[]string{"Ouvrir une table de Seasons"},
			evaluate[[]string](gus, `[...document.querySelectorAll('main .btn.main')]
			.filter((button) => {
				const { left, right, bottom } = button.getBoundingClientRect();
				return document.elementFromPoint((left + right) / 2, bottom - 4) === button;
			})
			.map((button) => button.textContent)`),
			"at %d px",
			size[0],
		)
		gus.checkPage("new server")
	}
	gus.click("button", "^Ouvrir une table de Seasons$")
	gus.waitForPath("^/r/.+")
}
