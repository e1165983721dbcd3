package transport

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/moderation/site"
	"archmage/internal/transport/pages"
)

// fixedSite returns a site whose texts all come from settings of the program.
func fixedSite(t *testing.T, parts map[site.Part]site.Texts) *site.Site {
	t.Helper()
	said, err := site.New(t.Context(), nil, parts)
	require.NoError(t, err)
	return said
}

func TestSite(t *testing.T) {
	d := newTestHandler(t, func(o *Options) {
		o.Version = "1.2.3"
		o.Site = fixedSite(
			t,
			map[site.Part]site.Texts{
				site.Name:    {"": "Wood"},
				site.Welcome: {"": "<script>", "fr": "Salut"},
				site.Imprint: {"": "Odile"},
			},
		)
	})
	info := read[pages.SiteInfo](t, d.ask("GET", "/api/site", ""), http.StatusOK)
	require.NotEmpty(t, info.Tag)
	require.Equal(
		t,
		pages.SiteInfo{
			Name:      "Wood",
			Version:   "1.2.3",
			Welcome:   site.Texts{"": "<script>", "fr": "Salut"},
			Languages: site.SupportedLanguages(),
			Pages:     []string{"imprint", "privacy"},
			Tag:       info.Tag,
		},
		info,
	)
	require.Equal(
		t,
		map[string]string{"": "Odile"},
		read[map[string]string](t, d.ask("GET", "/api/site/imprint", ""), http.StatusOK),
	)
	require.Equal(
		t,
		map[string]string(site.Defaults(site.Privacy)),
		read[map[string]string](t, d.ask("GET", "/api/site/privacy", ""), http.StatusOK),
	)
	refused(t, d.ask("GET", "/api/site/about", ""), http.StatusNotFound, coded.NotFound)
	bare := read[pages.SiteInfo](t, newTestHandler(t, nil).ask("GET", "/api/site", ""), http.StatusOK)
	require.Equal(
		t,
		pages.SiteInfo{
			Welcome:   site.Texts{},
			Languages: site.SupportedLanguages(),
			Pages:     []string{"imprint", "privacy"},
			Tag:       bare.Tag,
		},
		bare,
	)
	named := newTestHandler(t, func(o *Options) {
		o.Site = fixedSite(t, map[site.Part]site.Texts{site.Name: {"": "Ann & Bob"}, site.Languages: {"": "fr"}})
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{
				"index.html":           []byte(`<html lang="en">` + "<title>Archmage</title>"),
				"manifest.webmanifest": []byte(`{"name": "Archmage", "short_name": "Archmage"}`),
			}, nil
		}
	})
	require.Equal(
		t,
		`<html lang="fr" data-languages="fr"><title>Ann &amp; Bob</title>`,
		named.ask("GET", "/open", "").Body.String(),
	)
	require.JSONEq(
		t,
		`{"name": "Ann & Bob", "short_name": "Ann & Bob"}`,
		named.ask("GET", "/manifest.webmanifest", "").Body.String(),
	)
	coloured := newTestHandler(t, func(o *Options) {
		o.Site = fixedSite(t, map[site.Part]site.Texts{site.ColourPart: {"": "sea"}})
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{
				"index.html":           nil,
				"manifest.webmanifest": []byte(`{"theme_color": "#2f4a2c", "icons": []}`),
			}, nil
		}
	})
	require.JSONEq(
		t,
		`{"theme_color": "#1a4366", "icons": []}`,
		coloured.ask("GET", "/manifest.webmanifest", "").Body.String(),
	)
	checks := newTestHandler(t, func(o *Options) {
		o.Static = func() (map[string][]byte, error) {
			return map[string][]byte{"index.html": nil, "wasm/rules.wasm": {0}}, nil
		}
	})
	require.True(t, read[pages.SiteInfo](t, checks.ask("GET", "/api/site", ""), http.StatusOK).Rules)
}
