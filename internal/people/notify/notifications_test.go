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
		hook := w.addWebhook(ann, onlyTurn)
		w.Start()
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(Grace - time.Second)
		require.Zero(t, w.requestCount(hook), "who plays at that moment is not called")
		w.advance(5 * time.Second)
		require.Equal(t, 1, w.requestCount(hook))
		require.Equal(t, "Your turn: seasons, with Eve and Owl https://play.example/r/r", w.lastText(hook))
		w.advance(time.Hour)
		require.Equal(t, 1, w.requestCount(hook), "once for a turn")

		// A short turn leads to no notification, and the next long one to another.
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(2 * time.Second)
		w.setTable("r", turnOf("eve", time.Time{}))
		w.advance(time.Hour)
		require.Equal(t, 1, w.requestCount(hook))
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(time.Minute)
		require.Equal(t, 2, w.requestCount(hook))
	})
}

func TestCallsOnlyWhoIsNotThere(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann, bob := w.account("ann"), w.account("bob")
		hook := w.addWebhook(ann, onlyTurn)
		always := w.addWebhook(bob, Choice{Events: []Event{Turn}, Always: true})
		w.present = []string{"ann", "bob"}
		w.Start()
		table := turnOf("ann", time.Time{})
		table.Seats[1] = Seat{Person: "bob", Name: "bob", Since: table.Seats[0].Since}
		w.setTable("r", table)
		w.advance(time.Minute)
		require.Zero(t, w.requestCount(hook))
		require.Equal(t, 1, w.requestCount(always))
	})
}

// People are notified only of the events that they have chosen.
func TestEvents(t *testing.T) {
	for event, want := range map[Event]string{
		Turn: "Your turn: ", Begin: "The match begins: ", End: "The match is over: ",
		Reminder: "Your time is soon up: ", Invitation: "You are invited: ",
	} {
		t.Run(string(event), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				ann := w.account("ann")
				hook := w.addWebhook(ann, Choice{Events: []Event{event}})
				w.Start()
				table := turnOf("ann", time.Now().Add(time.Hour))
				table.Started = time.Now().UnixMilli()
				w.setTable("r", table)
				w.advance(time.Hour)
				table.Ended, table.Seats[0].Since, table.Seats[0].Until = true, 0, 0
				w.setTable("r", table)
				w.advance(time.Minute)
				require.NoError(t, w.Invite(t.Context(), "ann", "other", "Eve"))
				w.advance(time.Minute)
				require.Equal(t, 1, w.requestCount(hook))
				require.Contains(t, w.lastText(hook), want)
			})
		})
	}
}

// A person gets one reminder when a quarter of the time, but at most half a day, is left, and none after
// playing.
func TestReminder(t *testing.T) {
	for _, test := range []struct{ time, before time.Duration }{
		{time.Hour, 15 * time.Minute}, {24 * time.Hour, 6 * time.Hour}, {50 * time.Hour, 12 * time.Hour},
	} {
		t.Run(test.time.String(), func(t *testing.T) {
			bubble(t, func(t *testing.T, w *world) {
				hook := w.addWebhook(w.account("ann"), Choice{Events: []Event{Reminder}})
				w.Start()
				end := time.Now().Add(test.time)
				w.setTable("r", turnOf("ann", end))
				w.advance(time.Until(end.Add(-test.before)) - 2*time.Second)
				require.Zero(t, w.requestCount(hook))
				w.advance(5 * time.Second)
				require.Equal(t, 1, w.requestCount(hook))
				w.advance(test.before + time.Hour)
				require.Equal(t, 1, w.requestCount(hook))
			})
		})
	}
	t.Run("who has played", func(t *testing.T) {
		bubble(t, func(t *testing.T, w *world) {
			hook := w.addWebhook(w.account("ann"), Choice{Events: []Event{Reminder}})
			w.Start()
			w.setTable("r", turnOf("ann", time.Now().Add(24*time.Hour)))
			w.advance(10 * time.Hour)
			w.setTable("r", turnOf("eve", time.Now().Add(24*time.Hour)))
			w.advance(15 * time.Hour)
			require.Zero(t, w.requestCount(hook))
		})
	})
}

// The beginning of a match is notified only to channels that are older than the match.
func TestBeginIsNotToldLate(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		table := turnOf("ann", time.Time{})
		table.Started = time.Now().UnixMilli()
		w.advance(time.Hour)
		hook := w.addWebhook(w.account("ann"), Choice{Events: []Event{Begin}})
		w.Start()
		w.setTable("r", table)
		w.advance(time.Hour)
		require.Zero(t, w.requestCount(hook))
	})
}

// A notification that cannot be sent is tried again, less and less often, and then given up. After
// several given-up notifications in a row the channel is removed.
func TestBackOff(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.addWebhook(w.account("ann"), onlyTurn)
		w.setAnswer(hook, http.StatusInternalServerError)
		w.Start()
		for round := range maxFailures {
			w.setTable("r", turnOf("ann", time.Time{}))
			w.advance(Grace + 2*time.Second)
			tries := round * maxTries
			require.Equal(t, tries+1, w.requestCount(hook))
			w.advance(20 * time.Second)
			require.Equal(t, tries+1, w.requestCount(hook))
			w.advance(10 * time.Second)
			require.Equal(t, tries+2, w.requestCount(hook))
			w.advance(25 * time.Hour)
			require.Equal(t, tries+maxTries, w.requestCount(hook))
		}
		require.Empty(t, w.channels("ann"))
		require.False(t, w.HasChannel("ann"))
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(25 * time.Hour)
		require.Equal(t, maxFailures*maxTries, w.requestCount(hook))
	})
}

// A notification that arrives after some tries is sent once, and resets the channel's failures.
func TestGetsThrough(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.addWebhook(w.account("ann"), onlyTurn)
		w.setAnswer(hook, -1)
		w.Start()
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(25 * time.Hour)
		require.Equal(t, 1, w.channels("ann")[0].Failures)
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(time.Minute)
		w.setAnswer(hook, 0)
		before := w.requestCount(hook)
		w.advance(25 * time.Hour)
		require.Equal(t, before+1, w.requestCount(hook))
		require.Zero(t, w.channels("ann")[0].Failures)
	})
}

// A channel whose address no longer exists is removed after the first try.
func TestGoneIsDropped(t *testing.T) {
	for _, status := range []int{http.StatusGone, http.StatusNotFound} {
		bubble(t, func(t *testing.T, w *world) {
			hook := w.addWebhook(w.account("ann"), onlyTurn)
			w.setAnswer(hook, status)
			w.Start()
			w.setTable("r", turnOf("ann", time.Time{}))
			w.advance(time.Hour)
			require.Equal(t, 1, w.requestCount(hook))
			require.Empty(t, w.channels("ann"))
			require.False(t, w.HasChannel("ann"))
		})
	}
}

// A redirect is not followed.
func TestNoRedirect(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		w.options.Client.CheckRedirect = newClient(false).CheckRedirect
		hook := w.addWebhook(w.account("ann"), onlyTurn)
		w.setAnswer(hook, http.StatusFound)
		w.Start()
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(Grace + 5*time.Second)
		require.Len(t, w.got, 1)
		require.Equal(t, 1, w.requestCount(hook))
	})
}

// An unsent notification is removed once the person has come to the table or has played.
func TestComing(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.addWebhook(w.account("ann"), onlyTurn)
		w.setAnswer(hook, http.StatusServiceUnavailable)
		w.Start()
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(Grace + 5*time.Second)
		require.Equal(t, 1, w.requestCount(hook))
		w.PersonArrived(t.Context(), "ann", "r")
		w.advance(time.Hour)
		require.Equal(t, 1, w.requestCount(hook))

		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(Grace + 5*time.Second)
		require.Equal(t, 2, w.requestCount(hook))
		w.setTable("r", turnOf("eve", time.Time{}))
		w.advance(time.Hour)
		require.Equal(t, 2, w.requestCount(hook), "it is not Ann's turn any more")
	})
}

// If the program ends at any step of making and sending a notification and starts again, the
// notification is sent at least once, and if it is sent twice, with the same idempotency key.
func TestNoCallIsLostByACrash(t *testing.T) {
	for _, step := range []struct {
		op    faulty.Op
		fault faulty.Fault
	}{
		{faulty.SavePendingTurn, faulty.Before()},
		{faulty.SavePendingTurn, faulty.After()},
		{faulty.EndNotification, faulty.Before()},
		{faulty.EndNotification, faulty.After()},
		{faulty.SetNotification, faulty.Before()}, {faulty.SetNotification, faulty.After()},
	} {
		for _, status := range []int{0, http.StatusServiceUnavailable} {
			bubble(t, func(t *testing.T, w *world) {
				broken := faultyStore{w.db, faulty.New()}
				w.db = broken
				w.open()
				hook := w.addWebhook(w.account("ann"), onlyTurn)
				w.setAnswer(hook, status)
				w.Start()
				w.setTable("r", turnOf("ann", time.Time{}))
				// From this step on all writes fail.
				for _, op := range []faulty.Op{faulty.EndNotification, faulty.SetNotification} {
					broken.Always(op, faulty.Before())
				}
				broken.Always(step.op, step.fault)
				w.advance(Grace + 1500*time.Millisecond)
				w.Close()
				w.setAnswer(hook, 0)
				for _, op := range []faulty.Op{faulty.SavePendingTurn, faulty.EndNotification, faulty.SetNotification} {
					broken.Always(op, faulty.Fault{})
				}
				before := w.requestCount(hook)
				w.open()
				w.Start()
				w.advance(time.Hour)
				switch after := w.requestCount(hook) - before; {
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

// Addresses that never answer delay only their own notifications, because few notifications to a person
// and to a host are in flight at the same time.
func TestHangingAddressesDelayNobodyElse(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		const guests, tables = 10, 3
		calm := w.addWebhook(w.account("ann"), onlyTurn)
		same := w.addWebhook(w.account("cy"), onlyTurn)
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
		w.advance(Grace + time.Second)
		for round := range 2 {
			for g := range guests {
				for n := range tables {
					w.setTable(fmt.Sprint("r", g, " ", n), turnOf(fmt.Sprint("eve", g), time.Time{}))
				}
			}
			w.advance(3 * time.Second)
			w.setTable("calm", turnOf("ann", time.Time{}))
			w.setTable("same", turnOf("cy", time.Time{}))
			w.advance(Grace + 10*time.Second)
			require.Equal(t, round+1, w.requestCount(calm), "not later than when all is quiet")
			require.Equal(t, round+1, w.requestCount(same))
			w.setTable("calm", turnOf("bob", time.Time{}))
			w.setTable("same", turnOf("bob", time.Time{}))
			w.advance(time.Minute)
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

// Other people are notified even if many people have a webhook at a host that never answers.
func TestOneHangingHostOfManyPeople(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		// Each poll reads the notifications of a few pages of such people.
		const slow = maxPages*maxInFlight/maxInFlightPerPerson + 1
		calm := w.addWebhook(w.account("ann"), onlyTurn)
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
		w.advance(time.Second)
		w.setTable("calm", turnOf("ann", time.Time{}))
		w.advance(Grace + 5*time.Second)
		require.Equal(t, 1, w.requestCount(calm))
		require.Equal(t, maxInFlightPerHost, w.most["slow.example"])
	})
}

// A room that writes while its notifications are made is read again.
func TestRoomWritesMeanwhile(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.addWebhook(w.account("ann"), onlyTurn)
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(time.Minute)
		due, err := w.db.DuePendingTurns(t.Context(), time.Now(), 1)
		require.NoError(t, err)
		w.setTable("r", turnOf("eve", time.Time{}))
		require.NoError(t, w.queueForTable(t.Context(), &due[0]))
		w.Start()
		w.advance(time.Hour)
		require.Zero(t, w.requestCount(hook))
	})
}

// A table or a notification that cannot be read does not stop others.
func TestUnreadable(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann := w.account("ann")
		hook := w.addWebhook(ann, onlyTurn)
		w.Start()
		head, err := w.db.Create(t.Context(), "bad", "", store.Batch{Meta: &store.Meta{Status: store.StatusPlaying}})
		require.NoError(t, err)
		_, err = w.db.Append(t.Context(), head, store.Batch{
			Entries: []store.Entry{
				{Kind: "x"},
			},
			PendingTurn: &store.NewPendingTurn{Data: json.RawMessage(`7`), Due: time.Now()},
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
		w.setTable("r", turnOf("ann", time.Time{}))
		w.advance(time.Minute)
		require.Equal(t, 1, w.requestCount(hook))
	})
}

// Deleted people are not notified.
func TestDeletedIsNotCalled(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		hook := w.addWebhook(w.account("ann"), onlyTurn)
		w.setTable("r", turnOf("ann", time.Time{}))
		require.NoError(t, w.db.DeleteIdentity(t.Context(), "ann"))
		w.Start()
		w.advance(time.Hour)
		require.Zero(t, w.requestCount(hook))
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

// Moderators are notified of a report immediately and by every channel, but at most every ten minutes.
func TestModeratorsAreToldOfReports(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann := w.account("ann")
		hook := w.addWebhook(ann, Choice{})
		w.account("bob")
		w.Start()
		reported := func() { require.NoError(t, w.NotifyModerators(t.Context(), []string{"ann", "bob"})) }
		w.advance(time.Minute)
		reported()
		w.advance(2 * time.Second)
		require.Equal(t, 1, w.requestCount(hook))
		require.Contains(t, w.lastText(hook), "https://play.example/moderation")
		for range 5 {
			reported()
			w.advance(time.Minute)
		}
		require.Equal(t, 1, w.requestCount(hook))
		w.advance(reportInterval)
		require.Equal(t, 2, w.requestCount(hook), "those that came meanwhile are told of together")
		w.advance(time.Hour)
		require.Equal(t, 2, w.requestCount(hook))
		reported()
		w.advance(2 * time.Second)
		require.Equal(t, 3, w.requestCount(hook))
	})
}
