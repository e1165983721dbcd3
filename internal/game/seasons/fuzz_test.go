package seasons

import (
	"encoding/json"
	"math/rand/v2"
	"testing"

	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/internal/game/gametest"
)

// FuzzAnswer reads and applies arbitrary text as an answer.
func FuzzAnswer(f *testing.F) {
	gametest.FuzzAnswer(f, theRules, gametest.Case{
		Name: "archmage", Options: game.MatchOptions{optionLevel: "archmage"}, Seats: 3,
	})
}

// FuzzSetup reads arbitrary text as a set-up. What is accepted is a possible
// position, can be seen by everybody and played.
func FuzzSetup(f *testing.F) {
	for seed := range uint64(6) {
		s, err := theRules.New(game.MatchOptions{optionLevel: levelNames[seed%3]}, 2+int(seed%3), game.SeedFromInt(seed))
		if err != nil {
			f.Fatal(err)
		}
		data, err := json.Marshal(s.Describe())
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"players":2,"year":3,"space":12,"phase":"end","seats":[{"play":[{"card":14},{"card":50}]}]}`))
	f.Add([]byte(`{"players":4,"phase":"start","seats":[{"gauge":15,"crystals":50,"reserve":{"air":7},"hand":[31,9,24],"play":[{"card":15},{"card":34}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := theRules.Setup(data, game.SeedFromInt(1), nil)
		if err != nil {
			return
		}
		s.Public()
		for seat := range game.Seat(s.(*match).seats) {
			s.Private(seat)
		}
		random := rand.New(rand.NewPCG(1, 1))
		var d game.Decision
		for range 40 {
			if s.Waiting() == 0 {
				return
			}
			for seat := game.Seat(0); seat < game.MaxSeats; seat++ {
				if !s.Waiting().Has(seat) {
					continue
				}
				if !s.Decision(seat, &d) {
					t.Fatal("a waiting seat is not asked")
				}
				picks, ok := bot.Random(&d, random, nil)
				if !ok {
					t.Fatalf("no legal answer to %s", d.Kind)
				}
				if err := s.Apply(seat, game.Answer{Decision: d.ID, Picks: picks}, &game.Step{}); err != nil {
					t.Fatal(err)
				}
				if err := s.Check(); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
