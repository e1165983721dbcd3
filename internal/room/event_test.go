package room

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// eventOf returns a command that opens the table of an event for these persons. "" stands for a bot.
func eventOf(persons ...string) *OpenEvent {
	a := &OpenEvent{
		Settings: toySettings(len(persons)),
		Event:    Event{ID: "cup", Title: "The cup", Round: 2, Table: 3, Expected: make([]Expected, len(persons))},
	}
	a.Settings.Clock = Clock{Mode: ClockBank, Seconds: 300, Increment: 5}
	for i, person := range persons {
		if person != "" {
			a.Event.Expected[i] = Expected{Person: person, Name: "Name of " + person}
		}
	}
	return a
}

// eventTable opens the table of an event.
func eventTable(t testing.TB, persons ...string) *house {
	t.Helper()
	h := newHouse(t)
	h.do("", eventOf(persons...))
	return h
}

// The people of the table sit down on their own seats. Then the match starts by itself.
func TestEventTable(t *testing.T) {
	h := eventTable(t, "ann", "", "cy")
	info := h.table.Info()
	require.Equal(t, &EventInfo{ID: "cup", Title: "The cup", Round: 2, Table: 3}, info.Event)
	require.Empty(t, info.Host)
	require.Equal(t, StatusOpen, info.Status)
	require.Equal(t, &ExpectedInfo{"ann", "Name of ann"}, info.Seats[0].Expected)
	require.Equal(t, SeatInfo{Name: "Alwin", Bot: "random", Ready: true, Consent: true}, info.Seats[1])
	require.False(t, info.Seats[0].Free)
	require.Equal(t, []string{"ann", "cy"}, h.table.Members())

	require.Equal(t, game.Seat(2), h.table.Reservations().SeatOf("cy"))
	require.Equal(t, game.NoSeat, h.table.Reservations().SeatOf("eve"))
	require.Equal(t, game.NoSeat, h.table.Reservations().SeatOf(""))
	h.refused(CodeReserved, "eve", &Claim{Seat: 2})
	h.refused(CodeReserved, "cy", &Claim{Seat: 0})
	h.refused(CodeTaken, "cy", &Claim{Seat: 1})
	h.refused(CodeNoSeat, "cy", &Claim{Seat: 3})
	h.do("cy", &Claim{Seat: 2})
	h.refused(CodeHasSeat, "cy", &Claim{Seat: 2})
	require.Nil(t, h.table.Info().Seats[2].Expected)
	require.True(t, h.table.Info().Seats[2].Ready)
	require.False(t, h.table.CanAutoStart())
	h.refused(CodeNotReady, "", &Start{})
	h.do("ann", &Claim{Seat: 0})
	require.True(t, h.table.CanAutoStart())
	require.Empty(t, h.table.Host)
	h.do("", &Start{})
	require.Equal(t, "room-1", h.table.Play.Match.ID)
	require.NotNil(t, h.table.Play.Match.Start.Proof)
	h.finish()
	require.Equal(t, StatusFinished, h.table.Status)
	require.NotNil(t, h.table.Play.Match.Result.Outcome)
	require.False(t, h.table.CanAutoStart())
}

// Everything that a host or players could change elsewhere is refused, to the people of the table and to strangers.
func TestWhatAnEventTableRefuses(t *testing.T) {
	open, playing, finished := eventTable(t, "ann", "bob"), eventTable(t, "ann", "bob"), eventTable(t, "ann", "bob")
	open.do("ann", &Claim{Seat: 0})
	for _, h := range []*house{playing, finished} {
		h.do("ann", &Claim{Seat: 0})
		h.do("bob", &Claim{Seat: 1})
		h.do("", &Start{})
	}
	finished.finish()
	locked := 0
	for kind, spec := range kinds {
		if spec.action == nil {
			continue
		}
		for stage, h := range map[string]*house{"open": open, "playing": playing, "finished": finished} {
			for _, person := range []string{"ann", "bob", "eve"} {
				_, err := Decide(h.table, h.by(person, sensible(h, kind, person)))
				switch {
				case kind == KindLeave && person == "ann" && stage == "open":
					require.Equal(t, CodeEventTable, codeOf(err), "a person who has come stays until the match")
				case kind == KindClaim, kind == KindLeave, kind == KindShare, kind == KindAnswer, kind == KindConcede,
					kind == KindReturn:
					require.NotEqual(t, CodeEventTable, codeOf(err), "%s by %s while %s", kind, person, stage)
				default:
					require.Equal(t, CodeEventTable, codeOf(err), "%s by %s while %s", kind, person, stage)
					locked++
				}
			}
			if kind == KindHost {
				h.refused(CodeEventTable, "", &MakeHost{Seat: 0})
			}
		}
	}
	require.Equal(t, 21*3*3, locked)
}

// The match begins with the seed of the event. Nothing that is shown has it before the end.
func TestDeal(t *testing.T) {
	deal := game.Seed{1, 2, 3}
	secret := strings.Trim(text(deal), `"`)
	a := eventOf("ann", "")
	a.Event.Deal = &deal
	h := newHouse(t)
	h.do("", a)
	shown := func() string { return text(h.table.Info()) + text(h.last.Effects) }
	require.NotContains(t, shown(), secret)
	require.Empty(t, h.table.Info().Commitment)
	require.True(t, h.table.AllShared(), "players give no shares")
	h.do("ann", &Claim{Seat: 0})
	share := &GiveShare{Commitment: h.table.Secret.Commitment(), Share: "00112233445566778899aabbccddeeff"}
	h.refused(CodeOldCommitment, "ann", share)
	h.do("", &Start{})
	require.NotContains(t, shown(), secret)
	m := h.table.Play.Match
	require.Equal(t, &deal, m.Start.Seed)
	require.Nil(t, m.Start.Proof)
	restored, err := Decode(testGames(), "room-1", h.table.Encode())
	require.NoError(t, err)
	require.Equal(t, &deal, restored.Event.Deal)

	again := newHouse(t)
	b := eventOf("bob", "")
	b.Event.Deal = &deal
	again.do("", b)
	again.do("bob", &Claim{Seat: 0})
	again.do("", &Start{})
	require.Equal(t, m.Hash, again.table.Play.Match.Hash, "another table has the same deal")
	h.finish()
	result := h.table.Play.Match.Result
	require.Nil(t, result.Seed, "others may still play with it")
	require.Equal(t, &match.Deal{Event: a.Event.ID, Round: a.Event.Round}, result.Deal)
}

// The server can close the table before the match, which then does not start, and during it.
func TestCloseAnEventTable(t *testing.T) {
	h := eventTable(t, "ann", "bob")
	h.do("ann", &Claim{Seat: 0})
	h.do("", &Close{})
	require.True(t, h.table.Info().Event.Closed)
	require.Empty(t, h.table.Members())
	require.Equal(t, game.NoSeat, h.table.Reservations().SeatOf("bob"))
	h.refused(CodeTaken, "bob", &Claim{Seat: 1})
	h.refused(CodeNotPlaying, "", &Close{})

	h = eventTable(t, "ann", "bob")
	h.do("ann", &Claim{Seat: 0})
	h.do("bob", &Claim{Seat: 1})
	full := h.table
	h.do("", &Close{})
	require.False(t, h.table.CanAutoStart())
	h.refused(CodeEventTable, "", &Start{})

	h.table = full
	h.do("", &Start{})
	h.do("", &Close{})
	require.Equal(t, StatusFinished, h.table.Status)
	require.Nil(t, h.table.Play.Match.Result.Outcome)
	require.Equal(t, []string{"ann", "bob"}, h.table.Members())
	h.refused(CodeNotPlaying, "", &Close{})
}

func TestOpenEventRefused(t *testing.T) {
	longID := strings.Repeat("x", maxID+1)
	for name, test := range map[string]struct {
		code   coded.Code
		change func(*OpenEvent)
	}{
		"no id":            {coded.Malformed, func(a *OpenEvent) { a.Event.ID = "" }},
		"no title":         {coded.Malformed, func(a *OpenEvent) { a.Event.Title = "" }},
		"a long title":     {coded.Malformed, func(a *OpenEvent) { a.Event.Title = strings.Repeat("x", maxTitle+1) }},
		"a person twice":   {CodeHasSeat, func(a *OpenEvent) { a.Event.Expected[1] = a.Event.Expected[0] }},
		"only bots":        {coded.Malformed, func(a *OpenEvent) { clear(a.Event.Expected) }},
		"too few people":   {coded.Malformed, func(a *OpenEvent) { a.Event.Expected = a.Event.Expected[:1] }},
		"no name":          {coded.Malformed, func(a *OpenEvent) { a.Event.Expected[0].Name = "" }},
		"a long id":        {coded.Malformed, func(a *OpenEvent) { a.Event.Expected[0].Person = longID }},
		"unknown game":     {CodeBadSettings, func(a *OpenEvent) { a.Settings.Game = "chess" }},
		"a bot in a rated": {CodeNotRated, func(a *OpenEvent) { *a = *eventOf("ann", ""); a.Settings.Rated = true }},
	} {
		a := eventOf("ann", "bob")
		test.change(a)
		h := newHouse(t)
		_, err := Decide(h.table, h.by("", a))
		require.Equal(t, test.code, codeOf(err), name)
	}
	h := newHouse(t)
	h.refused(CodeUnknownCommand, "ann", eventOf("ann", "bob"))
}

// Only people with accounts sit down at a rated table.
func TestRatedEventTable(t *testing.T) {
	h := newHouse(t)
	a := eventOf("ann", "bob")
	a.Settings.Rated = true
	h.do("", a)
	require.Equal(t, OutOfTimeLose, h.table.Settings.OutOfTime)
	h.refused(CodeAccounts, "ann", &Claim{Seat: 0})
	h.kind = PersonAccount
	h.do("ann", &Claim{Seat: 0})
	h.do("bob", &Claim{Seat: 1})
	require.True(t, h.table.CanAutoStart())
}

// At the end of the round's time, each player keeps at most two minutes, and a player who uses them up loses.
func TestEndOfTheTime(t *testing.T) {
	a := eventOf("ann", "bob")
	a.Settings.OutOfTime = OutOfTimeLose
	h := newHouse(t)
	h.do("", a)
	h.refused(CodeNotPlaying, "", &EndTime{})
	h.do("ann", &Claim{Seat: 0})
	h.do("bob", &Claim{Seat: 1})
	h.do("", &Start{})
	h.refused(CodeUnknownCommand, "ann", &EndTime{})
	h.do("", &Stop{})
	h.do("", &EndTime{})
	require.True(t, h.table.Info().Event.TimeUp)
	require.False(t, h.table.Stopped, "the clocks run although nobody comes back")
	require.Zero(t, h.table.Settings.Clock.Increment)
	for i := range h.table.Seats {
		require.EqualValues(t, lastTime, h.table.Clocks().Remaining(game.Seat(i), h.table.At))
	}
	h.refused(CodeEventTable, "", &EndTime{})
	end, seat := h.table.Clocks().Deadline()
	require.Equal(t, h.table.At+lastTime, end)
	h.do("", &TimeOut{Seat: seat})
	require.Equal(t, match.LostTime, h.table.Play.Match.Result.Seats[seat].Lost)

	playing(t, toySettings(2), "ann", "bob").refused(CodeEventTable, "", &EndTime{})
}

// Everybody at the table sees how long people are awaited.
func TestAwait(t *testing.T) {
	h := eventTable(t, "ann", "bob")
	h.do("ann", &Claim{Seat: 0})
	awaited := Awaited{Until: firstTime + 60_000, Longer: true}
	h.refused(CodeUnknownCommand, "ann", &Await{awaited})
	h.do("", &Await{awaited})
	require.Equal(t, awaited, h.table.Info().Event.Awaited)
	h.refused(CodeEventTable, "", &Await{awaited})
	h.do("", &Close{})
	h.refused(CodeEventTable, "", &Await{})
}
