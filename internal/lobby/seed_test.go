package lobby

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/strict"
)

// shareOf is a share that is another one for each n.
func shareOf(n int) string { return fmt.Sprintf("%032x", n) }

func shareCommand(c *client, share string) room.Action {
	return &room.GiveShare{Commitment: c.room.Commitment, Share: share}
}

// TestTheSeedIsFair follows a seed from the commitment to the proof: no client is
// sent a share before the start, or the secret before the end.
func TestTheSeedIsFair(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.seated(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		commitment := ann.room.Commitment
		require.Len(t, commitment, 64)
		w.must(ann, shareCommand(ann, shareOf(1)))
		w.must(bob, shareCommand(bob, shareOf(2)))
		require.Equal(t, commitment, eve.room.Commitment, "the commitment stands before the shares")
		require.True(t, eve.room.Seats[0].Shared && eve.room.Seats[1].Shared)
		require.True(t, eve.room.Seats[1].Ready, "a share makes nobody less ready")
		secret := strings.Trim(string(strict.Encode(w.truth().Secret)), `"`)
		for _, c := range w.people {
			for _, frame := range c.frames {
				require.NotContains(t, string(frame), shareOf(1))
				require.NotContains(t, string(frame), shareOf(2))
			}
		}
		w.must(ann, &room.Start{})
		started := eve.room.Match
		require.Equal(t, []string{shareOf(1), shareOf(2)}, started.Shares)
		require.Equal(t, commitment, started.Commitment)
		require.NotEqual(t, commitment, eve.room.Commitment, "a new secret for the next match")
		require.False(t, eve.room.Seats[0].Shared)
		w.refused(room.CodePlaying, ann, shareCommand(ann, shareOf(3)))
		for ann.result == nil {
			for _, c := range w.people {
				for _, frame := range c.frames {
					require.NotContains(t, string(frame), secret)
				}
			}
			for _, c := range list {
				if c.decision() != nil {
					require.NoError(t, c.answer())
				}
			}
		}
		proof := eve.result.Proof
		require.Equal(t, commitment, proof.Secret.Commitment())
		require.Equal(t, match.Proof{
			Secret: proof.Secret, Room: w.room, Number: 1, Shares: []string{shareOf(1), shareOf(2)},
		}, *proof)
		terms := w.truth().Play.Match.Terms
		require.Equal(t, *eve.result.Seed, proof.Seed(&terms))
		state, err := w.rules.New(terms.Options, 2, *eve.result.Seed)
		require.NoError(t, err)
		require.Equal(t, w.record(people.Person{ID: "ann"}, eve.match).Start.Hash, game.Hash(state))

		// The second match has another secret, and nobody has to share.
		w.must(ann, &room.Rematch{Open: true})
		w.must(bob, &room.SetReady{Ready: true})
		require.NotEqual(t, commitment, ann.room.Commitment)
		w.must(ann, &room.Start{})
		w.play(list...)
		require.NotEqual(t, proof.Secret, ann.result.Proof.Secret)
		require.Equal(t, 2, ann.result.Proof.Number)
		require.Equal(t, []string{"", ""}, ann.result.Proof.Shares)
		w.check()
	})
}

// The host's start waits for the share of a player who has given one before, but not for ever, and for nobody else.
func TestAStartWaitsForSharesOnTheirWay(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.seated(toyTable(), "ann", "bob")
		ann, bob := list[0], list[1]
		again := func() {
			w.endTogether(list...)
			w.must(ann, &room.Rematch{Open: true})
			w.must(bob, &room.SetReady{Ready: true})
		}
		begin := func() <-chan error {
			done := make(chan error, 1)
			go func() { done <- w.lobby.Do(w.ctx, w.room, ann.person, "", &room.Start{}) }()
			synctest.Wait()
			return done
		}
		require.NoError(t, <-begin(), "nobody has ever given a share")
		w.after(0)
		again()
		w.must(bob, shareCommand(bob, shareOf(1)))
		w.must(ann, &room.Start{})
		again()
		before := time.Now()
		done := begin()
		require.Empty(t, done)
		w.must(bob, shareCommand(bob, shareOf(2)))
		require.NoError(t, <-done)
		require.Less(t, time.Since(before), time.Second)
		w.after(0)
		require.Equal(t, []string{"", shareOf(2)}, ann.room.Match.Shares)
		again()
		before = time.Now()
		require.NoError(t, <-begin())
		require.Equal(t, sharePause, time.Since(before))
		w.after(0)
		again()
		bob.leave()
		before = time.Now()
		require.NoError(t, <-begin())
		require.Zero(t, time.Since(before), "who is not connected sends no share")
		w.after(0)
	})
}

// TestWhatVoidsShares: if the next match changes, it gets another secret, so that
// no player can foresee its seed.
func TestWhatVoidsShares(t *testing.T) {
	with := func(change func(*room.Settings)) *room.Settings {
		s := toyTable()
		s.Seats = 3
		change(&s)
		return &s
	}
	for _, test := range []struct {
		name    string
		command room.Action
		void    bool
	}{
		{"another game", &room.ChangeSettings{Settings: *with(func(s *room.Settings) { s.Game = "seasons" })}, true},
		{
			"other options",
			&room.ChangeSettings{
				Settings: *with(func(s *room.Settings) { s.Options = game.MatchOptions{"panic": "on"} }),
			},
			true,
		},
		{"more seats", &room.ChangeSettings{Settings: *with(func(s *room.Settings) { s.Seats = 4 })}, true},
		{"fewer seats", &room.ChangeSettings{Settings: *with(func(s *room.Settings) { s.Seats = 2 })}, true},
		{"other seats", &room.Swap{Other: 1}, true},
		{
			"the same options in full",
			&room.ChangeSettings{
				Settings: *with(func(s *room.Settings) { s.Options = game.MatchOptions{"panic": "off"} }),
			},
			false,
		},
		{
			"a clock",
			&room.ChangeSettings{
				Settings: *with(func(s *room.Settings) { s.Clock = room.Clock{Mode: room.ClockMove, Seconds: 60} }),
			},
			false,
		},
		{"a bot", &room.SeatBot{Seat: 2, Bot: "random"}, false},
		{"another host", &room.MakeHost{Seat: 1}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			inWorld(t, func(w *world) {
				settings := toyTable()
				settings.Seats = 3
				list := w.seated(settings, "ann", "bob")
				ann, bob := list[0], list[1]
				for i, c := range list {
					w.must(c, shareCommand(c, shareOf(i)))
				}
				before, old := ann.room, w.truth().Secret
				w.must(ann, test.command)
				require.Equal(t, test.void, bob.room.Commitment != before.Commitment)
				require.Equal(t, test.void, w.truth().Secret != old)
				require.Equal(t, !test.void, bob.room.Seats[0].Shared && bob.room.Seats[1].Shared)
				if test.void {
					require.False(t, bob.room.Seats[0].Ready && bob.room.Seats[1].Ready, "everybody agrees anew")
					w.refused(
						room.CodeOldCommitment,
						bob,
						&room.GiveShare{Commitment: before.Commitment, Share: shareOf(1)},
					)
					w.must(bob, shareCommand(bob, shareOf(5)))
				}
				w.check()
				w.restart()
				w.join(list...)
				w.check()
			})
		})
	}
}

func TestSharesAreGivenOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.seated(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		w.refused(room.CodeNotSeated, eve, shareCommand(eve, shareOf(1)))
		for _, bad := range []string{
			"", "x", shareOf(1)[1:], shareOf(1) + "0", strings.Repeat("AB", 16), strings.Repeat("zz", 16),
		} {
			w.refused(coded.Malformed, bob, shareCommand(bob, bad))
		}
		for _, old := range []string{"", "x", strings.Repeat("0", 64)} {
			w.refused(room.CodeOldCommitment, bob, &room.GiveShare{Commitment: old, Share: shareOf(1)})
		}
		w.must(bob, shareCommand(bob, shareOf(1)))
		frames := len(ann.frames)
		w.must(bob, shareCommand(bob, shareOf(1)))
		require.Equal(t, frames, len(ann.frames), "sent again unchanged it is nothing new")
		w.refused(room.CodeHasShared, bob, shareCommand(bob, shareOf(2)))
		// The share goes with its player.
		w.must(bob, &room.Leave{})
		require.False(t, ann.room.Seats[1].Shared)
		w.must(eve, &room.Claim{Seat: 1})
		require.False(t, ann.room.Seats[1].Shared)
		w.must(eve, shareCommand(eve, shareOf(3)))
		w.must(eve, &room.SetReady{Ready: true})
		w.must(ann, &room.Start{})
		require.Equal(t, []string{"", shareOf(3)}, ann.room.Match.Shares)
	})
}

// TestTheSecretIsToldOfEveryMatch: also of one that was abandoned, or ended
// because its room was closed, and the room counts those.
func TestTheSecretIsToldOfEveryMatch(t *testing.T) {
	for name, end := range map[string]func(*world, []*client){
		"abandoned": func(w *world, list []*client) {
			w.endTogether(list...)
		},
		"closed": func(w *world, _ []*client) {
			require.NoError(w.t, w.lobby.CloseRoom(w.ctx, w.room))
			w.after(0)
		},
	} {
		for _, answered := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " answered ", answered), func(t *testing.T) {
				inWorld(t, func(w *world) {
					list := w.playing(toyTable(), "ann", "bob")
					eve := w.guest("eve")
					commitment := eve.room.Match.Commitment
					if answered {
						require.NoError(t, list[0].answer())
					}
					end(w, list)
					for _, c := range w.people {
						require.Equal(t, commitment, c.result.Proof.Secret.Commitment())
						require.Equal(t, c.result.Seed, c.w.truth().Play.Match.Start.Seed)
						require.Nil(t, c.result.Outcome)
						require.Equal(t, 1, c.room.Abandoned)
					}
					if answered {
						r := w.record(list[0].person, eve.match)
						require.Equal(t, eve.result.Proof, r.Start.Proof)
						again, err := r.Replay(w.rules, nil)
						require.NoError(t, err)
						require.NotNil(t, again.Result)
					}
				})
			})
		}
	}
}

// TestTheListsTellNoSecret looks at what is listed of a room and of its seats
// while a match is played.
func TestTheListsTellNoSecret(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Listed = true
		list := w.seated(settings, "ann", "bob")
		w.must(list[1], shareCommand(list[1], shareOf(7)))
		w.must(list[0], &room.Start{})
		require.NoError(t, list[0].answer())
		rooms, err := w.lobby.List(w.ctx, directory.ListQuery{Limit: 10})
		require.NoError(t, err)
		seen, err := w.lobby.Inspect(w.ctx, w.room)
		require.NoError(t, err)
		text, err := json.Marshal([]any{rooms, seen})
		require.NoError(t, err)
		now := w.truth()
		for _, secret := range []any{now.Secret, now.Play.Match.Start.Seed, now.Play.Match.Start.Proof.Secret} {
			require.NotContains(t, string(text), strings.Trim(string(strict.Encode(secret)), `"`))
		}
	})
}
