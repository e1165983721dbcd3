package notify

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// People are notified of tournaments by the channels that get similar events, until it is too late.
func TestTournamentNotices(t *testing.T) {
	bubble(t, func(t *testing.T, w *world) {
		ann, bob := w.account("ann"), w.account("bob")
		hook := w.addWebhook(ann, Choice{Events: []Event{Reminder, Begin}})
		other := w.addWebhook(bob, onlyTurn)
		w.Start()
		send := func(event TournamentEvent, until time.Time) {
			t.Helper()
			list, err := w.NotificationsOfTournament(t.Context(), []string{"ann", "bob", "eve"}, TournamentNotice{
				Event: event, ID: "cup", Title: "Autumn cup", Until: until,
			})
			require.NoError(t, err)
			require.Len(t, list, 1)
			require.NoError(t, w.queue(t.Context(), list...))
			w.advance(time.Minute)
		}
		send(TournamentReminder, time.Now().Add(time.Hour))
		require.Equal(t, "A tournament begins soon: Autumn cup https://play.example/e/cup", w.lastText(hook))
		send(TournamentTable, time.Now().Add(time.Hour))
		require.Equal(t, "Your table is ready: Autumn cup https://play.example/e/cup", w.lastText(hook))
		require.Equal(t, 2, w.requestCount(hook))
		send(TournamentTable, time.Now().Add(-time.Second))
		require.Equal(t, 2, w.requestCount(hook), "too late")

		invited := w.addWebhook(w.account("cleo"), Choice{Events: []Event{Invitation}})
		list, err := w.NotificationsOfTournament(t.Context(), []string{"ann", "cleo"}, TournamentNotice{
			Event: TournamentOrganiser, ID: "cup", Title: "Autumn cup", Until: time.Now().Add(time.Hour),
		})
		require.NoError(t, err)
		require.NoError(t, w.queue(t.Context(), list...))
		w.advance(time.Minute)
		require.Equal(
			t, "You are now the organiser of a tournament: Autumn cup https://play.example/e/cup", w.lastText(invited),
		)
		require.Equal(t, 2, w.requestCount(hook), "the channel does not want invitations")
		require.Zero(t, w.requestCount(other))
	})
}
