package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// Checked returns the log with checks in front of it that are the same for every
// implementation. The log behind gets only arguments within the limits, page
// sizes from 1 to [MaxPage], and times as they are stored: none missing, in whole
// milliseconds, UTC. It checks cursors and what depends on the stored data.
func Checked(log Log) Log { return checked{log} }

type checked struct{ Log }

func (c checked) Create(ctx context.Context, id, owner string, batch Batch) (Head, error) {
	if batch.Meta == nil {
		return Head{}, invalid("room %q is created without meta data", id)
	}
	if err := firstError(checkID("the room's id", id), checkText("the owner", owner), checkBatch(&batch, 0)); err != nil {
		return Head{}, err
	}
	return c.Log.Create(ctx, id, owner, inMilli(batch))
}

func (c checked) TakeOver(ctx context.Context, id, owner string) (Head, error) {
	if err := checkText("the owner", owner); err != nil {
		return Head{}, err
	}
	return c.Log.TakeOver(ctx, id, owner)
}

func (c checked) Append(ctx context.Context, head Head, batch Batch) (Head, error) {
	if err := checkBatch(&batch, head.Seq); err != nil {
		return Head{}, err
	}
	return c.Log.Append(ctx, head, inMilli(batch))
}

func (c checked) Read(ctx context.Context, id string, from uint64, limit int) ([]Entry, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return c.Log.Read(ctx, id, from, limit)
}

func (c checked) List(ctx context.Context, query ListQuery) (Page[Room], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Room]{}, err
	}
	return c.Log.List(ctx, query)
}

func (c checked) Due(ctx context.Context, query DueQuery) (Page[Wakeup], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Wakeup]{}, err
	}
	query.At = toMilli(query.At)
	return c.Log.Due(ctx, query)
}

func (c checked) Code(ctx context.Context, room, code string) (string, error) {
	if err := checkID("the code", code); err != nil {
		return "", err
	}
	return c.Log.Code(ctx, room, code)
}

func (c checked) AddChat(ctx context.Context, head Head, data []byte) (ChatLine, error) {
	if err := checkData("the chat line", data); err != nil {
		return ChatLine{}, err
	}
	return c.Log.AddChat(ctx, head, data)
}

func (c checked) SetChat(ctx context.Context, room string, number uint64, data []byte) error {
	if err := checkData("the chat line", data); err != nil {
		return err
	}
	return c.Log.SetChat(ctx, room, number, data)
}

func (c checked) Chat(ctx context.Context, room string, before uint64, limit int) ([]ChatLine, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return c.Log.Chat(ctx, room, before, limit)
}

func (c checked) Matches(ctx context.Context, query MatchQuery) (Page[Match], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Match]{}, err
	}
	return c.Log.Matches(ctx, query)
}

func (c checked) KeepAnalysis(ctx context.Context, id string, analysis []byte) error {
	if err := firstError(checkID("the match's id", id), checkData("the analysis", analysis)); err != nil {
		return err
	}
	return c.Log.KeepAnalysis(ctx, id, analysis)
}

func (c checked) SetSummary(ctx context.Context, id string, summary json.RawMessage) error {
	if err := checkJSON("the summary", summary); err != nil {
		return err
	}
	return c.Log.SetSummary(ctx, id, summary)
}

func (c checked) Looks(ctx context.Context, query LookQuery) (Page[Identity], error) {
	if err := firstError(checkLimit(&query.Limit), checkText("the look", query.Part), checkText("the cursor", string(query.After))); err != nil {
		return Page[Identity]{}, err
	}
	return c.Log.Looks(ctx, query)
}

func (c checked) Unseen(ctx context.Context, query UnseenQuery) (Page[Identity], error) {
	if err := checkLimit(&query.Limit); err != nil {
		return Page[Identity]{}, err
	}
	query.Since = toMilli(query.Since)
	return c.Log.Unseen(ctx, query)
}

func (c checked) AddFile(ctx context.Context, file File, most Quota) error {
	m := &file.Match
	err := firstError(checkID("the match's id", m.ID), checkText("the game", m.Game), checkMembers(m.Persons),
		checkJSON("the summary", m.Summary), checkData("the record", file.Record), checkID("the owner", file.Owner))
	if err != nil {
		return err
	}
	if len(m.Persons) > 0 || m.Listed {
		return invalid("a file that is listed or found under a name")
	}
	m.Started, m.Ended, file.Until = toMilli(m.Started), toMilli(m.Ended), roundedUp(file.Until)
	return c.Log.AddFile(ctx, file, most)
}

func (c checked) ExpireFiles(ctx context.Context, now time.Time, most int) (int, error) {
	if err := checkLimit(&most); err != nil {
		return 0, err
	}
	return c.Log.ExpireFiles(ctx, toMilli(now), most)
}

func (c checked) AddBan(ctx context.Context, ban Ban) error {
	err := firstError(
		checkID("the ban's id", ban.ID),
		checkText("the identity", ban.Identity),
		checkText("the address", ban.Address),
		checkText("the scope", ban.Scope),
		checkText("the reason", ban.Reason),
		checkWords(ban.Words),
	)
	if err != nil {
		return err
	}
	ban.Created, ban.Until = presentIfZero(ban.Created), roundedUp(ban.Until)
	return c.Log.AddBan(ctx, ban)
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// checkText refuses text that some databases cannot store.
func checkText(what, text string) error {
	switch {
	case len(text) > MaxText:
		return invalid("%s has %d bytes, more than %d", what, len(text), MaxText)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return invalid("%s is not text: %q", what, text)
	}
	return nil
}

func checkID(what, id string) error {
	if id == "" {
		return invalid("%s is empty", what)
	}
	return checkText(what, id)
}

func checkData(what string, data []byte) error {
	if len(data) > MaxData {
		return invalid("%s has %d bytes, more than %d", what, len(data), MaxData)
	}
	return nil
}

func checkMembers(members []string) error {
	if len(members) > MaxMembers {
		return invalid("%d members, more than %d", len(members), MaxMembers)
	}
	for i, member := range members {
		if err := checkID("a member", member); err != nil {
			return err
		}
		if slices.Contains(members[:i], member) {
			return invalid("member %q is named twice", member)
		}
	}
	return nil
}

func checkJSON(what string, text json.RawMessage) error {
	if len(text) > 0 && !(json.Valid(text) && utf8.Valid(text)) {
		return invalid("%s is not JSON", what)
	}
	return checkData(what, text)
}

func checkMeta(meta *Meta) error {
	if !slices.Contains(Statuses(), meta.Status) {
		return invalid("there is no status %q", meta.Status)
	}
	return firstError(
		checkText("the game", meta.Game),
		checkText("the host", meta.Host),
		checkMembers(meta.Members),
		checkJSON("the summary", meta.Summary),
	)
}

// checkBatch refuses a batch that cannot be written after that entry.
func checkBatch(batch *Batch, after uint64) error {
	for i := range batch.Entries {
		entry := &batch.Entries[i]
		if err := firstError(checkText("an entry's kind", entry.Kind), checkData("an entry", entry.Data)); err != nil {
			return err
		}
	}
	if batch.Meta != nil {
		if err := checkMeta(batch.Meta); err != nil {
			return err
		}
	}
	if err := checkJSON("the progress", batch.Progress); err != nil {
		return err
	}
	if a := batch.Awaiting; a != nil {
		if len(batch.Entries) == 0 || len(a.Data) == 0 {
			return invalid("nobody is awaited, or without an entry")
		}
		if err := checkJSON("who is awaited", a.Data); err != nil {
			return err
		}
	}
	if s := batch.Snapshot; s != nil {
		if last := after + uint64(len(batch.Entries)); s.Seq > last {
			return invalid("a snapshot after entry %d where %d is the last", s.Seq, last)
		}
		if err := checkData("the snapshot", s.Data); err != nil {
			return err
		}
	} else if batch.Trim {
		return invalid("a room is trimmed without a snapshot")
	}
	if m := batch.Match; m != nil {
		return firstError(checkID("the match's id", m.ID), checkText("the game", m.Game), checkMembers(m.Persons),
			checkResults(m.Results), checkRated(m.Rated), checkJSON("the summary", m.Summary), checkData("the record", batch.Record))
	} else if len(batch.Record) > 0 {
		return invalid("a record without a match")
	}
	return nil
}

// checkLimit refuses a page without items, and bounds its size.
func checkLimit(limit *int) error {
	if *limit < 1 {
		return invalid("a page of %d", *limit)
	}
	*limit = min(*limit, MaxPage)
	return nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// inMilli returns the batch with its times as they are stored.
func inMilli(batch Batch) Batch {
	if batch.Wake != nil {
		wake := roundedUp(*batch.Wake)
		batch.Wake = &wake
	}
	if batch.Awaiting != nil {
		awaiting := *batch.Awaiting
		awaiting.Due = roundedUp(awaiting.Due)
		batch.Awaiting = &awaiting
	}
	if batch.Match != nil {
		match := *batch.Match
		match.Started, match.Ended, match.Opens = toMilli(match.Started), toMilli(match.Ended), toMilli(match.Opens)
		batch.Match = &match
	}
	return batch
}

// toMilli returns the time as it is stored: in UTC, to the millisecond. The zero
// time stays zero.
func toMilli(at time.Time) time.Time { return fromMilli(at.UnixMilli()) }

// roundedUp is toMilli, rounded up.
func roundedUp(at time.Time) time.Time { return toMilli(at.Add(time.Millisecond - 1)) }

// fromMilli returns the time of so many milliseconds since 1970.
func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
