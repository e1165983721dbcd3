package pages

import (
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
)

func TestWhatALinkToARoomSays(t *testing.T) {
	s := &Pages{}
	for _, test := range []struct {
		card        directory.Card
		title, text string
	}{
		{
			directory.Card{Status: room.StatusOpen, Players: []string{"", ""}},
			"You are invited to toy",
			"2 of 2 seats free. Open the link and sit down: no account.",
		},
		{
			directory.Card{Status: room.StatusSeated, Host: "Ann", Players: []string{"Ann", "Bob"}},
			"Ann invites you to toy",
			"All seats are taken.",
		},
		{
			directory.Card{Status: room.StatusPlaying, Host: "Ann", Players: []string{"Ann", "Bob"}},
			"toy: Ann and Bob",
			"The match is being played. Watch it from the seat of any player.",
		},
		{directory.Card{Status: room.StatusPlaying}, "A table of toy", "Only its players see this match."},
		{directory.Card{Status: room.StatusFinished}, "A table of toy", "The match is over."},
	} {
		test.card.Game = "toy"
		head := s.roomHead(&test.card, "en")
		require.Equal(t, test.title, head.Title)
		require.Equal(t, test.text, head.Text)
	}
}

func TestHeadsHaveTheSameTextsInEveryLanguage(t *testing.T) {
	require.ElementsMatch(t, people.Languages(), slices.Collect(maps.Keys(headWords)))
	keys := slices.Sorted(maps.Keys(headWords["en"]))
	for lang, words := range headWords {
		require.Equal(t, keys, slices.Sorted(maps.Keys(words)), lang)
	}
}

func TestValuesForSomeNumbersOfPlayers(t *testing.T) {
	info := newOptionInfo(&game.MatchOption{ID: "first", Default: "random", Values: []game.MatchValue{
		{ID: "random"}, {ID: "seat2", Seats: 1<<3 | 1<<4}, {ID: "seat3", Seats: 1 << 4, Unrated: true},
	}})
	require.Equal(
		t,
		[]ValueInfo{{ID: "random"}, {ID: "seat2", Seats: []int{3, 4}}, {ID: "seat3", Seats: []int{4}, Unrated: true}},
		info.Values,
	)
}
