package moderation

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"archmage/internal/coded"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/retention"
)

// Records has what moderation stores in addition to bans: roles, reports, acts, and the notice to everyone. It
// is safe for concurrent use.
type Records struct {
	store  Store
	people *people.People
}

// NewRecords returns the records in a store.
func NewRecords(store Store, persons *people.People) *Records { return &Records{store, persons} }

// Store is the part of the database that Records uses.
type Store interface {
	Identity(ctx context.Context, id string) (store.Identity, error)
	SetRole(ctx context.Context, identity, role string) error
	Roles(ctx context.Context) (map[string]string, error)
	AddReport(ctx context.Context, report store.Report, most int, since time.Time) (uint64, error)
	Report(ctx context.Context, number uint64) (store.Report, error)
	Reports(ctx context.Context, query store.ReportQuery) (store.Page[store.Report], error)
	OpenReports(ctx context.Context) (int, error)
	CloseReports(ctx context.Context, topic string, at time.Time) (int, error)
	ExpireReports(ctx context.Context, before time.Time) error
	AddAct(ctx context.Context, act store.Act) (uint64, error)
	EndAct(ctx context.Context, number uint64, outcome string, tell bool) error
	Acts(ctx context.Context, query store.ActQuery) (store.Page[store.Act], error)
	MarkActsRead(ctx context.Context, person string, number uint64) error
	SetNotice(ctx context.Context, notice store.Notice) error
	Notice(ctx context.Context) (store.Notice, error)
}

// StoreOf returns the part of a database that Records uses.
func StoreOf(db *store.DB) Store {
	return struct {
		store.Identities
		store.Moderation
	}{db.Identities, db.Moderation}
}

func errNoPerson() error { return coded.Errorf(people.CodeNoPerson, "there is no such person") }

// checkReason returns an error unless reason is one of the constants of package people.
func checkReason(reason people.Reason) error {
	if reason == "" {
		return coded.Malformedf("unknown reason")
	}
	return people.CheckReason(string(reason))
}

// Role determines the acts that a person can carry out as a moderator.
type Role string

// The roles, the lowest first. A higher role includes the lower ones.
const (
	// NoRole is the role of persons who are not moderators.
	NoRole Role = ""
	// RoleModerator can handle reports, and act on persons without a role.
	RoleModerator Role = "moderator"
	// RoleOwner can also publish notices, give roles, and act on moderators.
	RoleOwner Role = "owner"
	// RoleOperator is the role of the operator, who needs no account.
	RoleOperator Role = "operator"
)

// Above reports whether r is higher than other, so that r can act on persons with other.
func (r Role) Above(other Role) bool {
	ranks := []Role{NoRole, RoleModerator, RoleOwner, RoleOperator}
	return slices.Index(ranks, r) > slices.Index(ranks, other)
}

// Role returns the role of a person.
func (r *Records) Role(ctx context.Context, person string) (Role, error) {
	roles, err := r.store.Roles(ctx)
	return Role(roles[person]), err
}

// Roles returns all persons with a role.
func (r *Records) Roles(ctx context.Context) (map[string]Role, error) {
	stored, err := r.store.Roles(ctx)
	roles := map[string]Role{}
	for id, role := range stored {
		roles[id] = Role(role)
	}
	return roles, err
}

// SetRole gives a role to a person, or removes it. It fails with people.CodeNoAccount, people.CodeNoPerson,
// coded.Malformed and CodeNotStored.
func (r *Records) SetRole(ctx context.Context, person string, role Role) error {
	if role != NoRole && role != RoleModerator && role != RoleOwner {
		return coded.Malformedf("a role is %s, %s or none", RoleOwner, RoleModerator)
	}
	found, err := r.people.Accounts.Find(ctx, person)
	if err != nil {
		return err
	}
	if found.Kind != people.Account {
		return coded.Errorf(people.CodeNoAccount, "only accounts have roles")
	}
	if err := r.store.SetRole(ctx, person, string(role)); errors.Is(err, store.ErrNotFound) {
		return errNoPerson()
	} else if err != nil {
		return people.NotStored(err)
	}
	return nil
}

// The values of Reported.What.
const (
	ReportLine   = "line"   // a line of the chat
	ReportName   = "name"   // a person's name
	ReportPerson = "person" // what a person does
	ReportAbout  = "about"  // the text of a profile
	// ReportClubLine is a line of the chat of the club.
	ReportClubLine = "club_line"
)

// Reported is the content of a report.
type Reported struct {
	// What is one of the constants above.
	What   string        `json:"what"`
	Reason people.Reason `json:"reason"`
	// Words is the text of the reporter.
	Words string `json:"words"`
	// Name is the person's name at that time. About is the text of the person's profile if that is reported.
	Name  string `json:"name"`
	About string `json:"about,omitempty"`
	// Room is the room of the reported behaviour, or "". Line is the number of the reported line.
	// Lines are the chat lines around the reported one, or the last lines of the chat.
	Room  string       `json:"room"`
	Line  uint64       `json:"line"`
	Lines []lobby.Line `json:"lines"`
}

// topic returns the topic of a report. One act answers all reports with the same topic.
func (r *Reported) topic(person string) string {
	switch r.What {
	case ReportLine:
		return fmt.Sprintf("line %s %d", r.Room, r.Line)
	case ReportClubLine:
		return fmt.Sprintf("club line %d", r.Line)
	case ReportName:
		return fmt.Sprintf("name %s %s", person, r.Name)
	case ReportAbout:
		return "about " + person
	}
	return "person " + person
}

// Report is a report as moderators see it.
type Report struct {
	Number uint64
	// Reporter and Person are ids. Reporter is "" if that person was deleted.
	Reporter, Person string
	// Topic is the same for reports that are closed together.
	Topic           string
	Created, Closed time.Time
	Reported
}

const (
	// maxReports is the maximum number of reports of a person in a day.
	maxReports = 20
	// KeepReports is the time for which reports are kept after they are closed.
	KeepReports = 180 * 24 * time.Hour
)

// Report stores a report about a person. It does nothing and returns nil if by has an open report on the same
// topic. It fails with coded.Malformed, CodeNoPerson, CodeTooManyReports and CodeNotStored.
func (r *Records) Report(ctx context.Context, by people.Person, person string, reported Reported) error {
	var err error
	if reported.Words, err = people.CheckText(reported.Words, people.MaxTextLength); err != nil {
		return err
	}
	if err := checkReason(reported.Reason); err != nil {
		return err
	}
	if !slices.Contains([]string{ReportLine, ReportClubLine, ReportName, ReportPerson, ReportAbout}, reported.What) {
		return coded.Malformedf("a report is about a line, a name, a person or what it says of itself")
	}
	if person == by.ID {
		return coded.Malformedf("people cannot report themselves")
	}
	about, err := r.store.Identity(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return errNoPerson()
	} else if err != nil {
		return err
	}
	reported.Name = about.Name
	if reported.What == ReportAbout {
		reported.About = about.About
	}
	data, err := json.Marshal(reported)
	if err != nil {
		return err
	}
	now := time.Now()
	_, err = r.store.AddReport(
		ctx,
		store.Report{Reporter: by.ID, Person: person, Topic: reported.topic(person), Data: data},
		maxReports,
		now.Add(-24*time.Hour),
	)
	switch {
	case errors.Is(err, store.ErrExists):
		return nil
	case errors.Is(err, store.ErrQuota):
		return coded.Errorf(
			CodeTooManyReports,
			"you have made %d reports today; moderators will look at them",
			maxReports,
		)
	case err != nil:
		return people.NotStored(err)
	}
	return nil
}

// ReportQuery selects reports.
type ReportQuery struct {
	// Closed lists the closed reports instead of the open ones.
	Closed bool
	// Person keeps only the reports about a person. Reporter keeps only those by a person.
	Person, Reporter string
	After            string
	Limit            int
}

// Reports returns reports, the latest first, and the cursor of the next page.
func (r *Records) Reports(ctx context.Context, query ReportQuery) (list []Report, next string, err error) {
	page, err := r.store.Reports(ctx, store.ReportQuery{
		Closed:   query.Closed,
		Person:   query.Person,
		Reporter: query.Reporter,
		After:    store.Cursor(query.After),
		Limit:    query.Limit,
	})
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("invalid cursor")
	} else if err != nil {
		return nil, "", err
	}
	for i := range page.Items {
		report, err := decodeReport(&page.Items[i])
		if err != nil {
			return nil, "", err
		}
		list = append(list, report)
	}
	return list, string(page.Next), nil
}

// OpenReports returns the number of open reports.
func (r *Records) OpenReports(ctx context.Context) (int, error) { return r.store.OpenReports(ctx) }

// RetentionTask returns the task that deletes reports that were closed more than KeepReports ago.
func (r *Records) RetentionTask() retention.Task {
	return retention.Task{Name: "reports", Delete: func(ctx context.Context, now time.Time) (int, error) {
		return 0, r.store.ExpireReports(ctx, now.Add(-KeepReports))
	}}
}

// FindReport returns the report with that number. It fails with CodeNoReport.
func (r *Records) FindReport(ctx context.Context, number uint64) (Report, error) {
	stored, err := r.store.Report(ctx, number)
	if errors.Is(err, store.ErrNotFound) {
		return Report{}, coded.Errorf(CodeNoReport, "no report %d", number)
	} else if err != nil {
		return Report{}, err
	}
	return decodeReport(&stored)
}

func decodeReport(stored *store.Report) (Report, error) {
	report := Report{
		Number:   stored.Number,
		Reporter: stored.Reporter,
		Person:   stored.Person,
		Topic:    stored.Topic,
		Created:  stored.Created,
		Closed:   stored.Closed,
	}
	err := json.Unmarshal(stored.Data, &report.Reported)
	return report, err
}

// CloseReports closes all reports of a topic.
func (r *Records) CloseReports(ctx context.Context, topic string) error {
	if _, err := r.store.CloseReports(ctx, topic, time.Now()); err != nil {
		return people.NotStored(err)
	}
	return nil
}

// The kinds of acts.
const (
	ActDismiss        = "dismiss"          // a report is closed without another act
	ActNote           = "note"             // a note about a person for moderators
	ActWarn           = "warn"             // a person gets a warning
	ActMute           = "mute"             // a person is banned from chats
	ActBan            = "ban"              // a person or a network is banned
	ActUnban          = "unban"            // a ban or a mute ends
	ActRename         = "rename"           // a person gets an inoffensive name
	ActRemoveLine     = "remove_line"      // a line of a chat is removed
	ActRemoveClubLine = "remove_club_line" // a line of the chat of the club is removed
	ActRemoveAbout    = "remove_about"     // the text of a profile is removed
	ActCloseRoom      = "close_room"       // a room is deleted
	ActRemoveMatch    = "remove_match"     // a finished match is deleted
	ActRemovePerson   = "remove_person"    // a person is deleted
	ActRole           = "role"             // a person gets a role, or loses it
	ActNotice         = "notice"           // a notice to everyone is published
	ActSite           = "site"             // a text about the server changes
	ActBackup         = "backup"           // the database is backed up
	ActAccount        = "account"          // an account is created
	ActLink           = "link"             // a sign-in link is created for a person
	ActJoinCodes      = "join_codes"       // codes for new accounts are created
	ActEndJoinCode    = "end_join_code"    // a code for new accounts is withdrawn
)

// announced has the acts that a person is notified of at the next visit. A banned person sees the ban with
// every refusal instead.
var announced = []string{
	ActWarn,
	ActMute,
	ActRename,
	ActRemoveLine,
	ActRemoveClubLine,
	ActRemoveAbout,
	ActRole,
	ActLink,
}

// Done is the outcome of an act that succeeded. Other outcomes are codes of errors.
const Done = "done"

// Act is an act of a moderator or the operator, as it is logged.
type Act struct {
	Number uint64
	At     time.Time
	// By and Person are ids. By is "" for the operator.
	By, Person string
	// Kind is one of the constants above. Target depends on it, as in [Request.target].
	Kind, Target string
	Reason       people.Reason
	Words        string
	Until        time.Time
	// Outcome is Done, the code of an error, or "" if the server stopped meanwhile.
	Outcome string
}

// BeginAct checks an act and stores it before it is carried out. It fails with coded.Malformed and
// CodeNotStored.
func (r *Records) BeginAct(ctx context.Context, act Act) (Act, error) {
	var err error
	maxWords := people.MaxTextLength
	if act.Kind == ActNotice {
		maxWords *= 1 + len(people.Languages())
	}
	if act.Words, err = people.CheckText(act.Words, maxWords); err != nil {
		return act, err
	}
	if act.Reason != "" {
		if err := checkReason(act.Reason); err != nil {
			return act, err
		}
	}
	act.Number, err = r.store.AddAct(ctx, store.Act{
		Moderator:   act.By,
		Kind:        act.Kind,
		Target:      act.Target,
		Person:      act.Person,
		Reason:      string(act.Reason),
		Explanation: act.Words,
		Until:       act.Until,
	})
	if errors.Is(err, store.ErrInvalid) {
		return act, coded.Malformedf("invalid act")
	} else if err != nil {
		return act, people.NotStored(err)
	}
	return act, nil
}

// EndAct stores the outcome of an act, which is Done or the code of an error. It fails with CodeNotStored.
func (r *Records) EndAct(ctx context.Context, act Act, outcome string) error {
	notify := outcome == Done && act.Person != "" && slices.Contains(announced, act.Kind)
	if err := r.store.EndAct(ctx, act.Number, outcome, notify); err != nil {
		return people.NotStored(err)
	}
	return nil
}

// ActQuery selects acts.
type ActQuery struct {
	// Person keeps only the acts about a person. Unread keeps only the acts that the person has not read yet.
	Person string
	Unread bool
	After  string
	Limit  int
}

// Acts returns acts, the latest first, and the cursor of the next page.
func (r *Records) Acts(ctx context.Context, query ActQuery) (list []Act, next string, err error) {
	page, err := r.store.Acts(
		ctx,
		store.ActQuery{
			Person: query.Person,
			Unread: query.Unread,
			After:  store.Cursor(query.After),
			Limit:  query.Limit,
		},
	)
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Malformedf("invalid cursor")
	}
	for _, a := range page.Items {
		list = append(list, Act{
			Number: a.Number, At: a.At, By: a.Moderator, Person: a.Person, Kind: a.Kind, Target: a.Target,
			Reason: people.Reason(a.Reason), Words: a.Explanation, Until: a.Until, Outcome: a.Outcome,
		})
	}
	return list, string(page.Next), err
}

// MarkActsRead records that a person has read the acts up to a number.
func (r *Records) MarkActsRead(ctx context.Context, person string, number uint64) error {
	if err := r.store.MarkActsRead(ctx, person, number); err != nil {
		return people.NotStored(err)
	}
	return nil
}

// Notice is a text that is shown to everyone.
type Notice struct {
	// ID is different for each notice.
	ID int64 `json:"id"`
	// Texts has the text by language. The key "" is for all languages without a separate text.
	Texts map[string]string `json:"texts"`
	// Until is the end of the notice, in milliseconds since 1970. 0 means that it stays until it is withdrawn.
	Until int64 `json:"until"`
}

// Notice returns the current notice, nil if there is none.
func (r *Records) Notice(ctx context.Context) (*Notice, error) {
	stored, err := r.store.Notice(ctx)
	if err != nil || len(stored.Texts) == 0 || !stored.Until.IsZero() && !time.Now().Before(stored.Until) {
		return nil, err
	}
	return decodeNotice(&stored), nil
}

func decodeNotice(stored *store.Notice) *Notice {
	notice := &Notice{ID: stored.Created.UnixMilli(), Texts: stored.Texts}
	if !stored.Until.IsZero() {
		notice.Until = stored.Until.UnixMilli()
	}
	return notice
}

// CheckNotice returns the stored form of the texts of a notice, without empty texts. It fails with
// coded.Malformed.
func CheckNotice(texts map[string]string) (map[string]string, error) {
	checked := map[string]string{}
	for lang, text := range texts {
		text, err := people.CheckText(text, people.MaxTextLength)
		if err != nil {
			return nil, err
		}
		if lang != "" && !slices.Contains(people.Languages(), lang) {
			return nil, coded.Malformedf("unsupported language %.20q", lang)
		}
		if text != "" {
			checked[lang] = text
		}
	}
	return checked, nil
}

// SetNotice replaces the notice by texts that CheckNotice has returned. It returns the new notice, nil if there
// are no texts. It fails with coded.Malformed and CodeNotStored.
func (r *Records) SetNotice(ctx context.Context, texts map[string]string, until time.Time) (*Notice, error) {
	if !until.IsZero() && !time.Now().Before(until) {
		return nil, coded.Malformedf("the end of the notice is in the past")
	}
	notice := store.Notice{Texts: texts, Created: time.UnixMilli(time.Now().UnixMilli()), Until: until}
	if err := r.store.SetNotice(ctx, notice); err != nil {
		return nil, people.NotStored(err)
	}
	if len(texts) == 0 {
		return nil, nil
	}
	return decodeNotice(&notice), nil
}
