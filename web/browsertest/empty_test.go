package browsertest

import (
	"fmt"
	"testing"
)

// On a server without matches and other people, each page says what to do next, with one main button.
func TestEmptyPagesSayWhatToDo(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	paths := []string{
		"/people", "/leaderboard", "/leaderboard?list=week", "/tables", "/watch", "/evenings", "/history", "/a",
		"/account",
	}
	guest := newPerson(t, "Gus", server.url, phone.in("fr-FR"))
	guest.requireMainButtons(paths...)
	member := newPerson(t, "Ada", server.url, desk)
	member.createAccountWithPasskey()
	member.requireMainButtons(append(paths, "/u/Ada")...)
	member.open("/account")
	member.waitForRole("button", "^Notify me in this browser$")
}

// requireMainButtons opens each path, and requires that the page has one main button and no faults.
func (p *person) requireMainButtons(paths ...string) {
	p.t.Helper()
	for _, path := range paths {
		p.open(path)
		p.eventually("see one main button at "+path, func() error {
			labels := evaluate[[]string](p, `Array.from(document.querySelectorAll('main .btn.main'))
				.filter((button) => button.checkVisibility()).map((button) => button.textContent.trim())`)
			if len(labels) != 1 {
				return fmt.Errorf("%q", labels)
			}
			return nil
		})
		p.checkAccess("empty " + path)
		p.picture("empty " + path)
	}
}
