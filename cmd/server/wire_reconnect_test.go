package main

import (
	"encoding/json"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/game/registry"
	"archmage/test/programtest"
)

// TestWireReconnect drops the connection of the player who is asked, at every kind of decision, in the
// positions of docs/examples. After reconnecting, the player has the same decision and can answer it.
func TestWireReconnect(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir())
	for _, one := range registry.All() {
		rules := newStaged(one.Rules, examplesFolder)
		for _, kind := range decisionKinds(t, rules.Rules.Info().Title.En) {
			t.Run(one.Rules.Info().ID+" "+kind, func(t *testing.T) {
				t.Parallel()
				reconnectAt(t, server.Base, rules, kind)
			})
		}
	}
}

func reconnectAt(t *testing.T, base string, rules staged, kind string) {
	file := rules.files[kind]
	state, err := rules.Setup(file.Setup, game.Seed{}, nil)
	require.NoError(t, err)
	tab := sitDown(t, base, client.Settings{
		Game: rules.Info().ID, Seats: len(state.Standing()), Options: game.MatchOptions{stagedPosition: kind},
	}, 1).start()
	answered := 0
	for _, answer := range file.Answers {
		p := tab.players[answer.Seat]
		p.waitUntilCaughtUp()
		// Some examples contain refused or repeated answers.
		var asked game.DecisionText
		p.conn.Inspect(func(s *client.State) {
			if len(s.Decisions) > 0 {
				asked = s.Decisions[0]
			}
		})
		var choice []game.PickText
		require.NoError(t, json.Unmarshal(answer.Answer, &choice))
		command := client.Answer(asked.ID, choice)
		if asked.Kind != kind {
			_ = p.send(command)
			continue
		}
		p.dropAndReturn(tab)
		tab.compare()
		if p.send(command) != nil {
			continue
		}
		answered++
		p.conn.Inspect(func(s *client.State) {
			require.True(
				t,
				len(s.Decisions) == 0 || s.Decisions[0].Answered || s.Decisions[0].ID != asked.ID,
				"the answer counts",
			)
		})
		tab.compare()
	}
	require.Positive(t, answered, "nobody could answer %s", kind)
}

// decisionKinds returns the kinds of decisions of a game in docs/decisions.md.
func decisionKinds(t *testing.T, title string) []string {
	t.Helper()
	page, err := os.ReadFile("../../docs/decisions.md")
	require.NoError(t, err)
	_, section, ok := strings.Cut(string(page), "\n## "+title+"\n")
	require.True(t, ok)
	section, _, _ = strings.Cut(section, "\n## ")
	var kinds []string
	for _, row := range regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\|").FindAllStringSubmatch(section, -1) {
		kinds = append(kinds, row[1])
	}
	require.NotEmpty(t, kinds)
	return kinds
}

// dropAndReturn drops the connection while frames are in flight, and reconnects.
func (p *testPlayer) dropAndReturn(tab *table) {
	p.t.Helper()
	before := p.knows()
	frames := len(p.received())
	_, err := p.conn.Begin(client.Chat("wait for me"))
	require.NoError(p.t, err)
	require.NoError(p.t, p.conn.Reconnect(programtest.Within(p.t)))
	p.waitUntilCaughtUp()
	require.Equal(p.t, before, p.knows())
	for _, frame := range p.received()[frames:] {
		var head struct{ Type string }
		require.NoError(p.t, json.Unmarshal(frame, &head))
		require.NotContains(p.t, []string{"snapshot", "update"}, head.Type, "it has seen all of the match")
	}
	tab.spectators[0].wait(func(s *client.State) bool {
		return present(s, p.guest.ID)
	})
}

// present reports whether another player sees the player as connected.
func present(s *client.State, player string) bool {
	return slices.Contains(s.Presence.Connected, player)
}
