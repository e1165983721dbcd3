package people

import (
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

const goodPassword = "green tea at four"

// passwordAccount returns the session of a new account with goodPassword.
func (s *server) passwordAccount(name string) (Session, SignInResult) {
	s.t.Helper()
	result, err := s.Accounts.SetPassword(s.t.Context(), s.guest(name), Joining{Name: name}, goodPassword, "Safari")
	require.NoError(s.t, err)
	return s.session(result.Token), result
}

func (s *server) signInByPassword(name, password string) error {
	_, _, err := s.Accounts.SignInByPassword(s.t.Context(), name, password, Session{}, "")
	return err
}

// hashesOf replaces the function that computes hashes, and returns the costs of the hashes that do
// computes.
func (s *server) hashesOf(do func()) (costs []hashCost) {
	original := s.Accounts.hasher.derive
	defer func() { s.Accounts.hasher.derive = original }()
	s.Accounts.hasher.derive = func(cost hashCost, password string, salt []byte, length uint32) []byte {
		costs = append(costs, cost)
		return original(cost, password, salt, length)
	}
	do()
	return costs
}

func TestAGuestGetsAnAccountWithAPassword(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	guest := s.guest("Ann")
	kept, err := s.Accounts.SetPassword(t.Context(), guest, Joining{Name: "Anna"}, goodPassword, "Safari")
	require.NoError(t, err)
	require.Equal(t, Person{ID: guest.ID, Name: "Anna", Kind: Account}, kept.Person)
	require.Len(t, kept.Codes, recoveryCodeCount)
	require.Equal(t, []string{guest.Key}, kept.Ended)
	requireEnded(t, s, guest)

	// A name in another case, and a password whose accents were typed in another way, are the same.
	person, token, err := s.Accounts.SignInByPassword(t.Context(), " anna", goodPassword, Session{}, "")
	require.NoError(t, err)
	require.Equal(t, kept.Person, person)
	session := s.session(token)
	require.NoError(t, session.CheckProof(), "a password proves who the person is")
	_, err = s.Accounts.SetPassword(t.Context(), session, Joining{}, "cafe\u0301 du port", "")
	require.NoError(t, err)
	require.NoError(t, s.signInByPassword("Anna", "café du port"))
	requireCode(t, CodeWrongPassword, s.signInByPassword("Anna", goodPassword), "the earlier password")
	keys, err := s.Accounts.Keys(t.Context(), session.ID)
	require.NoError(t, err)
	require.NotNil(t, keys.Password)
}

func TestPasswordsThatAreRefused(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	guest := s.guest("Margarethe")
	for _, password := range []string{
		"", "short", "seven77", "aaaaaaaaaaaa", "ababababab", "Password123", "12345678", "margarethe", "MARGARETHE",
		strings.Repeat("long", MaxPassword/4+1), "not\xffutf8 at all",
	} {
		_, err := s.Accounts.SetPassword(t.Context(), guest, Joining{Name: "Margarethe"}, password, "")
		requireCode(t, CodeWeakPassword, err, password)
	}
	bot := guest
	bot.Kind = Bot
	_, err := s.Accounts.SetPassword(t.Context(), bot, Joining{}, goodPassword, "")
	requireCode(t, CodeNoAccount, err)
}

// A wrong name, a name without a password and a wrong password cost the same hash and get the same
// answer.
func TestAWrongPasswordDoesNotShowWhichNamesExist(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	s.passwordAccount("Ann")
	s.device().createAccount(s.guest("Ben"), "Ben")
	var messages []string
	for _, name := range []string{"Ann", "Ben", "Nobody", ""} {
		costs := s.hashesOf(func() {
			err := s.signInByPassword(name, "another password")
			requireCode(t, CodeWrongPassword, err, name)
			messages = append(messages, messageOf(err))
		})
		require.Equal(t, []hashCost{passwordCost}, costs, name)
	}
	for _, message := range messages {
		require.Equal(t, messages[0], message)
	}
	require.Empty(t, s.hashesOf(func() {
		requireCode(t, CodeWrongPassword, s.signInByPassword("Ann", strings.Repeat("x", MaxPassword+1)))
	}), "what cannot be a password costs nothing")
}

func TestAHashOfAnotherCostIsReplacedAtSignIn(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	ann, _ := s.passwordAccount("Ann")
	old := hashCost{memory: 8 << 10, time: 1, threads: 1}
	hash, err := s.Accounts.hasher.hash(t.Context(), goodPassword, old)
	require.NoError(t, err)
	change := store.IdentityChange{Clear: []string{kindPassword}, Add: []store.Credential{newPassword(hash, "")}}
	require.NoError(t, s.store.ChangeIdentity(t.Context(), ann.ID, change))

	requireCode(t, CodeWrongPassword, s.signInByPassword("Ann", "another password"))
	require.Equal(t, []hashCost{old, passwordCost}, s.hashesOf(func() {
		require.NoError(t, s.signInByPassword("Ann", goodPassword))
	}))
	require.Equal(t, []hashCost{passwordCost}, s.hashesOf(func() {
		require.NoError(t, s.signInByPassword("Ann", goodPassword))
	}))
}

func TestADamagedHashSignsNobodyIn(t *testing.T) {
	h := newHasher()
	good, err := h.hash(t.Context(), goodPassword, passwordCost)
	require.NoError(t, err)
	ok, _, err := h.matches(t.Context(), goodPassword, good)
	require.NoError(t, err)
	require.True(t, ok)
	text := string(good)
	for _, damaged := range []string{
		"", "x", text + "$", strings.Replace(text, "argon2id", "argon2i", 1), strings.Replace(text, "v=19", "v=16", 1),
		strings.Replace(text, "m=19456", "m=4194304", 1), strings.Replace(text, "t=2", "t=0", 1),
		strings.Replace(text, "t=2", "t=1000000", 1), strings.Replace(text, "p=1", "p=0", 1),
		text[:len(text)-30], strings.Replace(text, "$m", "$!$m", 1),
	} {
		ok, _, err := h.matches(t.Context(), goodPassword, []byte(damaged))
		require.Error(t, err, damaged)
		require.False(t, ok, damaged)
	}
}

// At most as many hashes as there are slots are computed at the same time.
func TestHashesAtTheSameTimeAreBounded(t *testing.T) {
	h := newHasher()
	var mu sync.Mutex
	running, most := 0, 0
	h.derive = func(hashCost, string, []byte, uint32) []byte {
		mu.Lock()
		running++
		most = max(most, running)
		require.LessOrEqual(t, running, cap(h.slots))
		mu.Unlock()
		defer func() { mu.Lock(); running--; mu.Unlock() }()
		return make([]byte, hashBytes)
	}
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			_, err := h.hash(t.Context(), goodPassword, passwordCost)
			require.NoError(t, err)
		})
	}
	all.Wait()
	require.Positive(t, most)
}

func TestRemovingAPassword(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	ann, _ := s.passwordAccount("Ann")
	requireCode(t, CodeLastKey, s.Accounts.RemoveKey(t.Context(), ann, passwordKey))
	stale := ann
	stale.provedAt = stale.provedAt.Add(-ProofTime)
	_, err := s.Accounts.SetPassword(t.Context(), stale, Joining{}, "another password", "")
	requireCode(t, CodeSignInAgain, err)
	_, err = s.Accounts.FinishPasskey(t.Context(), ann, s.device().makePasskey(ann, ""), "")
	require.NoError(t, err)
	requireCode(t, CodeSignInAgain, s.Accounts.RemoveKey(t.Context(), stale, passwordKey))
	require.NoError(t, s.Accounts.RemoveKey(t.Context(), ann, passwordKey))
	requireCode(t, CodeNoKey, s.Accounts.RemoveKey(t.Context(), ann, passwordKey))
	requireCode(t, CodeWrongPassword, s.signInByPassword("Ann", goodPassword))
}

// A deleted account leaves no password.
func TestADeletedAccountHasNoPassword(t *testing.T) {
	s := newServer(t, storetest.Open(t), Options{})
	ann, _ := s.passwordAccount("Ann")
	_, err := s.Accounts.Delete(t.Context(), ann.ID)
	require.NoError(t, err)
	requireCode(t, CodeWrongPassword, s.signInByPassword("Ann", goodPassword))
	all, err := s.store.Credentials(t.Context(), ann.ID)
	require.NoError(t, err)
	require.Empty(t, all)
}

func TestABusyHasherRefuses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := &hasher{slots: make(chan struct{}), derive: hashCost.key}
		_, err := h.hash(t.Context(), goodPassword, passwordCost)
		require.Equal(t, coded.Busy, coded.Of(err))
	})
}

func BenchmarkPassword(b *testing.B) {
	h := newHasher()
	stored, err := h.hash(b.Context(), goodPassword, passwordCost)
	require.NoError(b, err)
	for b.Loop() {
		if ok, _, err := h.matches(b.Context(), goodPassword, stored); !ok || err != nil {
			b.Fatal(ok, err)
		}
	}
}
