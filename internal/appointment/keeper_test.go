package appointment_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"

	"archmage/internal/appointment"
	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

// club is a database with people, and what the keepers of its nodes have done.
type club struct {
	t  *testing.T
	db *storetest.Store

	mu     sync.Mutex
	now    time.Time
	opened []string
	fail   error
}

func newClub(t *testing.T) *club {
	t.Helper()
	c := &club{t: t, db: storetest.Open(t), now: time.Date(2026, time.November, 26, 12, 0, 0, 0, time.UTC)}
	for _, id := range []string{"ann", "bob", "eve", "guest"} {
		credential := store.Credential{CredentialKey: store.CredentialKey{Kind: "token", ID: []byte(id)}}
		require.NoError(t, c.db.CreateIdentity(t.Context(), store.Identity{ID: id, Name: id}, credential))
	}
	return c
}

// node returns a keeper of the database, as a node has one.
func (c *club) node() *appointment.Keeper {
	planner := appointment.NewPlanner(c.db, appointment.Options{
		Now: func() time.Time {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.now
		},
		Notify: func(
			_ context.Context, people []string, notice appointment.Notice, a *appointment.Appointment,
		) (list []store.Notification, err error) {
			for _, person := range people {
				list = append(list, store.Notification{
					NotificationKey: store.NotificationKey{Channel: person, Topic: string(notice)},
					Identity:        person, Made: a.Created, Due: a.Created, Data: json.RawMessage(`{}`),
				})
			}
			return list, nil
		},
	})
	return appointment.NewKeeper(planner, c.open, zap.NewNop())
}

func (c *club) open(_ context.Context, id string, _ *appointment.Appointment) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fail != nil {
		return c.fail
	}
	if !slices.Contains(c.opened, id) {
		c.opened = append(c.opened, id)
	}
	return nil
}

// at sets the clock.
func (c *club) at(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// notices returns the people who were notified, by notice.
func (c *club) notices() map[string]string {
	c.t.Helper()
	list, err := c.db.DueNotifications(c.t.Context(), c.now, 99, 0, 99)
	require.NoError(c.t, err)
	byNotice := map[string][]string{}
	for i := range list {
		byNotice[list[i].Topic] = append(byNotice[list[i].Topic], list[i].Identity)
		require.NoError(c.t, c.db.EndNotification(c.t.Context(), list[i]))
	}
	found := map[string]string{}
	for notice, persons := range byNotice {
		slices.Sort(persons)
		found[notice] = strings.Join(persons, " ")
	}
	return found
}

func account(id string) people.Person { return people.Person{ID: id, Name: id, Kind: people.Account} }

func (c *club) plan(k *appointment.Keeper) appointment.Appointment {
	c.t.Helper()
	a, err := k.Plan(c.t.Context(), account("ann"), appointment.Plan{
		At:      c.now.Add(8 * time.Hour),
		Subject: appointment.Subject{Kind: "table", Game: "toy", Places: 2, Settings: json.RawMessage(`{}`)},
	})
	require.NoError(c.t, err)
	return a
}

func (c *club) say(k *appointment.Keeper, code, person string, answer appointment.Answer) {
	c.t.Helper()
	_, err := k.Answer(c.t.Context(), code, account(person), answer)
	require.NoError(c.t, err)
}

// Of several nodes that look at the same time, one reminds people and one opens the table.
func TestSeveralNodesRemindAndOpenOnce(t *testing.T) {
	c := newClub(t)
	nodes := []*appointment.Keeper{c.node(), c.node(), c.node()}
	a := c.plan(nodes[0])
	c.say(nodes[1], a.Code, "bob", appointment.Yes)
	c.say(nodes[2], a.Code, "eve", appointment.Perhaps)
	c.say(nodes[2], a.Code, "guest", appointment.No)
	doDue := func() {
		t.Helper()
		var all sync.WaitGroup
		for _, node := range nodes {
			all.Go(func() {
				if err := node.DoDue(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		// A node that was refused does at the next look what is left.
		require.NoError(t, nodes[0].DoDue(t.Context()))
	}
	c.at(a.At.Add(-appointment.RemindBefore - time.Second))
	doDue()
	require.Empty(t, c.notices())
	c.at(a.At.Add(-appointment.RemindBefore))
	doDue()
	require.Equal(t, map[string]string{"reminder": "ann bob eve"}, c.notices())
	doDue()
	require.Empty(t, c.notices())
	soon, found, err := nodes[1].Soon(t.Context(), "eve")
	require.NoError(t, err)
	require.True(t, found)
	require.Equal(t, a.Code, soon.Code)
	_, found, err = nodes[1].Soon(t.Context(), "guest")
	require.NoError(t, err)
	require.False(t, found, "the guest does not come")

	c.at(a.At.Add(-appointment.OpenBefore))
	doDue()
	require.Len(t, c.opened, 1)
	require.Equal(t, map[string]string{"opened": "ann bob"}, c.notices())
	doDue()
	require.Len(t, c.opened, 1)
	require.Empty(t, c.notices())
	begun, err := nodes[1].Find(t.Context(), a.Code)
	require.NoError(t, err)
	require.Equal(t, appointment.Begun, begun.State)
	require.Equal(t, c.opened[0], begun.Opened())
	_, err = nodes[0].Cancel(t.Context(), a.Code, "ann")
	require.Equal(t, appointment.CodeAppointmentOver, coded.Of(err))
}

// After a failure, as after a crash, the same table is opened under the same id.
func TestAnOpeningThatFailsIsRepeated(t *testing.T) {
	c := newClub(t)
	k := c.node()
	a := c.plan(k)
	c.at(a.At.Add(-appointment.OpenBefore))
	c.fail = errors.New("the database is away")
	require.Error(t, k.DoDue(t.Context()))
	stored, err := c.db.Appointment(t.Context(), a.Code)
	require.NoError(t, err)
	c.fail = nil
	require.NoError(t, c.node().DoDue(t.Context()))
	require.Len(t, c.opened, 1)
	require.Contains(t, string(stored.Data), c.opened[0], "the id was stored before")
	require.Equal(t, map[string]string{"opened": "ann"}, c.notices())
}

func TestWhatCannotBeOpenedIsCancelled(t *testing.T) {
	c := newClub(t)
	k := c.node()
	refused, missed := c.plan(k), c.plan(k)
	c.say(k, refused.Code, "bob", appointment.Yes)
	c.at(refused.At)
	c.fail = coded.Errorf("bad_settings", "no such game")
	require.Error(t, k.DoDue(t.Context()))
	require.Equal(t, map[string]string{"cancelled": "ann bob"}, c.notices())
	for _, code := range []string{refused.Code, missed.Code} {
		found, err := k.Find(t.Context(), code)
		require.NoError(t, err)
		require.Equal(t, appointment.Cancelled, found.State)
	}
	// The server was away at the time.
	c.fail = nil
	c.at(time.Date(2026, time.November, 27, 12, 0, 0, 0, time.UTC))
	late := c.plan(k)
	c.at(late.At.Add(appointment.OpenUntil + time.Second))
	require.NoError(t, k.DoDue(t.Context()))
	require.Empty(t, c.opened)
	require.Equal(t, map[string]string{"cancelled": "ann"}, c.notices())
}

func TestThePlannerOpensChangesAndCancels(t *testing.T) {
	c := newClub(t)
	k := c.node()
	a := c.plan(k)
	c.say(k, a.Code, "bob", appointment.Yes)
	_, err := k.Open(t.Context(), a.Code, "bob")
	require.Equal(t, appointment.CodeNotPlanner, coded.Of(err))
	move := func(before appointment.Plan) (appointment.Plan, error) {
		before.At = before.At.Add(time.Hour)
		return before, nil
	}
	_, err = k.Change(t.Context(), a.Code, "ann", move)
	require.NoError(t, err)
	require.Equal(t, map[string]string{"changed": "bob"}, c.notices())
	opened, err := k.Open(t.Context(), a.Code, "ann")
	require.NoError(t, err)
	require.Equal(t, c.opened[0], opened.Opened())
	require.Equal(t, map[string]string{"opened": "ann bob"}, c.notices())

	other := c.plan(k)
	c.say(k, other.Code, "eve", appointment.Perhaps)
	_, err = k.Cancel(t.Context(), other.Code, "ann")
	require.NoError(t, err)
	require.Equal(t, map[string]string{"cancelled": "eve"}, c.notices())
	_, err = k.Answer(t.Context(), other.Code, account("eve"), appointment.Yes)
	require.Equal(t, appointment.CodeAppointmentOver, coded.Of(err))
}

// When a planner is deleted, those who come to what was planned are told that it is cancelled.
func TestAllOfAPlannerAreCancelled(t *testing.T) {
	c := newClub(t)
	k := c.node()
	first, second := c.plan(k), c.plan(k)
	c.say(k, first.Code, "bob", appointment.Yes)
	c.say(k, second.Code, "eve", appointment.Perhaps)
	require.NoError(t, k.CancelAllOf(t.Context(), "bob"), "who only comes cancels nothing")
	require.Empty(t, c.notices())
	require.NoError(t, k.CancelAllOf(t.Context(), "ann"))
	for _, each := range []string{first.Code, second.Code} {
		found, err := k.Find(t.Context(), each)
		require.NoError(t, err)
		require.Equal(t, appointment.Cancelled, found.State)
	}
	require.Equal(t, map[string]string{"cancelled": "bob eve"}, c.notices())
	require.NoError(t, k.CancelAllOf(t.Context(), "ann"))
	require.Empty(t, c.notices(), "nobody is told twice")
}

func TestLimitsOfAppointments(t *testing.T) {
	c := newClub(t)
	k := c.node()
	guest := people.Person{ID: "guest", Name: "guest", Kind: people.Guest}
	plan := appointment.Plan{
		At:      c.now.Add(8 * time.Hour),
		Subject: appointment.Subject{Kind: "table", Members: true, Settings: json.RawMessage(`{}`)},
	}
	_, err := k.Plan(t.Context(), guest, plan)
	require.Equal(t, people.CodeNoAccount, coded.Of(err))
	a, err := k.Plan(t.Context(), account("ann"), plan)
	require.NoError(t, err)
	_, err = k.Answer(t.Context(), a.Code, guest, appointment.Yes)
	require.Equal(t, people.CodeNoAccount, coded.Of(err))
	_, err = k.Answer(t.Context(), "none", guest, appointment.Yes)
	require.Equal(t, appointment.CodeNoAppointment, coded.Of(err))
	for range appointment.MaxOpen - 1 {
		c.plan(k)
	}
	_, err = k.Plan(t.Context(), account("ann"), plan)
	require.Equal(t, appointment.CodeManyAppointments, coded.Of(err))
	// A cancelled one makes room, but not in the same hour.
	_, err = k.Cancel(t.Context(), a.Code, "ann")
	require.NoError(t, err)
	_, err = k.Plan(t.Context(), account("ann"), plan)
	require.Equal(t, appointment.CodeManyAppointments, coded.Of(err))
	c.at(c.now.Add(time.Hour + time.Second))
	c.plan(k)

	list, next, err := k.Upcoming(t.Context(), appointment.Query{Person: "ann", Limit: 4})
	require.NoError(t, err)
	require.NotEmpty(t, next)
	require.LessOrEqual(t, len(list), 4)
	_, _, err = k.Upcoming(t.Context(), appointment.Query{After: "nonsense", Limit: 4})
	require.Equal(t, coded.Malformed, coded.Of(err))
	none, _, err := k.Upcoming(t.Context(), appointment.Query{Limit: 4})
	require.NoError(t, err)
	require.Empty(t, none, "they are not listed")

	require.NoError(t, k.DeleteOld(t.Context(), a.At.Add(appointment.Keep+time.Second)))
	_, err = k.Find(t.Context(), a.Code)
	require.Equal(t, appointment.CodeNoAppointment, coded.Of(err))
}
