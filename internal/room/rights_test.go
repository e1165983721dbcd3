package room

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/strict"
)

// stages returns a room of three at each stage of its life: ann is host at seat 0, bob has seat 1,
// and seat 2 is free.
func stages(t *testing.T) map[string]*house {
	t.Helper()
	remove := func(h *house) { h.do("ann", &Remove{Person: "dee", PersonName: "Dee"}) }
	midMatch := func() *house {
		h := playing(t, toySettings(3), "ann", "bob", "cy")
		remove(h)
		h.do("cy", &Leave{})
		return h
	}
	finished := midMatch()
	finished.do("", &Close{})
	before := open(t, toySettings(3), "ann", "bob")
	remove(before)
	return map[string]*house{
		"unopened": newHouse(t),
		"open":     before,
		"playing":  midMatch(),
		"finished": finished,
	}
}

// newAction returns an empty action of a kind, also of a kind that clients cannot send.
func newAction(kind Kind) Action {
	if k := kinds[kind]; k.action != nil {
		return k.action()
	}
	switch kind {
	case KindOpen:
		return &Open{}
	case KindOpenEvent:
		return &OpenEvent{}
	}
	return kinds[kind].body().(Action)
}

// sensible returns an action of a kind that makes sense at a stage, if there is one.
func sensible(h *house, kind Kind, person string) Action {
	action := newAction(kind)
	switch a := action.(type) {
	case *Open:
		a.Settings = toySettings(3)
	case *OpenEvent:
		*a = *eventOf("ann", "bob", "")
	case *ChangeSettings:
		a.Settings = toySettings(3)
	case *Claim:
		a.Seat = 2
	case *SetReady:
		a.Ready = true
	case *GiveShare:
		a.Share, a.Commitment = "00112233445566778899aabbccddeeff", h.table.Secret.Commitment()
	case *Swap:
		a.Seat, a.Other = 2, 1
	case *DropSeat:
		a.Seat = 2
	case *MakeOffer:
		a.BestOf = 1
	case *Rematch:
		a.Open = true
	case *Kick:
		a.Seat = 2
	case *Remove:
		a.Person, a.PersonName = "zoe", "Zoe"
	case *Readmit:
		a.Person = "dee"
	case *Mute:
		a.Person = "zoe"
	case *SeatBot:
		a.Seat, a.Bot = 2, "random"
	case *MakeHost:
		a.Seat = 1
	case *Away:
		a.Seat = 1
	case *Back:
		a.Seat = 1
	case *StandIn:
		a.Seat = 1
	case *TimeOut:
		a.Seat = 1
	case *Return:
		a.Seat = 2
	case *AskSeat:
		a.Seat = 2
	case *Propose:
		a.What, a.Other = ProposeEnd, 1
	case *Reply:
		a.Proposal = 1
	case *Answer:
		if a.Seat = 2; h.table.Playing() {
			return h.answering(max(0, h.table.SeatOf(person)))
		}
	case *Upgrade:
		if h.table.Play != nil {
			state, err := h.table.Play.Match.State.AppendBinary(nil)
			require.NoError(h.t, err)
			a.Version, a.State = 2, state
		}
	}
	return action
}

// TestWhoMayDoWhatAndWhen gives every kind of command to the room itself, the
// host, another player and a stranger, at every stage of a room's life.
func TestWhoMayDoWhatAndWhen(t *testing.T) {
	const (
		ok      = coded.Code("")
		unknown = CodeUnknownCommand
		host    = CodeNotHost
		seated  = CodeNotSeated
		has     = CodeHasSeat
		early   = CodeNotPlaying
		late    = CodePlaying
	)
	persons := [4]string{"", "ann", "bob", "eve"} // the room, host, player, stranger
	type codes [len(persons)]coded.Code
	tests := []struct {
		kind                    Kind
		open, playing, finished codes
	}{
		{
			kind:     KindOpen,
			open:     codes{unknown, unknown, unknown, unknown},
			playing:  codes{unknown, unknown, unknown, unknown},
			finished: codes{unknown, unknown, unknown, unknown},
		},
		{
			kind:     KindOpenEvent,
			open:     codes{unknown, unknown, unknown, unknown},
			playing:  codes{unknown, unknown, unknown, unknown},
			finished: codes{unknown, unknown, unknown, unknown},
		},
		{
			kind:     KindSettings,
			open:     codes{unknown, ok, host, host},
			playing:  codes{unknown, late, host, host},
			finished: codes{unknown, late, host, host},
		},
		{KindClaim, codes{unknown, has, has, ok}, codes{unknown, late, late, late}, codes{unknown, late, late, late}},
		{KindLeave, codes{unknown, ok, ok, seated}, codes{unknown, ok, ok, seated}, codes{unknown, ok, ok, seated}},
		{
			kind:     KindReady,
			open:     codes{unknown, ok, ok, seated},
			playing:  codes{unknown, late, late, seated},
			finished: codes{unknown, late, late, seated},
		},
		{
			kind:     KindShare,
			open:     codes{unknown, ok, ok, seated},
			playing:  codes{unknown, late, late, seated},
			finished: codes{unknown, late, late, seated},
		},
		{KindSwap, codes{unknown, ok, host, host}, codes{unknown, late, host, host}, codes{unknown, late, host, host}},
		{
			kind:     KindKick,
			open:     codes{unknown, ok, host, host},
			playing:  codes{unknown, CodeNoSeat, host, host},
			finished: codes{unknown, ok, host, host},
		},
		{KindRemove, codes{unknown, ok, host, host}, codes{unknown, ok, host, host}, codes{unknown, ok, host, host}},
		{KindReadmit, codes{unknown, ok, host, host}, codes{unknown, ok, host, host}, codes{unknown, ok, host, host}},
		{KindMute, codes{unknown, ok, host, host}, codes{unknown, ok, host, host}, codes{unknown, ok, host, host}},
		{
			kind:     KindConsent,
			open:     codes{unknown, CodeOpenHands, CodeOpenHands, seated},
			playing:  codes{unknown, CodeOpenHands, CodeOpenHands, seated},
			finished: codes{unknown, CodeOpenHands, CodeOpenHands, seated},
		},
		{KindBot, codes{unknown, ok, host, host}, codes{unknown, late, host, host}, codes{unknown, late, host, host}},
		{KindHost, codes{ok, ok, host, host}, codes{ok, ok, host, host}, codes{ok, ok, host, host}},
		{
			kind:     KindAway,
			open:     codes{ok, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{ok, unknown, unknown, unknown},
		},
		{
			kind:     KindBack,
			open:     codes{seated, unknown, unknown, unknown},
			playing:  codes{seated, unknown, unknown, unknown},
			finished: codes{seated, unknown, unknown, unknown},
		},
		{
			kind:     KindStart,
			open:     codes{CodeNotReady, CodeNotReady, host, host},
			playing:  codes{late, late, host, host},
			finished: codes{late, late, host, host},
		},
		{
			kind:     KindAnswer,
			open:     codes{early, early, early, seated},
			playing:  codes{early, ok, ok, seated},
			finished: codes{early, early, early, seated},
		},
		{
			kind:     KindUndo,
			open:     codes{unknown, early, early, seated},
			playing:  codes{unknown, CodeNoUndo, CodeNoUndo, seated},
			finished: codes{unknown, early, early, seated},
		},
		{
			kind:     KindConcede,
			open:     codes{unknown, early, early, seated},
			playing:  codes{unknown, ok, ok, seated},
			finished: codes{unknown, early, early, seated},
		},
		{
			kind:     KindAsk,
			open:     codes{unknown, early, early, early},
			playing:  codes{unknown, has, has, ok},
			finished: codes{unknown, early, early, early},
		},
		{
			kind:     KindPropose,
			open:     codes{unknown, early, early, seated},
			playing:  codes{unknown, ok, ok, seated},
			finished: codes{unknown, early, early, seated},
		},
		{
			kind:     KindReply,
			open:     codes{unknown, early, early, seated},
			playing:  codes{unknown, CodeNotProposed, CodeNotProposed, seated},
			finished: codes{unknown, early, early, seated},
		},
		{
			kind:     KindAddSeat,
			open:     codes{unknown, ok, host, host},
			playing:  codes{unknown, late, host, host},
			finished: codes{unknown, late, host, host},
		},
		{
			kind:     KindDropSeat,
			open:     codes{unknown, ok, host, host},
			playing:  codes{unknown, late, host, host},
			finished: codes{unknown, late, host, host},
		},
		{
			kind:     KindOffer,
			open:     codes{unknown, late, late, seated},
			playing:  codes{unknown, late, late, seated},
			finished: codes{unknown, ok, ok, seated},
		},
		{
			kind:     KindAccept,
			open:     codes{unknown, late, late, seated},
			playing:  codes{unknown, late, late, seated},
			finished: codes{unknown, CodeNotOffered, CodeNotOffered, seated},
		},
		{
			kind:     KindDecline,
			open:     codes{unknown, late, late, seated},
			playing:  codes{unknown, late, late, seated},
			finished: codes{unknown, CodeNotOffered, CodeNotOffered, seated},
		},
		{
			kind:     KindRematch,
			open:     codes{unknown, late, late, seated},
			playing:  codes{unknown, late, late, seated},
			finished: codes{unknown, ok, ok, seated},
		},
		{
			kind:     KindReturn,
			open:     codes{early, early, early, seated},
			playing:  codes{early, early, early, seated},
			finished: codes{early, early, early, seated},
		},
		{
			kind:     KindStandIn,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindTimeout,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindStop,
			open:     codes{ok, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{ok, unknown, unknown, unknown},
		},
		{
			kind:     KindContinue,
			open:     codes{ok, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{ok, unknown, unknown, unknown},
		},
		{
			kind:     KindUnload,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{early, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindCompensate,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{early, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindReveal,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{early, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindUpgrade,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindClose,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{ok, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
		{
			kind:     KindAwait,
			open:     codes{CodeEventTable, unknown, unknown, unknown},
			playing:  codes{CodePlaying, unknown, unknown, unknown},
			finished: codes{CodePlaying, unknown, unknown, unknown},
		},
		{
			kind:     KindEndTime,
			open:     codes{early, unknown, unknown, unknown},
			playing:  codes{CodeEventTable, unknown, unknown, unknown},
			finished: codes{early, unknown, unknown, unknown},
		},
	}
	require.Len(t, tests, len(kinds))
	for _, test := range tests {
		for stage, want := range map[string]codes{
			"open": test.open, "playing": test.playing, "finished": test.finished,
		} {
			var got codes
			for i, person := range persons {
				h := stages(t)[stage]
				_, err := Decide(h.table, h.by(person, sensible(h, test.kind, person)))
				got[i] = codeOf(err)
			}
			require.Equal(t, want, got, "%s while %s", test.kind, stage)
		}
		for _, person := range persons {
			h := newHouse(t)
			_, err := Decide(h.table, h.by(person, sensible(h, test.kind, person)))
			if test.kind == KindOpen && person != "" || test.kind == KindOpenEvent && person == "" {
				require.NoError(t, err)
			} else {
				require.Error(t, err, "%s by %q of a room that is not open", test.kind, person)
			}
		}
	}
}

func TestUnknownCommands(t *testing.T) {
	h := open(t, toySettings(2), "ann")
	h.refused(CodeUnknownCommand, "ann", nil)
	h.refused(CodeUnknownCommand, "", nil)
	h.refused(CodeUnknownCommand, "ann", &TimeOut{})
	for _, kind := range []Kind{KindOpen, KindTimeout, "dance"} {
		_, err := DecodeAction(kind, &strict.Object{})
		require.Equal(t, CodeUnknownCommand, codeOf(err), "clients send no %q", kind)
	}
}

func TestLongIDs(t *testing.T) {
	h := open(t, toySettings(2), "ann")
	long := strings.Repeat("x", maxID+1)
	h.refused(coded.Malformed, long, &Claim{Seat: 1})
	c := h.by("ann", &SetReady{})
	c.ID = long
	_, err := Decide(h.table, c)
	require.Equal(t, coded.Malformed, codeOf(err))
	c.ID = long[:maxID]
	_, err = Decide(h.table, c)
	require.NoError(t, err)
}

// TestARepeatedCommandIsCarriedOutOnce requires that, as long as the room remembers the command: it
// remembers the last 256 commands of persons.
func TestARepeatedCommandIsCarriedOutOnce(t *testing.T) {
	h := open(t, toySettings(2), "ann")
	first := h.by("ann", &SetReady{Ready: false})
	change, err := Decide(h.table, first)
	require.NoError(t, err)
	h.table = change.Next
	for range maxRequests - 1 {
		h.do("ann", &SetReady{Ready: true})
	}
	again, err := Decide(h.table, first)
	require.NoError(t, err)
	require.Equal(t, Change{Next: h.table}, again)
	other := *first
	other.By.ID = "bob"
	_, err = Decide(h.table, &other)
	require.Equal(t, CodeNotSeated, codeOf(err), "the id is ann's alone")
	h.do("ann", &SetReady{Ready: true})
	again, err = Decide(h.table, first)
	require.NoError(t, err)
	require.NotNil(t, again.Entry)
}
