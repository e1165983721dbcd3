package club_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"archmage/internal/lobby/club"
	"archmage/internal/people"
	"archmage/internal/strict"
)

// activityGen draws an activity. A public one names its table.
func activityGen(t *rapid.T, label string) club.Activity {
	activity := club.Activity{
		Doing: rapid.SampledFrom([]club.Doing{
			club.Waiting, club.Playing, club.Online, club.Watching, club.Private,
		}).Draw(t, label),
	}
	if activity.Doing != club.Online && activity.Doing != club.Private {
		activity.Game = rapid.SampledFrom([]string{"seasons", "spellbook"}).Draw(t, label+" game")
		activity.Room = rapid.SampledFrom([]string{"r1", "r2"}).Draw(t, label+" room")
	}
	return activity
}

func stateGen(t *rapid.T) club.State {
	state := club.State{}
	for i := range rapid.IntRange(0, 12).Draw(t, "people") {
		person := people.Person{
			ID:   fmt.Sprintf("id%d", i),
			Name: rapid.StringMatching(`[A-E]{1,3}`).Draw(t, "name"),
			Kind: rapid.SampledFrom([]people.Kind{people.Guest, people.Account}).Draw(t, "kind"),
		}
		presence := people.PresenceMembers
		if person.Kind == people.Account {
			presence = rapid.SampledFrom([]people.Presence{
				people.PresenceEverybody, people.PresenceMembers, people.PresenceNobody,
			}).Draw(t, "presence")
		}
		state.People = append(state.People, club.Here{
			Visible: people.Visible{Person: person, Presence: presence}, Activity: activityGen(t, "doing"),
		})
	}
	return state
}

func nobodyHidden(string) bool { return false }

// isAtPublicTable reports whether everybody can see the person at a table.
func isAtPublicTable(here *club.Here) bool {
	return here.Doing == club.Waiting || here.Doing == club.Playing
}

// TestVisitorsSeeNothingPrivate changes everything that a visitor must not know: what people do who are not shown to
// visitors, their names, and everything about people who are shown to nobody.
func TestVisitorsSeeNothingPrivate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := stateGen(t)
		want := strict.Encode(club.Build(&state, club.Visitor, nobodyHidden))
		other := club.State{}
		for i := range state.People {
			here := state.People[i]
			switch {
			case here.Presence == people.PresenceNobody:
				if rapid.Bool().Draw(t, "leaves") {
					continue
				}
				here.Activity, here.Name = activityGen(t, "other"), "Other"
			case here.Presence == people.PresenceMembers && !isAtPublicTable(&here):
				here.Activity = rapid.SampledFrom([]club.Activity{
					{Doing: club.Online}, {Doing: club.Private},
					{Doing: club.Watching, Game: "seasons", Room: "r9"},
				}).Draw(t, "other")
				here.Name, here.Avatar = "Other", "owl-3"
			}
			other.People = append(other.People, here)
		}
		// The order in which people have come must not show either.
		other.People = rapid.Permutation(other.People).Draw(t, "order")
		require.Equal(t, string(want), string(strict.Encode(club.Build(&other, club.Visitor, nobodyHidden))))
	})
}

// Members learn who is new. Visitors learn it only of people who show everybody that they are here.
func TestWhoIsNew(t *testing.T) {
	of := func(id string, presence people.Presence) club.Here {
		person := people.Person{ID: id, Name: id, Kind: people.Account}
		return club.Here{
			Visible:  people.Visible{Person: person, Presence: presence, New: true},
			Activity: club.Activity{Doing: club.Waiting, Game: "seasons", Room: "r1"},
		}
	}
	state := club.State{People: []club.Here{of("ann", people.PresenceMembers), of("bob", people.PresenceEverybody)}}
	members := club.Build(&state, club.Member, nobodyHidden).People
	require.True(t, members["ann"].New && members["bob"].New)
	visitors := club.Build(&state, club.Visitor, nobodyHidden).People
	require.Contains(t, visitors, "ann", "she waits at a public table")
	require.False(t, visitors["ann"].New)
	require.True(t, visitors["bob"].New)
}

func TestMembersSeeNoPlaceOfPrivateTables(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := stateGen(t)
		doc := club.Build(&state, club.Member, nobodyHidden)
		for id, person := range doc.People {
			require.Equal(t, person.Doing == club.Private || person.Doing == club.Online, person.Game == "", id)
		}
		counted := len(doc.People) + doc.Others + doc.Visitors
		shown := 0
		for i := range state.People {
			if here := &state.People[i]; here.Presence != people.PresenceNobody {
				shown++
			} else {
				require.NotContains(t, doc.People, here.ID)
			}
		}
		require.Equal(t, shown, counted)
	})
}

func TestHiddenPeopleDoNotCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		state := stateGen(t)
		for _, audience := range []club.Audience{club.Visitor, club.Member} {
			got := club.Build(&state, audience, func(person string) bool { return person == "id0" })
			without := club.State{}
			for _, here := range state.People {
				if here.ID != "id0" {
					without.People = append(without.People, here)
				}
			}
			require.Equal(t, club.Build(&without, audience, nobodyHidden), got)
		}
	})
}
