package room

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"archmage/internal/game"
)

// walker gives a room random commands, and compares it with rooms that are made from what is
// stored.
type walker struct {
	house
	// replayed is the room made from all stored entries; restored is made from the last snapshot
	// and the entries since.
	replayed, restored *Table
	carried, refusals  map[Kind]int
	// events counts the commands that were carried out at tables of events, by kind.
	events map[Kind]int
	// agreed counts the proposals that were carried out, by kind.
	agreed map[string]int
}

var walkPersons = []string{"ann", "bob", "cy", "dee", "eve"}

// chance reports true once in n times.
func (w *walker) chance(n int) bool { return w.rng.IntN(n) == 0 }

func pick[T any](w *walker, list ...T) T { return list[w.rng.IntN(len(list))] }

// settings draws settings; some are refused.
func (w *walker) settings() Settings {
	s := Settings{
		Game:  pick(w, "toy", "toy", "seasons", "spellbook", "chess"),
		Seats: pick(w, 2, 2, 2, 3, 4, 5), Spectators: w.chance(2), Undo: !w.chance(4),
		Delay:     pick(w, 0, 2),
		Clock:     Clock{Mode: pick(w, ClockNone, ClockMove, ClockBank, ClockDays), Seconds: 60, Increment: 5},
		OutOfTime: pick(w, OutOfTimeBot, OutOfTimeLose), Absent: AbsentBot,
	}
	s.OpenHands = w.chance(20) || s.Spectators && s.Delay > 0
	return s
}

// weights says how often a kind is drawn at each stage; 1 if it is not named.
var weights = map[bool]map[Kind]int{
	false: {
		KindOpen:      9,
		KindOpenEvent: 3,
		KindClaim:     20,
		KindReady:     30,
		KindBot:       15,
		KindStart:     40,
		KindShare:     10,
		KindOffer:     20,
		KindAccept:    30,
		KindDecline:   3,
		KindRematch:   4,
		KindAddSeat:   2,
		KindDropSeat:  2,
		KindSettings:  4,
		KindReveal:    15,
		KindKick:      1,
		KindReadmit:   6,
		KindConsent:   8,
	},
	true: {
		KindAsk:     40,
		KindLeave:   5,
		KindAnswer:  60,
		KindUndo:    10,
		KindReturn:  6,
		KindConcede: 3,
		KindStandIn: 3,
		KindTimeout: 2,
		KindPropose: 24,
		KindReply:   40,
		KindAway:    12,
		KindBack:    4,
	},
}

// kind draws a kind of command.
func (w *walker) kind() Kind {
	var list []Kind
	for kind := range kinds {
		list = append(list, kind)
	}
	slices.Sort(list)
	weight := func(kind Kind) int { return max(1, weights[w.table.Playing()][kind]) }
	sum := 0
	for _, kind := range list {
		sum += weight(kind)
	}
	n := w.rng.IntN(sum)
	for _, kind := range list {
		if n -= weight(kind); n < 0 {
			return kind
		}
	}
	panic("unreachable")
}

// command draws a command that is often one that makes sense.
func (w *walker) command() *Command {
	kind := w.kind()
	action := newAction(kind)
	w.draw(action)
	t := w.table
	person := pick(w, walkPersons...)
	k := kinds[kind]
	switch {
	case k.by&byRoom != 0 && w.chance(2) || k.by == byRoom && !w.chance(8):
		person = ""
	case k.by&byHost != 0 && !w.chance(3) && t.Host != "":
		person = t.Host
	case k.by&byPlayer != 0 && t.Last > 0 && !w.chance(4):
		person = t.Seats[w.rng.IntN(len(t.Seats))].Person
	}
	switch a := action.(type) {
	case *Answer:
		if waiting := t.Waiting(); waiting != 0 {
			seats := slices.DeleteFunc([]game.Seat{0, 1, 2, 3}, func(s game.Seat) bool { return !waiting.Has(s) })
			seat := pick(w, seats...)
			action = w.answering(seat)
			person = t.Seats[seat].Person
			if t.BotOf(seat) != "" {
				person = ""
			}
		}
	case *Propose:
		for seat := range t.Seats {
			if other := len(t.Seats) - 1 - seat; t.Seats[seat].Away != 0 && t.Seats[other].Person != "" {
				a.What, a.Other, person = ProposeReplace, game.Seat(seat), t.Seats[other].Person
			}
		}
	case *Reply:
		if t.Play != nil && t.Play.Proposal != nil {
			person = t.Seats[pick(w, proposals{t}.missing(t.Play.Proposal)...)].Person
		}
	case *Return:
		for seat := range t.Seats {
			if t.BotOf(game.Seat(seat)) != "" && t.Seats[seat].Person != "" {
				a.Seat = game.Seat(seat)
				person = pick(w, "", t.Seats[seat].Person)
			}
		}
	case *Claim:
		for i := range t.Seats {
			if expected := t.Reservations().expected(game.Seat(i)); expected != nil && !w.chance(4) {
				a.Seat, person = game.Seat(i), expected.Player
			}
		}
	case *Undo:
		if seats := t.CanUndo(); seats != 0 {
			person = t.Seats[seats.First()].Person
		}
	}
	return w.by(person, action)
}

// draw fills an action with random values that often make sense.
func (w *walker) draw(action Action) {
	t := w.table
	anySeat := func() game.Seat { return game.Seat(w.rng.IntN(5) - 1) }
	free := func() game.Seat {
		for seat := range t.Seats {
			if t.IsFree(game.Seat(seat)) && w.chance(2) {
				return game.Seat(seat)
			}
		}
		return anySeat()
	}
	offered := func() uint64 {
		if t.Offer != nil && !w.chance(8) {
			return t.Offer.Number
		}
		return 1
	}
	switch a := action.(type) {
	case *Open:
		a.Settings = w.settings()
	case *OpenEvent:
		a.Settings, a.Event = w.settings(), eventOf().Event
		a.Event.Expected = make([]Expected, pick(w, a.Settings.Seats, a.Settings.Seats, 2))
		for i := range a.Event.Expected {
			if person := pick(w, walkPersons[i], walkPersons[i], ""); person != "" {
				a.Event.Expected[i] = Expected{Person: person, Name: "Name of " + person}
			}
		}
		if w.chance(2) {
			a.Event.Deal = &game.Seed{7}
		}
	case *Await:
		a.Until = int64(w.rng.IntN(3))
	case *ChangeSettings:
		a.Settings = w.settings()
	case *Claim:
		a.Seat = free()
	case *AskSeat:
		a.Seat = free()
	case *SetReady:
		a.Ready = !w.chance(4)
	case *GiveShare:
		a.Share = pick(w, "000102030405060708090a0b0c0d0e0f", "ff0102030405060708090a0b0c0d0e0f", "xyz")
		a.Commitment = pick(w, t.Secret.Commitment(), t.Secret.Commitment(), "old")
	case *Swap:
		a.Seat, a.Other = anySeat(), game.Seat(w.rng.IntN(4))
	case *DropSeat:
		a.Seat = free()
	case *MakeOffer:
		a.BestOf = pick(w, 1, 3, 3, 2)
	case *Accept:
		a.Offer = offered()
	case *Decline:
		a.Offer = offered()
	case *Rematch:
		a.Open = w.chance(2)
	case *Kick:
		a.Seat = anySeat()
	case *SeatBot:
		a.Seat, a.Bot = anySeat(), pick(w, "random", "random", "deep")
	case *MakeHost:
		a.Seat = anySeat()
	case *StandIn:
		a.Seat = anySeat()
	case *TimeOut:
		a.Seat = anySeat()
	case *Return:
		a.Seat = anySeat()
	case *Answer:
		a.Seat = anySeat()
	case *Remove:
		a.Person, a.PersonName = pick(w, walkPersons...), pick(w, "a name", "a name", "")
	case *Readmit:
		if a.Person = pick(w, walkPersons...); len(t.Removed) > 0 {
			a.Person = pick(w, t.Removed...).Person
		}
	case *Mute:
		a.Person, a.Muted = pick(w, walkPersons...), w.chance(2)
	case *Consent:
		a.Agree = !w.chance(8)
	case *Propose:
		a.What, a.Other = pick(w, ProposeEnd, ProposePause, ProposeResume, ProposeReplace, "x"), game.Seat(
			w.rng.IntN(4),
		)
		if t.Play != nil && t.Play.Paused {
			a.What = ProposeResume
		}
	case *Reply:
		a.Agree = !w.chance(8)
		if t.Play != nil && t.Play.Proposal != nil {
			a.Proposal = t.Play.Proposal.Number
			a.Agree = a.Agree || t.Play.Proposal.What == ProposeLetIn
		}
	case *Compensate:
		a.Length = w.rng.Int64N(7200_000) - 3600_000
	case *Away:
		a.Seat, a.Since = anySeat(), w.at-int64(w.rng.IntN(72*3600))*1000
	case *Back:
		a.Seat = anySeat()
		for seat := range t.Seats {
			if t.Seats[seat].Away != 0 {
				a.Seat = game.Seat(seat)
			}
		}
	case *Upgrade:
		if t.Play != nil {
			state, err := t.Play.Match.State.AppendBinary(nil)
			require.NoError(w.t, err)
			a.Version, a.State = t.Play.Match.RulesVersion()+1, state
		}
	}
}

// step gives one command and checks everything that must hold.
func (w *walker) step() {
	w.at += int64(w.rng.IntN(20_000))
	c := w.command()
	before := w.table
	was, undo := before.Encode(), before.CanUndo()
	change, err := Decide(before, c)
	require.Equal(w.t, string(was), string(before.Encode()), "%s changes the table it is given", c.Body.Kind())
	require.Equal(w.t, undo, before.CanUndo())
	if err != nil {
		require.NotEqual(w.t, "?", string(codeOf(err)), "%s is refused without a code: %v", c.Body.Kind(), err)
		w.refusals[c.Body.Kind()]++
		return
	}
	w.carried[c.Body.Kind()]++
	if before.Event != nil {
		w.events[c.Body.Kind()]++
		require.True(w.t, c.By.ID == "" || slices.Contains(eventKinds, c.Body.Kind()), "%s", c.Body.Kind())
		w.checkEventTable(change.Next)
	}
	for _, event := range change.Effects.Events {
		w.agreed[event.Kind]++
	}
	w.table = change.Next
	require.Equal(w.t, before.Last+1, w.table.Last)

	stored := change.Entry.Encode()
	kind := change.Entry.Body.Kind()
	w.replayed = w.follow(w.replayed, kind, stored, &change)
	if w.restored != nil {
		w.restored = w.follow(w.restored, kind, stored, &change)
	}
	if w.table.Saved == w.table.Last {
		// A room may store a snapshot here.
		restored, err := Decode(w.table.games, w.table.ID, w.table.Encode())
		require.NoError(w.t, err)
		require.Equal(w.t, string(w.table.Encode()), string(restored.Encode()))
		w.restored = restored
	}
	if c.By.ID != "" {
		again, err := Decide(w.table, c)
		require.NoError(w.t, err)
		require.Equal(w.t, Change{Next: w.table}, again, "a command that is sent again")
	}
}

// checkEventTable requires what always holds at the table of an event.
func (w *walker) checkEventTable(t *Table) {
	require.Empty(w.t, t.Host)
	require.LessOrEqual(w.t, t.Matches, 1)
	require.Len(w.t, t.Seats, len(t.Event.Expected))
	info := text(t.Info())
	if deal := t.Event.Deal; deal != nil && t.Status != StatusFinished {
		require.NotContains(w.t, info, strings.Trim(text(deal), `"`))
	}
	for i, expected := range t.Event.Expected {
		if person := t.Seats[i].Person; person != "" {
			require.Equal(w.t, expected.Person, person, "only the expected person has the seat")
		}
		require.False(w.t, t.IsFree(game.Seat(i)))
	}
	if t.Play != nil {
		require.Equal(w.t, t.ID, t.Play.Match.ID)
		require.Nil(w.t, t.Play.Proposal)
		require.Zero(w.t, t.CanUndo())
	}
}

// follow applies a stored entry to another table, and requires the same result.
func (w *walker) follow(t *Table, kind Kind, stored []byte, change *Change) *Table {
	e, err := DecodeEntry(string(kind), stored)
	require.NoError(w.t, err)
	require.Equal(w.t, string(stored), string(e.Encode()))
	if e.Hash != "" {
		other := *e
		other.Hash = "0000000000000000"
		_, _, err := Apply(t, &other)
		require.ErrorIs(w.t, err, ErrDiverged)
	}
	next, effects, err := Apply(t, e)
	require.NoError(w.t, err)
	require.Equal(w.t, string(change.Next.Encode()), string(next.Encode()), "after the stored %s", kind)
	require.Equal(w.t, change.Next.CanUndo(), next.CanUndo())
	require.Equal(w.t, text(change.Effects), text(effects))
	require.Equal(w.t, text(change.Next.Info()), text(next.Info()))
	return next
}

func text(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(data)
}

// TestStoredEntriesLeadToTheSame gives rooms random commands. Decide must not change its table. The
// stored entry must lead to the same table and effects, also from a snapshot. A command that is
// refused or repeated must change nothing. Every kind of command must have been both carried out
// and refused.
func TestStoredEntriesLeadToTheSame(t *testing.T) {
	carried, refusals, agreed, events := map[Kind]int{}, map[Kind]int{}, map[string]int{}, map[Kind]int{}
	games := map[string]int{}
	unmet := func() (list []string) {
		for kind := range kinds {
			if carried[kind] == 0 {
				list = append(list, string(kind)+" carried out")
			}
			if refusals[kind] == 0 && kind != KindStop && kind != KindContinue {
				list = append(list, string(kind)+" refused")
			}
		}
		for _, kind := range []string{"ended", "paused", "resumed", "replaced", "declined", "taken"} {
			if agreed[kind] == 0 {
				list = append(list, kind)
			}
		}
		for _, kind := range append(eventKinds, KindStart, KindClose, KindTimeout) {
			if events[kind] == 0 {
				list = append(list, string(kind)+" at the table of an event")
			}
		}
		for _, name := range []string{"toy", "seasons", "spellbook"} {
			if games[name] == 0 {
				list = append(list, name)
			}
		}
		return list
	}
	// What is rare may be missed once, and never so often.
	for round := 0; round == 0 || round < 20 && len(unmet()) > 0; round++ {
		rapid.Check(t, func(r *rapid.T) {
			h := newHouse(r)
			w := &walker{
				house:    *h,
				replayed: h.table,
				carried:  carried,
				refusals: refusals,
				agreed:   agreed,
				events:   events,
			}
			for i, seed := range rapid.SliceOfN(rapid.Uint64(), 120, 200).Draw(r, "seeds of steps") {
				w.rng = rand.New(rand.NewPCG(seed, uint64(i)))
				w.step()
				if w.table.Playing() {
					games[w.table.Settings.Game]++
				}
			}
		})
	}
	require.Empty(t, unmet(), "what never happened")
	t.Log(carried, agreed)
}
