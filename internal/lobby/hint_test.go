package lobby

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"archmage/internal/archive"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/room"
)

// seer is an analyst that records what it was shown, and gives simple answers.
type seer struct {
	seen []*game.Position
	also [][]game.Pick
	// gate, if not nil, stops the analyst until it is closed.
	gate chan struct{}
	// fails makes it panic.
	fails bool
	// compared is the number of calls of Compare.
	compared int
}

func (s *seer) Analyse(ctx context.Context, p *game.Position, _ *game.RNG, also ...[]game.Pick) []game.Line {
	if s.gate != nil {
		<-s.gate
	}
	if s.fails {
		panic("it has lost its sight")
	}
	s.seen = append(s.seen, p)
	s.also = append(s.also, also...)
	lines := []game.Line{
		{
			Picks:   game.PlainAnswer(p.Decision),
			Visits:  p.Budget.Iterations,
			Chance:  0.62,
			Points:  14,
			Place:   1.38,
			Chances: [game.MaxSeats]float64{0.62, 0.38},
		},
	}
	for _, picks := range also {
		if !p.Decision.SamePicks(picks, lines[0].Picks) {
			lines = append(
				lines,
				game.Line{Picks: picks, Visits: 6, Chance: 0.5, Chances: [game.MaxSeats]float64{0.5, 0.5}},
			)
		}
	}
	return lines
}

func (s *seer) Compare(_ context.Context, p *game.Position, _ *game.RNG, answers ...[]game.Pick) []game.Line {
	s.compared++
	var lines []game.Line
	for i, picks := range answers {
		chance := 0.62 - 0.12*float64(i)
		lines = append(lines, game.Line{
			Picks:   picks,
			Visits:  p.Budget.Iterations / len(answers),
			Chance:  chance,
			Points:  14 - 9*float64(i),
			Chances: [game.MaxSeats]float64{chance, 1 - chance},
		})
	}
	return lines
}

// Estimate says that every draw is lucky for the first of two seats.
func (s *seer) Estimate(
	_ context.Context, _ int, random *game.RNG, sources ...func(*game.RNG) game.State,
) []game.Points {
	var means []game.Points
	for i, source := range sources {
		source(random)
		chance := 0.5 + 0.2*float64(i)
		means = append(means, game.Points{chance, 1 - chance})
	}
	return means
}

// withSeer makes a seer the analyst of every game.
func withSeer(w *world) *seer {
	s := &seer{}
	for i := range w.games {
		w.games[i].Analyst = s
	}
	return s
}

// At a table with only bots a player gets hints, made from what the player may know.
func TestHint(t *testing.T) {
	inWorld(t, func(w *world) {
		s := withSeer(w)
		ann := w.open("ann", toyTable())
		_, err := w.lobby.Hint(w.ctx, w.room, ann.person)
		w.requireCode(room.CodeNotPlaying, err)
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		eve := w.guest("eve")
		_, err = w.lobby.Hint(w.ctx, w.room, eve.person)
		w.requireCode(room.CodeNotSeated, err)
		hint, err := w.lobby.Hint(w.ctx, w.room, ann.person)
		require.NoError(t, err)
		require.Equal(t, ann.decision().ID, hint.Decision)
		require.Len(t, hint.Lines, 1)
		require.Equal(t, hintIterations, hint.Lines[0].Visits)
		require.NoError(t, ann.choose(hint.Lines[0].Answer[0].Option))

		require.Len(t, s.seen, 1)
		require.Equal(t, game.Seat(0), s.seen[0].Seat)
		// The other seat's hidden cards are drawn anew for each sample.
		others := map[string]bool{}
		for i := range 40 {
			rng := game.NewRNG(game.SeedFromInt(uint64(i)))
			sample := s.seen[0].Sample(&rng)
			own, other := text(t, sample.Private(0)), text(t, sample.Private(1))
			require.Equal(t, text(t, s.seen[0].Private), own)
			others[other] = true
		}
		require.Greater(t, len(others), 10)
	})
}

func text(t *testing.T, document any) string {
	data, err := json.Marshal(document)
	require.NoError(t, err)
	return string(data)
}

// Where other people play there are no hints, also when a bot stands in for them.
func TestNoHintsAmongPeople(t *testing.T) {
	inWorld(t, func(w *world) {
		withSeer(w)
		settings := toyTable()
		settings.Seats = 3
		list := w.playing(settings, "ann", "bob", "cy")
		_, err := w.lobby.Hint(w.ctx, w.room, list[0].person)
		w.requireCode(CodeNoHints, err)
		w.must(list[1], &room.Concede{})
		_, err = w.lobby.Hint(w.ctx, w.room, list[0].person)
		w.requireCode(CodeNoHints, err)
	})
	inWorld(t, func(w *world) { // a game without an analyst
		ann := w.open("ann", toyTable())
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		_, err := w.lobby.Hint(w.ctx, w.room, ann.person)
		w.requireCode(CodeNoHints, err)
	})
}

// A person can wait for one hint at a time, and only a bounded number of hints wait.
func TestHintsAreBounded(t *testing.T) {
	inWorld(t, func(w *world) {
		s := withSeer(w)
		s.gate = make(chan struct{})
		ann := w.open("ann", toyTable())
		w.must(ann, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(ann, &room.Start{})
		first := make(chan error, 1)
		go func() {
			_, err := w.lobby.Hint(w.ctx, w.room, ann.person)
			first <- err
		}()
		synctest.Wait()
		_, err := w.lobby.Hint(w.ctx, w.room, ann.person)
		w.requireCode(coded.Busy, err)
		// The workers are busy, and their queue fills up.
		for {
			select {
			case w.lobby.workers.Next <- func() {}:
				continue
			default:
			}
			break
		}
		bob := w.open("bob", toyTable())
		w.must(bob, &room.SeatBot{Seat: 1, Bot: "random"})
		w.must(bob, &room.Start{})
		_, err = w.lobby.Hint(w.ctx, w.room, bob.person)
		w.requireCode(coded.Busy, err)
		close(s.gate)
		require.NoError(t, <-first)
		w.settle()
	})
}

// A match is analysed in the background, once for all people who ask, and the analysis is kept.
func TestAnalysis(t *testing.T) {
	inWorld(t, func(w *world) {
		s := withSeer(w)
		played := w.playedMatch(toyTable(), "ann", "bob")
		ann := w.people[0].person
		info, err := w.lobby.Analysis(w.ctx, ann, played.ID)
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisInfo{State: archive.AnalysisNone}, info)
		s.gate = make(chan struct{})
		info, err = w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisInfo{State: archive.AnalysisWaiting}, info)
		synctest.Wait()
		info, err = w.lobby.Analyse(w.ctx, w.people[1].person, played.ID, archive.Requester{})
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisRunning, info.State)
		require.Positive(t, info.Of)
		of := info.Of
		close(s.gate)
		synctest.Wait()
		require.Len(t, s.seen, 2*of, "a quick pass and, as there was nothing else to do, a deep one")
		require.Len(t, s.also, 2*of)
		require.Equal(t, 8*s.seen[0].Budget.Iterations, s.seen[of].Budget.Iterations)

		w.restart()
		info, err = w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisDone, info.State)
		require.Len(t, s.seen, 2*of, "it is not computed again")
		var analysis struct {
			Deep      bool
			Decisions []struct {
				Step, Seat int
				Best       []json.RawMessage
				Chosen     struct{ Answer json.RawMessage }
			}
			Chances []struct {
				Step  int
				Seats []float64
			}
			Mistakes, Luck []struct{ Change float64 }
			Balance        []struct{ Start, Luck, Skill, Others, Rest, End float64 }
		}
		require.NoError(t, json.Unmarshal(info.Analysis, &analysis))
		require.True(t, analysis.Deep)
		require.Len(t, analysis.Decisions, of)
		record := w.record(ann, played.ID)
		for _, d := range analysis.Decisions {
			require.Equal(t, record.Items[d.Step].Seat, game.Seat(d.Seat))
			require.NotEmpty(t, d.Best)
			require.NotEmpty(t, d.Chosen.Answer)
		}
		require.Equal(t, len(record.Items), analysis.Chances[len(analysis.Chances)-1].Step)
		require.NotEmpty(t, analysis.Mistakes)
		for _, mistake := range analysis.Mistakes {
			require.Equal(t, -0.12, mistake.Change, "what the answer that was given is behind")
		}
		require.NotEmpty(t, analysis.Luck)
		require.Len(t, analysis.Balance, 2)
		for seat, b := range analysis.Balance {
			require.Equal(t, seat == 0, b.Luck > 0)
			require.InDelta(t, b.End, b.Start+b.Luck+b.Skill+b.Others+b.Rest, 1e-9)
		}
		_, err = w.lobby.Analysis(w.ctx, w.newClient("eve").person, "other")
		w.requireCode(archive.CodeNoMatch, err)
	})
}

// A stored analysis that cannot be decoded, such as one that is too long, counts as none.
func TestAnUnreadableAnalysisIsNone(t *testing.T) {
	inWorld(t, func(w *world) {
		withSeer(w)
		played := w.playedMatch(toyTable(), "ann", "bob")
		ann := w.people[0].person
		for _, text := range []string{strings.Repeat(" ", match.MaxRecord+1), "{"} {
			require.NoError(t, w.log.SaveAnalysis(w.ctx, played.ID, match.Pack([]byte(text))))
			info, err := w.lobby.Analysis(w.ctx, ann, played.ID)
			require.NoError(t, err)
			require.Equal(t, archive.AnalysisInfo{State: archive.AnalysisNone}, info)
		}
		_, err := w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
		require.NoError(t, err)
		synctest.Wait()
		info, err := w.lobby.Analysis(w.ctx, ann, played.ID)
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisDone, info.State)
	})
}

// Work that can wait is done after all other work.
func TestIdleWorkWaits(t *testing.T) {
	inWorld(t, func(w *world) {
		var order []string
		gate := make(chan struct{})
		w.lobby.workers.Next <- func() { <-gate }
		synctest.Wait()
		go func() { w.lobby.workers.Idle <- func() { order = append(order, "idle") } }()
		for range 3 {
			w.lobby.workers.Next <- func() { order = append(order, "bot") }
		}
		close(gate)
		synctest.Wait()
		require.Equal(t, []string{"bot", "bot", "bot", "idle"}, order)
	})
}

// A failed analysis has a code that says why, until somebody asks for the analysis again.
func TestAnalysisFails(t *testing.T) {
	inWorld(t, func(w *world) {
		s := withSeer(w)
		played := w.playedMatch(toyTable(), "ann", "bob")
		ann := w.people[0].person
		s.fails, w.fails = true, true
		_, err := w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
		require.NoError(t, err)
		synctest.Wait()
		failed := archive.AnalysisInfo{State: archive.AnalysisFailed, Error: archive.CodeNoAnalysis}
		info, err := w.lobby.Analysis(w.ctx, ann, played.ID)
		require.NoError(t, err)
		require.Equal(t, failed, info)
		s.fails = false
		info, err = w.lobby.Analyse(w.ctx, ann, played.ID, archive.Requester{})
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisWaiting, info.State)
		synctest.Wait()
		info, err = w.lobby.Analysis(w.ctx, ann, played.ID)
		require.NoError(t, err)
		require.Equal(t, archive.AnalysisDone, info.State)
	})
}
