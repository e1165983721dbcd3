package transport

import (
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"

	"archmage/internal/picture"
)

// icons are the client's icons in pixels, by name; a manifest needs some. They are drawn
// when the first one is asked for.
var icons = sync.OnceValues(func() (map[string]*asset, error) {
	all := map[string]*asset{}
	for name, want := range map[string]struct {
		size int
		kind picture.IconKind
	}{"192": {192, picture.Disc}, "512": {512, picture.Disc}, "maskable": {512, picture.Maskable}, "badge": {96, picture.Badge}} {
		file, err := picture.Icon(want.size, want.kind)
		if err != nil {
			return nil, err
		}
		all[name] = newAsset(contentType(".png"), file)
	}
	return all, nil
})

// icon sends an icon.
func (s *pagesAPI) icon(w http.ResponseWriter, r *http.Request) {
	all, err := icons()
	if err != nil {
		s.Fail(w, r, err)
		return
	}
	found := all[chi.URLParam(r, "icon")]
	if found == nil {
		s.notFound(w, r)
		return
	}
	found.ServeHTTP(w, r)
}
