package lobby

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// TestStreams plays whole matches with people who answer, take back, leave,
// come back, are kicked and talk, beside bots, while the room falls asleep and
// the server is restarted. At every look each client's patched view, decisions
// and events are what the log says that it may know.
func TestStreams(t *testing.T) {
	type table struct {
		game  string
		seats int
	}
	tables := []table{{"seasons", 2}, {"seasons", 4}, {"spellbook", 1}, {"spellbook", 3}, {"toy", 2}, {"toy", 3}}
	if thorough() {
		tables = append(tables, table{"seasons", 3}, table{"spellbook", 2}, table{"spellbook", 4}, table{"toy", 4})
	}
	for _, test := range tables {
		t.Run(fmt.Sprintf("%s %d", test.game, test.seats), func(t *testing.T) {
			t.Parallel()
			inWorldWith(t, Options{IdleAfter: time.Minute}, uint64(test.seats), func(w *world) {
				playEventfully(w, test.game, test.seats)
			})
		})
	}
}

// playEventfully plays matches, one after the other in the same room, with
// everything that can happen around them.
func playEventfully(w *world, gameID string, seats int) {
	names := []string{"ann", "bob", "cy", "dee"}[:seats]
	people := w.seated(room.Settings{
		Game: gameID, Seats: seats, Spectators: true, Undo: true, Absent: room.AbsentBot, AbsentAfter: 20,
		Clock: room.Clock{Mode: room.ClockBank, Seconds: 3600, Increment: 5},
	}, names...)
	if seats > 2 {
		// One of them is a bot in its own right.
		w.must(people[0], &room.Kick{Seat: game.Seat(seats - 1)})
		w.must(people[0], &room.Readmit{Person: people[seats-1].person.ID})
		w.join(people[seats-1])
		g, _ := w.games.Find(gameID)
		w.must(people[0], &room.SeatBot{Seat: game.Seat(seats - 1), Bot: g.Bots[0].ID()})
		require.Equal(w.t, g.Bots[0].ID(), people[0].room.Seats[seats-1].Bot)
	}
	w.guest("eve")
	happened := map[string]int{}
	for match := 1; match == 1 || !coversAll(happened); match++ {
		require.Less(w.t, match, 30, "%v", happened)
		w.begin(people)
		for step := 0; w.truth().Status == room.StatusPlaying; step++ {
			require.Less(w.t, step, 5000, "the match does not end")
			happened[w.doAtRandom(w.truth())]++
			if step%8 == 0 {
				w.check()
			}
			w.noSecrets()
		}
		for _, c := range w.people {
			if !c.here() {
				require.NoError(w.t, c.join())
			}
		}
		w.after(0)
		require.NotNil(w.t, w.check().Play.Match.Result)
	}
	// A newcomer sees the same as those who were there all the time.
	w.guest("zoe")
	w.check()
}

// coversAll reports whether everything has happened that a test of streams
// covers.
func coversAll(happened map[string]int) bool {
	for _, what := range []string{"undo", "leave", "back", "restart", "sleep", "wait"} {
		if happened[what] == 0 {
			return false
		}
	}
	return happened["answer"] >= 120
}

// begin starts a match, the first or another one. A player who has lost their
// seat takes a free one.
func (w *world) begin(people []*client) {
	w.t.Helper()
	now := w.truth()
	host := w.named(now.Host)
	if now.SeatOf(host.person.ID) == game.NoSeat {
		require.Equal(w.t, 0, len(now.Persons()), "a host has no seat only if nobody has")
	}
	if now.Status == room.StatusFinished {
		w.must(host, &room.Rematch{Open: true})
		now = w.truth()
	}
	for _, c := range w.people {
		c.frames = nil
	}
	for i := range now.Seats {
		for _, c := range people {
			if now.IsFree(game.Seat(i)) && now.SeatOf(c.person.ID) == game.NoSeat {
				w.must(c, &room.Claim{Seat: game.Seat(i)})
				now = w.truth()
			}
		}
		s := &now.Seats[i]
		if s.Person != "" {
			w.must(w.named(s.Person), &room.SetReady{Ready: true})
		} else if s.Bot == "" {
			w.must(host, &room.SeatBot{Seat: game.Seat(i), Bot: "random"})
		}
	}
	w.must(host, &room.Start{})
}

// doAtRandom does one thing, drawn at random, and returns its name.
func (w *world) doAtRandom(now *truth) string {
	var asked, back, here, away []*client
	for _, c := range w.people {
		c.read()
		if c.decision() != nil {
			asked = append(asked, c)
		}
		if c.here() && c.undo {
			back = append(back, c)
		}
		if c.here() {
			here = append(here, c)
		} else {
			away = append(away, c)
		}
	}
	one := func(list []*client) *client { return list[w.rng.IntN(len(list))] }
	ok := func(c *client, command room.Action, codes ...coded.Code) {
		if err := w.do(c, command); err != nil {
			require.Contains(w.t, codes, coded.Of(err), "%s: %+v: %v", c.person.ID, command, err)
		}
	}
	switch n := w.rng.IntN(200); {
	case n < 12 && len(back) > 0:
		w.mustAs(fmt.Sprint("undo", now.Last, n), one(back), &room.Undo{})
		return "undo"
	case n < 16 && len(here) > 1:
		one(here).leave()
		return "leave"
	case n < 30 && len(away) > 0:
		require.NoError(w.t, one(away).join())
		w.after(0)
		return "back"
	case n < 32:
		for _, c := range w.people {
			c.read()
		}
		w.restart()
		for _, c := range here {
			if w.rng.IntN(4) > 0 {
				require.NoError(w.t, c.join())
			}
		}
		w.after(0)
		return "restart"
	case n < 35:
		for _, c := range here {
			c.leave()
		}
		w.after(3 * time.Minute)
		for _, c := range here {
			require.NoError(w.t, c.join())
		}
		w.after(0)
		return "sleep"
	case n < 38:
		w.after(time.Duration(w.rng.IntN(30)) * time.Second)
		return "wait"
	case n < 40:
		c := one(w.people)
		if seat := now.SeatOf(c.person.ID); seat != game.NoSeat && c.person.ID != now.Host {
			host := w.named(now.Host)
			w.must(host, &room.Kick{Seat: seat})
			w.must(host, &room.Readmit{Person: c.person.ID})
			return "kick"
		}
	case n < 50:
		for i := range now.Seats {
			if now.IsFree(game.Seat(i)) {
				w.seatAtRandom(one(w.people), game.Seat(i))
				return "claim"
			}
		}
	case n < 51 && len(here) > 0:
		ok(one(here), &room.Leave{}, room.CodeNotSeated)
		return "leave seat"
	case n < 53:
		err := w.say(one(w.people), fmt.Sprint("line ", n))
		require.True(w.t, err == nil || coded.Of(err) == coded.TooFast, "%v", err)
		return "say"
	}
	if len(asked) > 0 {
		require.NoError(w.t, one(asked).answer())
		return "answer"
	}
	// The players who are asked are not connected, or bots play for them.
	if len(away) > 0 {
		require.NoError(w.t, one(away).join())
	}
	w.after(5 * time.Second)
	for i := range now.Seats {
		if now.IsFree(game.Seat(i)) {
			w.seatAtRandom(one(w.people), game.Seat(i))
		}
	}
	return "nothing"
}

// seatAtRandom lets somebody take a free seat or, in a match, ask for it, and the
// others agree.
func (w *world) seatAtRandom(c *client, seat game.Seat) {
	w.t.Helper()
	refused := func(err error, codes ...coded.Code) bool {
		require.True(w.t, err == nil || slices.Contains(codes, coded.Of(err)), "%v", err)
		return err != nil
	}
	if !w.truth().Playing() {
		refused(w.do(c, &room.Claim{Seat: seat}), room.CodeHasSeat)
		return
	}
	if !c.here() {
		require.NoError(w.t, c.join())
	}
	err := w.do(c, &room.AskSeat{Seat: seat})
	if refused(err, room.CodeHasSeat, room.CodeSeenSecrets, room.CodeAsked, room.CodeProposed, room.CodeNotProposed) {
		return
	}
	for now := w.truth(); now.Playing() && now.Play.Proposal != nil; now = w.truth() {
		player := w.named(now.Seats[now.Info().Proposal.Missing[0]].Person)
		if now.BotOf(now.SeatOf(player.person.ID)) != "" {
			w.must(player, &room.Return{})
		}
		w.must(player, &room.Reply{Proposal: now.Play.Proposal.Number, Agree: true})
	}
}

func (w *world) named(id string) *client {
	for _, c := range w.people {
		if c.person.ID == id {
			return c
		}
	}
	w.t.Fatalf("nobody is called %q", id)
	return nil
}

// noSecrets searches the bytes of all frames that have come for what a client
// must never be sent while the match is played.
func (w *world) noSecrets() {
	w.t.Helper()
	now := w.truth()
	over := now.Status == room.StatusFinished
	start := now.Play.Match.Start
	secrets := [][]byte{strict.Encode(now.Secret), strict.Encode(start.Seed), strict.Encode(start.Proof.Secret)}
	if over {
		secrets = secrets[:1]
	}
	for i := range secrets {
		secrets[i] = bytes.Trim(secrets[i], `"`)
	}
	for _, c := range w.people {
		for _, frame := range c.frames {
			for i, secret := range secrets {
				require.False(w.t, bytes.Contains(frame, secret), "%s is told secret %d: %s", c.person.ID, i, frame)
			}
			if !over && c.person.ID == "eve" && c.neverSat() {
				for _, word := range []string{
					`"private"`, `"secret"`, `"you"`, `"declared"`, `"hand":[`, `"library":[`,
				} {
					require.False(w.t, bytes.Contains(frame, []byte(word)), "a spectator is told %s: %s", word, frame)
				}
			}
		}
		c.frames = nil
	}
}

// neverSat reports whether the person never had a seat in the match.
func (c *client) neverSat() bool {
	_, sat := c.w.truth().Play.Seen[c.person.ID]
	return !sat
}
