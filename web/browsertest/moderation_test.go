package browsertest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// moderated is a server with an admin listener.
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

// startOperated starts a server with an admin listener.
func startOperated(t *testing.T, args ...string) *moderated {
	t.Helper()
	free, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	admin := free.Addr().String()
	require.NoError(t, free.Close())
	return &moderated{startPublic(t, append([]string{"--admin-addr", admin}, args...)...), "http://" + admin}
}

// runAdmin runs a subcommand of admin.
func (m *moderated) runAdmin(t *testing.T, args ...string) {
	t.Helper()
	args = append([]string{"admin", "--url", m.admin}, args...)
	command := exec.CommandContext(t.Context(), m.binary, args...)
	command.Env = ownSettings(os.Environ())
	out, err := command.CombinedOutput()
	require.NoError(t, err, "%s", out)
}

// createAccount turns the guest into an account with the same name, and returns the keyring with its passkey.
func (p *person) createAccount() keyring {
	p.t.Helper()
	keys := p.keyring()
	p.open("/account")
	p.fill("The name of the account", p.name)
	p.click("button", "Create the account")
	p.click("button", "I have kept them")
	p.waitForText("What opens this account")
	return keys
}

// A chat line is reported, a moderator bans its author, and the author reads why.
func TestModeration(t *testing.T) {
	t.Parallel()
	server := startModerated(t)
	odile := newPerson(t, "Odile", server.url, desk)
	keys := odile.createAccount()

	ada := newVisitor(t, "Ada", server.url, desk)
	ada.waitForText("Welcome to our <b>wood</b>.")
	ada.picture("welcome")
	link := ada.openTable(spellbookDoor)
	eve := newSpectator(t, "Eve", server.url, link, phone.in("fr-FR"))
	eve.fill("Comment vous appelez", "Eve")
	eve.click("button", "^S.asseoir$")
	startMatchWithFrench(ada, eve)
	eve.click("tab", "^Discussion")
	eve.fill("^Dire quelque chose$", "a rude line")
	eve.press("\r")
	ada.click("tab", "^Chat")
	ada.waitForText("a rude line")
	ada.click("button", "^Report: Eve, a rude line$")
	ada.waitForText("Report a line of Eve")
	ada.checkAll("report")
	ada.click("radio", "insults, threats or hate")
	ada.fill("In your words", "twice now")
	ada.click("button", "^Report$", "dialog")
	ada.waitForText("Thank you. The moderators will look at it.")
	ada.press("\u001b")

	// A person without a role cannot open the page.
	odile.open("/moderation")
	odile.waitForText("There is no such page")
	require.Equal(t, []string{"GET " + server.url + "/moderation is answered 404"}, odile.problems.found())
	server.runAdmin(t, "role", "Odile", "moderator")
	odile.open("/")
	odile.waitForText("You are a moderator of this server now.")
	odile.waitForText("Play Seasons and SpellBook with friends")
	odile.checkAll("told")
	odile.click("button", "^I have read it$")
	odile.waitForNoText("You are a moderator of this server now.")
	odile.click("button", "^Menu$")
	odile.click("link", "^Moderation: 1 report$")
	odile.waitForText("Eve, for a line of the chat")
	odile.waitForText("twice now")
	odile.waitForText("a rude line")
	odile.checkAll("reports")
	odile.click("radio", "^Ban ")
	odile.fill("What Eve reads besides", "Not at our tables.")
	odile.checkAll("ban")
	odile.click("button", "^Ban$")
	odile.waitForText("Done: Ban")
	odile.waitForText("There are none.")

	// In the person's language, immediately and on later pages.
	for again := range 2 {
		eve.waitForText("Ce serveur ne vous admet pas.")
		eve.waitForText("Raison : insultes, menaces ou haine.")
		eve.waitForText("Not at our tables.")
		eve.picture("banned")
		if again == 0 {
			eve.checkAccess("banned")
		}
		eve.reload()
	}

	odile.click("button", "^Log$")
	odile.waitForText("Odile banned Eve")
	odile.checkAll("log")
	odile.click("button", "^Bans$")
	odile.checkAll("bans")
	odile.click("button", "^Lift: Eve$")
	odile.waitForText("Nobody is banned or muted.")
	eve.problems.found()
	eve.reload()
	eve.waitForRole("region", "^Votre question et votre main$")
	eve.problems.found()

	// All visitors read a notice, immediately and on later pages, until they dismiss it: at the top of pages,
	// and through the menu at tables.
	server.runAdmin(t, "notice", "Restart at <b>22:00</b>")
	odile.waitForText("Restart at <b>22:00</b>")
	odile.picture("notice")
	odile.requireAbove("#news", "#app")
	odile.checkAccess("notice")
	ada.menu("^Read the news of this server$")
	ada.waitForText("Restart at <b>22:00</b>")
	ada.click("button", "^Put the notice away$")
	ada.waitForNoText("Restart at")
	ada.press("\u001b")
	ada.reload()
	ada.waitForRole("region", "^Your question and your hand$")
	require.NotContains(t, ada.text(), "Restart at")
	server.runAdmin(t, "notice", "")

	// On a phone, in French.
	small := newPerson(t, "Odile's phone", server.url, phone.in("fr-FR"))
	keys.copyTo(small.keyring())
	small.open("/account")
	small.click("button", "Se connecter avec une clé d.accès")
	small.waitForText("Ce qui ouvre ce compte")
	small.follow("/moderation#people")
	small.fill("Le nom d.un compte", "Odile")
	small.click("button", "^Chercher$")
	small.waitForText("Modération")
	for _, tab := range []string{"Signalements", "Tables", "Exclusions", "Journal"} {
		rules := elsewhere
		if tab == "Tables" {
			rules = nil
		}
		small.click("button", "^"+tab+"$", ".mtabs")
		small.nextFrame()
		small.checkAll(tab, rules...)
	}
	small.follow("/imprint")
	small.waitForText("1 Clearing Lane")
	small.checkAll("imprint")
}

// startMatchWithFrench is startMatch for a guest who reads French.
func startMatchWithFrench(host, guest *person) {
	host.t.Helper()
	host.waitForText("Everybody is ready")
	host.click("button", "^Start the match$")
	host.waitForRole("region", "^Your question and your hand$")
	guest.waitForRole("region", "^Votre question et votre main$")
}
