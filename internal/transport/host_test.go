package transport

import (
	"context"
	"fmt"
	"net/http"
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

// partOf is a part as the host's page shows it.
func (b *browser) partOf(part site.Part) operator.PartAnswer {
	b.t.Helper()
	for _, one := range read[operator.HostAnswer](b.t, b.does("GET", "/api/host", ""), http.StatusOK).Parts {
		if one.Part == string(part) {
			return one
		}
	}
	b.t.Fatalf("there is no %s", part)
	return operator.PartAnswer{}
}

// newHosted is a peace whose site is kept, with parts that are fixed.
func newHosted(t *testing.T, fixed map[site.Part]site.Texts, change func(*Options)) *peace {
	return newPeaceWith(t, func(o *Options, kept site.Store) {
		said, err := site.New(t.Context(), kept, fixed)
		require.NoError(t, err)
		if o.Site = said; change != nil {
			change(o)
		}
	})
}

// What an owner says is at once in titles, previews and what clients are told; it is in the
// log, and bounded. Nobody else sees the page or changes anything.
func TestTheHostsPage(t *testing.T) {
	p := newHosted(t, map[site.Part]site.Texts{site.Imprint: {"": "Odile"}}, nil)
	nobody := p.browser()
	absent := p.ask("GET", "/nothing", "", "Accept", "text/html")
	for _, b := range []*browser{nobody, p.ann, p.odile} {
		refused(t, b.does("GET", "/api/host", ""), http.StatusNotFound, coded.NotFound)
		w := b.does("GET", "/host", "", "Accept", "text/html")
		require.Equal(t, []any{absent.Code, absent.Body.String()}, []any{w.Code, w.Body.String()})
	}
	require.Equal(t, http.StatusOK, p.owner.does("GET", "/host", "", "Accept", "text/html").Code)
	p.odile.acts(http.StatusForbidden, `{"kind":"site","part":"name","text":"Odile's"}`)
	p.ann.acts(http.StatusNotFound, `{"kind":"site","part":"name","text":"Ann's"}`)

	before := p.ann.hears().Site
	p.owner.acts(http.StatusCreated, `{"kind":"site","part":"name","text":" The  Wood "}`)
	p.owner.acts(http.StatusCreated, `{"kind":"site","part":"welcome","lang":"fr","text":"Salut https://wood.example"}`)
	require.NotEqual(t, before, p.ann.hears().Site)
	require.Contains(t, nobody.does("GET", "/", "").Body.String(), `<meta property="og:site_name" content="The Wood">`)
	require.Contains(t, nobody.does("GET", "/open", "").Body.String(), "<title>The Wood</title>")
	info := read[pages.SiteInfo](t, nobody.does("GET", "/api/site", ""), http.StatusOK)
	require.Equal(
		t,
		[]any{"The Wood", site.Texts{"fr": "Salut https://wood.example"}, []string{"imprint"}},
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
		operator.PartAnswer{Part: "imprint", Texts: site.Texts{"": "Odile"}, Fixed: true, Longest: 8000},
		p.owner.partOf(site.Imprint),
	)

	w := p.owner.does("POST", "/api/moderation/acts", `{"kind":"site","part":"imprint","lang":"en","text":"Eve"}`)
	refused(t, w, http.StatusForbidden, site.CodeFixed)
	for _, body := range []string{
		`{"kind":"site","part":"colour","text":"x"}`,
		`{"kind":"site","part":"name","text":"` + strings.Repeat("x", 33) + `"}`,
		`{"kind":"site","part":"welcome","text":"x"}`,
	} {
		refused(t, p.owner.does("POST", "/api/moderation/acts", body), http.StatusBadRequest, coded.Malformed)
	}
	log := p.owner.log()
	require.Equal(
		t,
		[]string{"site", "welcome fr", "Salut https://wood.example", moderation.Done},
		[]string{log[0].Kind, log[0].Target, log[0].Words, log[0].Outcome},
	)
	require.Equal(t, []string{"name", "The Wood", "Oona"}, []string{log[1].Target, log[1].Words, log[1].By.Name})
	require.Len(t, log, 5)

	p.operates(`{"kind":"site","part":"name"}`)
	require.Contains(t, nobody.does("GET", "/open", "").Body.String(), "<title>Archmage</title>")
	require.Empty(t, p.owner.partOf(site.Name).Texts)
}

// daily are the numbers of a day.
type daily struct{ asked []time.Time }

func (d *daily) New(_ context.Context, since, before time.Time) (operator.Counts, error) {
	d.asked = append(d.asked, since, before)
	return operator.Counts{Matches: len(d.asked)}, nil
}
func (d *daily) All(context.Context) (operator.Counts, error) {
	return operator.Counts{Matches: 9}, nil
}
func (d *daily) Size(context.Context) (int64, error) { return 4096, nil }

// The host sees who is here, the numbers of the host's own day, and the storage.
func TestTheHostSeesNumbers(t *testing.T) {
	numbers := &daily{}
	p := newHosted(t, nil, func(o *Options) {
		o.Numbers = numbers
		o.Storage = func() httpx.Storage { return httpx.Storage{Kind: "sqlite", Free: 100, Floor: 10} }
	})
	p.ann.hears()
	p.odile.hears()
	day := time.Now().Add(-5 * time.Hour).Truncate(time.Millisecond)
	answer := read[operator.HostAnswer](t, p.owner.does("GET", fmt.Sprint("/api/host?day=", day.UnixMilli()), ""), http.StatusOK)
	require.Equal(t, 2, answer.Online)
	require.Equal(t, []string{"Odile", "Ann"}, []string{answer.People[0].Name, answer.People[1].Name})
	require.Equal(t, operator.StorageAnswer{Kind: "sqlite", Bytes: 4096, Free: 100, Floor: 10}, answer.Storage)
	require.Equal(t, []int{2, 4, 9}, []int{answer.Today.Matches, answer.Yesterday.Matches, answer.All.Matches})
	require.True(
		t,
		day.Equal(numbers.asked[0]) && day.Equal(numbers.asked[3]) && day.AddDate(0, 0, -1).Equal(numbers.asked[2]),
	)
	for _, wrong := range []string{"x", "1", fmt.Sprint(time.Now().Add(time.Hour).UnixMilli())} {
		refused(t, p.owner.does("GET", "/api/host?day="+wrong, ""), http.StatusBadRequest, coded.Malformed)
	}
}

// What is said at one node is said at the others.
func TestTheHostsWordsAtOtherNodes(t *testing.T) {
	var second *site.Site
	var sent []socket.Signal
	p := newPeaceWith(t, func(o *Options, kept site.Store) {
		var err error
		o.Site, err = site.New(t.Context(), kept, nil)
		require.NoError(t, err)
		second, err = site.New(t.Context(), kept, nil)
		require.NoError(t, err)
		o.Broadcast = func(_ context.Context, what socket.Signal) error { sent = append(sent, what); return nil }
	})
	other := newTestHandler(t, func(o *Options) { o.Site = second })
	p.owner.acts(http.StatusCreated, `{"kind":"site","part":"name","text":"Wood"}`)
	last := sent[len(sent)-1]
	require.Equal(t, socket.Signal{Site: true, NewsForAll: true}, last)
	require.Contains(t, other.ask("GET", "/open", "").Body.String(), "<title>Archmage</title>")
	other.server.Receive(t.Context(), last)
	require.Contains(t, other.ask("GET", "/open", "").Body.String(), "<title>Wood</title>")
	refused(
		t,
		p.odile.does("POST", "/api/moderation/acts", `{"kind":"site","part":"name"}`),
		http.StatusForbidden,
		moderation.CodeNotAllowed,
	)
}
