package people

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/descope/virtualwebauthn"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people/passkeytest"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

const address = "https://play.example"

// testStore is the part of a store that tests use.
type testStore interface {
	Store
	Create(ctx context.Context, id, owner string, batch store.Batch) (store.Head, error)
}

// server is a People at a public address.
type server struct {
	*People
	t     *testing.T
	store testStore
}

func newServer(t *testing.T, db testStore, options Options) *server {
	if options.PublicURL == "" {
		options.PublicURL = address
	}
	return &server{New(db, options), t, db}
}

// guest returns the session of a new guest.
func (s *server) guest(name string) Session {
	s.t.Helper()
	_, token, err := s.Accounts.NewGuest(
		s.t.Context(),
		name,
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
	)
	require.NoError(s.t, err)
	return s.session(token)
}

// session returns the session with a token.
func (s *server) session(token string) Session {
	s.t.Helper()
	session, err := s.Accounts.SessionByToken(s.t.Context(), token)
	require.NoError(s.t, err)
	return session
}

// device is a device that makes and uses passkeys.
type device struct {
	*server
	origin        virtualwebauthn.RelyingParty
	authenticator virtualwebauthn.Authenticator
	key           virtualwebauthn.Credential
}

func (s *server) device() *device {
	return &device{
		server: s, origin: virtualwebauthn.RelyingParty{ID: "play.example", Name: "Archmage", Origin: address},
		authenticator: virtualwebauthn.NewAuthenticator(), key: passkeytest.New(),
	}
}

// makePasskey makes a passkey for a person and returns the request of the browser.
func (d *device) makePasskey(session Session, name string) []byte {
	d.t.Helper()
	return d.makePasskeyAs(session, Joining{Name: name})
}

// makePasskeyAs is makePasskey for a guest with a join code.
func (d *device) makePasskeyAs(session Session, as Joining) []byte {
	d.t.Helper()
	options, err := d.Accounts.BeginPasskey(d.t.Context(), session, as)
	require.NoError(d.t, err)
	parsed, err := virtualwebauthn.ParseAttestationOptions(string(options))
	require.NoError(d.t, err)
	d.authenticator.Options.UserHandle = []byte(session.ID)
	return []byte(virtualwebauthn.CreateAttestationResponse(d.origin, d.authenticator, d.key, *parsed))
}

// usePasskey uses the passkey and returns the request of the browser.
func (d *device) usePasskey() []byte {
	d.t.Helper()
	options, err := d.Accounts.BeginSignIn(d.t.Context())
	require.NoError(d.t, err)
	parsed, err := virtualwebauthn.ParseAssertionOptions(string(options))
	require.NoError(d.t, err)
	d.key.Counter++
	return []byte(virtualwebauthn.CreateAssertionResponse(d.origin, d.authenticator, d.key, *parsed))
}

// createAccount makes a guest an account, and returns its session and recovery codes.
func (d *device) createAccount(session Session, name string) (Session, []string) {
	d.t.Helper()
	kept, err := d.Accounts.FinishPasskey(d.t.Context(), session, d.makePasskey(session, name), "Safari")
	require.NoError(d.t, err)
	require.Equal(d.t, Person{ID: session.ID, Name: name, Kind: Account}, kept.Person)
	account := d.session(kept.Token)
	require.Equal(d.t, kept.Person, account.Person)
	return account, kept.Codes
}

func TestAGuestKeepsItsNameByAPasskey(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	guest := s.guest("Ann")
	first := s.device()
	ann, codes := first.createAccount(guest, "Anna")
	require.Equal(t, guest.ID, ann.ID)
	require.Len(t, codes, 8)
	// The guest's token was replaced.
	requireEnded(t, s, guest)

	// Another browser signs in with the passkey.
	person, token, err := s.Accounts.SignInByPasskey(t.Context(), first.usePasskey(), Session{}, "")
	require.NoError(t, err)
	require.Equal(t, ann.Person, person)
	second := s.session(token)
	require.NotEqual(t, ann.Key, second.Key)

	// A second passkey gives neither codes nor another token.
	other := s.device()
	added, err := other.Accounts.FinishPasskey(t.Context(), second, other.makePasskey(second, ""), "")
	require.NoError(t, err)
	require.Equal(t, SignInResult{Person: ann.Person}, added)
	_, _, err = s.Accounts.SignInByPasskey(t.Context(), other.usePasskey(), Session{}, "")
	require.NoError(t, err)

	keys, err := s.Accounts.Keys(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Equal(t, []int{2, 3, 8, 0}, []int{len(keys.Passkeys), len(keys.Sessions), keys.Codes, len(keys.Tokens)})
}

// No stored value can be used as a secret.
func TestOnlyHashesAreStored(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	ann, codes := s.device().createAccount(s.guest("Ann"), "Ann")
	token, err := s.Accounts.NewToken(t.Context(), ann, "Fizz", true)
	require.NoError(t, err)
	stored, err := s.store.Credentials(t.Context(), ann.ID)
	require.NoError(t, err)
	text := fmt.Sprintf("%q", stored)
	for _, secret := range append(codes, token) {
		require.NotContains(t, text, secret)
		require.NotContains(t, text, normalizeCode(secret))
	}
}

func TestPasskeysThatAreRefused(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	bob := s.guest("Bob")
	finish := func(session Session, response []byte) error {
		_, err := s.Accounts.FinishPasskey(t.Context(), session, response, "")
		return err
	}
	signIn := func(response []byte) error {
		_, _, err := s.Accounts.SignInByPasskey(t.Context(), response, Session{}, "")
		return err
	}
	elsewhere := s.device()
	elsewhere.origin.Origin = "https://evil.example"
	requireCode(t, CodeBadSignIn, finish(bob, elsewhere.makePasskey(bob, "Bob")))
	elsewhere = s.device()
	elsewhere.origin.ID = "evil.example"
	requireCode(t, CodeBadSignIn, finish(bob, elsewhere.makePasskey(bob, "Bob")))
	for _, garbage := range []string{"", "{}", "null", `{"response":{}}`, strings.Repeat("[", 10000)} {
		requireCode(t, CodeBadSignIn, finish(bob, []byte(garbage)))
		requireCode(t, CodeBadSignIn, signIn([]byte(garbage)))
	}

	d := s.device()
	made := d.makePasskey(s.guest("Ann"), "Ann")
	requireCode(t, CodeBadSignIn, finish(bob, made), "of another person")
	ann := s.guest("Ann")
	made = d.makePasskey(ann, "Ann")
	require.NoError(t, finish(ann, made))
	requireCode(t, CodeBadSignIn, finish(ann, made), "replayed")

	used := d.usePasskey()
	require.NoError(t, signIn(used))
	requireCode(t, CodeBadSignIn, signIn(used), "replayed")
	requireCode(t, CodeBadSignIn, finish(ann, d.usePasskey()), "of the other kind")
	d.origin.Origin = "https://evil.example"
	requireCode(t, CodeBadSignIn, signIn(d.usePasskey()))
	d.origin.Origin = address
	d.key.Counter = 0
	requireCode(t, CodeBadSignIn, signIn(d.usePasskey()), "a copy of the passkey")
	d.key.Counter = 100
	d.authenticator.Options.UserHandle = []byte(bob.ID)
	requireCode(t, CodeBadSignIn, signIn(d.usePasskey()), "for another person")

	// An unknown passkey and a forged signature get the same answer.
	stranger := s.device()
	stranger.authenticator.Options.UserHandle = []byte(ann.ID)
	unknown := signIn(stranger.usePasskey())
	forger := s.device()
	forger.authenticator.Options.UserHandle = []byte(ann.ID)
	forger.key.ID = d.key.ID
	forged := signIn(forger.usePasskey())
	requireCode(t, CodeBadSignIn, unknown)
	requireCode(t, CodeBadSignIn, forged)
	require.Equal(t, messageOf(unknown), messageOf(forged))

	d.authenticator.Options.UserHandle = []byte(ann.ID)
	require.NoError(t, signIn(d.usePasskey()), "the real one still works")
}

func TestAPasskeyThatComesTooLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{})
		d, guest := s.device(), s.guest("Ann")
		made := d.makePasskey(guest, "Ann")
		time.Sleep(ceremonyTime)
		_, err := s.Accounts.FinishPasskey(t.Context(), guest, made, "")
		requireCode(t, CodeBadSignIn, err)
		ann, _ := d.createAccount(guest, "Ann")
		used := d.usePasskey()
		time.Sleep(ceremonyTime)
		_, _, err = s.Accounts.SignInByPasskey(t.Context(), used, ann, "")
		requireCode(t, CodeBadSignIn, err)
	})
}

func TestTheDomainOfPasskeys(t *testing.T) {
	db := storetest.Open(t)
	missing := func(publicURL string, want Missing) *server {
		t.Helper()
		s := &server{New(db, Options{PublicURL: publicURL}), t, db}
		got, err := s.Accounts.PasskeysMissing(t.Context())
		require.NoError(t, err)
		require.Equal(t, want, got, publicURL)
		if want != MissingNothing {
			_, err = s.Accounts.BeginSignIn(t.Context())
			requireCode(t, CodeNoPasskeys, err)
		}
		return s
	}
	missing("", MissingAddress)
	missing("http://play.example", MissingTLS)
	missing("http://127.0.0.1:8080", MissingTLS)
	local := missing("http://localhost:8080", MissingNothing)
	// A passkey for localhost does not fix the domain.
	tried := local.device()
	tried.origin.ID, tried.origin.Origin = "localhost", "http://localhost:8080"
	tried.createAccount(local.guest("Eve"), "Eve")
	missing("https://other.example", MissingNothing)
	s := missing(address, MissingNothing)
	s.device().createAccount(s.guest("Ann"), "Ann")
	// The first passkey has fixed the domain.
	missing(address+":8443", MissingNothing)
	missing("https://eu.play.example", MissingNothing)
	for _, other := range []string{
		"https://other.example", "https://example", "https://replay.example", "http://localhost:8080",
	} {
		missing(other, MissingDomain)
	}
}

func TestPasskeysAreKeptUnderTheNameOfTheServer(t *testing.T) {
	name := "The Wood"
	for _, options := range []Options{{}, {SiteName: func() string { return name }}} {
		s := newServer(t, storetest.Open(t), options)
		for _, want := range []string{"The Wood", "The Glade"} {
			if name = want; options.SiteName == nil {
				want = "Archmage"
			}
			made, err := s.Accounts.BeginPasskey(t.Context(), s.guest("Ann"), Joining{Name: "Ann"})
			require.NoError(t, err)
			var asked struct{ RP struct{ ID, Name string } }
			require.NoError(t, json.Unmarshal(made, &asked))
			require.Equal(t, []string{"play.example", want}, []string{asked.RP.ID, asked.RP.Name})
		}
	}
}

func TestNamesOfAccountsLookDifferent(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	ann, _ := s.device().createAccount(s.guest("Ian Lee"), "Ian Lee")
	bob, _ := s.device().createAccount(s.guest("Bob"), "Bob")
	for _, same := range []string{
		"Ian Lee", "ian lee", "IAN LEE", "lan Lee", "Ian  Lee", "\u0406an Lee", "I\u0430n L\u0435e",
		"1an Lee", "Ｉan Lee", "I\u200ban Lee",
	} {
		_, err := s.Accounts.BeginPasskey(t.Context(), s.guest("x"), Joining{Name: same})
		requireCode(t, CodeNameTaken, err, same)
		_, err = s.Accounts.Rename(t.Context(), bob, same)
		requireCode(t, CodeNameTaken, err, same)
		profile, err := s.People.Profiles.Profile(t.Context(), same, "")
		require.NoError(t, err)
		require.Equal(t, ann.Person, profile.Person)
	}
	for _, other := range []string{"Ina Lee", "Ian Leé", "Anna"} {
		_, err := s.Accounts.BeginPasskey(t.Context(), s.guest("x"), Joining{Name: other})
		require.NoError(t, err, other)
	}
	// A guest can have the name of an account.
	require.Equal(t, Guest, s.guest("Ian Lee").Kind)
	_, err := s.Accounts.Rename(t.Context(), ann, "IAN LEE")
	require.NoError(t, err, "one's own name")
	_, err = s.Accounts.Rename(t.Context(), ann, "Zoe")
	require.NoError(t, err)
	_, err = s.Accounts.Rename(t.Context(), bob, "Ian Lee")
	require.NoError(t, err, "it is free again")
	_, err = s.People.Profiles.Profile(t.Context(), "Nobody", "")
	requireCode(t, CodeNoPerson, err)
}

// Of two guests who choose the same name at the same time, one gets it.
func TestTwoKeepOneNameAtOnce(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	var group sync.WaitGroup
	var kept, taken atomic.Int32
	guests, made := make([]Session, 4), make([][]byte, 4)
	for i := range guests {
		guests[i] = s.guest("Ann")
		made[i] = s.device().makePasskey(guests[i], "Ann")
	}
	for i := range guests {
		group.Go(func() {
			_, err := s.Accounts.FinishPasskey(context.Background(), guests[i], made[i], "")
			switch {
			case err == nil:
				kept.Add(1)
			case coded.Of(err) == CodeNameTaken:
				taken.Add(1)
			default:
				t.Error(err)
			}
		})
	}
	group.Wait()
	require.Equal(t, []int32{1, 3}, []int32{kept.Load(), taken.Load()})
}

func TestRecoveryCodes(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	ann, codes := s.device().createAccount(s.guest("Ann"), "Ann")
	// Every device is lost.
	typed := strings.ToLower(strings.ReplaceAll(codes[0], "-", " "))
	person, token, err := s.Accounts.SignInByCode(t.Context(), typed, Session{}, "")
	require.NoError(t, err)
	require.Equal(t, ann.Person, person)
	require.Equal(t, ann.Person, s.session(token).Person)
	for _, wrong := range []string{codes[0], "", "x", strings.Repeat("A", 1<<20), "0000-0000-0000-0000"} {
		_, _, err = s.Accounts.SignInByCode(t.Context(), wrong, Session{}, "")
		requireCode(t, CodeBadSignIn, err)
	}
	// If a code is used several times at the same moment, one sign-in succeeds.
	var group sync.WaitGroup
	var in atomic.Int32
	for range 8 {
		group.Go(func() {
			if _, _, err := s.Accounts.SignInByCode(context.Background(), codes[1], Session{}, ""); err == nil {
				in.Add(1)
			}
		})
	}
	group.Wait()
	require.EqualValues(t, 1, in.Load())

	fresh, err := s.Accounts.NewCodes(t.Context(), ann)
	require.NoError(t, err)
	_, _, err = s.Accounts.SignInByCode(t.Context(), codes[2], Session{}, "")
	requireCode(t, CodeBadSignIn, err)
	_, _, err = s.Accounts.SignInByCode(t.Context(), fresh[0], Session{}, "")
	require.NoError(t, err)
	_, err = s.Accounts.NewCodes(t.Context(), s.guest("Bob"))
	requireCode(t, CodeNoAccount, err)
}

func TestSessions(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	d := s.device()
	ann, _ := d.createAccount(s.guest("Ann"), "Ann")
	signIn := func(before Session) Session {
		t.Helper()
		_, token, err := s.Accounts.SignInByPasskey(
			t.Context(),
			d.usePasskey(),
			before,
			"Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 (KHTML, like Gecko) "+
				"Version/18.0 Mobile/15E148 Safari/604.1",
		)
		require.NoError(t, err)
		return s.session(token)
	}
	phone := signIn(Session{})
	keys, err := s.Accounts.Keys(t.Context(), ann.ID)
	require.NoError(t, err)
	for _, key := range keys.Sessions {
		require.Equal(
			t,
			map[string]Device{ann.Key: {Browser: "Safari"}, phone.Key: {Browser: "Safari", System: "iOS"}}[key.ID],
			key.Device,
		)
	}

	// Signing in again replaces the token.
	again := signIn(phone)
	requireEnded(t, s, phone)
	require.NoError(t, s.Accounts.RemoveKey(t.Context(), ann, again.Key))
	requireEnded(t, s, again)
	requireCode(t, CodeNoKey, s.Accounts.RemoveKey(t.Context(), ann, again.Key))

	// Two people on one device: the first one's session ends.
	bobs := s.device()
	bob, _ := bobs.createAccount(s.guest("Bob"), "Bob")
	requireCode(t, CodeNoKey, s.Accounts.RemoveKey(t.Context(), bob, ann.Key), "of somebody else")
	_, token, err := s.Accounts.SignInByPasskey(t.Context(), bobs.usePasskey(), ann, "")
	require.NoError(t, err)
	requireEnded(t, s, ann)
	require.Equal(t, bob.Person, s.session(token).Person)
	// The session of a guest stays.
	guest := s.guest("Cat")
	ann = signIn(guest)
	_, err = s.store.Identity(t.Context(), guest.ID)
	require.NoError(t, err)
	keys, err = s.Accounts.Keys(t.Context(), guest.ID)
	require.NoError(t, err)
	require.Len(t, keys.Sessions, 1)

	others := []Session{signIn(Session{}), signIn(Session{})}
	ended, err := s.Accounts.EndOtherSessions(t.Context(), ann, false)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{others[0].Key, others[1].Key}, ended)
	requireEnded(t, s, others[0])
	require.NoError(t, s.Accounts.SignOut(t.Context(), ann))
	requireEnded(t, s, ann)

	for range maxSessions + 5 {
		signIn(Session{})
	}
	keys, err = s.Accounts.Keys(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Len(t, keys.Sessions, maxSessions)
}

// requireEnded checks that a session is no longer among those of its person.
func requireEnded(t *testing.T, s *server, session Session) {
	t.Helper()
	_, _, err := s.store.Credential(t.Context(), session.key)
	require.ErrorIs(t, err, store.ErrNotFound)
}

func TestTokensEndWithoutUse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{TokenTime: 10 * 24 * time.Hour})
		_, token, err := s.Accounts.NewGuest(t.Context(), "Ann", "")
		require.NoError(t, err)
		for range 5 {
			time.Sleep(9 * 24 * time.Hour)
			s.session(token)
		}
		time.Sleep(10*24*time.Hour + time.Second)
		_, err = s.Accounts.SessionByToken(t.Context(), token)
		requireCode(t, CodeNoIdentity, err)
		_, err = s.Accounts.SessionByToken(t.Context(), token)
		requireCode(t, CodeNoIdentity, err)
	})
}

// An expired token is refused but not deleted, so a wrong clock ends no session for good.
func TestAnExpiredSessionIsRefusedAndNotDeleted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newServer(t, storetest.Open(t), Options{TokenTime: 10 * 24 * time.Hour})
		_, token, err := s.Accounts.NewGuest(t.Context(), "Ann", "")
		require.NoError(t, err)
		session := s.session(token)
		time.Sleep(11 * 24 * time.Hour)
		_, err = s.Accounts.SessionByToken(t.Context(), token)
		requireCode(t, CodeNoIdentity, err)
		_, _, err = s.store.Credential(t.Context(), session.key)
		require.NoError(t, err)
	})
}

func TestTheLastKeyStays(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	d := s.device()
	ann, _ := d.createAccount(s.guest("Ann"), "Ann")
	name := func(d *device) string { return keyName(store.CredentialKey{Kind: kindPasskey, ID: d.key.ID}) }
	requireCode(t, CodeLastKey, s.Accounts.RemoveKey(t.Context(), ann, name(d)))
	other := s.device()
	_, err := s.Accounts.FinishPasskey(t.Context(), ann, other.makePasskey(ann, ""), "")
	require.NoError(t, err)
	require.NoError(t, s.Accounts.RemoveKey(t.Context(), ann, name(d)))
	requireCode(t, CodeLastKey, s.Accounts.RemoveKey(t.Context(), ann, name(other)))
	_, _, err = s.Accounts.SignInByPasskey(t.Context(), d.usePasskey(), Session{}, "")
	requireCode(t, CodeBadSignIn, err, "of the lost device")
	_, _, err = s.Accounts.SignInByPasskey(t.Context(), other.usePasskey(), Session{}, "")
	require.NoError(t, err)
}

func TestAPITokens(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	guest := s.guest("Ann")
	_, err := s.Accounts.NewToken(t.Context(), guest, "Fizz", true)
	requireCode(t, CodeNoAccount, err)
	ann, _ := s.device().createAccount(guest, "Ann")
	_, err = s.Accounts.NewToken(t.Context(), ann, " ", true)
	requireCode(t, CodeBadName, err)

	bots, err := s.Accounts.NewToken(t.Context(), ann, "Fizz", true)
	require.NoError(t, err)
	fizz := s.session(bots)
	require.Equal(t, []any{"Fizz", Bot, true}, []any{fizz.Name, fizz.Kind, fizz.API})
	require.NotEqual(t, ann.ID, fizz.ID)
	own, err := s.Accounts.NewToken(t.Context(), ann, "Script", false)
	require.NoError(t, err)
	require.Equal(t, ann.Person, s.session(own).Person)
	require.True(t, s.session(own).API)
	_, err = s.Accounts.NewToken(t.Context(), fizz, "Buzz", true)
	requireCode(t, CodeNoAccount, err)

	keys, err := s.Accounts.Keys(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Len(t, keys.Tokens, 2)
	for _, key := range keys.Tokens {
		require.Equal(t, map[string]string{"Fizz": fizz.ID, "Script": ""}[key.Name], key.Bot)
		require.NoError(t, s.Accounts.RemoveKey(t.Context(), ann, key.ID))
	}
	for _, token := range []string{bots, own} {
		_, err = s.Accounts.SessionByToken(t.Context(), token)
		requireCode(t, CodeNoIdentity, err)
	}
	for i := range maxTokens {
		_, err = s.Accounts.NewToken(t.Context(), ann, fmt.Sprint(i), false)
		require.NoError(t, err)
	}
	_, err = s.Accounts.NewToken(t.Context(), ann, "One more", true)
	requireCode(t, CodeTooManyKeys, err)
}

func TestAnAccountIsDeleted(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	d := s.device()
	ann, codes := d.createAccount(s.guest("Ann"), "Ann")
	bots, err := s.Accounts.NewToken(t.Context(), ann, "Fizz", true)
	require.NoError(t, err)
	fizz := s.session(bots)
	link, _, err := s.Accounts.NewLink(t.Context(), ann)
	require.NoError(t, err)
	gone, err := s.Accounts.Delete(t.Context(), ann.ID)
	require.NoError(t, err)
	require.ElementsMatch(t, []string{ann.ID, fizz.ID}, gone)

	_, err = s.Accounts.SessionByToken(t.Context(), bots)
	requireCode(t, CodeNoIdentity, err)
	_, _, err = s.Accounts.SignInByCode(t.Context(), codes[0], Session{}, "")
	requireCode(t, CodeBadSignIn, err)
	_, _, err = s.Accounts.SignInByLink(t.Context(), link, Session{}, "")
	requireCode(t, CodeBadLink, err)
	_, _, err = s.Accounts.SignInByPasskey(t.Context(), d.usePasskey(), Session{}, "")
	requireCode(t, CodeBadSignIn, err)
	_, err = s.People.Profiles.Profile(t.Context(), "Ann", "")
	requireCode(t, CodeNoPerson, err)
	_, err = s.Accounts.Delete(t.Context(), ann.ID)
	requireCode(t, CodeNoIdentity, err)
	s.device().createAccount(s.guest("Ann"), "Ann")
}

func TestAccountsWhenTheStoreFails(t *testing.T) {
	db := newFailingLog(t)
	s := newServer(t, db, Options{})
	d, guest := s.device(), s.guest("Ann")
	made := d.makePasskey(guest, "Ann")
	db.write = store.ErrFull
	_, err := s.Accounts.FinishPasskey(t.Context(), guest, made, "")
	requireCode(t, CodeNotStored, err)
	db.write = nil
	ann, codes := d.createAccount(guest, "Ann")
	db.write = store.ErrFull
	_, _, err = s.Accounts.SignInByCode(t.Context(), codes[0], Session{}, "")
	requireCode(t, CodeNotStored, err)
	_, err = s.Accounts.NewToken(t.Context(), ann, "Fizz", true)
	requireCode(t, CodeNotStored, err)
	db.write = nil
	_, _, err = s.Accounts.SignInByCode(t.Context(), codes[0], Session{}, "")
	require.NoError(t, err, "the code was not used up")
	db.read = errors.New("disk on fire")
	_, _, err = s.Accounts.SignInByCode(t.Context(), codes[1], Session{}, "")
	require.ErrorIs(t, err, db.read)
}

// The memory for sign-ins that have begun is bounded.
func TestCeremoniesAreBounded(t *testing.T) {
	var c ceremonies
	for i := range maxCeremonies + 100 {
		c.put(fmt.Sprint(i), ceremony{})
	}
	require.Len(t, c.pending, maxCeremonies)
	last := fmt.Sprint(maxCeremonies + 99)
	_, ok := c.take(last)
	require.True(t, ok)
	_, ok = c.take(last)
	require.False(t, ok)
}

func TestDevices(t *testing.T) {
	for agent, want := range map[string]Device{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) " +
			"Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0": {"Edge", "Windows"},
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) " +
			"Chrome/140.0.0.0 Mobile Safari/537.36": {"Chrome", "Android"},
		"Go-http-client/1.1": {"Go-http-client", ""},
		"":                   {},
	} {
		require.Equal(t, want, DeviceOf(agent), agent)
		require.Equal(t, want, parseDevice(want.label()))
	}
	for _, wild := range []string{strings.Repeat("x / ", 1000), "\x00\xff / \u202e", "a\nb"} {
		label := DeviceOf(wild).label()
		require.LessOrEqual(t, len(label), store.MaxText)
		require.True(t, json.Valid([]byte(fmt.Sprintf("%q", label))))
	}
}

// One server can finish a sign-in that another one on the same store has begun.
func TestAPasskeyAtAnotherServer(t *testing.T) {
	db := storetest.NewShared(t)
	first, second := newServer(t, db, Options{Ceremonies: db}), newServer(t, db, Options{Ceremonies: db})
	d, guest := first.device(), first.guest("Ann")
	ann, err := second.Accounts.FinishPasskey(t.Context(), guest, d.makePasskey(guest, "Ann"), "")
	require.NoError(t, err)
	used := d.usePasskey()
	found, _, err := second.Accounts.SignInByPasskey(t.Context(), used, Session{}, "")
	require.NoError(t, err)
	require.Equal(t, ann.ID, found.ID)
	for _, s := range []*server{first, second} {
		_, _, err = s.Accounts.SignInByPasskey(t.Context(), used, Session{}, "")
		requireCode(t, CodeBadSignIn, err)
	}
}
