package transport

import (
	"net/http"
	"slices"
	"strings"

	"archmage/internal/room"
)

// wordsOf returns the files of texts that one of the client's pages shows first, with *
// for the language.
func (s *pagesAPI) wordsOf(page string) []string {
	list := []string{"base/texts.*.json"}
	for i := range s.options.Games {
		list = append(list, "games/"+s.options.Games[i].Info.ID+"/cover.*.json")
	}
	if page == roomName("", room.StatusOpen) {
		return append(list, "ui/settings.*.json", rareWords)
	}
	for i := range s.options.Games {
		id := s.options.Games[i].Info.ID
		switch page {
		case roomName(id, room.StatusPlaying), clientPageName("pages/gallery", id):
			list = append(list, "games/"+id+"/texts.*.json")
		case clientPageName("pages/rules", id):
			list = append(list, "games/"+id+"/texts.*.json", "games/"+id+"/rules.*.json")
		case roomName(id, room.StatusFinished):
			list = append(list, "games/"+id+"/texts.*.json", "replay/texts.*.json")
		case replayName(id):
			list = append(list, "games/"+id+"/texts.*.json", "replay/texts.*.json", rareWords)
		}
	}
	return append(list, wordsByPage[page]...)
}

// askForWords makes the browser load the texts of one of the client's pages together with
// the page, in the language that the browser prefers; without it the page's script asks
// for them. It does nothing for other files.
func (s *pagesAPI) askForWords(w http.ResponseWriter, r *http.Request, page string) {
	now, err := s.said()
	if err != nil || !strings.HasSuffix(page, ".html") {
		return
	}
	lang := preferred(r.Header, now.words.Languages)
	w.Header().Add("Vary", "Accept-Language")
	for _, pattern := range s.wordsOf(page) {
		if name := strings.Replace(pattern, "*", lang, 1); now.files[name] != nil {
			w.Header().Add("Link", "</"+name+">; rel=preload; as=fetch; crossorigin")
		}
	}
}

// preferred returns the first language of the client that is among those offered, else the
// first of these, as the page's script does.
func preferred(h http.Header, offered []string) string {
	for _, entry := range strings.Split(h.Get("Accept-Language"), ",") {
		tag := strings.ToLower(strings.TrimSpace(entry))
		if len(tag) >= 2 && slices.Contains(offered, tag[:2]) {
			return tag[:2]
		}
	}
	return offered[0]
}
