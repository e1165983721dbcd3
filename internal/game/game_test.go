package game_test

import (
	"maps"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/test/conformance"
)

func TestSeats(t *testing.T) {
	var none game.Seats
	require.False(t, none.Has(0))
	some := none.With(0).With(3)
	require.Equal(t, game.Seats(0b1001), some)
	require.True(t, some.Has(0))
	require.False(t, some.Has(1))
	require.Equal(t, game.Seats(0b1000), some.Without(0))
	require.Equal(t, some, some.Without(1))
	require.Equal(t, game.Seats(0b111), game.AllSeats(3))
	require.Zero(t, game.AllSeats(0))
	for _, seat := range []game.Seat{game.NoSeat, -128, 8, 100, 127} {
		require.False(t, game.AllSeats(8).Has(seat), "seat %d", seat)
		require.Equal(t, some, some.With(seat).Without(seat), "seat %d", seat)
	}
}

func TestViewer(t *testing.T) {
	tests := []struct {
		name   string
		viewer game.Viewer
		sees   game.Seats
	}{
		{name: "zero", viewer: game.Viewer{}, sees: 0},
		{name: "spectator", viewer: game.Spectator(), sees: 0},
		{name: "nobody's seat", viewer: game.SeatViewer(game.NoSeat), sees: 0},
		{name: "first seat", viewer: game.SeatViewer(0), sees: 0b0000_0001},
		{name: "last seat", viewer: game.SeatViewer(7), sees: 0b1000_0000},
		{name: "all-seeing", viewer: game.AllSeeing(), sees: 0b1111_1111},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			require.False(t, test.viewer.Sees(game.NoSeat), "the table itself")
			require.False(t, test.viewer.SeesAny(0))
			for seat := range game.Seat(game.MaxSeats) {
				require.Equal(t, test.sees.Has(seat), test.viewer.Sees(seat), "seat %d", seat)
				require.Equal(t, test.sees.Has(seat), test.viewer.SeesAny(game.Seats(0).With(seat)), "seat %d", seat)
			}
			require.Equal(t, test.sees != 0, test.viewer.SeesAny(game.AllSeats(8)))
		})
	}
}

func TestPending(t *testing.T) {
	s, err := conformance.Toy().New(nil, 3, game.SeedFromInt(1))
	require.NoError(t, err)
	list := game.Pending(s)
	require.Len(t, list, 3)
	for seat, d := range list {
		require.Equal(t, game.Seat(seat), d.Seat)
	}
	// The decisions share no memory.
	list[0].Options[0].Key = game.Key{}
	require.NotEqual(t, list[0].Options[0], list[1].Options[0])
	require.Equal(t, list[1:], game.Pending(s)[1:])
}

func TestResolveOptions(t *testing.T) {
	info := game.Info{ID: "test", MinSeats: 1, MaxSeats: 4, Options: []game.MatchOption{
		{ID: "deck", Default: "large", Values: []game.MatchValue{{ID: "small"}, {ID: "large"}}},
		{ID: "teams", Default: "off", Values: []game.MatchValue{{ID: "off"}, {ID: "on", Seats: 1<<2 | 1<<4}}},
	}}
	tests := []struct {
		name    string
		options game.MatchOptions
		seats   int
		want    map[string]int
		code    coded.Code
	}{
		{name: "defaults", seats: 2, want: map[string]int{"deck": 1, "teams": 0}},
		{
			name:    "some",
			options: game.MatchOptions{"deck": "small"},
			seats:   3,
			want:    map[string]int{"deck": 0, "teams": 0},
		},
		{
			name:    "all",
			options: game.MatchOptions{"deck": "small", "teams": "on"},
			seats:   4,
			want:    map[string]int{"deck": 0, "teams": 1},
		},
		{
			name:    "not with so many",
			options: game.MatchOptions{"teams": "on"},
			seats:   3,
			code:    game.CodeBadOptions,
		},
		{
			name:    "unknown value",
			options: game.MatchOptions{"deck": "huge"},
			seats:   2,
			code:    game.CodeBadOptions,
		},
		{
			name:    "empty value",
			options: game.MatchOptions{"deck": ""},
			seats:   2,
			code:    game.CodeBadOptions,
		},
		{
			name:    "unknown option",
			options: game.MatchOptions{"dice": "small"},
			seats:   2,
			code:    game.CodeBadOptions,
		},
		{name: "too few", seats: 0, code: game.CodeBadSeats},
		{name: "too many", seats: 5, code: game.CodeBadSeats},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := game.ResolveOptions(info, test.options, test.seats)
			requireCode(t, test.code, err)
			require.Equal(t, test.want, got)

			given := maps.Clone(test.options)
			complete, err := game.CompleteOptions(info, test.options, test.seats)
			requireCode(t, test.code, err)
			require.Len(t, complete, len(test.want))
			for _, option := range info.Options[:len(complete)] {
				require.Equal(t, option.Values[test.want[option.ID]].ID, complete[option.ID])
			}
			clear(complete)
			require.Equal(t, given, test.options)
		})
	}
}
