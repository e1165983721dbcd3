package notify

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/store/faulty"
)

var onlyTurn = Choice{Events: []Event{Turn}}

// bubble runs a test with its own clock.
func bubble(t *testing.T, test func(*testing.T, *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := newWorld(t)
		defer func() { w.Close() }()
		test(t, w)
	})
}

func TestCallsWhoIsAwaited(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann := w.account("ann")
		hook := w.hook(ann, onlyTurn)
		w.Start()
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(Grace - time.Second)
		require.Zero(t, w.sent(hook), "who plays at that moment is not called")
		w.pass(5 * time.Second)
		require.Equal(t, 1, w.sent(hook))
		require.Equal(t, "Your turn: seasons, with Eve and Owl https://play.example/r/r", w.lastText(hook))
		w.pass(time.Hour)
		require.Equal(t, 1, w.sent(hook), "once for a turn")

		// A turn that passes quickly calls nobody, and the next one calls again.
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(2 * time.Second)
		w.says("r", turnOf("eve", time.Time{}))
		w.pass(time.Hour)
		require.Equal(t, 1, w.sent(hook))
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(time.Minute)
		require.Equal(t, 2, w.sent(hook))
	})
}

func TestCallsOnlyWhoIsNotThere(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann, bob := w.account("ann"), w.account("bob")
		hook := w.hook(ann, onlyTurn)
		always := w.hook(bob, Choice{Events: []Event{Turn}, Always: true})
		w.present = []string{"ann", "bob"}
		w.Start()
		table := turnOf("ann", time.Time{})
		table.Seats[1] = Seat{Person: "bob", Name: "bob", Since: table.Seats[0].Since}
		w.says("r", table)
		w.pass(time.Minute)
		require.Zero(t, w.sent(hook))
		require.Equal(t, 1, w.sent(always))
	})
}

// Everybody chooses what for.
func TestEvents(t *testing.T) {
	for event, want := range map[Event]string{
		Turn: "Your turn: ", Begin: "The match begins: ", End: "The match is over: ",
		Reminder: "Your time is soon up: ", Invitation: "You are invited: ",
	} {
		t.Run(string(event), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				ann := w.account("ann")
				hook := w.hook(ann, Choice{Events: []Event{event}})
				w.Start()
				table := turnOf("ann", time.Now().Add(time.Hour))
				table.Started = time.Now().UnixMilli()
				w.says("r", table)
				w.pass(time.Hour)
				table.Ended, table.Seats[0].Since, table.Seats[0].Until = true, 0, 0
				w.says("r", table)
				w.pass(time.Minute)
				require.NoError(t, w.Invite(t.Context(), "ann", "other", "Eve"))
				w.pass(time.Minute)
				require.Equal(t, 1, w.sent(hook))
				require.Contains(t, w.lastText(hook), want)
			})
		})
	}
}

// A reminder comes when a quarter of the time is left, or half a day, once, and
// not to who has played.
func TestReminder(t *testing.T) {
	for _, test := range []struct{ time, before time.Duration }{
		{time.Hour, 15 * time.Minute}, {24 * time.Hour, 6 * time.Hour}, {50 * time.Hour, 12 * time.Hour},
	} {
		t.Run(test.time.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				hook := w.hook(w.account("ann"), Choice{Events: []Event{Reminder}})
				w.Start()
				end := time.Now().Add(test.time)
				w.says("r", turnOf("ann", end))
				w.pass(time.Until(end.Add(-test.before)) - 2*time.Second)
				require.Zero(t, w.sent(hook))
				w.pass(5 * time.Second)
				require.Equal(t, 1, w.sent(hook))
				w.pass(test.before + time.Hour)
				require.Equal(t, 1, w.sent(hook))
			})
		})
	}
	t.Run("who has played", func(t *testing.T) {
		bubble(t, func(t *testing.T, w *world) {
			hook := w.hook(w.account("ann"), Choice{Events: []Event{Reminder}})
			w.Start()
			w.says("r", turnOf("ann", time.Now().Add(24*time.Hour)))
			w.pass(10 * time.Hour)
			w.says("r", turnOf("eve", time.Now().Add(24*time.Hour)))
			w.pass(15 * time.Hour)
			require.Zero(t, w.sent(hook))
		})
	})
}

// A match is told to begin only to those whose channel is older.
func TestBeginIsNotToldLate(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		table := turnOf("ann", time.Time{})
		table.Started = time.Now().UnixMilli()
		w.pass(time.Hour)
		hook := w.hook(w.account("ann"), Choice{Events: []Event{Begin}})
		w.Start()
		w.says("r", table)
		w.pass(time.Hour)
		require.Zero(t, w.sent(hook))
	})
}

// What cannot be sent is tried again, less and less often, and then given up; after
// several notifications in a row the channel is dropped.
func TestBackOff(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.hook(w.account("ann"), onlyTurn)
		w.answers(hook, http.StatusInternalServerError)
		w.Start()
		for round := range maxFailures {
			w.says("r", turnOf("ann", time.Time{}))
			w.pass(Grace + 2*time.Second)
			tries := round * maxTries
			require.Equal(t, tries+1, w.sent(hook))
			w.pass(20 * time.Second)
			require.Equal(t, tries+1, w.sent(hook))
			w.pass(10 * time.Second)
			require.Equal(t, tries+2, w.sent(hook))
			w.pass(25 * time.Hour)
			require.Equal(t, tries+maxTries, w.sent(hook))
		}
		require.Empty(t, w.channels("ann"))
		require.False(t, w.HasChannel("ann"))
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(25 * time.Hour)
		require.Equal(t, maxFailures*maxTries, w.sent(hook))
	})
}

// One that gets through after a while is sent once, and is forgiven what was
// before.
func TestGetsThrough(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.hook(w.account("ann"), onlyTurn)
		w.answers(hook, -1)
		w.Start()
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(25 * time.Hour)
		require.Equal(t, 1, w.channels("ann")[0].Failures)
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(time.Minute)
		w.answers(hook, 0)
		before := w.sent(hook)
		w.pass(25 * time.Hour)
		require.Equal(t, before+1, w.sent(hook))
		require.Zero(t, w.channels("ann")[0].Failures)
	})
}

// Who is gone for good is dropped at once.
func TestGoneIsDropped(t *testing.T) {
	for _, status := range []int{http.StatusGone, http.StatusNotFound} {
		bubble(t, func(t *testing.T, w *world) {
			hook := w.hook(w.account("ann"), onlyTurn)
			w.answers(hook, status)
			w.Start()
			w.says("r", turnOf("ann", time.Time{}))
			w.pass(time.Hour)
			require.Equal(t, 1, w.sent(hook))
			require.Empty(t, w.channels("ann"))
			require.False(t, w.HasChannel("ann"))
		})
	}
}

// A redirect is not followed.
func TestNoRedirect(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.options.Client.CheckRedirect = newClient(false).CheckRedirect
		hook := w.hook(w.account("ann"), onlyTurn)
		w.answers(hook, http.StatusFound)
		w.Start()
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(Grace + 5*time.Second)
		require.Len(t, w.got, 1)
		require.Equal(t, 1, w.sent(hook))
	})
}

// What was not sent is not sent any more once the person has come or played.
func TestComing(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.hook(w.account("ann"), onlyTurn)
		w.answers(hook, http.StatusServiceUnavailable)
		w.Start()
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(Grace + 5*time.Second)
		require.Equal(t, 1, w.sent(hook))
		w.PersonArrived(t.Context(), "ann", "r")
		w.pass(time.Hour)
		require.Equal(t, 1, w.sent(hook))

		w.says("r", turnOf("ann", time.Time{}))
		w.pass(Grace + 5*time.Second)
		require.Equal(t, 2, w.sent(hook))
		w.says("r", turnOf("eve", time.Time{}))
		w.pass(time.Hour)
		require.Equal(t, 2, w.sent(hook), "it is not Ann's turn any more")
	})
}

// The program ends at any step of making and sending a notification, and starts again: the
// call is sent at least once, and where it is sent twice it has the same name.
func TestNoCallIsLostByACrash(t *testing.T) {
	for _, step := range []struct {
		op    faulty.Op
		fault faulty.Fault
	}{
		{faulty.SavePendingTurn, faulty.Before()}, {faulty.SavePendingTurn, faulty.After()}, {faulty.EndNotification, faulty.Before()}, {faulty.EndNotification, faulty.After()},
		{faulty.SetNotification, faulty.Before()}, {faulty.SetNotification, faulty.After()},
	} {
		for _, status := range []int{0, http.StatusServiceUnavailable} {
			bubble(t, func(t *testing.T, w *world) {
				broken := faultyStore{w.db, faulty.New()}
				w.db = broken
				w.open()
				hook := w.hook(w.account("ann"), onlyTurn)
				w.answers(hook, status)
				w.Start()
				w.says("r", turnOf("ann", time.Time{}))
				// From that step on nothing is written.
				for _, op := range []faulty.Op{faulty.EndNotification, faulty.SetNotification} {
					broken.Always(op, faulty.Before())
				}
				broken.Always(step.op, step.fault)
				w.pass(Grace + 1500*time.Millisecond)
				w.Close()
				w.answers(hook, 0)
				for _, op := range []faulty.Op{faulty.SavePendingTurn, faulty.EndNotification, faulty.SetNotification} {
					broken.Always(op, faulty.Fault{})
				}
				before := w.sent(hook)
				w.open()
				w.Start()
				w.pass(time.Hour)
				switch after := w.sent(hook) - before; {
				case status != 0 || before == 0:
					require.Equal(t, 1, after, "%v", step)
				default:
					require.LessOrEqual(t, after, 1, "%v", step)
				}
				require.Len(t, w.names, 1, "the same call has one name")
				due, err := w.db.DueNotifications(t.Context(), time.Now().Add(time.Hour), 10, 0, 10)
				require.NoError(t, err)
				require.Empty(t, due)
			})
		}
	}
}

// Addresses that never answer delay the notifications to themselves, and nobody else's, however
// many they are: few notifications to one person and to one host are in flight at once.
func TestHangingAddressesDelayNobodyElse(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		const guests, tables = 10, 3
		calm := w.hook(w.account("ann"), onlyTurn)
		same := w.hook(w.account("cy"), onlyTurn)
		for g := range guests {
			eve := w.account(fmt.Sprint("eve", g))
			for n := range MaxChannels {
				host := fmt.Sprintf("h%d-%d.example", g, n)
				if g == 0 || n == 0 {
					host = "slow.example"
				}
				w.hangs[host] = true
				require.NoError(
					t,
					w.Add(
						t.Context(),
						eve,
						Address{Kind: Webhook, Address: fmt.Sprint("https://", host, "/", g, "/", n)},
						onlyTurn,
						"en",
						"",
					),
				)
			}
		}
		w.Start()
		w.pass(Grace + time.Second)
		for round := range 2 {
			for g := range guests {
				for n := range tables {
					w.says(fmt.Sprint("r", g, " ", n), turnOf(fmt.Sprint("eve", g), time.Time{}))
				}
			}
			w.pass(3 * time.Second)
			w.says("calm", turnOf("ann", time.Time{}))
			w.says("same", turnOf("cy", time.Time{}))
			w.pass(Grace + 10*time.Second)
			require.Equal(t, round+1, w.sent(calm), "not later than when all is quiet")
			require.Equal(t, round+1, w.sent(same))
			w.says("calm", turnOf("bob", time.Time{}))
			w.says("same", turnOf("bob", time.Time{}))
			w.pass(time.Minute)
		}
		require.NotEmpty(t, w.most)
		for host, n := range w.most {
			require.LessOrEqual(t, n, maxInFlightPerHost, host)
			if host != "slow.example" {
				require.LessOrEqual(t, n, maxInFlightPerPerson, host)
			}
		}
	})
}

// However many people have a webhook at one host that never answers, and whatever is due
// to them, others are called.
func TestOneHangingHostOfManyPeople(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		// Each look reads the notifications of few pages of such people.
		const slow = maxPages*maxInFlight/maxInFlightPerPerson + 1
		calm := w.hook(w.account("ann"), onlyTurn)
		w.hangs["slow.example"] = true
		var calls []store.Notification
		for n := range slow {
			eve := w.account(fmt.Sprint("eve", n))
			at := Address{Kind: Webhook, Address: fmt.Sprint("https://slow.example/", n)}
			require.NoError(t, w.Add(t.Context(), eve, at, onlyTurn, "en", ""))
			for range maxInFlightPerPerson {
				calls = append(
					calls,
					newNotification(&w.channels(eve.ID)[0], fmt.Sprint("r", len(calls)), notification{Event: Turn}),
				)
			}
		}
		for part := range slices.Chunk(calls, 200) {
			require.NoError(t, w.db.AddNotifications(t.Context(), part))
		}
		w.Start()
		w.pass(time.Second)
		w.says("calm", turnOf("ann", time.Time{}))
		w.pass(Grace + 5*time.Second)
		require.Equal(t, 1, w.sent(calm))
		require.Equal(t, maxInFlightPerHost, w.most["slow.example"])
	})
}

// A room that writes while its notifications are being made is looked at again.
func TestRoomWritesMeanwhile(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.hook(w.account("ann"), onlyTurn)
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(time.Minute)
		due, err := w.db.DuePendingTurns(t.Context(), time.Now(), 1)
		require.NoError(t, err)
		w.says("r", turnOf("eve", time.Time{}))
		require.NoError(t, w.queueForTable(t.Context(), &due[0]))
		w.Start()
		w.pass(time.Hour)
		require.Zero(t, w.sent(hook))
	})
}

// A table or a notification that cannot be read stops nobody else's.
func TestUnreadable(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann := w.account("ann")
		hook := w.hook(ann, onlyTurn)
		w.Start()
		head, err := w.db.Create(t.Context(), "bad", "", store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}})
		require.NoError(t, err)
		_, err = w.db.Append(t.Context(), head, store.Batch{
			Entries: []store.Entry{{Kind: "x"}}, Awaiting: &store.Awaiting{Data: json.RawMessage(`7`), Due: time.Now()},
		})
		require.NoError(t, err)
		require.NoError(t, w.db.AddNotifications(t.Context(), []store.Notification{
			{
				NotificationKey: store.NotificationKey{
					Channel: w.channels("ann")[0].ID,
					Room:    "bad",
				},
				Data: json.RawMessage(`7`),
			},
		}))
		w.says("r", turnOf("ann", time.Time{}))
		w.pass(time.Minute)
		require.Equal(t, 1, w.sent(hook))
	})
}

// Nobody who has been deleted is called.
func TestDeletedIsNotCalled(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.hook(w.account("ann"), onlyTurn)
		w.says("r", turnOf("ann", time.Time{}))
		require.NoError(t, w.db.DeleteIdentity(t.Context(), "ann"))
		w.Start()
		w.pass(time.Hour)
		require.Zero(t, w.sent(hook))
	})
}

func TestChannelsAreBounded(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann := w.account("ann")
		for i := range MaxChannels {
			require.NoError(
				t,
				w.Add(
					t.Context(),
					ann,
					Address{Kind: Webhook, Address: "https://hooks.example/" + string(rune('a'+i))},
					onlyTurn,
					"en",
					"",
				),
			)
		}
		err := w.Add(t.Context(), ann, Address{Kind: Webhook, Address: "https://hooks.example/z"}, onlyTurn, "en", "")
		require.Equal(t, CodeTooManyChannels, coded.Of(err))
		// The same address is the same channel.
		require.NoError(
			t,
			w.Add(t.Context(), ann, Address{Kind: Webhook, Address: "https://hooks.example/a"}, Choice{}, "fr", ""),
		)
		require.Len(t, w.channels("ann"), MaxChannels)
		id := ""
		for _, c := range w.channels("ann") {
			if c.Address.Address == "https://hooks.example/a" {
				require.Empty(t, c.Events)
				require.Equal(t, "fr", c.Lang)
				id = c.ID
			}
		}
		require.Equal(t, CodeNoChannel, coded.Of(w.Change(t.Context(), "eve", id, onlyTurn)))
		require.Equal(t, CodeNoChannel, coded.Of(w.Remove(t.Context(), "eve", id)))
		require.Equal(t, CodeNoChannel, coded.Of(w.SendTest(t.Context(), "eve", id)))
		require.NoError(t, w.Change(t.Context(), "ann", id, onlyTurn))
		require.NoError(t, w.Remove(t.Context(), "ann", id))
		require.Equal(t, CodeNoChannel, coded.Of(w.Remove(t.Context(), "ann", id)))
		guest := people.Person{ID: "g", Kind: people.Guest}
		require.Equal(
			t,
			people.CodeNoAccount,
			coded.Of(
				w.Add(
					t.Context(),
					guest,
					Address{Kind: Webhook, Address: "https://hooks.example/a"},
					onlyTurn,
					"en",
					"",
				),
			),
		)
		require.Equal(
			t,
			CodeNoNotifications,
			coded.Of(w.Add(t.Context(), ann, Address{Kind: Mail, Address: "ann@mail.example"}, onlyTurn, "en", "")),
		)
	})
}

// Moderators are called when something is reported, at once and then no more often than
// every ten minutes, by every channel.
func TestModeratorsAreToldOfReports(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann := w.account("ann")
		hook := w.hook(ann, Choice{})
		w.account("bob")
		w.Start()
		reported := func() { require.NoError(t, w.NotifyModerators(t.Context(), []string{"ann", "bob"})) }
		w.pass(time.Minute)
		reported()
		w.pass(2 * time.Second)
		require.Equal(t, 1, w.sent(hook))
		require.Contains(t, w.lastText(hook), "https://play.example/moderation")
		for range 5 {
			reported()
			w.pass(time.Minute)
		}
		require.Equal(t, 1, w.sent(hook))
		w.pass(reportsEvery)
		require.Equal(t, 2, w.sent(hook), "those that came meanwhile are told of together")
		w.pass(time.Hour)
		require.Equal(t, 2, w.sent(hook))
		reported()
		w.pass(2 * time.Second)
		require.Equal(t, 3, w.sent(hook))
	})
}
