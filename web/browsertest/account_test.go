package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/webauthn"
	"github.com/chromedp/chromedp"
	"github.com/stretchr/testify/require"
)

// A keyring is a virtual authenticator that holds a person's passkeys.
type keyring struct {
	*person
	id webauthn.AuthenticatorID
}

// keyring adds an authenticator to the person's browser that confirms without asking.
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

// copyTo copies the passkeys to another keyring, as devices of one person synchronise them.
func (k keyring) copyTo(other keyring) {
	k.t.Helper()
	kept := command(k.person, webauthn.GetCredentials, webauthn.GetCredentialsParams{AuthenticatorID: k.id})
	require.NotEmpty(k.t, kept.Credentials)
	for _, key := range kept.Credentials {
		// The generated type of the parameters has members that the browser refuses.
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

// requireRefusals requires that the only problems are refused requests to an address.
func (p *person) requireRefusals(address string) {
	p.t.Helper()
	found := p.problems.found()
	require.NotEmpty(p.t, found)
	for _, problem := range found {
		require.Contains(p.t, problem, address)
	}
}

// A guest creates an account, signs in on a second device, loses both, signs in with a recovery code, and
// deletes the account.
func TestAccount(t *testing.T) {
	t.Parallel()
	server := startPublic(t)
	ann := newPerson(t, "Ann", server.url, desk)
	keys := ann.keyring()
	ann.open("/")
	ann.click("link", "^Sign in$", ".mainnav")
	ann.waitForText("A guest in this browser")
	ann.checkAll("guest")
	ann.fill("The name of the account", "Ann")
	ann.click("button", "Create the account")
	ann.waitForText("Should every device be lost")
	ann.checkAll("codes")
	codes := strings.Fields(
		evaluate[string](ann, "page.texts('.codes li').join(' ')"),
	)
	require.Len(t, codes, 8)
	ann.click("button", "I have kept them")
	ann.waitForText("What opens this account")
	ann.waitForText("8 left.")
	ann.click("button", "Make a token")
	ann.fill("^Name$", "Fizz")
	ann.click("button", "Make a token")
	ann.waitForText("It is shown only now.")
	ann.click("button", "I have kept them")
	ann.waitForText("Fizz (bot)")
	ann.checkAll("account")
	ann.click("link", "See your page")
	ann.waitForText("You have finished no match yet.")
	ann.checkAccess("empty profile")

	// On a phone, in French.
	phone := newPerson(t, "Ann's phone", server.url, phone.in("fr-FR"))
	keys.copyTo(phone.keyring())
	phone.open("/account")
	phone.waitForText("Créer un compte")
	guest := evaluate[string](phone, "document.querySelector('h1').textContent")
	phone.click("button", "Se connecter avec une clé d.accès")
	phone.waitForText("Ce qui ouvre ce compte")
	require.Equal(t, "Ann", evaluate[string](phone, "document.querySelector('h1').textContent"))
	phone.checkAll("account", elsewhere...)

	// The first device ends the session of the second one, which becomes a guest again. First the second one
	// leaves the page, or it would still request invitations.
	run(phone, "leave", chromedp.Navigate("about:blank"))
	ann.open("/account")
	ann.click("button", "^Sign out there")
	ann.waitForNoText("Sign out there")
	phone.open("/account")
	phone.waitForText("Créer un compte")
	require.NotEqual(t, "Ann", evaluate[string](phone, "document.querySelector('h1').textContent"))
	require.NotEmpty(t, guest)

	// Without a passkey, a code opens the account, once.
	other := newPerson(t, "Ann elsewhere", server.url, desk)
	for i, want := range []string{"What opens this account", "That does not sign you in"} {
		if other.open("/account"); i > 0 {
			other.click("button", "^Sign out here$")
		}
		other.fill("Recovery code", codes[0])
		other.click("button", "^Sign in$")
		other.waitForText(want)
	}
	other.requireRefusals("/api/sign-in/code")

	// A person who came by a personal link must sign in before changing what opens the account.
	link := ann.awaitPromise(
		"api.newLink()",
	)
	other.open("/account#me=" + link)
	other.click("button", "^I am Ann, continue$", "dialog")
	other.click("button", "^New codes$")
	other.click("button", "^New codes$", "dialog")
	other.waitForText("Sign in again")
	other.checkAll("again")
	other.fill("Recovery code", codes[1])
	other.click("button", "^Sign in$", "dialog")
	other.waitForText("Should every device be lost")
	other.requireRefusals("/api/account/codes")
	// It leaves the page, or it would keep requesting the invitations of a deleted account.
	run(other, "leave", chromedp.Navigate("about:blank"))

	// The tokens of programs end with the other sessions, if the person wants that.
	ann.open("/account")
	ann.waitForText("8 left.")
	ann.click("button", "Sign out everywhere else")
	ann.waitForText("1 API token, 0 webhooks")
	ann.checkAll("end other sessions")
	ann.click("button", "^Sign out there$", "dialog")
	ann.waitForNoText("Fizz (bot)")
	ann.click("button", "Delete my account")
	ann.fill("To be sure, type Ann", "Ann")
	ann.checkAll("delete")
	ann.click("button", "^Delete my account$", "dialog")
	ann.waitForPath("^/$")
	ann.waitForText("Already a member?")
	ann.open("/u/Ann")
	ann.waitForText("There is no player called Ann")
	ann.checkAccess("no profile")
	ann.requireRefusals("/api/people")
}

// Where passkeys do not work, people create accounts with a password, sign out, and sign in with it elsewhere.
func TestAccountWithAPassword(t *testing.T) {
	t.Parallel()
	server := shared.server(t)
	ann := newPerson(t, "Ann", server.url, phone)
	ann.open("/account")
	ann.waitForText("Create an account")
	require.NotContains(t, evaluate[string](ann, "document.body.textContent"), "public-url")
	ann.fill("The name of the account", "Ann")
	ann.fill("New password", "12345678")
	ann.checkAll("new password")
	ann.click("button", "Create the account")
	ann.waitForText("Choose a longer password")
	ann.fill("New password", "green tea at four")
	ann.click("button", "Create the account")
	ann.waitForText("Should every device be lost")
	ann.click("button", "I have kept them")
	ann.waitForText("Change the password")
	ann.checkAll("account with a password")
	ann.click("button", "^Sign out here$")
	ann.waitForText("A guest in this browser")
	ann.requireRefusals("/api/account/password")

	other := newPerson(t, "Ann elsewhere", server.url, desk.in("fr-FR"))
	other.open("/account")
	other.fill("Nom de votre compte", "ann")
	other.fill("^Mot de passe$", "wrong password")
	other.click("button", "Se connecter avec le mot de passe")
	other.waitForText("Le nom ou le mot de passe est faux")
	other.fill("^Mot de passe$", "green tea at four")
	other.click("button", "Se connecter avec le mot de passe")
	other.waitForText("Changer le mot de passe")
	other.click("button", "Changer le mot de passe")
	other.fill("Nouveau mot de passe", "coffee at half past five")
	other.checkAll("change the password", elsewhere...)
	other.click("button", "Enregistrer le mot de passe")
	other.waitForNoText("Enregistrer le mot de passe")
	other.requireRefusals("/api/sign-in/password")
}
