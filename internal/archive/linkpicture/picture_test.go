package linkpicture

import (
	"bytes"
	"image"
	"image/color"
	"image/color/palette"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font"

	"archmage/internal/people/avatar"
)

// baseOf reads the picture of a file of the client.
func baseOf(t testing.TB, name string) *Base {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "..", "..", "web", "static", filepath.FromSlash(name)))
	require.NoError(t, err)
	base, err := Decode(file)
	require.NoError(t, err, name)
	return base
}

// matchOfFour is what is written of a match of four.
var matchOfFour = Words{
	Site:  "Archmage",
	Title: "Okku won a match of Seasons, 161",
	Text:  "Seasons · 4 players · 2 January 2026",
	Places: []Place{
		{Rank: 1, Face: avatar.OfBot("owl", "Okku"), Name: "Okku", Score: "161"},
		{Rank: 2, Face: avatar.Of("Maud"), Name: "Maud", Score: "153"},
		{Rank: 3, Face: avatar.Of("Inès"), Name: "Inès", Score: "149"},
		{
			Rank:  4,
			Face:  avatar.Of("Łukasz Παύλος Юлия"),
			Name:  "Łukasz Παύλος Юлия Đặng Văn",
			Score: "-97",
			Note:  "conceded",
		},
	},
}

// written returns the file that Write draws. With PICTURES=FOLDER, people can look at it
// there.
func written(t testing.TB, base *Base, name string, words Words) []byte {
	t.Helper()
	data, err := base.Write(words)
	require.NoError(t, err, name)
	require.Less(t, len(data), mostBytes, "%s: programs that show links refuse large pictures", name)
	if folder := os.Getenv("PICTURES"); folder != "" {
		require.NoError(t, os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644))
	}
	return data
}

// mostBytes is the size of a picture that every program shows with a link.
const mostBytes = 300 << 10

// Whatever the words, they stay on the paper, and the same words give the same picture.
func TestWordsStayOnThePaper(t *testing.T) {
	paper := image.Rect(left-2, 70, right+1, bottom+8)
	many := matchOfFour
	many.Title, many.Places = strings.Repeat("WWWW ", 100), make([]Place, 40)
	for i := range many.Places {
		many.Places[i] = Place{
			Rank:  1,
			Face:  avatar.Of("Fern"),
			Name:  strings.Repeat("Wø", 30),
			Score: "1099511627776",
			Note:  "filled the match",
		}
	}
	long := strings.Repeat("Fern Robin invites you to a very long game ", 9)
	french := Words{
		Site:  "Les Plateaux",
		Title: "Fougère Blaireau a gagné une partie de Seasons, 161",
		Text:  "Seasons · 2 joueurs · 02/01/2026",
		Places: []Place{
			{Rank: 1, Face: avatar.Of("Ève"), Name: "Ève", Score: "161"},
			{Rank: 2, Face: avatar.Of("Noé"), Name: "Noé", Score: "90", Note: "hors délai"},
		},
	}
	for name, test := range map[string]struct {
		file  string
		words Words
	}{
		"match":  {"games/seasons/link.png", matchOfFour},
		"french": {"games/spellbook/link.png", french},
		"table": {
			"games/spellbook/link.png",
			Words{
				Site:  "Archmage",
				Title: "Fern Robin invites you to SpellBook",
				Text:  "1 of 2 seats free. Open the link and sit down: no account.",
			},
		},
		"home": {
			"art/link.png",
			Words{
				Site:  "Critical Boards",
				Title: "Critical Boards: Seasons and SpellBook",
				Text:  "Play with friends from a link. No account.",
			},
		},
		"person": {
			"art/link.png",
			Words{
				Site:  "Archmage",
				Title: "Hazel Hare · Archmage",
				Text:  "Ratings and matches of Hazel Hare on Archmage.",
				Face:  avatar.Of("Hazel Hare"),
			},
		},
		"no words": {"art/link.png", Words{}},
		"long":     {"games/seasons/link.png", Words{Site: long, Title: long, Text: long, Face: avatar.Of("Robin")}},
		"many":     {"games/seasons/link.png", many},
		"no result": {
			"games/seasons/link.png",
			Words{Title: "Nobody won", Places: []Place{{Name: "Ann"}, {Name: "Bob", Face: avatar.Of("Bob")}}},
		},
		"one word": {"art/link.png", Words{Title: strings.Repeat("W", 500)}},
	} {
		t.Run(name, func(t *testing.T) {
			base := baseOf(t, test.file)
			file := written(t, base, name, test.words)
			require.True(t, bytes.Equal(file, written(t, base, name, test.words)), "the base is not written on")
			decoded, err := png.Decode(bytes.NewReader(file))
			require.NoError(t, err)
			drawn := decoded.(*image.Paletted)
			require.Equal(t, base.picture.Rect, drawn.Rect)
			changed := image.Rectangle{}
			for i, index := range drawn.Pix {
				if index != base.picture.Pix[i] {
					x, y := i%Width, i/Width
					changed = changed.Union(image.Rect(x, y, x+1, y+1))
				}
			}
			require.True(t, changed.In(paper), "%v is not on the paper", changed)
			require.Equal(t, name == "no words", changed.Empty())
		})
	}
}

// All that is in the words is seen.
func TestAllWordsAreWritten(t *testing.T) {
	base := baseOf(t, "games/seasons/link.png")
	without := written(t, base, "without", matchOfFour)
	for name, change := range map[string]func(*Words){
		"site":  func(w *Words) { w.Site = "Critical Boards" },
		"title": func(w *Words) { w.Title = "Okku a gagné une partie de Seasons, 161" },
		"text":  func(w *Words) { w.Text = "Seasons · 4 joueurs · 02/01/2026" },
		"face":  func(w *Words) { w.Face = avatar.Of("Robin") },
		"rank":  func(w *Words) { w.Places[1].Rank = 1 },
		"name":  func(w *Words) { w.Places[1].Name = "Юлия" },
		"total": func(w *Words) { w.Places[1].Score = "154" },
		"note":  func(w *Words) { w.Places[3].Note = "abandon" },
		"bot":   func(w *Words) { w.Places[0].Face.Bot = false },
	} {
		words := matchOfFour
		words.Places = append([]Place(nil), matchOfFour.Places...)
		change(&words)
		require.False(t, bytes.Equal(without, written(t, base, "changed "+name, words)), name)
	}
}

// Every animal has a face of its own in each tint, for people and for bots.
func TestEveryFaceIsDrawn(t *testing.T) {
	const size = 40
	colours := append(color.Palette{color.Transparent}, palette.WebSafe...)
	base := &Base{picture: image.NewPaletted(image.Rect(0, 0, size, size), colours)}
	p, err := newPen(base)
	require.NoError(t, err)
	seen := map[string]avatar.Face{}
	for _, animal := range avatar.Animals() {
		for tint := range avatar.Tints {
			for _, bot := range []bool{false, true} {
				p.canvas = newCanvas(base)
				shown := avatar.Face{Animal: animal, Tint: tint, Bot: bot}
				require.NoError(t, p.face(shown, 0, 0, size))
				like, known := seen[string(p.canvas.Pix)]
				require.False(t, known, "%v looks like %v", shown, like)
				seen[string(p.canvas.Pix)] = shown
				require.NotZero(t, p.canvas.ColorIndexAt(size/2, size/2), "%v", shown)
				require.Zero(t, p.canvas.ColorIndexAt(0, 0), "%v", shown)
			}
		}
	}
	sheet, err := faceSheet()
	require.NoError(t, err)
	require.Equal(t, crown/columns+1, sheet.drawn.Rect.Dy()/cellSize, "the sheet is not that of the animals")
	for _, unknown := range []avatar.Face{{Animal: "unicorn"}, {Animal: "fox", Tint: avatar.Tints}} {
		_, err := baseOf(t, "art/link.png").Write(Words{Face: unknown})
		require.Error(t, err)
	}
}

// A base has colours like those of every face in its palette, whatever is drawn on it.
func TestBasesHaveTheColoursOfFaces(t *testing.T) {
	faces, err := faceSheet()
	require.NoError(t, err)
	files, err := filepath.Glob(filepath.Join("..", "..", "..", "web", "static", "games", "*", "link.png"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		base := baseOf(t, "games/"+filepath.Base(filepath.Dir(file))+"/link.png")
		require.LessOrEqual(t, len(base.picture.Palette), maxColours, file)
		for _, colour := range faces.colours {
			near := distance(colour, base.picture.Palette[base.picture.Palette.Index(colour)])
			require.LessOrEqual(t, near, 24*24, "%s has no colour like %v", file, colour)
		}
	}
}

// Names are written in the alphabets that the fonts have; other characters are left out and
// leave no boxes.
func TestCharactersThatFontsDoNotHave(t *testing.T) {
	p, err := newPen(baseOf(t, "art/link.png"))
	require.NoError(t, err)
	for _, in := range []fallback{p.large, p.text} {
		for _, text := range []string{"Łukasz Šárka", "Παύλος", "Юлия", "Đặng Văn", "Zoë, 161 · …"} {
			require.Equal(t, text, in.printable(text))
			require.Positive(t, font.MeasureString(in, text).Ceil())
		}
		require.Equal(t, "Ann", in.printable("漢A字n🎲nשלום"))
		require.Empty(t, in.printable("مرحبا"))
		require.Empty(t, wrap("漢字 שלום", in, 500, 3))
	}
}

// A line is cut off with … where it is too long, and stays as it is where it fits.
func TestLongTextIsShortened(t *testing.T) {
	p, err := newPen(baseOf(t, "art/link.png"))
	require.NoError(t, err)
	require.Equal(t, "Fern Robin", shorten("Fern Robin", p.text, 400))
	const name = "Fern Robin the Second of the Clearing in the Wood"
	cut := shorten(name, p.text, 300)
	require.True(t, strings.HasSuffix(cut, "…"), cut)
	require.True(t, strings.HasPrefix(name, strings.TrimSuffix(cut, "…")), cut)
	require.LessOrEqual(t, p.width(cut, p.text), 300)
	require.Greater(t, p.width(cut, p.text), 250, "more of it has room")
	lines := wrap(strings.Repeat("eleven words ", 40), p.text, 300, 3)
	require.Len(t, lines, 3)
	require.LessOrEqual(t, p.width(lines[0], p.text), 300)
	require.Equal(t, strings.Fields(strings.Repeat("eleven words ", 40)), strings.Fields(strings.Join(lines, " ")))
}

// Only a picture of the right size and with room for inks in its palette is a base.
func TestDecode(t *testing.T) {
	var small bytes.Buffer
	require.NoError(t, png.Encode(&small, image.NewPaletted(image.Rect(0, 0, 10, 10), palette.WebSafe)))
	var full bytes.Buffer
	require.NoError(t, png.Encode(&full, image.NewPaletted(image.Rect(0, 0, Width, Height), palette.Plan9)))
	var deep bytes.Buffer
	require.NoError(t, png.Encode(&deep, image.NewRGBA(image.Rect(0, 0, Width, Height))))
	for _, file := range [][]byte{nil, []byte("GIF89a"), small.Bytes(), full.Bytes(), deep.Bytes()} {
		_, err := Decode(file)
		require.Error(t, err)
	}
}

func BenchmarkWrite(b *testing.B) {
	base := baseOf(b, "games/seasons/link.png")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := base.Write(matchOfFour); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	file, err := os.ReadFile("../../../web/static/games/seasons/link.png")
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Decode(file); err != nil {
			b.Fatal(err)
		}
	}
}
