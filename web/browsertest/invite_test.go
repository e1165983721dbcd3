package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// checkCount returns an error unless the page has a number of elements that match a selector.
func checkCount(p *person, selector string, want int) error {
	if n := evaluate[int](p, fmt.Sprintf("document.querySelectorAll(%q).length", selector)); n != want {
		return fmt.Errorf("%d of %d", n, want)
	}
	return nil
}

// An owner closes the server and invites by a card and by a link. Newcomers create accounts on phones, with a password
// and with a passkey, and one signs in again in another browser. Used cards and strangers are refused.
func TestOwnersInvitePeople(t *testing.T) {
	t.Parallel()
	server := startOperated(t)
	odile := newPerson(t, "Odile", server.url, desk)
	odile.createAccount()
	server.runAdmin(t, "role", "Odile", "owner")
	odile.open("/host")
	odile.waitForText("New accounts")
	odile.click("radio", "By invitation only")
	odile.click("button", "^Save: New accounts$")
	odile.waitForText("Saved. Everybody sees it now.")
	odile.click("link", "^Invite members$")
	odile.waitForText("Cards to print")
	odile.click("button", "^Make the cards$")
	odile.eventually("see the cards", func() error {
		return checkCount(odile, ".joincards .qr", 6)
	})
	odile.checkAll("invite")
	card := evaluate[string](odile, "page.texts('.jointext strong')[0]")
	odile.click("button", "^Make a link$")
	odile.eventually("see the link", func() error { return checkCount(odile, ".madelink .qr", 1) })
	link := evaluate[string](odile, "document.querySelector('.madelink input').value")
	require.True(t, strings.HasPrefix(link, server.url+"/join#"), link)

	// By the link, with a password.
	ann := newPerson(t, "Ann", server.url, phone)
	ann.open(strings.TrimPrefix(link, server.url))
	ann.waitForText("You are invited to Archmage")
	ann.fill("The name of the account", "Ann")
	ann.click("radio", "Choose a password")
	ann.fill("New password", "green tea at four")
	ann.checkAll("join")
	ann.click("button", "Create the account")
	ann.waitForText("Should every device be lost")
	ann.click("button", "I have kept them")
	ann.waitForText("Change the password")
	ann.click("button", "^Sign out here$")
	ann.waitForText("A guest in this browser")

	// In another browser she signs in, and learns that the card that she tried first belongs to somebody else.
	bob := newPerson(t, "Bob", server.url, phone.in("fr-FR"))
	bob.keyring()
	bob.open("/join#" + card)
	bob.waitForText("Une invitation pour Archmage")
	bob.fill("Le nom du compte", "Bob")
	bob.click("button", "Créer le compte")
	bob.click("button", "C.est noté")
	bob.waitForText("Choisir un mot de passe")
	other := newPerson(t, "Ann elsewhere", server.url, desk)
	other.open("/join#" + card)
	other.waitForText("This code is not valid.")
	other.fill("Name of your account", "Ann")
	other.fill("^Password$", "green tea at four")
	other.click("button", "Sign in with the password")
	other.waitForText("Change the password")
	other.requireRefusals("/api/join-codes/check")

	// Without a code the server refuses.
	eve := newPerson(t, "Eve", server.url, desk)
	eve.open("/account")
	eve.fill("Code of your invitation", "0000-0000-0000")
	eve.click("radio", "Choose a password")
	eve.fill("New password", "green tea at four")
	eve.click("button", "Create the account")
	eve.waitForText("This code is not valid.")
	eve.requireRefusals("/api/account/password")

	odile.open("/host/invite")
	odile.waitForText("1 of 10 used")
	odile.waitForRole("link", "^Bob$")
	odile.checkAll("given out")
}
