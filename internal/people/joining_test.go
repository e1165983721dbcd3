package people

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store/storetest"
)

// closedServer returns a server and the place of its admission, which tests change.
func closedServer(t *testing.T, admission Admission) (*server, *Admission) {
	return newServer(t, storetest.Open(t), Options{Admission: func() Admission { return admission }}), &admission
}

// joinCode makes a join code for a number of people that ends after an hour.
func (s *server) joinCode(kind string, people int) string {
	s.t.Helper()
	codes, err := s.Admissions.NewCodes(s.t.Context(), kind, 1, people, time.Now().Add(time.Hour))
	require.NoError(s.t, err)
	require.Len(s.t, codes, 1)
	return codes[0]
}

func (s *server) join(session Session, name, code string) error {
	_, err := s.Accounts.SetPassword(s.t.Context(), session, Joining{Name: name, Code: code}, goodPassword, "")
	return err
}

func TestAnInvitedPersonCreatesAnAccount(t *testing.T) {
	s, _ := closedServer(t, AdmitInvited)
	requireCode(t, CodeInvitedOnly, s.join(s.guest("Ann"), "Ann", ""))
	requireCode(t, CodeBadJoinCode, s.join(s.guest("Ann"), "Ann", "AAAA-BBBB-CCCC"))
	card := s.joinCode(JoinCard, 1)
	require.Regexp(t, `^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$`, card)
	require.NoError(t, s.Admissions.CheckCode(t.Context(), card))
	// What people type: lower case, spaces, and letters that look like digits.
	typed := strings.ReplaceAll(strings.ToLower(strings.ReplaceAll(card, "-", " ")), "0", "o")
	ann := s.guest("Ann")
	require.NoError(t, s.join(ann, "Ann", typed))
	requireCode(t, CodeBadJoinCode, s.Admissions.CheckCode(t.Context(), card))
	requireCode(t, CodeBadJoinCode, s.join(s.guest("Bob"), "Bob", card))

	// By a passkey too, and a taken name uses nothing up.
	link := s.joinCode(JoinLink, 2)
	requireCode(t, CodeNameTaken, s.join(s.guest("Ann"), "Ann", link))
	bob := s.guest("Bob")
	d := s.device()
	d.authenticator.Options.UserHandle = []byte(bob.ID)
	made := d.makePasskeyAs(bob, Joining{Name: "Bob", Code: link})
	_, err := s.Accounts.FinishPasskey(t.Context(), bob, made, "")
	require.NoError(t, err)
	// A person who has an account needs no code.
	eve := s.guest("Eve")
	result, err := s.Accounts.SetPassword(t.Context(), eve, Joining{Name: "Eve", Code: link}, goodPassword, "")
	require.NoError(t, err)
	_, err = s.Accounts.SetPassword(t.Context(), s.session(result.Token), Joining{}, "another password", "")
	require.NoError(t, err)

	list, err := s.Admissions.Codes(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 2)
	for _, code := range list {
		full := map[string]string{JoinCard: card, JoinLink: link}[code.Kind]
		require.Equal(t, full[:4], code.Label)
		require.Equal(t, code.People, code.Used)
		require.Len(t, code.Uses, code.Used)
	}
	at, err := s.Admissions.JoinedAt(t.Context(), eve.ID)
	require.NoError(t, err)
	require.False(t, at.IsZero())
	_, err = s.Accounts.Delete(t.Context(), eve.ID)
	require.NoError(t, err)
	at, err = s.Admissions.JoinedAt(t.Context(), eve.ID)
	require.NoError(t, err)
	require.True(t, at.IsZero())
}

// Of many people who use a card at the same time, one gets an account.
func TestACardMakesOneAccount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := closedServer(t, AdmitInvited)
		card := s.joinCode(JoinCard, 1)
		var joined atomic.Int32
		var all sync.WaitGroup
		for _, name := range []string{"Ann", "Bob", "Eve", "Dan", "Fay", "Gus"} {
			guest := s.guest(name)
			all.Go(func() {
				err := s.join(guest, name, card)
				if err == nil {
					joined.Add(1)
					return
				}
				requireCode(t, CodeBadJoinCode, err)
			})
		}
		all.Wait()
		require.EqualValues(t, 1, joined.Load())
	})
}

func TestJoinCodesEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, _ := closedServer(t, AdmitInvited)
		link := s.joinCode(JoinLink, 9)
		withdrawn := s.joinCode(JoinCard, 1)
		list, err := s.Admissions.Codes(t.Context())
		require.NoError(t, err)
		for _, code := range list {
			if code.Kind == JoinCard {
				require.NoError(t, s.Admissions.EndCode(t.Context(), code.ID))
				require.Equal(t, coded.NotFound, coded.Of(s.Admissions.EndCode(t.Context(), code.ID)))
			}
		}
		messages := map[string]bool{}
		refused := func(code string) {
			err := s.join(s.guest("Bob"), "Bob", code)
			requireCode(t, CodeBadJoinCode, err)
			messages[messageOf(err)] = true
		}
		refused(withdrawn)
		refused("0000-0000-0000")
		require.NoError(t, s.join(s.guest("Ann"), "Ann", link))
		time.Sleep(time.Hour)
		refused(link)
		require.Len(t, messages, 1, "the answer does not tell why")

		// It is kept for a while after its end.
		tasks := RetentionTasks(s.store.(RetentionStore), 0)
		clean := func() int {
			for _, task := range tasks {
				_, err := task.Delete(t.Context(), time.Now())
				require.NoError(t, err)
			}
			list, err := s.Admissions.Codes(t.Context())
			require.NoError(t, err)
			return len(list)
		}
		time.Sleep(JoinCodeTime - time.Second)
		require.Equal(t, 1, clean())
		time.Sleep(2 * time.Second)
		require.Zero(t, clean())
	})
}

func TestOnlyOwnersCreateAccounts(t *testing.T) {
	s, admission := closedServer(t, AdmitInvited)
	card := s.joinCode(JoinCard, 1)
	ann := s.guest("Ann")
	begun := s.device().makePasskeyAs(ann, Joining{Name: "Ann", Code: card})
	*admission = AdmitNobody
	requireCode(t, CodeNoNewAccounts, s.join(s.guest("Bob"), "Bob", card))
	requireCode(t, CodeNoNewAccounts, s.Admissions.CheckCode(t.Context(), card))
	_, err := s.Accounts.FinishPasskey(t.Context(), ann, begun, "")
	requireCode(t, CodeNoNewAccounts, err, "begun before the server was closed")
	// Owners still create accounts, whose people choose how they sign in.
	_, secret, _, err := s.Accounts.NewAccount(t.Context(), "Eve")
	require.NoError(t, err)
	eve := s.session(tokenOf(s.Accounts.SignInByLink(t.Context(), secret, Session{}, "")))
	require.NoError(t, s.join(eve, "", ""))
	require.NoError(t, s.signInByPassword("Eve", goodPassword))
}

func TestBadRequestsForJoinCodes(t *testing.T) {
	s, _ := closedServer(t, AdmitAnybody)
	soon := time.Now().Add(time.Hour)
	for _, bad := range []struct {
		kind          string
		count, people int
		until         time.Time
	}{
		{"", 1, 1, soon}, {"ticket", 1, 1, soon}, {JoinCard, 0, 1, soon}, {JoinCard, MaxJoinCards + 1, 1, soon},
		{JoinCard, 1, 2, soon}, {JoinLink, 2, 5, soon}, {JoinLink, 1, 0, soon}, {JoinLink, 1, MaxJoinPeople + 1, soon},
		{JoinLink, 1, 1, time.Now()}, {JoinLink, 1, 1, time.Now().Add(MaxJoinTime + time.Hour)},
	} {
		_, err := s.Admissions.NewCodes(t.Context(), bad.kind, bad.count, bad.people, bad.until)
		require.Equal(t, coded.Malformed, coded.Of(err), bad)
	}
	for range maxJoinCodes / MaxJoinCards {
		_, err := s.Admissions.NewCodes(t.Context(), JoinCard, MaxJoinCards, 1, soon)
		require.NoError(t, err)
	}
	_, err := s.Admissions.NewCodes(t.Context(), JoinCard, MaxJoinCards, 1, soon)
	requireCode(t, CodeManyJoinCodes, err)
	// On an open server a code is not needed, but counts.
	require.NoError(t, s.join(s.guest("Ann"), "Ann", ""))
	requireCode(t, CodeBadJoinCode, s.join(s.guest("Bob"), "Bob", "0000-0000-0000"))
}
