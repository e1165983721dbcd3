package game_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

func key(n int) game.Key { return game.Key{Word: 1, B: uint16(n)} }

// pick chooses option n a number of times, into a group.
func pick(n, times, group int) game.Pick {
	return game.Pick{Key: key(n), N: uint16(times), Group: uint8(group)}
}

// plain asks for 2 to 3 choices: option 0 up to twice, option 1 at least once, option 2 once.
// Option 9 is Alone.
func plain() *game.Decision {
	d := &game.Decision{ID: 5, Kind: "plain", Min: 2, Max: 3}
	d.Add(key(0), 0, 2)
	d.Add(key(1), 1, 2)
	d.Add(key(2), 0, 1)
	d.AddAlone(key(9))
	return d
}

// grouped asks for 2 to 4 choices into "left" (1 to 2) and "right" (up to 2). Option 0 may enter
// both groups, option 1 only the right one. Option 9 is Alone.
func grouped() *game.Decision {
	d := &game.Decision{ID: 5, Kind: "grouped", Min: 2, Max: 4}
	d.Groups = append(d.Groups, game.Group{ID: "left", Min: 1, Max: 2}, game.Group{ID: "right", Max: 2})
	d.AddTo(key(0), 0, 3, 0b11)
	d.AddTo(key(1), 0, 3, 0b10)
	d.AddAlone(key(9))
	return d
}

// ordered asks for 2 to 3 choices in order: options 0 and 1 up to twice.
func ordered() *game.Decision {
	d := &game.Decision{ID: 5, Kind: "ordered", Min: 2, Max: 3, Ordered: true}
	d.Add(key(0), 0, 2)
	d.Add(key(1), 0, 2)
	return d
}

func TestCheck(t *testing.T) {
	tests := []struct {
		name  string
		d     *game.Decision
		picks []game.Pick
		code  coded.Code // "" for a legal answer
	}{
		{name: "least", d: plain(), picks: []game.Pick{pick(1, 2, 0)}},
		{
			name:  "most",
			d:     plain(),
			picks: []game.Pick{pick(0, 1, 0), pick(1, 1, 0), pick(2, 1, 0)},
		},
		{
			name:  "any order",
			d:     plain(),
			picks: []game.Pick{pick(2, 1, 0), pick(1, 1, 0)},
		},
		{name: "alone", d: plain(), picks: []game.Pick{pick(9, 1, 0)}},
		{
			name:  "unknown option",
			d:     plain(),
			picks: []game.Pick{pick(1, 2, 0), pick(3, 1, 0)},
			code:  game.CodeUnknownOption,
		},
		{
			name:  "unknown word",
			d:     plain(),
			picks: []game.Pick{{Key: game.Key{Word: 2}, N: 1}},
			code:  game.CodeUnknownOption,
		},
		{name: "nothing", d: plain(), code: game.CodeBadCount},
		{
			name:  "too few",
			d:     plain(),
			picks: []game.Pick{pick(1, 1, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "too many",
			d:     plain(),
			picks: []game.Pick{pick(0, 2, 0), pick(1, 2, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "an option too often",
			d:     plain(),
			picks: []game.Pick{pick(2, 2, 0), pick(1, 1, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "an option not often enough",
			d:     plain(),
			picks: []game.Pick{pick(0, 2, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "zero times",
			d:     plain(),
			picks: []game.Pick{pick(1, 2, 0), pick(0, 0, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "twice",
			d:     plain(),
			picks: []game.Pick{pick(1, 1, 0), pick(1, 1, 0)},
			code:  game.CodeDuplicate,
		},
		{
			name:  "a group where there is none",
			d:     plain(),
			picks: []game.Pick{pick(1, 2, 1)},
			code:  game.CodeBadGroup,
		},
		{
			name:  "alone before others",
			d:     plain(),
			picks: []game.Pick{pick(9, 1, 0), pick(1, 2, 0)},
			code:  game.CodeNotAlone,
		},
		{
			name:  "alone after others",
			d:     plain(),
			picks: []game.Pick{pick(1, 2, 0), pick(9, 1, 0)},
			code:  game.CodeNotAlone,
		},
		{
			name:  "alone and again",
			d:     plain(),
			picks: []game.Pick{pick(9, 1, 0), pick(9, 1, 0)},
			code:  game.CodeNotAlone,
		},
		{
			name:  "alone, two times",
			d:     plain(),
			picks: []game.Pick{pick(9, 2, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "alone, zero times",
			d:     plain(),
			picks: []game.Pick{pick(9, 0, 0)},
			code:  game.CodeBadCount,
		},
		{
			name:  "alone, in a group",
			d:     plain(),
			picks: []game.Pick{pick(9, 1, 1)},
			code:  game.CodeBadCount,
		},
		{
			name:  "counts that would overflow",
			d:     plain(),
			picks: slices.Repeat([]game.Pick{pick(1, game.MaxCount, 0)}, 600),
			code:  game.CodeDuplicate,
		},

		{
			name:  "both groups",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(0, 2, 1)},
		},
		{
			name:  "several options in a group",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(0, 1, 1), pick(1, 1, 1)},
		},
		{name: "alone, groups or not", d: grouped(), picks: []game.Pick{pick(9, 1, 0)}},
		{
			name:  "a group that may not be entered",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(1, 1, 0)},
			code:  game.CodeBadGroup,
		},
		{
			name:  "a group that is not there",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(0, 1, 2)},
			code:  game.CodeBadGroup,
		},
		{
			name:  "a group far away",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(0, 1, 255)},
			code:  game.CodeBadGroup,
		},
		{
			name:  "a group too empty",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 1), pick(1, 1, 1)},
			code:  game.CodeBadGroup,
		},
		{
			name:  "a group too full",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(0, 1, 1), pick(1, 2, 1)},
			code:  game.CodeBadGroup,
		},
		{
			name:  "twice in a group",
			d:     grouped(),
			picks: []game.Pick{pick(0, 1, 0), pick(0, 1, 0)},
			code:  game.CodeDuplicate,
		},
		{
			name:  "an option too often over all groups",
			d:     grouped(),
			picks: []game.Pick{pick(0, 2, 0), pick(0, 2, 1)},
			code:  game.CodeBadCount,
		},

		{
			name:  "an order",
			d:     ordered(),
			picks: []game.Pick{pick(1, 1, 0), pick(0, 1, 0)},
		},
		{
			name:  "an order with the same again",
			d:     ordered(),
			picks: []game.Pick{pick(0, 1, 0), pick(1, 1, 0), pick(0, 1, 0)},
		},
		{
			name:  "the same too often",
			d:     ordered(),
			picks: slices.Repeat([]game.Pick{pick(0, 1, 0)}, 3),
			code:  game.CodeBadCount,
		},
		{
			name:  "ordered counts that would overflow",
			d:     ordered(),
			picks: slices.Repeat([]game.Pick{pick(0, game.MaxCount, 0)}, 600),
			code:  game.CodeBadCount,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := test.d.Check(game.Answer{Decision: 5, Picks: test.picks})
			requireCode(t, test.code, err)
			for _, id := range []uint32{0, 4, 6} {
				requireCode(t, game.CodeStale, test.d.Check(game.Answer{Decision: id, Picks: test.picks}))
			}
		})
	}
}

// requireCode requires a coded error with the given code, or no error if the code is "".
func requireCode(t *testing.T, code coded.Code, err error) {
	t.Helper()
	if code == "" {
		require.NoError(t, err)
		return
	}
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, code, refusal.Code, "%v", err)
	require.NotEmpty(t, refusal.Message)
	require.Equal(t, string(code)+": "+refusal.Message, err.Error())
}

func TestCheckAllocatesNothing(t *testing.T) {
	d := grouped()
	answer := game.Answer{Decision: 5, Picks: []game.Pick{pick(0, 1, 0), pick(1, 1, 1)}}
	require.Zero(t, testing.AllocsPerRun(100, func() { _ = d.Check(answer) }))
}

func TestReset(t *testing.T) {
	d := grouped()
	d.Seat, d.Ordered, d.Answered = 2, true, true
	d.Args = append(d.Args, game.Int("n", 1))
	d.Suggest(key(0), 1, 0)
	d.Current = append(d.Current, pick(0, 1, 0))
	options := &d.Options[0]
	d.Reset()
	require.Empty(t, d.Options)
	require.Empty(t, d.Args)
	require.Empty(t, d.Groups)
	require.Empty(t, d.Suggested)
	require.Empty(t, d.Current)
	d.Args, d.Options, d.Groups, d.Suggested, d.Current = nil, d.Options[:1], nil, nil, nil
	require.Same(t, options, &d.Options[0], "the memory is kept")
	d.Options = nil
	require.Equal(t, game.Decision{}, *d)
}

func TestSuggestNothing(t *testing.T) {
	var d game.Decision
	d.Suggest(key(0), 0, 0)
	require.Empty(t, d.Suggested)
	d.Suggest(key(0), 2, 1)
	require.Equal(t, []game.Pick{pick(0, 2, 1)}, d.Suggested)
}

func TestCount(t *testing.T) {
	answer := game.Answer{Picks: []game.Pick{pick(0, 2, 0), pick(1, 1, 0), pick(0, 200, 1), pick(0, 200, 2)}}
	require.Equal(t, 402, answer.Count(key(0)))
	require.Equal(t, 1, answer.Count(key(1)))
	require.Zero(t, answer.Count(key(2)))
}

// asking is a match that asks seat 0 to choose 2 of 21 options, one of which is mandatory. It
// counts the options that it has to compute.
type asking struct {
	game.State
	wanted int
}

func (*asking) Waiting() game.Seats { return game.Seats(0).With(0) }

func (a *asking) Decision(_ game.Seat, d *game.Decision) bool {
	d.Reset()
	d.ID, d.Min, d.Max = 5, 2, 2
	for n := range 20 {
		if d.Wants(key(n)) {
			a.wanted++
			d.Add(key(n), 0, 1)
		}
	}
	d.Add(key(20), 1, 1)
	return true
}

// Only the options that an answer chooses are computed, and the result is the same as with all
// options.
func TestAnAnswerIsCheckedWithoutOtherOptions(t *testing.T) {
	var whole game.Decision
	require.True(t, new(asking).Decision(0, &whole))
	require.Len(t, whole.Options, 21)
	for _, picks := range [][]game.Pick{
		{pick(3, 1, 0), pick(20, 1, 0)}, // legal
		{pick(20, 1, 0)},
		{pick(3, 1, 0), pick(4, 1, 0)},
		{pick(3, 2, 0), pick(20, 1, 0)},
		{pick(3, 1, 0), pick(21, 1, 0)},
		{},
	} {
		var s asking
		answer := game.Answer{Decision: 5, Picks: picks}
		require.Equal(t, whole.Check(answer), game.CheckAnswer(&s, 0, answer), "%v", picks)
		if len(picks) > 0 {
			require.LessOrEqual(t, s.wanted, len(picks), "%v", picks)
		}
	}
}
