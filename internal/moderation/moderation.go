// Package moderation decides what moderators can do, does it, and logs it. It owns acts, roles, bans, reports,
// conflicts of interest, and the owners' notices to everyone.
//
// It uses rooms and connections through interfaces, and must not import transport. Start reading at
// [Moderation.Act] for acts and at [Bans.Check] for who can use the server.
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
	// CodeNotAllowed: the role of the moderator does not allow that.
	CodeNotAllowed coded.Code = "not_allowed"
	// CodeInvolved: the moderator has made that report or sits at that table, so another moderator
	// must act.
	CodeInvolved coded.Code = "involved"
	// CodeBanned: the person or the address is banned.
	CodeBanned coded.Code = "banned"
	// CodeSilenced: a moderator has muted the person on this server.
	CodeSilenced coded.Code = "silenced"
	// CodeTooManyReports: the person has made 20 reports in a day.
	CodeTooManyReports coded.Code = "too_many_reports"
	// CodeNoReport: there is no such report.
	CodeNoReport coded.Code = "no_report"
)

// Moderator is a person who can carry out acts: an account with a role, or the operator, who has no
// id.
type Moderator struct {
	people.Person
	Role Role
}

// Operator is the moderator for requests to the admin address.
var Operator = Moderator{Role: RoleOperator}

// Rooms gives access to the rooms in which moderators act.
type Rooms interface {
	// List lists rooms.
	List(ctx context.Context, query directory.ListQuery) (directory.RoomPage, error)
	// CloseRoom deletes a room. RemoveLine removes a line of its chat.
	CloseRoom(ctx context.Context, id string) error
	RemoveLine(ctx context.Context, id string, line uint64) error
}

// ClubChat is the chat of the club.
type ClubChat interface {
	// Author returns the id of the person who wrote a line.
	Author(ctx context.Context, line uint64) (string, error)
	// Remove removes a line for everybody.
	Remove(ctx context.Context, line uint64) error
}

// Connections notifies connected clients at all nodes.
type Connections interface {
	// News announces news for a person, or for everyone if person is "".
	News(ctx context.Context, person string)
	// Renamed announces that a person has a new name.
	Renamed(ctx context.Context, person string)
	// Banned announces that the bans have changed. If networks is not nil, it is copied to ban the networks from which
	// its person is connected.
	Banned(ctx context.Context, networks *Ban) error
	// SiteChanged announces that the texts about the server have changed.
	SiteChanged(ctx context.Context)
	// Closes announces that a room will be closed, and the reason.
	Closes(ctx context.Context, room string, reason people.Reason, words string)
}

// Moderation carries out the requests of moderators. It is safe for concurrent use.
type Moderation struct {
	people      *people.People
	records     *Records
	bans        *Bans
	rooms       Rooms
	chat        ClubChat
	site        *site.Site
	connections Connections
	log         *zap.Logger
}

// New returns the moderation of people and rooms. bans is nil if the server stores none, and chat if there is no chat
// of the club.
func New(
	records *Records,
	bans *Bans,
	rooms Rooms,
	chat ClubChat,
	texts *site.Site,
	connections Connections,
	log *zap.Logger,
) *Moderation {
	return &Moderation{records.people, records, bans, rooms, chat, texts, connections, log}
}

// Request is the request of a moderator for an act.
type Request struct {
	// Kind is the act. `dismiss` closes a Report. `note` keeps Words about a Person for moderators. `warn`
	// tells a Person something. `mute` keeps a Person from writing in chats for Hours, and `ban` keeps a
	// Person out, with Network also everybody at the addresses from which the person is connected now. `unban`
	// ends a Ban or a mute. `rename` gives a Person a name like "Player 48213". `remove_about` removes what an
	// account writes about itself. `remove_line` removes the line that a Report is about, or a Line of a Room
	// by a Person; `remove_club_line` removes one of the club's chat. `close_room` deletes a Room. For owners
	// only: `role` makes an account a `moderator`, or takes the role; `notice` shows Texts of at most 400
	// characters to everybody for Hours, in place of the notice before, and withdraws that if there are none;
	// `site` sets a Part of the host's texts.
	Kind string `json:"kind"`
	// Person is an id. If Report is set, Person, Room and Line are taken from that report, which is closed if
	// the act succeeds. For `remove_club_line` it is the author of the line.
	Person string `json:"person"`
	// Report is the number of a report.
	Report uint64 `json:"report"`
	Room   string `json:"room"`
	// Line is the number of a line of a chat.
	Line uint64 `json:"line"`
	// Ban is the id of the ban to end.
	Ban string `json:"ban"`
	// Reason is a code that the person reads, and Words is a text.
	Reason people.Reason `json:"reason"`
	Words  string        `json:"words"`
	// Hours is the duration of the act. 0 means for good.
	Hours int `json:"hours"`
	// Network requests a ban of the networks from which the person is connected, too.
	Network bool `json:"network"`
	// Role is the person's new role, "" for none.
	Role Role `json:"role"`
	// Texts has the text of a notice by language. The key "" is for all languages without a
	// separate text.
	Texts map[string]string `json:"texts"`
	// Part is the part of the host's texts: `name`, `languages` (codes with blanks between), `welcome`,
	// `about`, `imprint` or `privacy`, `colour` (the name of one of the choices), `logo` (a file in base64),
	// `accounts`, `club_chat` (`on` or `off`) or `club_link` (an address with https). Lang is the language of
	// `welcome`, `about`, `imprint` and `privacy`. Text replaces the part; an empty one removes it.
	Part site.Part `json:"part"`
	Lang string    `json:"lang"`
	Text string    `json:"text"`
}

// maxHours is the maximum of Request.Hours, ten years.
const maxHours = 10 * 365 * 24

// Act carries out a request. It fails with CodeNotAllowed, CodeInvolved, coded.NotFound, coded.Malformed, or
// the error of the act itself.
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
	if q.Kind == ActRemoveClubLine {
		if err := m.findClubLine(ctx, q, about); err != nil {
			return err
		}
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

// findClubLine sets the person of a request to the author of the line.
func (m *Moderation) findClubLine(ctx context.Context, q *Request, about *Report) (err error) {
	switch {
	case m.chat == nil:
		return coded.Errorf(coded.NotFound, "this server has no chat of the club")
	case about != nil && about.What != ReportClubLine:
		return coded.Malformedf("the report is not about a line of the club")
	}
	q.Person, err = m.chat.Author(ctx, q.Line)
	return err
}

// Record calls do and logs the act. The act is stored before the call, and its outcome after it.
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

// target returns the target of the act for the log.
func (q *Request) target() string {
	switch q.Kind {
	case ActUnban:
		return q.Ban
	case ActRemoveLine:
		return q.Room + " " + strconv.FormatUint(q.Line, 10)
	case ActRemoveClubLine:
		return strconv.FormatUint(q.Line, 10)
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

// prepare returns a function that carries out an act, or an error if the moderator cannot do it. It changes
// only Person, Words and Lang of the request.
func (m *Moderation) prepare(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
	switch q.Kind {
	case ActCloseRoom:
		q.Person = ""
		return func(act Act) error { return m.CloseRoom(ctx, q.Room, act) }, nil
	case ActUnban:
		return m.prepareUnban(ctx, by, q)
	case ActNotice:
		return m.prepareNotice(ctx, by, q)
	case ActSite:
		return m.prepareSite(ctx, by, q)
	}
	if err := m.checkRank(ctx, by, q); err != nil {
		return nil, err
	}
	return m.preparePerson(ctx, by, q)
}

// preparePerson is prepare for acts about a person.
func (m *Moderation) preparePerson(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
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
	case ActRemoveClubLine:
		return func(Act) error { return m.chat.Remove(ctx, q.Line) }, nil
	case ActRole:
		if !by.Role.Above(RoleModerator) || !by.Role.Above(q.Role) {
			return nil, errNotAllowed()
		}
		return func(act Act) error { return m.records.SetRole(ctx, act.Person, q.Role) }, nil
	}
	return nil, coded.Malformedf("unknown action %.20q", q.Kind)
}

// prepareNotice is prepare for a notice to everyone.
func (m *Moderation) prepareNotice(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
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

// prepareSite is prepare for a text about the server.
func (m *Moderation) prepareSite(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
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
	// The log has only the beginning of a long text.
	q.Words = string([]rune(text)[:min(len([]rune(text)), people.MaxTextLength)])
	if q.Part == site.LogoPart {
		q.Words = ""
	}
	return func(Act) error {
		if err := m.site.Set(ctx, q.Part, q.Lang, text); err != nil {
			return err
		}
		m.connections.SiteChanged(ctx)
		return nil
	}, nil
}

// checkRank returns an error unless the person of an act exists and has a lower role than the moderator. Only a
// report can be dismissed whatever the role of its person.
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

// ban adds a ban of a person from the server or from chats. If network is true, it also bans the networks from
// which the person is connected.
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
	do, err := m.prepareUnban(ctx, Operator, &q)
	if err != nil {
		return err
	}
	return m.Record(ctx, Operator, Act{Kind: q.Kind, Person: q.Person, Target: q.target()}, do)
}

// prepareUnban is prepare for the end of a ban. It sets the person of the request to that of the ban.
func (m *Moderation) prepareUnban(ctx context.Context, by Moderator, q *Request) (func(Act) error, error) {
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

// CloseRoom deletes a room, and shows the reason to the persons in it.
func (m *Moderation) CloseRoom(ctx context.Context, id string, act Act) error {
	if act.Reason != "" || act.Words != "" {
		m.connections.Closes(ctx, id, act.Reason, act.Words)
	}
	return m.rooms.CloseRoom(ctx, id)
}

func errNotAllowed() error { return coded.Errorf(CodeNotAllowed, "your role does not allow that") }
func errNoBan() error      { return coded.Errorf(coded.NotFound, "no such ban") }

// ErrNoBans returns the error of a server that stores no bans.
func ErrNoBans() error { return coded.Errorf(coded.NotFound, "this server stores no bans") }
