package moderation

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store/storetest"
)

func TestRanksOfRoles(t *testing.T) {
	order := []Role{NoRole, RoleModerator, RoleOwner, RoleOperator}
	for i, a := range order {
		for j, b := range order {
			require.Equal(t, i > j, a.Above(b), "%q above %q", a, b)
		}
	}
	require.False(t, Role("king").Above(NoRole))
}

// A person makes so many reports in a day, and closed ones are forgotten in the end.
func TestReportsAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		p, ann, eve := w.records, w.guest("Ann"), w.guest("Eve")
		report := func(line uint64) error {
			return p.Report(
				t.Context(),
				ann,
				eve.ID,
				Reported{What: ReportLine, Reason: people.ReasonSpam, Room: "r", Line: line},
			)
		}
		for n := range maxReports {
			require.NoError(t, report(uint64(n+1)))
		}
		require.NoError(t, report(1), "the same once more is no further report")
		require.Equal(t, CodeTooManyReports, coded.Of(report(99)))
		time.Sleep(24*time.Hour + time.Second)
		require.NoError(t, report(99))

		list, next, err := p.Reports(t.Context(), ReportQuery{Limit: 5})
		require.NoError(t, err)
		require.NotEmpty(t, next)
		require.Equal(
			t,
			[]any{uint64(99), "Eve", fmt.Sprintf("line r %d", 99)},
			[]any{list[0].Line, list[0].Name, list[0].Topic},
		)
		require.NoError(t, p.CloseReports(t.Context(), list[0].Topic))
		closed := func() []Report {
			list, _, err := p.Reports(t.Context(), ReportQuery{Closed: true, Limit: 5})
			require.NoError(t, err)
			return list
		}
		require.Len(t, closed(), 1)
		time.Sleep(KeepReports + time.Second)
		require.Len(t, closed(), 1, "reading deletes nothing")
		_, err = p.RetentionTask().Delete(t.Context(), time.Now())
		require.NoError(t, err)
		require.Empty(t, closed())
		for _, cursor := range []string{"x", "9x"} {
			_, _, err := p.Reports(t.Context(), ReportQuery{After: cursor, Limit: 5})
			require.Equal(t, coded.Malformed, coded.Of(err))
		}
	})
}

// A notice is told until its time has passed, or until it is withdrawn.
func TestANoticeEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newWorld(t).records
		pending := func() *Notice {
			notice, err := p.Notice(t.Context())
			require.NoError(t, err)
			return notice
		}
		require.Nil(t, pending())
		texts, err := CheckNotice(map[string]string{"": " Restart\nat 22:00 ", "fr": "Redémarrage à 22 h", "en": " "})
		require.NoError(t, err)
		set, err := p.SetNotice(t.Context(), texts, time.Now().Add(time.Hour))
		require.NoError(t, err)
		require.Equal(t, map[string]string{"": "Restart at 22:00", "fr": "Redémarrage à 22 h"}, set.Texts)
		require.Equal(t, set, pending())
		time.Sleep(time.Hour)
		require.Nil(t, pending())
		_, err = p.SetNotice(t.Context(), texts, time.Now().Add(-time.Second))
		require.Equal(t, coded.Malformed, coded.Of(err))
		second, err := p.SetNotice(t.Context(), map[string]string{"": "for good"}, time.Time{})
		require.NoError(t, err)
		require.NotEqual(t, set.ID, second.ID)
		time.Sleep(1000 * time.Hour)
		require.Equal(t, second, pending())
		_, err = p.SetNotice(t.Context(), nil, time.Time{})
		require.NoError(t, err)
		require.Nil(t, pending())
		for _, wrong := range []map[string]string{{"": strings.Repeat("x", people.MaxTextLength+1)}, {"nl": "x"}} {
			_, err = CheckNotice(wrong)
			require.Equal(t, coded.Malformed, coded.Of(err))
		}
	})
}

// Who is muted may do everything but write; who is banned has another error.
func TestMutes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBans(t, storetest.Open(t))
		_, err := b.Add(
			t.Context(),
			Ban{Identity: "eve", Scope: FromChat, Reason: people.ReasonSpam, Until: time.Now().Add(time.Hour)},
		)
		require.NoError(t, err)
		require.NoError(t, b.Check(people.Person{ID: "eve"}, netip.MustParseAddr("192.0.2.7")))
		require.Equal(t, CodeSilenced, coded.Of(b.CheckChat("eve")))
		require.NoError(t, b.CheckChat("ann"))
		var banned *BanError
		require.ErrorAs(t, b.CheckChat("eve"), &banned)
		require.Equal(t, people.ReasonSpam, banned.Ban.Reason)
		time.Sleep(time.Hour)
		require.NoError(t, b.CheckChat("eve"))
	})
}

// A report of what an account says of itself keeps the words, whatever the account says
// later.
func TestReportsKeepWhatWasSaid(t *testing.T) {
	w := newWorld(t)
	ann, bob := w.account("Ann", NoRole), w.guest("Bob")
	about := w.people.Profiles
	_, err := about.SetAbout(t.Context(), ann.ID, "rude")
	require.NoError(t, err)
	require.NoError(
		t,
		w.records.Report(t.Context(), bob, ann.ID, Reported{What: ReportAbout, Reason: people.ReasonInsult}),
	)
	_, err = about.SetAbout(t.Context(), ann.ID, "kind")
	require.NoError(t, err)
	reports, _, err := w.records.Reports(t.Context(), ReportQuery{Limit: 10})
	require.NoError(t, err)
	require.Len(t, reports, 1)
	require.Equal(
		t,
		[]string{ReportAbout, "rude", "about " + ann.ID},
		[]string{reports[0].What, reports[0].About, reports[0].Topic},
	)
}
