package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// Every message names the place, the value and the allowed values.
func TestSetupMessages(t *testing.T) {
	const (
		nine = `[1,2,3,4,5,6,7,8,9]`
		many = `[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]`
	)
	conformance.SetupMessages(t, theRules, [][2]string{
		{`{`, "the JSON ends too early"},
		{`{"player":2}`, "/player is unknown here"},
		{`{"players":2,"seats":[{"gauge":"x"}]}`, "/seats/0/gauge cannot be a string"},
		{
			`{"players":2,"seats":[{"play":["x"]}]}`,
			"/seats/0/play/0: a card in play is its number, or an object with card, id, turned and tokens",
		},
		{`{"players":2,"seats":[{"play":[{"crad":3}]}]}`, "/seats/0/play/0: /crad is unknown here"},
		{
			`{"players":2,"underway":[{"seat":0,"card":1,"step":0}]}`,
			"a position in the middle of an effect is reached by answers, not built: leave out underway and held",
		},
		{`{"players":2,"phase":"noon"}`, `phase "noon"; there is draft, split, round, dice, start, turn, end, over`},
		{`{"players":2,"year":5}`, "phase turn: year 5, 1 to 4"},
		{`{"players":2,"year":-1}`, "phase turn: year -1, 1 to 4"},
		{`{"players":2,"phase":"dice","year":4}`, "phase dice: year 4, 1 to 3"},
		{`{"players":2,"phase":"over","year":3}`, "phase over: year 3, not 4"},
		{`{"players":2,"phase":"split","year":2}`, "phase split: year 2, not 1"},
		{`{"players":2,"space":13}`, "phase turn: space 13, 1 to 12"},
		{`{"players":2,"round":1001}`, "round 1001, 0 to 1000"},
		{`{"players":2,"handed":[4]}`, "handed: year 4, 2 to 3"},
		{`{"players":2,"first":2}`, "first: seat 2, 0 to 1"},
		{`{"players":3,"active":-1}`, "active: seat -1, 0 to 2"},
		{`{"players":2,"turn":{"bonus":4}}`, "turn: bonus 4, 0 to 3"},
		{`{"players":2,"kept":{"lent":[1,2,3]}}`, `kept: season "lent"; there is winter, spring, summer, fall`},
		{`{"players":2,"kept":{"fall":[1,2]}}`, "kept: fall: 2 dice; 2 players have 3"},
		{`{"players":2,"kept":{"fall":[1,2,6]}}`, "kept: fall: die 6, 1 to 5"},
		{`{"players":2,"kept":{"fall":[1,2,2]}}`, "kept: fall: die 2 is there twice"},
		{`{"players":2,"season":"lent"}`, `season "lent"; there is winter, spring, summer, fall`},
		{`{"players":2,"dice":[{"die":1,"face":1}]}`, "dice: 1; 2 players have 3"},
		{
			`{"players":2,"dice":[{"die":4,"face":1},{"die":2,"face":1},{"die":3,"face":1}]}`,
			"dice: die 4; those kept of winter are 1, 2, 3",
		},
		{
			`{"players":2,"dice":[{"die":1,"face":1},{"die":1,"face":1},{"die":3,"face":1}]}`,
			"dice: die 1 is there twice",
		},
		{
			`{"players":2,"dice":[{"die":1,"face":7},{"die":2,"face":1},{"die":3,"face":1}]}`,
			"dice: die 1: face 7, 1 to 6",
		},
		{
			`{"players":2,"dice":[{"die":1,"face":1,"seat":2},{"die":2,"face":1},{"die":3,"face":1}]}`,
			"dice: die 1: seat 2, 0 to 1",
		},
		{
			`{"players":2,"dice":[{"die":1,"face":1,"seat":1},{"die":2,"face":1,"seat":1},{"die":3,"face":1}]}`,
			"dice: seat 1 has two dice",
		},
		{
			`{"players":2,"dice":[{"die":1,"face":1,"seat":1},{"die":2,"face":1},{"die":3,"face":1}]}`,
			"phase turn: 1 dice are taken; each of the 2 players has one",
		},
		{
			`{"players":2,"phase":"dice","dice":[{"die":1,"face":1,"seat":1},{"die":2,"face":1},{"die":3,"face":1}]}`,
			"dice: seat 0 has none; the dice are taken in turn order from seat 0",
		},
		{`{"players":2,"seats":[{},{},{}]}`, "seats: 3 for 2 players"},
		{`{"players":2,"seats":[{},{"answer":[1]}]}`, "seat 1: answers are given, not built: leave out answer"},
		{`{"players":2,"seats":[{"crystals":-1}]}`, "seat 0: crystals -1, 0 to 100000"},
		{`{"players":2,"seats":[{"gauge":16}]}`, "seat 0: gauge 16, 0 to 15"},
		{`{"players":2,"seats":[{},{"bonuses":4}]}`, "seat 1: bonuses 4, 0 to 3"},
		{`{"players":2,"seats":[{"hand":[31]}]}`, "seat 0: hand: level magician: card 31, 1 to 30"},
		{`{"players":2,"seats":[{"hand":[3,3]},{"play":[3]}]}`, "seat 1: play: a third card 3; there are 2 of each"},
		{`{"players":2,"seats":[{"library2":[1,2,3,4]}]}`, "seat 0: library2: cards 4, 0 to 3"},
		{`{"players":2,"year":3,"seats":[{"library3":[1]}]}`, "seat 0: library3: 1 cards, and it has been handed out"},
		{
			`{"players":2,"seats":[{"play":[1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10]}]}`,
			"seat 0: play: cards 19, 0 to 18",
		},
		{`{"players":2,"seats":[{"play":[{"card":1,"id":10001}]}]}`, "seat 0: play: card 1: id 10001, 1 to 10000"},
		{
			`{"players":2,"seats":[{"play":[{"card":1,"id":3}]},{"play":[{"card":2,"id":3}]}]}`,
			"seat 1: play: id 3 is there twice",
		},
		{
			`{"players":2,"seats":[{"play":[{"card":4,"tokens":{"water":3,"air":2}}]}]}`,
			"seat 0: play: card 4: tokens: 5, 0 to 4",
		},
		{
			`{"players":2,"options":{"level":"archmage"},"seats":[{"play":[{"card":35,"tokens":{"fire":7}}]}]}`,
			"seat 0: play: card 35: tokens: fire 7, 0 to 6",
		},
		{
			`{"players":2,"seats":[{"play":[{"card":3,"tokens":{"fire":1}}]}]}`,
			"seat 0: play: card 3: tokens: fire 1, not 0",
		},
		{`{"players":2,"seats":[{"reserve":{"air":4,"earth":4}}]}`, "seat 0: reserve: 8, 0 to 7"},
		{`{"players":2,"seats":[{"play":[18],"reserve":{"air":-1}}]}`, "seat 0: reserve: air -1, 0 to 10"},
		{
			`{"players":2,"phase":"draft","seats":[{"hand":[1]}]}`,
			"phase draft: seat 0: cards in hand, libraries or play; before the first round there are only packet " +
				"and picked",
		},
		{
			`{"players":2,"seats":[{"picked":[1]}]}`,
			"phase turn: seat 0: packet and picked have 1 cards; they are there in draft and split only",
		},
		{
			`{"players":2,"phase":"split","seats":[{"picked":[1]}]}`,
			"phase split: seat 0: packet 0 and picked 1 cards, not 0 and 9",
		},
		{
			`{"players":2,"phase":"draft","seats":[{"packet":[1]}]}`,
			"phase draft: seat 0: packet 1 and picked 0 cards; together they are 9",
		},
		{
			`{"players":2,"phase":"draft","seats":[
				{"packet":` + nine + `},{"packet":[10,11],"picked":[12,13,14,15,16,17,18]}]}`,
			"phase draft: seat 1: packet 2 cards; all packets have as many as that of seat 0, 9",
		},
		{
			`{"players":2,"phase":"draft","seats":[{"packet":[1],"picked":[12,13,14,15,16,17,18,19]}]}`,
			"phase draft: seat 0: packet: cards 1, 2 to 9",
		},
		{`{"players":2,"draw":[51]}`, "draw: level magician: card 51, 1 to 30"},
		{`{"players":2,"discard":[0]}`, "discard: level magician: card 0, 1 to 30"},
		{`{"players":2,"aside":[1,1,1]}`, "aside: a third card 1; there are 2 of each"},
		{`{"players":2,"rest":"hand"}`, `rest "hand"; there is draw, discard, aside`},
		{`{"players":2,"rolls":[7]}`, "rolls: face 7, 1 to 6"},
		{`{"players":2,"rolls":` + many + `}`, "rolls: 25, 0 to 24"},
		{`{"players":2,"draws":[31]}`, "draws: card 31, 1 to 30"},
	}, "setup_build.go")
	for setup, want := range map[string]coded.Code{
		`{}`:            game.CodeBadSeats,
		`{"players":5}`: game.CodeBadSeats,
		`{"players":2,"options":{"level":"hard"}}`: game.CodeBadOptions,
	} {
		_, err := theRules.Setup([]byte(setup), game.Seed{}, nil)
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal, setup)
		require.Equal(t, want, refusal.Code, setup)
	}
}

// A card in play can be given by its number alone.
func TestSetupTakesPlainNumbersInPlay(t *testing.T) {
	var hashes []string
	for _, play := range []string{
		`[3,{"card":4,"tokens":{"water":2}}]`, `[{"card":3},{"card":4,"id":2,"tokens":{"water":2}}]`,
	} {
		s, err := theRules.Setup([]byte(`{"players":2,"seats":[{"play":`+play+`}]}`), game.Seed{}, nil)
		require.NoError(t, err)
		hashes = append(hashes, game.Hash(s))
	}
	require.Equal(t, hashes[0], hashes[1])
}

// Decode refuses states of random games whose open question was closed, or whose programs were
// moved to operations that ask nothing.
func TestDecodeRefusesQuestionsThatNothingAsks(t *testing.T) {
	inProgress := 0
	for seed := range uint64(4) {
		s, err := theRules.New(game.MatchOptions{optionLevel: "archmage"}, 3, game.SeedFromInt(seed))
		require.NoError(t, err)
		for p := conformance.NewRandomPlay(seed); p.Answer(t, s); {
			broken := *s.(*match)
			if broken.isSimultaneous() || broken.phase == phaseOver {
				continue
			}
			refused := func() {
				data, err := broken.AppendBinary(nil)
				require.NoError(t, err)
				_, err = theRules.Decode(data)
				require.Error(t, err)
			}
			broken.ask.open = false
			refused()
			broken.ask.open = true
			if broken.stack.Len() > 0 {
				f := broken.stack.Top()
				for step, o := range broken.ops(f) {
					if o.verb.ask == nil {
						f.Step = uint8(step)
						refused()
						inProgress++
					}
				}
			}
		}
	}
	require.Greater(t, inProgress, 100)
}
