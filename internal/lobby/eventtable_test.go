package lobby

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/event"
	"archmage/internal/event/runner"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/lobby/eventtables"
	"archmage/internal/match"
	"archmage/internal/room"
)

const tableRoom = "table-of-the-cup"

// eventTable opens the table of an event for people, of whom "" is a bot.
func (w *world) eventTable(change func(*runner.Table), names ...string) *runner.Table {
	w.t.Helper()
	table := &runner.Table{
		Room: tableRoom, Event: "cup", Round: 2, Number: 3,
		Settings: event.Settings{Title: "The cup", Game: "toy", Minutes: 40, Listed: true},
	}
	for _, name := range names {
		person := event.Person{ID: name}
		if name != "" {
			person.Name = "The " + name
		}
		table.People = append(table.People, person)
	}
	if change != nil {
		change(table)
	}
	require.NoError(w.t, w.tables().Open(w.ctx, table))
	g, ok := w.games.Find(table.Settings.Game)
	require.True(w.t, ok)
	w.room, w.rules, w.known = table.Room, g.Rules, nil
	return table
}

func (w *world) tables() *eventtables.Tables {
	return eventtables.New(EventTables{w.lobby.Lobby}, w.log)
}

// state returns the state of the table.
func (w *world) state() runner.TableState {
	w.t.Helper()
	list, err := w.tables().States(w.ctx, []string{"elsewhere", w.room})
	require.NoError(w.t, err)
	require.Len(w.t, list, 2)
	require.Equal(w.t, runner.TableState{Status: runner.TableClosed}, list[0], "there is no such room")
	return list[1]
}

// kill starts another server over the same log, as if the first one had been killed. It returns a function that ends
// the goroutines of the first one.
func (w *world) kill() (end func()) {
	before := w.lobby
	for _, c := range w.people {
		c.sub = nil
	}
	w.fails = true // The first server finds that its rooms were taken over.
	w.start()
	return before.Close
}

// Two people come to their table, one after the other, and play. The server is stopped while one is awaited, and killed
// before the match starts and during it. Afterwards the room is deleted, and the result stays.
func TestEventTable(t *testing.T) {
	inWorld(t, func(w *world) {
		w.eventTable(nil, "ann", "bob")
		require.Equal(t, runner.TableState{Status: runner.TableWaiting, Present: []bool{false, false}}, w.state())
		eve, ann, bob := w.guest("eve"), w.newClient("ann"), w.newClient("bob")
		require.Equal(t, &room.EventInfo{ID: "cup", Title: "The cup", Round: 2, Table: 3}, eve.room.Event)
		require.Equal(t, &room.ExpectedInfo{Player: "ann", Name: "The ann"}, eve.room.Seats[0].Expected)
		w.requireCode(room.CodeReserved, w.do(eve, &room.Claim{Seat: 0}))
		w.join(ann)
		require.Equal(t, "ann", eve.room.Seats[0].Player, "opening the page is enough")
		require.Nil(t, eve.room.Seats[0].Expected)
		require.Equal(t, []bool{true, false}, w.state().Present)
		w.restart()
		require.Equal(t, []bool{true, false}, w.state().Present)
		w.join(ann)
		w.after(time.Minute)
		require.Equal(t, runner.TableWaiting, w.state().Status)

		w.join(bob)
		require.Equal(t, runner.TableState{Status: runner.TableWaiting, Present: []bool{true, true}}, w.state())
		defer w.kill()()
		w.after(sharePause + 2*time.Second)
		require.Equal(t, runner.TablePlaying, w.state().Status, "the match starts although nobody is connected")
		w.join(ann, bob)
		require.NoError(t, ann.answer())
		defer w.kill()()
		w.join(ann, bob)
		require.Equal(t, []bool{true, true}, w.state().Present)
		require.Contains(t, string(w.state().Progress), "standing")
		w.play(ann, bob)
		w.check()

		over := w.state()
		require.Equal(t, runner.TableOver, over.Status)
		require.Equal(t, w.room, over.Match)
		require.Equal(t, []bool{true, true}, over.Present)
		require.Len(t, over.Result.Seats, 2)
		archived := w.archived("ann")
		require.Len(t, archived, 1)
		require.Equal(t, over.Match, archived[0].ID)
		require.Equal(t, over.Record, w.recordHash(over.Match))
		for i := range over.Result.Seats {
			require.Equal(t, archived[0].Seats[i].Rank, over.Result.Seats[i].Rank)
		}
		require.NoError(t, w.tables().Close(w.ctx, w.room), "there is nothing to close")
		require.Equal(t, over, w.state())
		require.NoError(t, w.lobby.CloseRoom(w.ctx, w.room))
		require.Equal(t, over, w.state(), "the match stays")
	})
}

// recordHash returns the digest of the stored record of a match.
func (w *world) recordHash(id string) string {
	w.t.Helper()
	packed, err := w.log.Record(w.ctx, id)
	require.NoError(w.t, err)
	text, err := match.Unpack(packed)
	require.NoError(w.t, err)
	record, err := match.Decode(text)
	require.NoError(w.t, err)
	return record.Digest()
}

// A person plays against a bot with the seed of the event. The match starts when the person has come.
func TestEventTableWithABot(t *testing.T) {
	inWorld(t, func(w *world) {
		deal := &game.Seed{1, 2, 3}
		w.eventTable(func(table *runner.Table) { table.Deal = deal }, "ann", "")
		require.Equal(t, []bool{false, true}, w.state().Present)
		ann := w.guest("ann")
		w.after(time.Second)
		require.Equal(t, runner.TablePlaying, w.state().Status, "a deal needs no shares")
		require.Empty(t, w.state().Progress, "others do not see the match")
		for ann.result == nil {
			w.play(ann)
			w.after(time.Second)
		}
		require.Nil(t, ann.result.Seed, "others may still play with it")
		require.Nil(t, ann.result.Proof)
		require.Equal(t, &match.Deal{Event: "cup", Round: 2}, ann.result.Deal)
		require.Equal(t, runner.TableOver, w.state().Status)
	})
}

// A player who leaves or whose time is up has lost.
func TestLossAtAnEventTable(t *testing.T) {
	for name, lose := range map[string]func(*world, *client){
		"leaves":         func(w *world, bob *client) { w.must(bob, &room.Leave{}) },
		"concedes":       func(w *world, bob *client) { w.must(bob, &room.Concede{}) },
		"is out of time": func(w *world, _ *client) { w.after(20 * time.Minute) },
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				w.eventTable(nil, "ann", "bob")
				ann, bob := w.guest("ann"), w.guest("bob")
				w.after(sharePause + time.Second)
				require.NoError(t, ann.answer())
				lose(w, bob)
				require.Equal(t, runner.TableOver, w.state().Status)
				places, _ := event.ResultOf(w.state().Result, []bool{false, false})
				require.Equal(t, []int{1, 2}, places)
			})
		})
	}
}

// What players or a host could do at other tables is refused with a code, and changes nothing.
func TestRefusedAtAnEventTable(t *testing.T) {
	inWorld(t, func(w *world) {
		w.eventTable(nil, "ann", "bob")
		ann, eve := w.guest("ann"), w.guest("eve")
		settings := ann.room.Settings
		for _, c := range []*client{ann, eve} {
			for _, body := range []room.Action{
				&room.ChangeSettings{Settings: settings}, &room.AddSeat{}, &room.DropSeat{Seat: 1},
				&room.Swap{Seat: 0, Other: 1}, &room.Kick{Seat: 1}, &room.SeatBot{Seat: 1, Bot: "random"},
				&room.MakeHost{Seat: 0}, &room.Start{}, &room.SetReady{}, &room.Mute{Person: "eve", Muted: true},
			} {
				w.refused(room.CodeEventTable, c, body)
			}
		}
		w.refused(room.CodeEventTable, ann, &room.Leave{})
		w.refused(room.CodeReserved, eve, &room.Claim{Seat: 1})
		w.requireCode(room.CodeEventTable, w.lobby.CheckInvitation(w.ctx, w.room, ann.person, "eve"))
		w.requireCode(room.CodeTaken, w.lobby.Sit(w.ctx, w.room, eve.person))
		bob := w.newClient("bob")
		require.NoError(t, w.lobby.Sit(w.ctx, w.room, bob.person), "without a connection too")
		w.join(bob)
		w.after(sharePause + time.Second)
		require.NoError(t, ann.answer())
		for _, body := range []room.Action{
			&room.Undo{}, &room.Propose{What: room.ProposeEnd, Other: game.NoSeat},
			&room.Propose{What: room.ProposePause, Other: game.NoSeat}, &room.Reply{Proposal: 1, Agree: true},
		} {
			w.refused(room.CodeEventTable, ann, body)
		}
		w.refused(room.CodeTaken, eve, &room.AskSeat{Seat: 1})
		w.play(ann, bob)
		require.Equal(t, room.StatusFinished, ann.room.Status)
		for _, body := range []room.Action{
			&room.Rematch{}, &room.Rematch{Open: true}, &room.MakeOffer{BestOf: 1}, &room.MakeOffer{BestOf: 3},
			&room.Accept{Offer: 1}, &room.Decline{Offer: 1},
		} {
			w.refused(room.CodeEventTable, ann, body)
		}
	})
}

// The server closes a table before its match and during it. A closed table is not opened again.
func TestCloseAnEventTable(t *testing.T) {
	inWorld(t, func(w *world) {
		table := w.eventTable(nil, "ann", "bob")
		require.NoError(t, w.tables().Close(w.ctx, "elsewhere"))
		ann := w.guest("ann")
		require.NoError(t, w.tables().Close(w.ctx, w.room))
		require.NoError(t, w.tables().Close(w.ctx, w.room))
		w.after(time.Second)
		require.True(t, ann.room.Event.Closed)
		require.NoError(t, w.tables().Open(w.ctx, table))
		require.Equal(t, runner.TableState{Status: runner.TableClosed, Present: []bool{true, false}}, w.state())
		bob := w.guest("bob")
		w.after(time.Minute)
		require.Equal(t, game.NoSeat, w.truth().SeatOf("bob"))
		require.Empty(t, w.mine("ann"))
		ann.leave()
		bob.leave()

		w.eventTable(func(table *runner.Table) { table.Room = "another table" }, "ann", "bob")
		w.join(ann, bob)
		w.after(sharePause + time.Second)
		require.NoError(t, ann.answer())
		w.restart()
		require.NoError(t, w.tables().Close(w.ctx, w.room), "a room that is not in memory")
		require.Equal(t, runner.TableState{Status: runner.TableClosed}, w.state())
		w.join(ann)
		require.Equal(t, room.StatusFinished, ann.room.Status)
		require.Nil(t, ann.result.Outcome)
	})
}

// mine returns the rooms that a person finds among their own.
func (w *world) mine(person string) []directory.RoomInfo {
	w.t.Helper()
	page, err := w.lobby.List(w.ctx, directory.ListQuery{Member: person, Limit: 10})
	require.NoError(w.t, err)
	return page.Rooms
}

// A table is in the lists of those who are awaited at once, and in public lists from the start of the match on.
func TestListsWithEventTables(t *testing.T) {
	inWorld(t, func(w *world) {
		w.eventTable(nil, "ann", "bob")
		public := func() []directory.RoomInfo {
			page, err := w.lobby.List(w.ctx, directory.ListQuery{Listed: true, Limit: 10})
			require.NoError(t, err)
			return page.Rooms
		}
		require.Len(t, w.mine("bob"), 1)
		var summary directory.Summary
		require.NoError(t, json.Unmarshal(w.mine("bob")[0].Summary, &summary))
		require.Equal(t, []string{"The ann", "The bob"}, summary.Players)
		require.Equal(t, []string{"", ""}, summary.People)
		require.Equal(t, "The cup", summary.Event.Title)
		require.Empty(t, public())
		w.guest("ann")
		require.Empty(t, public())
		require.False(t, w.lobby.Occupied()[0].Listed)
		w.guest("bob")
		w.after(sharePause + time.Second)
		require.Len(t, public(), 1)
		require.True(t, w.lobby.Occupied()[0].Listed)
		require.Len(t, w.mine("bob"), 1)
	})
}

// Until the match is over, nobody gets the deal. Of the people who are awaited, others get the ids and names.
func TestEventTablesKeepSecrets(t *testing.T) {
	inWorld(t, func(w *world) {
		deal := &game.Seed{1, 2, 3, 250}
		w.eventTable(func(table *runner.Table) { table.Deal = deal }, "ann", "bob")
		eve, ann := w.guest("eve"), w.guest("ann")
		var answers []any
		ask := func() {
			inspection, err := w.lobby.Inspect(w.ctx, w.room)
			require.NoError(t, err)
			card, err := w.lobby.Card(w.ctx, w.room)
			require.NoError(t, err)
			answers = append(answers, inspection, card, w.mine("ann"), w.state(), w.lobby.Occupied())
		}
		ask()
		for _, seat := range eve.room.Seats[1:] {
			require.Equal(t, room.SeatInfo{Expected: &room.ExpectedInfo{Player: "bob", Name: "The bob"}}, seat)
		}
		bob := w.guest("bob")
		w.after(time.Second)
		require.Equal(t, room.StatusPlaying, ann.room.Status)
		require.False(t, eve.here(), "others do not watch a match whose deal others play too")
		require.Equal(t, CodeNoSpectators, eve.bye)
		require.NoError(t, ann.answer())
		ask()
		secret := hex.EncodeToString(deal[:])
		shown, err := json.Marshal(answers)
		require.NoError(t, err)
		text := string(shown)
		for _, c := range w.people {
			for _, frame := range c.frames {
				text += string(frame)
			}
		}
		encoded, err := json.Marshal(deal)
		require.NoError(t, err)
		for _, form := range []string{secret, strings.Trim(string(encoded), `"`)} {
			require.NotContains(t, text, form)
		}
		require.NotContains(t, text, `"deal":`)
		require.Equal(t, deal, w.truth().Event.Deal)
		w.play(ann, bob)
		require.Nil(t, ann.result.Seed, "others may still play with it")
		for _, c := range w.people {
			for _, frame := range c.frames {
				require.NotContains(t, string(frame), secret)
			}
		}
	})
}

// A table can be opened by several nodes at the same time.
func TestOpenAnEventTableTwice(t *testing.T) {
	inWorld(t, func(w *world) {
		table := w.eventTable(nil, "ann", "bob")
		w.guest("ann")
		require.NoError(t, w.tables().Open(w.ctx, table))
		require.Equal(t, []bool{true, false}, w.state().Present)
		table.Room, table.Settings.Game = "another", "chess"
		w.requireCode(room.CodeBadSettings, w.tables().Open(w.ctx, table))
		cancelled, cancel := context.WithCancel(w.ctx)
		cancel()
		_, err := w.tables().States(cancelled, []string{w.room})
		require.ErrorIs(t, err, context.Canceled)
	})
}

// At the end of the round's time the match ends soon, also after a restart and if nobody is there.
func TestTheTimeOfARoundEnds(t *testing.T) {
	inWorld(t, func(w *world) {
		w.eventTable(nil, "ann", "bob")
		require.NoError(t, w.tables().Hurry(w.ctx, "elsewhere"))
		require.NoError(t, w.tables().Hurry(w.ctx, w.room), "no match has begun")
		ann := w.guest("ann")
		w.guest("bob")
		w.after(sharePause + time.Second)
		require.NoError(t, ann.answer())
		w.restart()
		require.NoError(t, w.tables().Hurry(w.ctx, w.room))
		require.NoError(t, w.tables().Hurry(w.ctx, w.room), "it was said before")
		w.after(time.Minute)
		require.Equal(t, runner.TablePlaying, w.state().Status)
		w.after(5 * time.Minute)
		require.Equal(t, runner.TableOver, w.state().Status)
	})
}
