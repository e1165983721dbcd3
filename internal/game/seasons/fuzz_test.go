package seasons

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/test/conformance"
)

// FuzzAnswer parses and applies arbitrary text as an answer.
func FuzzAnswer(f *testing.F) {
	conformance.FuzzAnswer(f, theRules, conformance.Case{
		Name: "archmage", Options: game.MatchOptions{optionLevel: "archmage"}, Seats: 3,
	})
}

// FuzzSetup reads arbitrary text as a set-up. Accepted positions must be possible, visible to all
// viewers, and playable.
func FuzzSetup(f *testing.F) {
	for seed := range uint64(6) {
		s, err := theRules.New(
			game.MatchOptions{optionLevel: levelNames[seed%3]},
			2+int(seed%3),
			game.SeedFromInt(seed),
		)
		require.NoError(f, err)
		data, err := json.Marshal(s.Describe())
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte(`{"players":2,"year":3,"space":12,"phase":"end","seats":[{"play":[{"card":14},{"card":50}]}]}`))
	f.Add(
		[]byte(
			`{"players":4,"phase":"start","seats":[{"gauge":15,"crystals":50,"reserve":{"air":7},` +
				`"hand":[31,9,24],"play":[{"card":15},{"card":34}]}]}`,
		),
	)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := theRules.Setup(data, game.SeedFromInt(1), nil)
		if err != nil {
			return
		}
		s.Public()
		for seat := range game.Seat(s.(*match).seats) {
			s.Private(seat)
		}
		p := conformance.NewRandomPlay(1)
		for i := 0; i < 40 && p.Answer(t, s); i++ {
			require.NoError(t, s.Check())
		}
	})
}
