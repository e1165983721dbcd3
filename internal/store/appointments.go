package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Appointments stores the times at which people want to meet, and their answers. Package appointment
// decides what an appointment and an answer mean.
type Appointments struct{ db *engine }

// Appointment is a time at which people want to meet.
type Appointment struct {
	ID string
	// Planner is the identity that has planned it.
	Planner string
	// At is the time of the meeting.
	At time.Time
	// Listed is true if the appointment is in the public list.
	Listed bool
	// State is a word that is not empty. The store does not interpret it.
	State string
	// Version counts the writes of the appointment. AddAppointment sets it to 1.
	Version uint64
	// Due is the time at which the server has something to do, rounded up to the millisecond; zero
	// means never.
	Due time.Time
	// Data is JSON. The store does not interpret it.
	Data json.RawMessage
	// Created is the time at which it was planned; zero means now.
	Created time.Time
}

// AppointmentAnswer is the answer of an identity to an appointment.
type AppointmentAnswer struct {
	Appointment, Identity string
	// Answer is a word that is not empty. The store does not interpret it.
	Answer string
	// At is the time of the answer; zero means now.
	At time.Time
}

// AppointmentQuota bounds the appointments of a planner.
type AppointmentQuota struct {
	// State is the state in which a planner has at most InState appointments.
	State   string
	InState int
	// Made is the number of appointments that a planner can plan from the time Since on.
	Made  int
	Since time.Time
}

// AppointmentQuery selects appointments by their time: from From on and before Until. Zero times do not
// restrict the list. It selects those in the public list if Listed is true, those that the identity
// Person has planned or answered, unless Person is empty, and all if All is true.
type AppointmentQuery struct {
	Person      string
	Listed, All bool
	From, Until time.Time
	After       Cursor
	Limit       int
}

// AddAppointment adds an appointment with the answer of its planner. It fails with ErrExists if there is
// one with the id, with ErrNotFound if the planner does not exist, and with ErrQuota.
func (s Appointments) AddAppointment(
	ctx context.Context,
	appointment Appointment,
	answer string,
	quota AppointmentQuota,
) error {
	appointment.Created = nowIfZero(appointment.Created)
	if err := cmp.Or(
		checkID("the appointment", appointment.ID),
		checkAppointment(&appointment),
		checkID("the answer", answer),
	); err != nil {
		return err
	}
	return s.db.change(ctx, "add an appointment", func(t *tx) error {
		if _, err := t.identity(appointment.Planner); err != nil {
			return err
		}
		var inState, made int
		if err := t.QueryRow(
			countAppointments,
			quota.State,
			quota.Since.UnixMilli(),
			appointment.Planner,
		).Scan(&inState, &made); err != nil {
			return err
		}
		if inState >= quota.InState || made >= quota.Made {
			return fmt.Errorf("%d appointments, %d of them new: %w", inState, made, ErrQuota)
		}
		err := t.addOne(
			appointment.ID,
			`INSERT INTO appointments (id, planner, at, listed, state, version, due, data, created)
			VALUES (?, ?, ?, ?, ?, 1, ?, ?, ?) ON CONFLICT DO NOTHING`,
			appointment.ID,
			appointment.Planner,
			appointment.At.UnixMilli(),
			appointment.Listed,
			appointment.State,
			milliOrNull(ceilMilli(appointment.Due)),
			string(appointment.Data),
			appointment.Created.UnixMilli(),
		)
		if err != nil {
			return err
		}
		_, err = t.Exec(
			setAppointmentAnswer,
			appointment.ID,
			appointment.Planner,
			answer,
			appointment.Created.UnixMilli(),
		)
		return err
	})
}

const (
	appointmentFields  = `id, planner, at, listed, state, version, due, data, created`
	selectAppointment  = `SELECT ` + appointmentFields + ` FROM appointments WHERE id = ?`
	selectAppointments = `SELECT ` + appointmentFields + ` FROM appointments
		WHERE at >= ?1 AND at < ?2 AND (at > ?3 OR at = ?3 AND id > ?4) AND (?8 OR listed AND ?5
			OR planner = ?6 OR id IN (SELECT appointment FROM appointment_answers WHERE identity = ?6))
		ORDER BY at, id LIMIT ?7`
	selectDueAppointments = `SELECT ` + appointmentFields + ` FROM appointments
		WHERE due <= ? ORDER BY due, id LIMIT ?`
	countAppointments = `SELECT coalesce(sum(CASE WHEN state = ?1 THEN 1 ELSE 0 END), 0),
		coalesce(sum(CASE WHEN created >= ?2 THEN 1 ELSE 0 END), 0) FROM appointments WHERE planner = ?3`
	setAppointment = `UPDATE appointments SET at = ?, listed = ?, state = ?, version = version + 1, due = ?, data = ?
		WHERE id = ? AND version = ?`
	setAppointmentAnswer = `INSERT INTO appointment_answers (appointment, identity, answer, at) VALUES (?, ?, ?, ?)
		ON CONFLICT (appointment, identity) DO UPDATE SET answer = excluded.answer, at = excluded.at`
	deleteOldAnswers = `DELETE FROM appointment_answers
		WHERE appointment IN (SELECT id FROM appointments WHERE at < ?)`
	deleteOldAppointments = `DELETE FROM appointments WHERE at < ?`
)

// deleteAppointmentsOf removes the answers and appointments of an identity.
var deleteAppointmentsOf = [...]string{
	`DELETE FROM appointment_answers WHERE identity = ?1`,
	`DELETE FROM appointment_answers WHERE appointment IN (SELECT id FROM appointments WHERE planner = ?1)`,
	`DELETE FROM appointments WHERE planner = ?1`,
}

// selectAppointmentAnswers returns the statement of AppointmentAnswers for a number of appointments.
func selectAppointmentAnswers(n int) string {
	return `SELECT appointment, identity, answer, at FROM appointment_answers
		WHERE appointment IN (` + placeholders(n) + `) ORDER BY appointment, identity`
}

func scanAppointment(rows *sql.Rows, a *Appointment) error {
	return rows.Scan(
		&a.ID, &a.Planner, (*milli)(&a.At), &a.Listed, &a.State, &a.Version, (*milli)(&a.Due),
		(*jsonText)(&a.Data), (*milli)(&a.Created),
	)
}

// Appointment returns an appointment, or ErrNotFound.
func (s Appointments) Appointment(ctx context.Context, id string) (Appointment, error) {
	return find(ctx, s.db, fmt.Sprintf("appointment %q", id), scanAppointment, selectAppointment, id)
}

// ListAppointments returns the appointments that the query selects, the earliest first.
func (s Appointments) ListAppointments(ctx context.Context, query AppointmentQuery) (Page[Appointment], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Appointment]{}, err
	}
	from, until := int64(minTime), int64(maxTime)
	if !query.From.IsZero() {
		from = query.From.UnixMilli()
	}
	if !query.Until.IsZero() {
		until = query.Until.UnixMilli()
	}
	after, afterID, err := query.After.timeAndID()
	if err != nil {
		return Page[Appointment]{}, err
	}
	return listPage(ctx, s.db, "appointments", query.Limit, func(rows *sql.Rows, a *Appointment) (Cursor, error) {
		err := scanAppointment(rows, a)
		return Cursor(fmt.Sprintf("%d.%s", a.At.UnixMilli(), a.ID)), err
	}, selectAppointments, from, until, after, afterID, query.Listed, query.Person, query.Limit+1, query.All)
}

// The bounds of times that are not given, in milliseconds since 1970.
const (
	minTime = -1 << 62
	maxTime = 1 << 62
)

// timeAndID returns the time in milliseconds since 1970 and the id in the cursor.
func (c Cursor) timeAndID() (ms int64, id string, err error) {
	if c == "" {
		return minTime, "", nil
	}
	text, id, _ := strings.Cut(string(c), ".")
	if ms, err = strconv.ParseInt(text, 10, 64); err != nil {
		return 0, "", invalid("the cursor %.40q", c)
	}
	return ms, id, checkText("the cursor", id)
}

// DueAppointments returns at most limit appointments that are due at a time or earlier, the earliest
// first.
func (s Appointments) DueAppointments(ctx context.Context, now time.Time, limit int) ([]Appointment, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return list(ctx, s.db, "appointments", scanAppointment, selectDueAppointments, now.UnixMilli(), limit)
}

// SetAppointment replaces At, Listed, State, Due and Data of an appointment, and adds notifications in
// the same transaction. It fails with ErrFenced if the stored Version is another one, and with
// ErrNotFound if there is no such appointment.
func (s Appointments) SetAppointment(
	ctx context.Context,
	appointment Appointment,
	notifications []Notification,
) error {
	if err := checkAppointment(&appointment); err != nil {
		return err
	}
	var checked []Notification
	for chunk := range slices.Chunk(notifications, MaxPage) {
		chunk, err := checkNotifications(chunk)
		if err != nil {
			return err
		}
		checked = append(checked, chunk...)
	}
	return s.db.change(ctx, "change an appointment", func(t *tx) error {
		changed, err := t.count(
			setAppointment,
			appointment.At.UnixMilli(),
			appointment.Listed,
			appointment.State,
			milliOrNull(ceilMilli(appointment.Due)),
			string(appointment.Data),
			appointment.ID,
			int64(appointment.Version),
		)
		if err != nil {
			return err
		}
		if changed == 0 {
			if exists, err := t.hasAppointment(appointment.ID); err != nil || exists {
				return cmp.Or(err, fmt.Errorf("appointment %q: %w", appointment.ID, ErrFenced))
			}
			return fmt.Errorf("appointment %q: %w", appointment.ID, ErrNotFound)
		}
		return t.addNotifications(checked)
	})
}

func (t *tx) hasAppointment(id string) (bool, error) {
	var count int
	err := t.QueryRow(`SELECT count(*) FROM appointments WHERE id = ?`, id).Scan(&count)
	return count > 0, err
}

// SetAppointmentAnswer stores the answer of an identity, or replaces the earlier one. It fails with
// ErrNotFound if there is no such appointment or identity, and with ErrQuota if limit others have
// answered.
func (s Appointments) SetAppointmentAnswer(ctx context.Context, answer AppointmentAnswer, limit int) error {
	answer.At = nowIfZero(answer.At)
	if err := checkID("the answer", answer.Answer); err != nil {
		return err
	}
	return s.db.change(ctx, "answer an appointment", func(t *tx) error {
		if _, err := t.identity(answer.Identity); err != nil {
			return err
		}
		exists, err := t.hasAppointment(answer.Appointment)
		if err != nil {
			return err
		} else if !exists {
			return fmt.Errorf("appointment %q: %w", answer.Appointment, ErrNotFound)
		}
		var others int
		if err := t.QueryRow(
			`SELECT count(*) FROM appointment_answers WHERE appointment = ? AND identity <> ?`,
			answer.Appointment,
			answer.Identity,
		).Scan(&others); err != nil {
			return err
		} else if others >= limit {
			return fmt.Errorf("%d answers: %w", others, ErrQuota)
		}
		_, err = t.Exec(
			setAppointmentAnswer,
			answer.Appointment,
			answer.Identity,
			answer.Answer,
			answer.At.UnixMilli(),
		)
		return err
	})
}

// AppointmentAnswers returns the answers to at most MaxPage appointments, by appointment and then the
// earliest first.
func (s Appointments) AppointmentAnswers(ctx context.Context, ids []string) ([]AppointmentAnswer, error) {
	if len(ids) > MaxPage {
		return nil, invalid("%d appointments, more than %d", len(ids), MaxPage)
	}
	if len(ids) == 0 {
		return nil, ctx.Err()
	}
	answers, err := list(ctx, s.db, "answers", func(rows *sql.Rows, a *AppointmentAnswer) error {
		return rows.Scan(&a.Appointment, &a.Identity, &a.Answer, (*milli)(&a.At))
	}, selectAppointmentAnswers(len(ids)), toAnySlice(ids)...)
	slices.SortStableFunc(answers, func(a, b AppointmentAnswer) int {
		return cmp.Or(cmp.Compare(a.Appointment, b.Appointment), a.At.Compare(b.At))
	})
	return answers, err
}

// DeleteAppointments removes the appointments whose time is before a time, and their answers.
func (s Appointments) DeleteAppointments(ctx context.Context, before time.Time) error {
	before = ceilMilli(before)
	return s.db.change(ctx, "delete appointments", func(t *tx) error {
		return t.execAll([]string{deleteOldAnswers, deleteOldAppointments}, before.UnixMilli())
	})
}

func checkAppointment(a *Appointment) error {
	return cmp.Or(checkID("the state", a.State), checkRequiredJSON("an appointment", a.Data))
}
