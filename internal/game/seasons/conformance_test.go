package seasons

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// tables returns all combinations of levels, editions and numbers of players, or so few that every
// pair of values still occurs.
func tables(all bool) []conformance.Case {
	var list []conformance.Case
	for l, level := range levelNames[:lesson] {
		for e, edition := range editionNames {
			for seats := 2; seats <= maxSeats; seats++ {
				if (l+e+seats)%2 != 0 && !all {
					continue
				}
				list = append(list, conformance.Case{
					Name:    fmt.Sprintf("%s, %s edition, %d players", level, edition, seats),
					Options: game.MatchOptions{optionLevel: level, optionEdition: edition},
					Seats:   seats,
					Games:   1,
					Every:   40,
					Seed:    uint64(len(list)),
					Derived: []string{"unusable", "unavailable"},
				})
			}
		}
	}
	for e, edition := range editionNames {
		list = append(list, conformance.Case{
			Name:    fmt.Sprintf("lesson, %s edition", edition),
			Options: game.MatchOptions{optionLevel: levelNames[lesson], optionEdition: edition},
			Seats:   2,
			Games:   1,
			Every:   40,
			Seed:    uint64(len(list) + e),
			Derived: []string{"unusable", "unavailable"},
		})
	}
	return list
}

// A thorough run uses all tables.
func TestConformance(t *testing.T) {
	conformance.Run(t, theRules, conformance.Thorough(tables(false), tables(true)))
}

// Positions of random games can be rebuilt from their readable form: all viewers see the same, and
// the seat on turn gets the same options.
func TestDescribedPositionsCanBeBuilt(t *testing.T) {
	built := 0
	for seed := range uint64(6) {
		s, err := theRules.New(
			game.MatchOptions{optionLevel: levelNames[seed%3]},
			2+int(seed%3),
			game.SeedFromInt(seed),
		)
		require.NoError(t, err)
		state := s.(*match)
		for p := conformance.NewRandomPlay(seed); p.Answer(t, s); {
			answered := slices.ContainsFunc(state.players[:], func(p player) bool { return p.answered })
			if state.stack.Len() > 0 || answered {
				continue
			}
			data, err := json.Marshal(s.Describe())
			require.NoError(t, err)
			again, err := theRules.Setup(data, game.SeedFromInt(0), nil)
			require.NoError(t, err, "%s", data)
			require.Equal(t, s.Public(), again.Public())
			for seat := range game.Seat(state.seats) {
				require.Equal(t, s.Private(seat), again.Private(seat))
				var before, after game.Decision
				require.Equal(t, s.Decision(seat, &before), again.Decision(seat, &after))
				before.ID, after.ID = 0, 0
				require.Equal(t, before.Text(theRules), after.Text(theRules))
			}
			built++
		}
	}
	require.Greater(t, built, 100)
}
