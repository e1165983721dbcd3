package logtest

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"time"

	"archmage/internal/store"
)

func (m *memory) SetRole(ctx context.Context, identity, role string) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if _, err := m.identity(identity); err != nil {
		return err
	}
	if delete(m.roles, identity); role != "" {
		m.roles[identity] = role
	}
	return nil
}

func (m *memory) Roles(ctx context.Context) (map[string]string, error) {
	if err := m.enter(ctx); err != nil {
		return nil, err
	}
	defer m.mu.Unlock()
	return maps.Clone(m.roles), nil
}

func (m *memory) AddReport(ctx context.Context, report store.Report, most int, since time.Time) (uint64, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	made := 0
	for i := range m.reports {
		old := &m.reports[i]
		if old.Reporter != report.Reporter {
			continue
		}
		if old.Topic == report.Topic && old.Closed.IsZero() {
			return 0, fmt.Errorf("a report about %q: %w", report.Topic, store.ErrExists)
		}
		if !old.Created.Before(since) {
			made++
		}
	}
	if made >= most {
		return 0, fmt.Errorf("%d reports: %w", made, store.ErrQuota)
	}
	m.lastReport++
	report.Number, report.Data = m.lastReport, bytes.Clone(report.Data)
	m.reports = append(m.reports, report)
	return report.Number, nil
}

func (m *memory) Report(ctx context.Context, number uint64) (store.Report, error) {
	if err := m.enter(ctx); err != nil {
		return store.Report{}, err
	}
	defer m.mu.Unlock()
	for _, report := range m.reports {
		if report.Number == number {
			report.Data = bytes.Clone(report.Data)
			return report, nil
		}
	}
	return store.Report{}, fmt.Errorf("report %d: %w", number, store.ErrNotFound)
}

func (m *memory) Reports(ctx context.Context, query store.ReportQuery) (store.Page[store.Report], error) {
	before, err := readCursor(query.After, "%d", math.MaxInt64)
	if err != nil {
		return store.Page[store.Report]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Report]{}, err
	}
	defer m.mu.Unlock()
	var list []store.Report
	for _, r := range slices.Backward(m.reports) {
		if int64(r.Number) < before[0] && r.Closed.IsZero() != query.Closed &&
			(query.Person == "" || query.Person == r.Person) && (query.Reporter == "" || query.Reporter == r.Reporter) {
			r.Data = bytes.Clone(r.Data)
			list = append(list, r)
		}
	}
	return page(list, query.Limit, func(r store.Report) (store.Report, string) { return r, fmt.Sprint(r.Number) }), nil
}

func (m *memory) CloseReports(ctx context.Context, topic string, at time.Time) (int, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	closed := 0
	for i := range m.reports {
		if r := &m.reports[i]; r.Topic == topic && r.Closed.IsZero() {
			r.Closed = at
			closed++
		}
	}
	return closed, nil
}

func (m *memory) ExpireReports(ctx context.Context, before time.Time) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	m.reports = slices.DeleteFunc(m.reports, func(r store.Report) bool { return !r.Closed.IsZero() && r.Closed.Before(before) })
	return nil
}

func (m *memory) AddAct(ctx context.Context, act store.Act) (uint64, error) {
	if err := m.enter(ctx); err != nil {
		return 0, err
	}
	defer m.mu.Unlock()
	act.Number = uint64(len(m.acts)) + 1
	m.acts = append(m.acts, act)
	return act.Number, nil
}

func (m *memory) EndAct(ctx context.Context, number uint64, outcome string, tell bool) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if number == 0 || number > uint64(len(m.acts)) {
		return fmt.Errorf("act %d: %w", number, store.ErrNotFound)
	}
	m.acts[number-1].Outcome, m.acts[number-1].Untold = outcome, tell
	return nil
}

func (m *memory) Acts(ctx context.Context, query store.ActQuery) (store.Page[store.Act], error) {
	before, err := readCursor(query.After, "%d", math.MaxInt64)
	if err != nil {
		return store.Page[store.Act]{}, err
	}
	if err := m.enter(ctx); err != nil {
		return store.Page[store.Act]{}, err
	}
	defer m.mu.Unlock()
	var list []store.Act
	for _, act := range slices.Backward(m.acts) {
		if int64(act.Number) < before[0] && (query.Person == "" || query.Person == act.Person) && (act.Untold || !query.Untold) {
			list = append(list, act)
		}
	}
	return page(list, query.Limit, func(act store.Act) (store.Act, string) { return act, fmt.Sprint(act.Number) }), nil
}

func (m *memory) ToldActs(ctx context.Context, person string, number uint64) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	for i := range m.acts {
		if m.acts[i].Person == person && m.acts[i].Number <= number {
			m.acts[i].Untold = false
		}
	}
	return nil
}

func (m *memory) SetNotice(ctx context.Context, notice store.Notice) error {
	if err := m.enter(ctx); err != nil {
		return err
	}
	defer m.mu.Unlock()
	if m.notice = notice; notice.Text == "" {
		m.notice = store.Notice{}
	}
	return nil
}

func (m *memory) Notice(ctx context.Context) (store.Notice, error) {
	if err := m.enter(ctx); err != nil {
		return store.Notice{}, err
	}
	defer m.mu.Unlock()
	return m.notice, nil
}

// forgetModeration removes what is kept about identities that are deleted; the log
// is locked.
func (m *memory) forgetModeration(gone []string) {
	for _, id := range gone {
		delete(m.roles, id)
	}
	m.reports = slices.DeleteFunc(m.reports, func(r store.Report) bool { return slices.Contains(gone, r.Person) })
	for i := range m.reports {
		if slices.Contains(gone, m.reports[i].Reporter) {
			m.reports[i].Reporter = ""
		}
	}
	for i := range m.acts {
		if slices.Contains(gone, m.acts[i].Person) {
			m.acts[i].Words, m.acts[i].Untold = "", false
		}
	}
}
