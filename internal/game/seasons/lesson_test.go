package seasons

import (
	"cmp"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/test/conformance"
)

var lessonOptions = game.MatchOptions{optionLevel: levelNames[lesson], optionFirst: "seat1"}

// A lesson begins with the dice of the first round, three known cards for each player and no
// libraries.
func TestLessonBeginsWithThreeCardsAndTheDice(t *testing.T) {
	for seed := range uint64(3) {
		m := newScenario(t, lessonOptions, 2, seed)
		view := m.s.Public().(*Public)
		require.Equal(t, "dice", view.Phase)
		require.Equal(t, "s1", view.Active)
		require.Equal(t, game.Table[DieView]{
			{Key: "d1", Value: DieView{Face: 3}},
			{Key: "d2", Value: DieView{Face: 3}},
			{Key: "d3", Value: DieView{Face: 1}},
		}, view.Dice)
		for seat := range game.Seat(2) {
			require.Equal(t, toUints(theRules.catalogue.Lesson[seat][0]), m.s.players[seat].hand.list())
			require.Zero(t, view.Seats[seat].Value.Library2+view.Seats[seat].Value.Library3)
		}
		require.Equal(t, 42, view.Draw)
	}
}

func toUints(numbers [3]int) (list []uint8) {
	for _, number := range numbers {
		list = append(list, uint8(number))
	}
	return list
}

// The events of the start include the first round, which begins without an answer.
func TestLessonReportsItsFirstRoundAtTheStart(t *testing.T) {
	var step game.Step
	newScenario(t, lessonOptions, 2, 1).s.Opening(&step)
	var kinds []string
	for _, event := range step.Events {
		kinds = append(kinds, event.Kind)
	}
	require.Equal(t, []string{"first", "round", "roll", "roll", "roll"}, kinds)
}

// Every year brings three cards to each hand. The dice of two rounds are the same in every lesson.
func TestLessonBringsThreeCardsEachYear(t *testing.T) {
	for seed := range uint64(20) {
		s := newScenario(t, lessonOptions, 2, seed).s
		libraries := map[int][]int{}
		var step game.Step
		for s.Waiting() != 0 {
			d := game.Decision{Plain: true}
			require.True(t, s.Decision(s.Waiting().First(), &d))
			picks := game.PlainAnswer(&d)
			if d.Kind == "turn" {
				picks = []game.Pick{{Key: game.Key{Word: optEnd}, N: 1}}
			}
			step.Reset()
			require.NoError(t, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
			for _, event := range step.Events {
				if event.Kind == eventLibrary {
					year, _ := event.Public.Get("year")
					n, _ := event.Public.Get("cards")
					libraries[year] = append(libraries[year], n)
				}
			}
			if s.round == 2 && s.phase == phaseDice {
				faces := []uint8{s.dice[0].face, s.dice[1].face, s.dice[2].face}
				require.Equal(t, lessonRolls[3:], faces)
			}
		}
		require.Equal(t, map[int][]int{2: {3, 3}, 3: {3, 3}}, libraries)
		for seat := range game.Seat(2) {
			nine := slices.Concat(
				toUints(theRules.catalogue.Lesson[seat][0]),
				toUints(theRules.catalogue.Lesson[seat][1]),
				toUints(theRules.catalogue.Lesson[seat][2]),
			)
			slices.Sort(nine)
			require.Equal(t, nine, s.players[seat].hand.list())
		}
		require.Zero(t, s.setAside.len())
	}
}

func TestLessonIsForTwoPlayers(t *testing.T) {
	for seats := 3; seats <= 4; seats++ {
		_, err := theRules.New(game.MatchOptions{optionLevel: "lesson"}, seats, game.SeedFromInt(1))
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, game.CodeBadOptions, refusal.Code)
	}
	require.Equal(t, "lesson", game.UnratedValue(theRules.Info(), lessonOptions).ID)
	require.Nil(t, game.UnratedValue(theRules.Info(), game.MatchOptions{optionLevel: "apprentice"}))
}

// All players know the cards of a lesson, so a sampled state has them in the same hands.
func TestSampleKeepsTheHandsOfALesson(t *testing.T) {
	s := newScenario(t, lessonOptions, 2, 1).s
	for n := range uint64(20) {
		random := game.NewRNG(game.SeedFromInt(n))
		sample := s.Sample(game.SeatViewer(0), &random).(*match)
		require.Equal(t, s.players[1].hand, sample.players[1].hand)
	}
}

// A position of a lesson can be described and built.
func TestPositionsOfALessonCanBeBuilt(t *testing.T) {
	s := newScenario(t, lessonOptions, 2, 4).s
	built := 0
	for p := conformance.NewRandomPlay(4); p.Answer(t, s); {
		if s.stack.Len() > 0 || s.phase == phaseOver {
			continue
		}
		data, err := json.Marshal(s.Describe())
		require.NoError(t, err)
		again, err := theRules.Setup(data, game.SeedFromInt(0), nil)
		require.NoError(t, err, "%s", data)
		require.Equal(t, s.Public(), again.Public())
		built++
	}
	require.Greater(t, built, 20)
}

// The weakest bot begins: it takes the die with a star and two fire, and summons the Amulet of Fire
// with them. The learner then chooses one of two dice.
func TestWeakestBotBeginsALesson(t *testing.T) {
	weakest := slices.MinFunc(characters(), func(a, b game.Bot) int {
		return cmp.Compare(a.(game.Character).Rating, b.(game.Character).Rating)
	})
	for seed := range uint64(5) {
		s := newScenario(t, lessonOptions, 2, seed).s
		asked := 0
		conformance.Contest(t, s, seed, []game.Bot{weakest, weakest}, func(p *game.Position) {
			if p.Seat != 0 || s.round != 1 {
				return
			}
			asked++
			switch p.Decision.Kind {
			case "die":
				require.Equal(t, game.Seat(1), s.dice[1].owner)
				require.Len(t, p.Decision.Options, 2)
			default:
				require.Equal(t, 1, s.players[1].played.count(cards.AmuletOfFire))
			}
		})
		require.Greater(t, asked, 1)
	}
}
