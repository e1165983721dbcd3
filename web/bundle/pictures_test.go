package main

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/cards/seasons"
	"archmage/internal/cards/spellbook"
	"archmage/web"
)

// scenes matches the pictures of cards, in a folder of their game.
var scenes = regexp.MustCompile(`^games/([^/]+)/scenes/([^/]+)\.svg$`)

// pictured returns the names of the scenes of each game, from its catalogue.
func pictured() map[string][]string {
	names := map[string][]string{}
	for number := 1; number <= seasons.NumCards; number++ {
		names["seasons"] = append(names["seasons"], fmt.Sprintf("%02d", number))
	}
	for _, spells := range spellbook.MustLoad().Spells {
		for _, spell := range spells {
			names["spellbook"] = append(names["spellbook"], spell.ID)
		}
	}
	for _, list := range names {
		slices.Sort(list)
	}
	return names
}

func TestEveryCardHasAScene(t *testing.T) {
	found := map[string][]string{}
	for name := range theBundle(t) {
		if scene := scenes.FindStringSubmatch(name); scene != nil {
			found[scene[1]] = append(found[scene[1]], scene[2])
		}
	}
	for _, list := range found {
		slices.Sort(list)
	}
	require.Equal(t, pictured(), found)
}

// isPicture reports whether a file is a complete drawing instead of a set of symbols.
func isPicture(name string, text []byte) bool {
	return path.Ext(name) == ".svg" && (isLandscape(name) || !strings.Contains(string(text), "<symbol"))
}

// isLandscape reports whether a file is a painting behind a whole table.
func isLandscape(name string) bool {
	match, _ := path.Match("games/*/landscape/*.svg", name)
	return match
}

var (
	// painted matches the elements allowed in pictures: none with text, pictures, scripts or external
	// content. Filters are excluded because they make drawing ten times slower.
	painted = regexp.MustCompile(
		`^(svg|defs|g|use|path|circle|ellipse|rect|line|poly(gon|line)|clipPath|mask|pattern|(linear|` +
			`radial)Gradient|stop)$`,
	)
	// matter matches the textures of a table, which noise draws once, and its filter elements.
	matter    = regexp.MustCompile(`^(art/(wood|cloth|grain)|games/spellbook/altar(-tall)?)\.svg$`)
	filtering = regexp.MustCompile(`^(filter|fe(Turbulence|ColorMatrix|Composite))$`)
	// repeated matches the further elements of landscapes: symbols, and a style sheet for the dark theme.
	repeated = regexp.MustCompile(`^(symbol|style)$`)
)

const (
	// mostOfAPicture is the largest compressed size of a picture in bytes.
	mostOfAPicture = 4 << 10
	// mostOfALandscape is the largest compressed size of a landscape in bytes. The first load of a table
	// includes winter, so its limit is lower.
	mostOfALandscape, mostOfWinter = 25_000, 16_000
	// wholeShape is the length of a path above which only one scene may have the shape.
	wholeShape = 40
)

// web/tests/pictures.test.mjs checks how pictures are painted.
func TestPictures(t *testing.T) {
	for name, text := range theBundle(t) {
		if !isPicture(name, text) {
			continue
		}
		require.LessOrEqual(t, packedSize(t, text), mostOf(name), name)
		ids := map[string]bool{}
		elements(t, name, text, func(element xml.StartElement) {
			if isLandscape(name) && repeated.MatchString(element.Name.Local) {
				return
			}
			if !matter.MatchString(name) || !filtering.MatchString(element.Name.Local) {
				require.Regexp(t, painted, element.Name.Local, name)
			}
			for _, attribute := range element.Attr {
				require.NotRegexp(t, `url\([^#]`, attribute.Value, name)
				switch attribute.Name.Local {
				case "id":
					require.False(t, ids[attribute.Value], "%s: #%s twice", name, attribute.Value)
					ids[attribute.Value] = true
				case "href":
					require.Regexp(t, `^#`, attribute.Value, name)
				}
			}
		})
	}
}

// mostOf returns the largest compressed size of a picture in bytes.
func mostOf(name string) int {
	switch {
	case path.Base(name) == "winter.svg" && isLandscape(name):
		return mostOfWinter
	case isLandscape(name):
		return mostOfALandscape
	}
	return mostOfAPicture
}

// Every season of Seasons has a landscape, which has a night for the dark theme.
func TestLandscapes(t *testing.T) {
	files := theBundle(t)
	for _, season := range []string{"winter", "spring", "summer", "fall"} {
		name := "games/seasons/landscape/" + season + ".svg"
		has(t, files, name, "landscape.js")
		text := string(files[name])
		require.Contains(t, text, ` viewBox="0 0 1600 1000"`, name)
		require.Contains(t, text, "@media (prefers-color-scheme: dark)", name)
		require.Contains(t, text, `<g id="night">`, name)
	}
}

// elements calls do with each element of a drawing, which must be well-formed and contain no text except
// style sheets.
func elements(t *testing.T, name string, text []byte, do func(xml.StartElement)) {
	isStyle := false
	for decoder := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		require.NoError(t, err, name)
		switch token := token.(type) {
		case xml.CharData:
			require.True(t, isStyle || len(bytes.TrimSpace(token)) == 0, "%s: %s", name, token)
		case xml.EndElement:
			isStyle = false
		case xml.StartElement:
			isStyle = token.Name.Local == "style"
			do(token)
		}
	}
}

// Each scene is unique: none of its shapes is in another scene, even in other colours.
func TestScenes(t *testing.T) {
	shapes := map[string]string{}
	for name, text := range theBundle(t) {
		if !scenes.MatchString(name) {
			continue
		}
		require.Contains(t, string(text), ` viewBox="0 0 240 200" preserveAspectRatio="xMidYMid slice"`, name)
		drawn := 0
		elements(t, name, text, func(element xml.StartElement) {
			for _, attribute := range element.Attr {
				if attribute.Name.Local != "d" {
					continue
				}
				drawn++
				if len(attribute.Value) >= wholeShape {
					if other := shapes[attribute.Value]; other != "" {
						require.Equal(t, name, other, "the same shape")
					}
					shapes[attribute.Value] = name
				}
			}
		})
		require.GreaterOrEqual(t, drawn, 20, "%s: an icon, no scene", name)
	}
}

// A page loads a scene when it shows it, not before. The scene stays cached until the client changes.
func TestScenesAreLoadedAsTheyAreShown(t *testing.T) {
	files := theBundle(t)
	for name, text := range files {
		if ext := path.Ext(name); name == serviceWorkerName || ext == ".html" || ext == ".css" {
			require.NotRegexp(t, `/scenes/[\w-]+\.svg`, string(text), name)
		}
	}
	kept := workerPattern(t, files, "immutable")
	require.True(t, kept.MatchString("/games/seasons/scenes/01.svg"))
	require.True(t, kept.MatchString("/"+web.Chunks+"room-ABC.js"))
	require.False(t, kept.MatchString("/games/seasons/emblems.svg"))
}

// A picture that every page preloads is used by the style sheet of every page.
func TestPreloadedPictures(t *testing.T) {
	source, err := web.Source()
	require.NoError(t, err)
	page, sheet := source["index.html"], source["ui/base.css"]
	require.Contains(t, string(page), `href="/ui/base.css"`)
	pictures := regexp.MustCompile(
		`<link rel="preload" href="([^"]+)" as="image">`,
	).FindAllStringSubmatch(
		string(page),
		-1,
	)
	require.NotEmpty(t, pictures)
	for _, picture := range pictures {
		require.Contains(t, string(sheet), picture[1])
	}
}

// The PNG files of the client (make link-pictures) have the required dimensions and are small.
func TestPNGFiles(t *testing.T) {
	files := theBundle(t)
	sizes := map[string]image.Point{
		"icons/192.png":      image.Pt(192, 192),
		"icons/512.png":      image.Pt(512, 512),
		"icons/maskable.png": image.Pt(512, 512),
		"icons/badge.png":    image.Pt(96, 96),
		"art/link.png":       image.Pt(1200, 630),
	}
	for name := range files {
		if match, _ := path.Match("games/*/link.png", name); match {
			sizes[name] = sizes["art/link.png"]
		}
	}
	require.Contains(t, sizes, "games/seasons/link.png")
	require.Contains(t, sizes, "games/spellbook/link.png")
	bytesOfAll := 0
	for name, text := range files {
		if path.Ext(name) != ".png" {
			continue
		}
		require.Contains(t, sizes, name)
		drawn, err := png.Decode(bytes.NewReader(text))
		require.NoError(t, err, name)
		require.Equal(t, sizes[name], drawn.Bounds().Size(), name)
		require.LessOrEqual(t, len(text), 150_000, name)
		bytesOfAll += len(text)
		// The symbol of an icon is in its middle. Only that of a full square has no transparent corners.
		if strings.HasPrefix(name, "icons/") {
			_, _, _, middle := drawn.At(sizes[name].X/2, sizes[name].Y/2).RGBA()
			_, _, _, corner := drawn.At(0, 0).RGBA()
			require.Equal(t, []bool{true, name == "icons/maskable.png"}, []bool{middle > 0, corner > 0}, name)
		}
		delete(sizes, name)
	}
	require.Empty(t, sizes, "are missing")
	require.LessOrEqual(t, bytesOfAll, 600_000)

	var manifest struct {
		Icons []struct{ Src, Type, Sizes string }
	}
	require.NoError(t, json.Unmarshal(files["manifest.webmanifest"], &manifest))
	for _, icon := range manifest.Icons {
		if icon.Type == "image/png" {
			drawn, err := png.DecodeConfig(bytes.NewReader(files[strings.TrimPrefix(icon.Src, "/")]))
			require.NoError(t, err, icon.Src)
			require.Equal(t, icon.Sizes, fmt.Sprintf("%dx%d", drawn.Width, drawn.Height), icon.Src)
		}
	}
}

// An svgNode is an element of a drawing.
type svgNode struct {
	XMLName  xml.Name
	ID       string     `xml:"id,attr"`
	Href     string     `xml:"href,attr"`
	Children []*svgNode `xml:",any"`
}

// withCopies returns the number of elements below an element, with itself and the copies that <use> makes.
func (n *svgNode) withCopies(byID map[string]*svgNode) int {
	count := 1
	for _, child := range n.Children {
		count += child.withCopies(byID)
	}
	if original := byID[strings.TrimPrefix(n.Href, "#")]; n.XMLName.Local == "use" && original != nil {
		count += original.withCopies(byID)
	}
	return count
}

// index adds the elements below an element with an id, and itself.
func (n *svgNode) index(byID map[string]*svgNode) {
	if n.ID != "" {
		byID[n.ID] = n
	}
	for _, child := range n.Children {
		child.index(byID)
	}
}

// A landscape is a document whose styles the browser computes at once, so it must not have too many elements.
func TestLandscapesHaveFewElements(t *testing.T) {
	const most = 9_000
	for name, text := range theBundle(t) {
		if !isLandscape(name) {
			continue
		}
		var drawing svgNode
		require.NoError(t, xml.Unmarshal(text, &drawing))
		byID := map[string]*svgNode{}
		drawing.index(byID)
		count := drawing.withCopies(byID)
		t.Logf("%s: %d elements", name, count)
		require.Less(t, count, most, name)
		require.Greater(t, count, 1_000, name)
	}
}
