package lobby

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
	"archmage/internal/store/retention"
	"archmage/internal/store/storetest"
	"archmage/internal/work"
)

// elsewhere is another server, in the same bubble of time.
func (w *world) elsewhere(games game.Modules) *server {
	other := newServer(storetest.Open(w.t), games, Options{Logger: w.logger, Random: repeatable(99)})
	w.t.Cleanup(other.Close)
	return other
}

var zoe = people.Person{ID: "zoe", Name: "Zoe"}

// A record made by one server is opened on another, where it is nobody's match.
func TestAFileFromAnotherServer(t *testing.T) {
	for _, id := range []string{"toy", "seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			inWorld(t, func(w *world) {
				played := w.playedMatch(room.Settings{Game: id, Seats: 2, Spectators: true, Listed: true}, "ann", "bob")
				text, err := w.lobby.Record(w.ctx, people.Person{}, played.ID)
				require.NoError(t, err)

				other := w.elsewhere(w.games)
				defer other.Close()
				info, err := other.Import(w.ctx, zoe, text)
				require.NoError(t, err)
				items := len(w.record(zoe, played.ID).Items)
				require.Equal(t, &archive.FileInfo{
					Match: played.ID, Until: time.Now().Add(archive.ImportTTL).UnixMilli(), Items: items, Shown: items,
				}, info.File)
				require.Equal(t, []archive.PlayerInfo{{Name: "The ann"}, {Name: "The bob"}}, info.Players)
				require.Equal(t, played.Outcome, info.Outcome)
				require.Equal(t, played.Started, info.Started)
				for seat := range info.Seats {
					require.Equal(t, played.Seats[seat].Rank, info.Seats[seat].Rank)
					require.Equal(t, played.Seats[seat].Total, info.Seats[seat].Total)
				}
				require.False(t, info.Listed)
				require.NotEqual(t, played.ID, info.ID)
				preview, err := other.Preview(w.ctx, people.Person{}, info.ID)
				require.NoError(t, err)
				require.True(t, strings.HasPrefix(preview.Title, "From a file: The "), preview.Title)

				// Whoever has the link sees the same record, and plays on from it.
				again, err := other.Record(w.ctx, people.Person{}, info.ID)
				require.NoError(t, err)
				require.Equal(t, string(text), string(again))
				_, err = other.CreateFrom(
					w.ctx,
					zoe,
					room.Settings{},
					archive.From{Match: info.ID, Step: 3, Luck: match.LuckNew},
				)
				require.NoError(t, err)

				// It is in nobody's history, and kept once.
				same, err := other.Import(w.ctx, zoe, text)
				require.NoError(t, err)
				require.Equal(t, info, same)
				for query, want := range map[archive.MatchQuery]int{
					{Limit: 9}: 0, {Person: "zoe", Limit: 9}: 0, {Owner: "ann", Limit: 9}: 0,
					{Owner: "zoe", Limit: 9}: 1,
				} {
					page, err := other.Matches(w.ctx, zoe, query)
					require.NoError(t, err)
					require.Len(t, page.Matches, want, "%+v", query)
				}
				mine, err := other.Import(w.ctx, people.Person{ID: "yan"}, text)
				require.NoError(t, err)
				require.NotEqual(t, info.ID, mine.ID)
				w.requireCode(archive.CodeNoMatch, other.DeleteImport(w.ctx, zoe, mine.ID))
				require.NoError(t, other.DeleteImport(w.ctx, people.Person{ID: "yan"}, mine.ID))
			})
		})
	}
}

// After its time, a file is not shown any more, and it is deleted soon.
func TestFilesEnd(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		text, err := w.lobby.Record(w.ctx, zoe, played.ID)
		require.NoError(t, err)
		file, err := w.lobby.Import(w.ctx, zoe, text)
		require.NoError(t, err)
		w.pace.Sleep(archive.ImportTTL - time.Second)
		_, err = w.lobby.Match(w.ctx, zoe, file.ID)
		require.NoError(t, err)
		time.Sleep(time.Second)
		_, err = w.lobby.Match(w.ctx, zoe, file.ID)
		w.requireCode(archive.CodeNoMatch, err)
		w.pace.Sleep(retention.Every + retention.First)
		_, err = w.log.Match(w.ctx, file.ID)
		require.ErrorIs(t, err, store.ErrNotFound)
		_, err = w.lobby.Match(w.ctx, zoe, played.ID)
		require.NoError(t, err)
	})
}

// A file that is no record of a finished match, or does not lead where it says, is
// refused with a code and the item where it breaks; nothing of it is kept.
func TestFilesAreRefused(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		text, err := w.lobby.Record(w.ctx, people.Person{}, played.ID)
		require.NoError(t, err)
		changed := func(change func(r *match.Record)) []byte {
			r, err := match.Decode(text)
			require.NoError(t, err)
			change(r)
			return r.Encode()
		}
		for name, test := range map[string]struct {
			text []byte
			code coded.Code
			item int
		}{
			"nothing": {nil, match.CodeBadRecord, -1},
			"no JSON": {[]byte("<html>"), match.CodeBadRecord, -1},
			"cut off": {text[:len(text)/2], match.CodeBadRecord, -1},
			"huge": {
				append(bytes.Clone(text), bytes.Repeat([]byte(" "), match.MaxRecord)...),
				match.CodeBadRecord,
				-1,
			},
			"deep":           {[]byte(strings.Repeat(`[`, 1<<20)), match.CodeBadRecord, -1},
			"another format": {changed(func(r *match.Record) { r.Format = "chess game" }), match.CodeBadRecord, -1},
			"a foreign game": {changed(func(r *match.Record) { r.Game = "chess" }), archive.CodeNoGame, -1},
			"not over":       {changed(func(r *match.Record) { *r = *r.Truncate(3) }), match.CodeNotOver, -1},
			"another secret": {changed(func(r *match.Record) { r.Start.Proof.Secret[0]++ }), match.CodeBadSeed, -1},
			"another seed": {
				changed(func(r *match.Record) { r.Start.Seed[0]++; r.Start.Proof = nil }),
				match.CodeBadStart,
				-1,
			},
			"an option": {
				changed(func(r *match.Record) { r.Options["x"] = "y"; r.Start.Proof = nil }),
				match.CodeBadStart,
				-1,
			},
			"an answer": {
				changed(func(r *match.Record) { r.Items[2].Answer = json.RawMessage(`["x"]`) }),
				match.CodeBadAnswer,
				2,
			},
			"a hash": {changed(func(r *match.Record) { r.Items[2].Hash = "00" }), match.CodeBadHash, 2},
			"the outcome": {
				changed(func(r *match.Record) { r.Outcome.Places[0].Total++ }),
				match.CodeBadOutcome,
				-1,
			},
			"a hostile state": {
				changed(func(r *match.Record) { r.Start = match.Start{State: bytes.Repeat([]byte{255}, 900)} }),
				match.CodeBadStart,
				-1,
			},
			"a name too long": {
				changed(func(r *match.Record) { r.Seats[0].Name = strings.Repeat("n", 1000) }),
				match.CodeBadRecord,
				-1,
			},
			"too many items": {
				changed(func(r *match.Record) { r.Items = make([]match.Item, match.MaxItems+1) }),
				match.CodeBadRecord,
				-1,
			},
			"after the end": {
				changed(func(r *match.Record) { r.Items = append(r.Items, r.Items[0]) }),
				match.CodeBadAnswer,
				len(w.record(zoe, played.ID).Items),
			},
			"a time far ahead": {changed(func(r *match.Record) { r.Items[1].At = 1 << 60 }), match.CodeBadRecord, -1},
		} {
			_, err := w.lobby.Import(w.ctx, zoe, test.text)
			var bad *archive.ImportError
			require.True(t, errors.As(err, &bad), "%s: %v", name, err)
			require.Equal(t, test.code, bad.Refusal.Code, name)
			require.Equal(t, test.item, bad.Item, name)
			require.NotEmpty(t, bad.Refusal.Message)
		}
		page, err := w.lobby.Matches(w.ctx, zoe, archive.MatchQuery{Owner: "zoe", Limit: 9})
		require.NoError(t, err)
		require.Empty(t, page.Matches)
	})
}

// A file that was refused is refused again without being played, whoever brings it.
func TestARefusedFileIsRemembered(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		r := w.record(zoe, played.ID)
		r.Outcome.Places[0].Total++
		text := r.Encode()
		bring := func(by people.Person) (computed int) {
			_, err := w.lobby.Import(w.ctx, by, text)
			w.requireCode(match.CodeBadOutcome, err)
			_, computed = w.lobby.replays.Stats()
			return computed
		}
		computed := bring(zoe)
		require.Equal(t, computed, bring(zoe))
		require.Equal(t, computed, bring(people.Person{ID: "yan"}))
		text = append(text, ' ')
		require.Equal(t, computed+1, bring(zoe), "another file")
	})
}

// A request learns what its work has cost, whichever goroutine did it. A result that is kept costs
// nothing.
func TestTheWorkOfARequestIsTold(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(room.Settings{Game: "seasons", Seats: 2, Spectators: true, Listed: true}, "ann", "bob")
		withSeer(w)
		text, err := w.lobby.Record(w.ctx, people.Person{}, played.ID)
		require.NoError(t, err)
		spent := func(do func(ctx context.Context) error) (cpu time.Duration) {
			var sum atomic.Int64
			require.NoError(t, do(work.With(w.ctx, func(d time.Duration) { sum.Add(int64(d)) })))
			synctest.Wait()
			return time.Duration(sum.Load())
		}
		timeline := func(ctx context.Context) error {
			part, err := w.lobby.Timeline(ctx, zoe, played.ID)
			if err == nil {
				_, err = part.Data(ctx)
			}
			return err
		}
		require.Positive(t, spent(timeline))
		require.Zero(t, spent(timeline))
		require.Positive(t, spent(func(ctx context.Context) error {
			_, err := w.lobby.CreateFrom(
				ctx,
				zoe,
				room.Settings{},
				archive.From{Match: played.ID, Step: 3, Luck: match.LuckNew},
			)
			return err
		}))
		bring := func(ctx context.Context) error {
			_, err := w.lobby.Import(ctx, zoe, text)
			return err
		}
		require.Positive(t, spent(bring))
		require.Zero(t, spent(bring))
		require.Positive(t, spent(func(ctx context.Context) error {
			_, err := w.lobby.Analyse(ctx, zoe, played.ID, archive.Requester{})
			return err
		}))
	})
}

// The names in a file are cleaned. A bot stays a bot.
func TestNamesInAFile(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		r := w.record(people.Person{}, played.ID)
		r.Seats = []match.RecordSeat{{Name: "  A\u202en\nn " + strings.Repeat("x", 99)}, {Name: "Corvo", Bot: "random"}}
		info, err := w.lobby.Import(w.ctx, zoe, r.Encode())
		require.NoError(t, err)
		require.Equal(t, "Ann", info.Players[0].Name[:3])
		require.Len(t, info.Players[0].Name, people.MaxName)
		require.Equal(t, archive.PlayerInfo{Name: "Corvo", Bot: "random"}, info.Players[1])
	})
}

// A record of another version of the rules is taken up to the first item that the present rules play
// differently.
func TestAFileOfOtherRules(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		text, err := w.lobby.Record(w.ctx, people.Person{}, played.ID)
		require.NoError(t, err)
		games := theGames()
		for i := range games {
			if games[i].Rules.Info().ID == "toy" {
				games[i].Rules = newerRules{games[i].Rules}
			}
		}
		other := w.elsewhere(games)
		defer other.Close()
		info, err := other.Import(w.ctx, zoe, text)
		require.NoError(t, err)
		require.Equal(t, info.File.Items, info.File.Shown)

		r, err := match.Decode(text)
		require.NoError(t, err)
		r.Items[4].Answer = json.RawMessage(`["x"]`)
		info, err = other.Import(w.ctx, zoe, r.Encode())
		require.NoError(t, err)
		require.Equal(t, 4, info.File.Shown)
		require.Equal(t, len(r.Items), info.File.Items)
		require.Equal(t, played.Outcome, info.Outcome, "the file says so")
		timeline, err := other.Timeline(w.ctx, zoe, info.ID)
		require.NoError(t, err)
		_, err = timeline.Data(w.ctx)
		require.NoError(t, err)
		text, err = other.Record(w.ctx, zoe, info.ID)
		require.NoError(t, err)
		cut, err := match.Decode(text)
		require.NoError(t, err)
		_, err = match.NewTimeline(w.rules, cut)
		require.NoError(t, err)
		require.Len(t, cut.Items, 4)

		r.Items[0].Answer = json.RawMessage(`["x"]`)
		_, err = other.Import(w.ctx, zoe, r.Encode())
		w.requireCode(match.CodeOtherRules, err)
	})
}

// newerRules are rules of a later version, which play the same.
type newerRules struct{ game.Rules }

func (n newerRules) Info() game.Info {
	info := n.Rules.Info()
	info.Version += 3
	return info
}

// A person can bring a limited number of matches.
func TestHowManyFilesAPersonBrings(t *testing.T) {
	inWorld(t, func(w *world) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		r := w.record(people.Person{}, played.ID)
		for i := range archive.ImportQuota.Matches + 1 {
			r.ID = strings.Repeat("m", i+1)
			_, err := w.lobby.Import(w.ctx, zoe, r.Encode())
			if i < archive.ImportQuota.Matches {
				require.NoError(t, err)
			} else {
				w.requireCode(archive.CodeManyFiles, err)
			}
		}
		_, err := w.lobby.Import(w.ctx, people.Person{ID: "yan"}, r.Encode())
		require.NoError(t, err)
		_, err = w.lobby.Import(w.ctx, people.Person{}, r.Encode())
		w.requireCode(coded.Malformed, err)
	})
}
