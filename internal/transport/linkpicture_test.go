package transport

import (
	"bytes"
	"image"
	"image/color"
	"image/color/palette"
	"image/png"
	"maps"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/linkpicture"
	"archmage/internal/moderation/site"
)

// emptyPicture returns a picture without words, in one colour of a palette.
func emptyPicture(t *testing.T, colour uint8) []byte {
	t.Helper()
	drawn := image.NewPaletted(image.Rect(0, 0, linkpicture.Width, linkpicture.Height), palette.WebSafe)
	for i := range drawn.Pix {
		drawn.Pix[i] = colour
	}
	var file bytes.Buffer
	require.NoError(t, png.Encode(&file, drawn))
	return file.Bytes()
}

// withPictures returns the client's files with two pictures of links: for the game toy, and for all
// other pages.
func withPictures(toy, others []byte) func() (map[string][]byte, error) {
	return func() (map[string][]byte, error) {
		files := maps.Clone(clientFiles)
		files["games/toy/link.png"], files["art/link.png"] = toy, others
		return files, nil
	}
}

// A link to a page of a game has the picture of the game, if there is one. All other links have the
// common picture.
func TestWhichPictureALinkHas(t *testing.T) {
	const ofToy, ofPages = 30, 60
	d := newTestHandler(t, func(o *Options) {
		o.Static = withPictures(emptyPicture(t, ofToy), emptyPicture(t, ofPages))
	})
	ann, auth := d.newPerson("Ann")
	d.rooms.matches = []archive.MatchInfo{
		aMatch("m1", ann.ID, true),
		aMatch("m2", ann.ID, false),
		aMatch("m3", ann.ID, true),
	}
	d.rooms.matches[0].Game, d.rooms.matches[2].Game = "toy", "bare"
	for path, want := range map[string]uint8{
		"/r/" + d.newRoom(auth, "") + "/picture.png": ofToy, "/api/matches/m1/picture.png": ofToy,
		"/api/matches/m3/picture.png": ofPages, "/pictures/home.png": ofPages,
	} {
		w := d.ask("GET", path, "")
		require.Equal(t, http.StatusOK, w.Code, path)
		require.Equal(t, "image/png", w.Header().Get("Content-Type"))
		drawn, err := png.Decode(w.Body)
		require.NoError(t, err)
		require.Equal(t, color.RGBAModel.Convert(palette.WebSafe[want]), drawn.At(0, 0), path)
	}
	refused(t, d.ask("GET", "/api/matches/m2/picture.png", ""), http.StatusNotFound, archive.CodeNoMatch)
}

// No picture is drawn for a client that has it, or for HEAD. An invalid file causes no error then.
func TestPicturesAreDrawnOnlyToBeSent(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.Static = withPictures([]byte("no PNG"), []byte("no PNG")) })
	ann, auth := d.newPerson("Ann")
	d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
	for _, path := range []string{
		"/r/" + d.newRoom(auth, "") + "/picture.png", "/api/matches/m1/picture.png", "/pictures/rules.png",
	} {
		head := d.ask("HEAD", path, "")
		require.Equal(t, http.StatusOK, head.Code, path)
		require.Equal(t, "image/png", head.Header().Get("Content-Type"))
		require.Equal(t, "no-cache", head.Header().Get("Cache-Control"))
		tag := head.Header().Get("ETag")
		require.Regexp(t, `^"[0-9a-f]{24}"$`, tag)
		require.Equal(t, http.StatusNotModified, d.ask("GET", path, "", "If-None-Match", tag).Code)
		require.Equal(t, http.StatusInternalServerError, d.ask("GET", path, "").Code, path)
	}
}

// A picture is drawn once, for any number of requests and ranges.
func TestAPictureIsDrawnOnce(t *testing.T) {
	file := emptyPicture(t, 30)
	d := newTestHandler(t, func(o *Options) { o.Static = withPictures(file, file) })
	drawn := d.server.pages.CountDrawnPictures
	whole := d.ask("GET", "/pictures/home.png", "")
	require.Equal(t, http.StatusOK, whole.Code)
	require.Equal(t, 1, drawn())
	body, tag := whole.Body.Bytes(), whole.Header().Get("ETag")
	for range 3 {
		require.Equal(t, body, d.ask("GET", "/pictures/home.png", "").Body.Bytes())
		part := d.ask("GET", "/pictures/home.png", "", "Range", "bytes=1-3")
		require.Equal(t, http.StatusPartialContent, part.Code)
		require.Equal(t, body[1:4], part.Body.Bytes())
		for _, has := range []string{tag, "W/" + tag, `"another", ` + tag, "*"} {
			w := d.ask("GET", "/pictures/home.png", "", "If-None-Match", has)
			require.Equal(t, http.StatusNotModified, w.Code, has)
		}
	}
	require.Equal(t, 1, drawn())
	require.Equal(t, http.StatusOK, d.ask("GET", "/pictures/rules.png", "").Code)
	require.Equal(t, 2, drawn())
}

// The ETag of a picture changes with its words and with its file.
func TestTheTagOfAPicture(t *testing.T) {
	tag := func(path string, file []byte, texts map[site.Part]site.Texts) string {
		d := newTestHandler(t, func(o *Options) { o.Static, o.Site = withPictures(file, file), fixedSite(t, texts) })
		ann, _ := d.newPerson("Ann")
		d.rooms.matches = []archive.MatchInfo{aMatch("m1", ann.ID, true)}
		w := d.ask("HEAD", path, "")
		require.Equal(t, http.StatusOK, w.Code)
		return w.Header().Get("ETag")
	}
	for _, path := range []string{"/pictures/home.png", "/api/matches/m1/picture.png"} {
		first := tag(path, []byte("a"), nil)
		require.Equal(t, first, tag(path, []byte("a"), nil))
		require.NotEqual(t, first, tag(path, []byte("b"), nil))
		require.NotEqual(t, first, tag(path, []byte("a"), map[site.Part]site.Texts{site.Name: {"": "Critical Boards"}}))
		require.NotEqual(t, first, tag(path, []byte("a"), map[site.Part]site.Texts{site.ColourPart: {"": "wine"}}))
	}
	require.NotEqual(t, tag("/pictures/home.png", []byte("a"), nil), tag("/pictures/rules.png", []byte("a"), nil))
}
