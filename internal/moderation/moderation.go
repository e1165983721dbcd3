// Package moderation decides what moderators may do, does it, and logs it. It owns
// acts, roles, bans, reports, conflicts of interest, and the notices of owners to everybody.
//
// It reaches rooms and connections through interfaces, and must not import transport. Begin with
// [Moderation.Act] for acts and with [Bans.Check] for who may use the server.
package moderation

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/lobby/directory"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
)

// The codes of errors of moderation.
const (
	// CodeNotAllowed: the role of the moderator does not allow the act.
	CodeNotAllowed coded.Code = "not_allowed"
	// CodeInvolved: moderators may not act in a matter of their own.
	CodeInvolved coded.Code = "involved"
	// CodeBanned: the operator has banned the person or the address.
	CodeBanned coded.Code = "banned"
	// CodeSilenced: a moderator has taken the person's right to write in chats.
	CodeSilenced coded.Code = "silenced"
	// CodeTooManyReports: the person has made as many reports as are allowed in a day.
	CodeTooManyReports coded.Code = "too_many_reports"
	// CodeNoReport: there is no such report.
	CodeNoReport coded.Code = "no_report"
)

// Moderator is somebody who may act: an account with a role, or the operator, who has no
// id.
type Moderator struct {
	people.Person
	Role Role
}

// Operator is the moderator for requests to the admin address.
var Operator = Moderator{Role: RoleOperator}

// Rooms are the rooms in which moderators act.
type Rooms interface {
	// List lists rooms.
	List(ctx context.Context, query directory.ListQuery) (directory.RoomPage, error)
	// CloseRoom deletes a room, RemoveLine a line of its chat.
	CloseRoom(ctx context.Context, id string) error
	RemoveLine(ctx context.Context, id string, line uint64) error
}

// Connections tells the people who are connected, at all nodes, what concerns them.
type Connections interface {
	// News says that there is news for a person, or for everybody if person is "".
	News(ctx context.Context, person string)
	// Renamed says that a person has a new name.
	Renamed(ctx context.Context, person string)
	// Banned says that the bans have changed. networks is a ban for the networks from
	// which its person is connected, nil for none.
	Banned(ctx context.Context, networks *Ban) error
	// SiteChanged says that the host's texts have changed.
	SiteChanged(ctx context.Context)
	// Closes says that a room is closed, and why.
	Closes(ctx context.Context, room string, reason people.Reason, words string)
}

// Moderation does what moderators ask for. It is safe for use from many goroutines.
type Moderation struct {
	people      *people.People
	records     *Records
	bans        *Bans
	rooms       Rooms
	site        *site.Site
	connections Connections
	log         *zap.Logger
}

// New returns the moderation of people and rooms. bans is nil if the server keeps none.
func New(
	records *Records,
	bans *Bans,
	rooms Rooms,
	said *site.Site,
	connections Connections,
	log *zap.Logger,
) *Moderation {
	return &Moderation{records.people, records, bans, rooms, said, connections, log}
}

// Request is an act that a moderator asks for.
type Request struct {
	Kind string `json:"kind"`
	// Person is an id. If Report is set, person, room and line come from the report,
	// which is closed if the act succeeds.
	Person string `json:"person"`
	Report uint64 `json:"report"`
	Room   string `json:"room"`
	Line   uint64 `json:"line"`
	// Ban is the id of the ban to end.
	Ban    string        `json:"ban"`
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words"`
	// Hours is how long the act holds; 0 means for good.
	Hours int `json:"hours"`
	// Network asks for a ban of the addresses from which the person is connected as well.
	Network bool `json:"network"`
	// Role is the person's new role; "" means none.
	Role Role `json:"role"`
	// Texts are a notice to everybody, by language; "" stands for all languages without
	// their own.
	Texts map[string]string `json:"texts"`
	// Part and Lang select the host's text that Text replaces.
	Part site.Part `json:"part"`
	Lang string    `json:"lang"`
	Text string    `json:"text"`
}

// maxHours bounds how long an act holds: ten years.
const maxHours = 10 * 365 * 24

// Act does what a moderator asks for. It fails with CodeNotAllowed, CodeInvolved,
// coded.NotFound, coded.Malformed, or the error of what is done.
func (m *Moderation) Act(ctx context.Context, by Moderator, request Request) error {
	q := &request
	if q.Hours < 0 || q.Hours > maxHours {
		return coded.Malformedf("hours are from 0 to %d", maxHours)
	}
	var about *Report
	if q.Report != 0 {
		report, err := m.records.FindReport(ctx, q.Report)
		if err != nil {
			return err
		}
		about, q.Person, q.Room, q.Line = &report, report.Person, report.Room, report.Line
	}
	do, err := m.prepare(ctx, by, q)
	if err == nil {
		err = m.checkImpartial(ctx, by, q, about)
	}
	if err != nil {
		return err
	}
	act := Act{Kind: q.Kind, Person: q.Person, Reason: q.Reason, Words: q.Words, Target: q.target()}
	if q.Hours > 0 {
		act.Until = time.Now().Add(time.Duration(q.Hours) * time.Hour)
	}
	return m.Record(ctx, by, act, func(act Act) error {
		if err := do(act); err != nil || about == nil {
			return err
		}
		return m.records.CloseReports(ctx, about.Topic)
	})
}

// Record calls do and logs the act: the act is stored before do is called, and its
// outcome before Record returns.
func (m *Moderation) Record(ctx context.Context, by Moderator, act Act, do func(Act) error) error {
	act.By = by.ID
	act, err := m.records.BeginAct(ctx, act)
	if err != nil {
		return err
	}
	outcome := Done
	if err = do(act); err != nil {
		refusal, _ := coded.Refusal(err)
		outcome = string(refusal.Code)
	}
	m.log.Info(
		"an act of moderation",
		zap.Uint64("act", act.Number),
		zap.String("kind", act.Kind),
		zap.String("by", act.By),
		zap.String("person", act.Person),
		zap.String("outcome", outcome),
	)
	if stored := m.records.EndAct(context.WithoutCancel(ctx), act, outcome); stored != nil && err == nil {
		err = stored
	}
	if act.Person != "" && err == nil {
		m.connections.News(ctx, act.Person)
	}
	return err
}

// target returns what an act is done to, for the log of acts.
func (q *Request) target() string {
	switch q.Kind {
	case ActUnban:
		return q.Ban
	case ActRemoveLine:
		return q.Room + " " + strconv.FormatUint(q.Line, 10)
	case ActCloseRoom:
		return q.Room
	case ActRole:
		return string(q.Role)
	case ActSite:
		return strings.TrimSpace(string(q.Part) + " " + q.Lang)
	case ActBan:
		if q.Network {
			return "network"
		}
	}
	return ""
}

// prepare returns a function that carries out an act, or an error if the moderator may
// not do it. It changes only the person and the words of the request.
func (m *Moderation) prepare(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
	switch q.Kind {
	case ActCloseRoom:
		q.Person = ""
		return func(act Act) error { return m.CloseRoom(ctx, q.Room, act) }, nil
	case ActUnban:
		return m.unban(ctx, by, q)
	case ActNotice:
		return m.notice(ctx, by, q)
	case ActSite:
		return m.setSite(ctx, by, q)
	}
	if err := m.checkRank(ctx, by, q); err != nil {
		return nil, err
	}
	return m.aboutPerson(ctx, by, q)
}

// aboutPerson is prepare for acts about a person.
func (m *Moderation) aboutPerson(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
	switch q.Kind {
	case ActDismiss:
		if q.Report == 0 {
			return nil, coded.Malformedf("only a report can be dismissed")
		}
		return func(Act) error { return nil }, nil
	case ActNote, ActWarn:
		if q.Words == "" {
			return nil, coded.Malformedf("the words are missing")
		}
		return func(Act) error { return nil }, nil
	case ActMute, ActBan:
		if m.bans == nil {
			return nil, ErrNoBans()
		}
		return func(act Act) error { return m.ban(ctx, act, q.Network) }, nil
	case ActRename:
		return func(act Act) error {
			if _, err := m.people.Accounts.GiveNeutralName(ctx, act.Person); err != nil {
				return err
			}
			m.connections.Renamed(ctx, act.Person)
			return nil
		}, nil
	case ActRemoveAbout:
		return func(act Act) error {
			_, err := m.people.Profiles.SetAbout(ctx, act.Person, "")
			return err
		}, nil
	case ActRemoveLine:
		return func(Act) error { return m.rooms.RemoveLine(ctx, q.Room, q.Line) }, nil
	case ActRole:
		if !by.Role.Above(RoleModerator) || !by.Role.Above(q.Role) {
			return nil, errNotAllowed()
		}
		return func(act Act) error { return m.records.SetRole(ctx, act.Person, q.Role) }, nil
	}
	return nil, coded.Malformedf("unknown action %.20q", q.Kind)
}

// notice is prepare for a notice to everybody.
func (m *Moderation) notice(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
	if q.Person = ""; !by.Role.Above(RoleModerator) {
		return nil, errNotAllowed()
	}
	texts, err := CheckNotice(q.Texts)
	if err != nil {
		return nil, err
	}
	var words []string
	for _, lang := range slices.Sorted(maps.Keys(texts)) {
		words = append(words, texts[lang])
	}
	q.Words = strings.Join(words, " · ")
	return func(act Act) error {
		if _, err := m.records.SetNotice(ctx, texts, act.Until); err != nil {
			return err
		}
		m.connections.News(ctx, "")
		return nil
	}, nil
}

// setSite is prepare for a text of the host.
func (m *Moderation) setSite(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
	if q.Person = ""; !by.Role.Above(RoleModerator) {
		return nil, errNotAllowed()
	}
	if by == Operator {
		q.Lang = m.site.LangOf(q.Part, q.Lang)
	}
	text, err := m.site.Check(q.Part, q.Lang, q.Text)
	if err != nil {
		return nil, err
	}
	// Of a long text, the log has only the beginning.
	q.Words = string([]rune(text)[:min(len([]rune(text)), people.MaxTextLength)])
	return func(Act) error {
		if err := m.site.Set(ctx, q.Part, q.Lang, text); err != nil {
			return err
		}
		m.connections.SiteChanged(ctx)
		return nil
	}, nil
}

// checkRank returns an error unless the person of an act exists and has a lower role than
// the moderator. A report may be dismissed whomever it is about.
func (m *Moderation) checkRank(ctx context.Context, by Moderator, q *Request) error {
	if _, err := m.people.Accounts.Find(ctx, q.Person); err != nil {
		return err
	}
	role, err := m.records.Role(ctx, q.Person)
	if err != nil {
		return err
	}
	if q.Person == by.ID || !by.Role.Above(role) && q.Kind != ActDismiss {
		return errNotAllowed()
	}
	return nil
}

// ban adds a ban of a person from the server or from chats and, if network is true, bans
// of the networks from which the person is connected.
func (m *Moderation) ban(ctx context.Context, act Act, network bool) error {
	ban := Ban{Identity: act.Person, Reason: act.Reason, Words: act.Words, Until: act.Until}
	if act.Kind == ActMute {
		ban.Scope, network = FromChat, false
	}
	if _, err := m.bans.Add(ctx, ban); err != nil {
		return err
	}
	if network {
		return m.connections.Banned(ctx, &ban)
	}
	return m.connections.Banned(ctx, nil)
}

// Ban adds a ban of a person or a network, for the operator.
func (m *Moderation) Ban(ctx context.Context, ban Ban) (Ban, error) {
	if m.bans == nil {
		return ban, ErrNoBans()
	}
	act := Act{Kind: ActBan, Person: ban.Identity, Reason: ban.Reason, Words: ban.Words, Until: ban.Until}
	if ban.Address.IsValid() {
		act.Target = "network " + ban.Address.String()
	}
	err := m.Record(ctx, Operator, act, func(Act) error {
		var err error
		if ban, err = m.bans.Add(ctx, ban); ban.ID != "" {
			err = errors.Join(err, m.connections.Banned(ctx, nil))
		}
		return err
	})
	return ban, err
}

// Unban ends a ban, for the operator.
func (m *Moderation) Unban(ctx context.Context, id string) error {
	q := Request{Kind: ActUnban, Ban: id}
	do, err := m.unban(ctx, Operator, &q)
	if err != nil {
		return err
	}
	return m.Record(ctx, Operator, Act{Kind: q.Kind, Person: q.Person, Target: q.target()}, do)
}

// unban is prepare for the end of a ban. It sets the person of the request to the ban's.
func (m *Moderation) unban(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
	if m.bans == nil {
		return nil, ErrNoBans()
	}
	list := m.bans.List()
	at := slices.IndexFunc(list, func(ban Ban) bool { return ban.ID == q.Ban })
	if at < 0 {
		return nil, errNoBan()
	}
	if q.Person = list[at].Identity; q.Person != "" && q.Person == by.ID {
		return nil, errNotAllowed()
	}
	return func(Act) error {
		switch there, err := m.bans.Remove(ctx, q.Ban); {
		case err != nil:
			return err
		case !there:
			return errNoBan()
		}
		return m.connections.Banned(ctx, nil)
	}, nil
}

// CloseRoom deletes a room and tells the people in it why.
func (m *Moderation) CloseRoom(ctx context.Context, id string, act Act) error {
	if act.Reason != "" || act.Words != "" {
		m.connections.Closes(ctx, id, act.Reason, act.Words)
	}
	return m.rooms.CloseRoom(ctx, id)
}

func errNotAllowed() error { return coded.Errorf(CodeNotAllowed, "your role does not allow that") }
func errNoBan() error      { return coded.Errorf(coded.NotFound, "no such ban") }

// ErrNoBans says that the server has no bans.
func ErrNoBans() error { return coded.Errorf(coded.NotFound, "this server stores no bans") }
