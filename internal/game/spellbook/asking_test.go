package spellbook

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// These tests check the rule at the top of docs/decisions.md: a question that commits the player is
// asked, with "back", even if it has only one answer, and an option that cannot be undone is
// marked.

// final lists the ids of the final options, and passing those after which another player acts next.
func (sc *scene) final() []string {
	return sc.marked(func(o *game.OptionText) bool { return o.Final })
}

func (sc *scene) passing() []string {
	return sc.marked(func(o *game.OptionText) bool { return o.Passes })
}

func (sc *scene) marked(is func(*game.OptionText) bool) []string {
	var ids []string
	for _, o := range sc.decision().Options {
		if is(&o) {
			ids = append(ids, o.ID)
		}
	}
	return ids
}

// Every kind of question that moves the first Materia of an action is asked, with its only answer
// and "back".
func TestCommittingQuestionsAreAskedWithOneAnswer(t *testing.T) {
	for _, tt := range []struct {
		name, sets, phase, altar, pool, familiar, spells, use, kind string
		only                                                        []string
	}{
		{
			name:   "Levitation takes",
			phase:  "morning",
			altar:  "red.square",
			spells: "violet:4:circle",
			use:    "use:violet:4",
			kind:   "take",
			only:   []string{"take:red.square", "back"},
		},
		{
			name:   "Sacrifice discards",
			phase:  "morning",
			pool:   "red.circle",
			spells: "red:4:circle",
			use:    "use:red:4",
			kind:   "discard",
			only:   []string{"discard:red.circle", "back"},
		},
		{
			name:   "Healing with a full pool discards",
			sets:   "green:2",
			phase:  "midday",
			pool:   "red.circle*5 red.square*4",
			spells: "green:3:circle",
			use:    "use:green:3",
			kind:   "discard",
			only:   []string{"discard:red.circle", "discard:red.square", "back"},
		},
		{
			name:   "Offering stores",
			phase:  "midday",
			pool:   "red.circle",
			spells: "black:3:circle",
			use:    "use:black:3",
			kind:   "store",
			only:   []string{"store:red.circle", "back"},
		},
		{
			name:   "Purification exchanges",
			phase:  "midday",
			altar:  "blue.circle",
			pool:   "red.circle",
			spells: "green:3:circle",
			use:    "use:green:3",
			kind:   "exchange",
			only:   []string{"take:blue.circle", "put:red.circle", "back"},
		},
		{
			name:     "Growth exchanges with the Familiar",
			sets:     "green:3",
			phase:    "evening",
			pool:     "red.circle",
			familiar: "blue.square",
			spells:   "green:3:circle",
			use:      "use:green:3",
			kind:     "exchange",
			only:     []string{"recall:blue.square", "put:red.circle", "back"},
		},
		{
			name:   "Tempest sweeps",
			sets:   "white:2",
			phase:  "evening",
			altar:  "red.circle",
			spells: "white:4:circle",
			use:    "use:white:4",
			kind:   "sweep",
			only:   []string{"sweep:red.circle", "back"},
		},
		{
			name:   "Time Travel discards",
			phase:  "evening",
			pool:   "red.square",
			spells: "white:3:circle red:3:circle",
			use:    "use:white:3",
			kind:   "discard",
			only:   []string{"discard:red.square", "back"},
		},
		{
			name:  "learning pays",
			phase: "evening",
			pool:  "red.circle*3",
			use:   "learn:red:3",
			kind:  "pay",
			only:  []string{"pay:red.circle", "back"},
		},
		{
			name:   "Clone names what it copies",
			sets:   "white:3",
			phase:  "midday",
			pool:   "red.circle",
			spells: "white:3:circle",
			use:    "use:white:3",
			kind:   "copy",
			only:   []string{"copy:store", "back"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			in := Setup{
				Spells: spellSets(tt.sets),
				Phase:  tt.phase,
				Altar:  counts(tt.altar),
				Seats: []SeatSetup{
					{Pool: counts(tt.pool), Familiar: list(tt.familiar), Spells: learnedSpells(tt.spells)},
					{},
				},
			}
			sc := startAsking(t, in)
			offered := sc.options()
			sc.answer(tt.use).
				asks(0, tt.kind).
				offersOnly(tt.only...)
			require.Empty(t, sc.events, "nothing has moved and nobody was told")
			sc.answer("back").
				asksPhase(0, tt.phase).
				offersOnly(offered...)
		})
	}
}

// Using a Clone that can only copy learning, of one spell in one way, learns nothing by itself.
func TestCloneAloneIsAskedBeforeItLearns(t *testing.T) {
	sc := startAsking(t, Setup{
		Spells: spellSets("white:3"), Phase: "midday",
		Seats: []SeatSetup{{Pool: counts("yellow.circle*3"), Spells: learnedSpells("white:4:circle")}, {}},
	})
	sc.answer("use:white:4").
		asks(0, "copy").
		offersOnly("copy:learn", "back").
		answer("copy:learn").
		asks(0, "pay").
		offersOnly("pay:yellow.circle", "back").
		level(0, "yellow", 0)
	require.Empty(t, sc.events)
	require.Equal(t, []string{"pay:yellow.circle"}, sc.final(), "Abundance draws at once")
	sc.answer("back").
		asksPhase(0, "midday").
		answer("use:white:4").
		answer("copy:learn").
		answer("pay:yellow.circle*2").
		level(0, "yellow", 3)
}

// Once something has moved, a question with only one answer is not asked.
func TestLaterQuestionsWithOneAnswerAreSkipped(t *testing.T) {
	startAsking(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.square"), Spells: learnedSpells("white:3:circle red:3:circle")}, {}},
	}).
		answer("use:white:3").
		answer("discard:red.square").
		level(0, "red", 4)
}

// An option that draws is final. An option that ends the day or asks another player passes.
func TestFinalOptions(t *testing.T) {
	pool := SeatSetup{Pool: counts("red.circle*2 green.square"), Spells: learnedSpells("red:4:circle green:3:circle")}
	sc := startAsking(t, Setup{Altar: counts("blue.circle"), Seats: []SeatSetup{pool, {}}})
	require.Equal(t, []string{"draw"}, sc.final(), "in the Morning, with something to do at Midday")
	require.Empty(t, sc.passing())
	sc.answer("use:red:4").asks(0, "discard")
	require.Equal(
		t,
		[]string{"discard:red.circle"},
		sc.final(),
		"Sacrifice draws after its discard, and back is not final",
	)

	evening := startAsking(t, Setup{
		Spells: spellSets("white:2"), Phase: "evening", Altar: counts("blue.circle"),
		Seats: []SeatSetup{{Pool: counts("red.circle*3"), Spells: learnedSpells("white:5:circle")}, {}},
	})
	require.Equal(t, []string{"skip"}, evening.final(), "skipping the Evening ends the day; the others ask further")
	require.Equal(t, []string{"skip"}, evening.passing())
	evening.answer("learn:red:3").asks(0, "pay")
	require.Equal(t, []string{"pay:red.circle"}, evening.final(), "learning ends the day")

	midday := startAsking(t, Setup{Phase: "midday", Seats: []SeatSetup{{Pool: counts("red.circle*3 blue.circle")}, {}}})
	require.Equal(
		t,
		[]string{"store:red.circle"},
		midday.final(),
		"without the third red one there is nothing to learn, and the day ends",
	)

	blaze := startAsking(t, Setup{
		Spells: spellSets("red:3"), Altar: counts("blue.circle green.circle"),
		Seats: []SeatSetup{{Pool: someMateria(9, "red"), Spells: learnedSpells("red:5:circle")}, {}},
	})
	require.Contains(t, blaze.passing(), "use:red:5", "the next seat is asked")
	require.NotContains(t, blaze.final(), "use:red:5", "but nothing is drawn yet")
}

// In random matches, an answer of a single option that is not final draws nothing. One that passes
// asks another player, and one that does not leaves the day to its seat unless something is drawn.
func TestFinalAgreesWithWhatHappens(t *testing.T) {
	p := conformance.NewRandomPlay(5)
	final, free, certain := 0, 0, 0
	p.Decision.Plain = false
	for seed := range uint64(12) {
		s := newMatch(t, modeNames[modeClassic], int(1+seed%4), seed)
		for day, seat := s.active, s.ask.seat; p.Answer(t, s); day, seat = s.active, s.ask.seat {
			d, picks, step := &p.Decision, p.Picks, p.Step
			if len(picks) != 1 || picks[0].N != 1 {
				continue
			}
			marked, passes := false, false
			for _, o := range d.Options {
				marked = marked || o.Final && o.Key == picks[0].Key
				passes = passes || o.Passes && o.Key == picks[0].Key
			}
			if d.Min == 1 && d.Max == 1 {
				require.Equal(t, step.Random || s.over, marked, "%+v", d.Text(New()))
				passed := !s.over && (s.active != day || s.ask.seat != seat)
				if passes || !step.Random {
					require.Equal(t, passed, passes, "%+v", d.Text(New()))
				}
				if passes && step.Random {
					certain++
				}
			}
			if marked {
				final++
			} else {
				free++
			}
		}
	}
	require.Greater(t, final, 100)
	require.Greater(t, free, 100)
	require.Greater(t, certain, 100, "days that are over before the altar is filled up")
}

// Positions that a seat cannot distinguish have the same documents, and options with the same
// marks. In these positions the next draw decides whether the day ends (rulings-spellbook.md:
// "Nobody sees what will be drawn").
func TestMarksDoNotDependOnDraws(t *testing.T) {
	midday := func(spells, pool, known string) Setup {
		return Setup{
			Spells: spellSets(spells), Phase: "midday", Altar: counts("yellow.triangle*5"),
			Seats: []SeatSetup{{Pool: counts(pool), Spells: learnedSpells(known)}, {}},
		}
	}
	for name, position := range map[string]struct {
		in      Setup
		answers []string
	}{
		"Clone copies the draw of two": {
			in:      midday("white:3", "red.triangle green.square*2", "white:5:triangle"),
			answers: []string{"use:white:5", "copy:draw"},
		},
		"Healing with one in the pool": {in: midday("green:2", "red.circle", "green:3:circle")},
		"Feast with Mirage": {
			in: midday("black:3 blue:3", "red.circle*2", "black:4:circle blue:5:triangle"),
		},
		"Purification with Mirage": {
			in: midday("blue:3", "red.circle*2 green.square", "green:3:circle blue:5:triangle"),
		},
	} {
		t.Run(name, func(t *testing.T) {
			sc := startAsking(t, position.in)
			for _, answer := range position.answers {
				sc.answer(answer)
			}
			rng := game.NewRNG(game.SeedFromInt(8))
			conformance.SamplesLookAlike(t, sc.rules, sc.s, sc.s.ask.seat, len(position.in.Seats), 60, &rng)
		})
	}
}

// An option whose action draws nothing passes the day although the altar is refilled afterwards. An
// option whose action draws never passes it by chance.
func TestPassesIsCertain(t *testing.T) {
	last := Setup{
		Phase: "midday", Altar: counts("blue.circle"),
		Seats: []SeatSetup{{Pool: counts("red.circle")}, {}},
	}
	sc := startAsking(t, last)
	require.Contains(t, sc.passing(), "store:red.circle", "the pool is empty, so there is nothing to learn")
	require.Contains(t, sc.final(), "store:red.circle")

	last.Spells = spellSets("green:2")
	last.Seats[0].Spells = learnedSpells("green:5:circle")
	sc = startAsking(t, last)
	require.NotContains(t, sc.passing(), "use:green:5")
	require.Contains(t, sc.final(), "use:green:5", "it draws")
}

// A plain decision accepts the same answers.
func TestPlainDecisionsAreTheSame(t *testing.T) {
	s := newMatch(t, modeNames[modeClassic], 2, 3)
	var full game.Decision
	plain := game.Decision{Plain: true}
	require.True(t, s.Decision(s.ask.seat, &full))
	require.True(t, s.Decision(s.ask.seat, &plain))
	for i := range full.Options {
		full.Options[i].Final, full.Options[i].Passes = false, false
	}
	plain.Plain = false
	require.Equal(t, full, plain)
}

// In a solo match with a full pool, Blaze only gives a Materia to the opponent. Until that is
// chosen, the player can go back.
func TestBlazeAloneCanBeTakenBack(t *testing.T) {
	for _, altar := range []string{"blue.circle", "blue.circle green.square"} {
		sc := startAsking(t, Setup{
			Spells: spellSets("red:3"), Altar: counts(altar),
			Seats: []SeatSetup{{Pool: someMateria(9, "red", "blue"), Spells: learnedSpells("red:5:circle")}},
		})
		sc.answer("use:red:5").
			asks(0, "give").
			offers("give:blue.circle", "back")
		require.Empty(t, sc.events)
		sc.answer("back").
			asksPhase(0, "morning").
			answer("use:red:5").
			answer("give:blue.circle").
			happened(eventUsed, 1).
			happened(eventGiven, 1)
	}
}

// Two exchanges of the only Materia of the pool with the only one of the altar restore the position
// (R2, R18).
func TestExchangeThereAndBackIsNotOffered(t *testing.T) {
	in := func(altar, pool string, spells string) Setup {
		return Setup{
			Spells: spellSets("blue:3"),
			Phase:  "midday",
			Altar:  counts(altar),
			Seats:  []SeatSetup{{Pool: counts(pool), Spells: learnedSpells(spells)}, {}},
		}
	}
	start(t, in("blue.circle", "red.square", "green:5:circle")).
		offers("use:green:5", "use:green:3").
		offersNot("use:green:4")
	start(t, in("blue.circle", "red.square*2", "green:5:circle")).offers("use:green:4")
	start(t, in("blue.circle*2", "red.square", "green:5:circle")).offers("use:green:4")
	// Mirage draws for the first Materia taken, or for the second.
	start(t, in("blue.circle", "red.square", "green:4:circle blue:5:circle")).offers("use:green:4")
	start(t, in("blue.circle", "red.square", "green:4:circle blue:5:square")).offers("use:green:4")
	start(t, in("blue.circle", "red.square", "green:4:circle blue:5:triangle")).offersNot("use:green:4")
	require.Equal(t, "nothing_to_do", start(t, in("blue.circle", "red.square", "green:5:circle")).why(0, "use:green:4"))
}

// The events are in order: the payment, the learned spell, the end that it triggers, then its
// effects.
func TestLearningIsToldInOrder(t *testing.T) {
	sc := start(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{
			{
				Pool: counts("yellow.circle*3"),
				Spells: learnedSpells(
					"red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle",
				),
			},
			{},
		},
	}).answer("learn:yellow:3")
	require.Equal(t, []string{eventSpent, eventLearned, eventEnding, eventDrew, eventDrew}, sc.events[:5])
}

// An empty altar causes no "altar" event. The altar is empty before the symbol clears it only if
// nothing is left to draw.
func TestEmptyAltarIsNotCleared(t *testing.T) {
	elsewhere := allExcept("green.circle*3 red.circle " + strings.Join(opponentTrack(2), " "))
	sc := start(t, Setup{
		Phase: "evening", Altar: counts("red.circle"), Bag: counts(""), Box: counts(""),
		Opponent: &OpponentSetup{Track: opponentTrack(2), Lower: elsewhere},
		Seats:    []SeatSetup{{Pool: counts("green.circle*3")}},
	}).answer("skip").answerUntilAction()
	require.Equal(t, 3, int(sc.s.givenCount), "on the space with the symbol")
	sc.happened(eventGiven, 1).happened(eventAltar, 0)
}

// A seat that fills its Familiar and learns its last spell reports both causes.
func TestEndingIsToldOnceForEachCause(t *testing.T) {
	track := cards.MateriaNames[9:21]
	start(t, Setup{
		Phase: "midday",
		Seats: []SeatSetup{
			{
				Pool:     counts("yellow.circle*3 red.circle"),
				Familiar: track,
				Spells: learnedSpells(
					"red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle",
				),
			},
			{},
		},
	}).
		answer("store:red.circle").
		happened(eventEnding, 1).
		answer("learn:yellow:3").
		happened(eventEnding, 2)
}

// Copying the basic action gives no jokers from the player's own Transmutation (R27).
func TestCloneLearnsWithoutOwnTransmutation(t *testing.T) {
	in := Setup{
		Spells: spellSets("white:3"),
		Phase:  "midday",
		Seats: []SeatSetup{
			{Pool: counts("yellow.circle*2 red.circle"), Spells: learnedSpells("white:4:circle blue:5:circle")},
			{},
		},
	}
	start(t, in).offersNot("use:white:4")
	in.Phase = "evening"
	start(t, in).offers("learn:yellow:3")
}

// With nothing to draw and a full pool, the discard of Divination 3 is enough to use it.
func TestR17DivinationThreeDiscards(t *testing.T) {
	pool := counts("red.circle*5 blue.circle*4")
	in := Setup{
		Spells: spellSets("violet:3"), Altar: allExcept("red.circle*5 blue.circle*4 violet.circle"),
		Seats: []SeatSetup{{Pool: pool, Spells: learnedSpells("violet:3:circle")}, {}},
	}
	start(t, in).
		answer("use:violet:3").
		asks(0, "discard").
		offers("discard:red.circle", "back").
		answer("discard:red.circle").
		poolSize(0, 8)
}
