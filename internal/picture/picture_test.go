package picture

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/face"
)

// A picture is a PNG of its size, small enough for previews, whatever the match.
func TestDraw(t *testing.T) {
	standing := func(steps, seats int) (list [][]int) {
		for step := range steps {
			one := make([]int, seats)
			for seat := range one {
				one[seat] = step*(seat+1)%50 - 20
			}
			list = append(list, one)
		}
		return list
	}
	for name, card := range map[string]Card{
		"four": {
			Title: "Okku won, 161", Text: "Seasons · 4 players",
			Rows: []Row{
				{Seat: 3, Face: face.OfBot("owl", "Okku"), Rank: 1, Name: "Okku", Total: 161}, {Seat: 0, Face: face.Of("Maud"), Rank: 2, Name: "Maud", Total: 153},
				{Seat: 1, Face: face.Of("Inès"), Rank: 3, Name: "Inès", Total: 149}, {Seat: 2, Face: face.Of("Tomasz"), Rank: 4, Name: "Tomasz", Total: -97, Note: "conceded"},
			},
			Standing: standing(300, 4), Parts: []Part{{20, "Year I"}, {100, "Year II"}, {200, "Year III"}},
		},
		"nothing":   {},
		"one step":  {Title: "Abandoned", Rows: []Row{{Seat: 0, Rank: 0, Name: "", Total: 0}}, Standing: standing(1, 1)},
		"long":      {Title: strings.Repeat("WWWW ", 100), Rows: []Row{{Seat: -1, Rank: 1, Name: strings.Repeat("Ω漢字🎲", 30), Total: 1 << 40}}, Standing: standing(20_000, 4)},
		"many rows": {Rows: make([]Row, 40), Standing: standing(3, 2)},
	} {
		t.Run(name, func(t *testing.T) {
			data, err := Draw(card)
			require.NoError(t, err)
			require.Less(t, len(data), 300<<10)
			drawn, err := png.Decode(bytes.NewReader(data))
			require.NoError(t, err)
			require.Equal(t, []int{Width, Height}, []int{drawn.Bounds().Dx(), drawn.Bounds().Dy()})
			if name == "four" {
				again, err := Draw(card)
				require.NoError(t, err)
				require.True(t, bytes.Equal(data, again), "the same match has the same picture")
			}
			if folder := os.Getenv("PICTURES"); folder != "" {
				require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644))
			}
		})
	}
}

// The server's name stands below, or the program's.
func TestDrawSite(t *testing.T) {
	drawn := func(site string) []byte {
		data, err := Draw(Card{Site: site, Title: "Okku won, 161"})
		require.NoError(t, err)
		return data
	}
	require.Equal(t, drawn(""), drawn("Archmage"))
	require.NotEqual(t, drawn(""), drawn("Critical Boards"))
}

func BenchmarkDraw(b *testing.B) {
	card := Card{Title: "Okku won, 161", Rows: []Row{{Seat: 3, Rank: 1, Name: "Okku", Total: 161}}}
	for step := range 300 {
		card.Standing = append(card.Standing, []int{step, step / 2, -step / 9, 3})
	}
	for b.Loop() {
		if _, err := Draw(card); err != nil {
			b.Fatal(err)
		}
	}
}
