package seasons

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/test/conformance"
)

// playBots plays a match with one bot per seat. If asked is not nil, it is called with every
// position of seat 0.
func playBots(t *testing.T, level, edition string, seed uint64, players []game.Bot, asked func(p *game.Position)) {
	s := newScenario(t, game.MatchOptions{optionLevel: level, optionEdition: edition}, len(players), seed).s
	conformance.Contest(t, s, seed+1<<32, players, func(p *game.Position) {
		if asked != nil && p.Seat == 0 {
			asked(p)
		}
	})
}

func TestBotBeatsRandomPlayers(t *testing.T) {
	for _, level := range levelNames[:lesson] {
		for _, seats := range []int{2, 4} {
			t.Run(fmt.Sprintf("%s, %d players", level, seats), func(t *testing.T) {
				t.Parallel()
				mean, _ := conformance.BeatsRandom(t, theRules, NewBot(), conformance.Case{
					Options: game.MatchOptions{optionLevel: level}, Seats: seats, Games: conformance.Thorough(25, 100),
				})
				least := 0.0
				if level == "archmage" && seats == 2 {
					least = 60
				}
				require.Greater(t, mean, least)
			})
		}
	}
}

// In many games between bots, every kind of decision is answered legally by its own rule, nearly
// all kinds occur, and turns end.
func TestBotHasARuleForEveryKindOfDecision(t *testing.T) {
	b := NewBot().(*game.RuleBot[evaluation])
	kinds := map[string]int{}
	longest := 0
	for seed := range conformance.Thorough[uint64](60, 120) {
		answers := 0
		seats := 2 + int(seed%3)
		players := conformance.Against(b, b, seats)
		if seed%2 == 0 {
			players = conformance.Against(b, bot.NewRandom(), seats)
		}
		playBots(t, levelNames[seed%3], editionNames[seed/3%2], seed, players, func(p *game.Position) {
			d := p.Decision
			answers++
			kinds[d.Kind]++
			picks, ok := b.Answer(p)
			require.True(t, ok, d.Kind)
			require.NoError(
				t,
				d.Check(game.Answer{Decision: d.ID, Picks: picks}),
				"%s: %v %v",
				d.Kind,
				d.Options,
				picks,
			)
		})
		longest = max(longest, answers)
	}
	require.Less(t, longest, 600, "a turn that does not end")
	for _, kind := range kindNames() {
		require.Contains(t, b.Rules, kind)
	}
	require.GreaterOrEqual(t, len(kinds), len(kindNames())-3, kinds)
}

// The bot answers every question of the examples in the documentation, which cover all kinds of
// decisions.
func TestBotAnswersEveryKindOfDecision(t *testing.T) {
	b := NewBot().(*game.RuleBot[evaluation])
	files, err := filepath.Glob(filepath.Join(docs, "examples", "seasons-*.json"))
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		var example struct {
			Setup   json.RawMessage
			Answers []struct {
				Seat   game.Seat
				Answer json.RawMessage
			}
		}
		require.NoError(t, json.Unmarshal(data, &example))
		s, err := theRules.Setup(example.Setup, game.SeedFromInt(0), nil)
		require.NoError(t, err)
		for _, answer := range example.Answers {
			p := game.NewPosition(s, answer.Seat, nil)
			require.NotNil(t, p)
			d := p.Decision
			seen[d.Kind] = true
			picks, ok := b.Answer(p)
			require.True(t, ok, d.Kind)
			require.NoError(t, d.Check(game.Answer{Decision: d.ID, Picks: picks}), "%s: %s", file, d.Kind)
			given, err := d.ParsePicks(theRules, answer.Answer)
			require.NoError(t, err)
			// Some examples end with an answer that is refused.
			_ = s.Apply(answer.Seat, game.Answer{Decision: d.ID, Picks: given}, &game.Step{})
		}
	}
	for _, kind := range kindNames() {
		require.True(t, seen[kind], kind)
	}
}

// botAnswers returns the bot's answer in the position, as text ids.
func botAnswers(m *scenario, seat int) []string {
	m.t.Helper()
	p := game.NewPosition(m.s, game.Seat(seat), nil)
	require.NotNil(m.t, p)
	picks := NewBot().Choose(m.t.Context(), p, nil)
	require.NoError(m.t, p.Decision.Check(game.Answer{Decision: p.Decision.ID, Picks: picks}))
	var ids []string
	for _, pick := range picks {
		for range pick.N {
			ids = append(ids, theRules.OptionID(pick.Key))
		}
	}
	return ids
}

// In a last round nothing follows the turn. The other round is in the first spring, with a
// remaining die of one pip. Face 1 of the first winter and fall dice allows transmuting.
func TestBotTurns(t *testing.T) {
	last := Setup{Year: 3, Space: 12}
	early := Setup{Year: 1, Space: 5}
	noSymbol := dice(3, 1, 1)
	turn := func(setup Setup, dice []DieSetup, seat SeatSetup) Setup {
		setup.Dice = dice
		setup.Seats = []SeatSetup{seat, {}}
		return setup
	}
	tests := []struct {
		name  string
		setup Setup
		want  string
	}{
		{
			name:  "summons what can be paid",
			setup: turn(early, nil, SeatSetup{Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}),
			want:  summonID(cards.StaffOfSpring),
		},
		{
			name:  "plays a card to be rid of it",
			setup: turn(last, noSymbol, SeatSetup{Gauge: 1, Reserve: energy("F2"), Hand: []int{cards.PotionOfPower}}),
			want:  summonID(cards.PotionOfPower),
		},
		{
			name:  "keeps the bonuses early",
			setup: turn(early, noSymbol, SeatSetup{Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}),
			want:  "end",
		},
		{
			name:  "raises the gauge at last for a card",
			setup: turn(last, noSymbol, SeatSetup{Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}),
			want:  "bonus:gauge",
		},
		{
			name:  "not for a card that cannot be paid",
			setup: turn(last, noSymbol, SeatSetup{Reserve: energy("E2"), Hand: []int{cards.StaffOfSpring}}),
			want:  "end",
		},
		{
			name:  "transmutes what is left at last",
			setup: turn(last, nil, SeatSetup{Reserve: energy("W2")}),
			want:  "transmute",
		},
		{
			name:  "with the bonus if there is much",
			setup: turn(last, noSymbol, SeatSetup{Reserve: energy("W4")}),
			want:  "bonus:transmute",
		},
		{
			name:  "not if there is little",
			setup: turn(last, noSymbol, SeatSetup{Reserve: energy("A1")}),
			want:  "end",
		},
		{
			name:  "keeps energies that score at the end",
			setup: turn(last, noSymbol, SeatSetup{Reserve: energy("W4"), Play: inPlayCards(cards.LanternOfXidit)}),
			want:  "end",
		},
		{
			name:  "changes energies at last for a card",
			setup: turn(last, noSymbol, SeatSetup{Gauge: 1, Reserve: energy("E2A2"), Hand: []int{cards.StaffOfSpring}}),
			want:  "bonus:exchange",
		},
		{
			name: "uses a card that gives crystals",
			setup: turn(
				early,
				noSymbol,
				SeatSetup{Gauge: 2, Play: inPlayCards(cards.IdolOfTheFamiliar, cards.FigrimTheAvaricious)},
			),
			want: "activate:1",
		},
		{
			name: "does not swap energies for nothing",
			setup: turn(
				early,
				noSymbol,
				SeatSetup{Crystals: 9, Reserve: energy("A3"), Play: inPlayCards(cards.MirrorOfTheSeasons)},
			),
			want: "end",
		},
		{
			name:  "does not begin a Cauldron too late",
			setup: turn(last, noSymbol, SeatSetup{Reserve: energy("A1"), Play: inPlayCards(cards.GluttonCauldron)}),
			want:  "end",
		},
		{
			name: "weighs an Elemental Amulet by what else is in hand",
			setup: turn(
				last,
				nil,
				SeatSetup{
					Gauge:   3,
					Reserve: energy("A1F1"),
					Hand:    []int{cards.ElementalAmulet, cards.ElementalAmulet, cards.RunicCubeOfEolis},
				},
			),
			want: summonID(cards.ElementalAmulet),
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.Equal(t, []string{test.want}, botAnswers(position(t, test.setup), 0))
		})
	}
}

// With a Hand of Fortune an energy is always waived, even if the remaining energies seem to be
// worth more with one fewer.
func TestBotWaives(t *testing.T) {
	m := position(t, Setup{Year: 3, Space: 12, Dice: dice(3, 1, 1), Seats: []SeatSetup{
		{
			Gauge:    14,
			Crystals: 14,
			Reserve:  energy("A1W1F1"),
			Hand:     []int{cards.WondrousChest, cards.RagfieldsHelm, cards.PotionOfDreams, cards.HourglassOfTime},
			Play: inPlayCards(
				cards.StaffOfSpring, cards.DivineChalice, cards.AmuletOfFire, cards.ScepterOfGreatness,
				cards.RunicCubeOfEolis, cards.YjangsForgottenVase, cards.BeggarsHorn, cards.HandOfFortune,
			),
		},
		{},
	}}).answer(0, summonID(cards.WondrousChest)).asks(0, "waive")
	picks, ok := NewBot().(*game.RuleBot[evaluation]).Answer(game.NewPosition(m.s, 0, nil))
	require.True(t, ok)
	require.Len(t, picks, 1)
}

// Without documents, or for an unknown kind of decision, the bot still answers legally.
func TestBotFallback(t *testing.T) {
	b := NewBot()
	require.Equal(t, "greedy", b.ID())
	blind := conformance.Against(blindBot{b}, bot.NewRandom(), 3)
	for seed := range uint64(30) {
		playBots(t, levelNames[seed%3], "first", seed, blind, nil)
	}
	unknown := &game.Decision{
		ID:      1,
		Kind:    "unknown",
		Options: []game.Option{{Key: cardKey(1), Min: 1, Max: 2}, {Key: cardKey(2), Max: 1}},
		Min:     2,
		Max:     3,
	}
	picks := b.Choose(t.Context(), &game.Position{Public: &Public{}, Private: &Private{}, Decision: unknown}, nil)
	require.NoError(t, unknown.Check(game.Answer{Decision: 1, Picks: picks}))
	alone := &game.Decision{ID: 1, Kind: "unknown", Min: 1, Max: 1}
	alone.AddAlone(game.Key{Word: optBack})
	require.Equal(
		t,
		[]game.Pick{{Key: game.Key{Word: optBack}, N: 1}},
		b.Choose(t.Context(), &game.Position{Decision: alone}, nil),
	)
}

// blindBot sees only what a spectator sees, and no suggestions.
type blindBot struct{ game.Bot }

func (b blindBot) Choose(ctx context.Context, p *game.Position, random *game.RNG) []game.Pick {
	question := *p.Decision
	question.Suggested = nil
	return b.Bot.Choose(ctx, &game.Position{Seat: p.Seat, Public: p.Public, Decision: &question}, random)
}
