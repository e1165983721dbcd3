package browsertest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// asksForNews has a page ask for news now; at a table it is told to, elsewhere it asks
// every minute.
func (p *person) asksForNews() {
	p.t.Helper()
	evaluate[bool](p, "document.dispatchEvent(new Event('visibilitychange'))")
}

// What an owner says of the server is seen at once on pages that are open, and in the
// reader's language; what a setting says stays; nobody else finds the page.
func TestTheHostsPage(t *testing.T) {
	t.Parallel()
	imprint := filepath.Join(t.TempDir(), "imprint.txt")
	require.NoError(t, os.WriteFile(imprint, []byte("Odile Wood"), 0o600))
	server := startOperated(t, "--imprint", imprint)
	ada := comes(t, "Ada", server.url, phone.in("fr-FR"))
	odile := newPerson(t, "Odile", server.url, desk)
	odile.keeps()
	odile.open("/host")
	odile.sees("There is no such page")
	require.Equal(t, []string{"GET " + server.url + "/host is answered 404"}, odile.problems.found())
	server.operates(t, "role", "Odile", "owner")
	odile.open("/")
	odile.click("button", "^I have read it$")
	odile.seesNoMore("You are an owner of this server now.")
	odile.click("button", "^Menu$")
	odile.click("link", "^This server$")
	odile.sees("Set by the program")
	odile.sees("The setting --imprint says this.")
	odile.sees("Odile Wood")
	odile.sees("all is well")
	odile.sees("2 people here")

	odile.fill("^Name$", " The  Wood ")
	odile.click("button", "^Save: Name$")
	odile.sees("Saved. Everybody sees it now.")
	ada.asksForNews()
	ada.waitFor("link", "^The Wood$")
	odile.fill(`^Welcome \(Français\)$`, "Bienvenue ! [Nos soirées](https://wood.example/soirees)")
	odile.click("button", "^Save: Welcome$")
	odile.until("have saved", func() error {
		busy := evaluate[string](
			odile,
			"page.texts('[aria-busy=true]').join()",
		)
		if busy != "" {
			return errors.New("it is on its way")
		}
		site := odile.promised("page.fetchText('/api/site')")
		if !strings.Contains(site, "soirees") {
			return errors.New("it is on its way")
		}
		return nil
	})
	ada.asksForNews()
	ada.waitFor("link", "^Nos soirées$")
	ada.checkAll("welcome")
	odile.fill("^What everybody reads: English$", "Restart at 22:00")
	odile.fill("^What everybody reads: Français$", "Redémarrage à 22 h")
	odile.click("button", "^Tell everybody$")
	odile.sees("Told to everybody.")
	ada.asksForNews()
	ada.sees("Redémarrage à 22 h")
	odile.checkAll("host")
	odile.click("button", "^Withdraw it$")
	odile.sees("Withdrawn.")
	ada.asksForNews()
	ada.seesNoMore("Redémarrage à 22 h")

	odile.click("radio", "^Français$")
	odile.click("checkbox", "^English$")
	odile.click("button", "^Save: Languages$")
	odile.sees("Ce que vous dites ici se voit tout de suite")
	odile.open("/moderation#log")
	odile.sees("Odile a changé ce que dit ce serveur")
	odile.picture("log")
	require.Equal(t, "fr", evaluate[string](odile, "document.documentElement.lang"))
}
