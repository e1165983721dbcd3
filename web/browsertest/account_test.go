package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// A keyring is where a person's browser keeps passkeys.
type keyring struct {
	*person
	id webauthn.AuthenticatorID
}

// keyring gives the person's browser a place for passkeys, which opens without a
// question.
func (p *person) keyring() keyring {
	p.t.Helper()
	command(p, webauthn.Enable, webauthn.EnableParams{})
	made := command(
		p,
		webauthn.AddVirtualAuthenticator,
		webauthn.AddVirtualAuthenticatorParams{Options: &webauthn.VirtualAuthenticatorOptions{
			Protocol:                    "ctap2",
			Transport:                   "internal",
			HasResidentKey:              true,
			HasUserVerification:         true,
			IsUserVerified:              true,
			AutomaticPresenceSimulation: true,
		}},
	)
	return keyring{p, made.AuthenticatorID}
}

// copyTo puts the passkeys into another keyring, as they are between the devices
// of one person.
func (k keyring) copyTo(other keyring) {
	k.t.Helper()
	kept := command(k.person, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: k.id})
	require.NotEmpty(k.t, kept.Credentials)
	for _, key := range kept.Credentials {
		// The type of the parameters has members that the browser refuses.
		add := cdp.Command[map[string]any, cdp.Empty]{Method: webauthn.CommandAddCredential}
		command(other.person, add, map[string]any{"authenticatorId": other.id, "credential": map[string]any{
			"credentialId":         key.CredentialID,
			"isResidentCredential": true,
			"rpId":                 key.RpID,
			"privateKey":           key.PrivateKey,
			"userHandle":           key.UserHandle,
			"signCount":            key.SignCount,
		}})
	}
}

// refused checks that nothing went wrong in the pages but requests to an address
// that were refused.
func (p *person) refused(address string) {
	p.t.Helper()
	found := p.problems.found()
	require.NotEmpty(p.t, found)
	for _, problem := range found {
		require.Contains(p.t, problem, address)
	}
}

// A guest keeps a name, comes back on a second device, loses both, comes back by
// a recovery code, and leaves for good.
func TestAccount(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ann := newPerson(t, "Ann", server.url, desk)
	keys := ann.keyring()
	ann.open("/")
	ann.click("link", "Sign in or create an account")
	ann.sees("A guest in this browser")
	ann.checkAll("guest")
	ann.fill("The name of the account", "Ann")
	ann.click("button", "Create the account")
	ann.sees("Should every device be lost")
	ann.checkAll("codes")
	codes := strings.Fields(
		evaluate[string](ann, "page.texts('.codes li').join(' ')"),
	)
	require.Len(t, codes, 8)
	ann.click("button", "I have kept them")
	ann.sees("What opens this account")
	ann.sees("8 left.")
	ann.click("button", "Make a token")
	ann.fill("^Name$", "Fizz")
	ann.click("button", "Make a token")
	ann.sees("It is shown only now.")
	ann.click("button", "I have kept them")
	ann.sees("Fizz (bot)")
	ann.checkAll("account")
	ann.click("link", "See your page")
	ann.sees("You have finished no match yet.")
	ann.checkAccess("empty profile")

	// On a phone, in French.
	phone := newPerson(t, "Ann's phone", server.url, phone.in("fr-FR"))
	keys.copyTo(phone.keyring())
	phone.open("/account")
	phone.sees("Créer un compte")
	guest := evaluate[string](phone, "document.querySelector('h1').textContent")
	phone.click("button", "Se connecter avec une clé d.accès")
	phone.sees("Ce qui ouvre ce compte")
	require.Equal(t, "Ann", evaluate[string](phone, "document.querySelector('h1').textContent"))
	phone.checkAll("account", elsewhere...)

	// The first device sees the second, and ends it: it is the guest again. It would still
	// ask for invitations meanwhile.
	run(phone, "leave", chromedp.Navigate("about:blank"))
	ann.open("/account")
	ann.click("button", "^Sign out there")
	ann.seesNoMore("Sign out there")
	phone.open("/account")
	phone.sees("Créer un compte")
	require.NotEqual(t, "Ann", evaluate[string](phone, "document.querySelector('h1').textContent"))
	require.NotEmpty(t, guest)

	// Without any passkey a code opens the account, once.
	other := newPerson(t, "Ann elsewhere", server.url, desk)
	for i, want := range []string{"What opens this account", "That does not sign you in"} {
		if other.open("/account"); i > 0 {
			other.click("button", "^Sign out here$")
		}
		other.fill("Recovery code", codes[0])
		other.click("button", "^Sign in$")
		other.sees(want)
	}
	other.refused("/api/sign-in/code")

	// Who comes by a personal link signs in before what opens the account changes.
	link := ann.promised(
		"api.newLink()",
	)
	other.open("/account#me=" + link)
	other.click("button", "^I am Ann, continue$", "dialog")
	other.click("button", "^New codes$")
	other.click("button", "^New codes$", "dialog")
	other.sees("Sign in again")
	other.checkAll("again")
	other.fill("Recovery code", codes[1])
	other.click("button", "^Sign in$", "dialog")
	other.sees("Should every device be lost")
	other.refused("/api/account/codes")
	// It leaves, or it would go on asking for the invitations of an account that is gone.
	run(other, "leave", chromedp.Navigate("about:blank"))

	// What programs have ends with the other sessions, if the person says so.
	ann.open("/account")
	ann.sees("8 left.")
	ann.click("button", "Sign out everywhere else")
	ann.sees("1 API token, 0 webhooks")
	ann.checkAll("end other sessions")
	ann.click("button", "^Sign out there$", "dialog")
	ann.seesNoMore("Fizz (bot)")
	ann.click("button", "Delete my account")
	ann.fill("To be sure, type Ann", "Ann")
	ann.checkAll("delete")
	ann.click("button", "^Delete my account$", "dialog")
	ann.waitForPath("^/$")
	ann.sees("Sign in or create an account")
	ann.open("/u/Ann")
	ann.sees("There is no player called Ann")
	ann.checkAccess("no profile")
	ann.refused("/api/people")
}

// Where the server does not know its address the page says what is missing.
func TestAccountWithoutPasskeys(t *testing.T) {
	t.Parallel()
	p := newPerson(t, "visitor", shared.server(t).url, desk)
	p.open("/account")
	p.sees("its operator has to say at which address it is")
	require.False(t, p.has("button", "Create the account"))
	p.checkAccess("without passkeys")
}
