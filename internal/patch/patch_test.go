package patch_test

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/patch"
)

// The types of the tests, which together have every shape.

type point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

// colour encodes itself as a string.
type colour int8

func (c colour) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "colour-%d", int(c)), nil }

// loud encodes itself, if it can be addressed.
type loud string

func (l *loud) MarshalJSON() ([]byte, error) { return json.Marshal(strings.ToUpper(string(*l))) }

// limit is zero at ten.
type limit int

func (l limit) IsZero() bool { return l == 10 }

// bound is zero at ten, if asked by its address.
type bound struct{ N int }

func (b *bound) IsZero() bool { return b.N == 10 }

type base struct {
	ID     string `json:"id"`
	Number int    `json:"number"` // hidden by that of everything
}

type Extra struct {
	Note string `json:"note"`
	base        // embedded twice at two levels: the outer one counts
}

type Left struct{ Both, Tagged int }

type Right struct {
	Both  int
	Other int `json:"Tagged"`
}

// twins gets Shared from both sides, so that neither counts.
type twins struct {
	TwinA
	TwinB
	X int
}

type (
	TwinA  struct{ Shared }
	TwinB  struct{ Shared }
	Shared struct{ X, Y int }
)

type key string

// row looks like an entry of a table, but rows encodes as an array.
type row struct {
	Key   string
	Value int
}

type rows []row

func (r rows) MarshalJSON() ([]byte, error) { return json.Marshal([]row(r)) }

// deep has fields at different places in memory: in itself at two depths, and
// behind pointers, one of which may lead to itself.
type deep struct {
	*Far
	*deep
	A int
	Middle
	Z int
}

// named has an embedded struct that is a member of its own.
type named struct {
	base `json:"base"`
}

type (
	Far    struct{ F, G int }
	Middle struct {
		M int
		Inmost
	}
	Inmost struct{ I, J int }
)

type everything struct {
	base
	*Extra
	Left
	Right
	Number  uint16                      `json:"number"`
	Flag    bool                        `json:"flag"`
	Ratio   float64                     `json:"ratio"`
	Small   float32                     `json:"small"`
	Text    string                      `json:"text"`
	Exact   json.Number                 `json:"exact"`
	Empty   int                         `json:"empty,omitempty"`
	EmptyS  []string                    `json:"emptyS,omitempty"`
	EmptyP  *point                      `json:"emptyP,omitempty"`
	Zero    point                       `json:"zero,omitzero"`
	ZeroL   limit                       `json:"zeroL,omitzero"`
	ZeroB   bound                       `json:"zeroB,omitzero"`
	ZeroP   *limit                      `json:"zeroP,omitzero"`
	ZeroI   interface{ IsZero() bool }  `json:"zeroI,omitzero"`
	When    time.Time                   `json:"when,omitzero"`
	Quoted  int                         `json:"quoted,string"`
	QuotedS string                      `json:"quotedS,string"`
	QuotedP *float64                    `json:"quotedP,string"`
	QuotedN json.Number                 `json:"quotedN,string"`
	QuotedE bool                        `json:"quotedE,omitempty,string"`
	List    []int                       `json:"list"`
	Array   [3]uint8                    `json:"array"`
	Floats  []float64                   `json:"floats"`
	Bytes   []byte                      `json:"bytes"`
	Points  []point                     `json:"points"`
	Rows    rows                        `json:"rows"`
	Numbers map[string]int              `json:"numbers"`
	Places  map[key]point               `json:"places"`
	ByInt   map[int]string              `json:"byInt"`
	Colour  colour                      `json:"colour"`
	Colours []colour                    `json:"colours"`
	Loud    loud                        `json:"loud"`
	Facts   game.Facts                  `json:"facts"`
	Raw     json.RawMessage             `json:"raw"`
	Any     any                         `json:"any"`
	Pointer **int                       `json:"pointer"`
	Inner   *point                      `json:"inner"`
	Table   game.Table[point]           `json:"table"`
	Counts  game.Table[int]             `json:"counts"`
	Maybe   game.Table[*point]          `json:"maybe"`
	Nested  game.Table[game.Table[int]] `json:"nested"`
	Child   *everything                 `json:"child"`
	Ignored int                         `json:"-"`
	//lint:ignore SA5008 a name that looks like an option
	Dash int `json:"-,"`
	//lint:ignore SA5008 a name that is not taken
	Bad     int `json:"bad\\name"`
	Odd     int `json:"<é&>"`
	private int
}

func TestDiff(t *testing.T) {
	one, two := 1, 2
	p1, p2 := &one, &two
	type counts = game.Table[int]
	type raw = json.RawMessage
	tests := []struct {
		name          string
		before, after any
		want          string
	}{
		{"a number", point{1, 2}, point{1, 3}, `{"y":3}`},
		{"two numbers", &point{1, 2}, &point{-2, 3}, `{"x":-2,"y":3}`},
		{"no number", &point{1, 2}, &point{1, 2}, ``},
		{"a nested struct", &everything{Zero: point{1, 2}}, &everything{Zero: point{1, 0}}, `{"zero":{"y":0}}`},
		{"a struct that comes", &everything{}, &everything{Zero: point{1, 0}}, `{"zero":{"x":1,"y":0}}`},
		{"a struct that goes", &everything{Zero: point{1, 0}}, &everything{}, `{"zero":null}`},
		{"zero by a method", &everything{ZeroL: 1, ZeroB: bound{2}}, &everything{ZeroL: 10, ZeroB: bound{10}},
			`{"zeroL":null,"zeroB":null}`},
		{"an empty number that comes", &everything{}, &everything{Empty: 1}, `{"empty":1}`},
		{"an empty number that goes", &everything{Empty: 1}, &everything{}, `{"empty":null}`},
		{"an empty list that goes", &everything{EmptyS: []string{"a"}}, &everything{EmptyS: []string{}}, `{"emptyS":null}`},
		{"a pointer that comes", &everything{}, &everything{Inner: &point{1, 2}}, `{"inner":{"x":1,"y":2}}`},
		{"a pointer that goes", &everything{Inner: &point{1, 2}}, &everything{}, `{"inner":null}`},
		{"a pointer to another", &everything{Inner: &point{1, 2}}, &everything{Inner: &point{1, 3}}, `{"inner":{"y":3}}`},
		{"a pointer to the same", &everything{Inner: &point{1, 2}}, &everything{Inner: &point{1, 2}}, ``},
		{"a pointer to a pointer", &everything{Pointer: &p1}, &everything{Pointer: &p2}, `{"pointer":2}`},
		{"a pointer to a pointer to nothing", &everything{Pointer: &p1}, &everything{Pointer: new(*int)}, `{"pointer":null}`},
		{"the same pointer", p1, p1, ``},
		{"a struct inside itself", &everything{Child: &everything{Empty: 1}}, &everything{Child: &everything{Empty: 2}},
			`{"child":{"empty":2}}`},
		{"an embedded struct", &everything{base: base{ID: "a", Number: 1}}, &everything{base: base{ID: "b", Number: 2}}, `{"id":"b"}`},
		{"an embedded pointer that comes", &everything{}, &everything{Extra: &Extra{Note: "a", base: base{ID: "b"}}}, `{"note":"a"}`},
		{"an embedded pointer that goes", &everything{Extra: &Extra{}}, &everything{}, `{"note":null}`},
		{"names that meet", &everything{Left: Left{1, 2}, Right: Right{3, 4}}, &everything{Left: Left{5, 6}, Right: Right{7, 8}},
			`{"Tagged":8}`},
		{"a struct embedded twice", twins{}, twins{TwinA{Shared{1, 2}}, TwinB{Shared{3, 4}}, 5}, `{"X":5}`},
		{"embedded twice over", &deep{A: 1}, &deep{A: 1, Middle: Middle{Inmost: Inmost{J: 2}}}, `{"J":2}`},
		{"behind a pointer", &deep{Far: &Far{1, 2}}, &deep{Far: &Far{1, 3}}, `{"G":3}`},
		{"behind a pointer to itself", &deep{deep: &deep{A: 1, Far: &Far{1, 2}}}, &deep{deep: &deep{A: 2}}, ``},
		{"embedded with a name", &named{base{"a", 1}}, &named{base{"a", 2}}, `{"base":{"number":2}}`},
		{"names of tags", &everything{Ignored: 1, Dash: 2, Bad: 3, Odd: 4, private: 5}, &everything{Dash: 3, Bad: 4, Odd: 5},
			`{"-":3,"Bad":4,"\u003cé\u0026\u003e":5}`},
		{"quoted", &everything{}, &everything{Quoted: 5, QuotedS: `a"b`, QuotedP: new(float64), QuotedN: "7", QuotedE: true},
			`{"quoted":"5","quotedS":"\"a\\\"b\"","quotedP":"0","quotedN":"7","quotedE":"true"}`},
		{"quoted, equal", &everything{Quoted: 5}, &everything{Quoted: 5}, ``},
		{"a text that is escaped", &everything{}, &everything{Text: "é\n\"\\</\x7f"}, `{"text":"é\n\"\\\u003c/` + "\x7f" + `"}`},
		{"a text that is not UTF-8", &everything{}, &everything{Text: "a\xff"}, `{"text":"a\ufffd"}`},
		{"floats", &everything{}, &everything{Ratio: 1e21, Small: 0.1}, `{"ratio":1e+21,"small":0.1}`},
		{"zeros of both signs", &everything{}, &everything{Ratio: math.Copysign(0, -1)}, ``},
		{"a list", &everything{List: []int{1, 2}}, &everything{List: []int{1, 3}}, `{"list":[1,3]}`},
		{"an empty list", &everything{List: []int{1, 2}}, &everything{List: []int{}}, `{"list":[]}`},
		{"an equal list", &everything{List: []int{1, 2}}, &everything{List: []int{1, 2}}, ``},
		{"a list of nothing yet", &everything{}, &everything{List: []int{}}, `{"list":[]}`},
		{"an array", &everything{}, &everything{Array: [3]uint8{1}}, `{"array":[1,0,0]}`},
		{"bytes", &everything{}, &everything{Bytes: []byte("abc")}, `{"bytes":"YWJj"}`},
		{"an array of objects", &everything{Points: []point{{1, 2}}}, &everything{Points: []point{{1, 3}}}, `{"points":[{"x":1,"y":3}]}`},
		{"a list like a table", &everything{Rows: rows{{"a", 1}}}, &everything{Rows: rows{{"a", 2}}}, `{"rows":[{"Key":"a","Value":2}]}`},
		{"a map", map[string]int{"b": 1, "c": 2, "d": 3}, map[string]int{"a": 0, "b": 1, "c": 3}, `{"a":0,"c":3,"d":null}`},
		{"a map that comes", &everything{}, &everything{Numbers: map[string]int{}}, `{"numbers":{}}`},
		{"a map of objects", map[key]point{"a": {1, 2}}, map[key]point{"a": {1, 3}}, `{"a":{"y":3}}`},
		{"a map of pointers", map[string]*int{"a": p1, "b": p1, "c": nil}, map[string]*int{"a": p2, "b": nil}, `{"a":2,"b":null}`},
		{"a map with other keys", map[int]string{1: "a", 2: "b"}, map[int]string{2: "c"}, `{"1":null,"2":"c"}`},
		{"a text of its own", &everything{}, &everything{Colour: 2}, `{"colour":"colour-2"}`},
		{"an equal text of its own", colour(1), colour(1), ``},
		{"texts of their own", []colour{1}, []colour{1, 2}, `["colour-1","colour-2"]`},
		{"JSON of its own at an address", &everything{}, &everything{Loud: "a"}, `{"loud":"A"}`},
		{"JSON of its own, equal", &everything{Loud: "A"}, &everything{Loud: "a"}, ``},
		{"JSON of its own without an address", everything{}, everything{Loud: "a"}, `{"loud":"a"}`},
		{"facts", game.Facts{game.Int("a", 1), game.Int("b", 2)}, game.Facts{game.Int("b", 3), game.ID("c", "x")},
			`{"a":null,"b":3,"c":"x"}`},
		{"facts in another order", game.Facts{game.Int("a", 1), game.Int("b", 2)}, game.Facts{game.Int("b", 2), game.Int("a", 1)}, ``},
		{"anything", &everything{Any: 1}, &everything{Any: point{}}, `{"any":{"x":0,"y":0}}`},
		{"anything of the same type", &everything{Any: point{}}, &everything{Any: point{1, 0}}, `{"any":{"x":1}}`},
		{"a table", tableOf("a b", point{1, 2}, point{3, 4}), tableOf("a b", point{1, 5}, point{3, 4}), `{"a":{"y":5}}`},
		{"entries that come and go", tableOf("a b c", point{1, 2}, point{3, 4}, point{}), tableOf("d c", point{5, 6}, point{1, 0}),
			`{"d":{"x":5,"y":6},"c":{"x":1},"a":null,"b":null}`},
		{"entries in another order", tableOf("a b c", 1, 2, 3), tableOf("c a b", 3, 1, 2), ``},
		{"a table that empties", tableOf("a", 1), counts(nil), `{"a":null}`},
		{"a table that fills", counts(nil), tableOf("a", 1), `{"a":1}`},
		{"a table in a member", &everything{}, &everything{Counts: tableOf("a", 1)}, `{"counts":{"a":1}}`},
		{"empty tables", counts(nil), counts{}, ``},
		{"a table of pointers", tableOf("a b c d", p1, p1, nil, nil), tableOf("a b c e", p2, nil, p1, nil),
			`{"a":2,"b":null,"c":1}`},
		{"a key that is escaped", counts(nil), tableOf(`é`, 1), `{"é":1}`},
		{"documents", 1, "a", `"a"`},
		{"documents of other types, equal", 1, uint(1), ``},
		{"a document that comes", (*point)(nil), &point{1, 2}, `{"x":1,"y":2}`},
		{"a document that goes", &point{1, 2}, (*point)(nil), `null`},
		{"no documents", (*point)(nil), (*point)(nil), ``},
		{"a document from nothing", nil, &point{1, 2}, `{"x":1,"y":2}`},
		{"a document to nothing", &point{1, 2}, nil, `null`},
		{"a list to nothing", []int{1}, []int(nil), `null`},
		{"nothing", nil, nil, ``},
		{"null to null", &everything{List: nil, Text: "a"}, &everything{List: nil}, `{"text":""}`},
		{"a null that goes", raw(`{"a":null,"b":null}`), raw(`{"b":null}`), `{"a":null}`},
		{"nulls inside arrays", raw(`{"a":1}`), raw(`{"a":[null,{"b":null}]}`), `{"a":[null,{"b":null}]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := patch.Diff(test.before, test.after)
			require.Equal(t, test.want, string(got))
			require.Equal(t, test.want == "", got == nil)
			require.Equal(t, "x{"+test.want, string(patch.AppendDiff([]byte("x{"), test.before, test.after)))
			if got == nil {
				return
			}
			result, err := patch.Apply(encode(t, test.before), got)
			require.NoError(t, err)
			if !strings.Contains(string(encode(t, test.after)), "null") {
				require.JSONEq(t, string(encode(t, test.after)), string(result))
			}
		})
	}
}

// tableOf returns a table of values with keys that are separated by spaces.
func tableOf[T any](keys string, values ...T) game.Table[T] {
	var t game.Table[T]
	for i, key := range strings.Fields(keys) {
		t.Add(key, values[i])
	}
	return t
}

// TestImpossible has the changes that a merge patch cannot express, and values
// that are not JSON.
func TestImpossible(t *testing.T) {
	const null = "patch: a merge patch cannot set a member to null: "
	type raw = json.RawMessage
	tests := []struct {
		name          string
		before, after any
		want          string
	}{
		{"a list", &everything{List: []int{}, Text: "a"}, &everything{}, null + `"list":null in patch_test.everything`},
		{"a map", &everything{Numbers: map[string]int{}}, &everything{}, null + `"numbers":null`},
		{"an interface", &everything{Any: 1}, &everything{}, null + `"any":null`},
		{"in a new entry", game.Table[[]int]{}, game.Table[[]int]{{Key: "a"}}, null + `"a":null in game.Table[[]int]`},
		{"in the JSON of a new entry", game.Table[raw]{}, game.Table[raw]{{Key: "a", Value: raw(`{"b":null}`)}}, null + `"b":null`},
		{"in a new object", (*everything)(nil), &everything{}, null + `"list":null`},
		{"in a new map", map[string]map[string][]int{}, map[string]map[string][]int{"a": {"b": nil}}, null + `"b":null`},
		{"JSON", raw(`{"a":1,"b":2}`), raw(`{"a":2,"b":null}`), null + `"b":null in interface {}`},
		{"new JSON", raw(`{}`), raw(`{"b":null}`), null + `"b":null`},
		{"inside new JSON", raw(`{}`), raw(`{"a":{"b":null}}`), null + `"b":null`},
		{"JSON in a member", &everything{}, &everything{Raw: raw(`{"b":null}`)}, null + `"b":null`},
		{"not a number", &everything{}, &everything{Ratio: math.NaN()}, "patch: json: unsupported value: NaN"},
		{"a channel", make(chan int), make(chan int), "patch: json: unsupported type: chan int"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			defer func() { require.Contains(t, fmt.Sprint(recover()), test.want) }()
			t.Error(string(patch.Diff(test.before, test.after)))
		})
	}
}

// TestFirstUse plans a type that refers to itself from many goroutines.
func TestFirstUse(t *testing.T) {
	type node struct {
		Value int               `json:"value"`
		Left  *node             `json:"left,omitempty"`
		Named game.Table[*node] `json:"named"`
		Maps  map[string]*node  `json:"maps,omitempty"`
	}
	tree := func(value int) *node {
		leaf := &node{Value: value}
		return &node{Left: &node{Named: game.Table[*node]{{Key: "a", Value: leaf}}}, Maps: map[string]*node{"b": leaf}}
	}
	var wait sync.WaitGroup
	for range 16 {
		wait.Go(func() {
			if got := string(patch.Diff(tree(1), tree(2))); got != `{"left":{"named":{"a":{"value":2}}},"maps":{"b":{"value":2}}}` {
				t.Error(got)
			}
		})
	}
	wait.Wait()
}
