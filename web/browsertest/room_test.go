package browsertest

import (
	"errors"
	"fmt"
	"testing"
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
	p.arrives()
	return p
}

// arrives opens the start page and gives a name.
func (p *person) arrives() {
	p.t.Helper()
	p.lookAtTables()
	p.open("/")
	p.fill("^You play as$|^Vous jouez sous le nom de$", p.name)
	p.press("\r")
	p.until("get a name", func() error {
		if is := p.promised(`fetch('/api/me').then((r) => r.json()).then((me) => me.name)`); is != p.name {
			return fmt.Errorf("the server knows %q", is)
		}
		return nil
	})
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
	p.until("close the dialog", func() error {
		if evaluate[bool](p, "!!document.querySelector('dialog[open]')") {
			return errors.New("it is open")
		}
		return nil
	})
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
	p.lookAtTables()
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
	p.sees("Not ready after all")
}

// watches follows a link without taking a seat.
func watches(t *testing.T, name, origin, path string, at device) *person {
	t.Helper()
	p := newPerson(t, name, origin, at)
	p.lookAtTables()
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
