package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"
)

// forgetModeration removes what is kept about an identity that is deleted, and
// about its bots.
var forgetModeration = [...]string{
	`DELETE FROM roles WHERE identity = ?1`,
	`DELETE FROM reports WHERE person IN (` + identityAndBots + `)`,
	`UPDATE reports SET reporter = '' WHERE reporter = ?1`,
	`UPDATE acts SET words = '', untold = 0 WHERE person IN (` + identityAndBots + `)`,
}

// oneIf returns 1 for true and 0 for false, as both databases store it.
func oneIf(is bool) int {
	if is {
		return 1
	}
	return 0
}

// timeOrNull returns NULL for the zero time.
func timeOrNull(at time.Time) any {
	if at.IsZero() {
		return nil
	}
	return at.UnixMilli()
}

// SetRole implements [Moderation].
func (s *store) SetRole(ctx context.Context, identity, role string) error {
	return s.change(ctx, "set a role", func(t *tables) error {
		if _, err := t.identity(identity); err != nil {
			return err
		}
		if role == "" {
			_, err := t.exec(`DELETE FROM roles WHERE identity = ?`, identity)
			return err
		}
		_, err := t.exec(`INSERT INTO roles (identity, role) VALUES (?, ?) ON CONFLICT (identity) DO UPDATE SET role = excluded.role`, identity, role)
		return err
	})
}

// Roles implements [Moderation].
func (s *store) Roles(ctx context.Context) (map[string]string, error) {
	roles := map[string]string{}
	err := s.query(ctx, func(rows *sql.Rows) error {
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

// AddReport implements [Moderation].
func (s *store) AddReport(ctx context.Context, report Report, most int, since time.Time) (number uint64, err error) {
	err = s.submit(ctx, func(t *tables) error {
		var made, same int
		err := t.queryRow(`SELECT count(CASE WHEN created >= ? THEN 1 END), count(CASE WHEN topic = ? AND closed IS NULL THEN 1 END)
			FROM reports WHERE reporter = ?`, since.UnixMilli(), report.Topic, report.Reporter).Scan(&made, &same)
		switch {
		case err != nil:
			return err
		case same > 0:
			return fmt.Errorf("a report about %q: %w", report.Topic, ErrExists)
		case made >= most:
			return fmt.Errorf("%d reports: %w", made, ErrQuota)
		}
		t.written += len(report.Data)
		return t.queryRow(`INSERT INTO reports (reporter, person, topic, data, created) VALUES (?, ?, ?, ?, ?) RETURNING number`, report.Reporter, report.Person, report.Topic, blob(report.Data), report.Created.UnixMilli()).Scan(&number)
	})
	if err != nil {
		return 0, fmt.Errorf("add a report: %w", err)
	}
	return number, nil
}

// Report implements [Moderation].
func (s *store) Report(ctx context.Context, number uint64) (Report, error) {
	var report Report
	err := s.query(ctx, func(rows *sql.Rows) (err error) { report, err = scanReport(rows); return err },
		selectReport+`WHERE number = ?`, int64(number))
	if err == nil && report.Number == 0 {
		err = fmt.Errorf("report %d: %w", number, ErrNotFound)
	}
	if err != nil {
		return Report{}, fmt.Errorf("look up a report: %w", err)
	}
	return report, nil
}

// Reports implements [Moderation].
func (s *store) Reports(ctx context.Context, query ReportQuery) (Page[Report], error) {
	at, err := query.After.number()
	if err != nil {
		return Page[Report]{}, err
	}
	text, args := listReports(query, at, query.Limit+1)
	var p pager[Report]
	err = s.query(ctx, func(rows *sql.Rows) error {
		report, err := scanReport(rows)
		if err == nil && !p.full(query.Limit) {
			p.add(report, numberCursor(int64(report.Number)))
		}
		return err
	}, text, args...)
	if err != nil {
		return Page[Report]{}, fmt.Errorf("list reports: %w", err)
	}
	return p.page(), nil
}

const selectReport = `SELECT number, reporter, person, topic, data, created, closed FROM reports `

// listReports returns the statement for the reports before that number.
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

func scanReport(rows *sql.Rows) (report Report, err error) {
	var number int64
	var closed sql.NullInt64
	err = rows.Scan(&number, &report.Reporter, &report.Person, &report.Topic, &report.Data, (*milli)(&report.Created), &closed)
	report.Number = uint64(number)
	if closed.Valid {
		report.Closed = fromMilli(closed.Int64)
	}
	return report, err
}

// CloseReports implements [Moderation].
func (s *store) CloseReports(ctx context.Context, topic string, at time.Time) (closed int, err error) {
	err = s.submit(ctx, func(t *tables) error {
		n, err := t.count(`UPDATE reports SET closed = ? WHERE topic = ? AND closed IS NULL`, at.UnixMilli(), topic)
		closed = int(n)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("close reports: %w", err)
	}
	return closed, nil
}

// ExpireReports implements [Moderation].
func (s *store) ExpireReports(ctx context.Context, before time.Time) error {
	return s.change(ctx, "remove closed reports", func(t *tables) error {
		_, err := t.exec(deleteClosed, before.UnixMilli())
		return err
	})
}

const deleteClosed = `DELETE FROM reports WHERE closed < ?`

// AddAct implements [Moderation].
func (s *store) AddAct(ctx context.Context, act Act) (number uint64, err error) {
	err = s.submit(ctx, func(t *tables) error {
		t.written += len(act.Words)
		return t.queryRow(`INSERT INTO acts (at, author, kind, target, person, reason, words, until, outcome, untold)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING number`,
			act.At.UnixMilli(), act.By, act.Kind, act.Target, act.Person, act.Reason, act.Words, timeOrNull(act.Until), act.Outcome, oneIf(act.Untold)).Scan(&number)
	})
	if err != nil {
		return 0, fmt.Errorf("add an act: %w", err)
	}
	return number, nil
}

// EndAct implements [Moderation].
func (s *store) EndAct(ctx context.Context, number uint64, outcome string, tell bool) error {
	return s.change(ctx, "end an act", func(t *tables) error {
		changed, err := t.count(`UPDATE acts SET outcome = ?, untold = ? WHERE number = ?`, outcome, oneIf(tell), int64(number))
		if err == nil && changed == 0 {
			err = fmt.Errorf("act %d: %w", number, ErrNotFound)
		}
		return err
	})
}

// Acts implements [Moderation].
func (s *store) Acts(ctx context.Context, query ActQuery) (Page[Act], error) {
	at, err := query.After.number()
	if err != nil {
		return Page[Act]{}, err
	}
	text, args := listActs(query, at, query.Limit+1)
	var p pager[Act]
	err = s.query(ctx, func(rows *sql.Rows) error {
		var act Act
		var number int64
		var until sql.NullInt64
		err := rows.Scan(&number, (*milli)(&act.At), &act.By, &act.Kind, &act.Target, &act.Person, &act.Reason, &act.Words, &until, &act.Outcome, &act.Untold)
		if act.Number = uint64(number); until.Valid {
			act.Until = fromMilli(until.Int64)
		}
		if err == nil && !p.full(query.Limit) {
			p.add(act, numberCursor(number))
		}
		return err
	}, text, args...)
	if err != nil {
		return Page[Act]{}, fmt.Errorf("list acts: %w", err)
	}
	return p.page(), nil
}

// listActs returns the statement for the acts before that number.
func listActs(query ActQuery, before int64, limit int) (text string, args []any) {
	where, args := `WHERE number < ?`, []any{before}
	if query.Person != "" {
		where, args = where+` AND person = ?`, append(args, query.Person)
	}
	if query.Untold {
		where += ` AND untold = 1`
	}
	return `SELECT number, at, author, kind, target, person, reason, words, until, outcome, untold FROM acts ` + where +
		` ORDER BY number DESC LIMIT ?`, append(args, limit)
}

// ToldActs implements [Moderation].
func (s *store) ToldActs(ctx context.Context, person string, number uint64) error {
	return s.change(ctx, "note what a person was told", func(t *tables) error {
		_, err := t.exec(`UPDATE acts SET untold = 0 WHERE person = ? AND number <= ? AND untold = 1`, person, int64(number))
		return err
	})
}

// SetNotice implements [Moderation].
func (s *store) SetNotice(ctx context.Context, notice Notice) error {
	return s.change(ctx, "set the notice", func(t *tables) error {
		if _, err := t.exec(`DELETE FROM notices`); err != nil || notice.Text == "" {
			return err
		}
		_, err := t.exec(`INSERT INTO notices (words, created, until) VALUES (?, ?, ?)`, notice.Text, notice.Created.UnixMilli(), timeOrNull(notice.Until))
		return err
	})
}

// Notice implements [Moderation].
func (s *store) Notice(ctx context.Context) (Notice, error) {
	var notice Notice
	err := s.query(ctx, func(rows *sql.Rows) error {
		var until sql.NullInt64
		err := rows.Scan(&notice.Text, (*milli)(&notice.Created), &until)
		if until.Valid {
			notice.Until = fromMilli(until.Int64)
		}
		return err
	}, `SELECT words, created, until FROM notices`)
	if err != nil {
		return Notice{}, fmt.Errorf("read the notice: %w", err)
	}
	return notice, nil
}
