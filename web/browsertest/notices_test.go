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

// worker waits until the browser keeps the client.
func (p *person) worker() {
	p.t.Helper()
	require.Equal(
		p.t,
		"activated",
		p.promised("notices.workerActive()"),
	)
}

// keepsAll waits until the browser keeps all that can be read without a connection.
func (p *person) keepsAll() {
	p.t.Helper()
	p.until("keep rules and cards", func() error {
		if p.promised("notices.rest()") != "all" {
			return errors.New("some is missing")
		}
		return nil
	})
}

// The client can be installed, which it offers until that is declined. It opens without a
// connection, and says so: rules, cards and matches that were open can be read. It keeps
// its own files, and of the server's answers those of these pages alone.
func TestInstalled(t *testing.T) {
	t.Parallel()
	origin := shared.server(t).url
	ada, _, link := startedMatch(t, origin, origin)
	match := ada.concedes(link)
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
		p.worker()
		if !test.at.touch {
			manifest := command(p, page.GetAppManifest, page.GetAppManifestParams{})
			require.Empty(t, manifest.Errors)
			for icon, want := range map[string]string{
				"192": "192x192", "512": "512x512", "maskable": "512x512", "badge": "96x96",
			} {
				size := p.promised(
					fmt.Sprintf("notices.sizeOf('/icons/%s.png')", icon),
				)
				require.Equal(t, want, size, icon)
			}
		}
		evaluate[bool](
			p,
			"notices.goOffline()",
		)
		p.sees(test.offline)
		p.checkAll("offline", test.access...)
		evaluate[bool](p, "delete navigator.onLine && dispatchEvent(new Event('online'))")
		p.seesNoMore(test.offline)
		// A browser without a window never says by itself that it can install a page.
		evaluate[bool](
			p,
			"notices.offerInstall()",
		)
		p.waitFor("button", test.install)
		p.checkAll("install", test.access...)
		p.click("button", test.decline)
		p.click("button", "^Menu$")
		p.click("button", test.install)
		p.untilTrue("be asked", "notices.wasAsked()")
		p.keepsAll()
		p.open("/m/" + match)
		p.sees("Bob")

		p.problems.expectCut(true)
		tunnel.cut()
		p.open("/")
		p.sees(test.refused)
		p.checkAll("without a connection", test.access...)
		// Rules, cards and the match that was open are read all the same.
		for _, page := range []struct{ path, shown string }{
			{"/rules/seasons", test.rules},
			{"/gallery/spellbook", "Sacrifice"},
			{"/m/" + match, "Bob"},
		} {
			p.open(page.path)
			p.sees(page.shown)
			p.sees(test.offline)
			p.picture("read " + page.shown)
		}
		kept := strings.Fields(
			p.promised(
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
		// The browser may still try connections that were cut.
		tunnel.mend()
		p.open("/")
		p.seesNoMore(test.refused)
	}
}

// letterTo waits for the n-th mail to an address.
func letterTo(p *person, mail *notifytest.Mail, address string, n int) notifytest.Letter {
	p.t.Helper()
	p.until("get a mail", func() error {
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

// A person has a browser, an e-mail address and a webhook called, tries them, and
// ends the mail by the link in it.
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
	ann.worker()
	ann.sees("With an account you can be notified by e-mail")
	ann.fill("The name of the account", "Ann")
	ann.click("button", "Create the account")
	ann.click("button", "I have kept them")

	// The browser's own service for notices is its maker's: another one stands in.
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
	ann.sees("This browser notifies you from now on.")
	ann.click("button", "^Try")
	ann.sees("Something is on its way.")
	ann.until("be called in the browser", func() error {
		if len(service.Messages()) == 0 {
			return errors.New("no message")
		}
		return nil
	})
	command(ann, serviceworker.Enable, cdp.Empty{})
	ann.until("know the worker", func() error {
		ann.problems.mu.Lock()
		defer ann.problems.mu.Unlock()
		if ann.problems.worker == "" {
			return errors.New("no worker")
		}
		return nil
	})
	// Rarely the browser drops a message, and tells nobody.
	ann.until("see the notice", func() error {
		command(ann, serviceworker.DeliverPushMessage, serviceworker.DeliverPushMessageParams{
			Origin: server.url, RegistrationID: ann.problems.worker, Data: service.Messages()[0].Text,
		})
		shown := ann.promised("notices.shown()")
		if shown != "This works: Archmage will call you here." {
			return fmt.Errorf("the notices are %q", shown)
		}
		return nil
	})

	ann.fill("E-mail address", "ann@mail.example")
	ann.click("button", "^Add$", "form:has(#channel-mail)")
	ann.sees("Not confirmed yet")
	ann.fill("Webhook address", service.Endpoint)
	ann.checkAll("channels")
	ann.click("button", "^What for")
	ann.sees("my time is soon up, at tables with days for a move")
	ann.click("checkbox", "a match of mine is over")
	ann.checkAll("what for")
	ann.click("button", "^Close$", "dialog footer")
	ann.sees("invitations, and end")

	// The link is opened on a phone, in French, by somebody who is signed in nowhere.
	phone := newPerson(t, "Ann on a phone", server.url, phone.in("fr-FR"))
	phone.open(pathIn(t, letterTo(ann, mail, "ann@mail.example", 1).Text))
	phone.sees("Voulez-vous être prévenu")
	phone.checkAll("confirm")
	phone.click("button", "Oui, confirmer")
	phone.sees("L’adresse est confirmée.")
	ann.reload()
	ann.seesNoMore("Not confirmed yet")
	ann.click("button", "^Try: ann@mail.example")
	phone.open(pathIn(t, letterTo(ann, mail, "ann@mail.example", 2).Text))
	phone.sees("ne doit-il plus rien envoyer")
	phone.click("button", "Ne plus rien envoyer")
	phone.sees("Plus aucun message ne sera envoyé")
	phone.checkAccess("no more mail")
	ann.reload()
	ann.sees("You are notified when it is your turn")
	ann.seesNoMore("ann@mail.example")
}
