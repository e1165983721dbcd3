package browsertest

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/serviceworker"
	"github.com/chromedp/cdproto/target"
	"github.com/stretchr/testify/require"

	"archmage/internal/people/notify/notifytest"
)

// waitForServiceWorker waits until the service worker is active.
func (p *person) waitForServiceWorker() {
	p.t.Helper()
	require.Equal(
		p.t,
		"activated",
		p.awaitPromise("notices.workerActive()"),
	)
}

// waitUntilOffline waits until the browser has stored everything that can be read offline.
func (p *person) waitUntilOffline() {
	p.t.Helper()
	p.eventually("keep rules and cards", func() error {
		if p.awaitPromise("notices.rest()") != "all" {
			return errors.New("some is missing")
		}
		return nil
	})
}

// The client can be installed, and offers this until declined. Offline it opens and says so, and shows rules,
// cards and matches that were open. It stores its own files, and of the server's responses only those for
// these pages.
func TestInstalled(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, _, link := startedMatch(t, origin, origin)
	match := ada.concede(link)
	tunnel := newLine(t, origin)
	for _, test := range []struct {
		name             string
		at               device
		offline, refused string
		rules            string
		install, decline string
		access           []string
	}{
		{
			name:    "desk",
			at:      desk.keeping(),
			offline: "No connection. What you see may be old.",
			refused: "This page could not be opened",
			rules:   "Rules of Seasons",
			install: "^Install as an app$",
			decline: "^No, thank you$",
		},
		{
			name:    "phone",
			at:      phone.in("fr-FR").keeping(),
			offline: "Pas de connexion. Ce que vous voyez est peut-être ancien.",
			refused: "Cette page ne s’ouvre pas",
			rules:   "Règles de Seasons",
			install: "^Installer l.application$",
			decline: "^Non merci$",
			access:  elsewhere,
		},
	} {
		p := newPerson(t, test.name, tunnel.url, test.at)
		p.open("/")
		p.waitForServiceWorker()
		if !test.at.touch {
			manifest := command(p, page.GetAppManifest, page.GetAppManifestParams{})
			require.Empty(t, manifest.Errors)
			for icon, want := range map[string]string{
				"192": "192x192", "512": "512x512", "maskable": "512x512", "badge": "96x96",
			} {
				size := p.awaitPromise(
					fmt.Sprintf("notices.sizeOf('/icons/%s.png')", icon),
				)
				require.Equal(t, want, size, icon)
			}
		}
		evaluate[bool](
			p,
			"notices.goOffline()",
		)
		p.waitForText(test.offline)
		p.checkAll("offline", test.access...)
		evaluate[bool](p, "delete navigator.onLine && dispatchEvent(new Event('online'))")
		p.waitForNoText(test.offline)
		// A browser without a window never offers to install a page.
		evaluate[bool](
			p,
			"notices.offerInstall()",
		)
		p.waitForRole("button", test.install)
		p.checkAll("install", test.access...)
		p.click("button", test.decline)
		p.click("button", "^Menu$")
		p.click("button", test.install)
		p.waitUntil("be asked", "notices.wasAsked()")
		p.waitUntilOffline()
		p.open("/m/" + match)
		p.waitForText("Bob")

		p.problems.expectCut(true)
		tunnel.cut()
		p.open("/")
		p.waitForText(test.refused)
		p.checkAll("without a connection", test.access...)
		// Rules, cards and the open match can still be read.
		for _, page := range []struct{ path, shown string }{
			{"/rules/seasons", test.rules},
			{"/gallery/spellbook", "Sacrifice"},
			{"/m/" + match, "Bob"},
		} {
			p.open(page.path)
			p.waitForText(page.shown)
			p.waitForText(test.offline)
			p.picture("read " + page.shown)
		}
		kept := strings.Fields(
			p.awaitPromise(
				"notices.kept()",
			),
		)
		require.Contains(t, kept, "/app/app.js")
		for _, address := range kept {
			require.NotRegexp(t, "^/(ws|r|m|u)/", address)
			require.Regexp(
				t,
				"^(?:/[^a].*|/a[^p].*|/ap[^i].*|/|/api/(games(/[a-z]+/catalogue)?|site|matches/"+match+".*))$",
				address,
			)
		}
		// The browser may still try to use broken connections.
		tunnel.mend()
		p.open("/")
		p.waitForNoText(test.refused)
	}
}

// waitForLetter waits for the n-th mail to an address.
func waitForLetter(p *person, mail *notifytest.Mail, address string, n int) notifytest.Letter {
	p.t.Helper()
	p.eventually("get a mail", func() error {
		if len(mail.Letters(address)) < n {
			return errors.New("no mail")
		}
		return nil
	})
	return mail.Letters(address)[n-1]
}

// pathIn returns the path of the only link with a secret in a mail.
func pathIn(t *testing.T, text string) string {
	for _, word := range strings.Fields(text) {
		if at, err := url.Parse(word); err == nil && at.Query().Get("t") != "" {
			return at.RequestURI()
		}
	}
	t.Fatalf("no link in %s", text)
	return ""
}

// A person adds the browser, an e-mail address and a webhook as channels, tests them, and ends the mail with
// the link in it.
func TestNotices(t *testing.T) {
	t.Parallel()
	mail, service := notifytest.NewMail(t), notifytest.NewPush(t)
	server := startPublic(
		t, "--notices-loopback", "--smtp-addr", mail.Addr(), "--smtp-from", "play@play.example", "--smtp-tls",
		"none",
	)
	ann := newPerson(t, "Ann", server.url, desk.keeping())
	ann.keyring()
	ann.open("/account")
	ann.waitForServiceWorker()
	ann.waitForText("With an account you can be notified by e-mail")
	ann.fill("The name of the account", "Ann")
	ann.click("button", "Create the account")
	ann.click("button", "I have kept them")

	// The push service belongs to the browser's vendor, so the test replaces it.
	where := command(ann, target.GetTargetInfo, target.GetTargetInfoParams{}).TargetInfo.BrowserContextID
	command(ann, browser.SetPermission, browser.SetPermissionParams{
		Permission: &browser.PermissionDescriptor{Name: "notifications"}, Setting: browser.PermissionSettingGranted,
		Origin: server.url, BrowserContextID: where,
	})
	evaluate[bool](
		ann,
		fmt.Sprintf("notices.subscribeTo(%q, %q, %q)", service.Endpoint, service.Key, service.Auth),
	)
	ann.click("button", "Notify me in this browser")
	ann.waitForText("This browser notifies you from now on.")
	ann.click("button", "^Try")
	ann.waitForText("Something is on its way.")
	ann.eventually("be called in the browser", func() error {
		if len(service.Messages()) == 0 {
			return errors.New("no message")
		}
		return nil
	})
	command(ann, serviceworker.Enable, cdp.Empty{})
	ann.eventually("know the worker", func() error {
		ann.problems.mu.Lock()
		defer ann.problems.mu.Unlock()
		if ann.problems.worker == "" {
			return errors.New("no worker")
		}
		return nil
	})
	// Rarely the browser drops a message without an error.
	ann.eventually("see the notice", func() error {
		command(ann, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
			Origin: server.url, RegistrationID: ann.problems.worker, Data: service.Messages()[0].Text,
		})
		shown := ann.awaitPromise("notices.shown()")
		if shown != "This works: Archmage will call you here." {
			return fmt.Errorf("the notices are %q", shown)
		}
		return nil
	})

	ann.fill("E-mail address", "ann@mail.example")
	ann.click("button", "^Add$", "form:has(#channel-mail)")
	ann.waitForText("Not confirmed yet")
	ann.fill("Webhook address", service.Endpoint)
	ann.checkAll("channels")
	ann.click("button", "^What for")
	ann.waitForText("my time is soon up, at tables with days for a move")
	ann.click("checkbox", "a match of mine is over")
	ann.checkAll("what for")
	ann.click("button", "^Close$", "dialog footer")
	ann.waitForText("invitations, and end")

	// The link is opened on a phone, in French, by a person who is not signed in.
	phone := newPerson(t, "Ann on a phone", server.url, phone.in("fr-FR"))
	phone.open(pathIn(t, waitForLetter(ann, mail, "ann@mail.example", 1).Text))
	phone.waitForText("Voulez-vous être prévenu")
	phone.checkAll("confirm")
	phone.click("button", "Oui, confirmer")
	phone.waitForText("L’adresse est confirmée.")
	ann.reload()
	ann.waitForNoText("Not confirmed yet")
	ann.click("button", "^Try: ann@mail.example")
	phone.open(pathIn(t, waitForLetter(ann, mail, "ann@mail.example", 2).Text))
	phone.waitForText("ne doit-il plus rien envoyer")
	phone.click("button", "Ne plus rien envoyer")
	phone.waitForText("Plus aucun message ne sera envoyé")
	phone.checkAccess("no more mail")
	ann.reload()
	ann.waitForText("You are notified when it is your turn")
	ann.waitForNoText("ann@mail.example")
}
