package transport

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/transport/httpx"
	"archmage/internal/transport/operator"
	"archmage/internal/transport/pages"
	"archmage/internal/transport/socket"
)

// partOf returns a part of the host's page.
func (b *browser) partOf(part site.Part) operator.PartAnswer {
	b.t.Helper()
	for _, one := range read[operator.HostAnswer](b.t, b.send("GET", "/api/host", ""), http.StatusOK).Parts {
		if one.Part == string(part) {
			return one
		}
	}
	b.t.Fatalf("there is no %s", part)
	return operator.PartAnswer{}
}

// newHostTest returns a moderationTest with a stored site that has fixed parts.
func newHostTest(t *testing.T, fixed map[site.Part]site.Texts, change func(*Options)) *moderationTest {
	return newModerationTestWith(t, func(o *Options, kept site.Store) {
		said, err := site.New(t.Context(), kept, fixed)
		require.NoError(t, err)
		if o.Site = said; change != nil {
			change(o)
		}
	})
}

// The texts of an owner are immediately in titles, previews and answers. They are logged, and their
// length is limited. Only owners see the page and change texts.
func TestTheHostsPage(t *testing.T) {
	p := newHostTest(t, map[site.Part]site.Texts{site.Imprint: {"": "Odile"}}, nil)
	nobody := p.browser()
	absent := p.ask("GET", "/nothing", "", "Accept", "text/html")
	for _, b := range []*browser{nobody, p.ann, p.odile} {
		refused(t, b.send("GET", "/api/host", ""), http.StatusNotFound, coded.NotFound)
		w := b.send("GET", "/host", "", "Accept", "text/html")
		require.Equal(t, []any{absent.Code, absent.Body.String()}, []any{w.Code, w.Body.String()})
	}
	require.Equal(t, http.StatusOK, p.owner.send("GET", "/host", "", "Accept", "text/html").Code)
	p.odile.act(http.StatusForbidden, `{"kind":"site","part":"name","text":"Odile's"}`)
	p.ann.act(http.StatusNotFound, `{"kind":"site","part":"name","text":"Ann's"}`)

	before := p.ann.news().Site
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"name","text":" The  Wood "}`)
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"welcome","lang":"fr","text":"Salut https://wood.example"}`)
	require.NotEqual(t, before, p.ann.news().Site)
	require.Contains(t, nobody.send("GET", "/", "").Body.String(), `<meta property="og:site_name" content="The Wood">`)
	require.Contains(t, nobody.send("GET", "/open", "").Body.String(), "<title>The Wood</title>")
	info := read[pages.SiteInfo](t, nobody.send("GET", "/api/site", ""), http.StatusOK)
	require.Equal(
		t,
		[]any{"The Wood", site.Texts{"fr": "Salut https://wood.example"}, []string{"imprint", "privacy"}},
		[]any{info.Name, info.Welcome, info.Pages},
	)
	require.Equal(
		t,
		operator.PartAnswer{
			Part: "welcome", Texts: site.Texts{"fr": "Salut https://wood.example"}, Longest: 1000,
		},
		p.owner.partOf(site.Welcome),
	)
	require.Equal(
		t,
		operator.PartAnswer{
			Part: "imprint", Texts: site.Texts{"": "Odile"}, Fixed: true, Longest: 8000,
			Default: site.Defaults(site.Imprint),
		},
		p.owner.partOf(site.Imprint),
	)

	w := p.owner.send("POST", "/api/moderation/acts", `{"kind":"site","part":"imprint","lang":"en","text":"Eve"}`)
	refused(t, w, http.StatusForbidden, site.CodeFixed)
	for _, body := range []string{
		`{"kind":"site","part":"colour","text":"x"}`,
		`{"kind":"site","part":"name","text":"` + strings.Repeat("x", 33) + `"}`,
		`{"kind":"site","part":"welcome","text":"x"}`,
	} {
		refused(t, p.owner.send("POST", "/api/moderation/acts", body), http.StatusBadRequest, coded.Malformed)
	}
	log := p.owner.log()
	require.Equal(
		t,
		[]string{"site", "welcome fr", "Salut https://wood.example", moderation.Done},
		[]string{log[0].Kind, log[0].Target, log[0].Words, log[0].Outcome},
	)
	require.Equal(t, []string{"name", "The Wood", "Oona"}, []string{log[1].Target, log[1].Words, log[1].By.Name})
	require.Len(t, log, 5)

	p.actAsOperator(`{"kind":"site","part":"name"}`)
	require.Contains(t, nobody.send("GET", "/open", "").Body.String(), "<title>Archmage</title>")
	require.Empty(t, p.owner.partOf(site.Name).Texts)
}

// dailyCounts are Numbers that record the queried days.
type dailyCounts struct{ asked []time.Time }

func (d *dailyCounts) New(_ context.Context, since, before time.Time) (operator.Counts, error) {
	d.asked = append(d.asked, since, before)
	return operator.Counts{Matches: len(d.asked)}, nil
}
func (d *dailyCounts) All(context.Context) (operator.Counts, error) {
	return operator.Counts{Matches: 9}, nil
}
func (d *dailyCounts) Size(context.Context) (int64, error) { return 4096, nil }

// The host sees the people online, the counts of the day in the host's time zone, and the storage.
func TestTheHostSeesNumbers(t *testing.T) {
	numbers := &dailyCounts{}
	p := newHostTest(t, nil, func(o *Options) {
		o.Numbers = numbers
		o.Storage = func() httpx.Storage { return httpx.Storage{Kind: "sqlite", Free: 100, Floor: 10} }
	})
	p.ann.news()
	p.odile.news()
	day := time.Now().Add(-5 * time.Hour).Truncate(time.Millisecond)
	answer := read[operator.HostAnswer](
		t,
		p.owner.send("GET", fmt.Sprint("/api/host?day=", day.UnixMilli()), ""),
		http.StatusOK,
	)
	require.Equal(t, 2, answer.Online)
	require.Equal(t, []string{"Odile", "Ann"}, []string{answer.People[0].Name, answer.People[1].Name})
	require.Equal(t, operator.StorageAnswer{Kind: "sqlite", Bytes: 4096, Free: 100, Floor: 10}, answer.Storage)
	require.Equal(t, []int{2, 4, 9}, []int{answer.Today.Matches, answer.Yesterday.Matches, answer.All.Matches})
	require.True(
		t,
		day.Equal(numbers.asked[0]) && day.Equal(numbers.asked[3]) && day.AddDate(0, 0, -1).Equal(numbers.asked[2]),
	)
	for _, wrong := range []string{"x", "1", fmt.Sprint(time.Now().Add(time.Hour).UnixMilli())} {
		refused(t, p.owner.send("GET", "/api/host?day="+wrong, ""), http.StatusBadRequest, coded.Malformed)
	}
}

// A text that is changed at one node changes at the other nodes.
func TestTheHostsWordsAtOtherNodes(t *testing.T) {
	var second *site.Site
	var sent []socket.Signal
	p := newModerationTestWith(t, func(o *Options, kept site.Store) {
		var err error
		o.Site, err = site.New(t.Context(), kept, nil)
		require.NoError(t, err)
		second, err = site.New(t.Context(), kept, nil)
		require.NoError(t, err)
		o.Broadcast = func(_ context.Context, what socket.Signal) error { sent = append(sent, what); return nil }
	})
	other := newTestHandler(t, func(o *Options) { o.Site = second })
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"name","text":"Wood"}`)
	last := sent[len(sent)-1]
	require.Equal(t, socket.Signal{Site: true, NewsForAll: true}, last)
	require.Contains(t, other.ask("GET", "/open", "").Body.String(), "<title>Archmage</title>")
	other.server.Receive(t.Context(), last)
	require.Contains(t, other.ask("GET", "/open", "").Body.String(), "<title>Wood</title>")
	refused(
		t,
		p.odile.send("POST", "/api/moderation/acts", `{"kind":"site","part":"name"}`),
		http.StatusForbidden,
		moderation.CodeNotAllowed,
	)
}

// An owner uploads a logo and chooses a colour. Both are seen at once, and can be taken away.
func TestLogoAndColour(t *testing.T) {
	p := newHostTest(t, nil, nil)
	nobody := p.browser()
	var file bytes.Buffer
	drawn := image.NewNRGBA(image.Rect(0, 0, 300, 60))
	draw.Draw(drawn, drawn.Bounds(), image.NewUniform(color.NRGBA{0x20, 0x60, 0xa0, 0xff}), image.Point{}, draw.Src)
	require.NoError(t, png.Encode(&file, drawn))
	upload := func(by *browser, file string) *httptest.ResponseRecorder {
		return by.send("POST", "/api/host/logo", file)
	}
	for _, by := range []*browser{nobody, p.ann, p.odile} {
		refused(t, upload(by, file.String()), http.StatusNotFound, coded.NotFound)
	}
	refused(t, upload(p.owner, "<svg/>"), http.StatusBadRequest, site.CodeBadLogo)
	refused(
		t,
		upload(p.owner, strings.Repeat("x", site.MaxLogoUpload+1)),
		http.StatusRequestEntityTooLarge,
		httpx.CodeTooLarge,
	)
	require.Equal(t, http.StatusNoContent, upload(p.owner, file.String()).Code)
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"colour","text":"sea"}`)
	info := read[pages.SiteInfo](t, nobody.send("GET", "/api/site", ""), http.StatusOK)
	require.Equal(t, "#1a4366", info.Colour)
	require.Regexp(t, `^/site/logo\.png\?.+`, info.Logo)
	sent := nobody.send("GET", info.Logo, "")
	require.Equal(t, "image/png", sent.Header().Get("Content-Type"))
	logo, err := png.Decode(sent.Body)
	require.NoError(t, err)
	require.Equal(t, image.Pt(300, 60), logo.Bounds().Size())
	icon, err := png.DecodeConfig(nobody.send("GET", "/site/icon.png", "").Body)
	require.NoError(t, err)
	require.Equal(t, []int{256, 256}, []int{icon.Width, icon.Height})
	require.Equal(t, site.Texts{"": info.Logo}, p.owner.partOf(site.LogoPart).Texts)
	require.Len(t, p.owner.partOf(site.ColourPart).Choices, len(site.Colours()))
	require.Equal(t, []string{"colour", "logo"}, []string{p.owner.log()[0].Target, p.owner.log()[1].Target})
	require.Empty(t, p.owner.log()[1].Words)

	p.owner.act(http.StatusCreated, `{"kind":"site","part":"logo","text":""}`)
	p.owner.act(http.StatusCreated, `{"kind":"site","part":"colour","text":""}`)
	info = read[pages.SiteInfo](t, nobody.send("GET", "/api/site", ""), http.StatusOK)
	require.Equal(t, []string{"", ""}, []string{info.Logo, info.Colour})
	require.Equal(t, http.StatusNotFound, nobody.send("GET", "/site/logo.png", "").Code)
}
