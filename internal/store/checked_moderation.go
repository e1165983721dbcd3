package store

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"
)

func (c checked) SetRole(ctx context.Context, identity, role string) error {
	if err := checkText("the role", role); err != nil {
		return err
	}
	return c.Log.SetRole(ctx, identity, role)
}

func (c checked) AddReport(ctx context.Context, report Report, most int, since time.Time) (uint64, error) {
	err := firstError(checkID("the reporter", report.Reporter), checkID("the person", report.Person), checkID("the topic", report.Topic),
		checkData("the report", report.Data))
	if err != nil {
		return 0, err
	}
	report.Created = presentIfZero(report.Created)
	return c.Log.AddReport(ctx, report, most, toMilli(since))
}

func (c checked) Reports(ctx context.Context, query ReportQuery) (Page[Report], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Report]{}, err
	}
	return c.Log.Reports(ctx, query)
}

func (c checked) CloseReports(ctx context.Context, topic string, at time.Time) (int, error) {
	return c.Log.CloseReports(ctx, topic, toMilli(at))
}

func (c checked) ExpireReports(ctx context.Context, before time.Time) error {
	return c.Log.ExpireReports(ctx, toMilli(before))
}

func (c checked) AddAct(ctx context.Context, act Act) (uint64, error) {
	err := firstError(checkText("who acts", act.By), checkID("the act's kind", act.Kind), checkText("the target", act.Target),
		checkText("the person", act.Person), checkText("the reason", act.Reason), checkWords(act.Words), checkText("the outcome", act.Outcome))
	if err != nil {
		return 0, err
	}
	act.At, act.Until = presentIfZero(act.At), roundedUp(act.Until)
	return c.Log.AddAct(ctx, act)
}

func (c checked) EndAct(ctx context.Context, number uint64, outcome string, tell bool) error {
	if err := checkID("the outcome", outcome); err != nil {
		return err
	}
	return c.Log.EndAct(ctx, number, outcome, tell)
}

func (c checked) Acts(ctx context.Context, query ActQuery) (Page[Act], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Act]{}, err
	}
	return c.Log.Acts(ctx, query)
}

func (c checked) SetNotice(ctx context.Context, notice Notice) error {
	if err := checkWords(notice.Text); err != nil {
		return err
	}
	notice.Created, notice.Until = presentIfZero(notice.Created), roundedUp(notice.Until)
	return c.Log.SetNotice(ctx, notice)
}

// presentIfZero returns the time as it is stored, the present for the zero time.
func presentIfZero(at time.Time) time.Time {
	if at.IsZero() {
		at = time.Now()
	}
	return toMilli(at)
}

// checkWords is checkText for a text of up to MaxWords.
func checkWords(words string) error {
	if len(words) > MaxWords || !utf8.ValidString(words) || strings.ContainsRune(words, 0) {
		return invalid("words of %d bytes, or no text", len(words))
	}
	return nil
}
