package spellbook

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// The round in which the end is triggered is finished: play continues up to the player to the right
// of the first player, so that all have the same number of days (R8).
func TestR8EveryRoundIsFinished(t *testing.T) {
	for seats := 2; seats <= maxSeats; seats++ {
		for first := range game.Seat(seats) {
			for active := range game.Seat(seats) {
				for _, cause := range []string{"familiar", "spells"} {
					t.Run(
						fmt.Sprintf("%d seats, first %d, seat %d, %s", seats, first, active, cause),
						func(t *testing.T) {
							in := Setup{
								First:  first,
								Active: seat(active),
								Round:  7,
								Phase:  "midday",
								Seats:  make([]SeatSetup, seats),
							}
							if cause == "familiar" {
								in.Seats[active] = SeatSetup{
									Pool:     counts("white.circle"),
									Familiar: familiarWithFree(1),
								}
							} else {
								in.Phase = "evening"
								in.Seats[active] = SeatSetup{
									Pool: counts("yellow.circle*3"),
									Spells: learnedSpells(
										"red:3:circle violet:3:circle green:3:circle " +
											"black:3:circle white:3:circle blue:3:circle",
									),
								}
							}
							sc := start(t, in)
							days := map[game.Seat]int{}
							sc.answer(
								map[string]string{"familiar": "store:white.circle", "spells": "learn:yellow:3"}[cause],
							)
							for !sc.s.over {
								require.True(t, sc.s.endTriggered)
								if s := sc.s.active; s != active && sc.s.phaseName() == "morning" {
									days[s]++
								}
								sc.answer("skip")
							}
							for s := range game.Seat(seats) {
								after := (int(s)-int(first)+seats)%seats > (int(active)-int(first)+seats)%seats
								require.Equal(t, after, days[s] == 1, "seat %d has %d days", s, days[s])
							}
							require.Equal(t, 7, sc.s.Outcome().Rounds)
							require.Empty(t, sc.s.Waiting())
						},
					)
				}
			}
		}
	}
}

// Before the end is triggered, the days go round and rounds are counted.
func TestDaysGoRound(t *testing.T) {
	in := Setup{First: 2, Seats: make([]SeatSetup, 3)}
	sc := start(t, in)
	for i, want := range []game.Seat{2, 0, 1, 2, 0, 1, 2} {
		require.Equal(t, want, sc.s.active)
		require.Equal(t, 1+i/3, int(sc.s.round))
		sc.skipTo(want, "morning").answer("skip")
		for sc.s.active == want && sc.decision().Kind == "action" && sc.s.phaseName() != "morning" {
			sc.answer("skip")
		}
	}
}

// Ties ("End") are broken by more spells, then by a larger pool; otherwise the victory is shared.
// Each criterion compares only the players who are still tied.
func TestTiesOfMany(t *testing.T) {
	// All have 16 points: twelve Materia on the Familiar, or ten and two spells of 2 points.
	twelve := list(fullFamiliar)[:12]
	other := list(
		"red.circle red.circle red.circle red.triangle red.triangle red.triangle " +
			"blue.circle blue.circle blue.circle blue.triangle blue.triangle blue.triangle",
	)
	third := list(
		"green.circle green.circle green.circle green.square green.square green.square " +
			"violet.circle violet.circle violet.circle violet.triangle",
	)
	filler := SeatSetup{
		Spells: learnedSpells(
			"red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle yellow:3:circle",
		),
	}
	mode := map[string]int{"red": 2, "white": 1}
	out := finished(t, Setup{Spells: mode, Seats: []SeatSetup{
		{Familiar: twelve, Pool: counts("white.circle white.square")},
		{Familiar: other, Pool: counts("white.triangle*2")},
		// 12 points for ten stored Materia, 2 for Eruption 3 and 2 for Time Travel 3.
		{Familiar: third, Spells: learnedSpells("red:3:square white:3:square")},
		filler,
	}})
	at := map[game.Seat]game.Place{}
	for _, p := range out.Places {
		at[p.Seat] = p
	}
	for s := range game.Seat(3) {
		require.Equal(t, 16, at[s].Total, "seat %d", s)
	}
	// The third player has a smaller pool and more spells, and is ahead. The others have equal
	// pools and share the next rank.
	require.Equal(t, at[2].Rank+1, at[0].Rank)
	require.Equal(t, at[0].Rank, at[1].Rank)
}

// The score has the points of each spell at its final level, the variable points, and the first
// empty space (18 beyond the last). The pool scores nothing ("End").
func TestScoreOfEveryFamiliar(t *testing.T) {
	values := []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18}
	for stored, want := range values {
		sc := start(
			t,
			Setup{
				First: 1,
				Seats: []SeatSetup{
					{
						Familiar: familiarWithFree(13 - stored),
						Pool:     someMateria(9, "red", "blue", "black", "yellow", "violet"),
					},
					{},
				},
			},
		)
		require.Equal(t, want, sc.s.total(0), "%d stored", stored)
	}
	// Feast counts colours and Communion counts the placed rune, each only at its level.
	for level, want := range map[int]int{5: 3, 4: 2, 3: 2} {
		sc := start(
			t,
			Setup{
				Spells: spellSets("black:3"),
				Seats: []SeatSetup{
					{
						Familiar: list("red.circle blue.circle red.square black.circle"),
						Spells:   learnedSpells(fmt.Sprintf("black:%d:circle", level)),
					},
					{},
				},
			},
		)
		require.Equal(t, want, sc.s.spellPoints(0, 3))
	}
	for level, want := range map[int]int{5: 0, 4: 3, 3: 0} {
		sc := start(
			t,
			Setup{
				Spells: spellSets("yellow:3"),
				Seats: []SeatSetup{
					{
						Familiar: list("red.circle blue.circle red.square black.circle"),
						Spells:   learnedSpells(fmt.Sprintf("yellow:%d:circle", level)),
					},
					{},
				},
			},
		)
		require.Equal(t, want, sc.s.spellPoints(0, 6))
	}
	// Knowledge alone has no points.
	for level := 3; level <= 5; level++ {
		sc := start(
			t,
			Setup{
				Spells: spellSets("yellow:2"),
				Seats:  []SeatSetup{{Spells: learnedSpells(fmt.Sprintf("yellow:%d:circle", level))}, {}},
			},
		)
		require.Zero(t, sc.s.spellPoints(0, 6))
	}
}

// Setup: 105 Materia, 5 on the altar, 2 in each pool. In a solo match, 7 are on the altar.
func TestStartOfEveryTable(t *testing.T) {
	firsts := map[game.Seat]bool{}
	for seats := 1; seats <= maxSeats; seats++ {
		for seed := range uint64(40) {
			state, err := New().New(nil, seats, game.SeedFromInt(seed))
			require.NoError(t, err)
			s := state.(*match)
			altar := 5
			if seats == 1 {
				altar = 7
			}
			require.Equal(t, altar, int(s.altar.size))
			for i := range seats {
				require.Equal(t, 2, int(s.players[i].pool.size))
			}
			require.Equal(t, 105-altar-2*seats, int(s.bag.size))
			require.Equal(t, s.first, s.active)
			if seats == 4 {
				firsts[s.first] = true
			}
			require.Equal(t, "morning", s.phaseName())
		}
	}
	require.Len(t, firsts, 4, "anybody may be first")
}

// Every mode has one spell of each colour, the same for all players ("Modes").
func TestModesChooseOneOfEachColour(t *testing.T) {
	seen := map[string]bool{}
	for seed := range uint64(40) {
		for _, mode := range modeNames {
			s, err := New().New(game.MatchOptions{"mode": mode, "red": "3", "white": "2"}, 2, game.SeedFromInt(seed))
			require.NoError(t, err)
			v := s.Public().(*Public)
			require.Len(t, v.Spells, 7)
			for _, spell := range v.Spells {
				switch mode {
				case "set1", "set2", "set3":
					require.Equal(t, mode, fmt.Sprint("set", spell.Value.Set))
				case "agreed":
					want := 1
					switch spell.Key {
					case "red":
						want = 3
					case "white":
						want = 2
					}
					require.Equal(t, want, spell.Value.Set)
				case "classic":
					seen[spell.Value.ID] = true
				}
			}
		}
	}
	require.Len(t, seen, 21, "every spell is drawn now and then")
}

// If every day is skipped from the first to the last, the match ends with round 100 (R33). A solo
// match ends when the opponent's last space is filled. Each position on the way can be encoded and
// decoded.
func TestR33SkippingEveryDayEnds(t *testing.T) {
	for seats, rounds := range map[int]int{1: 13, 2: lastRound, 4: lastRound} {
		r := New()
		s, err := r.New(nil, seats, game.SeedFromInt(1))
		require.NoError(t, err)
		var step game.Step
		ends := 0
		for s.Waiting() != 0 {
			d := game.Decision{Plain: true}
			require.True(t, s.Decision(s.Waiting().First(), &d))
			pick := game.Pick{Key: game.Key{Word: optSkip}, N: 1}
			if d.Kind == "give" {
				pick.Key = d.Options[0].Key
			}
			step.Reset()
			require.NoError(t, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: []game.Pick{pick}}, &step))
			for _, e := range step.Events {
				if e.Kind == eventEnding {
					ends++
				}
			}
			data, err := s.AppendBinary(nil)
			require.NoError(t, err)
			back, err := r.Decode(data)
			require.NoError(t, err)
			require.Equal(t, game.Hash(s), game.Hash(back))
		}
		require.Equal(t, rounds, s.Outcome().Rounds)
		require.Equal(t, 1, ends)
	}
}

// Days on which nothing is possible also come to an end.
func TestR33DaysOnWhichNothingIsPossibleEnd(t *testing.T) {
	sc := start(t, Setup{
		Phase: "midday", Bag: counts(""), Box: counts(""),
		Seats: []SeatSetup{{Pool: counts("red.circle")}}, Opponent: &OpponentSetup{Lower: allExcept("red.circle")},
	}).answer("store:red.circle").happened(eventEnding, 1)
	require.Equal(t, lastRound, sc.s.Outcome().Rounds)
}
