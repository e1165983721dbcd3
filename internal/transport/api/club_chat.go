package api

import (
	"net/http"
	"strconv"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby/clubchat"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// clubChatHandler answers requests about the chat of the club.
type clubChatHandler struct {
	*httpx.Base
	// chat is nil if there is none. bans is nil if this server has no bans.
	chat *clubchat.Chat
	bans *moderation.Bans
}

// mount adds the routes of the handler.
func (s *clubChatHandler) mount(r chi.Router) {
	r.Method(http.MethodGet, "/club/chat", s.HandlerOf(s.clubChat))
	r.Method(http.MethodPost, "/club/chat", forPerson(s.Base, s.writeClubLine))
}

// ClubChatAnswer is a part of the lines of the chat of the club, the latest first.
type ClubChatAnswer struct {
	Lines []clubchat.ClubLine `json:"lines"`
	// Next is the value of before for the next page, 0 on the last page.
	Next uint64 `json:"next"`
	// Link is where else the club talks, "" for nowhere.
	Link string `json:"link"`
}

// ClubLineAnswer is a line of the chat of the club that was stored.
type ClubLineAnswer struct {
	Line clubchat.ClubLine `json:"line"`
}

// clubChat returns a page of the `lines` of the club's chat, the latest first: at most `limit`, from before the
// number `before`, which is `next` for the next page and 0 on the last one; and the `link` to where else the club
// talks. Lines are kept for a week. Without an account it works only where everybody can create one, and not where
// the owner has switched the chat off. Allowed for anybody.
func (s *clubChatHandler) clubChat(w http.ResponseWriter, r *http.Request) error {
	if s.chat == nil {
		return httpx.ErrNotFound()
	}
	person, err := s.PersonIfAny(r)
	if err != nil {
		return err
	}
	query := r.URL.Query()
	limit, err := httpx.Number(query.Get("limit"), httpx.DefaultPage, 1, httpx.MaxPage)
	if err != nil {
		return err
	}
	var before uint64
	if text := query.Get("before"); text != "" {
		if before, err = strconv.ParseUint(text, 10, 63); err != nil {
			return coded.Malformedf("before is the number of a line")
		}
	}
	page, err := s.chat.Read(r.Context(), person, before, limit)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, ClubChatAnswer{page.Lines, page.Next, page.Link})
	return nil
}

// writeClubLine writes a line with a `text` of at most 200 characters, and returns the `line` as it is stored.
// Allowed for an account.
func (s *clubChatHandler) writeClubLine(w http.ResponseWriter, r *http.Request, person people.Person) error {
	if s.chat == nil {
		return httpx.ErrNotFound()
	}
	var body struct {
		Text string `json:"text"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	if s.bans != nil {
		if err := s.bans.CheckChat(person.ID); err != nil {
			return err
		}
	}
	line, err := s.chat.Write(r.Context(), person, body.Text)
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusCreated, ClubLineAnswer{line})
	return nil
}

// linesOf returns the lines that a person has written.
func (s *clubChatHandler) linesOf(r *http.Request, person string) ([]clubchat.ClubLine, error) {
	if s.chat == nil {
		return []clubchat.ClubLine{}, nil
	}
	return s.chat.Own(r.Context(), person)
}
