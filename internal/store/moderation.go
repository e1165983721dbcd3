package store

import (
	"context"
	"time"
)

// Moderation is the part of a [Log] that keeps what people report, what those who
// keep the peace have done about it, and what is told to everybody.
type Moderation interface {
	// SetRole gives an identity a role, or takes it away if it is empty. It fails
	// with ErrNotFound if there is no such identity.
	SetRole(ctx context.Context, identity, role string) error
	// Roles returns the roles of those who have one, by identity.
	Roles(ctx context.Context) (map[string]string, error)

	// AddReport adds a report, and returns its number. It fails with ErrExists if
	// the reporter has an open report of the same topic, and with ErrQuota if the
	// reporter has made so many reports since that time.
	AddReport(ctx context.Context, report Report, most int, since time.Time) (uint64, error)
	// Report returns the report with the number, or ErrNotFound.
	Report(ctx context.Context, number uint64) (Report, error)
	// Reports returns the reports that the query asks for, the latest first.
	Reports(ctx context.Context, query ReportQuery) (Page[Report], error)
	// CloseReports closes every open report of a topic, and returns how many.
	CloseReports(ctx context.Context, topic string, at time.Time) (int, error)
	// ExpireReports removes reports that were closed before that time.
	ExpireReports(ctx context.Context, before time.Time) error

	// AddAct adds an act, and returns its number.
	AddAct(ctx context.Context, act Act) (uint64, error)
	// EndAct stores what came of an act. If tell is set, the person whom it is
	// about is to be told. It fails with ErrNotFound.
	EndAct(ctx context.Context, number uint64, outcome string, tell bool) error
	// Acts returns the acts that the query asks for, the latest first.
	Acts(ctx context.Context, query ActQuery) (Page[Act], error)
	// ToldActs notes that a person was told of the acts up to that number.
	ToldActs(ctx context.Context, person string, number uint64) error

	// SetNotice replaces what is told to everybody; nothing if the text is empty.
	SetNotice(ctx context.Context, notice Notice) error
	// Notice returns what is told to everybody, or the zero Notice.
	Notice(ctx context.Context) (Notice, error)
}

// MaxWords is the length of a text that people have written about others, in
// bytes.
const MaxWords = 2000

// Report is what somebody has reported about a person.
type Report struct {
	// Number counts reports from 1. It is set by the log.
	Number uint64
	// Reporter is who has reported it, or empty if that identity was deleted.
	Reporter string
	// Person is whom the report is about. Reports about an identity are deleted with
	// it.
	Person string
	// Topic is the same for reports of the same thing.
	Topic string
	// Data says what is reported; it means nothing to the log.
	Data []byte
	// Created is the present where it is zero. Closed is the zero time while the
	// report is open.
	Created, Closed time.Time
}

// ReportQuery asks for reports. What is zero does not narrow the list.
type ReportQuery struct {
	// Closed lists the reports that are closed in place of those that are open.
	Closed bool
	// Person keeps the reports about that identity, Reporter those by it.
	Person, Reporter string
	After            Cursor
	Limit            int
}

// Act is something that somebody has done to keep the peace.
type Act struct {
	// Number counts acts from 1. It is set by the log.
	Number uint64
	// At is the present where it is zero.
	At time.Time
	// By is the identity that did it, or empty for the operator.
	By string
	// Kind says what was done, and Target to what, where that is no identity.
	// Neither means anything to the log.
	Kind, Target string
	// Person is the identity that it is about, or empty. Words are deleted with it.
	Person string
	// Reason and Words say why.
	Reason, Words string
	// Until is when the effect ends, or the zero time.
	Until time.Time
	// Outcome is what came of it, empty while that is not known.
	Outcome string
	// Untold: the person has still to be told.
	Untold bool
}

// ActQuery asks for acts. What is zero does not narrow the list.
type ActQuery struct {
	// Person keeps the acts about that identity, Untold those of which it has still
	// to be told.
	Person string
	Untold bool
	After  Cursor
	Limit  int
}

// Notice is what is told to everybody.
type Notice struct {
	// Text is what is told; empty means nothing.
	Text string
	// Created is the present where it is zero. Until is when it ends; the zero time
	// means never.
	Created, Until time.Time
}
