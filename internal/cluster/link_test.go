package cluster

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/stream"
)

// People at three nodes play and watch at one table, and see the same.
func TestAnyNodeTakesAnySocket(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.begin(ann, bob)
		near, far := w.watcher(w.nodes[0], "eve"), w.watcher(w.nodes[2], "mallory")
		late := (*viewer)(nil)
		for range 12 {
			w.play(1, ann, bob)
			if late == nil {
				late = w.watcher(w.nodes[2], "oscar")
			}
			require.JSONEq(t, string(near.public), string(far.public))
			require.JSONEq(t, string(near.public), string(late.public))
			require.JSONEq(t, string(near.public), string(bob.public))
			require.Equal(t, near.seq, far.seq)
			require.Equal(t, near.sequence, late.sequence)
			require.Equal(t, near.info, far.info)
			require.Empty(t, far.private)
		}
		require.NotEqual(t, ann.private, bob.private)
		require.Equal(t, 1, late.count["snapshot"])
		require.Positive(t, late.count["update"])
		require.NoError(t, bob.say("1", "good game"))
		for _, v := range []*viewer{ann, bob} {
			v.read()
			require.Equal(t, []string{"good game"}, v.chat)
			require.ElementsMatch(t, []string{"ann", "bob"}, v.here)
		}
		require.Equal(t, 1, w.nodes[0].lobby.Loaded())
		require.Zero(t, w.nodes[1].lobby.Loaded()+w.nodes[2].lobby.Loaded())
	})
}

// A command is answered at another node as at its room's: after the frames that it has
// caused.
func TestFramesComeBeforeTheAnswer(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.begin(ann, bob)
		again := w.person(w.nodes[1], "bob")
		sub, err := again.node.rooms.Watch(w.ctx, w.room, again.person, stream.Hello{})
		require.NoError(t, err)
		drain := func() (types []string) {
			w.settle()
			for {
				select {
				case frame := <-sub.Frames():
					var f struct{ Type, ID, Code string }
					require.NoError(t, json.Unmarshal(frame, &f))
					types = append(types, f.Type+f.ID+f.Code)
				default:
					return types
				}
			}
		}
		require.Contains(t, drain(), "snapshot", "also what is shown at first is there")
		answered := 0
		for range 6 {
			bob.read()
			if c := bob.answer(); c != nil {
				answered++
				id := fmt.Sprint("move", answered)
				require.NoError(t, sub.Do(w.ctx, id, c))
				types := drain()
				require.Equal(t, "ok"+id, types[len(types)-1])
				require.Contains(t, types[:len(types)-1], "update")
			} else {
				w.play(1, ann)
			}
			drain()
		}
		require.Positive(t, answered)
		requireCode(t, room.CodeNotHost, sub.Do(w.ctx, "2", &room.Kick{Seat: 0}))
		require.Equal(t, []string{"reject2" + string(room.CodeNotHost)}, drain())
		require.NoError(t, sub.Say(w.ctx, "3", "hello"))
		require.Equal(t, []string{"chat", "ok3"}, drain())
		sub.Close()
	})
}

// A room's frames cross a link once for each audience, however many watch.
func TestAnAudienceCrossesOnce(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[0], "bob")
		w.begin(ann, bob)
		crossed := func() float64 {
			registry := prometheus.NewRegistry()
			registry.MustRegister(w.nodes[0].links.metrics.sent)
			families, err := registry.Gather()
			require.NoError(t, err)
			return families[0].GetMetric()[0].GetCounter().GetValue()
		}
		moves := func() float64 {
			before := crossed()
			w.play(4, ann, bob)
			return crossed() - before
		}
		eve := w.watcher(w.nodes[1], "eve")
		alone := moves()
		require.Positive(t, alone)
		var crowd []*viewer
		for range 30 {
			crowd = append(crowd, w.watcher(w.nodes[1], "crowd"))
		}
		time.Sleep(10 * time.Second) // until nothing is to be said of who is here
		w.settle()
		require.Less(t, moves(), 4*alone, "not once for each of 31")
		eve.read()
		for _, v := range crowd {
			v.read()
			require.Equal(t, eve.seq, v.seq)
			require.JSONEq(t, string(eve.public), string(v.public))
		}
		audiences, connections := w.nodes[1].links.relays[w.room].size()
		require.Equal(t, 1, audiences)
		require.Equal(t, 31, connections)
	})
}

// rawTrunk is a trunk as the other node reads it.
type rawTrunk struct {
	up   *io.PipeWriter
	body io.ReadCloser
}

// rawTrunk opens a trunk to the first node by hand.
func (w *world) rawTrunk(from *testNode, id string) *rawTrunk {
	w.t.Helper()
	body, up := io.Pipe()
	response, err := from.links.post(context.WithoutCancel(w.ctx), w.nodes[0].Node, "/trunk/"+w.room+"/"+id, body)
	require.NoError(w.t, err)
	return &rawTrunk{up, response.Body}
}

func (r *rawTrunk) join(number uint64, name string) error {
	_, err := r.up.Write(appendMessage(nil, messageJoin, number, encode(joining{Person: people.Person{ID: name, Name: name}})))
	return err
}

// A node at which only spectators watch gets nothing else.
func TestOnlySpectatorsFramesCross(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		settings := toyTable()
		settings.Delay = 1
		ann := w.open(w.nodes[0], "ann", settings)
		bob := w.watcher(w.nodes[0], "bob")
		raw := w.rawTrunk(w.nodes[1], "mine")
		require.NoError(t, raw.join(1, "eve"))
		eve := w.watcher(w.nodes[0], "eve here")
		w.begin(ann, bob)
		w.play(10, ann, bob)
		require.NoError(t, ann.say("1", "a secret of players"))
		w.settle()
		eve.read()
		require.NotEmpty(t, eve.public)
		require.NoError(t, raw.up.Close())
		from := bufio.NewReader(raw.body)
		frames := map[string]int{}
		for {
			m, err := readMessage(from, longestMessage)
			if err == io.EOF {
				break
			}
			require.NoError(t, err)
			switch m.kind {
			case messageFrameAll, messageRoomAll:
				require.Zero(t, m.number, "the audience of spectators")
			case messagePlace:
				require.Equal(t, []byte{0}, m.data)
				continue
			case messageJoined:
				continue
			}
			var f struct {
				Type      string
				Private   json.RawMessage
				Decisions []json.RawMessage
			}
			require.NoError(t, json.Unmarshal(m.data, &f), "%s", m.data)
			require.Nil(t, f.Private)
			require.Empty(t, f.Decisions)
			require.NotContains(t, string(m.data), "a secret of players")
			frames[f.Type]++
		}
		require.Positive(t, frames["snapshot"])
		require.Equal(t, eve.count["update"], frames["update"], "as to somebody at the node itself")
	})
}

// Who reads too slowly is cut alone, and goes on from what was read.
func TestASlowSocketIsCutAlone(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		slow := w.person(w.nodes[1], "slow")
		slow.stuck = make(chan struct{})
		slow.join()
		w.begin(ann, bob)
		eve := w.watcher(w.nodes[1], "eve")
		for i := range 200 {
			// A chat line each second is not too fast.
			time.Sleep(2 * time.Second)
			require.NoError(t, bob.say("", "line"), i)
			bob.read()
			ann.read()
			eve.read()
		}
		w.play(4, ann, bob)
		_, over := eve.ended()
		require.False(t, over)
		close(slow.stuck)
		slow.stuck = nil
		code, over := slow.ended()
		require.True(t, over)
		require.Equal(t, stream.CodeSlow, code)
		slow.sub.Close()
		slow.join()
		slow.read()
		require.JSONEq(t, string(eve.public), string(slow.public))
	})
}

// A node that reads too slowly loses its trunk, and no other one notices.
func TestASlowNodeIsCutAlone(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		raw := w.rawTrunk(w.nodes[1], "mine") // nobody reads it
		require.NoError(t, raw.join(1, "eve"))
		bob := w.watcher(w.nodes[2], "bob")
		w.settle()
		slow := w.nodes[0].links.trunks["mine"]
		require.NotNil(t, slow)
		large := bytes.Repeat([]byte{' '}, 1<<20)
		for range 8 {
			slow.TellAll(game.NoSeat, large, false)
			w.settle()
		}
		slow.mu.Lock()
		cut, waiting := slow.cut, len(slow.waiting)
		slow.mu.Unlock()
		require.True(t, cut)
		require.Zero(t, waiting)
		w.begin(ann, bob)
		w.play(4, ann, bob)
		_, err := io.Copy(io.Discard, raw.body)
		require.Error(t, err, "it is told at once")
		require.NotContains(t, w.nodes[0].links.trunks, "mine")
		_ = raw.up.Close()
	})
}

// Somebody who comes back by another node gets no more than what is new.
func TestResumeByAnotherNode(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.begin(ann, bob)
		w.play(3, ann, bob)
		for _, n := range []*testNode{w.nodes[2], w.nodes[0], w.nodes[1]} {
			bob.sub.Close()
			bob.node = n
			bob.join()
			bob.read()
			require.Zero(t, bob.count["snapshot"])
			w.play(2, ann, bob)
		}
		bob.sub.Close()
		w.play(2, ann)
		bob.node = w.nodes[2]
		bob.join()
		bob.read()
		require.Zero(t, bob.count["update"])
		require.JSONEq(t, string(ann.public), string(bob.public))
	})
}

// While a link is broken its people count as present for ten seconds.
func TestPeopleOfABrokenLinkStayPresent(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.begin(ann, bob)
		ann.read()
		require.ElementsMatch(t, []string{"ann", "bob"}, ann.here)
		w.nodes[0].hear(false)
		w.nodes[0].cut()
		code, over := bob.ended()
		require.True(t, over)
		require.Equal(t, lobby.CodeBusy, code)
		bob.sub.Close()
		time.Sleep(presentFor - time.Second)
		ann.read()
		require.ElementsMatch(t, []string{"ann", "bob"}, ann.here)
		time.Sleep(2 * time.Second)
		ann.read()
		require.Equal(t, []string{"ann"}, ann.here)

		w.nodes[0].hear(true)
		bob.join()
		ann.read()
		require.ElementsMatch(t, []string{"ann", "bob"}, ann.here)
		// Who comes back in time was never away, and leaves once.
		w.nodes[0].cut()
		w.settle()
		bob.sub.Close()
		bob.join()
		ann.read()
		before := ann.count["presence"]
		time.Sleep(presentFor + time.Second)
		ann.read()
		require.Equal(t, before, ann.count["presence"])
		bob.sub.Close()
		ann.read()
		require.Equal(t, []string{"ann"}, ann.here)
	})
}

// When a node dies, those who watched its rooms elsewhere come back and go on, as
// soon as another node may take the room.
func TestTheOwnerDies(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob := w.played()
		last := bob.answer()
		for last == nil {
			w.play(1, ann)
			last = bob.answer()
		}
		bob.mustAs("the last one", last)
		seen := string(bob.public)

		w.nodes[0].hear(false)
		w.nodes[0].cut()
		for _, v := range []*viewer{ann, bob} {
			code, over := v.ended()
			require.True(t, over)
			require.Equal(t, lobby.CodeBusy, code)
			v.sub.Close()
			v.sub = nil
		}
		w.nodes[0].die()
		began := time.Now()
		// Nobody knows whether its answer was lost. It waits, and counts once.
		require.NoError(t, bob.doAs("the last one", last))
		require.Less(t, time.Since(began), testLease+time.Second)
		require.Equal(t, 1, w.nodes[2].lobby.Loaded())
		ann.join()
		bob.join()
		bob.read()
		require.JSONEq(t, seen, string(bob.public))
		w.play(4, ann, bob)
		require.JSONEq(t, string(ann.public), string(bob.public))
		// What comes by a trunk that there was is not done.
		q := request{Room: w.room, Trunk: "one that was", Text: "hello"}
		require.ErrorIs(t, w.nodes[1].links.call(w.ctx, w.nodes[2].Node, "sub-say", &q, nil), errMoved)
	})
}

// A node that stands still ends no connection. Those who watched its rooms elsewhere
// come back as soon as their node learns, from an answer, who has the room now.
func TestTheOwnerStandsStill(t *testing.T) {
	inWorld(t, 3, func(w *world) {
		ann, bob := w.played()
		over := func(v *viewer) bool {
			_, over := v.ended()
			return over
		}
		require.False(t, over(ann) || over(bob))

		w.nodes[0].hear(false)
		w.nodes[0].die()
		time.Sleep(2 * testLease)
		require.False(t, over(ann) || over(bob), "nobody has noticed yet")
		// Each says something in the room, and hears that it has moved.
		for _, v := range []*viewer{ann, bob} {
			require.Error(t, v.say("hello", "Hello?"))
			code, over := v.ended()
			require.True(t, over)
			require.Equal(t, lobby.CodeMoved, code)
		}
		for _, v := range []*viewer{ann, bob} {
			v.sub.Close()
			v.join()
			require.NoError(t, v.say("hello", "Hello?"))
		}
		require.Equal(t, 1, w.nodes[1].lobby.Loaded())
		require.Zero(t, w.nodes[2].lobby.Loaded())
		w.play(4, ann, bob)
		require.JSONEq(t, string(ann.public), string(bob.public))
	})
}

// A node that hands its rooms over tells those who watch them at other nodes.
func TestTheOwnerStops(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.begin(ann, bob)
		w.nodes[0].lobby.Close()
		code, over := bob.ended()
		require.True(t, over)
		require.Equal(t, lobby.CodeMoved, code)
		bob.sub.Close()
		bob.join()
		require.Equal(t, 1, w.nodes[1].lobby.Loaded())
		ann.sub = nil
		ann.node = w.nodes[1]
		ann.join()
		w.play(2, ann, bob)
	})
}

// A node that stops tells those who watch rooms of other nodes.
func TestTheNodeOfTheSocketsStops(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.nodes[1].links.Stop()
		code, over := bob.ended()
		require.True(t, over)
		require.Equal(t, lobby.CodeMoved, code)
		_, err := bob.node.rooms.Watch(w.ctx, w.room, bob.person, stream.Hello{})
		requireCode(t, lobby.CodeClosing, err)
		bob.sub.Close()
	})
}

func requireCode(t *testing.T, want coded.Code, err error) {
	t.Helper()
	var refusal *coded.Error
	require.ErrorAs(t, err, &refusal)
	require.Equal(t, want, refusal.Code)
}

// Errors come from another node as they are.
func TestErrorsCross(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		for _, body := range []room.Action{
			&room.Claim{Seat: 0}, &room.Start{}, &room.Answer{Decision: 1, Choice: json.RawMessage("[]")},
			&room.Kick{Seat: 0}, &room.ChangeSettings{Settings: room.Settings{Game: "none"}},
		} {
			here := w.nodes[0].rooms.Do(w.ctx, w.room, bob.person, "", body)
			require.Error(t, here)
			require.Equal(t, here, bob.do(body), body.Kind())
		}
		ann.must(&room.Remove{Player: "bob", Reason: "insult"})
		code, over := bob.ended()
		require.True(t, over)
		require.Equal(t, room.CodeRemoved, code)
		require.Equal(t, "insult", bob.sub.Reason())
		bob.sub.Close()
		_, err := bob.node.rooms.Watch(w.ctx, w.room, bob.person, stream.Hello{})
		var removed *lobby.RemovedError
		require.ErrorAs(t, err, &removed)
		require.Equal(t, "insult", removed.Reason)
		require.ErrorIs(t, err, room.ErrRemoved)
		w.room = "00000000-0000-4000-8000-000000000000"
		_, err = bob.node.rooms.Watch(w.ctx, w.room, bob.person, stream.Hello{})
		requireCode(t, lobby.CodeNoRoom, err)
	})
}

// What needs the live room is answered alike at every node.
func TestReadsCross(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		ann := w.open(w.nodes[0], "ann", toyTable())
		bob := w.watcher(w.nodes[1], "bob")
		w.begin(ann, bob)
		w.play(6, ann, bob)
		require.NoError(t, bob.say("1", "hello"))
		here, there := w.nodes[0].rooms, w.nodes[1].rooms
		same := func(ask func(*Rooms) (any, error)) {
			t.Helper()
			want, err := ask(here)
			got, err2 := ask(there)
			require.Equal(t, err, err2)
			require.JSONEq(t, string(encode(want)), string(encode(got)))
			require.NotEqual(t, "null", string(encode(got)))
		}
		same(func(r *Rooms) (any, error) { return r.Events(w.ctx, w.room, bob.person, 0, 50) })
		same(func(r *Rooms) (any, error) { return r.Lines(w.ctx, w.room, bob.person, 0) })
		same(func(r *Rooms) (any, error) { return r.Inspect(w.ctx, w.room) })
		same(func(r *Rooms) (any, error) { return r.List(w.ctx, lobby.ListQuery{Limit: 10}) })
		same(func(r *Rooms) (any, error) { return r.Hint(w.ctx, w.room, bob.person) })
		same(func(r *Rooms) (any, error) {
			steps, err := r.LiveSteps(w.ctx, w.room, bob.person, 0)
			require.NoError(t, err)
			data, err := steps.Data(w.ctx)
			return []any{steps.Tag, data}, err
		})
		page, err := there.List(w.ctx, lobby.ListQuery{Limit: 10})
		require.NoError(t, err)
		require.Equal(t, []game.Seat{0, 1}, page.Rooms[0].Here)
		require.True(t, there.Awake(w.room))

		require.NoError(t, there.RemoveLine(w.ctx, w.room, 1))
		lines, err := there.Lines(w.ctx, w.room, bob.person, 0)
		require.NoError(t, err)
		require.Empty(t, lines)
		requireCode(t, lobby.CodeNoLine, there.RemoveLine(w.ctx, w.room, 7))
		require.NoError(t, there.CloseRoom(w.ctx, w.room))
		code, over := bob.ended()
		require.True(t, over)
		require.Equal(t, lobby.CodeClosed, code)
	})
}

// Two people who search at different nodes meet, and find the table again.
func TestSearchesMeet(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		wanted := lobby.Wanted{Game: "toy", Seats: 2, Pace: lobby.PaceLive}
		open := func() error { return nil }
		ann, bob := w.person(w.nodes[0], "ann"), w.person(w.nodes[1], "bob")
		table, err := ann.node.rooms.PlayNow(w.ctx, ann.person, "1", wanted, open)
		require.NoError(t, err)
		w.room = table
		code, err := bob.node.rooms.Code(w.ctx, table)
		require.NoError(t, err)
		byCode, err := ann.node.rooms.FindCode(w.ctx, code)
		require.NoError(t, err)
		require.Equal(t, table, byCode)
		ann.join()
		time.Sleep(2 * time.Minute) // The table is not fresh any more.
		found, err := bob.node.rooms.PlayNow(w.ctx, bob.person, "2", wanted, open)
		require.NoError(t, err)
		require.Equal(t, table, found)
		bob.join()
		ann.read()
		require.Equal(t, "bob", ann.info.Seats[1].Player)
		time.Sleep(time.Minute)
		again, err := bob.node.rooms.PlayNow(w.ctx, bob.person, "2", wanted, open)
		require.NoError(t, err)
		require.Equal(t, table, again)
	})
}

// Nodes of different versions refuse each other and say so.
func TestOtherVersionsRefuse(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		w.open(w.nodes[0], "ann", toyTable())
		newer := w.nodes[1]
		newer.links.options.Self.Version = "2"
		_, err := newer.links.post(w.ctx, w.nodes[0].Node, "/call/inspect", bytes.NewReader([]byte("{}")))
		require.ErrorContains(t, err, "this node has version 1, the other one 2")
		bob := w.person(newer, "bob")
		_, err = newer.rooms.Watch(w.ctx, w.room, bob.person, stream.Hello{})
		requireCode(t, lobby.CodeBusy, err)
		require.ErrorContains(t, newer.links.failing(w.nodes[0].Node), "this node has version 1", "many who wait do not all ask")
		// A node that was started anew at the same address is another one.
		stale := w.nodes[0].Node
		stale.ID = "an earlier start"
		_, err = w.nodes[0].links.post(w.ctx, stale, "/call/inspect", nil)
		require.ErrorContains(t, err, "another node is here now")
	})
}

// What makes no sense ends the trunk by which it came, and nothing else.
func TestHostileMessagesEndTheirTrunk(t *testing.T) {
	for name, hostile := range map[string][]byte{
		"too long":          {0xff, 0xff, 0xff, 0xff, 0x7f},
		"a length too long": bytes.Repeat([]byte{0xff}, 20),
		"empty":             {0, 0},
		"no number":         {3, messageJoin, 0xff, 0xff},
		"unknown":           appendMessage(nil, 'x', 1, nil),
		"no JSON":           appendMessage(nil, messageJoin, 2, []byte("{")),
		"a taken number":    appendMessage(nil, messageJoin, 1, encode(joining{Person: people.Person{ID: "m"}})),
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, 2, func(w *world) {
				ann := w.open(w.nodes[0], "ann", toyTable())
				bob := w.watcher(w.nodes[1], "bob")
				raw := w.rawTrunk(w.nodes[1], "mine")
				require.NoError(t, raw.join(1, "eve"))
				w.settle()
				_, err := raw.up.Write(hostile)
				require.NoError(t, err)
				_, _ = io.Copy(io.Discard, raw.body) // It ends.
				w.settle()
				require.NotContains(t, w.nodes[0].links.trunks, "mine")
				w.begin(ann, bob)
				_ = raw.up.Close()
			})
		})
	}
}

// A node that answers nonsense loses those who watch by it, and nobody else does.
func TestHostileFramesEndTheirTrunk(t *testing.T) {
	for name, hostile := range map[string][]byte{
		"too long":     {0xff, 0xff, 0xff, 0xff, 0x7f},
		"cut off":      {9, messageFrame, 1},
		"unknown":      appendMessage(nil, 'x', 1, nil),
		"no seat":      appendMessage(nil, messageFrameAll, 99, []byte("{}")),
		"no place":     appendMessage(nil, messagePlace, 1, nil),
		"a far place":  appendMessage(nil, messagePlace, 1, []byte{200}),
		"a bad end":    appendMessage(nil, messageEnd, 1, []byte("{")),
		"a bad answer": appendMessage(nil, messageRefused, 1, []byte("{")),
	} {
		t.Run(name, func(t *testing.T) {
			inWorld(t, 2, func(w *world) {
				ann := w.open(w.nodes[0], "ann", toyTable())
				bob := w.watcher(w.nodes[1], "bob")
				evil := w.add("evil", "1")
				evil.links.server.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
					_, _ = w.Write(appendMessage(nil, messageJoined, 1, nil))
					_ = http.NewResponseController(w).Flush()
					_, _ = readMessage(bufio.NewReader(r.Body), longestJoin)
					_, _ = w.Write(hostile)
				})
				eve, err := w.nodes[1].links.watch(w.ctx, evil.Node, "another room", joining{Person: bob.person})
				require.NoError(t, err)
				synctest.Wait()
				_, open := <-eve.Frames()
				require.False(t, open)
				require.Equal(t, lobby.CodeBusy, eve.Ended())
				require.Nil(t, w.nodes[1].links.relay("another room"))
				eve.Close()
				w.begin(ann, bob)
			})
		})
	}
}

// Requests that make no sense are refused.
func TestHostileRequests(t *testing.T) {
	inWorld(t, 2, func(w *world) {
		w.open(w.nodes[0], "ann", toyTable())
		for path, body := range map[string]string{
			"/call/nothing": "{}", "/call/do": "{", "/elsewhere": "{}", "/call/inspect": string(bytes.Repeat([]byte{' '}, longestCall+1)),
		} {
			_, err := w.nodes[1].links.post(w.ctx, w.nodes[0].Node, path, bytes.NewReader([]byte(body)))
			require.ErrorContains(t, err, "40", path)
			time.Sleep(failingFor)
		}
		for _, name := range []string{"do", "seat"} {
			requireCode(t, coded.Malformed, w.nodes[1].links.call(w.ctx, w.nodes[0].Node, name, &request{Room: w.room}, nil))
		}
	})
}
