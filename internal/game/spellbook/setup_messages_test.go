package spellbook

import (
	"strings"
	"testing"

	"archmage/test/conformance"
)

// Every message names the place, the value and the allowed values.
func TestSetupMessages(t *testing.T) {
	list := func(n int) string { return `["red.circle"` + strings.Repeat(`,"red.circle"`, n-1) + `]` }
	colours := "there is red, violet, green, black, white, blue, yellow"
	conformance.SetupMessages(t, New(), [][2]string{
		{`{`, "the JSON ends too early"},
		{`{"seats":[{},{}],"moon":1}`, "/moon is unknown here"},
		{
			`{"seats":[{"pool":3},{}]}`,
			`/seats/0/pool: Materia are an object of numbers, as {"red.circle": 2}, or a list that names every one`,
		},
		{`{"seats":[{"pool":{"red.circle":1,"red.circle":2}},{}]}`, `/seats/0/pool/red.circle is there twice`},
		{strings.Repeat(" ", 1<<20) + "{}", "the position is longer than 1048576 bytes"},
		{`{}`, "seats: 0, 1 to 4"},
		{`{"seats":[{},{},{},{},{}]}`, "seats: 5, 1 to 4"},
		{`{"seats":[{}],"handicap":4}`, "handicap 4, 0 to 3"},
		{`{"seats":[{},{}],"handicap":1}`, "handicap 1: only a player alone has one, not 2 players"},
		{`{"seats":[{},{}],"round":1001}`, "round 1001, 0 to 100"},
		{`{"seats":[{},{}],"first":2}`, "first: seat 2, 0 to 1"},
		{`{"seats":[{},{}],"active":-1}`, "active: seat -1, 0 to 1"},
		{`{"seats":[{},{}],"phase":"noon"}`, `phase "noon"; there is morning, second, midday, evening, night, over`},
		{`{"seats":[{},{}],"phase":"night"}`, "phase night: only a player alone has an opponent, not 2 players"},
		{
			`{"seats":[{},{}],"phase":"over"}`,
			"phase over: the match is over in round 1, and nobody has all spells or a full Familiar",
		},
		{
			`{"seats":[{},{}],"phase":"over","doing":[{"program":"take"}]}`,
			"phase over: leave out doing; nothing is being done any more",
		},
		{`{"seats":[{},{}],"mode":"set4"}`, `mode "set4"; there is set1, set2, set3, classic, agreed`},
		{`{"seats":[{},{}],"spells":{"pink":2}}`, `spells: colour "pink"; ` + colours},
		{`{"seats":[{},{}],"spells":{"red":4}}`, "spells: mode agreed: red: set 4, 1 to 3"},
		{`{"seats":[{},{}],"mode":"set1","spells":{"red":2}}`, "spells: mode set1: red: set 2, not 1"},
		{
			`{"seats":[{},{"pool":["red.star"]}]}`,
			`seat 1: pool: no Materia "red.star"; it is COLOUR.RUNE, as red.circle`,
		},
		{`{"seats":[{},{}],"altar":{"red.circle":-1}}`, "altar: red.circle -1, 0 to 5"},
		{
			`{"seats":[{"pool":` + list(4) + `},{}],"altar":` + list(2) + `}`,
			"6 of red.circle: pool of seat 0 has 4, altar 2; there are 5",
		},
		{
			`{"seats":[{"familiar":` + list(
				4,
			) + `},{"spells":{"red":{"level":3,"rune":"circle"}}}],"box":["red.circle"]}`,
			"6 of red.circle: familiar of seat 0 has 4, spells of seat 1 has 1, box 1; there are 5",
		},
		{
			`{"seats":[{}],"opponent":{"track":` + list(4) + `,"lower":["red.circle"]},"spent":["red.circle"]}`,
			"6 of red.circle: spent 1, track of the opponent 4, lower of the opponent 1; there are 5",
		},
		{
			`{"seats":[{},{}],"bag":{"red.circle":1},"box":{"red.circle":1}}`,
			"2 of red.circle: bag 1, box 1; there are 5",
		},
		{`{"seats":[{},{}],"bag":{"red.circle":5},"box":{}}`, "0 of red.triangle: nowhere; there are 5"},
		{`{"seats":[{"pool":{"red.circle":5,"red.square":5}},{}]}`, "seat 0: pool: 10, 0 to 9"},
		{`{"seats":[{"familiar":` + list(14) + `},{}]}`, "seat 0: familiar: 14, 0 to 13"},
		{`{"seats":[{"spells":{"pink":{"level":3,"rune":"circle"}}},{}]}`, `seat 0: spells: colour "pink"; ` + colours},
		{`{"seats":[{"spells":{"red":{"level":6,"rune":"circle"}}},{}]}`, "seat 0: spells: red: level 6, 3 to 5"},
		{
			`{"seats":[{"spells":{"red":{"level":4,"rune":"star"}}},{}]}`,
			`seat 0: spells: red: rune "star"; there is circle, triangle, square`,
		},
		{
			`{"seats":[{},{}],"opponent":{"track":["red.circle"]}}`,
			"opponent: only a player alone has one, not 2 players",
		},
		{`{"seats":[{},{}],"draws":` + list(41) + `}`, "draws: 41, at most 40"},
		{
			`{"seats":[{},{}],"bag":["red.circle"],"draws":["red.square"]}`,
			"draws: 1: red.square is not in the bag by then",
		},
		{`{"seats":[{},{}],"spent":["red.circle"]}`, "spent: 1 Materia, and no spell is being paid"},
		{
			`{"seats":[{},{}],"doing":[` + strings.Repeat(`{"program":"take"},`, 7) + `{"program":"take"}]}`,
			"doing: 8, at most 7",
		},
		{
			`{"seats":[{},{}],"doing":[{"program":"nap"}]}`,
			`doing: 1: program "nap"; there is take, draw, store, learn and COLOUR:LEVEL, as red:4`,
		},
		{
			`{"seats":[{},{}],"doing":[{"program":"take","step":1},{"program":"take"}]}`,
			`doing: 2: program "take": what would have started it is finished`,
		},
		{`{"seats":[{},{}],"doing":[{"program":"take","step":17}]}`, "doing: 1: step 17, 0 to 16"},
		{`{"seats":[{},{}],"doing":[{"program":"learn","level":2}]}`, "doing: 1: level 2, 3 to 5"},
		{
			`{"seats":[{},{}],"doing":[{"program":"learn","same":"pink"}]}`,
			`doing: 1: same: "pink" is neither a rune nor a colour`,
		},
		{
			`{"seats":[{},{}],"doing":[{"program":"learn","learn":"pink"}]}`,
			`doing: 1: learn: colour "pink"; ` + colours,
		},
		{
			`{"seats":[{},{}],"doing":[{"program":"learn","way":"9"}]}`,
			`doing: 1: way "9"; a way is JOKERS or JOKERS:RUNE, as 1:circle`,
		},
		{`{"seats":[{},{}],"doing":[{"program":"draw"}]}`, "nobody is asked anything at this place"},
		{`{"seats":[{},{}],"doing":[{"program":"red:4"}]}`, "frame 1: red cannot be used at level 4"},
		{
			`{"seats":[{},{}],"phase":"evening","doing":[{"program":"learn","step":3,` +
				`"learn":"red","level":3,"materia":"red.circle"}]}`,
			"frame 1: the placed Materia is not there",
		},
	}, "setup.go", "setup_pieces.go", "setup_doing.go")
}
