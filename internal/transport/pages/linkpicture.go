package pages

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/archive/linkpicture"
	"archmage/internal/people/avatar"
	"archmage/internal/transport/httpx"
)

// pagesPicture is the file of the picture for links to pages that belong to no game, and to games
// without a picture. gamePicture returns the file for a game.
const pagesPicture = "art/link.png"

func gamePicture(id string) string { return "games/" + id + "/link.png" }

// linkPictures has the pictures of links without words, by file. Each is decoded when it is first
// used.
type linkPictures struct {
	mu    sync.Mutex
	bases map[string]*linkpicture.Base
}

func (p *linkPictures) base(name string, file *asset) (*linkpicture.Base, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if found := p.bases[name]; found != nil {
		return found, nil
	}
	base, err := linkpicture.Decode(file.body)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if p.bases == nil {
		p.bases = map[string]*linkpicture.Base{}
	}
	p.bases[name] = base
	return base, nil
}

// pictureCacheBytes is the size of the cache of pictures with words, in bytes: about a hundred
// pictures.
const pictureCacheBytes = 16 << 20

// sendPicture sends the picture of a link, with words. game is "" for a page that belongs to no
// game. It draws the picture if the cache does not have it, except for HEAD and for clients that
// have the picture.
func (s *Pages) sendPicture(w http.ResponseWriter, r *http.Request, game string, words linkpicture.Words) error {
	files, err := s.static()
	if err != nil {
		return err
	}
	name := gamePicture(game)
	if files[name] == nil {
		name = pagesPicture
	}
	file := files[name]
	if file == nil {
		return httpx.ErrNotFound()
	}
	club := s.site.Words()
	words.Site = club.DisplayName()
	if colour, ok := club.ClubColour(); ok {
		words.Colour = colour.RGB
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s %+v", linkpicture.Version, file.tag, club.LogoAddress(), words))
	if club.Logo != nil {
		words.Logo = club.Logo.Picture
	}
	tag := fmt.Sprintf(`"%x"`, sum[:12])
	w.Header().Set("Content-Type", file.contentType)
	w.Header().Set("Cache-Control", revalidate)
	w.Header().Set("ETag", tag)
	switch {
	case httpx.HasTag(r, tag):
		w.WriteHeader(http.StatusNotModified)
		return nil
	case r.Method == http.MethodHead:
		return nil
	}
	drawn, err := s.pictures.Get(r.Context(), tag, func() (any, int, error) {
		base, err := s.linkPictures.base(name, file)
		if err != nil {
			return nil, 0, err
		}
		data, err := base.Write(words)
		return data, len(data), err
	})
	if err != nil {
		w.Header().Del("ETag")
		return err
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(drawn.([]byte)))
	return nil
}

// mountPictures adds the pictures of links to pages. The client's address is charged for drawing
// them.
func (s *Pages) mountPictures(r chi.Router) {
	add := func(pattern string, do httpx.Endpoint) {
		r.With(s.LimitRequests, s.RefuseBanned).Get(pattern, s.HandlerOf(s.Costly(httpx.Light, do)))
	}
	add("/pictures/{page}.png", func(w http.ResponseWriter, r *http.Request) error {
		for _, head := range s.mainPageHeads(s.site.Words()) {
			if head.Picture == r.URL.Path {
				return s.sendPicture(w, r, "", linkpicture.Words{Title: head.Title, Text: head.Text})
			}
		}
		return httpx.ErrNotFound()
	})
	add("/r/{room}/picture.png", func(w http.ResponseWriter, r *http.Request) error {
		card, err := s.rooms.Card(r.Context(), chi.URLParam(r, "room"))
		if err != nil {
			return err
		}
		head := s.roomHead(&card, s.site.Words().Lang())
		return s.sendPicture(w, r, card.Game, linkpicture.Words{Title: head.Title, Text: head.Text})
	})
	add(eventPage+"/picture.png", s.eventPicture)
	add("/u/{name}/picture.png", func(w http.ResponseWriter, r *http.Request) error {
		head, found, err := s.profileHead(r.Context(), chi.URLParam(r, "name"))
		if err != nil {
			return err
		}
		face, err := avatar.Parse(found.Avatar)
		if err != nil {
			face = avatar.Of(found.Name)
		}
		return s.sendPicture(w, r, "", linkpicture.Words{Title: head.Title, Text: head.Text, Face: face})
	})
}

// matchPicture returns a picture with the result, 1200 by 630 pixels, for previews of links. Allowed for anybody
// with its id.
func (s *Pages) matchPicture(w http.ResponseWriter, r *http.Request) error {
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	preview, err := s.archive.Preview(r.Context(), person, chi.URLParam(r, "match"))
	if err != nil {
		return err
	}
	words := linkpicture.Words{Title: preview.Title, Text: preview.Summary}
	for _, place := range preview.Places {
		words.Places = append(words.Places, linkpicture.Place{
			Rank: place.Rank, Face: place.Face, Name: place.Name, Score: fmt.Sprint(place.Total), Note: place.Note,
		})
	}
	return s.sendPicture(w, r, preview.Game, words)
}
