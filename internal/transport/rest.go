package transport

import (
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// The lengths of pages in the lists.
const (
	defaultPage = 50
	maxPage     = 200
)

// endpoint answers a request, or returns why it cannot.
type endpoint func(w http.ResponseWriter, r *http.Request) error

// endpoint returns what answers in any case.
func (s *Server) endpoint(do endpoint) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := do(w, r); err != nil {
			s.fail(w, r, err)
		}
	}
}

// mountAPI adds what programs ask for; answers are JSON, but for a drawing.
func (s *Server) mountAPI(r chi.Router) {
	r.Use(s.limitRequests, s.refuseBanned)
	add := func(method, pattern string, do endpoint) {
		r.Method(method, pattern, s.endpoint(do))
	}
	add(http.MethodPost, "/me", s.newGuest)
	add(http.MethodGet, "/me", s.me)
	add(http.MethodPatch, "/me", s.rename)
	r.Method(http.MethodGet, "/games", s.games)
	add(http.MethodGet, "/games/{game}/catalogue", s.catalogue)
	add(http.MethodPost, "/rooms", s.newRoom)
	add(http.MethodGet, "/rooms", s.rooms)
	add(http.MethodGet, "/rooms/{room}/events", s.events)
	add(http.MethodGet, "/results", s.results)
	add(http.MethodPost, "/qr", s.qr)
}

// limitRequests bounds how often an address asks.
func (s *Server) limitRequests(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.within(w, r, s.requests, "requests") {
			s.fail(w, r, coded.Errorf(lobby.CodeTooFast, "too many requests in a short time"))
			return
		}
		next.ServeHTTP(w, r)
	})
}

// within counts one for the client's address. If that is too many, it says in
// the answer's head when to come back, and returns false.
func (s *Server) within(w http.ResponseWriter, r *http.Request, m *meters, limit string) bool {
	wait, ok := m.allow(s.clientAddr(r))
	if !ok {
		s.metrics.refused.WithLabelValues(limit).Inc()
		w.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
	}
	return ok
}

// guest is a person who has just come.
type guest struct {
	person
	// Token is there only for whoever has asked for it.
	Token string `json:"token,omitempty"`
}

func (s *Server) newGuest(w http.ResponseWriter, r *http.Request) error {
	if !s.originAllowed(r) {
		return errBadOrigin()
	}
	var body struct {
		Name string `json:"name"`
		// Token: the token is wanted in the answer, not as a cookie.
		Token bool `json:"token"`
	}
	if err := s.read(w, r, &body); err != nil {
		return err
	}
	if !body.Token {
		// Two tabs that open at once on a first visit are one person.
		if _, err := s.user(r); err == nil {
			return s.me(w, r)
		}
	}
	if !s.within(w, r, s.newGuests, "guests") {
		return coded.Errorf(CodeTooMany, "too many guests have come from your address; try again later")
	}
	user, token, err := s.people.NewGuest(r.Context(), body.Name)
	if err != nil {
		return err
	}
	answer := guest{person: person{ID: user.ID, Name: user.Name}}
	if body.Token {
		answer.Token = token
	} else {
		s.setCookie(w, r, token)
	}
	s.answer(w, http.StatusCreated, answer)
	return nil
}

func (s *Server) me(w http.ResponseWriter, r *http.Request) error {
	user, err := s.user(r)
	if err != nil {
		return err
	}
	if cookie, err := r.Cookie(cookieName); err == nil {
		// Who comes at least once a year stays known.
		if _, ok := bearer(r); !ok {
			s.setCookie(w, r, cookie.Value)
		}
	}
	s.answer(w, http.StatusOK, person{ID: user.ID, Name: user.Name})
	return nil
}

func (s *Server) rename(w http.ResponseWriter, r *http.Request) error {
	user, err := s.user(r)
	if err != nil {
		return err
	}
	var body struct {
		Name string `json:"name"`
	}
	if err := s.read(w, r, &body); err != nil {
		return err
	}
	if user, err = s.people.Rename(r.Context(), user.ID, body.Name); err != nil {
		return err
	}
	s.answer(w, http.StatusOK, person{ID: user.ID, Name: user.Name})
	return nil
}

func (s *Server) newRoom(w http.ResponseWriter, r *http.Request) error {
	user, err := s.user(r)
	if err != nil {
		return err
	}
	var body struct {
		Settings *lobby.Settings `json:"settings"`
	}
	if err := s.read(w, r, &body); err != nil {
		return err
	}
	if body.Settings == nil {
		return coded.Errorf(coded.Malformed, "there are no settings")
	}
	if err := s.checkHosted(r, user); err != nil {
		return err
	}
	if !s.within(w, r, s.newRooms, "rooms") {
		return coded.Errorf(CodeTooMany, "too many rooms have been opened from your address; try again later")
	}
	id, err := s.lobby.Create(r.Context(), user, *body.Settings)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/r/"+id)
	s.answer(w, http.StatusCreated, struct {
		ID string `json:"id"`
	}{id})
	return nil
}

// checkHosted refuses whoever is the host of too many unfinished rooms.
func (s *Server) checkHosted(r *http.Request, user lobby.User) error {
	if s.options.Limits.Hosted == 0 {
		return nil
	}
	query := lobby.ListQuery{
		Member: user.ID, Limit: maxPage,
		Statuses: []lobby.Status{lobby.StatusOpen, lobby.StatusSeated, lobby.StatusPlaying},
	}
	for hosted := 0; ; {
		page, err := s.lobby.List(r.Context(), query)
		if err != nil {
			return err
		}
		for _, room := range page.Rooms {
			if room.Host == user.ID {
				hosted++
			}
		}
		if hosted >= s.options.Limits.Hosted {
			s.metrics.refused.WithLabelValues("hosted").Inc()
			return coded.Errorf(CodeTooMany, "you are the host of %d unfinished rooms; finish or leave one first", hosted)
		}
		if query.After = page.Next; page.Next == "" {
			return nil
		}
	}
}

// listedStatuses are the statuses that rooms are listed with.
var listedStatuses = []lobby.Status{lobby.StatusOpen, lobby.StatusSeated, lobby.StatusPlaying, lobby.StatusFinished}

// listQuery returns which rooms a request asks for, listed or not.
func listQuery(r *http.Request) (lobby.ListQuery, error) {
	q := r.URL.Query()
	query := lobby.ListQuery{Game: q.Get("game"), After: q.Get("after")}
	for _, list := range q["status"] {
		for text := range strings.SplitSeq(list, ",") {
			status := lobby.Status(text)
			if !slices.Contains(listedStatuses, status) {
				return query, coded.Errorf(coded.Malformed, "there are no rooms with the status %.20q", text)
			}
			query.Statuses = append(query.Statuses, status)
		}
	}
	var err error
	query.Limit, err = number(q.Get("limit"), defaultPage, 1, maxPage)
	return query, err
}

func (s *Server) rooms(w http.ResponseWriter, r *http.Request) error {
	query, err := listQuery(r)
	if err != nil {
		return err
	}
	query.Listed = true
	if r.URL.Query().Get("mine") == "1" {
		user, err := s.user(r)
		if err != nil {
			return err
		}
		query.Listed, query.Member = false, user.ID
	}
	page, err := s.lobby.List(r.Context(), query)
	if err != nil {
		return err
	}
	s.answer(w, http.StatusOK, page)
	return nil
}

func (s *Server) events(w http.ResponseWriter, r *http.Request) error {
	user, err := s.user(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	before, err := number(q.Get("before"), 0, 0, math.MaxInt32)
	if err != nil {
		return err
	}
	limit, err := number(q.Get("limit"), defaultPage, 1, lobby.MaxEvents)
	if err != nil {
		return err
	}
	page, err := s.lobby.Events(r.Context(), chi.URLParam(r, "room"), user, before, limit)
	if err != nil {
		return err
	}
	s.answer(w, http.StatusOK, page)
	return nil
}

// results lists the results of the person who asks: those of others name rooms
// that are found by link only.
func (s *Server) results(w http.ResponseWriter, r *http.Request) error {
	user, err := s.user(r)
	if err != nil {
		return err
	}
	q := r.URL.Query()
	limit, err := number(q.Get("limit"), defaultPage, 1, maxPage)
	if err != nil {
		return err
	}
	page, err := s.lobby.Results(r.Context(), lobby.ResultQuery{
		Game: q.Get("game"), Member: user.ID, After: q.Get("after"), Limit: limit,
	})
	if err != nil {
		return err
	}
	s.answer(w, http.StatusOK, page)
	return nil
}
