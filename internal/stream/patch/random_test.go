package patch_test

import (
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/stream/patch"
)

// TestRandomPairs compares Diff with the difference of the JSON texts, for random values of a type
// that has every shape. Some of the values are similar, some are not.
func TestRandomPairs(t *testing.T) {
	for seed := range uint64(150) {
		for _, rate := range []float64{0, 0.01, 0.1, 1} {
			before, after := random(seed, 0), random(seed, rate)
			old, now := decode(t, encode(t, before)), decode(t, encode(t, after))
			change := patch.Diff(before, after)
			if want := between(old, now); len(want) == 0 {
				require.Nil(t, change, "seed %d, rate %v", seed, rate)
			} else {
				require.Equal(t, want, decode(t, change), "seed %d, rate %v", seed, rate)
			}
			// From nothing the patch is the whole value.
			require.Equal(t, between(nil, now), decode(t, patch.Diff((*everything)(nil), after)))
		}
	}
}

// FuzzDiff requires the same patch whether or not Diff skips parts with the same bytes.
func FuzzDiff(f *testing.F) {
	for seed := range uint64(50) {
		f.Add(seed, seed+1, 0.1)
		f.Add(seed, seed, 0.01)
	}
	f.Fuzz(func(t *testing.T, seed, other uint64, rate float64) {
		before, after := random(seed, 0), random(other, rate)
		quick := patch.Diff(before, after)
		defer patch.SetBytewise(patch.SetBytewise(false))
		require.Equal(t, string(patch.Diff(before, after)), string(quick))
	})
}

func decode(t *testing.T, data []byte) map[string]any {
	t.Helper()
	var v map[string]any
	require.NoError(t, json.Unmarshal(data, &v), "%s", data)
	return v
}

// between returns the merge patch between two decoded objects. A member that is null counts as
// missing.
func between(old, now map[string]any) map[string]any {
	change := map[string]any{}
	for name, value := range now {
		before, wasObject := old[name].(map[string]any)
		after, isObject := value.(map[string]any)
		switch {
		case value == nil:
		case isObject:
			if inner := between(before, after); len(inner) > 0 || !wasObject {
				change[name] = inner
			}
		case !reflect.DeepEqual(old[name], value):
			change[name] = value
		}
	}
	for name, value := range old {
		if value != nil && now[name] == nil {
			change[name] = nil
		}
	}
	return change
}

// random returns the value for a seed, changed at the given rate.
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

// generator fills values at random. The only nulls that it makes are nil pointers.
type generator struct {
	*rand.Rand
	changes *rand.Rand
	rate    float64
}

// below returns a random number less than n and, with the rate of the generator, another one than
// the seed's.
func (g *generator) below(n int) int {
	i := g.IntN(n)
	if g.changes.Float64() < g.rate {
		return g.changes.IntN(n)
	}
	return i
}

var texts = []string{"", "a", "b", "true", "12", "é<\"\\>", "\u2028\x01"}

// fill sets v, with pointers at most depth times inside each other.
func (g *generator) fill(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(g.below(2) == 1)
	case reflect.Int, reflect.Int8:
		v.SetInt(int64(g.below(12)) - 1)
	case reflect.Uint8, reflect.Uint16:
		v.SetUint(uint64(g.below(3)))
	case reflect.String:
		v.SetString(texts[g.below(len(texts))])
	case reflect.Pointer:
		if depth > 0 && g.below(3) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			g.fill(v.Elem(), depth-1)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			g.fill(v.Field(i), depth)
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
	default:
		panic("a test type has a field of kind " + v.Kind().String())
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
			v.Index(i).FieldByName("Key").SetString("k" + strconv.Itoa((first+step*i+7)%7))
		}
	}
}
