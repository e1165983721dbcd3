package httpx

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"reflect"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// Each flag changes one limit, and its default is the default limit.
func TestEachFlagIsALimit(t *testing.T) {
	limits := DefaultLimits()
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	limits.Bind(set)
	require.Equal(t, DefaultLimits(), limits)
	flags := 0
	set.VisitAll(func(f *flag.Flag) {
		before := reflect.ValueOf(limits)
		require.NoError(t, set.Set(f.Name, "77"), f.Name)
		after := reflect.ValueOf(limits)
		changed := 0
		for i := range after.NumField() {
			if !before.Field(i).Equal(after.Field(i)) {
				changed++
			}
		}
		require.Equal(t, 1, changed, f.Name)
		require.NotEmpty(t, f.Usage)
		flags++
	})
	require.LessOrEqual(t, flags, 8, "an operator has few settings to understand")
}

func TestLimitsThatMakeNoSense(t *testing.T) {
	limits := DefaultLimits()
	require.NoError(t, limits.Check())
	off := limits.Unlimited()
	require.NoError(t, off.Check())
	for _, change := range []func(*Limits){
		func(l *Limits) { l.Connections = -1 },
		func(l *Limits) { l.Read = -0.5 },
		func(l *Limits) { l.Write = math.NaN() },
		func(l *Limits) { l.Costly = math.Inf(1) },
		func(l *Limits) { l.Address = 0 },
		func(l *Limits) { l.Address = math.NaN() },
		func(l *Limits) { l.Address = 1e9 },
	} {
		bad := limits
		change(&bad)
		require.Error(t, bad.Check())
	}
}

// docs/limits.md has the budgets of an address with their defaults.
func TestBudgetsInDocuments(t *testing.T) {
	page, err := os.ReadFile("../../../docs/limits.md")
	require.NoError(t, err)
	limits := DefaultLimits()
	for b, one := range limits.perAddress() {
		rate, atOnce := fmt.Sprintf("%g a second", one.perSecond), strconv.Itoa(one.burst())
		switch {
		case Budget(b) == Costs, Budget(b) == Analyses:
			rate = fmt.Sprintf("%g %% of a core", 100*one.perSecond/microsecondsPerSecond)
			atOnce = fmt.Sprintf("%g s", float64(one.burst())/microsecondsPerSecond)
		case one.window == time.Minute:
			rate = strconv.Itoa(one.burst()) + " a minute"
		case one.window == time.Hour:
			rate = strconv.Itoa(one.burst()) + " an hour"
		}
		require.Contains(t, string(page), fmt.Sprintf("| `%s` | %s | %s |", Budget(b), rate, atOnce))
	}
	for _, row := range []string{
		fmt.Sprintf("| TCP connections from one address, with those that have asked for nothing yet; "+
			"those of trusted proxies do not count | %d, times `--limit-address` |", limits.Sockets),
		fmt.Sprintf("| WebSockets from one address | %d, times `--limit-address` |", limits.ConnectionsPerAddress),
		fmt.Sprintf("| WebSockets of one person to one room, or to the club (tabs and devices) | %d |",
			limits.ConnectionsPerPerson),
		fmt.Sprintf("| unfinished rooms with the same host | %d |", limits.Hosted),
		fmt.Sprintf("| time for a request's head, for a whole request, for the response | %g s, %g s, %g s |",
			limits.HeaderTimeout.Seconds(), limits.ReadTimeout.Seconds(), limits.WriteTimeout.Seconds()),
		fmt.Sprintf("| time until the first frame of a WebSocket | %g s |", limits.HelloTimeout.Seconds()),
		fmt.Sprintf("| a client's frame, a request's body, a request's head | %d KiB each |", limits.Message>>10),
	} {
		require.Contains(t, string(page), row)
	}
	require.Equal(t, []int{limits.Message, limits.Message}, []int{limits.Body, limits.Header})
}

// The default allowances of one address.
func TestWhatAnAddressMayDo(t *testing.T) {
	type atOnce struct {
		perSecond float64
		burst     int
	}
	want := map[Budget]atOnce{
		Requests: {20, 100}, Files: {100, 1000}, Frames: {100, 300}, Changes: {8, 240},
		Costs: {0.1e6, 1.5e6}, Analyses: {0.1e6, 60e6},
		Guests: {120. / 3600, 120}, Rooms: {60. / 3600, 60}, Reports: {30. / 3600, 30}, Channels: {20. / 3600, 20},
		Codes: {10. / 60, 10}, SignIns: {30. / 60, 30},
	}
	limits := DefaultLimits()
	for b, one := range limits.perAddress() {
		require.InDelta(t, want[Budget(b)].perSecond, one.perSecond, 1e-9, Budget(b))
		require.Equal(t, want[Budget(b)].burst, one.burst(), Budget(b))
	}
	require.Equal(t, []int{400, 200}, []int{limits.SocketsLimit(), limits.ConnectionsLimit()})

	limits.Address = 10
	for b, one := range limits.perAddress() {
		require.InDelta(t, 10*want[Budget(b)].perSecond, one.perSecond, 1e-6, Budget(b))
		require.Equal(t, 10*want[Budget(b)].burst, one.burst(), Budget(b))
	}
	require.Equal(t, []int{4000, 2000}, []int{limits.SocketsLimit(), limits.ConnectionsLimit()})
	require.Equal(t, allowance{2, 30 * time.Second}, limits.changes(), "a person may do no more")

	off := limits.Unlimited()
	for b, one := range off.perAddress() {
		require.Zero(t, one.perSecond, Budget(b))
	}
	require.Zero(t, off.SocketsLimit()+off.ConnectionsLimit())
}
