package game_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/game/bot"
	"archmage/test/conformance"
)

// toyQuestions plays a match of the toy and returns a decision of each kind.
func toyQuestions(t testing.TB) map[string]*game.Decision {
	t.Helper()
	s, err := conformance.Toy().New(nil, 2, game.SeedFromInt(1))
	require.NoError(t, err)
	rng := rand.New(rand.NewPCG(1, 1))
	list := map[string]*game.Decision{}
	var step game.Step
	for s.Waiting() != 0 {
		for _, d := range game.Pending(s) {
			kind := d.Kind
			if d.Answered {
				kind = "answered " + kind
			}
			list[kind] = &d
		}
		d := game.Pending(s)[rng.IntN(len(game.Pending(s)))]
		picks, ok := bot.Random(&d, rng, nil)
		require.True(t, ok)
		require.NoError(t, s.Apply(d.Seat, game.Answer{Decision: d.ID, Picks: picks}, &step))
	}
	require.Len(t, list, 5)
	return list
}

func TestPicksThereAndBack(t *testing.T) {
	rules, rng := conformance.Toy(), rand.New(rand.NewPCG(2, 1))
	for kind, d := range toyQuestions(t) {
		for range 100 {
			picks, ok := bot.Random(d, rng, nil)
			require.True(t, ok)
			data, err := json.Marshal(d.PicksText(rules, picks))
			require.NoError(t, err)
			back, err := d.ParsePicks(rules, data)
			require.NoError(t, err, "%s: %s", kind, data)
			require.Equal(t, picks, back, "%s: %s", kind, data)
		}
	}
}

func TestDecisionText(t *testing.T) {
	rules := conformance.Toy()
	questions := toyQuestions(t)
	d := questions["split"]
	d.ID, d.Seat = 7, 1
	requireJSON(t, `{"id":7,"seat":1,"kind":"split","options":[`+
		`{"id":"token:red","ref":"","max":2,"groups":["left","right"],"final":true},`+
		`{"id":"token:blue","ref":"","min":1,"groups":["left"],"final":true},`+
		`{"id":"back","ref":"","alone":true}],`+
		`"max":3,"groups":[{"id":"left","min":1,"max":2},{"id":"right","min":0,"max":2}],`+
		`"suggested":[{"option":"token:blue","n":1,"group":"left"}]}`, d.Text(rules))

	d = questions["answered bid"]
	d.Args = game.Facts{game.Int("round", 4)}
	d.Options, d.Suggested = d.Options[:1], nil
	d.Options[0].Key.A, d.Current[0].Key.A = 7, 7
	d.ID, d.Seat = 9, 0
	requireJSON(
		t,
		`{"id":9,"seat":0,"kind":"bid","args":{"round":4},"options":[{"id":"bid:7","ref":"hand:7","final":true}],`+
			`"open":true,"answered":true,"current":["bid:7"]}`,
		d.Text(rules),
	)

	text := d.Text(rules)
	d.Reset()
	d.Args = append(d.Args, game.Int("x", 1))
	n, _ := text.Args.Get("round")
	require.Equal(t, 4, n, "the text shares nothing with the decision")
}

func TestParsePicks(t *testing.T) {
	red, blue := game.Pick{}, game.Pick{}
	questions := toyQuestions(t)
	split := questions["split"]
	red.Key, blue.Key = split.Options[0].Key, split.Options[1].Key
	set := func(p game.Pick, n uint16, group uint8) game.Pick { p.N, p.Group = n, group; return p }
	back := game.Pick{Key: split.Options[2].Key, N: 1}
	long := func(n int) string { return `["token:blue"` + strings.Repeat(`,"token:blue"`, n-1) + `]` }
	tests := []struct {
		name, text string
		want       []game.Pick
		code       coded.Code
	}{
		{name: "nothing chosen", text: `[]`, want: []game.Pick{}},
		{name: "short form", text: `["back"]`, want: []game.Pick{back}},
		{
			name: "the only group need not be named",
			text: `["token:blue"]`,
			want: []game.Pick{set(blue, 1, 0)},
		},
		{
			name: "long form",
			text: ` [ {"option":"token:red","n":2,"group":"right"} ] `,
			want: []game.Pick{set(red, 2, 1)},
		},
		{
			name: "n left out",
			text: `[{"option":"token:red","group":"left"},"token:blue"]`,
			want: []game.Pick{set(red, 1, 0), set(blue, 1, 0)},
		},
		{
			name: "legal or not, it is read",
			text: `[{"option":"token:blue","n":65535,"group":"right"}]`,
			want: []game.Pick{set(blue, 65535, 1)},
		},
		{
			name: "an option of another question",
			text: `["roll"]`,
			want: []game.Pick{{Key: questions["act"].Options[0].Key, N: 1}},
		},
		{
			name: "as many as are ever read",
			text: long(game.MaxOptions),
			want: slices.Repeat([]game.Pick{set(blue, 1, 0)}, game.MaxOptions),
		},
		{
			name: "more than are ever read",
			text: long(game.MaxOptions + 1),
			code: coded.Malformed,
		},
		{name: "empty", text: ``, code: coded.Malformed},
		{name: "null", text: `null`, code: coded.Malformed},
		{name: "no list", text: `"back"`, code: coded.Malformed},
		{name: "more after the list", text: `["back"] ["back"]`, code: coded.Malformed},
		{name: "a bracket too many", text: `["back"]]`, code: coded.Malformed},
		{name: "a brace too many", text: `["back"]}`, code: coded.Malformed},
		{name: "cut off", text: `["back"`, code: coded.Malformed},
		{name: "a number", text: `[1]`, code: coded.Malformed},
		{
			name: "another field",
			text: `[{"option":"back","x":1}]`,
			code: coded.Malformed,
		},
		{
			name: "too long",
			text: `["` + strings.Repeat("x", 9000) + `"]`,
			code: coded.Malformed,
		},
		{name: "no option", text: `[{}]`, code: game.CodeUnknownOption},
		{name: "null for an option", text: `[null]`, code: game.CodeUnknownOption},
		{name: "unknown option", text: `["token:green"]`, code: game.CodeUnknownOption},
		{name: "zero times", text: `[{"option":"back","n":0}]`, code: game.CodeBadCount},
		{
			name: "minus one time",
			text: `[{"option":"back","n":-1}]`,
			code: game.CodeBadCount,
		},
		{
			name: "65536 times",
			text: `[{"option":"back","n":65536}]`,
			code: game.CodeBadCount,
		},
		{
			name: "unknown group",
			text: `[{"option":"token:red","group":"middle"}]`,
			code: game.CodeBadGroup,
		},
		{name: "no group named of two", text: `["token:red"]`, code: game.CodeBadGroup},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			picks, err := split.ParsePicks(conformance.Toy(), []byte(test.text))
			requireCode(t, test.code, err)
			require.Equal(t, test.want, picks)
		})
	}
	_, err := questions["act"].ParsePicks(conformance.Toy(), []byte(`[{"option":"roll","group":"left"}]`))
	requireCode(t, game.CodeBadGroup, err)
}

func TestPickTextThereAndBack(t *testing.T) {
	for text, pick := range map[string]game.PickText{
		`"a"`:                              {Option: "a", N: 1},
		`{"option":"a","n":2}`:             {Option: "a", N: 2},
		`{"option":"a","n":1,"group":"g"}`: {Option: "a", N: 1, Group: "g"},
	} {
		requireJSON(t, text, pick)
		var back game.PickText
		require.NoError(t, json.Unmarshal([]byte(text), &back))
		require.Equal(t, pick, back)
	}
}

func FuzzParsePicks(f *testing.F) {
	rules := conformance.Toy()
	var questions []*game.Decision
	byKind := toyQuestions(f)
	for _, kind := range []string{"bid", "act", "split", "sing"} {
		questions = append(questions, byKind[kind])
	}
	for i, text := range []string{
		`["bid:3"]`, `["roll"]`, `[{"option":"token:red","n":2,"group":"right"},"token:blue"]`,
		`["note:do","note:mi","note:do"]`,
		`[]`, `null`, `[{"option":"back","n":65536}]`, `["back"]]`, `[null]`, `{"option":"\u0000"}`,
	} {
		f.Add(uint8(i), []byte(text))
	}
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		d := questions[int(which)%len(questions)]
		picks, err := d.ParsePicks(rules, data)
		if err != nil {
			require.Empty(t, picks)
			require.IsType(t, &coded.Error{}, err)
			return
		}
		// Legal picks are the same after they are written and parsed again.
		if d.Check(game.Answer{Decision: d.ID, Picks: picks}) != nil {
			return
		}
		again, err := json.Marshal(d.PicksText(rules, picks))
		require.NoError(t, err)
		back, err := d.ParsePicks(rules, again)
		require.NoError(t, err)
		require.Equal(t, picks, back)
	})
}
