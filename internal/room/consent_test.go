package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

// openSettings returns settings that offer spectators open hands.
func openSettings(seats int) Settings {
	settings := toySettings(seats)
	settings.Delay, settings.OpenHands = 2, true
	return settings
}

var (
	agrees    = &Consent{Agree: true}
	withdraws = &Consent{}
)

func TestOpenHandsNeedADelay(t *testing.T) {
	h := open(t, toySettings(2), "ann", "bob")
	h.refused(CodeOpenHands, "bob", agrees)
	for _, change := range []func(*Settings){
		func(s *Settings) { s.Delay = 1 },
		func(s *Settings) { s.Delay = 0 },
		func(s *Settings) { s.Spectators = false },
	} {
		settings := openSettings(2)
		change(&settings)
		h.refused(CodeOpenHands, "ann", &ChangeSettings{Settings: settings})
	}
}

// TestOpenHandsNeedConsent of every person, given after the last change of the
// settings or of the seats.
func TestOpenHandsNeedConsent(t *testing.T) {
	settings := openSettings(3)
	bot := &SeatBot{Seat: 2, Bot: "random"}
	for name, test := range map[string]struct {
		do   func(*house)
		open bool
	}{
		"all":      {func(*house) {}, true},
		"one less": {func(h *house) { h.do("bob", withdraws) }, false},
		"settings": {func(h *house) {
			h.do("ann", &ChangeSettings{Settings: settings})
			h.do("bob", &SetReady{Ready: true})
		}, false},
		"seats": {func(h *house) {
			h.do("ann", &Swap{Seat: 0, Other: 1})
			h.do("bob", &SetReady{Ready: true})
		}, false},
		"another bot":    {func(h *house) { h.do("ann", bot) }, false},
		"another player": {func(h *house) { h.do("bob", &Leave{}); h.do("cy", &Claim{Seat: 1}) }, false},
		"not offered": {func(h *house) {
			plain := toySettings(3)
			h.do("ann", &ChangeSettings{Settings: plain})
			h.do("bob", &SetReady{Ready: true})
		}, false},
	} {
		t.Run(name, func(t *testing.T) {
			h := open(t, settings, "ann", "bob")
			h.do("ann", bot)
			h.do("ann", agrees)
			require.Equal(t, []bool{true, false, true}, consents(h))
			h.do("bob", agrees)
			test.do(h)
			h.do("ann", &Start{})
			require.Equal(t, test.open, h.table.Play.OpenHands)
			require.Equal(t, test.open, h.table.Info().Match.OpenHands)
			if !test.open {
				h.refused(CodeOpenHands, "ann", withdraws)
			}
			h.refused(CodeOpenHands, "ann", agrees)
			restored, err := Decode(h.table.games, h.table.ID, h.table.Encode())
			require.NoError(t, err)
			require.Equal(t, h.table.Info(), restored.Info())
		})
	}
}

// consents returns, by seat, whether the player consents.
func consents(h *house) (list []bool) {
	for _, seat := range h.table.Info().Seats {
		list = append(list, seat.Consent)
	}
	return list
}

// TestConsentIsWithdrawn during a match. The next one asks again.
func TestConsentIsWithdrawn(t *testing.T) {
	h := open(t, openSettings(2), "ann", "bob")
	h.do("ann", agrees)
	h.do("bob", agrees)
	h.do("ann", &Start{})
	h.refused(CodeNotSeated, "eve", withdraws)
	h.do("bob", withdraws)
	require.Equal(t, []game.Event{{Kind: "closed", Seat: 1}}, h.last.Effects.Events)
	require.False(t, h.table.Info().Match.OpenHands)
	h.refused(CodeOpenHands, "bob", agrees)
	h.finish()
	h.refused(CodeOpenHands, "ann", withdraws)
	h.do("ann", &Rematch{Open: true})
	require.Equal(t, []bool{false, false}, consents(h))
}

// TestNobodyJoinsAfterOpenHands requires that somebody who has seen all hands cannot get a seat,
// also after a player has withdrawn consent.
func TestNobodyJoinsAfterOpenHands(t *testing.T) {
	h := open(t, openSettings(3), "ann", "bob", "cy")
	for _, person := range []string{"ann", "bob", "cy"} {
		h.do(person, agrees)
	}
	h.do("ann", &Start{})
	h.do("cy", &Leave{})
	require.Equal(t, match.LostLeft, h.table.LostOf(2))
	ask := &AskSeat{Seat: 2}
	h.refused(CodeTaken, "eve", ask)
	h.do("bob", withdraws)
	h.refused(CodeTaken, "eve", ask)
	h.refused(CodeTaken, "cy", ask)
	require.False(t, h.table.Info().Seats[2].Free)
}
