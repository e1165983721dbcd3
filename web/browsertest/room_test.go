package browsertest

import (
	"encoding/json"
	"fmt"
	"maps"
	"testing"

	"github.com/stretchr/testify/require"
)

// The panels of the start page by game.
const (
	seasonsDoor   = ".d-seasons"
	spellbookDoor = ".d-spellbook"
)

// newVisitor returns a new person who has a name and has opened the start page.
func newVisitor(t *testing.T, name, origin string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.setName()
	p.open("/")
	p.waitUntil("see the start page", "!!document.querySelector('"+seasonsDoor+" button')")
	return p
}

// openStartPage enters the person's name on the page of the account, and opens the start page.
func (p *person) openStartPage() {
	p.t.Helper()
	p.open("/account")
	p.fill("^You play as$|^Vous jouez sous le nom de$|^Du spielst als$", p.name)
	p.press("\r")
	waitForValue(
		p,
		p.name,
		func() string { return p.awaitPromise("api.myName()") },
	)
	p.open("/")
	p.waitUntil("see the start page", "!!document.querySelector('"+seasonsDoor+" button')")
}

// plainPage is a path that does not load the client.
const plainPage = "/api/site"

// setName names the person through the API, without opening a page of the client.
func (p *person) setName() {
	p.t.Helper()
	p.open(plainPage)
	require.Equal(
		p.t,
		p.name,
		p.awaitPromise(
			fmt.Sprintf(
				"api.rename(%q)",
				p.name,
			),
		),
	)
}

// createRoom creates a room with unusual settings through the API and returns the path of its page.
func (p *person) createRoom(settings map[string]any) string {
	p.t.Helper()
	all := map[string]any{
		"listed": false, "spectators": true, "undo": true,
		"clock": map[string]string{"mode": "none"}, "absent": "wait", "absentAfter": 120, "outOfTime": "bot",
	}
	maps.Copy(all, settings)
	body, err := json.Marshal(map[string]any{"settings": all})
	require.NoError(p.t, err)
	return p.awaitPromise(
		fmt.Sprintf("api.openRoom(%s)", body),
	)
}

// openMenu opens the menu at a door of the start page.
func (p *person) openMenu(door string) {
	p.t.Helper()
	p.click("button", "^(More options|Plus d.options)$", door)
}

// openSettings opens the dialog with all settings of a table at a door of the start page.
func (p *person) openSettings(door string) {
	p.t.Helper()
	p.openMenu(door)
	p.click("button", "^(Other settings|Autres réglages)$", door)
}

// choose selects choices at a door of the start page.
func (p *person) choose(door string, choices ...string) {
	p.t.Helper()
	p.openSettings(door)
	for _, choice := range choices {
		p.click("radio", choice, "dialog")
	}
	p.press("\u001b")
	p.waitForNoDialog()
}

// waitForNoDialog waits until no dialog is open.
func (p *person) waitForNoDialog() {
	p.t.Helper()
	p.waitUntil("close the dialog", "!document.querySelector('dialog[open]')")
}

// openTable opens a table for two at a door of the start page and returns the path of its link.
func (p *person) openTable(door string) string {
	p.t.Helper()
	p.click("button", "^With friends$", door)
	path := p.waitForPath("^/r/.+")
	p.waitForText("One seat is free")
	return path
}

// newSeatedPerson returns a new person who follows a link, enters a name and takes the free seat.
func newSeatedPerson(t *testing.T, name, origin, path string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.takeSeat(path)
	return p
}

// takeSeat opens a link, enters a name and takes the free seat.
func (p *person) takeSeat(path string) {
	p.t.Helper()
	p.open(path)
	p.waitForText("invites you")
	p.fill("What shall we call you", p.name)
	p.click("button", "^Sit down$")
	p.waitForText("I am not ready")
}

// newSpectator returns a new person who follows a link without taking a seat.
func newSpectator(t *testing.T, name, origin, path string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.open(path)
	return p
}

// startMatch lets the host start the match once the guest is ready.
func startMatch(host, guest *person) {
	host.t.Helper()
	host.waitForText("Everybody is ready")
	host.click("button", "^Start the match$")
	for _, p := range []*person{host, guest} {
		p.waitForRole("region", "^Your question and your hand$")
	}
}

// startWithBots puts a bot on each seat of a room but the first, and starts the match through the API.
func (p *person) startWithBots(room, bot string, seats int) {
	p.t.Helper()
	var list []string
	for seat := 1; seat < seats; seat++ {
		list = append(list, fmt.Sprintf(`"bot", "seat": %d, "bot": %q`, seat, bot))
	}
	p.sendCommands(room, append(list, `"start"`)...)
}

// sendCommands sends commands to a room on a separate connection, which the page does not see. Each command
// must succeed.
func (p *person) sendCommands(room string, list ...string) {
	p.t.Helper()
	sent, err := json.Marshal(list)
	require.NoError(p.t, err)
	require.Equal(p.t, "done", p.awaitPromise(fmt.Sprintf("api.command(%q, %s)", room, sent)))
}
