package api

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/people"
	"archmage/internal/store"
)

func TestFavouritesAndFeats(t *testing.T) {
	answer := ProfileAnswer{}
	answer.addCareer(&people.Profile{
		Favourites: []store.Favourite{{Game: "toy", Piece: "3", Played: 2, Won: 1}, {Game: "toy", Piece: "?"}},
		Feats:      []store.Feat{{Game: "toy", Feat: "bot owl", At: time.UnixMilli(5)}},
	})
	require.Equal(t, []FavouriteAnswer{{Game: "toy", Piece: 3, Played: 2, Won: 1}}, answer.Favourites)
	require.Equal(t, []AchievementAnswer{{Game: "toy", Kind: "bot", What: "owl", At: 5}}, answer.Achievements)
}
