package transport

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/people"
)

// moderators answers the requests of those who keep the peace.
type moderators struct{ *core }

// moderator is who keeps the peace: an account with a role, or the operator, who
// has no id.
type moderator struct {
	people.Person
	role people.Role
}

// operator is who uses the admin address.
var operator = moderator{role: people.Operator}

// moderatorKey is the key of a request's moderator in its context.
type moderatorKey struct{}

func moderatorOf(r *http.Request) moderator { return r.Context().Value(moderatorKey{}).(moderator) }

// mountModeration adds the requests of those who keep the peace. Anybody else gets
// the answer of an address at which there is nothing.
func (s *moderators) mountModeration(r chi.Router, who func(*http.Request) (moderator, bool)) {
	r.Route("/moderation", func(r chi.Router) {
		r.Use(func(next http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				m, ok := who(r)
				if !ok {
					s.fail(w, r, errNothing())
					return
				}
				next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), moderatorKey{}, m)))
			})
		})
		add := func(method, pattern string, do endpoint) { r.Method(method, pattern, s.endpoint(do)) }
		add(http.MethodGet, "/reports", s.reports)
		add(http.MethodGet, "/acts", s.acts)
		add(http.MethodPost, "/acts", s.act)
		add(http.MethodGet, "/people", s.moderatedPerson)
		add(http.MethodGet, "/rooms", s.moderatedRooms)
		add(http.MethodGet, "/rooms/{room}", s.moderatedRoom)
		add(http.MethodGet, "/bans", s.moderatedBans)
	})
}

// byRole returns the moderator who makes a request from a page.
func (s *moderators) byRole(r *http.Request) (moderator, bool) {
	session, err := s.owner(r)
	if err != nil || session.Kind != people.Account {
		return moderator{}, false
	}
	role, err := s.people.Role(r.Context(), session.ID)
	if err != nil {
		s.log.Error("a role cannot be read", zap.Error(err))
	}
	return moderator{session.Person, role}, err == nil && role != people.NoRole
}

// moderationPage sends the page of moderators, to others that there is none.
func (s *pagesAPI) moderationPage(w http.ResponseWriter, r *http.Request) {
	if _, ok := s.moderators.byRole(r); !ok {
		s.notFound(w, r)
		return
	}
	s.sendFile(w, r, indexName)
}

// perform carries out what a moderator does, between two lines of the log of acts:
// it is written down before it is done, and what came of it before it is answered.
func (s *moderators) perform(r *http.Request, by moderator, act people.Act, do func(people.Act) error) error {
	act.By = by.ID
	act, err := s.people.BeginAct(r.Context(), act)
	if err != nil {
		return err
	}
	outcome := people.Done
	if err = do(act); err != nil {
		refusal, _ := asCoded(err)
		outcome = string(refusal.Code)
	}
	s.log.Info("an act of moderation", zap.Uint64("act", act.Number), zap.String("kind", act.Kind), zap.String("by", act.By),
		zap.String("person", act.Person), zap.String("outcome", outcome))
	if stored := s.people.EndAct(context.WithoutCancel(r.Context()), act, outcome); stored != nil && err == nil {
		err = stored
	}
	if act.Person != "" && err == nil {
		s.signal(r.Context(), Signal{News: act.Person})
	}
	return err
}

// actRequest is what a moderator wants to be done.
type actRequest struct {
	Kind string `json:"kind"`
	// Person is an id. With Report, the person, room and line are those of the
	// report, which is closed if the act succeeds.
	Person string `json:"person"`
	Report uint64 `json:"report"`
	Room   string `json:"room"`
	Line   uint64 `json:"line"`
	// Ban is the id of the one that ends.
	Ban    string        `json:"ban"`
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words"`
	// Hours is for how long; 0 means for good.
	Hours int `json:"hours"`
	// Network bans the addresses at which the person is now too.
	Network bool `json:"network"`
	// Role is what the person gets; "" means none.
	Role people.Role `json:"role"`
}

// maxHours is the longest time for which something holds: ten years.
const maxHours = 10 * 365 * 24

// act does what a moderator asks for.
func (s *moderators) act(w http.ResponseWriter, r *http.Request) error {
	m := moderatorOf(r)
	var body actRequest
	if err := s.read(w, r, &body); err != nil {
		return err
	}
	if body.Hours < 0 || body.Hours > maxHours {
		return malformed("hours are from 0 to %d", maxHours)
	}
	var about *people.Report
	if body.Report != 0 {
		report, err := s.people.FindReport(r.Context(), body.Report)
		if err != nil {
			return err
		}
		about, body.Person, body.Room, body.Line = &report, report.Person, report.Room, report.Line
	}
	do, err := s.deed(r, m, &body)
	if err == nil {
		err = s.checkImpartial(r.Context(), m, &body, about)
	}
	if err != nil {
		return err
	}
	act := people.Act{Kind: body.Kind, Person: body.Person, Reason: body.Reason, Words: body.Words, Target: body.target()}
	if body.Hours > 0 {
		act.Until = time.Now().Add(time.Duration(body.Hours) * time.Hour)
	}
	err = s.perform(r, m, act, func(act people.Act) error {
		if err := do(act); err != nil || about == nil {
			return err
		}
		return s.people.CloseReports(r.Context(), about.Topic)
	})
	if err != nil {
		return err
	}
	s.answer(w, http.StatusCreated, struct{}{})
	return nil
}

// target says to what something is done, for the log of acts.
func (b *actRequest) target() string {
	switch b.Kind {
	case people.ActUnban:
		return b.Ban
	case people.ActRemoveLine:
		return b.Room + " " + strconv.FormatUint(b.Line, 10)
	case people.ActCloseRoom:
		return b.Room
	case people.ActRole:
		return string(b.Role)
	case people.ActBan:
		if b.Network {
			return "network"
		}
	}
	return ""
}

func errNotAllowed() error {
	return coded.Errorf(CodeNotAllowed, "your role does not allow that")
}

// deed returns what carries out an act, or an error if the moderator may not do
// it. It changes nothing.
func (s *moderators) deed(r *http.Request, m moderator, b *actRequest) (func(people.Act) error, error) {
	ctx := r.Context()
	switch b.Kind {
	case people.ActCloseRoom:
		b.Person = ""
		return func(act people.Act) error { return s.endRoom(r, b.Room, act) }, nil
	case people.ActUnban:
		return s.unbanning(r, m, b)
	case people.ActNotice:
		if b.Person = ""; !m.role.Above(people.Moderator) {
			return nil, errNotAllowed()
		}
		return func(act people.Act) error {
			if _, err := s.people.SetNotice(ctx, act.Words, act.Until); err != nil {
				return err
			}
			s.signal(ctx, Signal{NewsForAll: true})
			return nil
		}, nil
	}
	// What follows is about a person.
	if err := s.outranks(ctx, m, b); err != nil {
		return nil, err
	}
	switch b.Kind {
	case people.ActDismiss:
		if b.Report == 0 {
			return nil, malformed("a report is dismissed")
		}
		return func(people.Act) error { return nil }, nil
	case people.ActNote, people.ActWarn:
		if b.Words == "" {
			return nil, malformed("that has words")
		}
		return func(people.Act) error { return nil }, nil
	case people.ActMute, people.ActBan:
		if s.options.Bans == nil {
			return nil, errNoBans()
		}
		return func(act people.Act) error { return s.banPerson(ctx, act, b.Network) }, nil
	case people.ActRename:
		return func(act people.Act) error {
			if _, err := s.people.GiveName(ctx, act.Person); err != nil {
				return err
			}
			s.signal(ctx, Signal{Renamed: act.Person})
			return nil
		}, nil
	case people.ActRemoveLine:
		return func(people.Act) error { return s.rooms.RemoveLine(ctx, b.Room, b.Line) }, nil
	case people.ActRole:
		if !m.role.Above(people.Moderator) || !m.role.Above(b.Role) {
			return nil, errNotAllowed()
		}
		return func(act people.Act) error { return s.people.SetRole(ctx, act.Person, b.Role) }, nil
	}
	return nil, malformed("there is nothing called %.20q to do", b.Kind)
}

// outranks returns an error unless the person of an act exists and has a lower role
// than the moderator. Reports about anybody may be dismissed.
func (s *moderators) outranks(ctx context.Context, m moderator, b *actRequest) error {
	if _, err := s.people.Find(ctx, b.Person); err != nil {
		return err
	}
	role, err := s.people.Role(ctx, b.Person)
	if err != nil {
		return err
	}
	if b.Person == m.ID || !m.role.Above(role) && b.Kind != people.ActDismiss {
		return errNotAllowed()
	}
	return nil
}

// unbanning returns what ends a ban.
func (s *moderators) unbanning(r *http.Request, m moderator, b *actRequest) (func(people.Act) error, error) {
	if s.options.Bans == nil {
		return nil, errNoBans()
	}
	list := s.options.Bans.List()
	at := slices.IndexFunc(list, func(ban people.Ban) bool { return ban.ID == b.Ban })
	if at < 0 {
		return nil, errNoBan()
	}
	if b.Person = list[at].Identity; b.Person != "" && b.Person == m.ID {
		return nil, errNotAllowed()
	}
	return func(people.Act) error { return s.endBan(r, b.Ban) }, nil
}

// banPerson adds a ban of a person from the server or from chats, and bans of the
// networks at which the person is.
func (s *moderators) banPerson(ctx context.Context, act people.Act, network bool) error {
	ban := people.Ban{Identity: act.Person, Reason: act.Reason, Words: act.Words, Until: act.Until}
	if act.Kind == people.ActMute {
		ban.Scope, network = people.FromChat, false
	}
	if _, err := s.options.Bans.Add(ctx, ban); err != nil {
		return err
	}
	told := Signal{Bans: true}
	var err error
	if network {
		told.Networks = &ban
		of := ban
		of.Identity = ""
		err = s.banNetworks(ctx, act.Person, of)
	}
	s.signal(ctx, told)
	return err
}

// explained is why something was done to somebody, in answers and last frames.
type explained struct {
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words,omitempty"`
	// Until is in milliseconds since 1970; 0 means for good.
	Until int64 `json:"until,omitempty"`
}

// explain returns why somebody is banned or muted.
func explain(ban *people.Ban) *explained {
	return &explained{ban.Reason, ban.Words, milli(ban.Until)}
}

// endRoom ends a room for good. Those who are connected to it are told why.
func (s *moderators) endRoom(r *http.Request, id string, act people.Act) error {
	if act.Reason != "" || act.Words != "" {
		s.signal(r.Context(), Signal{Closes: id, Why: &explained{Reason: act.Reason, Words: act.Words}})
	}
	return s.rooms.CloseRoom(r.Context(), id)
}

// endBan removes a ban.
func (s *moderators) endBan(r *http.Request, id string) error {
	there, err := s.options.Bans.Remove(r.Context(), id)
	switch {
	case err != nil:
		return err
	case !there:
		return errNoBan()
	}
	s.signal(r.Context(), Signal{Bans: true})
	return nil
}

func errNoBan() error { return coded.Errorf(CodeNotFound, "there is no such ban") }

// errNothing is the error for an address at which there is nothing.
func errNothing() error { return coded.Errorf(CodeNotFound, "there is nothing at this address") }
