package transport

import (
	"net/http"
	"sync"

	"github.com/go-chi/chi/v5"

	"archmage/internal/picture"
)

// icons are the client's icons by name, which are drawn when one is first asked
// for: a manifest needs some in pixels.
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

// icon sends one of them.
func (s *pagesAPI) icon(w http.ResponseWriter, r *http.Request) {
	all, err := icons()
	if err != nil {
		s.fail(w, r, err)
		return
	}
	found := all[chi.URLParam(r, "icon")]
	if found == nil {
		s.notFound(w, r)
		return
	}
	found.ServeHTTP(w, r)
}
