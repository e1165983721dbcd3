package room

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/match"
)

func TestAnswer(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	d, id := h.asked(0)
	good := match.Choice(h.table.Play.Match.Rules, &d, d.Suggested)
	tests := []struct {
		name   string
		person string
		c      *Answer
		code   string
	}{
		{"another question", "ann", &Answer{Decision: id + 1, Choice: good}, string(game.CodeStale)},
		{"the question of another undo", "ann", &Answer{Decision: id | 1<<32, Choice: good}, string(game.CodeStale)},
		{"no option of it", "ann", &Answer{Decision: id, Choice: []byte(`["bid:99"]`)}, string(game.CodeUnknownOption)},
		{"nothing chosen", "ann", &Answer{Decision: id, Choice: []byte(`[]`)}, string(game.CodeBadCount)},
		{"no JSON", "ann", &Answer{Decision: id, Choice: []byte(`[`)}, "malformed"},
		{"absent", "ann", &Answer{Decision: id}, "malformed"},
		{"null", "ann", &Answer{Decision: id, Choice: []byte(`null`)}, "malformed"},
		{"somebody without a seat", "eve", &Answer{Decision: id, Choice: good}, string(CodeNotSeated)},
		{"no bot there", "", &Answer{Decision: id, Choice: good}, string(CodeNotPlaying)},
		{"no seat there", "", &Answer{Seat: 2, Decision: id, Choice: good}, string(CodeNoSeat)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := Decide(h.table, h.by(test.person, test.c))
			require.Equal(t, test.code, string(codeOf(err)))
		})
	}
	// Answer ignores a seat that a player names: a player answers for the player's own seat.
	h.do("ann", &Answer{Seat: 1, Decision: id, Choice: good})
	body := h.last.Entry.Body.(*Answered)
	require.Equal(t, &Answered{atSeat{0}, good, body.answer}, body)
	require.Equal(t, h.table.Play.Match.Hash, h.last.Entry.Hash)
	require.False(t, h.last.Effects.Room)
	require.Equal(t, 1, h.table.Play.Turn)

	actor := h.table.Play.Match.State
	h.answer(1)
	require.NotSame(t, actor, h.table.Play.Match.State)
	waiting := 1 - h.turn()
	h.refused(game.CodeNotAsked, h.table.Seats[waiting].Person, &Answer{Decision: 1, Choice: good})
	h.finish()
	require.True(t, h.last.Effects.Room)
	require.Equal(t, StatusFinished, h.table.Status)
	require.NotNil(t, h.table.Play.Match.Result.Outcome)
	require.Zero(t, h.table.Abandoned)
	require.Equal(t, h.table.Play.Events, eventsOf(t, h), "every event is counted")
}

// eventsOf counts the events of the match's record and its start.
func eventsOf(t *testing.T, h *house) int {
	t.Helper()
	m := h.table.Play.Match
	begun, err := m.Record(nil).Begin(m.Rules)
	require.NoError(t, err)
	n := len(begun.Opening())
	_, err = m.Record(nil).Replay(m.Rules, func(_ int, _ *match.Match, step *game.Step) { n += len(step.Events) })
	require.NoError(t, err)
	return n
}

// TestSeatsInAMatch lets players come and go: a bot plays in their place, as long
// as two are left.
func TestSeatsInAMatch(t *testing.T) {
	h := playing(t, toySettings(4), "ann", "bob", "cy", "dee")
	h.do("bob", &Leave{})
	require.Equal(t, match.LostLeft, h.table.LostOf(1))
	require.Equal(t, "random", h.table.BotOf(1))
	require.Equal(t, "Name of bob", h.table.NameOf(1), "the name of who started stays")
	require.True(t, h.table.IsFree(1))
	h.do("cy", &Leave{})
	h.refused(CodePlaying, "eve", &Claim{Seat: 1})
	h.refused(CodeSeenSecrets, "cy", &AskSeat{Seat: 1})
	h.refused(CodeTaken, "eve", &AskSeat{Seat: 0})
	h.letIn("eve", 1, "ann", "dee")
	require.Equal(t, "Name of eve", h.table.NameOf(1))
	require.Empty(t, h.table.LostOf(1))
	require.Empty(t, h.table.BotOf(1))
	h.do("eve", &Leave{})
	h.refused(CodeSeenSecrets, "eve", &AskSeat{Seat: 2})
	h.letIn("bob", 1, "ann", "dee")
	require.Equal(t, []string{"ann", "bob", "cy", "dee", "eve"}, h.table.Play.Match.Persons())

	h.do("ann", &Leave{})
	require.Equal(t, "bob", h.table.Host)
	h.letIn("ann", 0, "bob", "dee")
	h.do("bob", &Concede{})
	h.refused(CodeBotPlays, "bob", &Concede{})
	h.refused(CodeBotPlays, "bob", h.answering(1))
	h.refused(CodeBotPlays, "bob", &Undo{})
	h.refused(CodeBotPlays, "bob", &Propose{What: ProposeEnd})
	h.refused(CodeNotPlaying, "bob", &Return{})
	h.do("bob", &Leave{})
	require.Equal(t, match.LostConceded, h.table.LostOf(1), "the first reason counts")
	h.refused(CodeTaken, "eve", &AskSeat{Seat: 1})
	h.finish()
	require.Equal(t, match.LostLeft, h.table.Play.Match.Result.Seats[2].Lost)
	h.refused(CodePlaying, "eve", &Claim{Seat: 2})
}

// TestTheOnlyOneLeftHasWon requires that a duel ends at once when one player loses, in whatever
// way, that everybody learns of it, and that no bot plays on.
func TestTheOnlyOneLeftHasWon(t *testing.T) {
	tests := []struct {
		body   Action
		person string
		event  string
		lost   match.Lost
	}{
		{&Concede{}, "bob", "conceded", match.LostConceded},
		{&Leave{}, "bob", "left", match.LostLeft},
		{&Kick{Seat: 1}, "ann", "removed", match.LostLeft},
		{&TimeOut{Seat: 1}, "", "timeout", match.LostTime},
	}
	for _, test := range tests {
		t.Run(string(test.body.Kind()), func(t *testing.T) {
			settings := toySettings(2)
			settings.Clock, settings.OutOfTime = Clock{Mode: ClockMove, Seconds: 60}, OutOfTimeLose
			h := playing(t, settings, "ann", "bob")
			h.answer(0)
			h.do(test.person, test.body)
			require.Equal(t, StatusFinished, h.table.Status)
			require.Equal(t, []string{test.event, "won"}, h.events())
			require.EqualValues(t, 0, h.last.Effects.Events[1].Seat)
			require.True(t, h.last.Effects.Room)
			require.Empty(t, h.table.BotOf(1))
			result := h.table.Play.Match.Result
			require.Equal(t, []int{1, 2}, []int{result.Seats[0].Rank, result.Seats[1].Rank})
			require.Equal(t, test.lost, result.Seats[1].Lost)
			require.Zero(t, h.table.Abandoned)
			require.Zero(t, h.table.WakeAt())
			h.refused(CodeNotPlaying, "ann", &Undo{})
			h.do("ann", &Rematch{Open: true})
		})
	}
}

func TestKickInAMatch(t *testing.T) {
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.do("ann", &Kick{Seat: 1})
	require.Equal(t, match.LostLeft, h.table.LostOf(1))
	require.Equal(t, "Name of bob", h.table.NameOf(1))
	require.Equal(
		t,
		[]game.Event{{Kind: "removed", Seat: 1, Public: game.Facts{game.ID("by", "Name of ann")}}},
		h.last.Effects.Events,
	)
	require.Equal(t, []Removal{{"bob", "Name of bob", "Name of ann", true, ""}}, h.table.Info().Removed)
	h.refused(CodeNoSeat, "ann", &Kick{Seat: 1})
	h.refused(CodeNoSeat, "ann", &Kick{Seat: 3})
	require.False(t, h.table.Info().Seats[1].Free)
	h.refused(CodeTaken, "eve", &AskSeat{Seat: 1})
	h.do("ann", &Readmit{Person: "bob"})
	require.Empty(t, h.table.Info().Removed)
	h.refused(CodeTaken, "bob", &AskSeat{Seat: 1})
}

func TestStandIn(t *testing.T) {
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.refused(CodeNotPlaying, "ann", &Return{})
	h.do("", &StandIn{Seat: 0})
	require.Equal(t, "random", h.table.BotOf(0))
	require.Equal(t, "ann", h.table.Seats[0].Person)
	require.Empty(t, h.table.LostOf(0))
	h.refused(CodeNotPlaying, "", &StandIn{Seat: 0})
	h.refused(CodeNoSeat, "", &StandIn{Seat: 3})
	h.refused(CodeBotPlays, "ann", h.answering(0))
	h.answer(0)
	h.do("", &Return{Seat: 0})
	require.Empty(t, h.table.BotOf(0))
	h.do("", &StandIn{Seat: 1})
	h.do("bob", &Return{})
	require.Empty(t, h.table.BotOf(1))
	items := h.table.Play.Match.Items
	h.do("", &StandIn{Seat: 1})
	h.do("bob", &Concede{})
	require.Len(t, h.table.Play.Match.Items, len(items)+2, "a bot that plays already is not noted again")
}

func TestTimeout(t *testing.T) {
	for _, test := range []struct {
		rule OutOfTime
		lost match.Lost
	}{{OutOfTimeBot, ""}, {OutOfTimeLose, match.LostTime}} {
		t.Run(string(test.rule), func(t *testing.T) {
			settings := toySettings(3)
			settings.Clock, settings.OutOfTime = Clock{Mode: ClockMove, Seconds: 60}, test.rule
			h := playing(t, settings, "ann", "bob", "cy")
			h.do("", &TimeOut{Seat: 1})
			require.Equal(t, "random", h.table.BotOf(1))
			require.Equal(t, test.lost, h.table.LostOf(1))
			h.refused(CodeNotPlaying, "", &TimeOut{Seat: 1})
		})
	}
}

func TestReveal(t *testing.T) {
	settings := toySettings(2)
	settings.Delay = 4
	h := playing(t, settings, "ann", "bob")
	require.Zero(t, h.table.HiddenUntil())
	require.Zero(t, h.table.WakeAt())
	h.refused(CodeNotPlaying, "", &Reveal{})
	h.do("", &Close{})
	require.True(t, h.table.HasHiddenEnd())
	require.Equal(t, h.at+12_000, h.table.HiddenUntil())
	require.Equal(t, h.at+12_000, h.table.WakeAt())
	// The delay is that of the match, whatever the settings of the next one.
	h.do("ann", &Rematch{Open: true})
	settings.Delay = 0
	h.do("ann", &ChangeSettings{Settings: settings})
	require.True(t, h.table.HasHiddenEnd())
	h.do("", &Reveal{})
	require.False(t, h.table.HasHiddenEnd())
	require.Zero(t, h.table.WakeAt())
	h.refused(CodeNotPlaying, "", &Reveal{})
}

// TestTheEndOfTheMatchBefore requires that a hidden end stays hidden after the start of the next
// match.
func TestTheEndOfTheMatchBefore(t *testing.T) {
	settings := toySettings(2)
	settings.Delay = 4
	h := playing(t, settings, "ann", "bob")
	until := h.at + 12_000
	h.do("", &Close{})
	h.pass(1)
	h.do("ann", &Rematch{Open: true})
	h.do("bob", &SetReady{Ready: true})
	saved := h.table.Saved
	h.do("ann", &Start{})
	require.True(t, h.table.HasHiddenEnd())
	require.Equal(t, until, h.table.WakeAt(), "the room wakes by itself")
	require.Equal(t, saved, h.table.Saved, "spectators are shown the end from the entries")
	h.do("", &Close{})
	h.do("", &Reveal{})
	require.Equal(t, h.at+12_000, h.table.WakeAt(), "the end of this match is hidden still")
	h.do("", &Reveal{})
	require.False(t, h.table.HasHiddenEnd())
}

func TestStartsAMinute(t *testing.T) {
	h := open(t, toySettings(2), "ann", "bob")
	next := func() {
		h.do("", &Close{})
		h.do("ann", &Rematch{Open: true})
		h.do("bob", &SetReady{Ready: true})
	}
	for range maxStarts {
		h.do("ann", &Start{})
		next()
	}
	h.pass(59)
	h.refused(CodeManyStarts, "ann", &Start{})
	h.pass(1)
	h.do("ann", &Start{})
	next()
	h.pass(-7200)
	h.do("ann", &Start{}) // The clock of the machine was set back: what lies in the future was not in the last minute.
}

func TestUpgrade(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	h.answer(0)
	require.Equal(t, game.Seats(1), h.table.CanUndo())
	state, err := h.table.Play.Match.State.AppendBinary(nil)
	require.NoError(t, err)
	h.refused(game.CodeBadState, "", &Upgrade{Version: 2, State: []byte("x")})
	hash := h.table.Play.Match.Hash
	h.do("", &Upgrade{Version: 2, State: state})
	require.Equal(t, 2, h.table.Play.Match.RulesVersion())
	require.Equal(t, hash, h.table.Play.Match.Hash)
	require.Zero(t, h.table.CanUndo())
}

// TestALongMatchEnds requires that the match ends whatever adds its last item, and that the seat
// with the most items has lost.
func TestALongMatchEnds(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	play := *h.table.Play
	long := *play.Match
	long.Items = slices.Repeat([]match.Item{{Seat: 1}}, match.MaxItems-1)
	play.Match = &long
	h.table.Play = &play
	h.do("", &StandIn{Seat: 0})
	require.Equal(t, StatusFinished, h.table.Status)
	require.Zero(t, h.table.Abandoned)
	require.Equal(t, []string{"standin", "long", "won"}, h.events())
	require.Equal(t, match.LostLong, h.table.Play.Match.Result.Seats[1].Lost)
	require.True(t, h.last.Effects.Room)
}
