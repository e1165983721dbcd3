package patch_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/stream/patch"
)

// The types of the tests. Together they have every shape.

type point struct {
	X int `json:"x"`
	Y int `json:"y"`
}

type base struct {
	ID string `json:"id"`
	Inmost
}

type Inmost struct{ Depth int8 }

type name string

type everything struct {
	base
	Number  uint16                      `json:"number"`
	Flag    bool                        `json:"flag"`
	Text    name                        `json:"text"`
	Empty   int                         `json:"empty,omitempty"`
	EmptyS  []string                    `json:"emptyS,omitempty"`
	EmptyP  *point                      `json:"emptyP,omitempty"`
	EmptyT  game.Table[int]             `json:"emptyT,omitempty"`
	EmptyM  map[string]int              `json:"emptyM,omitempty"`
	Point   point                       `json:"point"`
	List    []int                       `json:"list"`
	Flags   []bool                      `json:"flags"`
	Sizes   []uint16                    `json:"sizes"`
	Seats   []game.Seat                 `json:"seats"`
	Numbers map[string]int              `json:"numbers"`
	Places  map[name]point              `json:"places"`
	Inner   *point                      `json:"inner"`
	Table   game.Table[point]           `json:"table"`
	Counts  game.Table[uint8]           `json:"counts"`
	Words   game.Table[string]          `json:"words"`
	Maybe   game.Table[*point]          `json:"maybe"`
	Nested  game.Table[game.Table[int]] `json:"nested"`
	Child   *everything                 `json:"child"`
	Plain   string                      // named as it is
}

func TestDiff(t *testing.T) {
	type counts = game.Table[int]
	one, two := &point{X: 1}, &point{X: 2}
	tests := []struct {
		name          string
		before, after any
		want          string
	}{
		{"a number", point{1, 2}, point{1, 3}, `{"y":3}`},
		{"two numbers", &point{1, 2}, &point{-2, 3}, `{"x":-2,"y":3}`},
		{"no number", &point{1, 2}, &point{1, 2}, ``},
		{
			name:   "scalars",
			before: &everything{},
			after:  &everything{Number: 65535, Flag: true, Text: "a"},
			want:   `{"number":65535,"flag":true,"text":"a"}`,
		},
		{"a nested struct", &everything{Point: point{1, 2}}, &everything{Point: point{1, 0}}, `{"point":{"y":0}}`},
		{"an empty number that comes", &everything{}, &everything{Empty: 1}, `{"empty":1}`},
		{"an empty number that goes", &everything{Empty: 1}, &everything{}, `{"empty":null}`},
		{
			name:   "an empty list that goes",
			before: &everything{EmptyS: []string{"a"}},
			after:  &everything{EmptyS: []string{}},
			want:   `{"emptyS":null}`,
		},
		{"an empty list, nil or not", &everything{EmptyS: []string{}}, &everything{}, ``},
		{"an empty table that comes", &everything{}, &everything{EmptyT: tableOf("a", 1)}, `{"emptyT":{"a":1}}`},
		{"an empty table that goes", &everything{EmptyT: tableOf("a", 1)}, &everything{}, `{"emptyT":null}`},
		{"an empty map that goes", &everything{EmptyM: map[string]int{"a": 1}}, &everything{}, `{"emptyM":null}`},
		{"an empty pointer that comes", &everything{}, &everything{EmptyP: &point{}}, `{"emptyP":{"x":0,"y":0}}`},
		{"a pointer that comes", &everything{}, &everything{Inner: &point{1, 2}}, `{"inner":{"x":1,"y":2}}`},
		{"a pointer that goes", &everything{Inner: &point{1, 2}}, &everything{}, `{"inner":null}`},
		{
			name:   "a pointer to another",
			before: &everything{Inner: &point{1, 2}},
			after:  &everything{Inner: &point{1, 3}},
			want:   `{"inner":{"y":3}}`,
		},
		{"a pointer to an equal one", &everything{Inner: &point{1, 2}}, &everything{Inner: &point{1, 2}}, ``},
		{"a struct inside itself", &everything{Child: &everything{Empty: 1}}, &everything{Child: &everything{Empty: 2}},
			`{"child":{"empty":2}}`},
		{
			name:   "an embedded struct",
			before: &everything{base: base{ID: "a"}},
			after:  &everything{base: base{"b", Inmost{3}}},
			want:   `{"id":"b","Depth":3}`,
		},
		{"an embedded struct of a new object", (*base)(nil), &base{"b", Inmost{3}}, `{"id":"b","Depth":3}`},
		{"no tag", &everything{}, &everything{Plain: "a"}, `{"Plain":"a"}`},
		{
			name:   "a text that is escaped",
			before: &everything{},
			after:  &everything{Text: "é\n\"\\</\x7f"},
			want:   `{"text":"é\n\"\\\u003c/` + "\x7f" + `"}`,
		},
		{"a text that is not UTF-8", &everything{}, &everything{Text: "a\xff"}, `{"text":"a\ufffd"}`},
		{"a list", &everything{List: []int{1, 2}}, &everything{List: []int{1, 3}}, `{"list":[1,3]}`},
		{"a longer list", &everything{List: []int{1}}, &everything{List: []int{1, 3}}, `{"list":[1,3]}`},
		{"an empty list", &everything{List: []int{1, 2}}, &everything{List: []int{}}, `{"list":[]}`},
		{"an equal list", &everything{List: []int{1, 2}}, &everything{List: []int{1, 2}}, ``},
		{"a list of nothing yet", &everything{}, &everything{List: []int{}}, `{"list":[]}`},
		{
			name:   "other lists",
			before: &everything{},
			after:  &everything{Flags: []bool{true, false}, Sizes: []uint16{7}, Seats: []game.Seat{-1}},
			want:   `{"flags":[true,false],"sizes":[7],"seats":[-1]}`,
		},
		{
			name:   "a map",
			before: map[string]int{"b": 1, "c": 2, "d": 3},
			after:  map[string]int{"a": 0, "b": 1, "c": 3},
			want:   `{"a":0,"c":3,"d":null}`,
		},
		{
			name:   "a map that comes",
			before: &everything{Numbers: map[string]int{}},
			after:  &everything{Numbers: map[string]int{"a": 1}},
			want:   `{"numbers":{"a":1}}`,
		},
		{"an empty map that comes", (*wrapped)(nil), &wrapped{map[string]int{}}, `{"M":{}}`},
		{"a map from null", &wrapped{}, &wrapped{map[string]int{}}, `{"M":{}}`},
		{"a map that stays null", &wrapped{}, &wrapped{}, ``},
		{"a map of objects", map[name]point{"a": {1, 2}}, map[name]point{"a": {1, 3}}, `{"a":{"y":3}}`},
		{
			name:   "a map of pointers",
			before: map[string]*point{"a": one, "b": one, "c": nil},
			after:  map[string]*point{"a": two, "b": nil},
			want:   `{"a":{"x":2},"b":null}`,
		},
		{
			name:   "a table",
			before: tableOf("a b", point{1, 2}, point{3, 4}),
			after:  tableOf("a b", point{1, 5}, point{3, 4}),
			want:   `{"a":{"y":5}}`,
		},
		{
			name:   "entries that come and go",
			before: tableOf("a b c", point{1, 2}, point{3, 4}, point{}),
			after:  tableOf("d c", point{5, 6}, point{1, 0}),
			want:   `{"d":{"x":5,"y":6},"c":{"x":1},"a":null,"b":null}`,
		},
		{"entries in another order", tableOf("a b c", 1, 2, 3), tableOf("c a b", 3, 1, 2), ``},
		{"a table that empties", tableOf("a", 1), counts(nil), `{"a":null}`},
		{"a table that fills", counts(nil), tableOf("a", 1), `{"a":1}`},
		{"a table in a member", &everything{}, &everything{Counts: tableOf("a", uint8(1))}, `{"counts":{"a":1}}`},
		{"empty tables", counts(nil), counts{}, ``},
		{"a table of pointers", tableOf("a b c d", one, one, nil, nil), tableOf("a b c e", two, nil, one, nil),
			`{"a":{"x":2},"b":null,"c":{"x":1,"y":0}}`},
		{"a key that is escaped", counts(nil), tableOf(`é`, 1), `{"é":1}`},
		{"a document that comes", (*point)(nil), &point{1, 2}, `{"x":1,"y":2}`},
		{"an empty document that comes", (*struct{})(nil), &struct{}{}, `{}`},
		{"a document that goes", &point{1, 2}, (*point)(nil), `null`},
		{"no documents", (*point)(nil), (*point)(nil), ``},
		{"nothing", nil, nil, ``},
		{"null to null", &everything{List: nil, Text: "a"}, &everything{List: nil}, `{"text":""}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := patch.Diff(test.before, test.after)
			require.Equal(t, test.want, string(got))
			require.Equal(t, test.want == "", got == nil)
		})
	}
}

// wrapped has a map that may not be nil.
type wrapped struct{ M map[string]int }

// tableOf returns a table of values with keys that are separated by spaces.
func tableOf[T any](keys string, values ...T) game.Table[T] {
	var t game.Table[T]
	for i, key := range strings.Fields(keys) {
		t.Add(key, values[i])
	}
	return t
}

// TestNull has the changes that a merge patch cannot express.
func TestNull(t *testing.T) {
	const null = "patch: a merge patch cannot set a member to null: "
	tests := []struct {
		name          string
		before, after any
		want          string
	}{
		{"a list", &everything{List: []int{}}, &everything{}, null + "a nil []int"},
		{"a map", &wrapped{map[string]int{}}, &wrapped{}, null + "a nil map[string]int"},
		{"in a new entry", game.Table[[]int]{}, game.Table[[]int]{{Key: "a"}}, null + "a nil []int"},
		{"in a new object", (*wrapped)(nil), &wrapped{}, null + "a nil map[string]int"},
		{
			name:   "in a new map",
			before: map[string]map[string][]int{},
			after:  map[string]map[string][]int{"a": {"b": nil}},
			want:   null + "a nil []int",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.PanicsWithValue(t, test.want, func() { patch.Diff(test.before, test.after) })
		})
	}
}

// own encodes itself.
type own struct{}

func (*own) MarshalText() ([]byte, error) { return nil, nil }

// list encodes itself, but is no table.
type list []game.Entry[int]

// triples looks like a table with one field too many.
type triples []struct {
	Key   string
	Value int
	More  int
}

func (triples) MarshalJSON() ([]byte, error) { return nil, nil }

// TestRefusedTypes has types that documents must not contain. Diff refuses them before it looks at
// a value.
func TestRefusedTypes(t *testing.T) {
	type Base struct{ A int }
	tests := map[string]any{
		"no patches for int at int: a document is an object":                                   1,
		"no patches for []int at []int: a document is an object":                               []int{},
		"no patches for float64 at struct { F float64 }.F: views have no such types":           struct{ F float64 }{},
		"no patches for interface {} at struct { F interface {} }.F: views have no such types": struct{ F any }{},
		"no patches for [2]int at struct { F [2]int }.F: views have no such types":             struct{ F [2]int }{},
		"no patches for chan int at map[string]chan int[]: views have no such types":           map[string]chan int{},
		"no patches for time.Time at struct { T time.Time }.T: " +
			"it has an encoding of its own": struct{ T time.Time }{},
		"no patches for json.Number at struct { N json.Number }.N: " +
			"it has an encoding of its": struct{ N json.Number }{},
		"no patches for json.RawMessage at struct { R json.RawMessage }.R: " +
			"it has an encoding": struct{ R json.RawMessage }{},
		"no patches for patch_test.own at *patch_test.own: it has an encoding of its own":        &own{},
		"no patches for game.Facts at game.Facts: it has an encoding of its own":                 game.Facts{},
		"no patches for patch_test.triples at patch_test.triples: it has an encoding of its own": triples{},
		"no patches for patch_test.list at patch_test.list: a list is of booleans":               list{},
		"no patches for []uint8 at struct { B []uint8 }.B: a list is of booleans":                struct{ B []byte }{},
		"no patches for [][]int at struct { L [][]int }.L: a list is of booleans":                struct{ L [][]int }{},
		"no patches for map[int]int at map[int]int: the keys of a map are strings":               map[int]int{},
		"no patches for *int at struct { P *int }.P: a pointer leads to a struct":                struct{ P *int }{},
		"no patches for int at struct { p int }.p: a field is exported":                          struct{ p int }{},
		"no patches for *patch_test.Base at struct { *patch_test.Base }.Base: a field is":        struct{ *Base }{},
		".Base: a field is exported, or an embedded struct without a tag": struct {
			Base `json:"base"`
		}{},
		".N: a tag has a plain name and omitempty or omitzero": struct {
			N int `json:"n,string"`
		}{},
		".Z: a tag has a plain name and omitempty or omitzero": struct {
			Z int `json:"z,omitempty,omitzero"`
		}{},
		".I: a tag has a plain name and omitempty or omitzero": struct {
			I int `json:"-"`
		}{},
		".B: omitempty does nothing for a struct": struct {
			B Base `json:"b,omitempty"`
		}{},
		`: two members are named "A"`: struct {
			Base
			B int `json:"A"`
		}{},
	}
	for want, document := range tests {
		t.Run(want, func(t *testing.T) {
			defer func() { require.Contains(t, fmt.Sprint(recover()), want) }()
			t.Error(string(patch.Diff(document, document)))
		})
	}
	require.PanicsWithValue(t, "patch: documents of two types, patch_test.point and *patch_test.point", func() {
		patch.Diff(point{}, &point{})
	})
	require.PanicsWithValue(t, "patch: documents of two types, <nil> and *patch_test.point", func() {
		patch.Diff(nil, &point{})
	})
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
			if got := string(
				patch.Diff(tree(1), tree(2)),
			); got != `{"left":{"named":{"a":{"value":2}}},"maps":{"b":{"value":2}}}` {
				t.Error(got)
			}
		})
	}
	wait.Wait()
}

// A member with omitzero is present if it is empty but not nil.
func TestOmitZero(t *testing.T) {
	type part struct{ A int }
	type document struct {
		T game.Table[int] `json:"t,omitzero"`
		S part            `json:"s,omitzero"`
	}
	full := document{T: game.Table[int]{{Key: "a", Value: 1}}, S: part{A: 1}}
	empty := document{T: game.Table[int]{}}
	for _, test := range []struct {
		before, after document
		want          string
	}{
		{document{}, empty, `{"t":{}}`},
		{document{}, full, `{"t":{"a":1},"s":{"A":1}}`},
		{empty, full, `{"t":{"a":1},"s":{"A":1}}`},
		{full, empty, `{"t":{"a":null},"s":null}`},
		{full, document{}, `{"t":null,"s":null}`},
		{full, full, ``},
	} {
		require.Equal(t, test.want, string(patch.Diff(&test.before, &test.after)))
	}
}
