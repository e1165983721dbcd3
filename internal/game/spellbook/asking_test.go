package spellbook

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// This file holds the rule at the top of docs/decisions.md: what commits a
// player is asked, with a way back, also when one answer is left; what cannot be
// taken back says so.

// final lists the ids of the options that are marked as final, and passing those
// after which somebody else goes on.
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

// TestCommittingQuestionsAreAskedWithOneAnswer: every kind of question that
// moves the first Materia of an action is asked with its only answer and "back".
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
				Spells: sets(tt.sets), Phase: tt.phase, Altar: counts(tt.altar),
				Seats: []SeatSetup{{Pool: counts(tt.pool), Familiar: list(tt.familiar), Spells: know(tt.spells)}, {}},
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

// TestCloneAloneIsAskedBeforeItLearns: the use of a Clone that can only copy
// learning, of one spell, in one way, learns nothing by itself.
func TestCloneAloneIsAskedBeforeItLearns(t *testing.T) {
	sc := startAsking(t, Setup{
		Spells: sets("white:3"), Phase: "midday",
		Seats: []SeatSetup{{Pool: counts("yellow.circle*3"), Spells: know("white:4:circle")}, {}},
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

// TestLaterQuestionsWithOneAnswerAreSkipped: once something has moved, a
// question with one answer is not asked.
func TestLaterQuestionsWithOneAnswerAreSkipped(t *testing.T) {
	startAsking(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{{Pool: counts("red.square"), Spells: know("white:3:circle red:3:circle")}, {}},
	}).
		answer("use:white:3").
		answer("discard:red.square").
		level(0, "red", 4)
}

// TestFinalOptions: final is what draws; what ends the day or asks somebody else
// passes it on.
func TestFinalOptions(t *testing.T) {
	pool := SeatSetup{Pool: counts("red.circle*2 green.square"), Spells: know("red:4:circle green:3:circle")}
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
		Spells: sets("white:2"), Phase: "evening", Altar: counts("blue.circle"),
		Seats: []SeatSetup{{Pool: counts("red.circle*3"), Spells: know("white:5:circle")}, {}},
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
		Spells: sets("red:3"), Altar: counts("blue.circle green.circle"),
		Seats: []SeatSetup{{Pool: some(9, "red"), Spells: know("red:5:circle")}, {}},
	})
	require.Contains(t, blaze.passing(), "use:red:5", "the next seat is asked")
	require.NotContains(t, blaze.final(), "use:red:5", "but nothing is drawn yet")
}

// TestFinalAgreesWithWhatHappens plays random matches: an answer of a single
// option that is not final draws nothing, one that passes the day on asks somebody else, and one
// that does not leaves the day to its seat unless something is drawn.
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

// TestMarksDoNotDependOnDraws: positions that a seat cannot tell apart have the same documents and
// options with the same marks. In each of these the day may end after what is drawn next, or go on
// (rulings-spellbook.md: "Nobody sees what will be drawn").
func TestMarksDoNotDependOnDraws(t *testing.T) {
	midday := func(spells, pool, known string) Setup {
		return Setup{
			Spells: sets(spells), Phase: "midday", Altar: counts("yellow.triangle*5"),
			Seats: []SeatSetup{{Pool: counts(pool), Spells: know(known)}, {}},
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
			conformance.Alike(t, sc.rules, sc.s, sc.s.ask.seat, len(position.in.Seats), 60, &rng)
		})
	}
}

// TestPassesIsCertain: an option whose action draws nothing passes the day on although the altar is
// filled up afterwards, and one whose action draws does not pass it on by chance.
func TestPassesIsCertain(t *testing.T) {
	last := Setup{
		Phase: "midday", Altar: counts("blue.circle"),
		Seats: []SeatSetup{{Pool: counts("red.circle")}, {}},
	}
	sc := startAsking(t, last)
	require.Contains(t, sc.passing(), "store:red.circle", "the pool is empty, so there is nothing to learn")
	require.Contains(t, sc.final(), "store:red.circle")

	last.Spells = sets("green:2")
	last.Seats[0].Spells = know("green:5:circle")
	sc = startAsking(t, last)
	require.NotContains(t, sc.passing(), "use:green:5")
	require.Contains(t, sc.final(), "use:green:5", "it draws")
}

// TestPlainDecisionsAreTheSame: what is asked without what is only shown takes
// the same answers.
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

// TestBlazeAloneCanBeTakenBack: in solo, with a full pool, Blaze does nothing
// but give one to the opponent; until that is chosen there is a way back.
func TestBlazeAloneCanBeTakenBack(t *testing.T) {
	for _, altar := range []string{"blue.circle", "blue.circle green.square"} {
		sc := startAsking(t, Setup{
			Spells: sets("red:3"), Altar: counts(altar),
			Seats: []SeatSetup{{Pool: some(9, "red", "blue"), Spells: know("red:5:circle")}},
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

// TestExchangeThereAndBackIsNotOffered: two exchanges of the only Materia of the
// pool with the only one of the altar end where they began (R2, R18).
func TestExchangeThereAndBackIsNotOffered(t *testing.T) {
	in := func(altar, pool string, spells string) Setup {
		return Setup{
			Spells: sets("blue:3"),
			Phase:  "midday",
			Altar:  counts(altar),
			Seats:  []SeatSetup{{Pool: counts(pool), Spells: know(spells)}, {}},
		}
	}
	start(t, in("blue.circle", "red.square", "green:5:circle")).
		offers("use:green:5", "use:green:3").
		offersNot("use:green:4")
	start(t, in("blue.circle", "red.square*2", "green:5:circle")).offers("use:green:4")
	start(t, in("blue.circle*2", "red.square", "green:5:circle")).offers("use:green:4")
	// Mirage draws for the first one taken, or for the second.
	start(t, in("blue.circle", "red.square", "green:4:circle blue:5:circle")).offers("use:green:4")
	start(t, in("blue.circle", "red.square", "green:4:circle blue:5:square")).offers("use:green:4")
	start(t, in("blue.circle", "red.square", "green:4:circle blue:5:triangle")).offersNot("use:green:4")
	require.Equal(t, "nothing_to_do", start(t, in("blue.circle", "red.square", "green:5:circle")).why(0, "use:green:4"))
}

// TestLearningIsToldInOrder: what was spent, what was learned with it, then the
// end that it sets off, then what follows.
func TestLearningIsToldInOrder(t *testing.T) {
	sc := start(t, Setup{
		Phase: "evening",
		Seats: []SeatSetup{{
			Pool:   counts("yellow.circle*3"),
			Spells: know("red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle"),
		}, {}},
	}).answer("learn:yellow:3")
	require.Equal(t, []string{eventSpent, eventLearned, eventEnding, eventDrew, eventDrew}, sc.events[:5])
}

// TestEmptyAltarIsNotCleared: there is no "altar" event of nothing. The altar stays
// empty before the symbol clears it only if nothing is left to draw.
func TestEmptyAltarIsNotCleared(t *testing.T) {
	elsewhere := rest("green.circle*3 red.circle " + strings.Join(opponentTrack(2), " "))
	sc := start(t, Setup{
		Phase: "evening", Altar: counts("red.circle"), Bag: counts(""), Box: counts(""),
		Opponent: &OpponentSetup{Track: opponentTrack(2), Lower: elsewhere},
		Seats:    []SeatSetup{{Pool: counts("green.circle*3")}},
	}).answer("skip").carryOn()
	require.Equal(t, 3, int(sc.s.given), "on the space with the symbol")
	sc.happened(eventGiven, 1).happened(eventAltar, 0)
}

// TestEndingIsToldOnceForEachCause: a seat that fills its Familiar and learns
// its last spell tells both.
func TestEndingIsToldOnceForEachCause(t *testing.T) {
	track := cards.MateriaNames[9:21]
	start(t, Setup{
		Phase: "midday",
		Seats: []SeatSetup{{
			Pool: counts("yellow.circle*3 red.circle"), Familiar: track,
			Spells: know("red:3:circle violet:3:circle green:3:circle black:3:circle white:3:circle blue:3:circle"),
		}, {}},
	}).
		answer("store:red.circle").
		happened(eventEnding, 1).
		answer("learn:yellow:3").
		happened(eventEnding, 2)
}

// TestCloneLearnsWithoutOwnTransmutation: the basic action is copied, to which
// one's own Transmutation adds no jokers (R27).
func TestCloneLearnsWithoutOwnTransmutation(t *testing.T) {
	in := Setup{
		Spells: sets("white:3"),
		Phase:  "midday",
		Seats: []SeatSetup{
			{Pool: counts("yellow.circle*2 red.circle"), Spells: know("white:4:circle blue:5:circle")},
			{},
		},
	}
	start(t, in).offersNot("use:white:4")
	in.Phase = "evening"
	start(t, in).offers("learn:yellow:3")
}

// TestR17DivinationThreeDiscards: with nothing to draw and a full pool, the
// discard of Divination 3 is enough.
func TestR17DivinationThreeDiscards(t *testing.T) {
	pool := counts("red.circle*5 blue.circle*4")
	in := Setup{
		Spells: sets("violet:3"), Altar: rest("red.circle*5 blue.circle*4 violet.circle"),
		Seats: []SeatSetup{{Pool: pool, Spells: know("violet:3:circle")}, {}},
	}
	start(t, in).
		answer("use:violet:3").
		asks(0, "discard").
		offers("discard:red.circle", "back").
		answer("discard:red.circle").
		poolSize(0, 8)
}
