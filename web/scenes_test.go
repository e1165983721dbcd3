package web

import (
	"encoding/xml"
	"errors"
	"io"
	"path"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// scenes are the pictures of cards, in a folder of their game, and shown are all
// pictures that a page loads where it shows them.
var (
	scenes = regexp.MustCompile(`^games/([^/]+)/scenes/([^/]+)\.svg$`)
	shown  = regexp.MustCompile(`^games/[^/]+/(scenes/|boards/|altar)[^/]*\.svg$`)
)

// painted are the elements that scenes are made of: none that holds text, a picture or
// a script, or that comes from elsewhere.
var painted = []string{
	"svg", "defs", "g", "use", "path", "circle", "ellipse", "rect", "clipPath", "linearGradient", "radialGradient", "stop",
	"filter", "feTurbulence", "feDisplacementMap", "feGaussianBlur",
}

const (
	// mostOfAScene is how many bytes of a scene are sent at most.
	mostOfAScene = 4 << 10
	// wholeShape is how long the path of a shape is that only one scene may have.
	wholeShape = 40
)

func TestScenes(t *testing.T) {
	shapes := map[string]string{}
	for name, text := range theBundle(t) {
		if !scenes.MatchString(name) {
			continue
		}
		require.LessOrEqual(t, packedSize(t, text), mostOfAScene, name)
		require.Contains(t, string(text), ` viewBox="0 0 240 200" preserveAspectRatio="xMidYMid slice"`, name)
		ids, uses, drawn := map[string]bool{}, []string(nil), 0
		for decoder := xml.NewDecoder(strings.NewReader(string(text))); ; {
			token, err := decoder.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			require.NoError(t, err, name)
			switch token := token.(type) {
			case xml.CharData:
				require.Empty(t, strings.TrimSpace(string(token)), name)
			case xml.StartElement:
				require.Contains(t, painted, token.Name.Local, name)
				for _, attribute := range token.Attr {
					switch attribute.Name.Local {
					case "id":
						require.False(t, ids[attribute.Value], "%s: #%s twice", name, attribute.Value)
						ids[attribute.Value] = true
					case "href":
						require.Regexp(t, `^#`, attribute.Value, name)
						uses = append(uses, attribute.Value[1:])
					case "d":
						drawn++
						if len(attribute.Value) >= wholeShape {
							if other := shapes[attribute.Value]; other != "" {
								require.Equal(t, name, other, "the same shape, be it in other colours")
							}
							shapes[attribute.Value] = name
						}
					}
					for _, found := range references.FindAllStringSubmatch(attribute.Value, -1) {
						uses = append(uses, found[1])
					}
				}
			}
		}
		require.GreaterOrEqual(t, drawn, 20, "%s: an icon, no scene", name)
		for _, id := range uses {
			require.True(t, ids[id], "%s: no #%s", name, id)
		}
	}
	require.NotEmpty(t, shapes)
}

// references are those of attributes to other elements; an address is no element.
var references = regexp.MustCompile(`url\(#?([^)]*)\)`)

// A page loads a scene when it shows it: none is loaded before, and once there it is
// kept until there is another client.
func TestScenesAreLoadedAsTheyAreShown(t *testing.T) {
	files := theBundle(t)
	for name, text := range files {
		if ext := path.Ext(name); name == serviceWorkerName || ext == ".html" || ext == ".css" {
			require.NotRegexp(t, `/scenes/[\w-]+\.svg`, string(text), name)
		}
	}
	lasting := regexp.MustCompile(`const lasting = /(.*)/;`).FindStringSubmatch(string(files[serviceWorkerName]))
	require.NotNil(t, lasting)
	kept := regexp.MustCompile(strings.ReplaceAll(lasting[1], `\/`, "/"))
	require.True(t, kept.MatchString("/games/seasons/scenes/01.svg"))
	require.True(t, kept.MatchString("/"+Hashed+"room-ABC.js"))
	require.False(t, kept.MatchString("/games/seasons/emblems.svg"))
}
