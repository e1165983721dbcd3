package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"
)

// Moderation stores reports, acts of moderators, roles, and the notice that all visitors see.
type Moderation struct{ db *engine }

// MaxLongText bounds the texts of reports, of moderators and of the notice, in bytes.
const MaxLongText = 8000

// Report is a report about a person.
type Report struct {
	// Number counts reports from 1. The store sets it.
	Number uint64
	// Reporter is the identity that has made the report, or empty if it was deleted.
	Reporter string
	// Person is the reported identity. Its reports are deleted together with it.
	Person string
	// Topic identifies the reported incident.
	Topic string
	// Data is the content of the report. The store does not interpret it.
	Data []byte
	// Created is the time at which the report was made; zero means now. Closed is the time at
	// which it was closed; zero while it is open.
	Created, Closed time.Time
}

// ReportQuery selects reports. A field that is zero does not narrow the list.
type ReportQuery struct {
	// Closed selects the closed reports instead of the open ones.
	Closed bool
	// Person selects the reports about that identity. Reporter selects the reports by that
	// identity.
	Person, Reporter string
	After            Cursor
	Limit            int
}

// Act is an act of a moderator.
type Act struct {
	// Number counts acts from 1. The store sets it.
	Number uint64
	// At is the time of the act; zero means now.
	At time.Time
	// Moderator is the identity of the moderator, or empty for the operator.
	Moderator string
	// Kind is the kind of the act. Target is the object of the act if the object is not an
	// identity. The store interprets neither.
	Kind, Target string
	// Person is the identity that the act is about, or empty. When the identity is deleted,
	// Explanation becomes empty.
	Person string
	// Reason is a code. Explanation is a text of at most MaxLongText bytes.
	Reason, Explanation string
	// Until is the time at which the effect of the act ends; zero means never.
	Until time.Time
	// Outcome is empty until the act has been carried out.
	Outcome string
	// Unread is true until the person has seen the act.
	Unread bool
}

// ActQuery selects acts. A field that is zero does not narrow the list.
type ActQuery struct {
	// Person selects the acts about that identity. Unread selects the acts that their person has
	// not seen yet.
	Person string
	Unread bool
	After  Cursor
	Limit  int
}

// Notice is a text for all visitors.
type Notice struct {
	// Texts has the text by language, each of at most MaxLongText bytes. It is empty if there is
	// no notice.
	Texts map[string]string
	// Created is the time at which the notice was set; zero means now. Until is the time at which
	// it ends; zero means never.
	Created, Until time.Time
}

// deleteModerationData removes roles and reports of a deleted identity and its bots, and the
// explanations of acts about them.
var deleteModerationData = [...]string{
	`DELETE FROM roles WHERE identity = ?1`,
	`DELETE FROM reports WHERE person IN (` + identityAndBots + `)`,
	`UPDATE reports SET reporter = '' WHERE reporter = ?1`,
	`UPDATE acts SET words = '', untold = 0 WHERE person IN (` + identityAndBots + `)`,
}

// SetRole gives an identity a role; an empty one takes its role away. It fails with
// ErrNotFound if there is no such identity.
func (s Moderation) SetRole(ctx context.Context, identity, role string) error {
	if err := checkText("the role", role); err != nil {
		return err
	}
	return s.db.change(ctx, "set a role", func(t *tx) error {
		if _, err := t.identity(identity); err != nil {
			return err
		}
		if role == "" {
			_, err := t.Exec(`DELETE FROM roles WHERE identity = ?`, identity)
			return err
		}
		_, err := t.Exec(
			`INSERT INTO roles (identity, role) VALUES (?, ?)
				ON CONFLICT (identity) DO UPDATE SET role = excluded.role`,
			identity,
			role,
		)
		return err
	})
}

// Roles returns every role, by identity.
func (s Moderation) Roles(ctx context.Context) (map[string]string, error) {
	roles := map[string]string{}
	err := s.db.query(ctx, func(rows *sql.Rows) error {
		var identity, role string
		err := rows.Scan(&identity, &role)
		roles[identity] = role
		return err
	}, `SELECT identity, role FROM roles`)
	if err != nil {
		return nil, fmt.Errorf("list roles: %w", err)
	}
	return roles, nil
}

// AddReport adds a report and returns its number. It fails with ErrExists if the reporter has an open
// report of the same topic, and with ErrQuota if the reporter has made limit reports since a time.
func (s Moderation) AddReport(
	ctx context.Context,
	report Report,
	limit int,
	since time.Time,
) (number uint64, err error) {
	err = cmp.Or(
		checkID("the reporter", report.Reporter),
		checkID("the person", report.Person),
		checkID("the topic", report.Topic),
		checkData("the report", report.Data),
	)
	if err != nil {
		return 0, err
	}
	report.Created = nowIfZero(report.Created)
	since = toMilli(since)
	err = s.db.change(ctx, "add a report", func(t *tx) error {
		var count, same int
		err := t.QueryRow(
			`SELECT count(CASE WHEN created >= ? THEN 1 END), count(CASE WHEN topic = ? AND closed IS NULL THEN 1 END)
			FROM reports WHERE reporter = ?`,
			since.UnixMilli(),
			report.Topic,
			report.Reporter,
		).Scan(&count, &same)
		switch {
		case err != nil:
			return err
		case same > 0:
			return fmt.Errorf("a report about %q: %w", report.Topic, ErrExists)
		case count >= limit:
			return fmt.Errorf("%d reports: %w", count, ErrQuota)
		}
		t.RecordBytes(len(report.Data))
		return t.QueryRow(
			`INSERT INTO reports (reporter, person, topic, data, created) VALUES (?, ?, ?, ?, ?) RETURNING number`,
			report.Reporter,
			report.Person,
			report.Topic,
			blob(report.Data),
			report.Created.UnixMilli(),
		).Scan(&number)
	})
	return number, err
}

// Report returns the report with the number, or ErrNotFound.
func (s Moderation) Report(ctx context.Context, number uint64) (Report, error) {
	return find(ctx, s.db, fmt.Sprint("report ", number), scanReport, selectReport+`WHERE number = ?`, int64(number))
}

// Reports returns the reports that the query selects, the latest first.
func (s Moderation) Reports(ctx context.Context, query ReportQuery) (Page[Report], error) {
	before, err := query.After.number()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Report]{}, err
	}
	text, args := listReports(query, before, query.Limit+1)
	return listPage(ctx, s.db, "reports", query.Limit, func(rows *sql.Rows, report *Report) (Cursor, error) {
		err := scanReport(rows, report)
		return numberCursor(int64(report.Number)), err
	}, text, args...)
}

const countOpenReports = `SELECT count(*) FROM reports WHERE closed IS NULL`

// OpenReports returns the number of open reports.
func (s Moderation) OpenReports(ctx context.Context) (int, error) {
	return find(ctx, s.db, "open reports", scanColumn[int], countOpenReports)
}

const selectReport = `SELECT number, reporter, person, topic, data, created, closed FROM reports `

// listReports returns the statement for the reports with a number below before.
func listReports(query ReportQuery, before int64, limit int) (text string, args []any) {
	where := `WHERE number < ? AND closed IS NULL`
	if query.Closed {
		where = `WHERE number < ? AND closed IS NOT NULL`
	}
	args = []any{before}
	if query.Person != "" {
		where, args = where+` AND person = ?`, append(args, query.Person)
	}
	if query.Reporter != "" {
		where, args = where+` AND reporter = ?`, append(args, query.Reporter)
	}
	return selectReport + where + ` ORDER BY number DESC LIMIT ?`, append(args, limit)
}

func scanReport(rows *sql.Rows, r *Report) error {
	return rows.Scan(&r.Number, &r.Reporter, &r.Person, &r.Topic, &r.Data, (*milli)(&r.Created), (*milli)(&r.Closed))
}

// CloseReports closes all open reports of a topic and returns their number.
func (s Moderation) CloseReports(ctx context.Context, topic string, closedAt time.Time) (closedCount int, err error) {
	closedAt = toMilli(closedAt)
	err = s.db.change(ctx, "close reports", func(t *tx) error {
		n, err := t.count(
			`UPDATE reports SET closed = ? WHERE topic = ? AND closed IS NULL`,
			closedAt.UnixMilli(),
			topic,
		)
		closedCount = int(n)
		return err
	})
	return closedCount, err
}

// ExpireReports removes the reports that were closed before a time.
func (s Moderation) ExpireReports(ctx context.Context, before time.Time) error {
	before = toMilli(before)
	return s.db.changeAny(ctx, "remove closed reports", deleteClosed, before.UnixMilli())
}

const deleteClosed = `DELETE FROM reports WHERE closed < ?`

// AddAct adds an act and returns its number.
func (s Moderation) AddAct(ctx context.Context, act Act) (number uint64, err error) {
	err = cmp.Or(
		checkText("who acts", act.Moderator),
		checkID("the act's kind", act.Kind),
		checkText("the target", act.Target),
		checkText("the person", act.Person),
		checkText("the reason", act.Reason),
		checkLongText(act.Explanation),
		checkText("the outcome", act.Outcome),
	)
	if err != nil {
		return 0, err
	}
	act.At, act.Until = nowIfZero(act.At), ceilMilli(act.Until)
	err = s.db.change(ctx, "add an act", func(t *tx) error {
		t.RecordBytes(len(act.Explanation))
		return t.QueryRow(
			`INSERT INTO acts (at, author, kind, target, person, reason, words, until, outcome, untold)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
			act.At.UnixMilli(),
			act.Moderator,
			act.Kind,
			act.Target,
			act.Person,
			act.Reason,
			act.Explanation,
			milliOrNull(act.Until),
			act.Outcome,
			boolToInt(act.Unread),
		).Scan(&number)
	})
	return number, err
}

// EndAct stores the outcome of an act, and whether the act is unread. It fails with ErrNotFound if
// there is no such act.
func (s Moderation) EndAct(ctx context.Context, number uint64, outcome string, unread bool) error {
	if err := checkID("the outcome", outcome); err != nil {
		return err
	}
	return s.db.changeOne(
		ctx,
		"end an act",
		fmt.Sprint("act ", number),
		`UPDATE acts SET outcome = ?, untold = ? WHERE number = ?`,
		outcome,
		boolToInt(unread),
		int64(number),
	)
}

// Acts returns the acts that the query selects, the latest first.
func (s Moderation) Acts(ctx context.Context, query ActQuery) (Page[Act], error) {
	before, err := query.After.number()
	if err := cmp.Or(checkLimit(&query.Limit), err); err != nil {
		return Page[Act]{}, err
	}
	text, args := listActs(query, before, query.Limit+1)
	return listPage(ctx, s.db, "acts", query.Limit, func(rows *sql.Rows, a *Act) (Cursor, error) {
		err := rows.Scan(
			&a.Number,
			(*milli)(&a.At),
			&a.Moderator,
			&a.Kind,
			&a.Target,
			&a.Person,
			&a.Reason,
			&a.Explanation,
			(*milli)(&a.Until),
			&a.Outcome,
			&a.Unread,
		)
		return numberCursor(int64(a.Number)), err
	}, text, args...)
}

// listActs returns the statement for the acts with a number below before.
func listActs(query ActQuery, before int64, limit int) (text string, args []any) {
	where, args := `WHERE number < ?`, []any{before}
	if query.Person != "" {
		where, args = where+` AND person = ?`, append(args, query.Person)
	}
	if query.Unread {
		where += ` AND untold = 1`
	}
	return `SELECT number, at, author, kind, target, person, reason, words, until, outcome, untold FROM acts ` + where +
		` ORDER BY number DESC LIMIT ?`, append(args, limit)
}

// MarkActsRead records that a person has seen the acts up to a number.
func (s Moderation) MarkActsRead(ctx context.Context, person string, number uint64) error {
	return s.db.changeAny(
		ctx,
		"mark acts as read",
		`UPDATE acts SET untold = 0 WHERE person = ? AND number <= ? AND untold = 1`,
		person,
		int64(number),
	)
}

// SetNotice replaces the notice. A notice without texts removes it.
func (s Moderation) SetNotice(ctx context.Context, notice Notice) error {
	for lang, text := range notice.Texts {
		if err := cmp.Or(checkText("the language", lang), checkLongText(text)); err != nil {
			return err
		}
	}
	texts, err := json.Marshal(notice.Texts)
	if err != nil {
		return err
	}
	notice.Created, notice.Until = nowIfZero(notice.Created), ceilMilli(notice.Until)
	return s.db.change(ctx, "set the notice", func(t *tx) error {
		if _, err := t.Exec(`DELETE FROM notices`); err != nil || len(notice.Texts) == 0 {
			return err
		}
		_, err := t.Exec(
			`INSERT INTO notices (texts, created, until) VALUES (?, ?, ?)`,
			string(texts),
			notice.Created.UnixMilli(),
			milliOrNull(notice.Until),
		)
		return err
	})
}

// Notice returns the notice, or the zero Notice if there is none.
func (s Moderation) Notice(ctx context.Context) (Notice, error) {
	var notice Notice
	err := s.db.query(ctx, func(rows *sql.Rows) error {
		var texts []byte
		if err := rows.Scan(&texts, (*milli)(&notice.Created), (*milli)(&notice.Until)); err != nil {
			return err
		}
		return json.Unmarshal(texts, &notice.Texts)
	}, `SELECT texts, created, until FROM notices`)
	if err != nil {
		return Notice{}, fmt.Errorf("read the notice: %w", err)
	}
	return notice, nil
}

// checkLongText is checkText for a text of at most MaxLongText bytes.
func checkLongText(text string) error {
	if len(text) > MaxLongText || !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return invalid("words of %d bytes, or no text", len(text))
	}
	return nil
}
