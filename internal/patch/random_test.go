package patch_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/patch"
)

// TestRandomPairs compares random values of a type that has every shape, some
// of them alike, some not.
func TestRandomPairs(t *testing.T) {
	for seed := range uint64(150) {
		for _, rate := range []float64{0, 0.01, 0.1, 1} {
			before := random(seed, 0)
			checkPair(t, before, random(seed, rate))
			if t.Failed() {
				t.Fatalf("seed %d, rate %v", seed, rate)
			}
		}
	}
}

func checkPair(t *testing.T, before, after *everything) {
	old, now := prune(t, encode(t, before)), prune(t, encode(t, after))
	change := patch.Diff(before, after)
	// The same by comparing only the JSON.
	want := patch.Diff(json.RawMessage(old), json.RawMessage(now))
	require.Equal(t, want == nil, change == nil, "%s", change)
	if change == nil {
		require.Equal(t, string(now), string(old))
		return
	}
	require.JSONEq(t, string(want), string(change))
	result, err := patch.Apply(old, change)
	require.NoError(t, err)
	require.Equal(t, string(now), string(result))
	// From a document of another kind the patch is the whole value.
	result, err = patch.Apply([]byte("[]"), patch.Diff((*everything)(nil), after))
	require.NoError(t, err)
	require.Equal(t, string(now), string(result))
}

// random returns the value that belongs to the seed, changed at the given rate.
func random(seed uint64, rate float64) *everything {
	g := &generator{
		Rand:    rand.New(rand.NewPCG(seed, 1)),
		changes: rand.New(rand.NewPCG(seed, 2)),
		rate:    rate,
	}
	var v everything
	g.fill(reflect.ValueOf(&v).Elem(), 2)
	return &v
}

// generator fills values at random. It makes no null but by nil pointers.
type generator struct {
	*rand.Rand
	changes *rand.Rand
	rate    float64
}

// below returns a random number less than n, now and then another one.
func (g *generator) below(n int) int {
	i := g.IntN(n)
	if g.changes.Float64() < g.rate {
		return g.changes.IntN(n)
	}
	return i
}

var texts = []string{"", "a", "b", "true", "12", "é<\"\\>", "\u2028\x01"}

// fill sets v, with pointers and tables at most depth times inside each other.
func (g *generator) fill(v reflect.Value, depth int) {
	if v.CanSet() && g.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.below(2) == 1)
	case reflect.Int, reflect.Int8:
		v.SetInt(int64(g.below(12)) - 1)
	case reflect.Uint8, reflect.Uint16:
		v.SetUint(uint64(g.below(3)))
	case reflect.Float32, reflect.Float64:
		v.SetFloat([]float64{0, -1.5, 1e-9, 3e20, 1e21}[g.below(5)])
	case reflect.String:
		v.SetString(texts[g.below(len(texts))])
	case reflect.Pointer:
		if depth > 0 && g.below(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			g.fill(v.Elem(), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Field(i); f.CanSet() || v.Type().Field(i).Anonymous {
				g.fill(f, depth)
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			g.fill(v.Index(i), depth)
		}
	case reflect.Slice:
		g.fillSlice(v, depth)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range g.below(4) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			g.fill(key, depth)
			g.fill(value, depth)
			v.SetMapIndex(key, value)
		}
	}
}

// fillSlice gives the entries of a table different keys in any order.
func (g *generator) fillSlice(v reflect.Value, depth int) {
	n := g.below(4)
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	first, step := g.below(7), g.below(2)*2-1
	for i := range n {
		g.fill(v.Index(i), depth)
		if v.Index(i).Kind() == reflect.Struct {
			if key := v.Index(i).FieldByName("Key"); key.IsValid() {
				key.SetString("k" + strconv.Itoa((first+step*i+7)%7))
			}
		}
	}
}

// special sets values of types that need more than what their kind says.
func (g *generator) special(v reflect.Value) bool {
	switch p := v.Addr().Interface().(type) {
	case *json.Number:
		*p = []json.Number{"0", "-1.50", "1e9"}[g.below(3)]
	case *json.RawMessage:
		*p = json.RawMessage([]string{`1`, ` {"a" : 1, "b":[null]}`, `{"b":[null],"a":2}`, `{"a":{"c":"d"}}`, `"a"`}[g.below(5)])
	case *any:
		*p = []any{1, "a", point{1, 2}, &point{1, 3}, map[string]any{"x": []any{nil}}}[g.below(5)]
	case *interface{ IsZero() bool }:
		*p = []interface{ IsZero() bool }{nil, limit(10), limit(1), (*limit)(nil), &bound{10}, &bound{2}, time.Time{}}[g.below(7)]
	case *time.Time:
		*p = []time.Time{{}, time.Unix(1, 0).UTC(), time.Unix(2, 5).UTC()}[g.below(3)]
	case *game.Facts:
		all := game.Facts{game.Int("a", g.below(3)), game.ID("b", "x"), game.Int("c", 5)}
		first := g.below(3)
		*p = all[first : first+g.below(4-first)]
	default:
		return false
	}
	return true
}
