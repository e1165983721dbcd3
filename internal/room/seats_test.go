package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// persons returns the ids of the persons by seat, "" for nobody.
func persons(t *Table) []string {
	list := make([]string, len(t.Seats))
	for i := range t.Seats {
		list[i] = t.Seats[i].Person
	}
	return list
}

// ready returns, by seat, whether the player is ready.
func ready(t *Table) []bool {
	list := make([]bool, len(t.Seats))
	for i := range t.Seats {
		list[i] = t.Seats[i].Ready
	}
	return list
}

func TestOpen(t *testing.T) {
	h := newHouse(t)
	h.refused(CodeBadSettings, "ann", &Open{})
	table := h.do("ann", &Open{Settings: Settings{Game: "toy", Seats: 3}})
	require.Equal(t, StatusOpen, table.Status)
	require.Equal(t, "ann", table.Host)
	require.Equal(t, []string{"ann", "", ""}, persons(table))
	require.Equal(t, Seat{Person: "ann", Name: "Name of ann", Ready: true}, table.Seats[0])
	require.Equal(t, Settings{
		Game: "toy", Options: game.MatchOptions{"panic": "off"}, Seats: 3, Clock: Clock{Mode: ClockNone},
		Absent: AbsentWait, AbsentAfter: 120, OutOfTime: OutOfTimeBot, ReplaceAfter: 86_400,
		LeftSeat: LeftSeatAgree,
	}, table.Settings)
	require.Nil(t, table.Play)
	require.Equal(t, uint64(1), table.Last)
}

func TestSettingsThatARoomCannotHave(t *testing.T) {
	tests := []struct {
		name   string
		change func(*Settings)
		code   coded.Code
	}{
		{"nothing changed", func(*Settings) {}, ""},
		{"unknown game", func(s *Settings) { s.Game = "chess" }, CodeBadSettings},
		{"too many seats", func(s *Settings) { s.Seats = 5 }, game.CodeBadSeats},
		{"too few seats", func(s *Settings) { s.Seats = 1 }, game.CodeBadSeats},
		{"unknown option", func(s *Settings) { s.Options = game.MatchOptions{"x": "y"} }, game.CodeBadOptions},
		{"unknown value", func(s *Settings) { s.Options = game.MatchOptions{"panic": "y"} }, game.CodeBadOptions},
		{"negative delay", func(s *Settings) { s.Delay = -1 }, CodeBadSettings},
		{"longest delay", func(s *Settings) { s.Delay = MaxDelay }, ""},
		{"too long a delay", func(s *Settings) { s.Delay = MaxDelay + 1 }, CodeBadSettings},
		{"unknown rule for absence", func(s *Settings) { s.Absent = "x" }, CodeBadSettings},
		{"absent too soon", func(s *Settings) { s.AbsentAfter = 9 }, CodeBadSettings},
		{"absent too late", func(s *Settings) { s.AbsentAfter = 86_401 }, CodeBadSettings},
		{"absent after a day", func(s *Settings) { s.AbsentAfter = 86_400 }, ""},
		{"replaced too soon", func(s *Settings) { s.ReplaceAfter = 299 }, CodeBadSettings},
		{"replaced too late", func(s *Settings) { s.ReplaceAfter = maxReplaceAfter + 1 }, CodeBadSettings},
		{"unknown rule for seats that were left", func(s *Settings) { s.LeftSeat = "x" }, CodeBadSettings},
		{"unknown rule for time", func(s *Settings) { s.OutOfTime = "x" }, CodeBadSettings},
		{"unknown clock", func(s *Settings) { s.Clock.Mode = "x" }, CodeBadSettings},
		{"a clock too short", func(s *Settings) { s.Clock = Clock{Mode: ClockMove, Seconds: 4} }, CodeBadSettings},
		{"a short clock", func(s *Settings) { s.Clock = Clock{Mode: ClockMove, Seconds: 5} }, ""},
		{
			name:   "a clock too long",
			change: func(s *Settings) { s.Clock = Clock{Mode: ClockDays, Seconds: maxClock + 1} },
			code:   CodeBadSettings,
		},
		{
			name:   "negative increment",
			change: func(s *Settings) { s.Clock = Clock{Mode: ClockBank, Seconds: 60, Increment: -1} },
			code:   CodeBadSettings,
		},
		{"no clock needs no time", func(s *Settings) { s.Clock = Clock{Mode: ClockNone, Seconds: 1} }, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			settings := toySettings(2)
			test.change(&settings)
			h := newHouse(t)
			_, err := Decide(h.table, h.by("ann", &Open{Settings: settings}))
			require.Equal(t, test.code, codeOf(err))
			h = open(t, toySettings(2), "ann")
			_, err = Decide(h.table, h.by("ann", &ChangeSettings{Settings: settings}))
			require.Equal(t, test.code, codeOf(err))
		})
	}
}

// TestChangedSettings requires that shares for the next match are dropped if it becomes another
// match, and that readiness is cleared unless only the listing changes.
func TestChangedSettings(t *testing.T) {
	share := "00112233445566778899aabbccddeeff"
	tests := []struct {
		name   string
		change func(*Settings)
		void   bool
	}{
		{"nothing", func(*Settings) {}, false},
		{"spectators", func(s *Settings) { s.Spectators = false }, false},
		{"delay", func(s *Settings) { s.Delay = 2 }, false},
		{"undo", func(s *Settings) { s.Undo = false }, false},
		{"clock", func(s *Settings) { s.Clock = Clock{Mode: ClockMove, Seconds: 60} }, false},
		{"listed", func(s *Settings) { s.Listed = true }, false},
		{"an option left out", func(s *Settings) { s.Options = nil }, false},
		{"option", func(s *Settings) { s.Options = game.MatchOptions{"panic": "on"} }, true},
		{"more seats", func(s *Settings) { s.Seats = 4 }, true},
		{"game", func(s *Settings) { s.Game, s.Options = "spellbook", nil }, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			h := open(t, toySettings(3), "ann", "bob")
			h.do("ann", &SeatBot{Seat: 2, Bot: "random"})
			commitment := h.table.Secret.Commitment()
			h.do("bob", &GiveShare{Share: share, Commitment: commitment})
			require.Equal(t, []bool{true, true, true}, ready(h.table))
			settings := h.table.Settings
			test.change(&settings)
			h.do("ann", &ChangeSettings{Settings: settings})
			require.Equal(t, test.name == "listed", h.table.Seats[1].Ready)
			require.True(t, h.table.Seats[0].Ready)
			require.Equal(t, test.void, h.table.Seats[1].Share == "")
			require.Equal(t, test.void, h.table.Secret.Commitment() != commitment)
			gone := settings.Game != "toy"
			require.Equal(t, gone, h.table.Seats[2].Bot == "", "bots are those of a game")
		})
	}
}

func TestFewerSeats(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob", "cy")
	require.Equal(t, StatusSeated, h.table.Status)
	two := toySettings(2)
	h.do("ann", &MakeHost{Seat: 2})
	h.refused(CodeBadSettings, "cy", &ChangeSettings{Settings: two})
	h.do("cy", &MakeHost{Seat: 0})
	h.do("ann", &ChangeSettings{Settings: two})
	require.Equal(t, []string{"ann", "bob"}, persons(h.table))
	h.refused(CodeNotSeated, "cy", &SetReady{})
	require.Equal(t, []Removal{{"cy", "Name of cy", "Name of ann", false, ""}}, h.table.Info().Removed)
}

func TestClaim(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob")
	h.refused(CodeNoSeat, "cy", &Claim{Seat: 3})
	h.refused(CodeNoSeat, "cy", &Claim{Seat: -1})
	h.refused(CodeTaken, "cy", &Claim{Seat: 1})
	h.refused(CodeHasSeat, "bob", &Claim{Seat: 2})
	h.do("cy", &Claim{Seat: 2})
	require.Equal(t, Seat{Person: "cy", Name: "Name of cy", Ready: true}, h.table.Seats[2], "who sits down is ready")
	require.Equal(t, StatusSeated, h.table.Status)
	h.do("cy", &SetReady{})
	h.refused(CodeNotReady, "ann", &Start{})
	h.do("cy", &Leave{})
	require.Equal(t, StatusOpen, h.table.Status)
	h.do("ann", &SeatBot{Seat: 2, Bot: "random"})
	h.refused(CodeTaken, "cy", &Claim{Seat: 2})
	require.Equal(t, StatusSeated, h.table.Status)
}

func TestBots(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob")
	h.refused(CodeNoBot, "ann", &SeatBot{Seat: 2, Bot: "deep"})
	h.refused(CodeTaken, "ann", &SeatBot{Seat: 1, Bot: "random"})
	h.refused(CodeNoSeat, "ann", &SeatBot{Seat: 3, Bot: "random"})
	h.do("ann", &SeatBot{Seat: 2, Bot: "random"})
	require.Equal(t, Seat{Name: "Alwin", Bot: "random", Ready: true}, h.table.Seats[2])
	h.do("ann", &SeatBot{Seat: 2, Bot: "random"})
	require.Equal(t, "Alwin", h.table.NameOf(2), "another bot keeps the name")
	h.do("bob", &Leave{})
	h.do("ann", &SeatBot{Seat: 1, Bot: "random"})
	require.Equal(t, "Brisa", h.table.NameOf(1), "no two have the same")
	h.do("ann", &Kick{Seat: 2})
	require.Empty(t, h.table.Info().Removed, "a bot is told nothing")
	require.Equal(t, Seat{}, h.table.Seats[2])
}

func TestHost(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob", "cy")
	h.refused(CodeNotHost, "ann", &Kick{Seat: 0})
	h.do("ann", &MakeHost{Seat: 2})
	require.Equal(t, "cy", h.table.Host)
	h.refused(CodeNotHost, "ann", &Start{})
	h.do("cy", &Kick{Seat: 0})
	h.refused(CodeNotSeated, "cy", &MakeHost{Seat: 0})
	h.do("cy", &Leave{})
	require.Equal(t, "bob", h.table.Host, "the first player with a seat")
	h.do("bob", &Leave{})
	require.Equal(t, "bob", h.table.Host, "of an empty room the last host stays it")
	require.Equal(t, []string{"", "", ""}, persons(h.table))
	h.do("bob", &SeatBot{Seat: 0, Bot: "random"})
}

func TestSwap(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob")
	commitment := h.table.Secret.Commitment()
	h.do("bob", &GiveShare{Share: "00112233445566778899aabbccddeeff", Commitment: commitment})
	h.refused(CodeNoSeat, "ann", &Swap{Seat: 0, Other: 3})
	h.refused(CodeNoSeat, "ann", &Swap{Seat: -1, Other: 0})
	h.do("ann", &Swap{Seat: 1, Other: 2})
	require.Equal(t, []string{"ann", "", "bob"}, persons(h.table))
	require.Equal(t, []bool{true, false, false}, ready(h.table), "the order of seats has changed")
	require.Empty(t, h.table.Seats[2].Share)
	require.NotEqual(t, commitment, h.table.Secret.Commitment())
}

func TestShares(t *testing.T) {
	one, other := "00112233445566778899aabbccddeeff", "ff112233445566778899aabbccddeeff"
	h := open(t, toySettings(2), "ann", "bob")
	commitment := h.table.Secret.Commitment()
	share := func(text, to string) Action { return &GiveShare{Share: text, Commitment: to} }
	h.refused(coded.Malformed, "ann", share("0011", commitment))
	h.refused(CodeOldCommitment, "ann", share(one, match.Secret{9}.Commitment()))
	h.do("ann", share(one, commitment))
	h.do("ann", share(one, commitment))
	h.refused(CodeHasShared, "ann", share(other, commitment))
	info := h.table.Info()
	require.True(t, info.Seats[0].Shared)
	require.False(t, info.Seats[1].Shared)
	require.NotContains(t, text(info), one, "a share is not told before the match starts")

	secret := h.table.Secret
	h.do("ann", &Start{})
	info = h.table.Info()
	require.Equal(t, commitment, info.Match.Commitment)
	require.Equal(t, []string{one, ""}, info.Match.Shares)
	require.NotEqual(t, commitment, info.Commitment, "the next match has a secret of its own")
	require.NotContains(t, text(info), hexOf(secret), "the secret is told at the end")
	require.False(t, info.Seats[0].Shared)

	proof := h.table.Play.Match.Start.Proof
	require.Equal(t, &match.Proof{Secret: secret, Room: "room-1", Number: 1, Shares: []string{one, ""}}, proof)
	require.Equal(t, proof.Seed(&h.table.Play.Match.Terms), *h.table.Play.Match.Start.Seed)
	h.do("", &Close{})
	require.Equal(t, proof, h.table.Play.Match.Result.Proof, "an abandoned match tells it too")
}

func hexOf(secret match.Secret) string {
	data, _ := secret.MarshalText()
	return string(data)
}

func TestStart(t *testing.T) {
	h := open(t, toySettings(3), "ann", "bob")
	h.refused(CodeNotReady, "ann", &Start{})
	h.do("ann", &SeatBot{Seat: 2, Bot: "random"})
	h.do("bob", &SetReady{Ready: false})
	h.refused(CodeNotReady, "ann", &Start{})
	h.do("bob", &SetReady{Ready: true})
	table := h.do("ann", &Start{})
	require.Equal(t, StatusPlaying, table.Status)
	m := table.Play.Match
	require.Equal(t, []match.Player{
		{Person: "ann", Name: "Name of ann"}, {Person: "bob", Name: "Name of bob"}, {Name: "Alwin", Bot: "random"},
	}, m.Players)
	require.Equal(t, h.at, m.Started)
	require.Equal(t, table.Last, table.Play.StartEntry)
	require.Equal(t, map[string]game.Seat{"ann": 0, "bob": 1}, table.Play.Seen)
	require.Equal(t, m.Opening(), h.last.Effects.Events)
	require.Equal(t, m.Hash, h.last.Entry.Hash)
	require.Equal(t, 1, table.Matches)
}

func TestRematch(t *testing.T) {
	h := open(t, toySettings(4), "ann", "bob", "cy")
	h.do("ann", &SeatBot{Seat: 3, Bot: "random"})
	h.do("ann", &Start{})
	h.do("cy", &Leave{})
	h.do("bob", &Concede{})
	require.Equal(t, "random", h.table.BotOf(1))
	h.finish()
	require.NotNil(t, h.table.Play.Match.Result.Outcome)
	h.do("bob", &Rematch{Open: true})
	require.Equal(t, StatusOpen, h.table.Status)
	require.Equal(t, []string{"ann", "bob", "", ""}, persons(h.table))
	require.Equal(t, []bool{false, true, false, true}, ready(h.table), "who asks is ready")
	require.Empty(t, h.table.BotOf(1), "the seat is the player's again")
	require.Empty(t, h.table.LostOf(1))
	require.Equal(t, "random", h.table.BotOf(3))
	require.NotNil(t, h.table.Play, "the last match is shown until the next")
	h.do("cy", &Claim{Seat: 2})
	h.do("ann", &SetReady{Ready: true})
	h.do("ann", &Start{})
	require.Equal(t, 2, h.table.Play.Match.Start.Proof.Number)
	require.Equal(t, 2, h.table.Matches)
	require.Zero(t, h.table.Abandoned)

	h.do("", &Close{})
	require.Equal(t, 1, h.table.Abandoned)
	h.do("ann", &Leave{})
	h.do("bob", &Leave{})
	h.do("cy", &Leave{})
	h.do("cy", &Rematch{Open: true})
	require.Equal(t, []bool{false, false, false, true}, ready(h.table), "the host may ask without a seat")
}

// A host without a seat loses the role to who sits down first, so that those at the table can start.
func TestWhoSitsDownFirstBecomesHost(t *testing.T) {
	h := newHouse(t)
	h.do("ann", &Open{Settings: toySettings(2)})
	h.do("ann", &Leave{})
	require.Equal(t, "ann", h.table.Host, "nobody else is there")
	h.do("ann", &SeatBot{Seat: 1, Bot: "random"})
	require.Equal(t, "ann", h.table.Host)
	h.do("bob", &Claim{Seat: 0})
	require.Equal(t, "bob", h.table.Host)
	h.refused(CodeNotHost, "ann", &Start{})
	h.do("bob", &ChangeSettings{Settings: toySettings(3)})
	h.do("ann", &Claim{Seat: 2})
	require.Equal(t, "bob", h.table.Host)
	h.do("bob", &Mute{Person: "eve", Muted: true})
	h.do("bob", &Start{})
	require.True(t, h.table.Playing())
}

// What only players and the host may do, an old host without a seat may not do any more.
func TestAnOldHostIsASpectator(t *testing.T) {
	h := newHouse(t)
	settings := toySettings(2)
	settings.PlayersChat = true
	h.do("ann", &Open{Settings: settings})
	h.do("ann", &Leave{})
	require.NoError(t, h.table.CheckChat("ann"))
	h.do("bob", &Claim{Seat: 0})
	require.Equal(t, CodeMuted, codeOf(h.table.CheckChat("ann")))
	h.do("bob", &Mute{Person: "ann", Muted: true})
	h.do("bob", &Remove{Person: "ann", PersonName: "Ann"})
	require.True(t, h.table.Removed.IsOut("ann"))
}
