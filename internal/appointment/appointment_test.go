package appointment

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

// noon is the time at which the tests plan.
var noon = time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)

func tablePlan(at time.Time) Plan {
	return Plan{
		At:      at,
		Subject: Subject{Kind: "table", Game: "toy", Places: 2, Settings: json.RawMessage(`{"seats":2}`)},
	}
}

func planned(t *testing.T, at time.Time) Appointment {
	t.Helper()
	a, err := New(noon, "code", "ann", tablePlan(at))
	require.NoError(t, err)
	return a
}

func TestTimesOfAppointments(t *testing.T) {
	for _, at := range []time.Time{
		noon.Add(-time.Hour), noon, noon.Add(MinAhead - time.Second), noon.Add(MaxAhead + time.Second), {},
	} {
		_, err := New(noon, "code", "ann", tablePlan(at))
		require.Equal(t, CodeBadTime, coded.Of(err), "%v", at)
	}
	a := planned(t, noon.Add(8*time.Hour+30*time.Second))
	require.Equal(t, noon.Add(8*time.Hour), a.At, "seconds are dropped")
	long := tablePlan(noon.Add(time.Hour))
	long.Subject.Settings = json.RawMessage(`"` + strings.Repeat("x", maxSubject) + `"`)
	_, err := New(noon, "code", "ann", long)
	require.Equal(t, coded.Malformed, coded.Of(err))
}

func TestStepsOfAppointments(t *testing.T) {
	at := noon.Add(8 * time.Hour)
	a := planned(t, at)
	require.Equal(t, at.Add(-RemindBefore), a.Due())
	require.Equal(t, Wait, a.Next(a.Due().Add(-1)))
	require.Equal(t, Remind, a.Next(a.Due()))
	a.details.Reminded = true
	require.Equal(t, at.Add(-OpenBefore), a.Due())
	require.Equal(t, Wait, a.Next(a.Due().Add(-1)))
	require.Equal(t, Begin, a.Next(a.Due()))
	require.Equal(t, Begin, a.Next(at.Add(OpenUntil)))
	require.Equal(t, Miss, a.Next(at.Add(OpenUntil+1)))
	a.State = Begun
	require.Equal(t, Wait, a.Next(at))
	require.True(t, a.Due().IsZero())

	// Who plans shortly before is not reminded.
	soon := planned(t, noon.Add(30*time.Minute))
	require.Equal(t, noon.Add(20*time.Minute), soon.Due())
	// A reminder that was missed is not sent when it is time to open.
	late := planned(t, at)
	require.Equal(t, Begin, late.Next(at.Add(-time.Minute)))
}

func TestChangesOfAppointments(t *testing.T) {
	a := planned(t, noon.Add(8*time.Hour))
	plan := a.Plan
	_, notify, err := a.Change(noon, "ann", plan)
	require.NoError(t, err)
	require.False(t, notify, "nothing has changed")
	_, _, err = a.Change(noon, "bob", plan)
	require.Equal(t, CodeNotPlanner, coded.Of(err))

	plan.Listed = true
	listed, notify, err := a.Change(noon, "ann", plan)
	require.NoError(t, err)
	require.False(t, notify)
	require.Zero(t, listed.Sequence(), "calendars do not know of the list")

	plan.At = noon.Add(time.Minute)
	_, _, err = a.Change(noon, "ann", plan)
	require.Equal(t, CodeBadTime, coded.Of(err))
	plan.At = noon.Add(24 * time.Hour)
	a.details.Reminded = true
	moved, notify, err := a.Change(noon.Add(time.Minute), "ann", plan)
	require.NoError(t, err)
	require.True(t, notify)
	require.Equal(t, 1, moved.Sequence())
	require.Equal(t, noon.Add(time.Minute), moved.Modified().UTC())
	require.Equal(t, plan.At.Add(-RemindBefore), moved.Due(), "another reminder")

	for i := range MaxChanges - 1 {
		plan.At = plan.At.Add(time.Hour)
		moved, _, err = moved.Change(noon.Add(time.Duration(i+2)*time.Minute), "ann", plan)
		require.NoError(t, err)
	}
	plan.At = plan.At.Add(time.Hour)
	_, _, err = moved.Change(noon.Add(10*time.Minute), "ann", plan)
	require.Equal(t, CodeManyChanges, coded.Of(err))
	moved, _, err = moved.Change(noon.Add(2*time.Hour), "ann", plan)
	require.NoError(t, err)

	_, err = moved.Cancel(noon, "bob")
	require.Equal(t, CodeNotPlanner, coded.Of(err))
	cancelled, err := moved.Cancel(noon, "ann")
	require.NoError(t, err)
	require.Equal(t, moved.Sequence()+1, cancelled.Sequence())
	_, _, err = cancelled.Change(noon, "ann", plan)
	require.Equal(t, CodeAppointmentOver, coded.Of(err))
	_, err = cancelled.Cancel(noon, "ann")
	require.Equal(t, CodeAppointmentOver, coded.Of(err))
	require.Equal(t, CodeAppointmentOver, coded.Of(cancelled.CheckAnswer("bob", Yes)))
	require.Equal(t, CodeNotPlanner, coded.Of(moved.CheckAnswer("ann", No)))
	require.Equal(t, coded.Malformed, coded.Of(moved.CheckAnswer("bob", "sure")))
}

func TestStoredAppointmentsStayTheSame(t *testing.T) {
	a := planned(t, noon.Add(8*time.Hour))
	a.details.Changes, a.details.Sequence, a.version = []int64{1}, 3, 1
	a.details.Subject = a.Subject
	stored := a.encode()
	stored.Version = 1
	again, err := decode(&stored)
	require.NoError(t, err)
	require.Equal(t, a, again)
}
