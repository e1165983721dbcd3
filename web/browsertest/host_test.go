package browsertest

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// requestNews makes the page request news now. At a table the server announces news; other pages request them
// every minute.
func (p *person) requestNews() {
	p.t.Helper()
	evaluate[bool](p, "document.dispatchEvent(new Event('visibilitychange'))")
}

// Texts that an owner sets appear immediately on open pages, in the reader's language. Texts fixed by
// settings stay. No other person can open the page.
func TestTheHostsPage(t *testing.T) {
	t.Parallel()
	imprint := filepath.Join(t.TempDir(), "imprint.txt")
	require.NoError(t, os.WriteFile(imprint, []byte("Odile Wood"), 0o600))
	server := startOperated(t, "--imprint", imprint)
	ada := newVisitor(t, "Ada", server.url, phone.in("fr-FR"))
	odile := newPerson(t, "Odile", server.url, desk)
	odile.createAccount()
	odile.open("/host")
	odile.waitForText("There is no such page")
	require.Equal(t, []string{"GET " + server.url + "/host is answered 404"}, odile.problems.found())
	server.runAdmin(t, "role", "Odile", "owner")
	odile.open("/")
	odile.click("button", "^I have read it$")
	odile.waitForNoText("You are an owner of this server now.")
	odile.click("button", "^Menu$")
	odile.click("link", "^This server$")
	odile.waitForText("Set by the program")
	odile.waitForText("The setting --imprint says this.")
	odile.waitForText("Odile Wood")
	odile.waitForText("all is well")
	odile.waitForText("2 people here")
	require.True(t, evaluate[bool](odile, "!document.querySelector('.hpeople').closest('.slip').nextElementSibling"),
		"nothing is below the list of people, which grows and shrinks")

	odile.fill("^Name$", " The  Wood ")
	odile.click("button", "^Save: Name$")
	odile.waitForText("Saved. Everybody sees it now.")
	ada.requestNews()
	ada.waitForRole("link", "^The Wood$")
	odile.fill(`^Welcome \(Français\)$`, "Bienvenue ! [Nos soirées](https://wood.example/soirees)")
	odile.click("button", "^Save: Welcome$")
	odile.eventually("have saved", func() error {
		busy := evaluate[string](
			odile,
			"page.texts('[aria-busy=true]').join()",
		)
		if busy != "" {
			return errors.New("it is on its way")
		}
		site := odile.awaitPromise("page.fetchText('/api/site')")
		if !strings.Contains(site, "soirees") {
			return errors.New("it is on its way")
		}
		return nil
	})
	ada.requestNews()
	ada.waitForRole("link", "^Nos soirées$")
	ada.checkAll("welcome")
	odile.fill("^What everybody reads: English$", "Restart at 22:00")
	odile.fill("^What everybody reads: Français$", "Redémarrage à 22 h")
	odile.click("button", "^Tell everybody$")
	odile.waitForText("Told to everybody.")
	ada.requestNews()
	ada.waitForText("Redémarrage à 22 h")
	odile.checkAll("host")
	odile.click("button", "^Withdraw it$")
	odile.waitForText("Withdrawn.")
	ada.requestNews()
	ada.waitForNoText("Redémarrage à 22 h")

	odile.click("radio", "^Français$")
	odile.click("checkbox", "^English$")
	odile.click("button", "^Save: Languages$")
	odile.waitForText("Ce que vous dites ici se voit tout de suite")
	odile.open("/moderation#log")
	odile.waitForText("Odile a changé ce que dit ce serveur")
	odile.picture("log")
	require.Equal(t, "fr", evaluate[string](odile, "document.documentElement.lang"))
}

// uploadLogoScript puts a drawn picture into the field for the logo.
const uploadLogoScript = `(async () => {
	const canvas = new OffscreenCanvas(320, 160);
	const pen = canvas.getContext('2d');
	pen.fillStyle = '#f0c040';
	pen.beginPath();
	pen.arc(80, 80, 70, 0, 7);
	pen.fill();
	pen.fillStyle = '#70b0e0';
	pen.fillRect(170, 30, 140, 100);
	const files = new DataTransfer();
	files.items.add(new File([await canvas.convertToBlob()], 'logo.png', { type: 'image/png' }));
	const input = document.querySelector('.host input[type=file]');
	input.files = files.files;
	input.dispatchEvent(new Event('change'));
	return 'chosen';
})()`

// An owner gives the club a logo, a colour and a page. Everybody sees them, and the owner can take them away. The
// page about privacy has a text from the start.
func TestTheFaceOfTheClub(t *testing.T) {
	t.Parallel()
	server := startOperated(t)
	odile := newPerson(t, "Odile", server.url, desk)
	odile.createAccount()
	server.runAdmin(t, "role", "Odile", "owner")
	odile.open("/host")
	odile.click("button", "^I have read it$")
	require.Equal(t, "chosen", odile.awaitPromise(uploadLogoScript))
	odile.waitForRole("image", "^The logo now$")
	odile.click("radio", "^Sea$")
	odile.waitUntil("see the colour",
		"getComputedStyle(document.querySelector('.top')).backgroundColor === 'rgb(26, 67, 102)'")
	odile.picture("colours")
	odile.fill(`^About us \(English\)$`, "We meet on Thursdays. [The rules](/rules)")
	odile.click("button", "^Save: About us$")
	odile.waitForRole("link", "^About us$")
	odile.checkAll("host with a logo")
	odile.picture("host")

	ada := newPerson(t, "Ada", server.url, phone)
	ada.open("/")
	ada.waitUntil("see the logo", "document.querySelector('.brand img')?.naturalWidth === 320")
	ada.waitUntil("see it in the picture", "document.querySelector('.clubtext img')?.naturalWidth === 320")
	ada.checkAll("start page with a logo")
	ada.picture("start")
	ada.follow("/about")
	ada.waitForText("We meet on Thursdays.")
	ada.waitForRole("link", "^The rules$")
	ada.checkAll("about")
	ada.follow("/privacy")
	ada.waitForText("without an account, a real name or an e-mail address")
	ada.checkAll("privacy")

	odile.fill(`^Privacy \(English\)$`, "We store nothing.")
	odile.click("button", "^Save: Privacy$")
	odile.click("button", "^Back to the default text: Privacy$")
	odile.waitUntil("have the default", `[...document.querySelectorAll('textarea')].some(
		(area) => area.value.includes('without an account'))`)
	odile.click("button", "^Remove the logo$")
	odile.waitUntil("see the mark of the program", "!document.querySelector('.brand img')")
	odile.click("radio", "^Wood$")
	odile.waitUntil("see no colour",
		"getComputedStyle(document.querySelector('.top')).backgroundColor === 'rgba(0, 0, 0, 0)'")
}
