package moderation

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
)

// A moderator acts on those of a lower role alone, and never on themselves. What is
// refused is not recorded.
func TestNobodyActsOnTheirEquals(t *testing.T) {
	w := newWorld(t)
	guest := w.guest("Gus")
	mod, other, owner := w.account("Mo", RoleModerator), w.account("Max", RoleModerator), w.account("Olga", RoleOwner)
	for _, test := range []struct {
		by    Moderator
		on    string
		wants coded.Code
	}{
		{mod, guest.ID, ""},
		{mod, other.ID, CodeNotAllowed},
		{mod, owner.ID, CodeNotAllowed},
		{mod, mod.ID, CodeNotAllowed},
		{mod, "nobody", people.CodeNoPerson},
		{owner, mod.ID, ""},
		{owner, owner.ID, CodeNotAllowed},
		{Operator, owner.ID, ""},
	} {
		before := len(w.outcomes())
		err := w.Act(t.Context(), test.by, Request{Kind: ActWarn, Person: test.on, Words: "be kind"})
		if test.wants == "" {
			require.NoError(t, err, "%s on %s", test.by.Name, test.on)
			require.Len(t, w.outcomes(), before+1)
		} else {
			require.Equal(t, test.wants, coded.Of(err))
			require.Len(t, w.outcomes(), before, "%s on %s", test.by.Name, test.on)
		}
	}
}

// Roles are given by those above a moderator, and none above their own.
func TestWhoGivesWhichRole(t *testing.T) {
	w := newWorld(t)
	mod, owner := w.account("Mo", RoleModerator), w.account("Olga", RoleOwner)
	somebody := w.account("Sam", NoRole)
	give := func(by Moderator, role Role) error {
		return w.Act(t.Context(), by, Request{Kind: ActRole, Person: somebody.ID, Role: role})
	}
	require.Equal(t, CodeNotAllowed, coded.Of(give(mod, RoleModerator)))
	require.Equal(t, CodeNotAllowed, coded.Of(give(owner, RoleOwner)))
	require.NoError(t, give(owner, RoleModerator))
	require.NoError(t, give(owner, NoRole))
	require.NoError(t, give(Operator, RoleOwner))
	role, err := w.records.Role(t.Context(), somebody.ID)
	require.NoError(t, err)
	require.Equal(t, RoleOwner, role)
	guest := w.guest("Gus")
	require.Equal(
		t,
		people.CodeNoAccount,
		coded.Of(w.Act(t.Context(), Operator, Request{Kind: ActRole, Person: guest.ID, Role: RoleModerator})),
	)
	require.Equal(
		t,
		[]string{"role done", "role done", "role done", "role no_account"},
		w.outcomes(),
		"what was begun and failed is recorded too",
	)
}

// What every act does, whom it tells, and what it needs.
func TestActs(t *testing.T) {
	w := newWorld(t)
	mod, owner := w.account("Mo", RoleModerator), w.account("Olga", RoleOwner)
	eve := w.guest("Eve")
	act := func(by Moderator, request Request) error { return w.Act(t.Context(), by, request) }
	heard := func(want ...string) {
		t.Helper()
		require.Equal(t, want, w.heard)
		w.heard = nil
	}

	require.NoError(
		t,
		act(mod, Request{Kind: ActMute, Person: eve.ID, Reason: people.ReasonSpam, Hours: 2, Network: true}),
	)
	heard("banned", "news "+eve.ID)
	require.Equal(t, CodeSilenced, coded.Of(w.bans.CheckChat(eve.ID)))
	ban := w.bans.List()[0]
	require.WithinDuration(t, time.Now().Add(2*time.Hour), ban.Until, time.Minute)
	require.NoError(t, act(mod, Request{Kind: ActUnban, Ban: ban.ID}))
	require.NoError(t, w.bans.CheckChat(eve.ID))
	require.Equal(t, coded.NotFound, coded.Of(act(mod, Request{Kind: ActUnban, Ban: ban.ID})))
	heard("banned", "news "+eve.ID)

	require.NoError(t, act(mod, Request{Kind: ActBan, Person: eve.ID, Network: true}))
	heard("banned with networks "+eve.ID, "news "+eve.ID)

	require.NoError(t, act(mod, Request{Kind: ActRename, Person: eve.ID}))
	renamed, err := w.people.Find(t.Context(), eve.ID)
	require.NoError(t, err)
	require.Regexp(t, `^Player \d{5}$`, renamed.Name)
	heard("renamed "+eve.ID, "news "+eve.ID)

	require.NoError(t, act(mod, Request{Kind: ActCloseRoom, Room: "r1", Reason: people.ReasonInsult, Words: "enough"}))
	require.Equal(t, []string{"r1"}, w.closed)
	heard("closes r1 insult enough")

	require.NoError(t, act(mod, Request{Kind: ActRemoveLine, Person: eve.ID, Room: "r1", Line: 7}))
	require.Equal(
		t,
		lobby.CodeNoLine,
		coded.Of(act(mod, Request{Kind: ActRemoveLine, Person: eve.ID, Room: "r1", Line: 404})),
	)
	require.Equal(t, []string{"r1"}, w.removed)
	heard("news " + eve.ID)

	notice := Request{Kind: ActNotice, Texts: map[string]string{"": "back at ten"}}
	require.Equal(t, CodeNotAllowed, coded.Of(act(mod, notice)))
	require.NoError(t, act(owner, notice))
	heard("news ")

	for name, wrong := range map[string]Request{
		"words":  {Kind: ActWarn, Person: eve.ID},
		"report": {Kind: ActDismiss, Person: eve.ID},
		"kind":   {Kind: "dance", Person: eve.ID},
		"hours":  {Kind: ActMute, Person: eve.ID, Hours: -1},
		"reason": {Kind: ActMute, Person: eve.ID, Reason: "because"},
	} {
		require.Equal(t, coded.Malformed, coded.Of(act(mod, wrong)))
		require.Empty(t, w.heard, name)
	}
	require.Equal(t, []string{
		"mute done", "unban done", "ban done", "rename done", "close_room done", "remove_line done",
		"remove_line no_line", "notice done",
	}, w.outcomes())
}

// A person of whom a moderator says something learns of it at the next visit; a note for
// moderators is not told.
func TestWhoIsToldOfAnAct(t *testing.T) {
	w := newWorld(t)
	mod, eve := w.account("Mo", RoleModerator), w.guest("Eve")
	for _, kind := range []string{ActNote, ActWarn} {
		require.NoError(t, w.Act(t.Context(), mod, Request{Kind: kind, Person: eve.ID, Words: kind}))
	}
	untold, _, err := w.records.Acts(t.Context(), ActQuery{Person: eve.ID, Untold: true, Limit: 10})
	require.NoError(t, err)
	require.Len(t, untold, 1)
	require.Equal(t, ActWarn, untold[0].Kind)
	require.NoError(t, w.records.MarkActsRead(t.Context(), eve.ID, untold[0].Number))
	untold, _, err = w.records.Acts(t.Context(), ActQuery{Person: eve.ID, Untold: true, Limit: 10})
	require.NoError(t, err)
	require.Empty(t, untold)
}

// A moderator leaves to others what is their own matter: a report that they have made, a
// table at which they sit, a person with whom they sit at one. If there is nobody else,
// they do it.
func TestMattersOfTheirOwn(t *testing.T) {
	w := newWorld(t)
	mo, max := w.account("Mo", RoleModerator), w.account("Max", RoleModerator)
	eve := w.guest("Eve")
	report := func(by Moderator) uint64 {
		t.Helper()
		require.NoError(
			t,
			w.records.Report(
				t.Context(),
				by.Person,
				eve.ID,
				Reported{What: ReportPerson, Reason: people.ReasonStalling},
			),
		)
		list, _, err := w.records.Reports(t.Context(), ReportQuery{Limit: 1})
		require.NoError(t, err)
		return list[0].Number
	}
	made := report(mo)
	warn := func(by Moderator, request Request) error {
		request.Kind, request.Words = ActWarn, "stay"
		return w.Act(t.Context(), by, request)
	}
	require.Equal(t, CodeInvolved, coded.Of(warn(mo, Request{Report: made})))
	require.NoError(t, warn(max, Request{Report: made}))
	open, _, err := w.records.Reports(t.Context(), ReportQuery{Limit: 1})
	require.NoError(t, err)
	require.Empty(t, open, "the act has closed the report")

	w.tables["r1"] = []string{mo.ID, eve.ID}
	require.Equal(t, CodeInvolved, coded.Of(warn(mo, Request{Person: eve.ID})))
	require.Equal(t, CodeInvolved, coded.Of(w.Act(t.Context(), mo, Request{Kind: ActCloseRoom, Room: "r1"})))
	require.NoError(
		t,
		w.Act(t.Context(), mo, Request{Kind: ActNote, Person: eve.ID, Words: "late"}),
		"a note harms nobody",
	)
	w.tables["r1"] = append(w.tables["r1"], max.ID)
	require.NoError(t, warn(mo, Request{Person: eve.ID}), "both sit there")
	require.NoError(t, w.records.SetRole(t.Context(), max.ID, NoRole))
	w.tables["r1"] = []string{mo.ID, eve.ID}
	require.NoError(t, warn(mo, Request{Person: eve.ID}), "there is nobody else")
}
