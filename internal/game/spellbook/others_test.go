package spellbook

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Blaze asks the other players one by one, clockwise from the left of its user. Players with nine
// Materia are skipped, and all are once the altar is empty.
func TestBlazeServesTheOthersFromTheLeft(t *testing.T) {
	altar := "blue.circle green.circle white.square black.square"
	for _, tt := range []struct {
		name   string
		seats  int
		active game.Seat
		full   []game.Seat
		altar  string
		asked  []game.Seat
		// got has the players who get a Materia without a question, because only one kind is left.
		got []game.Seat
	}{
		{
			name:   "two",
			seats:  2,
			active: 0,
			altar:  altar,
			asked:  []game.Seat{1},
		},
		{
			name:   "two, from the second seat",
			seats:  2,
			active: 1,
			altar:  altar,
			asked:  []game.Seat{0},
		},
		{
			name:   "three",
			seats:  3,
			active: 1,
			altar:  altar,
			asked:  []game.Seat{2, 0},
		},
		{
			name:   "four",
			seats:  4,
			active: 2,
			altar:  altar,
			asked:  []game.Seat{3, 0, 1},
		},
		{
			name:   "one is full",
			seats:  4,
			active: 2,
			full:   []game.Seat{0},
			altar:  altar,
			asked:  []game.Seat{3, 1},
		},
		{
			name:   "all but the last are full",
			seats:  4,
			active: 0,
			full:   []game.Seat{1, 2},
			altar:  altar,
			asked:  []game.Seat{3},
		},
		{
			name:   "all are full",
			seats:  4,
			active: 0,
			full:   []game.Seat{1, 2, 3},
			altar:  altar,
		},
		{
			name:   "the altar runs out",
			seats:  4,
			active: 0,
			altar:  "blue.circle green.circle",
			asked:  []game.Seat{1},
			got:    []game.Seat{2},
		},
		{
			name:   "a full one does not use it up",
			seats:  4,
			active: 0,
			full:   []game.Seat{1},
			altar:  "blue.circle green.circle",
			asked:  []game.Seat{2},
			got:    []game.Seat{3},
		},
		{name: "an empty altar", seats: 3, active: 0},
		{
			name:   "all alike",
			seats:  3,
			active: 0,
			altar:  "blue.circle*3",
			got:    []game.Seat{1, 2},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := Setup{
				Spells: spellSets("red:3"), First: tt.active, Altar: counts(tt.altar),
				Draws: list("red.circle red.circle red.square violet.circle"), Seats: make([]SeatSetup, tt.seats),
			}
			fill := list("white.circle black.triangle green.triangle yellow.circle*9")
			for i := range in.Seats {
				if slices.Contains(tt.full, game.Seat(i)) {
					in.Seats[i].Pool = Counts{
						fill[i%3]: 5,
						[]string{"yellow.circle", "yellow.square", "yellow.triangle", "violet.square"}[i]: 4,
					}
				}
			}
			in.Seats[tt.active].Spells = learnedSpells("red:4:circle")
			sc := start(t, in).answer("use:red:4").poolSize(tt.active, 4)
			for _, seat := range tt.asked {
				sc.asks(seat, "take").offersNot("back", "done")
				require.Equal(t, game.Seats(0).With(seat), sc.s.Waiting())
				sc.answer(sc.options()[0])
			}
			sc.asksPhase(tt.active, "midday").happened(eventTook, len(tt.asked)+len(tt.got))
			for i := range game.Seat(tt.seats) {
				want := 0
				switch {
				case i == tt.active:
					want = 4
				case slices.Contains(tt.full, i):
					want = 9
				case slices.Contains(tt.asked, i), slices.Contains(tt.got, i):
					want = 1
				}
				sc.poolSize(i, want)
			}
		})
	}
}

// Sharing draws for the other players in the same order. With too little to draw, the nearest on
// the left come first.
func TestSharingServesTheOthersFromTheLeft(t *testing.T) {
	for level := 3; level <= 5; level++ {
		for seats := 2; seats <= maxSeats; seats++ {
			for active := range game.Seat(seats) {
				t.Run(fmt.Sprintf("level %d, seat %d of %d", level, active, seats), func(t *testing.T) {
					in := Setup{
						Spells: spellSets("violet:2"),
						First:  active,
						Altar:  counts("blue.circle green.circle white.square black.square"),
						Draws:  list("red.circle red.square red.triangle"),
						Seats:  make([]SeatSetup, seats),
					}
					if level == 3 {
						in.Draws = append(list("violet.circle"), in.Draws...)
					}
					in.Seats[active].Spells = learnedSpells(fmt.Sprintf("violet:%d:square", level))
					sc := start(
						t,
						in,
					).answer(
						fmt.Sprint("use:violet:", level),
					).answerUntilAction().asksPhase(
						active,
						"midday",
					)
					for i, other := 0, (int(active)+1)%seats; other != int(active); i, other = i+1, (other+1)%seats {
						sc.pool(game.Seat(other), list("red.circle red.square red.triangle")[i])
					}
					sc.poolSize(active, map[int]int{3: 2, 4: 2, 5: 3}[level])
				})
			}
		}
	}
	in := Setup{
		Spells: spellSets("violet:2"),
		First:  2,
		Bag:    counts("red.circle red.square"),
		Altar:  nothingToDraw("red.circle red.square violet.circle"),
		Seats:  []SeatSetup{{}, {}, {Spells: learnedSpells("violet:5:circle")}, {}},
	}
	start(t, in).
		answer("use:violet:5").
		answerUntilAction().
		poolSize(3, 1).
		poolSize(0, 1).
		poolSize(1, 0)
}

// With a full pool both still serve the other players. If no player can be served, they are not
// offered (R2).
func TestServingTheOthersIsReasonEnough(t *testing.T) {
	for _, tt := range []struct {
		name, set, use string
		others         int
		altar          string
		offered        bool
	}{
		{
			name:    "Blaze",
			set:     "red:3",
			use:     "use:red:3",
			others:  0,
			altar:   "red.square",
			offered: true,
		},
		{
			name:    "Blaze, all pools full",
			set:     "red:3",
			use:     "use:red:3",
			others:  9,
			altar:   "red.square",
			offered: false,
		},
		{
			name:    "Blaze, empty altar",
			set:     "red:3",
			use:     "use:red:3",
			others:  0,
			offered: false,
		},
		{
			name:    "Sharing",
			set:     "violet:2",
			use:     "use:violet:3",
			others:  0,
			offered: true,
		},
		{
			name:    "Sharing, all pools full",
			set:     "violet:2",
			use:     "use:violet:3",
			others:  9,
			altar:   "red.square",
			offered: false,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := start(t, Setup{
				Spells: spellSets(tt.set), Altar: counts(tt.altar),
				Seats: []SeatSetup{
					{
						Pool:   counts("blue.circle*5 blue.square*4"),
						Spells: learnedSpells("red:3:circle violet:3:circle green:3:circle"),
					},
					{Pool: someMateria(tt.others, "blue", "red")},
				},
			})
			if !tt.offered {
				if d := sc.decision(); d.Args[0].Text == "morning" {
					sc.offersNot(tt.use)
				}
				return
			}
			sc.answer(tt.use).
				answerUntilAction().
				poolSize(0, 9).
				poolSize(1, 1)
		})
	}
}

// The player asked by Blaze learns nothing about the bag, cannot decline, and is the only one who
// can answer.
func TestOnlyTheServedMayAnswer(t *testing.T) {
	sc := start(t, Setup{
		Spells: spellSets("red:3"),
		Altar:  counts("blue.circle green.circle"),
		Seats:  []SeatSetup{{Spells: learnedSpells("red:3:circle")}, {}, {}},
	}).answer("use:red:3").asks(1, "take")
	for _, other := range []game.Seat{0, 2} {
		var d game.Decision
		require.False(t, sc.s.Decision(other, &d))
		err := sc.s.Apply(other, game.Answer{Decision: 1}, &game.Step{})
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, game.CodeNotAsked, refusal.Code)
	}
	require.Empty(t, sc.s.Private(0).(*Private).Actions)
	require.Equal(t, game.Seat(1), sc.s.Public().(*Public).Asked)
	sc.refuse("back").
		refuse("skip").
		answer("take:green.circle").
		pool(1, "green.circle").
		pool(2, "blue.circle")
}

// Levels below the learned one can be used, one per use. Permanent effects, effects at learning and
// effects at the end apply only at their own level ("Spells").
func TestLowerLevelsOfActionsOnly(t *testing.T) {
	facts := newBook().facts
	for c := range facts.Spells {
		for i := range facts.Spells[c] {
			spell := &facts.Spells[c][i]
			t.Run(spell.ID, func(t *testing.T) {
				for level := 3; level <= 5; level++ {
					for _, phase := range phaseNames {
						colour, second := list("red violet green black white blue yellow")[c], "green"
						if colour == second {
							second = "violet"
						}
						s := start(t, Setup{
							Spells: map[string]int{colour: i + 1}, Phase: phase, Altar: someMateria(8, colour),
							Seats: []SeatSetup{
								{
									Pool:     someMateria(3),
									Familiar: list("red.square green.circle"),
									Spells: learnedSpells(
										fmt.Sprintf("%s:%d:circle %s:3:circle", colour, level, second),
									),
								},
								{},
							},
						})
						for l := 3; l <= 5; l++ {
							use := fmt.Sprintf("use:%s:%d", colour, l)
							want := l <= level && spell.Level(l).Kind.String() == phase && spell.ID != "transmutation"
							require.Equal(
								t,
								want,
								slices.Contains(s.options(), use),
								"%s with %s at %d",
								use,
								phase,
								level,
							)
						}
					}
				}
			})
		}
	}
}
