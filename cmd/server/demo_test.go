package main

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/cmd/internal/cli"
	"archmage/internal/game/registry"
	"archmage/test/programtest"
)

// The demonstration has live tables and signs the host in as a member.
func TestDemo(t *testing.T) {
	t.Parallel()
	data := filepath.Join(t.TempDir(), "demo")
	p := programtest.StartAs(t, childCommand(t, data), "demo", data)
	visitor, err := client.NewGuest(programtest.Within(t), p.Base, "Ann")
	require.NoError(t, err)
	// The printed link signs its reader in as an owner.
	var link string
	require.EventuallyWithT(t, func(c *assert.CollectT) {
		_, rest, found := strings.Cut(p.Log.String(), "/account#me=")
		assert.True(c, found)
		link, _, _ = strings.Cut(rest, " ")
	}, programtest.Deadline, 10*time.Millisecond)
	owner := &client.Guest{Base: p.Base}
	body := map[string]any{"link": link, "token": true}
	require.NoError(t, owner.Call(programtest.Within(t), http.MethodPost, "/api/me", body, owner))
	require.NoError(t, owner.Call(t.Context(), http.MethodGet, "/api/host", nil, nil))
	for _, one := range registry.All() {
		id := one.Rules.Info().ID
		var board struct{ Players []struct{ Name string } }
		require.NoError(t, visitor.Call(t.Context(), http.MethodGet, "/api/leaderboard?game="+id, nil, &board))
		require.NotEmpty(t, board.Players, id)
		rooms := map[string]bool{}
		require.EventuallyWithT(t, func(c *assert.CollectT) {
			var page struct {
				Rooms []struct{ Status, Game string }
			}
			if !assert.NoError(c, visitor.Call(t.Context(), http.MethodGet, "/api/rooms?game="+id, nil, &page)) {
				return
			}
			for _, room := range page.Rooms {
				rooms[room.Status] = true
			}
			assert.Subset(c, rooms, map[string]bool{"playing": true, "open": true})
		}, programtest.Deadline, 50*time.Millisecond, "a live match and a table with a free seat")
	}
	p.Stop(t, os.Interrupt)

	// A folder with content is left alone.
	var out, complaint strings.Builder
	status := run(t.Context(), []string{"demo", "--data", data}, strings.NewReader(""), &out, &complaint)
	require.Equal(t, cli.Failed, status)
	require.Contains(t, complaint.String(), "holds something already")
}
