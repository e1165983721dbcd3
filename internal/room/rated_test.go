package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

// ratedSettings are those of a rated table of the toy.
func ratedSettings(seats int) Settings {
	return Settings{
		Game:      "toy",
		Seats:     seats,
		Rated:     true,
		Clock:     Clock{Mode: ClockDays, Seconds: 86_400},
		OutOfTime: OutOfTimeLose,
	}
}

// ratedTable opens a rated table at which people with accounts sit.
func ratedTable(t *testing.T, persons ...string) *house {
	t.Helper()
	h := newHouse(t)
	h.kind = "account"
	settings := ratedSettings(len(persons))
	h.do(persons[0], &Open{Settings: settings})
	for i, person := range persons[1:] {
		h.do(person, &Claim{Seat: game.Seat(i + 1)})
	}
	return h
}

func TestRatedSettings(t *testing.T) {
	for name, change := range map[string]func(*Settings){
		"no clock":   func(s *Settings) { s.Clock = Clock{} },
		"a trap":     func(s *Settings) { s.Clock = Clock{Mode: ClockMove, Seconds: 29} },
		"short":      func(s *Settings) { s.Clock = Clock{Mode: ClockBank, Seconds: 299, Increment: 60} },
		"hours":      func(s *Settings) { s.Clock = Clock{Mode: ClockDays, Seconds: 3600} },
		"undo":       func(s *Settings) { s.Undo = true },
		"time bot":   func(s *Settings) { s.OutOfTime = OutOfTimeBot },
		"absent bot": func(s *Settings) { s.Absent = AbsentBot },
		"option":     func(s *Settings) { s.Options = game.MatchOptions{"panic": "on"} },
	} {
		t.Run(name, func(t *testing.T) {
			settings := ratedSettings(2)
			change(&settings)
			h := newHouse(t)
			h.kind = "account"
			h.refused(CodeNotRated, "ann", &Open{Settings: settings})
			h = ratedTable(t, "ann", "bob")
			h.refused(CodeNotRated, "ann", &ChangeSettings{Settings: settings})
			settings.Rated = false
			h.do("ann", &ChangeSettings{Settings: settings})
		})
	}
	t.Run("who is out of time has lost", func(t *testing.T) {
		settings := ratedSettings(2)
		settings.OutOfTime = ""
		h := newHouse(t)
		h.kind = "account"
		require.Equal(t, OutOfTimeLose, h.do("ann", &Open{Settings: settings}).Settings.OutOfTime)
	})
}

// At a rated table only people with accounts sit.
func TestRatedSeats(t *testing.T) {
	for _, kind := range []string{"guest", "bot", ""} {
		settings := ratedSettings(2)
		h := newHouse(t)
		h.kind = kind
		h.refused(CodeAccounts, "ann", &Open{Settings: settings})
		h.kind = "account"
		h.do("ann", &Open{Settings: settings})
		h.refused(CodeNotRated, "ann", &SeatBot{Seat: 1, Bot: "random"})
		h.kind = kind
		h.refused(CodeAccounts, "bob", &Claim{Seat: 1})
	}
	t.Run("a guest who sat there before", func(t *testing.T) {
		settings := toySettings(2)
		h := newHouse(t)
		h.kind = "account"
		h.do("ann", &Open{Settings: settings})
		h.kind = "guest"
		h.do("bob", &Claim{Seat: 1})
		settings = ratedSettings(2)
		h.refused(CodeAccounts, "ann", &ChangeSettings{Settings: settings})
	})
	t.Run("a bot that sat there before", func(t *testing.T) {
		settings := toySettings(2)
		h := newHouse(t)
		h.kind = "account"
		h.do("ann", &Open{Settings: settings})
		h.do("ann", &SeatBot{Seat: 1, Bot: "random"})
		settings = ratedSettings(2)
		h.do("ann", &ChangeSettings{Settings: settings})
		h.refused(CodeNotRated, "ann", &Start{})
	})
}

// A match that begins with a moment of another one is never rated.
func TestRatedFromAPosition(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	state, err := h.table.Play.Match.State.AppendBinary(nil)
	require.NoError(t, err)
	from := &Position{Origin: match.Origin{Match: "m"}, State: state}
	settings := ratedSettings(2)
	h = newHouse(t)
	h.kind = "account"
	h.refused(CodeNotRated, "ann", &Open{Settings: settings, From: from})
	settings.Rated = false
	h.do("ann", &Open{Settings: settings, From: from})
	settings.Rated = true
	h.refused(CodeNotRated, "ann", &ChangeSettings{Settings: settings})
}

// In a rated match the host can remove nobody, and no bot plays for an absent player.
func TestRatedMatch(t *testing.T) {
	h := ratedTable(t, "ann", "bob", "cy")
	h.do("ann", &Start{})
	h.refused(CodeNotRated, "ann", &Kick{Seat: 1})
	h.at += 100 * 86_400_000
	h.away(1, 90*86400)
	h.refused(CodeNotRated, "ann", &Propose{What: ProposeReplace, Other: 1})
	// To end the match without a result or to pause it, players who are away have to agree too.
	for _, what := range []ProposalKind{ProposePause, ProposeEnd} {
		h.propose("ann", what)
		h.reply("cy", true)
		require.Equal(t, []game.Seat{1}, h.table.Info().Proposal.Missing)
		h.reply("ann", false)
	}
	h.propose("ann", ProposeEnd)
	h.reply("cy", true)
	h.reply("bob", true)
	require.Nil(t, h.table.Play.Match.Result.Outcome)
}
