package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"archmage/internal/lobby"
)

// oneDay is the length of a day in an age, without regard to daylight saving time.
const oneDay = 24 * time.Hour

// retentionSettings are the settings for how long rooms, matches and guests are kept.
type retentionSettings struct {
	finished, open  age
	matches, guests age
	maxFinished     int
}

func defaultRetention() retentionSettings {
	return retentionSettings{finished: age(30 * oneDay), open: age(7 * oneDay), guests: age(90 * oneDay)}
}

func (r *retentionSettings) bind(set *pflag.FlagSet) {
	set.Var(
		&r.finished,
		"keep-finished",
		"the `age`, like 30d, at which rooms whose match is over are deleted; 0 for never",
	)
	set.Var(&r.open, "keep-open", "the `age` at which rooms without a match are deleted; 0 for never")
	set.Var(
		&r.matches,
		"keep-matches",
		"the `age` at which finished matches are deleted with their records; 0 for never",
	)
	set.Var(
		&r.guests,
		"keep-guests",
		"the `age` at which guests without a seat or a match are forgotten, since they were last seen; 0 for never",
	)
	set.IntVar(
		&r.maxFinished,
		"max-finished",
		r.maxFinished,
		"the `number` of rooms to keep whose match is over; 0 for no limit",
	)
}

func (r *retentionSettings) check() error {
	var list []error
	for _, setting := range []struct {
		name string
		age  age
	}{
		{"keep-finished", r.finished},
		{"keep-open", r.open},
		{"keep-matches", r.matches},
		{"keep-guests", r.guests},
	} {
		if setting.age < 0 {
			list = append(list, errInvalid(setting.name, &setting.age, "an age of at least 0"))
		}
	}
	if r.maxFinished < 0 {
		list = append(list, errInvalid("max-finished", r.maxFinished, "at least 0"))
	}
	return errors.Join(list...)
}

// rooms returns the retention of rooms for the lobby.
func (r *retentionSettings) rooms() lobby.Retention {
	return lobby.Retention{Finished: time.Duration(r.finished), Open: time.Duration(r.open), MaxFinished: r.maxFinished}
}

// age is a flag for a duration that can be written in days, as in 30d.
type age time.Duration

var _ pflag.Value = (*age)(nil)

// String returns the age in days if it is a whole number of days.
func (a *age) String() string {
	switch d := time.Duration(*a); {
	case d == 0:
		return "0"
	case d%oneDay == 0:
		return fmt.Sprintf("%dd", d/oneDay)
	default:
		return d.String()
	}
}

// Type returns the name of the value in the help.
func (a *age) Type() string { return "age" }

// Set parses an age.
func (a *age) Set(text string) error {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return errNotAge
		}
		*a = age(time.Duration(n) * oneDay)
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		return errNotAge
	}
	*a = age(d)
	return nil
}

var errNotAge = errors.New("want an age like 30d or 12h")
