package lobby

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
)

// record returns the record of an archived match as somebody gets it.
func (w *world) record(by people.Person, id string) *match.Record {
	w.t.Helper()
	text, err := w.lobby.Record(w.ctx, by, id)
	require.NoError(w.t, err)
	r, err := match.Decode(text)
	require.NoError(w.t, err)
	return r
}

// TestTheArchivedRecordReplays plays matches with everything that marks a record,
// and plays each again from what the archive has.
func TestTheArchivedRecordReplays(t *testing.T) {
	for _, id := range []string{"toy", "seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			inWorldWith(t, Options{IdleAfter: time.Minute}, 4, func(w *world) {
				list := w.seated(
					room.Settings{Game: id, Seats: 3, Spectators: true, Undo: true, Listed: true},
					"ann",
					"bob",
					"cy",
				)
				share := strings.Repeat("ab", 16)
				w.must(list[1], &room.GiveShare{Commitment: list[1].room.Commitment, Share: share})
				w.must(list[0], &room.Start{})
				eve := w.guest("eve")
				for step := 0; list[0].result == nil; step++ {
					require.Less(t, step, 3000)
					c := list[w.rng.IntN(3)]
					switch {
					case step == 20:
						w.must(list[1], &room.Leave{})
						w.letIn(eve, 1, list[0], list[2])
						list[1] = eve
					case step == 30:
						w.must(list[2], &room.Concede{})
					case step == 40:
						w.restart()
						w.join(list...)
					case c.undo && w.rng.IntN(4) == 0:
						w.must(c, &room.Undo{})
					case c.decision() != nil:
						require.NoError(t, c.answer())
					default:
						w.after(time.Second)
					}
				}
				m := w.check().Play.Match
				r := w.record(people.Person{}, m.ID)
				require.Equal(t, []match.RecordSeat{{Name: "The ann"}, {Name: "The bob"}, {Name: "The cy"}}, r.Seats)
				again, err := r.Replay(w.rules, nil)
				require.NoError(t, err)
				require.Equal(t, m.Hash, again.Hash)
				requireSameJSON(t, m.Result.Outcome, again.Result.Outcome, "the outcome")
				require.Len(t, r.Items, len(m.Items))

				// The proof says where the seed came from.
				terms := m.Terms
				require.Equal(t, *r.Start.Seed, r.Start.Proof.Seed(&terms))
				require.Equal(t, []string{"", share, ""}, r.Start.Proof.Shares)
				require.Equal(t, w.room, r.Start.Proof.Room)
				forged := *r
				forged.Start.Proof = &match.Proof{
					Secret: r.Start.Proof.Secret,
					Room:   w.room,
					Number: 2,
					Shares: r.Start.Proof.Shares,
				}
				_, err = forged.Replay(w.rules, nil)
				require.Equal(t, match.CodeBadRecord, coded.Of(err))

				// Everybody who held a seat finds it, and who is counted for
				// what.
				for _, person := range []string{"ann", "bob", "cy", "eve"} {
					list := w.archived(person)
					require.Len(t, list, 1, person)
					require.Equal(t, m.ID, list[0].ID)
					requireSameJSON(t, m.Result.Seats, list[0].Seats, "the seats")
				}
			})
		})
	}
}

func TestMatchesAreListed(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Listed = true
		list := w.playing(settings, "ann", "bob")
		w.play(list...)
		listed := list[0].match
		settings.Listed = false
		list = w.playing(settings, "cy", "dee")
		w.play(list...)
		private := list[0].match
		list = w.playing(room.Settings{Game: "spellbook", Seats: 2, Listed: true}, "ann", "cy")
		for _, c := range list {
			if c.decision() != nil {
				require.NoError(t, c.answer())
			}
		}
		w.endTogether(list...)
		abandoned := list[0].match
		ids := func(by string, query archive.MatchQuery) (ids []string) {
			page, err := w.lobby.Matches(w.ctx, people.Person{ID: by}, query)
			require.NoError(t, err)
			for _, m := range page.Matches {
				ids = append(ids, m.ID)
			}
			return ids
		}
		require.Equal(t, []string{abandoned, listed}, ids("", archive.MatchQuery{Limit: 10}))
		require.Equal(t, []string{listed}, ids("", archive.MatchQuery{Game: "toy", Limit: 10}))
		require.Equal(t, []string{abandoned, private}, ids("cy", archive.MatchQuery{Person: "cy", Limit: 10}))
		page, err := w.lobby.Matches(w.ctx, people.Person{}, archive.MatchQuery{Limit: 1})
		require.NoError(t, err)
		require.NotEmpty(t, page.Next)
		require.Equal(t, []string{listed}, ids("", archive.MatchQuery{Limit: 1, After: page.Next}))
		for _, query := range []archive.MatchQuery{{}, {Limit: 1, After: "x"}} {
			_, err := w.lobby.Matches(w.ctx, people.Person{}, query)
			w.requireCode(coded.Malformed, err)
		}

		info, err := w.lobby.Match(w.ctx, people.Person{}, abandoned)
		require.NoError(t, err)
		require.Nil(t, info.Outcome)
		require.Equal(t, []int{0, 0}, []int{info.Seats[0].Rank, info.Seats[1].Rank})
		require.Equal(t, archive.PlayerInfo{Person: "ann", Name: "The ann", Kind: people.Guest}, info.Players[0])
		require.NotEmpty(t, info.Options)
		require.Equal(t, []any{true, "spellbook"}, []any{info.Listed, info.Game})
		require.Nil(t, w.record(people.Person{}, abandoned).Outcome)
		for _, id := range []string{"nowhere", "", strings.Repeat("x", 1000)} {
			_, err := w.lobby.Match(w.ctx, people.Person{}, id)
			w.requireCode(archive.CodeNoMatch, err)
			_, err = w.lobby.Record(w.ctx, people.Person{}, id)
			w.requireCode(archive.CodeNoMatch, err)
		}
	})
}

// TestADeletedPersonIsANamelessSeat: the names are looked up when a match is
// shown.
func TestADeletedPersonIsANamelessSeat(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.seated(settings, "ann", "bob")
		w.must(list[0], &room.SeatBot{Seat: 2, Bot: "random"})
		w.must(list[0], &room.Start{})
		w.play(list...)
		id := list[0].match
		require.Equal(
			t,
			[]match.RecordSeat{{Name: "The ann"}, {Name: "The bob"}, {Name: "Alwin", Bot: "random"}},
			w.record(list[0].person, id).Seats,
		)
		require.NoError(t, w.log.DeleteIdentity(w.ctx, "ann"))
		info, err := w.lobby.Match(w.ctx, list[1].person, id)
		require.NoError(t, err)
		require.Equal(
			t,
			[]archive.PlayerInfo{
				{},
				{Person: "bob", Name: "The bob", Kind: people.Guest},
				{Name: "Alwin", Bot: "random"},
			},
			info.Players,
		)
		require.Equal(
			t,
			[]match.RecordSeat{{}, {Name: "The bob"}, {Name: "Alwin", Bot: "random"}},
			w.record(list[1].person, id).Seats,
		)
	})
}

func TestNamesStayAsAtTheStart(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		list := w.playing(settings, "ann", "bob", "cy")
		list[1].person.Name = "Robert"
		w.join(list[1])
		require.Equal(t, []string{"The ann", "The bob", "The cy"}, namesOf(list[0].room))
		w.must(list[1], &room.Leave{})
		require.Equal(t, []string{"The ann", "The bob", "The cy"}, namesOf(list[0].room), "also of who has left")
		require.Empty(t, list[0].room.Seats[1].Player)
		w.letIn(list[1], 1, list[0], list[2])
		require.Equal(t, []string{"The ann", "The bob", "The cy"}, namesOf(list[0].room), "and of who is back")
		w.must(list[1], &room.Leave{})
		eve := w.guest("eve")
		w.letIn(eve, 1, list[0], list[2])
		require.Equal(t, []string{"The ann", "The eve", "The cy"}, namesOf(list[0].room))
		w.check()
	})
}

// TestAMatchThatNobodyAnsweredIsNotArchived: the room only counts it.
func TestAMatchThatNobodyAnsweredIsNotArchived(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		w.endTogether(list...)
		w.check()
		require.Equal(t, room.StatusFinished, list[0].room.Status)
		require.Equal(t, []int{1, 1}, []int{list[0].room.Matches, list[0].room.Abandoned})
		require.NotNil(t, list[0].result.Proof)
		require.Empty(t, w.archived("ann"))
		_, err := w.lobby.Match(w.ctx, list[0].person, list[0].match)
		w.requireCode(archive.CodeNoMatch, err)
	})
}

// TestADuelIsOverAtOnce: who is left has won, in the archive, in the list of matches
// and as everybody is told, also before the first answer, and can play on for fun.
func TestADuelIsOverAtOnce(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		w.must(bob, &room.Concede{})
		w.check()
		for _, c := range []*client{ann, bob, eve} {
			require.Equal(t, room.StatusFinished, c.room.Status)
			require.Equal(t, []int{1, 2}, []int{c.result.Seats[0].Rank, c.result.Seats[1].Rank})
			require.Empty(t, c.decisions)
			require.Contains(t, string(c.events[len(c.events)-1]), `"won"`)
		}
		info, err := w.lobby.Match(w.ctx, eve.person, ann.match)
		require.NoError(t, err)
		require.EqualValues(t, 0, info.Outcome.Places[0].Seat)
		record := w.record(ann.person, ann.match)
		_, err = record.Replay(w.rules, nil)
		require.NoError(t, err)
		_, err = w.lobby.CreateFrom(
			w.ctx,
			ann.person,
			room.Settings{},
			archive.From{Match: ann.match, Step: len(record.Items), Luck: match.LuckSame},
		)
		require.NoError(t, err)
	})
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Seats = 3
		ann := w.open("ann", settings)
		for seat := range game.Seat(2) {
			w.must(ann, &room.SeatBot{Seat: seat + 1, Bot: "random"})
		}
		w.must(ann, &room.Start{})
		w.must(ann, &room.Concede{})
		require.NotNil(t, ann.result, "no person is left, and nobody waits for bots")
		require.Equal(t, 3, ann.result.Seats[0].Rank)
	})
}

// TestADelayedMatchOpensLate: its players see a match in the archive at once,
// others when those who watch may know its end.
func TestADelayedMatchOpensLate(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay, settings.Listed = 4, true
		list := w.playing(settings, "ann", "bob")
		eve := w.guest("eve")
		w.play(list...)
		id := list[0].match
		open := func(by people.Person) bool {
			page, err := w.lobby.Matches(w.ctx, by, archive.MatchQuery{Limit: 10})
			require.NoError(t, err)
			_, matchErr := w.lobby.Match(w.ctx, by, id)
			_, recordErr := w.lobby.Record(w.ctx, by, id)
			if len(page.Matches) == 0 {
				w.requireCode(archive.CodeNoMatch, matchErr)
				w.requireCode(archive.CodeNoMatch, recordErr)
				return false
			}
			require.NoError(t, matchErr)
			require.NoError(t, recordErr)
			return true
		}
		require.True(t, open(list[0].person))
		require.False(t, open(eve.person))
		require.False(t, open(people.Person{}))
		w.after(4*hiddenTurn - time.Second)
		require.Nil(t, eve.result)
		require.False(t, open(eve.person))
		w.after(2 * time.Second)
		require.NotNil(t, eve.result)
		require.True(t, open(eve.person))
		require.True(t, open(people.Person{}))
	})
}

// TestARematchDoesNotHastenTheEnd: a spectator with a delay sees the end of a
// match first, however soon the next one begins.
func TestARematchDoesNotHastenTheEnd(t *testing.T) {
	for _, started := range []bool{false, true} {
		for _, asleep := range []bool{false, true} {
			t.Run(fmt.Sprintf("started %t, asleep %t", started, asleep), func(t *testing.T) {
				inWorld(t, func(w *world) {
					settings := toyTable()
					settings.Delay, settings.Listed = 4, true
					list := w.playing(settings, "ann", "bob")
					eve := w.guest("eve")
					w.play(list...)
					first := w.truth().Play.Match
					shown := w.truth().lateMoment(4, false)
					end := w.truth().lateMoment(4, true)
					w.must(list[0], &room.Rematch{Open: true})
					w.must(list[1], &room.SetReady{Ready: true})
					if started {
						w.must(list[0], &room.Start{})
						require.NoError(t, list[0].answer())
					}
					if asleep {
						for _, c := range w.people {
							c.leave()
						}
						w.restart()
						require.False(t, w.inMemory())
						w.after(4*hiddenTurn - 2*time.Second)
						w.join(eve)
					} else {
						w.after(4*hiddenTurn - time.Second)
					}
					requireSameJSON(t, shown.public, w.publicOf(eve), "as before the end")
					require.Nil(t, eve.result)
					require.Equal(t, room.StatusPlaying, eve.room.Status)
					require.Equal(t, room.StatusPlaying, w.listedStatus())
					seen := len(eve.frames)
					w.after(3 * time.Second)
					require.Equal(t, room.KindReveal, w.lastKind(), "the list learns of it, too")
					var results []string
					for _, frame := range eve.frames[seen:] {
						if strings.Contains(string(frame), `"result":{`) {
							results = append(results, first.ID)
							require.Contains(t, string(frame), first.ID)
						}
					}
					require.Len(t, results, 1, "the end of the first match")
					if started {
						require.Equal(t, w.truth().Play.Match.ID, eve.match, "and then the start of the next")
						requireSameJSON(t, w.truth().moments[0].public, w.publicOf(eve), "the start alone")
						require.Nil(t, eve.result)
						return
					}
					requireSameJSON(t, end.public, w.publicOf(eve), "all of it")
					require.Equal(t, room.StatusSeated, eve.room.Status)
					require.Equal(t, room.StatusSeated, w.listedStatus())
					w.join(list...)
					w.check()
				})
			})
		}
	}
}

// TestTheListLearnsOfTheEndAfterARematch: the room updates the list by itself.
func TestTheListLearnsOfTheEndAfterARematch(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Delay, settings.Listed = 4, true
		list := w.playing(settings, "ann", "bob")
		w.play(list...)
		w.must(list[0], &room.Rematch{Open: true})
		for _, c := range list {
			c.leave()
		}
		w.restart()
		require.Equal(t, room.StatusPlaying, w.listedStatus())
		w.after(5 * hiddenTurn)
		require.Equal(t, room.StatusSeated, w.listedStatus())
	})
}

// listedStatus returns the status that the public list shows of the latest room.
func (w *world) listedStatus() room.Status {
	w.t.Helper()
	page, err := w.lobby.List(w.ctx, directory.ListQuery{Listed: true, Limit: 1})
	require.NoError(w.t, err)
	require.Len(w.t, page.Rooms, 1)
	return page.Rooms[0].Status
}

// TestAnswersAreCountedByWhoGaveThem: also those of a bot that stood in.
func TestAnswersAreCountedByWhoGaveThem(t *testing.T) {
	inWorld(t, func(w *world) {
		settings := toyTable()
		settings.Absent, settings.AbsentAfter = room.AbsentBot, 10
		list := w.playing(settings, "ann", "bob")
		require.NoError(t, list[1].answer())
		list[1].leave()
		w.after(11 * time.Second)
		w.play(list[0])
		answers := w.check().Play.Match.Result.Seats[1].Answers
		require.Equal(t, match.Share{Person: "bob", Count: 1}, answers[0])
		require.Equal(t, "random", answers[1].Bot)
		require.Empty(t, answers[1].Person)
		require.Equal(t, game.NoSeat, w.truth().SeatOf(""))
	})
}

// A rematch takes the match that has ended from nobody's page, and the room says who wants to play again.
func TestARematchLeavesTheResult(t *testing.T) {
	inWorld(t, func(w *world) {
		list := w.playing(toyTable(), "ann", "bob")
		ann, bob, eve := list[0], list[1], w.guest("eve")
		w.play(list...)
		require.NotNil(t, bob.result)
		frames, rooms := len(bob.frames), bob.count["room"]
		w.must(ann, &room.Rematch{Open: true})
		require.Equal(t, 1, bob.count["room"]-rooms)
		require.Equal(t, 1, len(bob.frames)-frames, "and nothing else")
		require.Equal(t, room.StatusSeated, bob.room.Status)
		require.True(t, bob.room.Seats[0].Ready)
		require.False(t, bob.room.Seats[1].Ready)
		for _, c := range []*client{bob, eve} {
			result := c.result
			require.NoError(t, c.join())
			w.after(0)
			require.Equal(t, result, c.result)
		}
		w.must(bob, &room.SetReady{Ready: true})
		require.NotNil(t, ann.result)
		w.must(ann, &room.Start{})
		require.Nil(t, bob.result)
	})
}
