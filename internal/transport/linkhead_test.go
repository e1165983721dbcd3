package transport

import (
	"fmt"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive/linkpicture"
	"archmage/internal/event/runner"
	"archmage/internal/moderation/site"
	"archmage/internal/room"
)

// The head of a room's page names the host and the game. For a private match it says only what a
// stranger may know.
func TestThePreviewOfARoom(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.PublicURL, o.Site = "https://play.example", fixedSite(
			t,
			map[site.Part]site.Texts{site.Name: {"": "Critical & Boards"}},
		)
	})
	_, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	page := d.ask("GET", "/r/"+id, "", "Host", "evil.example")
	require.Equal(t, http.StatusOK, page.Code)
	require.Equal(t, "no-cache", page.Header().Get("Cache-Control"))
	body := page.Body.String()
	for _, part := range []string{
		`<meta property="og:title" content="&lt;b&gt;Fern&lt;/b&gt; invites you to Toy">`,
		`<meta property="og:description" content="1 of 2 seats free. Open the link and sit down: no account.">`,
		`<meta property="og:site_name" content="Critical &amp; Boards">`,
		`<meta property="og:url" content="https://play.example/r/` + id + `">`,
		`<meta property="og:image" content="https://play.example/r/` + id + `/picture.png">`,
	} {
		require.Contains(t, body, part)
	}
	require.Equal(t, 1, strings.Count(body, "<title>"))
	require.NotContains(t, body, "evil")
	r := d.rooms.rooms[0]
	require.Equal(t, !r.info.Listed, strings.Contains(body, "noindex"))
	r.info.Listed, r.info.Status = false, room.StatusPlaying
	body = d.ask("GET", "/r/"+id, "").Body.String()
	require.Contains(t, body, `content="Only its players see this match."`)
	require.Contains(t, body, "noindex")
	require.NotContains(t, body, "Fern")
	require.NotContains(t, d.ask("GET", "/r/nowhere", "").Body.String(), "og:")
}

// The main pages have their own heads. A profile has one if there is an account with the name.
func TestThePreviewsOfPages(t *testing.T) {
	d := newTestHandler(t, func(o *Options) { o.PublicURL = "https://play.example" })
	for path, title := range map[string]string{
		"/": "Archmage: ", "/watch": "Watch", "/tables": "Tables", "/leaderboard": "Ranking", "/rules": "Rules",
	} {
		page := d.ask("GET", path, "")
		require.NotEmpty(t, page.Header().Get("ETag"))
		require.Contains(t, page.Body.String(), `<meta property="og:title" content="`+title, path)
		require.Contains(t, page.Body.String(), `<meta property="og:url" content="https://play.example`+path+`">`)
	}
	require.NotContains(t, d.ask("GET", "/u/Nobody", "").Body.String(), "og:")
	d.newPerson("Guest")
	require.NotContains(t, d.ask("GET", "/u/Guest", "").Body.String(), "og:", "guests have no page")
}

// Previews are in the host's language, and every main page has a picture.
func TestPreviewsInTheHostsLanguage(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.PublicURL, o.Site = "https://play.example", fixedSite(
			t,
			map[site.Part]site.Texts{site.Languages: {"": "fr en"}},
		)
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{
				"index.html":   []byte(`<html lang="en">` + "<title>Archmage</title>"),
				"art/link.png": emptyPicture(t, 0),
			}, nil
		}
	})
	_, auth := d.newPerson("Ann")
	id := d.newRoom(auth, "")
	for path, want := range map[string]string{
		"/r/" + id:     "vous invite à Toy",
		"/":            "Jouez à Toy et Nu entre amis",
		"/rules":       "Règles · Archmage",
		"/watch":       "Regarder · Archmage",
		"/leaderboard": "Classement · Archmage",
		"/tables":      "Les tables où une place est libre",
	} {
		body := d.ask("GET", path, "").Body.String()
		require.Contains(t, body, want, path)
		image := regexp.MustCompile(`og:image" content="https://play.example([^"]*)"`).FindStringSubmatch(body)
		require.NotNil(t, image, path)
		w := d.ask("GET", image[1], "")
		require.Equal(t, http.StatusOK, w.Code, image[1])
		require.Equal(t, "image/png", w.Header().Get("Content-Type"))
		shown, err := png.DecodeConfig(w.Body)
		require.NoError(t, err)
		require.Equal(t, []int{linkpicture.Width, linkpicture.Height}, []int{shown.Width, shown.Height})
		require.Equal(
			t,
			http.StatusNotModified,
			d.ask("GET", image[1], "", "If-None-Match", w.Header().Get("ETag")).Code,
		)
	}
	for _, nothing := range []string{"/pictures/else.png", "/r/nowhere/picture.png", "/u/nobody/picture.png"} {
		require.Equal(t, http.StatusNotFound, d.ask("GET", nothing, "").Code, nothing)
	}
}

// The preview of a link to an event says what anybody with the link sees; it names people at the end only.
func TestEventLinks(t *testing.T) {
	picture := emptyPicture(t, 60)
	d, r := newEvents(t, func(o *Options) { o.Static = withPictures(picture, picture) })
	ann, bob := d.browser().withAccount("Ann"), d.browser().withAccount("Bob")
	for _, listed := range []bool{true, false} {
		path := ann.plan(fmt.Sprintf(`,"listed":%v,"rounds":1`, listed))
		page := strings.TrimPrefix(path, "/api/events")
		ann.eventCommand(path, "1", "join", `,"perhaps":false`)
		bob.eventCommand(path, "1", "join", `,"perhaps":false`)
		body := d.ask("GET", "/e"+page, "").Body.String()
		require.Contains(t, body, `<meta property="og:title" content="A cup">`)
		require.Contains(t, body, "everybody plays every round · 2 people come")
		require.Contains(t, body, `content="https://play.example/e`+page+`/picture.png">`)
		require.NotContains(t, body, "Bob")
		require.Equal(t, listed, !strings.Contains(body, "noindex"))
		before := d.ask("GET", "/e"+page+"/picture.png", "")
		require.Equal(t, "image/png", before.Header().Get("Content-Type"))

		ann.eventCommand(path, "2", "start", "")
		require.NoError(t, r.DoDue(t.Context()))
		ann.eventCommand(path, "3", "settle", `,"round":1,"table":0,"places":[1,2],"reason":"rain"`)
		ann.eventCommand(path, "4", "finish", "")
		doc := read[runner.Document](t, ann.send("GET", path, ""), http.StatusOK)
		winner := doc.People[fmt.Sprint(doc.Standings["1"].Person)].Name
		body = d.ask("GET", "/e"+page, "").Body.String()
		require.Contains(t, body, `content="`+winner+` wins: A cup">`)
		require.Contains(t, body, "2 people, one round")
		after := d.ask("GET", "/e"+page+"/picture.png", "")
		require.NotEqual(t, before.Body.Bytes(), after.Body.Bytes())
	}
	require.Equal(t, http.StatusOK, d.ask("GET", "/e/none", "").Code)
	refused(t, d.ask("GET", "/e/none/picture.png", ""), http.StatusNotFound, runner.CodeNoEvent)
}
