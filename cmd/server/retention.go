package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"strings"
	"time"

	"archmage/internal/lobby"
)

// oneDay is the length of a day in an age.
const oneDay = 24 * time.Hour

// retention are the settings that say how long rooms, matches and guests are kept.
type retention struct {
	finished, open  age
	matches, guests age
	maxFinished     int
}

// defaultRetention returns the default settings.
func defaultRetention() retention {
	return retention{finished: age(30 * oneDay), open: age(7 * oneDay), guests: age(90 * oneDay)}
}

// bind adds the flags to the set.
func (r *retention) bind(set *flag.FlagSet) {
	set.Var(
		&r.finished,
		"keep-finished",
		"the `age`, as in 30d, at which rooms whose match is over are deleted; 0 for never",
	)
	set.Var(&r.open, "keep-open", "the `age` at which rooms are deleted in which no match has begun; 0 for never")
	set.Var(
		&r.matches,
		"keep-matches",
		"the `age` at which finished matches are deleted with their records; 0 for never",
	)
	set.Var(
		&r.guests,
		"keep-guests",
		"the `age` at which guests are forgotten who have neither a seat nor a match and were not seen since; 0 for never",
	)
	set.IntVar(
		&r.maxFinished,
		"max-finished",
		r.maxFinished,
		"the `number` of rooms whose match is over that are kept; 0 for no limit",
	)
}

// check refuses invalid settings.
func (r *retention) check() error {
	if r.finished < 0 || r.open < 0 || r.matches < 0 || r.guests < 0 || r.maxFinished < 0 {
		return errors.New("-keep-finished, -keep-open, -keep-matches, -keep-guests and -max-finished are at least 0")
	}
	return nil
}

// rooms returns the settings as the lobby takes them.
func (r *retention) rooms() lobby.Retention {
	return lobby.Retention{Finished: time.Duration(r.finished), Open: time.Duration(r.open), MaxFinished: r.maxFinished}
}

// age is a flag with a duration that may be written in days, as in 30d.
type age time.Duration

var _ flag.Value = (*age)(nil)

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

// Set reads an age.
func (a *age) Set(text string) error {
	if days, ok := strings.CutSuffix(text, "d"); ok {
		n, err := strconv.ParseUint(days, 10, 16)
		if err != nil {
			return fmt.Errorf("want days, as in 30d, not %q", text)
		}
		*a = age(time.Duration(n) * oneDay)
		return nil
	}
	d, err := time.ParseDuration(text)
	*a = age(d)
	return err
}
