package lobby

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/store"
)

// inAnalysingWorld is inWorld with a server that analyses each match when it ends. do gets the analyst.
func inAnalysingWorld(t *testing.T, share float64, do func(*world, *seer)) {
	t.Helper()
	inWorld(t, func(w *world) {
		s := withSeer(w)
		w.archive.AnalysisShare = share
		w.restart()
		do(w, s)
	})
}

// analysis returns the analysis of a match, or its progress.
func (w *world) analysis(by people.Person, id string) archive.AnalysisInfo {
	w.t.Helper()
	info, err := w.lobby.Analysis(w.ctx, by, id)
	require.NoError(w.t, err)
	return info
}

// A match is analysed once when it ends, without a request, and the result has the decisions of each player that
// mattered most. A deep analysis follows.
func TestAMatchIsAnalysedAtItsEnd(t *testing.T) {
	for _, id := range []string{"toy", "seasons", "spellbook"} {
		t.Run(id, func(t *testing.T) {
			inAnalysingWorld(t, 1, func(w *world, s *seer) {
				list := w.playing(room.Settings{Game: id, Seats: 2}, "ann", "bob")
				_, err := w.lobby.Analysis(w.ctx, list[0].person, list[0].room.Match.ID)
				w.requireCode(archive.CodeNoMatch, err)
				require.Empty(t, s.seen, "nothing is analysed before the end")
				w.play(list...)
				ann := list[0].person
				played := w.archived(ann.ID)[0]
				synctest.Wait()
				info := w.analysis(ann, played.ID)
				require.Equal(t, archive.AnalysisDone, info.State)
				searched, compared := len(s.seen), s.compared
				require.Positive(t, searched)
				require.Positive(t, compared)

				var analysis replay.Analysis
				require.NoError(t, json.Unmarshal(info.Analysis, &analysis))
				require.True(t, analysis.Deep)
				require.Len(t, analysis.Decisions, searched/2, "a quick pass and a deep one")
				require.NotEmpty(t, analysis.Decisive)
				for _, d := range analysis.Decisive {
					for _, one := range []*replay.Difference{d.Best, d.Costliest} {
						if one != nil {
							require.Equal(t, replay.Difference{Step: one.Step, Chance: 0.12, Points: 9}, *one)
						}
					}
				}
				w.restart()
				require.Equal(t, info, w.analysis(ann, played.ID))
				_, err = w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
				require.NoError(t, err)
				synctest.Wait()
				require.Equal(t, []int{searched, compared}, []int{len(s.seen), s.compared}, "it is kept")
			})
		})
	}
}

// A server that stops drops the analysis, and it can be requested later.
func TestAStopDropsTheAnalysis(t *testing.T) {
	inAnalysingWorld(t, 1, func(w *world, s *seer) {
		s.gate = make(chan struct{})
		played := w.playedMatch(toyTable(), "ann", "bob")
		ann := w.people[0].person
		synctest.Wait()
		require.Equal(t, archive.AnalysisRunning, w.analysis(ann, played.ID).State)
		go func() { // the search that runs ends after the archive has begun to close
			time.Sleep(time.Second)
			close(s.gate)
		}()
		w.restart()
		require.Equal(t, archive.AnalysisInfo{State: archive.AnalysisNone}, w.analysis(ann, played.ID))
		require.LessOrEqual(t, len(s.seen), 1)
		_, err := w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
		require.NoError(t, err)
		synctest.Wait()
		require.Equal(t, archive.AnalysisDone, w.analysis(ann, played.ID).State)
	})
}

// Matches are analysed one after another, and bots that think go first.
func TestEndedMatchesWait(t *testing.T) {
	inAnalysingWorld(t, 1, func(w *world, s *seer) {
		s.gate = make(chan struct{})
		first := w.playedMatch(toyTable(), "ann", "bob")
		second := w.playedMatch(toyTable(), "cy", "dan")
		synctest.Wait()
		bot := false
		w.lobby.workers.Next <- func() { bot = len(s.seen) == 1 }
		require.Equal(t, archive.AnalysisRunning, w.analysis(w.people[0].person, first.ID).State)
		require.Equal(t,
			archive.AnalysisInfo{State: archive.AnalysisWaiting, Ahead: 1},
			w.analysis(w.people[2].person, second.ID),
		)
		close(s.gate)
		synctest.Wait()
		require.True(t, bot, "the bot thinks after the search that has begun")
		for i, id := range []string{first.ID, second.ID} {
			require.Equal(t, archive.AnalysisDone, w.analysis(w.people[2*i].person, id).State)
		}
	})
}

// What is not analysed: matches of bots only, and all matches if the setting or the disk says so.
func TestEndedMatchesThatAreNotAnalysed(t *testing.T) {
	none := archive.AnalysisInfo{State: archive.AnalysisNone}
	inAnalysingWorld(t, 0, func(w *world, s *seer) {
		played := w.playedMatch(toyTable(), "ann", "bob")
		synctest.Wait()
		require.Equal(t, none, w.analysis(w.people[0].person, played.ID))
		require.Empty(t, s.seen)
	})
	inAnalysingWorld(t, 1, func(w *world, s *seer) {
		w.archive.HasSpace = func() bool { return false }
		w.restart()
		played := w.playedMatch(toyTable(), "ann", "bob")
		synctest.Wait()
		require.Equal(t, none, w.analysis(w.people[0].person, played.ID))
		require.Empty(t, s.seen)
	})
	inAnalysingWorld(t, 1, func(w *world, s *seer) { // bots that belong to accounts
		list := w.playing(toyTable(), "ann", "bob")
		for i, c := range list {
			require.NoError(t, w.log.DeleteIdentity(w.ctx, c.person.ID))
			hash := sha256.Sum256([]byte(fmt.Sprint("bot", i)))
			require.NoError(t, w.log.CreateIdentity(
				w.ctx,
				store.Identity{ID: c.person.ID, Name: c.person.Name, Kind: string(people.Bot)},
				store.Credential{CredentialKey: store.CredentialKey{Kind: "session", ID: hash[:]}},
			))
		}
		w.play(list...)
		synctest.Wait()
		require.Equal(t, none, w.analysis(list[0].person, w.archived("ann")[0].ID))
		require.Empty(t, s.seen)
	})
}

// People who may not see a match yet do not see its analysis.
func TestTheAnalysisOpensWithTheMatch(t *testing.T) {
	inAnalysingWorld(t, 1, func(w *world, _ *seer) {
		settings := toyTable()
		settings.Delay = 2
		list := w.playing(settings, "ann", "bob")
		eve := w.guest("eve")
		w.play(list...)
		synctest.Wait()
		id := w.archived("ann")[0].ID
		require.Equal(t, archive.AnalysisDone, w.analysis(list[0].person, id).State)
		_, err := w.lobby.Analysis(w.ctx, eve.person, id)
		w.requireCode(archive.CodeNoMatch, err)
		w.after(time.Hour)
		require.Equal(t, archive.AnalysisDone, w.analysis(eve.person, id).State)
	})
}
