package archive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/replay"
	"archmage/internal/store"
	"archmage/internal/work"
)

// AnalysisState says how far the analysis of a match is.
type AnalysisState string

// How far an analysis is.
const (
	AnalysisNone    AnalysisState = "none"    // nobody has asked for it
	AnalysisWaiting AnalysisState = "waiting" // it comes after others
	AnalysisRunning AnalysisState = "running"
	AnalysisDone    AnalysisState = "done"
	AnalysisFailed  AnalysisState = "failed" // it can be asked for again
)

// AnalysisInfo is the analysis of a match, or how far it is.
type AnalysisInfo struct {
	State AnalysisState `json:"state"`
	// Done of Of decisions have been looked into while it runs.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Analysis is a [replay.Analysis] once it is done.
	Analysis json.RawMessage `json:"analysis,omitempty"`
	// Error says why it has failed: replay.CodeNoReplay or CodeNoAnalysis.
	Error coded.Code `json:"error,omitempty"`
}

const (
	// analysesWaiting is how many analyses wait for their turn.
	analysesWaiting = 32
	// An analysis plays on so many times in all, which takes about 10 seconds, but
	// for each decision no fewer and no more than so many times.
	analysisIterations              = 60_000
	leastIterations, mostIterations = 48, 300
	// analysedDecisions is how many decisions of a match are looked into: of a longer
	// one, every second, every fourth and so on.
	analysedDecisions = 1000
	// deeper is how many times as often a deep analysis plays on. It follows when
	// nothing else is to be thought about, and as many wait for it at most.
	deeper = 8
	// failuresKept is how many failures are remembered.
	failuresKept = 100
)

// analyses are those that wait, and those that run.
type analyses struct {
	mu    sync.Mutex
	jobs  map[string]*analysisJob // by match
	queue chan *analysisJob
	// deep are those that are done and may become deeper.
	deep chan *analysisJob
	// failed says why the last analysis of a match has failed.
	failed map[string]coded.Code
}

// analysisJob is an analysis that waits or runs.
type analysisJob struct {
	id     string
	person string
	game   game.Module
	// asked is the context of whoever has asked, whose work it is (package work).
	asked context.Context

	// The list's lock guards the fields below.
	info AnalysisInfo
}

func (a *analyses) init() {
	a.jobs, a.failed = map[string]*analysisJob{}, map[string]coded.Code{}
	a.queue, a.deep = make(chan *analysisJob, analysesWaiting), make(chan *analysisJob, analysesWaiting)
}

// add puts a job into the queue, unless the match has one. It fails with
// CodeOneAnalysis if the person waits for another one, and with CodeBusy.
func (a *analyses) add(job *analysisJob) (AnalysisInfo, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if there, ok := a.jobs[job.id]; ok {
		return there.info, nil
	}
	for _, other := range a.jobs {
		if other.person == job.person {
			return AnalysisInfo{}, coded.Errorf(CodeOneAnalysis, "another match is being analysed for you; wait until that is done")
		}
	}
	select {
	case a.queue <- job:
		a.jobs[job.id] = job
		delete(a.failed, job.id)
		return job.info, nil
	default:
		return AnalysisInfo{}, coded.Errorf(CodeBusy, "too many matches are waiting to be analysed; try again later")
	}
}

// find returns how far the job of a match is, or that it has failed.
func (a *analyses) find(id string) (AnalysisInfo, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if job, ok := a.jobs[id]; ok {
		return job.info, true
	}
	if code, ok := a.failed[id]; ok {
		return AnalysisInfo{State: AnalysisFailed, Error: code}, true
	}
	return AnalysisInfo{}, false
}

func (a *analyses) progress(job *analysisJob, done, of int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	job.info = AnalysisInfo{State: AnalysisRunning, Done: done, Of: of}
}

// end ends a job, which has failed unless the code is "". What is done becomes
// deeper if there is room for it.
func (a *analyses) end(job *analysisJob, code coded.Code) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.jobs, job.id)
	if code != "" {
		if len(a.failed) == failuresKept {
			clear(a.failed)
		}
		a.failed[job.id] = code
		return
	}
	select {
	case a.deep <- job:
	default:
	}
}

// Analysis returns the analysis of a finished match, or how far it is, for those who
// may see the match. It fails with CodeNoMatch.
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
		a.options.Logger.Warn("an analysis cannot be read, and may be computed again", zap.String("match", m.ID), zap.Error(err))
		return AnalysisInfo{State: AnalysisNone}, nil
	}
	g, ok := a.games.Find(m.Game)
	if !ok || version.Version != replay.AnalysisVersion || version.Rules != g.Rules.Info().Version {
		return AnalysisInfo{State: AnalysisNone}, nil
	}
	return AnalysisInfo{State: AnalysisDone, Analysis: text}, nil
}

// Analyse has a finished match analysed, unless that is done, and returns how far it
// is. It fails with CodeNoMatch, CodeNoGame, CodeOneAnalysis, or with CodeBusy if
// too many wait.
func (a *Archive) Analyse(ctx context.Context, by people.Person, id string) (AnalysisInfo, error) {
	if err := check(by); err != nil {
		return AnalysisInfo{}, err
	}
	info, err := a.Analysis(ctx, by, id)
	if err != nil || info.State != AnalysisNone && info.State != AnalysisFailed {
		return info, err
	}
	m, err := a.match(ctx, by, id)
	if err != nil {
		return AnalysisInfo{}, err
	}
	g, ok := a.games.Find(m.Game)
	if !ok || g.Analyst == nil {
		return AnalysisInfo{}, errNoGame(m.Game)
	}
	return a.analyses.add(&analysisJob{id: id, person: by.ID, game: g, asked: context.WithoutCancel(ctx), info: AnalysisInfo{State: AnalysisWaiting}})
}

// runAnalyses computes one analysis after another.
func (a *Archive) runAnalyses() {
	for {
		select {
		case <-a.live.Done():
			return
		case job := <-a.analyses.queue:
			err := a.runAnalysis(job, false)
			a.analyses.end(job, a.analysisFailed(job, err))
		}
	}
}

// runDeepAnalyses computes what has been analysed once more, and more deeply.
func (a *Archive) runDeepAnalyses() {
	for {
		select {
		case <-a.live.Done():
			return
		case job := <-a.analyses.deep:
			a.analysisFailed(job, a.runAnalysis(job, true))
		}
	}
}

// analysisFailed logs why a match could not be analysed and returns the code for
// clients, or "".
func (a *Archive) analysisFailed(job *analysisJob, err error) coded.Code {
	var refusal *coded.Error
	switch {
	case err == nil:
		return ""
	case a.live.Err() != nil:
		return CodeNoAnalysis
	case errors.As(err, &refusal) && refusal.Code == CodeNoMatch:
		return CodeNoMatch
	}
	a.options.Logger.Error("a match could not be analysed", zap.String("match", job.id), zap.Error(err))
	if refusal != nil {
		return refusal.Code
	}
	return CodeNoAnalysis
}

// runAnalysis computes an analysis and stores it. The workers of the bots look into
// the decisions, between what bots have to answer; of a deep analysis one at a time,
// and only when they have nothing else to do.
func (a *Archive) runAnalysis(job *analysisJob, deep bool) error {
	record, err := a.record(a.live, job.id)
	if err != nil {
		return err
	}
	asked := job.asked
	if deep { // nobody asks for that
		asked = context.Background()
	}
	var questions []replay.Question
	work.Do(asked, func() { questions, err = replay.Questions(job.game.Rules, record, analysedDecisions) })
	if err != nil {
		return coded.Errorf(replay.CodeNoReplay, "this match does not play again under the rules of this server: %v", err)
	}
	iterations := max(leastIterations, min(mostIterations, analysisIterations/max(1, len(questions))))
	workers, atOnce, progress := a.options.Workers.Next, a.options.Workers.Size, a.analyses.progress
	if deep {
		iterations *= deeper
		workers, atOnce, progress = a.options.Workers.Idle, 1, func(*analysisJob, int, int) {}
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
		if next == len(questions) || next-done >= atOnce {
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
			work.Do(asked, func() { done.judged = questions[at].Judge(a.live, job.game.Analyst, iterations, &rng) })
		}:
			next++
		case one := <-answers:
			if one.failed != nil {
				return fmt.Errorf("the search has failed at decision %d: %v", one.at, one.failed)
			}
			judged[one.at] = one.judged
			done++
			progress(job, done, len(questions))
		case <-a.live.Done():
			return a.live.Err()
		}
	}
	if a.live.Err() != nil { // the last answers were cut short
		return a.live.Err()
	}
	text := encode(replay.Conclude(job.game.Rules, record, judged, deep))
	if len(text) > match.MaxRecord {
		return fmt.Errorf("an analysis of %d bytes", len(text))
	}
	packed := match.Pack(text)
	err = a.store.KeepAnalysis(context.Background(), job.id, packed)
	if errors.Is(err, store.ErrNotFound) {
		return errNoMatch(job.id)
	}
	return err
}
