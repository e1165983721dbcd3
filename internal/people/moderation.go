package people

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"archmage/internal/coded"
	"archmage/internal/store"
)

// Role says what an account may do on the server besides playing.
type Role string

// The roles. Who has a higher one may do everything that a lower one may.
const (
	// NoRole is everybody else's.
	NoRole Role = ""
	// Moderator may answer reports, and act on people without a role.
	Moderator Role = "moderator"
	// Owner may also tell everybody something, give roles, and act on moderators.
	Owner Role = "owner"
	// Operator is whoever runs the server, and has no account as such.
	Operator Role = "operator"
)

// Above reports whether who has the role may act on who has the other one.
func (r Role) Above(other Role) bool {
	ranks := []Role{NoRole, Moderator, Owner, Operator}
	return slices.Index(ranks, r) > slices.Index(ranks, other)
}

// Role returns the role of a person.
func (p *People) Role(ctx context.Context, person string) (Role, error) {
	roles, err := p.store.Roles(ctx)
	return Role(roles[person]), err
}

// Roles returns those who have a role.
func (p *People) Roles(ctx context.Context) (map[string]Role, error) {
	stored, err := p.store.Roles(ctx)
	roles := map[string]Role{}
	for id, role := range stored {
		roles[id] = Role(role)
	}
	return roles, err
}

// SetRole gives a person a role, or takes it away. It fails with CodeNoAccount,
// CodeNoIdentity, coded.Malformed and CodeNotStored.
func (p *People) SetRole(ctx context.Context, person string, role Role) error {
	if role != NoRole && role != Moderator && role != Owner {
		return coded.Errorf(coded.Malformed, "a role is %s, %s or none", Owner, Moderator)
	}
	who, err := p.Find(ctx, person)
	if err != nil {
		return err
	}
	if who.Kind != Account {
		return coded.Errorf(CodeNoAccount, "only accounts have roles")
	}
	if err := p.store.SetRole(ctx, person, string(role)); errors.Is(err, store.ErrNotFound) {
		return errNoIdentity()
	} else if err != nil {
		return notStored(err)
	}
	return nil
}

// Find returns the person with the id. It fails with CodeNoPerson.
func (p *People) Find(ctx context.Context, id string) (Person, error) {
	identity, err := p.store.Identity(ctx, id)
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, coded.Errorf(CodeNoPerson, "there is no such person")
	}
	return personOf(&identity), err
}

// FindName returns the account with a name that looks like that one. It fails with
// CodeNoPerson.
func (p *People) FindName(ctx context.Context, name string) (Person, error) {
	identity, err := p.store.IdentityByLook(ctx, Look(name))
	if errors.Is(err, store.ErrNotFound) {
		return Person{}, coded.Errorf(CodeNoPerson, "nobody keeps the name %.40q", name)
	}
	return personOf(&identity), err
}

// Known returns those of the people that exist, by id.
func (p *People) Known(ctx context.Context, ids []string) (map[string]Person, error) {
	slices.Sort(ids)
	known := map[string]Person{}
	for part := range slices.Chunk(slices.Compact(ids), store.MaxPage) {
		found, err := p.store.Known(ctx, part)
		if err != nil {
			return nil, err
		}
		for id, identity := range found {
			known[id] = personOf(&identity)
		}
	}
	return known, nil
}

// Reason says why somebody is reported, banned or removed. Clients say it in the
// reader's language.
type Reason string

// The reasons.
const (
	ReasonInsult   Reason = "insult"   // insults, threats, hate
	ReasonSpam     Reason = "spam"     // advertisements, floods
	ReasonName     Reason = "name"     // a name that offends or deceives
	ReasonStalling Reason = "stalling" // leaves, or makes others wait
	ReasonCheating Reason = "cheating" // plays unfairly
	ReasonOther    Reason = "other"
)

// Reasons returns every reason.
func Reasons() []Reason {
	return []Reason{ReasonInsult, ReasonSpam, ReasonName, ReasonStalling, ReasonCheating, ReasonOther}
}

// CheckReason refuses what is neither a reason nor "".
func CheckReason(reason string) error {
	if reason != "" && !slices.Contains(Reasons(), Reason(reason)) {
		return coded.Errorf(coded.Malformed, "there is no reason %.20q", reason)
	}
	return nil
}

// MaxWords is how many characters somebody may write about somebody else, or to
// everybody.
const MaxWords = 400

// checkWords returns the words as they are stored: on one line, without what changes
// how the text around them is shown. It fails with coded.Malformed.
func checkWords(words string) (string, error) { return checkLength(words, MaxWords) }

func checkLength(words string, most int) (string, error) {
	words = Clean(strings.Join(strings.Fields(words), " "))
	if utf8.RuneCountInString(words) > most {
		return "", coded.Errorf(coded.Malformed, "a text has at most %d characters", most)
	}
	return words, nil
}

func checkReason(reason Reason) error {
	if !slices.Contains(Reasons(), reason) {
		return coded.Errorf(coded.Malformed, "there is no reason %.20q", reason)
	}
	return nil
}

// What is reported.
const (
	ReportLine   = "line"   // a line of the chat
	ReportName   = "name"   // a person's name
	ReportPerson = "person" // what a person does
	ReportAbout  = "about"  // what an account says of itself
)

// Line is a line of a room's chat, as the reporter could read it.
type Line struct {
	Number uint64 `json:"number"`
	At     int64  `json:"at"`
	Player string `json:"player"`
	Name   string `json:"name"`
	Text   string `json:"text"`
}

// Reported is what a report says.
type Reported struct {
	// What is one of the constants above.
	What   string `json:"what"`
	Reason Reason `json:"reason"`
	// Words are the reporter's own.
	Words string `json:"words"`
	// Name is how the person was called then, About what it said of itself, if that is
	// reported.
	Name  string `json:"name"`
	About string `json:"about,omitempty"`
	// Room is where it happened, or "". Line is the number of the line that is
	// reported, and Lines are those around it, or the last ones.
	Room  string `json:"room"`
	Line  uint64 `json:"line"`
	Lines []Line `json:"lines"`
}

// topic is the same for reports of the same thing.
func (r *Reported) topic(person string) string {
	switch r.What {
	case ReportLine:
		return fmt.Sprintf("line %s %d", r.Room, r.Line)
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
	// Reporter and Person are ids; Reporter is "" if that person is gone.
	Reporter, Person string
	// Topic is the same for reports of the same thing.
	Topic           string
	Created, Closed time.Time
	Reported
}

const (
	// maxReports is how many reports somebody can make in a day.
	maxReports = 20
	// KeepReports is how long reports are kept after they are closed.
	KeepReports = 180 * 24 * time.Hour
)

// Report stores what somebody reports about a person. Who has reported it already
// is told nothing else. It fails with coded.Malformed, CodeNoPerson,
// CodeTooManyReports and CodeNotStored.
func (p *People) Report(ctx context.Context, by Person, person string, what Reported) error {
	var err error
	if what.Words, err = checkWords(what.Words); err != nil {
		return err
	}
	if err := checkReason(what.Reason); err != nil {
		return err
	}
	if !slices.Contains([]string{ReportLine, ReportName, ReportPerson, ReportAbout}, what.What) {
		return coded.Errorf(coded.Malformed, "a report is about a line, a name, a person or what it says of itself")
	}
	if person == by.ID {
		return coded.Errorf(coded.Malformed, "nobody reports themselves")
	}
	about, err := p.store.Identity(ctx, person)
	if errors.Is(err, store.ErrNotFound) {
		return errNobody()
	} else if err != nil {
		return err
	}
	what.Name = about.Name
	if what.What == ReportAbout {
		what.About = about.About
	}
	data, err := json.Marshal(what)
	if err != nil {
		return err
	}
	now := time.Now()
	_, err = p.store.AddReport(ctx, store.Report{Reporter: by.ID, Person: person, Topic: what.topic(person), Data: data}, maxReports, now.Add(-24*time.Hour))
	switch {
	case errors.Is(err, store.ErrExists):
		return nil
	case errors.Is(err, store.ErrQuota):
		return coded.Errorf(CodeTooManyReports, "you have made %d reports today; moderators will look at them", maxReports)
	case err != nil:
		return notStored(err)
	}
	return nil
}

// ReportQuery asks for reports.
type ReportQuery struct {
	// Closed lists the closed reports in place of the open ones.
	Closed bool
	// Person keeps those about a person, Reporter those by one.
	Person, Reporter string
	After            string
	Limit            int
}

// Reports returns reports, the latest first, and where the next page begins. It
// removes those that were closed long ago.
func (p *People) Reports(ctx context.Context, query ReportQuery) (list []Report, next string, err error) {
	if err := p.store.ExpireReports(ctx, time.Now().Add(-KeepReports)); err != nil {
		return nil, "", notStored(err)
	}
	page, err := p.store.Reports(ctx, store.ReportQuery{
		Closed: query.Closed, Person: query.Person, Reporter: query.Reporter, After: store.Cursor(query.After), Limit: query.Limit,
	})
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Errorf(coded.Malformed, "there is no such page")
	} else if err != nil {
		return nil, "", err
	}
	for i := range page.Items {
		report, err := asReport(&page.Items[i])
		if err != nil {
			return nil, "", err
		}
		list = append(list, report)
	}
	return list, string(page.Next), nil
}

// FindReport returns the report with the number. It fails with CodeNoReport.
func (p *People) FindReport(ctx context.Context, number uint64) (Report, error) {
	stored, err := p.store.Report(ctx, number)
	if errors.Is(err, store.ErrNotFound) {
		return Report{}, coded.Errorf(CodeNoReport, "there is no report %d", number)
	} else if err != nil {
		return Report{}, err
	}
	return asReport(&stored)
}

func asReport(stored *store.Report) (Report, error) {
	report := Report{
		Number: stored.Number, Reporter: stored.Reporter, Person: stored.Person, Topic: stored.Topic, Created: stored.Created, Closed: stored.Closed,
	}
	err := json.Unmarshal(stored.Data, &report.Reported)
	return report, err
}

// CloseReports closes all reports of a topic.
func (p *People) CloseReports(ctx context.Context, topic string) error {
	if _, err := p.store.CloseReports(ctx, topic, time.Now()); err != nil {
		return notStored(err)
	}
	return nil
}

// What moderators and the operator do.
const (
	ActDismiss      = "dismiss"       // a report is closed, nothing else
	ActNote         = "note"          // words about a person, for moderators
	ActWarn         = "warn"          // words to a person
	ActMute         = "mute"          // a person may not write in chats
	ActBan          = "ban"           // a person or a network is kept out
	ActUnban        = "unban"         // a ban or a mute ends
	ActRename       = "rename"        // a person gets a name that offends nobody
	ActRemoveLine   = "remove_line"   // a line of a chat is removed
	ActRemoveAbout  = "remove_about"  // what an account says of itself is removed
	ActCloseRoom    = "close_room"    // a room is deleted
	ActRemoveMatch  = "remove_match"  // a finished match is deleted
	ActRemovePerson = "remove_person" // a person is deleted
	ActRole         = "role"          // a person gets a role, or loses it
	ActNotice       = "notice"        // everybody is told something
	ActSite         = "site"          // what the host says of the server changes
	ActBackup       = "backup"        // everything that is stored is copied
	ActAccount      = "account"       // an account is made
	ActLink         = "link"          // a link is made for somebody who cannot sign in
)

// told are the acts of which the person is told at the next visit. Who is banned is
// told by every refusal.
var told = []string{ActWarn, ActMute, ActRename, ActRemoveLine, ActRemoveAbout, ActRole, ActLink}

// Done is the outcome of an act that succeeded; any other is the code of an error.
const Done = "done"

// Act is something that a moderator or the operator has done.
type Act struct {
	Number uint64
	At     time.Time
	// By and Person are ids; By is "" for the operator.
	By, Person string
	// Kind is one of the constants above; Target is what it was done to.
	Kind, Target string
	Reason       Reason
	Words        string
	Until        time.Time
	// Outcome is Done, the code of an error, or "" if the server stopped meanwhile.
	Outcome string
}

// BeginAct checks an act and stores it, before it is carried out. It fails with
// coded.Malformed and CodeNotStored.
func (p *People) BeginAct(ctx context.Context, act Act) (Act, error) {
	var err error
	most := MaxWords
	if act.Kind == ActNotice {
		most *= 1 + len(Languages())
	}
	if act.Words, err = checkLength(act.Words, most); err != nil {
		return act, err
	}
	if act.Reason != "" {
		if err := checkReason(act.Reason); err != nil {
			return act, err
		}
	}
	act.Number, err = p.store.AddAct(ctx, store.Act{
		By: act.By, Kind: act.Kind, Target: act.Target, Person: act.Person, Reason: string(act.Reason), Words: act.Words, Until: act.Until,
	})
	if errors.Is(err, store.ErrInvalid) {
		return act, coded.Errorf(coded.Malformed, "that cannot be written down")
	} else if err != nil {
		return act, notStored(err)
	}
	return act, nil
}

// EndAct stores what came of an act: Done or the code of an error. It fails with
// CodeNotStored.
func (p *People) EndAct(ctx context.Context, act Act, outcome string) error {
	tell := outcome == Done && act.Person != "" && slices.Contains(told, act.Kind)
	if err := p.store.EndAct(ctx, act.Number, outcome, tell); err != nil {
		return notStored(err)
	}
	return nil
}

// ActQuery asks for acts.
type ActQuery struct {
	// Person keeps those about a person, Untold those that the person has still to
	// be told.
	Person string
	Untold bool
	After  string
	Limit  int
}

// Acts returns acts, the latest first, and where the next page begins.
func (p *People) Acts(ctx context.Context, query ActQuery) (list []Act, next string, err error) {
	page, err := p.store.Acts(ctx, store.ActQuery{Person: query.Person, Untold: query.Untold, After: store.Cursor(query.After), Limit: query.Limit})
	if errors.Is(err, store.ErrInvalid) {
		return nil, "", coded.Errorf(coded.Malformed, "there is no such page")
	}
	for _, a := range page.Items {
		list = append(list, Act{
			Number: a.Number, At: a.At, By: a.By, Person: a.Person, Kind: a.Kind, Target: a.Target,
			Reason: Reason(a.Reason), Words: a.Words, Until: a.Until, Outcome: a.Outcome,
		})
	}
	return list, string(page.Next), err
}

// ToldActs notes that a person was told of the acts up to that number.
func (p *People) ToldActs(ctx context.Context, person string, number uint64) error {
	if err := p.store.ToldActs(ctx, person, number); err != nil {
		return notStored(err)
	}
	return nil
}

// GiveName gives a person a name that offends nobody, as in "Player 48213". It fails
// with CodeNoPerson and CodeNotStored.
func (p *People) GiveName(ctx context.Context, id string) (Person, error) {
	for tries := 0; ; tries++ {
		n, _ := rand.Int(rand.Reader, big.NewInt(90_000)) // it never fails
		who, err := p.Rename(ctx, id, fmt.Sprintf("Player %d", 10_000+n.Int64()))
		var refusal *coded.Error
		switch {
		case !errors.As(err, &refusal):
			return who, err
		case refusal.Code == CodeNoIdentity:
			return who, coded.Errorf(CodeNoPerson, "there is no such person")
		case refusal.Code != CodeNameTaken || tries == 10:
			return who, err
		}
	}
}

// Notice is what is told to everybody.
type Notice struct {
	// ID tells a notice from those before.
	ID int64 `json:"id"`
	// Texts are what is told by language; that of "" is for all languages without their
	// own.
	Texts map[string]string `json:"texts"`
	// Until is when it ends, in milliseconds since 1970; 0 means when it is withdrawn.
	Until int64 `json:"until"`
}

// Notice returns what is told to everybody, or nil.
func (p *People) Notice(ctx context.Context) (*Notice, error) {
	stored, err := p.store.Notice(ctx)
	if err != nil || len(stored.Texts) == 0 || !stored.Until.IsZero() && !time.Now().Before(stored.Until) {
		return nil, err
	}
	return asNotice(&stored), nil
}

func asNotice(stored *store.Notice) *Notice {
	notice := &Notice{ID: stored.Created.UnixMilli(), Texts: stored.Texts}
	if !stored.Until.IsZero() {
		notice.Until = stored.Until.UnixMilli()
	}
	return notice
}

// CheckNotice returns the texts of a notice as they are stored, without those that are
// empty. It fails with coded.Malformed.
func CheckNotice(texts map[string]string) (map[string]string, error) {
	checked := map[string]string{}
	for lang, text := range texts {
		text, err := checkWords(text)
		if err != nil {
			return nil, err
		}
		if lang != "" && !slices.Contains(Languages(), lang) {
			return nil, coded.Errorf(coded.Malformed, "nobody reads %.20q here", lang)
		}
		if text != "" {
			checked[lang] = text
		}
	}
	return checked, nil
}

// Languages returns those of the client, by their codes.
func Languages() []string { return []string{"en", "fr"} }

// SetNotice replaces what is told to everybody by texts that have been checked, and
// returns it; nil if there are none. It fails with coded.Malformed and CodeNotStored.
func (p *People) SetNotice(ctx context.Context, texts map[string]string, until time.Time) (*Notice, error) {
	if !until.IsZero() && !time.Now().Before(until) {
		return nil, coded.Errorf(coded.Malformed, "that time is past")
	}
	notice := store.Notice{Texts: texts, Created: time.UnixMilli(time.Now().UnixMilli()), Until: until}
	if err := p.store.SetNotice(ctx, notice); err != nil {
		return nil, notStored(err)
	}
	if len(texts) == 0 {
		return nil, nil
	}
	return asNotice(&notice), nil
}
