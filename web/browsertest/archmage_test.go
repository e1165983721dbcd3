package browsertest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Two people play the level for those who know the game, with another person
// watching: each card of the draft, the three years, and the first turns.
func TestArchmage(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada := comes(t, "Ada", origin, desk.still())
	ada.click("radio", "^Archmage$", seasonsDoor)
	link := ada.opensTable(seasonsDoor)
	ada.sees("Archmage")
	bob := sitsDown(t, "Bob", origin, link, desk.still())
	bob.sees("Archmage")
	eve := watches(t, "Eve", origin, link, phone.still())
	startsMatch(ada, bob)

	m := newMatch(11, ada, bob)
	m.each = func(*person, table) {}
	for _, p := range m.players {
		p.sees("Draft, pick 1 of 9")
	}
	eve.sees("The mages are choosing their cards")
	m.playUntil("all cards are drafted", func() bool { return ada.table().Question == "Three for each year" })
	ada.seesMatch("All nine are placed|To be placed")
	eve.sees("The mages are planning their three years")
	m.playUntil("the first winter begins", func() bool { return ada.table().Question == "Take a die" || bob.table().Question == "Take a die" })
	for _, p := range []*person{ada, bob, eve} {
		p.sees("All three years are planned. The first winter begins.")
	}
	m.playUntil("Ada can take something back", func() bool { return ada.has("button", "^Undo$") })
	ada.click("button", "^Undo$")
	ada.sees("took your last answer back")
	bob.sees("took the last answer back")
	require.True(t, ada.table().mayAct())
	m.play(6)
	for _, p := range []*person{ada, bob, eve} {
		p.checkPage("at the table")
	}
}
