package web

import (
	"flag"
	"io"
	"math"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Every limit has a flag of its own, whose default is the default limit.
func TestEveryLimitIsAFlag(t *testing.T) {
	limits := DefaultLimits()
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	limits.Bind(set)
	changed := map[string]bool{}
	set.VisitAll(func(f *flag.Flag) {
		before := reflect.ValueOf(limits)
		text := "77"
		if _, err := time.ParseDuration(f.DefValue); err == nil && f.DefValue != "0" && !isNumber(f.DefValue) {
			text = "77s"
		}
		require.NoError(t, set.Set(f.Name, text), f.Name)
		after := reflect.ValueOf(limits)
		for i := range after.NumField() {
			if !before.Field(i).Equal(after.Field(i)) {
				changed[after.Type().Field(i).Name] = true
			}
		}
		require.NotEmpty(t, f.Usage)
	})
	for i := range reflect.TypeFor[Limits]().NumField() {
		name := reflect.TypeFor[Limits]().Field(i).Name
		require.True(t, changed[name], "there is no flag for %s", name)
	}
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(text, 64)
	return err == nil
}

func TestLimitsThatMakeNoSense(t *testing.T) {
	limits := DefaultLimits()
	require.NoError(t, limits.Check())
	off := limits.Unlimited()
	require.NoError(t, off.Check())
	for _, change := range []func(*Limits){
		func(l *Limits) { l.Message = 0 },
		func(l *Limits) { l.Body = -1 },
		func(l *Limits) { l.Idle = 0 },
		func(l *Limits) { l.Connections = -1 },
		func(l *Limits) { l.RequestRate = -0.5 },
		func(l *Limits) { l.MessageRate = math.NaN() },
		func(l *Limits) { l.MessageRate, l.MessageBurst = 1, 0 },
	} {
		bad := limits
		change(&bad)
		require.Error(t, bad.Check())
	}
}
