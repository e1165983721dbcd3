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
