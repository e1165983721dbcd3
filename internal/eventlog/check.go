package eventlog

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// The checks that every implementation makes before it writes, so that what
// one of them takes all of them take.

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// checkText refuses what not every database keeps as text.
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

func checkMeta(meta *Meta) error {
	if !slices.Contains(Statuses(), meta.Status) {
		return invalid("there is no status %q", meta.Status)
	}
	if len(meta.Summary) > 0 && !json.Valid(meta.Summary) {
		return invalid("the summary is not JSON")
	}
	return firstError(
		checkText("the game", meta.Game),
		checkText("the host", meta.Host),
		checkMembers(meta.Members),
		checkData("the summary", meta.Summary),
	)
}

// checkBatch refuses a batch that cannot be written after that entry.
func checkBatch(batch Batch, after uint64) error {
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
	if s := batch.Snapshot; s != nil {
		if last := after + uint64(len(batch.Entries)); s.Seq > last {
			return invalid("a snapshot after entry %d where %d is the last", s.Seq, last)
		}
		if err := checkData("the snapshot", s.Data); err != nil {
			return err
		}
	}
	if r := batch.Result; r != nil {
		return firstError(checkText("the game", r.Game), checkMembers(r.Members), checkData("the result", r.Data))
	}
	return nil
}

func checkCreate(id string, batch Batch) error {
	if batch.Meta == nil {
		return invalid("room %q is created without meta data", id)
	}
	return firstError(checkID("the room's id", id), checkBatch(batch, 0))
}

func checkIdentity(tokenHash []byte, identity Identity) error {
	if len(tokenHash) == 0 || len(tokenHash) > MaxText {
		return invalid("a token's hash has %d bytes", len(tokenHash))
	}
	return firstError(checkID("the identity", identity.ID), checkText("the name", identity.Name))
}

// pageSize returns how many items a page holds.
func pageSize(limit int) (int, error) {
	if limit < 1 {
		return 0, invalid("a page of %d", limit)
	}
	return min(limit, MaxPage), nil
}

func firstError(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// A cursor over what is in the order of its number is the last number of the
// page before; over wake-ups it is the time and the number.

func numberCursor(number int64) Cursor { return Cursor(strconv.FormatInt(number, 10)) }

// number returns the number in the cursor, or the highest one for the first page.
func (c Cursor) number() (int64, error) {
	if c == "" {
		return 1<<63 - 1, nil
	}
	number, err := strconv.ParseInt(string(c), 10, 64)
	if err != nil {
		return 0, invalid("cursor %q", c)
	}
	return number, nil
}

// after returns the number after which, in the order of the list, its page
// begins.
func (q *ListQuery) after() (int64, error) {
	if q.Oldest && q.After == "" {
		return 0, nil
	}
	return q.After.number()
}

func wakeCursor(at, number int64) Cursor { return Cursor(fmt.Sprintf("%d.%d", at, number)) }

// wake returns the time and the number in the cursor, or the lowest ones.
func (c Cursor) wake() (at, number int64, err error) {
	if c == "" {
		return -1 << 63, 0, nil
	}
	first, second, _ := strings.Cut(string(c), ".")
	at, err = strconv.ParseInt(first, 10, 64)
	if err == nil {
		number, err = strconv.ParseInt(second, 10, 64)
	}
	if err != nil {
		return 0, 0, invalid("cursor %q", c)
	}
	return at, number, nil
}

// Times are kept as milliseconds since 1970.

func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// ceilMilli rounds up.
func ceilMilli(at time.Time) int64 { return at.Add(time.Millisecond - 1).UnixMilli() }
