package game

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// answersOf returns the number of legal answers and checks that each is legal and different.
func answersOf(t *testing.T, d *Decision) int {
	t.Helper()
	list, all := d.Answers(1000)
	require.True(t, all)
	for i, picks := range list {
		require.NoError(t, d.Check(Answer{Picks: picks}))
		for _, other := range list[:i] {
			require.NotEqual(t, other, picks)
		}
	}
	return len(list)
}

func TestAnswersListsAllOfThem(t *testing.T) {
	key := func(n uint8) Key { return Key{Word: 1, A: n} }
	some := &Decision{Min: 1, Max: 2}
	for n := range uint8(4) {
		some.Add(key(n), 0, 2)
	}
	require.Equal(t, 4+4+6, answersOf(t, some), "one, one twice, or two")
	some.AddAlone(Key{Word: 2})
	require.Equal(t, 15, answersOf(t, some))
	_, all := some.Answers(14)
	require.False(t, all)

	ordered := &Decision{Min: 3, Max: 3, Ordered: true}
	for n := range uint8(3) {
		ordered.Add(key(n), 1, 1)
	}
	require.Equal(t, 6, answersOf(t, ordered))

	split := &Decision{Min: 4, Max: 4, Groups: []Group{{Min: 2, Max: 2}, {Min: 2, Max: 2}}}
	for n := range uint8(4) {
		split.AddTo(key(n), 1, 1, 3)
	}
	require.Equal(t, 6, answersOf(t, split))
}

func TestForced(t *testing.T) {
	key := func(n uint8) Key { return Key{Word: 1, A: n} }
	forced := func(d *Decision) bool { _, ok := d.Forced(); return ok }
	one := &Decision{Min: 1, Max: 1}
	one.Add(key(1), 0, 1)
	require.True(t, forced(one))
	one.Add(key(2), 0, 1)
	require.False(t, forced(one))
	all := &Decision{Min: 3, Max: 3}
	all.Add(key(1), 0, 2)
	all.Add(key(2), 0, 1)
	require.True(t, forced(all))
	all.AddAlone(Key{Word: 2})
	require.False(t, forced(all))
	alone := &Decision{Min: 1, Max: 1}
	alone.AddAlone(Key{Word: 2})
	require.True(t, forced(alone))
	number := &Decision{Min: 0, Max: 3}
	number.Add(key(1), 0, 3)
	require.False(t, forced(number))
}
