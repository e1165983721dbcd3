package browsertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
)

// The doors of the start page, by game.
const (
	seasonsDoor   = ".d-seasons"
	spellbookDoor = ".d-spellbook"
)

// comes opens the start page for a new person, who gives a name.
func comes(t *testing.T, name, origin string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.isKnown()
	p.open("/")
	p.untilTrue("see the start page", "!!document.querySelector('"+seasonsDoor+" button')")
	return p
}

// arrives opens the start page and gives a name.
func (p *person) arrives() {
	p.t.Helper()
	p.open("/")
	p.fill("^You play as$|^Vous jouez sous le nom de$", p.name)
	p.press("\r")
	becomes(
		p,
		p.name,
		func() string { return p.promised("api.myName()") },
	)
}

// plainPage is a page that is none of the client's.
const plainPage = "/api/site"

// isKnown gives the person a name as a program would, without a page of the client.
func (p *person) isKnown() {
	p.t.Helper()
	p.open(plainPage)
	require.Equal(
		p.t,
		p.name,
		p.promised(
			fmt.Sprintf(
				"api.rename(%q)",
				p.name,
			),
		),
	)
}

// opensRoom opens a room with settings that are not the usual ones, as a program would, and
// returns the path of its page.
func (p *person) opensRoom(settings map[string]any) string {
	p.t.Helper()
	all := map[string]any{
		"listed": false, "spectators": true, "undo": true,
		"clock": map[string]string{"mode": "none"}, "absent": "wait", "absentAfter": 120, "outOfTime": "bot",
	}
	maps.Copy(all, settings)
	body, err := json.Marshal(map[string]any{"settings": all})
	require.NoError(p.t, err)
	return p.promised(
		fmt.Sprintf("api.openRoom(%s)", body),
	)
}

// chooses sets the next table of a game as wished, in the dialog of its options.
func (p *person) chooses(door string, choices ...string) {
	p.t.Helper()
	p.click("button", "^(More options|Plus d.options)$", door)
	for _, choice := range choices {
		p.click("radio", choice, "dialog")
	}
	p.press("\u001b")
	p.seesNoDialog()
}

// seesNoDialog waits until no dialog is open.
func (p *person) seesNoDialog() {
	p.t.Helper()
	p.untilTrue("close the dialog", "!document.querySelector('dialog[open]')")
}

// opensTable opens a table for two at a door of the start page, and returns the
// path of the link to pass on.
func (p *person) opensTable(door string) string {
	p.t.Helper()
	p.click("button", "^Open a table$", door)
	path := p.waitForPath("^/r/.+")
	p.sees("One seat is free")
	return path
}

// sitsDown follows a link, gives a name and takes the free seat.
func sitsDown(t *testing.T, name, origin, path string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.takesSeat(path)
	return p
}

// takesSeat follows a link, gives a name and takes the free seat.
func (p *person) takesSeat(path string) {
	p.t.Helper()
	p.open(path)
	p.sees("invites you")
	p.fill("What shall we call you", p.name)
	p.click("button", "^Sit down$")
	p.sees("I am not ready")
}

// watches follows a link without taking a seat.
func watches(t *testing.T, name, origin, path string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.open(path)
	return p
}

// startsMatch has the host start once the guest has sat down.
func startsMatch(host, guest *person) {
	host.t.Helper()
	host.sees("Everybody is ready")
	host.click("button", "^Start$")
	for _, p := range []*person{host, guest} {
		p.waitFor("region", "^Your question and your hand$")
	}
}

// startsWithBots puts a bot on each but the first of so many seats of a room, by the path
// of its page, and starts the match, as a program of the host does.
func (p *person) startsWithBots(room, bot string, seats int) {
	p.t.Helper()
	var list []string
	for seat := 1; seat < seats; seat++ {
		list = append(list, fmt.Sprintf(`"bot", "seat": %d, "bot": %q`, seat, bot))
	}
	p.commands(room, append(list, `"start"`)...)
}

// commands sends commands to a room on a connection of their own, which the page knows
// nothing of. Each must be carried out.
func (p *person) commands(room string, list ...string) {
	p.t.Helper()
	sent, err := json.Marshal(list)
	require.NoError(p.t, err)
	require.Equal(p.t, "done", p.promised(fmt.Sprintf("api.command(%q, %s)", room, sent)))
}
