package archive

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

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
	// State is `none`, `waiting`, `running`, `failed` or `done`. A failed analysis can be requested again.
	State AnalysisState `json:"state"`
	// Ahead is the number of analyses that come before one that waits.
	Ahead int `json:"ahead"`
	// Done and Of describe an analysis that runs: Done of Of decisions have been searched.
	Done int `json:"done"`
	Of   int `json:"of"`
	// Analysis is there once State is `done`.
	Analysis json.RawMessage `json:"analysis,omitempty"`
	// Error is the code of the reason for a failure: `no_replay` or `no_analysis`.
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
	// comparedPasses is the number of simulations of each answer when the answers to the decisions that mattered
	// most are compared. With it, a difference has a standard error of about 0.02 in the chance of the first place.
	comparedPasses = 300
	// weighIterations and drawIterations are the total numbers of simulations for the balances of the seats: of the
	// given answers beside the best ones, and of the draws. Each side of one gets at least minPasses and at most
	// maxPasses simulations.
	weighIterations, drawIterations = 12_000, 12_000
	minPasses, maxPasses            = 40, 200
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
	deal, err := dealOf(&m)
	if err == nil {
		err = a.checkDeal(ctx, by.ID, deal)
	}
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
	if !ok || !replay.IsReadable(version.Version) || version.Rules != g.Rules.Info().Version {
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

// AnalyseEnded starts the analysis of a match of this server that has just ended, in the background: only when the
// workers have nothing else to do, one match at a time, and within Options.AnalysisShare. It does not block. The
// match is not analysed if only bots have played it, if too many others wait, or if the archive closes first; then
// people can still request the analysis.
func (a *Archive) AnalyseEnded(m *store.Match) {
	g, ok := a.games.Find(m.Game)
	if !ok || g.Analyst == nil || len(m.Persons) == 0 || !a.budget.isOpen(time.Now()) {
		return
	}
	a.analyses.addEnded(&analysisJob{
		id:      m.ID,
		persons: m.Persons,
		game:    g,
		ctx:     work.With(context.Background(), a.budget.charge),
		info:    AnalysisInfo{State: AnalysisWaiting},
	})
}

// runAnalyses computes one requested analysis after another until the archive closes.
func (a *Archive) runAnalyses() {
	for {
		select {
		case <-a.ctx.Done():
			return
		case <-a.analyses.ready:
			job := a.analyses.next()
			err := a.tryAnalysis(job, quickPass)
			a.analyses.finish(job, a.logFailure(job, err))
			job.requester.finish()
		}
	}
}

// runEndedAnalyses computes one analysis of a match that has just ended after another until the archive closes.
func (a *Archive) runEndedAnalyses() {
	for {
		select {
		case <-a.ctx.Done():
			return
		case job := <-a.analyses.ended:
			if !a.isWorthwhile(job) {
				a.analyses.drop(job)
				continue
			}
			a.analyses.finish(job, a.logFailure(job, a.tryAnalysis(job, endedPass)))
		}
	}
}

// isWorthwhile reports whether a match that has ended is analysed: if there is time left for it, space to store the
// result, and a player who is not a bot.
func (a *Archive) isWorthwhile(job *analysisJob) bool {
	if !a.budget.isOpen(time.Now()) || a.options.HasSpace != nil && !a.options.HasSpace() {
		return false
	}
	known, err := a.store.IdentitiesByID(a.ctx, job.persons)
	if err != nil {
		a.logFailure(job, err)
		return false
	}
	for _, identity := range known {
		if people.Kind(identity.Kind) != people.Bot {
			return true
		}
	}
	return false
}

// runDeepAnalyses computes one deep analysis after another until the archive closes.
func (a *Archive) runDeepAnalyses() {
	for {
		select {
		case <-a.ctx.Done():
			return
		case job := <-a.analyses.deep:
			if job.persons == nil || a.deepBudget.isOpen(time.Now()) {
				a.logFailure(job, a.tryAnalysis(job, deepPass))
			}
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

// pass is a kind of analysis.
type pass int

const (
	// quickPass was requested by a client, which waits for it.
	quickPass pass = iota
	// endedPass is like quickPass for a match that has just ended, but only one worker searches, and only when the
	// workers have nothing else to do.
	endedPass
	// deepPass follows another pass. It takes longer, waits like an endedPass, and lets other analyses go first.
	deepPass
)

// tryAnalysis is like runAnalysis, but returns an error if the rules panic.
func (a *Archive) tryAnalysis(job *analysisJob, pass pass) error {
	return work.Catch(func() error { return a.runAnalysis(job, pass) })
}

// runAnalysis computes an analysis and stores it. The decisions are searched by the workers of the bots. Then those
// that can have mattered most are searched again.
func (a *Archive) runAnalysis(job *analysisJob, pass pass) error {
	person := job.person
	if len(job.persons) > 0 {
		person = job.persons[0]
	}
	record, err := a.record(a.ctx, person, job.id)
	if err != nil {
		return err
	}
	ctx := job.ctx
	if pass == deepPass { // no client waits for it, so none is charged
		ctx = context.Background()
		if job.persons != nil {
			ctx = work.With(ctx, a.deepBudget.charge)
		}
	}
	var questions []replay.Question
	var draws []replay.Draw
	work.Do(ctx, func() {
		questions, err = replay.Questions(job.game.Rules, record, maxAnalysedDecisions)
		if err == nil {
			draws, err = replay.Draws(job.game.Rules, record)
		}
	})
	if err != nil {
		return coded.Errorf(
			replay.CodeNoReplay,
			"this match does not play again under the rules of this server: %v",
			err,
		)
	}
	iterations := max(minIterations, min(maxIterations, analysisIterations/max(1, len(questions))))
	if pass == deepPass {
		iterations *= deepFactor
	}
	judged := make([]replay.Judged, len(questions))
	err = a.runSearches(ctx, job, pass, len(questions), func(at int) {
		rng := game.NewRNG(game.SeedFromInt(uint64(at)))
		judged[at] = questions[at].Judge(a.ctx, job.game.Analyst, iterations, &rng)
	})
	if err != nil {
		return err
	}
	candidates := replay.Candidates(judged, len(record.Seats))
	err = a.runSearches(ctx, job, pass, len(candidates), func(i int) {
		at := candidates[i]
		// These samples are not those by which the candidates were found.
		rng := game.NewRNG(game.SeedFromInt(uint64(len(questions) + at)))
		judged[at] = questions[at].Compare(a.ctx, job.game.Analyst, comparedPasses, &rng, &judged[at])
	})
	if err != nil {
		return err
	}
	strokes, err := a.runBalance(ctx, job, pass, questions, judged, draws)
	if err != nil {
		return err
	}
	analysis := replay.Conclude(job.game.Rules, record, judged, strokes, pass == deepPass)
	text := strict.Encode(analysis)
	if len(text) > match.MaxRecord {
		return fmt.Errorf("an analysis of %d bytes", len(text))
	}
	packed := match.Pack(text)
	err = a.store.SaveAnalysis(context.Background(), job.id, packed)
	if errors.Is(err, store.ErrNotFound) {
		return errNoMatch(job.id)
	}
	if err == nil && a.options.Analysed != nil {
		if err := a.options.Analysed(context.Background(), job.id, analysis); err != nil {
			a.options.Logger.Warn("decisions of a match not kept", zap.String("match", job.id), zap.Error(err))
		}
	}
	return err
}

// runBalance has the workers estimate what each decision and each draw changed. It adds the results of the decisions
// to judged and returns those of the draws.
func (a *Archive) runBalance(
	ctx context.Context,
	job *analysisJob,
	pass pass,
	questions []replay.Question,
	judged []replay.Judged,
	draws []replay.Draw,
) ([]replay.Stroke, error) {
	var weighed []int
	for at := range judged {
		if judged[at].NeedsWeight() {
			weighed = append(weighed, at)
		}
	}
	weighPasses, drawPasses := passesOf(weighIterations, len(weighed)), passesOf(drawIterations, len(draws))
	if pass == deepPass {
		weighPasses, drawPasses = weighPasses*deepFactor, drawPasses*deepFactor
	}
	strokes := make([]replay.Stroke, len(draws))
	err := a.runSearches(ctx, job, pass, len(weighed)+len(draws), func(i int) {
		// These samples are not those of the other searches.
		if i < len(weighed) {
			at := weighed[i]
			rng := game.NewRNG(game.SeedFromInt(uint64(2*len(questions) + at)))
			judged[at] = questions[at].Weigh(a.ctx, job.game.Analyst, weighPasses, &rng, &judged[at])
			return
		}
		at := i - len(weighed)
		rng := game.NewRNG(game.SeedFromInt(uint64(3*len(questions) + at)))
		strokes[at] = draws[at].Estimate(a.ctx, job.game.Analyst, drawPasses, &rng)
	})
	return strokes, err
}

// passesOf returns the number of simulations of each of two sides of n comparisons that have a number of
// iterations together.
func passesOf(iterations, n int) int {
	return max(minPasses, min(maxPasses, iterations/max(1, 2*n)))
}

// runSearches has the workers run n searches of an analysis, which write their results to different places. It
// returns when all have ended, and fails if the archive closes or a search panics.
func (a *Archive) runSearches(ctx context.Context, job *analysisJob, pass pass, n int, search func(at int)) error {
	workers, parallel := a.options.Workers.Next, a.options.Workers.Size
	if pass != quickPass {
		workers, parallel = a.options.Workers.Idle, 1
	}
	if pass != deepPass {
		a.analyses.begin(job, n)
	}
	type ending struct {
		at     int
		failed any
	}
	ended := make(chan ending, n)
	for next, done := 0, 0; done < n; {
		ask := workers
		if next == n || next-done >= parallel {
			ask = nil
		}
		if ask != nil && pass == deepPass {
			select {
			case <-a.analyses.quiet():
			case <-a.ctx.Done():
				return a.ctx.Err()
			}
		}
		at := next
		select {
		case ask <- func() {
			defer func() { ended <- ending{at, recover()} }()
			work.Do(ctx, func() { search(at) })
		}:
			next++
		case one := <-ended:
			if one.failed != nil {
				return fmt.Errorf("the search failed at decision %d: %v", one.at, one.failed)
			}
			if done++; pass != deepPass {
				a.analyses.progress(job)
			}
		case <-a.ctx.Done():
			return a.ctx.Err()
		}
	}
	return a.ctx.Err() // the last searches have stopped early if the archive closes
}
