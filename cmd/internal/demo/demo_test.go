package demo_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/cmd/internal/demo"
	"archmage/internal/game/registry"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

func TestAClubIsThere(t *testing.T) {
	db := storetest.Open(t)
	now := time.Date(2026, 3, 20, 21, 0, 0, 0, time.UTC)
	members, err := demo.Fill(t.Context(), db.DB, registry.Hosted(registry.All()), now, demo.Days, 1)
	require.NoError(t, err)
	page, err := db.Archive.Matches(t.Context(), store.MatchQuery{Listed: true, Limit: 200})
	require.NoError(t, err)
	require.GreaterOrEqual(t, len(page.Items), demo.Days, "a match a day")
	played := map[string]bool{}
	for _, m := range page.Items {
		require.Contains(t, string(m.Summary), `"outcome":{"places"`, "every match has an end")
		require.Less(t, m.Ended, now)
		played[m.Game] = true
	}
	require.Len(t, played, len(registry.All()))
	rated, _, err := people.NewRater(db, zap.NewNop()).Rate(t.Context())
	require.NoError(t, err)
	require.Equal(t, len(page.Items), rated)
	followed, err := people.New(db, people.Options{}).Social.Followed(t.Context(), members[0].Person.ID)
	require.NoError(t, err)
	require.Len(t, followed, 2)
}
