package transport

import (
	"bytes"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/face"
	"archmage/internal/picture"
	"archmage/internal/transport/web"
	"archmage/internal/work"
)

// posters draws the pictures of all pages but those of matches. The stage of a game's
// poster, which lies under the words, is drawn once.
type posters struct {
	mu     sync.Mutex
	stages map[string]*picture.Stage
}

// stage returns the stage of a poster with drawings of games.
func (p *posters) stage(files assets, games []string) (*picture.Stage, error) {
	key := strings.Join(games, " ")
	p.mu.Lock()
	defer p.mu.Unlock()
	if found := p.stages[key]; found != nil {
		return found, nil
	}
	var poster picture.Poster
	for _, id := range games {
		file := files["games/"+id+"/cover.svg"]
		if file == nil {
			continue
		}
		art, err := picture.ReadArt(file.body)
		if err != nil {
			return nil, err
		}
		poster.Art = append(poster.Art, art)
	}
	scenes := scenesOf(files, games)
	// Of many scenes, take three that are far apart in the list.
	for quarter := 1; quarter <= 3 && len(scenes) > 3; quarter++ {
		card, err := picture.ReadArt(files[scenes[len(scenes)*quarter/4]].body)
		if err != nil {
			return nil, err
		}
		poster.Cards = append(poster.Cards, card)
	}
	made, err := poster.Stage()
	if err == nil {
		if p.stages == nil {
			p.stages = map[string]*picture.Stage{}
		}
		p.stages[key] = made
	}
	return made, err
}

// scenesOf returns the names of the scenes on the cards of games, in order.
func scenesOf(files assets, games []string) (names []string) {
	for name := range files {
		id, rest, _ := strings.Cut(strings.TrimPrefix(name, "games/"), "/")
		if strings.HasPrefix(rest, "scenes/") && slices.Contains(games, id) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sendPoster sends the picture that a link to a page is shown with.
func (s *pagesAPI) sendPoster(w http.ResponseWriter, r *http.Request, head *linkHead, stage *picture.Stage) error {
	var data []byte
	var err error
	work.Do(r.Context(), func() {
		data, err = stage.Draw(&picture.Poster{Title: head.Title, Text: head.Text, Site: s.options.Site.Words().Name})
	})
	if err != nil {
		return err
	}
	file := newAsset(contentType(".png"), data)
	w.Header().Set("Content-Type", file.contentType)
	w.Header().Set("Cache-Control", revalidate)
	w.Header().Set("ETag", `"`+file.tag+`"`)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
	return nil
}

// gamePoster sends a poster with the drawings of the games of a head.
func (s *pagesAPI) gamePoster(w http.ResponseWriter, r *http.Request, head *linkHead) error {
	files, err := s.static()
	if err != nil {
		return err
	}
	var stage *picture.Stage
	work.Do(r.Context(), func() { stage, err = s.posters.stage(files, head.Games) })
	if err != nil {
		return err
	}
	return s.sendPoster(w, r, head, stage)
}

// mountPosters adds the pictures of pages. A client's address is charged with the time to
// draw one.
func (s *pagesAPI) mountPosters(r chi.Router) {
	add := func(pattern string, do web.Endpoint) {
		r.With(s.LimitRequests, s.RefuseBanned).Get(pattern, s.HandlerOf(s.Costly(web.Light, do)))
	}
	add("/pictures/{page}.png", func(w http.ResponseWriter, r *http.Request) error {
		for _, head := range s.chiefPages(s.options.Site.Words()) {
			if head.Picture == r.URL.Path {
				return s.gamePoster(w, r, head)
			}
		}
		return errNothing()
	})
	add("/r/{room}/picture.png", func(w http.ResponseWriter, r *http.Request) error {
		card, err := s.rooms.Card(r.Context(), chi.URLParam(r, "room"))
		if err != nil {
			return err
		}
		return s.gamePoster(w, r, s.roomHead(&card, s.options.Site.Words().Lang()))
	})
	add("/u/{name}/picture.png", func(w http.ResponseWriter, r *http.Request) error {
		head, found, err := s.profileHead(r.Context(), chi.URLParam(r, "name"))
		if err != nil {
			return err
		}
		shown, err := face.Parse(found.Face)
		if err != nil {
			shown = face.Of(found.Name)
		}
		poster := picture.Poster{Face: shown}
		var stage *picture.Stage
		work.Do(r.Context(), func() { stage, err = poster.Stage() })
		if err != nil {
			return err
		}
		return s.sendPoster(w, r, head, stage)
	})
}
