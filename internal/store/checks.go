package store

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"
)

// milli scans a time that is stored in milliseconds since 1970. NULL is the zero time.
type milli time.Time

// Scan implements [sql.Scanner].
func (m *milli) Scan(value any) error {
	switch value := value.(type) {
	case nil:
		*m = milli{}
	case int64:
		*m = milli(fromMilli(value))
	default:
		return fmt.Errorf("a time is stored as %T", value)
	}
	return nil
}

// jsonText scans JSON that is stored as text. An empty text and NULL are nil.
type jsonText json.RawMessage

// Scan implements [sql.Scanner].
func (j *jsonText) Scan(value any) error {
	switch value := value.(type) {
	case nil:
		*j = nil
	case string:
		if *j = nil; value != "" {
			*j = jsonText(value)
		}
	case []byte:
		if *j = nil; len(value) > 0 {
			*j = slices.Clone(value)
		}
	default:
		return fmt.Errorf("JSON is stored as %T", value)
	}
	return nil
}

// textOrNull returns the text, or NULL for an empty one.
func textOrNull(text string) any {
	if text == "" {
		return nil
	}
	return text
}

// boolToInt returns 1 for true and 0 for false.
func boolToInt(condition bool) int {
	if condition {
		return 1
	}
	return 0
}

// milliOrNull returns the time in milliseconds since 1970, or NULL for the zero time.
func milliOrNull(t time.Time) sql.NullInt64 {
	if t.IsZero() {
		return sql.NullInt64{}
	}
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: true}
}

// placeholders returns n question marks with commas between them.
func placeholders(n int) string { return strings.TrimSuffix(strings.Repeat("?, ", n), ", ") }

// toAnySlice returns texts as arguments of a query.
func toAnySlice(texts []string) []any {
	args := make([]any, len(texts))
	for i, text := range texts {
		args[i] = text
	}
	return args
}

// blob returns the data for a column that cannot be NULL.
func blob(data []byte) []byte {
	if data == nil {
		return []byte{}
	}
	return data
}

func invalid(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrInvalid, fmt.Sprintf(format, args...))
}

// checkText refuses a text that one of the databases cannot store, or that is longer than MaxText.
// name describes the text in the error.
func checkText(name, text string) error { return checkTextUpTo(name, text, MaxText) }

// checkTextUpTo is checkText with another limit, in bytes.
func checkTextUpTo(name, text string, limit int) error {
	switch {
	case len(text) > limit:
		return invalid("%s has %d bytes, more than %d", name, len(text), limit)
	case !utf8.ValidString(text) || strings.ContainsRune(text, 0):
		return invalid("%s is not text: %q", name, text)
	}
	return nil
}

func checkID(name, id string) error {
	if id == "" {
		return invalid("%s is empty", name)
	}
	return checkText(name, id)
}

func checkData(name string, data []byte) error {
	if len(data) > MaxData {
		return invalid("%s has %d bytes, more than %d", name, len(data), MaxData)
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

func checkJSON(name string, text json.RawMessage) error {
	if len(text) > 0 && !(json.Valid(text) && utf8.Valid(text)) {
		return invalid("%s is not JSON", name)
	}
	return checkData(name, text)
}

// checkLimit refuses a limit below 1 and lowers one above MaxPage.
func checkLimit(limit *int) error {
	if *limit < 1 {
		return invalid("a page of %d", *limit)
	}
	*limit = min(*limit, MaxPage)
	return nil
}

// toMilli returns the time in the form in which it is stored: in UTC, rounded down to the millisecond.
// The zero time stays zero.
func toMilli(t time.Time) time.Time { return fromMilli(t.UnixMilli()) }

// ceilMilli is like toMilli, but rounds up.
func ceilMilli(t time.Time) time.Time { return toMilli(t.Add(time.Millisecond - 1)) }

// fromMilli returns the time at ms milliseconds since 1970, in UTC.
func fromMilli(ms int64) time.Time { return time.UnixMilli(ms).UTC() }

// nowIfZero is like toMilli, but returns the current time for the zero time.
func nowIfZero(t time.Time) time.Time {
	if t.IsZero() {
		t = time.Now()
	}
	return toMilli(t)
}

func checkRequiredJSON(name string, text json.RawMessage) error {
	if len(text) == 0 {
		return invalid("%s without data", name)
	}
	return checkJSON(name, text)
}
