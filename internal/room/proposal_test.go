package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// propose lets a player propose something.
func (h *house) propose(person string, what ProposalKind) *Table {
	h.t.Helper()
	return h.do(person, &Propose{What: what})
}

// reply lets a player agree to what is proposed, or decline it.
func (h *house) reply(person string, agree bool) *Table {
	h.t.Helper()
	return h.do(person, &Reply{Proposal: h.table.Play.Proposal.Number, Agree: agree})
}

// letIn lets somebody ask for a seat whose player has left, and the given players agree.
func (h *house) letIn(person string, seat game.Seat, agree ...string) {
	h.t.Helper()
	h.do(person, &AskSeat{Seat: seat})
	for _, player := range agree {
		require.Equal(h.t, game.NoSeat, h.table.SeatOf(person))
		h.reply(player, true)
	}
	require.Equal(h.t, seat, h.table.SeatOf(person))
}

// away records that the player of a seat has been away for that many seconds.
func (h *house) away(seat game.Seat, seconds int64) *Table {
	h.t.Helper()
	return h.do("", &Away{Seat: seat, Since: h.at - seconds*1000})
}

// events returns the kinds of the events of the last command.
func (h *house) events() []string {
	list := []string{}
	for _, event := range h.last.Effects.Events {
		list = append(list, event.Kind)
	}
	return list
}

func TestAgreeToEnd(t *testing.T) {
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.propose("ann", ProposeEnd)
	require.Equal(t, &ProposalInfo{
		Number: 1, What: ProposeEnd, By: 0, Other: game.NoSeat, Agreed: []game.Seat{0}, Missing: []game.Seat{1, 2},
	}, h.table.Info().Proposal)
	h.refused(CodeProposed, "bob", &Propose{What: ProposePause})
	h.refused(CodeNotProposed, "bob", &Reply{Proposal: 2, Agree: true})
	h.reply("bob", true)
	h.reply("cy", false)
	require.Nil(t, h.table.Info().Proposal, "one who declines is enough")
	require.Equal(t, []string{"declined"}, h.events())
	h.propose("ann", ProposeEnd)
	h.reply("ann", false)
	require.Empty(t, h.events(), "the player has taken it back")
	h.propose("bob", ProposeEnd)
	require.Equal(t, uint64(3), h.table.Play.Proposal.Number)
	h.reply("cy", true)
	h.reply("ann", true)
	require.Equal(t, StatusFinished, h.table.Status)
	require.Equal(t, []string{"ended"}, h.events())
	require.Equal(t, 1, h.table.Abandoned)
	require.Nil(t, h.table.Play.Match.Result.Outcome)
	require.Equal(t, h.at, h.table.Play.Match.Result.Ended)
}

// TestWhoHasToAgree requires that a proposal is carried out once it needs no further agreement, for
// whatever reason.
func TestWhoHasToAgree(t *testing.T) {
	tests := []struct {
		name string
		do   func(*house)
		over bool
	}{
		{"a bot stands in", func(h *house) { h.do("", &StandIn{Seat: 1}) }, true},
		{"the other concedes", func(h *house) { h.do("bob", &Concede{}) }, true},
		{"the other leaves", func(h *house) { h.do("bob", &Leave{}) }, true},
		{"the other is removed", func(h *house) { h.do("ann", &Kick{Seat: 1}) }, true},
		{"the other is away", func(h *house) { h.away(1, 300) }, true},
		{"the other answers", func(h *house) { h.answer(1) }, false},
		{"the player who proposes is away", func(h *house) { h.away(0, 300) }, false},
		{"the player who proposes leaves", func(h *house) { h.do("ann", &Leave{}) }, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := playing(t, toySettings(3), "ann", "bob", "cy")
			h.propose("ann", ProposeEnd)
			h.reply("cy", true)
			test.do(h)
			require.Equal(t, test.over, !h.table.Playing())
			require.Equal(t, test.over || h.table.SeatOf("ann") == game.NoSeat, h.table.Play.Proposal == nil)
		})
	}
}

func TestPause(t *testing.T) {
	h := timed(t, perMove)
	h.refused(CodeNotProposed, "ann", &Propose{What: ProposeResume})
	h.refused(coded.Malformed, "ann", &Propose{What: "dance"})
	h.pass(10)
	h.propose("ann", ProposePause)
	require.Equal(t, [2]bool{true, true}, h.running())
	h.reply("bob", true)
	require.Equal(t, []string{"paused"}, h.events())
	require.True(t, h.table.Info().Paused)
	require.Equal(t, [2]bool{false, false}, h.running())
	require.Zero(t, h.table.WakeAt())
	h.pass(1000)
	require.Equal(t, [2]int64{50, 50}, h.left())
	h.refused(CodePaused, "ann", h.answering(0))
	h.refused(CodePaused, "ann", &Undo{})
	h.refused(CodeNotProposed, "ann", &Propose{What: ProposePause})

	// No clock must start while its player is away.
	h.away(1, 400)
	h.propose("ann", ProposeResume)
	require.Equal(t, []game.Seat{1}, h.table.Info().Proposal.Missing)
	h.do("", &Back{Seat: 1})
	require.True(t, h.table.Info().Paused)
	h.reply("bob", true)
	require.Equal(t, []string{"resumed"}, h.events())
	require.False(t, h.table.Info().Paused)
	require.Equal(t, [2]bool{true, true}, h.running())
	h.pass(10)
	require.Equal(t, [2]int64{40, 40}, h.left())
	h.answer(0)
}

func TestBotsWaitWhilePaused(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	h.do("", &StandIn{Seat: 1})
	h.propose("ann", ProposePause)
	require.True(t, h.table.Play.Paused, "nobody else is asked")
	h.refused(CodePaused, "", h.answering(1))
	h.propose("ann", ProposeEnd)
	require.False(t, h.table.Playing(), "a paused match can be ended")
	require.False(t, h.table.Info().Paused)
}

// TestReplace lets a bot play for a player who has been away for a day, until the
// player is back.
func TestReplace(t *testing.T) {
	const day = 24 * 60 * 60
	replace := func(seat game.Seat) Action { return &Propose{What: ProposeReplace, Other: seat} }
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.refused(CodeNotProposed, "ann", replace(1))
	h.refused(CodeNoSeat, "ann", replace(3))
	h.away(1, day-1)
	require.Equal(t, h.at-(day-1)*1000, h.table.Info().Seats[1].Away)
	h.refused(CodeNotSeated, "", &Away{Seat: 1, Since: h.at})
	h.refused(CodeNotProposed, "ann", replace(1))
	h.pass(1)
	h.do("ann", replace(1))
	require.Equal(t, []game.Seat{2}, h.table.Info().Proposal.Missing, "who is away is not asked")
	h.reply("cy", true)
	require.Equal(t, []string{"replaced"}, h.events())
	require.Equal(t, "random", h.table.BotOf(1))
	require.Equal(t, "bob", h.table.Seats[1].Person, "the seat stays the player's")
	require.Empty(t, h.table.LostOf(1))
	h.refused(CodeNotProposed, "ann", replace(1))
	h.do("", &Return{Seat: 1})
	require.Empty(t, h.table.BotOf(1))

	settings := toySettings(3)
	settings.ReplaceAfter = 300
	h = playing(t, settings, "ann", "bob", "cy")
	h.away(1, 300)
	h.do("ann", replace(1))
	h.do("", &Back{Seat: 1})
	require.Nil(t, h.table.Play.Proposal, "bob is back, and nobody replaces him")
}

// TestLetIn gives a seat whose player has left to somebody whom all other players let in.
func TestLetIn(t *testing.T) {
	ask := &AskSeat{Seat: 1}
	left := func(settings Settings) *house {
		h := playing(t, settings, "ann", "bob", "cy", "gus")
		h.do("bob", &Leave{})
		return h
	}
	settings := toySettings(4)
	settings.LeftSeat = LeftSeatBot
	h := left(settings)
	require.False(t, h.table.Info().Seats[1].Free)
	h.refused(CodeTaken, "eve", ask)

	h = left(toySettings(4))
	require.True(t, h.table.Info().Seats[1].Free)
	h.refused(CodeHasSeat, "cy", ask)
	h.do("eve", ask)
	require.Equal(t, &ProposalInfo{
		Number:  1,
		What:    ProposeLetIn,
		By:      game.NoSeat,
		Name:    "Name of eve",
		Other:   1,
		Agreed:  []game.Seat{},
		Missing: []game.Seat{0, 2, 3},
	}, h.table.Info().Proposal)
	h.refused(CodeProposed, "dee", ask)
	h.refused(CodeNotSeated, "eve", &Reply{Proposal: 1, Agree: true})
	h.reply("ann", true)
	h.reply("gus", true)
	h.away(2, 300)
	h.do("", &StandIn{Seat: 2})
	require.Equal(t, []game.Seat{2}, h.table.Info().Proposal.Missing, "also who is away has to agree")
	h.do("cy", &Return{})
	h.reply("cy", false)
	require.Equal(t, []string{"declined"}, h.events())
	h.refused(CodeAsked, "eve", ask)

	h.do("dee", ask)
	h.propose("ann", ProposePause)
	require.Equal(t, ProposePause, h.table.Play.Proposal.What, "what players propose comes first")
	h.reply("ann", false)
	h.do("fay", ask)
	h.do("ann", &Remove{Person: "fay", PersonName: "Name of fay"})
	require.Nil(t, h.table.Play.Proposal)
	h.do("bob", ask)
	h.reply("ann", true)
	h.reply("gus", true)
	h.do("cy", &Concede{})
	require.Equal(t, []string{"conceded", "taken"}, h.events(), "nobody else's agreement is missing")
	require.Equal(t, game.Seat(1), h.table.SeatOf("bob"))
}

// TestWhoActsIsNotAway requires that every command of a player records that the player is back.
func TestWhoActsIsNotAway(t *testing.T) {
	h := playing(t, toySettings(2), "ann", "bob")
	h.away(1, 600)
	h.answer(1)
	require.Zero(t, h.table.Seats[1].Away)
	require.True(t, h.last.Effects.Room, "everybody is told")
	h.answer(h.turn())
	require.False(t, h.last.Effects.Room)
	h.refused(CodeNotSeated, "", &Back{Seat: 1})
}

func TestTheHostLeavesToWhoIsThere(t *testing.T) {
	h := playing(t, toySettings(3), "ann", "bob", "cy")
	h.away(1, 300)
	h.do("ann", &Leave{})
	require.Equal(t, "cy", h.table.Host)
	require.Equal(t, []string{"left", "host"}, h.events())
	h.do("", &MakeHost{Seat: 1})
	require.Equal(t, "bob", h.table.Host)
}
