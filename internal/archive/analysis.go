package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/store"
	"archmage/internal/strict"
	"archmage/internal/work"
)

// AnalysisState is the state of the analysis of a match.
type AnalysisState string

// The states of an analysis.
const (
	AnalysisNone    AnalysisState = "none"    // it was not requested
	AnalysisWaiting AnalysisState = "waiting" // other analyses come first
	AnalysisRunning AnalysisState = "running"
	AnalysisDone    AnalysisState = "done"
	AnalysisFailed  AnalysisState = "failed" // it has failed, and can be requested again
)

// AnalysisInfo is the analysis of a match, or the progress of the analysis.
type AnalysisInfo struct {
	State AnalysisState `json:"state"`
	// Ahead is the number of analyses that come before one that waits.
	Ahead int `json:"ahead"`
	// Done and Of describe an analysis that runs: Done of Of decisions have been searched.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Analysis is a [replay.Analysis] once the State is AnalysisDone.
	Analysis json.RawMessage `json:"analysis,omitempty"`
	// Error is the reason for the failure of the analysis: replay.CodeNoReplay or CodeNoAnalysis.
	Error coded.Code `json:"error,omitempty"`
}

const (
	// maxWaitingAnalyses is the maximum number of analyses that wait. maxWaitingPerNetwork is the maximum for
	// persons in one network.
	maxWaitingAnalyses   = 32
	maxWaitingPerNetwork = 8
	// analysisIterations is the total number of search iterations in one analysis, which take about 10 seconds.
	// A decision gets at least minIterations and at most maxIterations.
	analysisIterations           = 60_000
	minIterations, maxIterations = 48, 300
	// maxAnalysedDecisions is the maximum number of decisions that are searched in a match. In a longer match,
	// only every second, every fourth and so on is searched.
	maxAnalysedDecisions = 1000
	// deepFactor multiplies the iterations of a deep analysis, which runs when the workers have nothing else to
	// do.
	deepFactor = 8
	// maxFailures is the maximum number of failed analyses that are remembered.
	maxFailures = 100
)

// Analysis returns the analysis of a finished match that the person can see, or the progress of the analysis.
// It fails with CodeNoMatch.
func (a *Archive) Analysis(ctx context.Context, by people.Person, id string) (AnalysisInfo, error) {
	m, err := a.match(ctx, by, id)
	if err != nil {
		return AnalysisInfo{}, err
	}
	if info, ok := a.analyses.find(id); ok {
		return info, nil
	}
	return a.storedAnalysis(ctx, &m)
}

func (a *Archive) storedAnalysis(ctx context.Context, m *store.Match) (AnalysisInfo, error) {
	packed, err := a.store.Analysis(ctx, m.ID)
	if errors.Is(err, store.ErrNotFound) {
		return AnalysisInfo{State: AnalysisNone}, nil
	} else if err != nil {
		return AnalysisInfo{}, err
	}
	var version struct{ Version, Rules int }
	text, err := match.Unpack(packed)
	if err == nil {
		err = json.Unmarshal(text, &version)
	}
	if err != nil {
		a.options.Logger.Warn(
			"unreadable analysis, it may be computed again",
			zap.String("match", m.ID),
			zap.Error(err),
		)
		return AnalysisInfo{State: AnalysisNone}, nil
	}
	g, ok := a.games.Find(m.Game)
	if !ok || version.Version != replay.AnalysisVersion || version.Rules != g.Rules.Info().Version {
		return AnalysisInfo{State: AnalysisNone}, nil
	}
	return AnalysisInfo{State: AnalysisDone, Analysis: text}, nil
}

// Analyse starts the analysis of a finished match, unless there is one, and returns its progress. It fails with
// CodeNoMatch, CodeNoGame, CodeOneAnalysis, or with coded.Busy if too many wait.
func (a *Archive) Analyse(ctx context.Context, by people.Person, id string, requester Requester) (AnalysisInfo, error) {
	info, started, err := a.startAnalysis(ctx, by, id, requester)
	if !started {
		requester.finish()
	}
	return info, err
}

// startAnalysis is like Analyse, but does not call Requester.OnEnd if no analysis starts.
func (a *Archive) startAnalysis(
	ctx context.Context,
	by people.Person,
	id string,
	requester Requester,
) (info AnalysisInfo, started bool, err error) {
	if err := by.Check(); err != nil {
		return AnalysisInfo{}, false, err
	}
	info, err = a.Analysis(ctx, by, id)
	if err != nil || info.State != AnalysisNone && info.State != AnalysisFailed {
		return info, false, err
	}
	m, err := a.match(ctx, by, id)
	if err != nil {
		return AnalysisInfo{}, false, err
	}
	g, ok := a.games.Find(m.Game)
	if !ok || g.Analyst == nil {
		return AnalysisInfo{}, false, errNoGame(m.Game)
	}
	return a.analyses.add(
		&analysisJob{
			id:        id,
			person:    by.ID,
			requester: requester,
			game:      g,
			ctx:       context.WithoutCancel(ctx),
			info:      AnalysisInfo{State: AnalysisWaiting},
		},
	)
}

// runAnalyses computes one analysis after another until the archive closes.
func (a *Archive) runAnalyses() {
	for {
		select {
		case <-a.ctx.Done():
			return
		case <-a.analyses.ready:
			job := a.analyses.next()
			err := a.tryAnalysis(job, false)
			a.analyses.finish(job, a.logFailure(job, err))
			job.requester.finish()
		}
	}
}

// runDeepAnalyses computes one deep analysis after another until the archive closes.
func (a *Archive) runDeepAnalyses() {
	for {
		select {
		case <-a.ctx.Done():
			return
		case job := <-a.analyses.deep:
			a.logFailure(job, a.tryAnalysis(job, true))
		}
	}
}

// logFailure logs the error of an analysis and returns its code for clients, "" if err is nil.
func (a *Archive) logFailure(job *analysisJob, err error) coded.Code {
	code := coded.Of(err)
	switch {
	case err == nil:
		return ""
	case a.ctx.Err() != nil:
		return CodeNoAnalysis
	case code == CodeNoMatch:
		return code
	}
	a.options.Logger.Error("analysis failed", zap.String("match", job.id), zap.Error(err))
	return cmp.Or(code, CodeNoAnalysis)
}

// tryAnalysis is like runAnalysis, but returns an error if the rules panic.
func (a *Archive) tryAnalysis(job *analysisJob, deep bool) error {
	return work.Catch(func() error { return a.runAnalysis(job, deep) })
}

// runAnalysis computes an analysis and stores it. The decisions are searched by the workers of the bots. A deep
// analysis searches one decision at a time, and only when the workers have nothing else to do.
func (a *Archive) runAnalysis(job *analysisJob, deep bool) error {
	record, err := a.record(a.ctx, job.id)
	if err != nil {
		return err
	}
	ctx := job.ctx
	if deep { // no client waits for it, so none is charged
		ctx = context.Background()
	}
	var questions []replay.Question
	work.Do(ctx, func() { questions, err = replay.Questions(job.game.Rules, record, maxAnalysedDecisions) })
	if err != nil {
		return coded.Errorf(
			replay.CodeNoReplay,
			"this match does not play again under the rules of this server: %v",
			err,
		)
	}
	iterations := max(minIterations, min(maxIterations, analysisIterations/max(1, len(questions))))
	workers, parallel, progress := a.options.Workers.Next, a.options.Workers.Size, a.analyses.progress
	if deep {
		iterations *= deepFactor
		workers, parallel, progress = a.options.Workers.Idle, 1, func(*analysisJob, int, int) {}
	}
	progress(job, 0, len(questions))
	type answer struct {
		at     int
		judged replay.Judged
		failed any
	}
	answers := make(chan answer, len(questions))
	judged := make([]replay.Judged, len(questions))
	for next, done := 0, 0; done < len(questions); {
		ask := workers
		if next == len(questions) || next-done >= parallel {
			ask = nil
		}
		at := next
		select {
		case ask <- func() {
			done := answer{at: at}
			defer func() {
				done.failed = recover()
				answers <- done
			}()
			rng := game.NewRNG(game.SeedFromInt(uint64(at)))
			work.Do(ctx, func() { done.judged = questions[at].Judge(a.ctx, job.game.Analyst, iterations, &rng) })
		}:
			next++
		case searched := <-answers:
			if searched.failed != nil {
				return fmt.Errorf("the search failed at decision %d: %v", searched.at, searched.failed)
			}
			judged[searched.at] = searched.judged
			done++
			progress(job, done, len(questions))
		case <-a.ctx.Done():
			return a.ctx.Err()
		}
	}
	if a.ctx.Err() != nil { // the last searches have stopped early
		return a.ctx.Err()
	}
	text := strict.Encode(replay.Conclude(job.game.Rules, record, judged, deep))
	if len(text) > match.MaxRecord {
		return fmt.Errorf("an analysis of %d bytes", len(text))
	}
	packed := match.Pack(text)
	err = a.store.SaveAnalysis(context.Background(), job.id, packed)
	if errors.Is(err, store.ErrNotFound) {
		return errNoMatch(job.id)
	}
	return err
}
