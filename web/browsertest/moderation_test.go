package browsertest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// moderated is a server whose operator says something of it, and can be asked.
type moderated struct {
	*program
	admin string
}

func startModerated(t *testing.T) *moderated {
	t.Helper()
	folder := t.TempDir()
	for name, text := range map[string]string{
		"welcome.txt": "Welcome to our <b>wood</b>.\n\nBe kind.", "welcome.fr.txt": "Bienvenue dans notre bois.",
		"imprint.txt": "Odile Wood\n1 Clearing Lane", "privacy.txt": "We keep little.",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
	}
	file := func(name string) string { return filepath.Join(folder, name+".txt") }
	return startOperated(
		t,
		"--server-name",
		"The Wood",
		"--welcome",
		file("welcome"),
		"--imprint",
		file("imprint"),
		"--privacy",
		file("privacy"),
	)
}

// startOperated starts a server that its operator can be asked about.
func startOperated(t *testing.T, args ...string) *moderated {
	t.Helper()
	free, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	admin := free.Addr().String()
	require.NoError(t, free.Close())
	return &moderated{startPublic(t, append([]string{"--admin-addr", admin}, args...)...), "http://" + admin}
}

// operates runs a command of admin.
func (m *moderated) operates(t *testing.T, args ...string) {
	t.Helper()
	args = append([]string{"admin", "--url", m.admin}, args...)
	out, err := exec.CommandContext(t.Context(), m.binary, args...).CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// keeps makes the person's name an account's.
func (p *person) keeps() keyring {
	p.t.Helper()
	keys := p.keyring()
	p.open("/account")
	p.fill("The name of the account", p.name)
	p.click("button", "Create the account")
	p.click("button", "I have kept them")
	p.sees("What opens this account")
	return keys
}

// A line is reported, a moderator bans who has said it, and that person reads why.
func TestModeration(t *testing.T) {
	t.Parallel()
	server := startModerated(t)
	odile := newPerson(t, "Odile", server.url, desk)
	keys := odile.keeps()

	ada := comes(t, "Ada", server.url, desk)
	ada.sees("Welcome to our <b>wood</b>.")
	ada.picture("welcome")
	link := ada.opensTable(spellbookDoor)
	eve := watches(t, "Eve", server.url, link, phone.in("fr-FR"))
	eve.fill("Comment vous appelez", "Eve")
	eve.click("button", "^S.asseoir$")
	startsMatchWithFrench(ada, eve)
	eve.click("tab", "^Discussion")
	eve.fill("^Dire quelque chose$", "a rude line")
	eve.press("\r")
	ada.click("tab", "^Chat")
	ada.sees("a rude line")
	ada.click("button", "^Report: Eve, a rude line$")
	ada.sees("Report a line of Eve")
	ada.checkAll("report")
	ada.click("radio", "insults, threats or hate")
	ada.fill("In your words", "twice now")
	ada.click("button", "^Report$", "dialog")
	ada.sees("Thank you. The moderators will look at it.")
	ada.press("\u001b")

	// Whoever has no role finds no such page.
	odile.open("/moderation")
	odile.sees("There is no such page")
	require.Equal(t, []string{"GET " + server.url + "/moderation is answered 404"}, odile.problems.found())
	server.operates(t, "role", "Odile", "moderator")
	odile.open("/")
	odile.sees("You are a moderator of this server now.")
	odile.sees("A table in the clearing")
	odile.checkAll("told")
	odile.click("button", "^I have read it$")
	odile.seesNoMore("You are a moderator of this server now.")
	odile.click("button", "^Menu$")
	odile.click("link", "^Moderation: 1 report$")
	odile.sees("Eve, for a line of the chat")
	odile.sees("twice now")
	odile.sees("a rude line")
	odile.checkAll("reports")
	odile.click("radio", "^Ban ")
	odile.fill("What Eve reads besides", "Not at our tables.")
	odile.checkAll("ban")
	odile.click("button", "^Ban$")
	odile.sees("Done: Ban")
	odile.sees("There are none.")

	// In the person's language, at once and later.
	for again := range 2 {
		eve.sees("Ce serveur ne vous admet pas.")
		eve.sees("Raison : insultes, menaces ou haine.")
		eve.sees("Not at our tables.")
		eve.picture("banned")
		if again == 0 {
			eve.checkAccess("banned")
		}
		eve.reload()
	}

	odile.click("button", "^Log$")
	odile.sees("Odile banned Eve")
	odile.checkAll("log")
	odile.click("button", "^Bans$")
	odile.checkAll("bans")
	odile.click("button", "^Lift: Eve$")
	odile.sees("Nobody is banned or muted.")
	eve.problems.found()
	eve.reload()
	eve.waitFor("region", "^Votre question et votre main$")
	eve.problems.found()

	// Everybody reads a notice, at once and later, until it is put away: on pages above all else, at
	// tables through the menu.
	server.operates(t, "notice", "Restart at <b>22:00</b>")
	odile.sees("Restart at <b>22:00</b>")
	odile.picture("notice")
	odile.pushes("#news", "#app")
	odile.checkAccess("notice")
	ada.menu("^Read the news of this server$")
	ada.sees("Restart at <b>22:00</b>")
	ada.click("button", "^Put the notice away$")
	ada.seesNoMore("Restart at")
	ada.press("\u001b")
	ada.reload()
	ada.waitFor("region", "^Your question and your hand$")
	require.NotContains(t, ada.text(), "Restart at")
	server.operates(t, "notice", "")

	// On a phone, in French.
	small := newPerson(t, "Odile's phone", server.url, phone.in("fr-FR"))
	keys.copyTo(small.keyring())
	small.open("/account")
	small.click("button", "Se connecter avec une clé d.accès")
	small.sees("Ce qui ouvre ce compte")
	small.goes("/moderation#people")
	small.fill("Le nom d.un compte", "Odile")
	small.click("button", "^Chercher$")
	small.sees("Modération")
	for _, tab := range []string{"Signalements", "Tables", "Exclusions", "Journal"} {
		rules := elsewhere
		if tab == "Tables" {
			rules = nil
		}
		small.click("button", "^"+tab+"$", ".mtabs")
		small.nextFrame()
		small.checkAll(tab, rules...)
	}
	small.goes("/imprint")
	small.sees("1 Clearing Lane")
	small.checkAll("imprint")
}

// startsMatchWithFrench is startsMatch for a guest who reads French.
func startsMatchWithFrench(host, guest *person) {
	host.t.Helper()
	host.sees("Everybody is ready")
	host.click("button", "^Start$")
	host.waitFor("region", "^Your question and your hand$")
	guest.waitFor("region", "^Votre question et votre main$")
}
