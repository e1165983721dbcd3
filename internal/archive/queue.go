package archive

import (
	"context"
	"slices"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Requester describes the client that requests an analysis.
type Requester struct {
	// Network is the network of the client. Networks take turns in the queue, because one person can be several
	// guests.
	Network string
	// OnEnd is called when the analysis has ended, or immediately if none starts. It can be nil.
	OnEnd func()
}

func (a *Requester) finish() {
	if a.OnEnd != nil {
		a.OnEnd()
	}
}

// analysisQueue has the analyses that wait or run.
type analysisQueue struct {
	mu   sync.Mutex
	jobs map[string]*analysisJob // by match
	// waiting has the jobs of each network, the oldest first. networks has the networks with waiting jobs, the
	// next one first.
	waiting  map[string][]*analysisJob
	networks []string
	// ready has an element for each waiting job.
	ready chan struct{}
	// running is the job that runs, nil for none.
	running *analysisJob
	// ended has the jobs of matches that have just ended, in the order of their ends. They wait apart from the
	// requested ones. endedIDs has the matches of these jobs, including the one that runs.
	ended    chan *analysisJob
	endedIDs []string
	// deep has the finished jobs that wait for a deep analysis.
	deep chan *analysisJob
	// allFinished is closed while no job waits or runs, except deep ones.
	allFinished chan struct{}
	// failed has the code of the failed analysis of a match, by match.
	failed map[string]coded.Code
}

// analysisJob is an analysis that waits or runs.
type analysisJob struct {
	id string
	// person requested the analysis, "" if the match has just ended. Then persons are its players.
	person    string
	persons   []string
	requester Requester
	game      game.Module
	// ctx is the context of the request, to which the processor time is charged (package work).
	ctx context.Context

	// analysisQueue.mu guards the fields below.
	info AnalysisInfo
}

func (a *analysisQueue) init() {
	a.jobs, a.failed = map[string]*analysisJob{}, map[string]coded.Code{}
	a.waiting = map[string][]*analysisJob{}
	a.ready, a.deep = make(chan struct{}, maxWaitingAnalyses), make(chan *analysisJob, maxWaitingAnalyses)
	a.ended = make(chan *analysisJob, maxWaitingAnalyses)
	a.allFinished = make(chan struct{})
	close(a.allFinished)
}

// quiet returns a channel that is closed if or when no job waits or runs, except deep ones.
func (a *analysisQueue) quiet() <-chan struct{} {
	a.mu.Lock()
	defer a.mu.Unlock()
	return a.allFinished
}

// put makes a job one that waits. The caller must hold a.mu.
func (a *analysisQueue) put(job *analysisJob) {
	if len(a.jobs) == 0 {
		a.allFinished = make(chan struct{})
	}
	a.jobs[job.id] = job
	delete(a.failed, job.id)
}

// addEnded queues the job of a match that has just ended, unless the match already has one or too many wait.
func (a *analysisQueue) addEnded(job *analysisJob) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if _, ok := a.jobs[job.id]; ok {
		return
	}
	select {
	case a.ended <- job:
		a.endedIDs = append(a.endedIDs, job.id)
		a.put(job)
	default:
	}
}

// add queues a job, unless the match already has one. It fails with CodeOneAnalysis if the person waits for
// another analysis, and with coded.Busy if too many wait.
func (a *analysisQueue) add(job *analysisJob) (info AnalysisInfo, added bool, err error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if existing, ok := a.jobs[job.id]; ok {
		return a.infoOf(existing), false, nil
	}
	for _, other := range a.jobs {
		if other.person != "" && other.person == job.person {
			return AnalysisInfo{}, false, coded.Errorf(
				CodeOneAnalysis,
				"another match is being analysed for you; wait until that is done",
			)
		}
	}
	network := job.requester.Network
	if len(a.waiting[network]) >= maxWaitingPerNetwork {
		return AnalysisInfo{}, false, coded.Errorf(
			coded.Busy,
			"%d matches of people in your network are waiting to be analysed; try again later",
			maxWaitingPerNetwork,
		)
	}
	select {
	case a.ready <- struct{}{}:
	default:
		return AnalysisInfo{}, false, coded.Errorf(
			coded.Busy,
			"%d matches are waiting to be analysed; try again later",
			maxWaitingAnalyses,
		)
	}
	a.put(job)
	if len(a.waiting[network]) == 0 {
		a.networks = append(a.networks, network)
	}
	a.waiting[network] = append(a.waiting[network], job)
	return a.infoOf(job), true, nil
}

// next removes the next job. The caller must have received from ready. The network of the job moves to the end.
func (a *analysisQueue) next() *analysisJob {
	a.mu.Lock()
	defer a.mu.Unlock()
	network := a.networks[0]
	a.networks = a.networks[1:]
	jobs := a.waiting[network]
	if len(jobs) > 1 {
		a.waiting[network] = jobs[1:]
		a.networks = append(a.networks, network)
	} else {
		delete(a.waiting, network)
	}
	a.running = jobs[0]
	return jobs[0]
}

// infoOf returns the progress of a job. The caller must hold a.mu.
func (a *analysisQueue) infoOf(job *analysisJob) AnalysisInfo {
	info := job.info
	switch {
	case info.State != AnalysisWaiting || job == a.running:
	case job.persons != nil:
		info.Ahead = slices.Index(a.endedIDs, job.id)
	default:
		info.Ahead = a.ahead(job)
	}
	return info
}

// ahead returns the number of analyses that come before a waiting one, if no other request arrives.
func (a *analysisQueue) ahead(job *analysisJob) (n int) {
	if a.running != nil {
		n++
	}
	own := a.waiting[job.requester.Network]
	rounds := slices.Index(own, job)
	before := true
	for _, network := range a.networks {
		switch {
		case network == job.requester.Network:
			before = false
			n += rounds
		case before:
			n += min(len(a.waiting[network]), rounds+1)
		default:
			n += min(len(a.waiting[network]), rounds)
		}
	}
	return n
}

// find returns the progress of the job of a match, or its failure.
func (a *analysisQueue) find(id string) (AnalysisInfo, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if job, ok := a.jobs[id]; ok {
		return a.infoOf(job), true
	}
	if code, ok := a.failed[id]; ok {
		return AnalysisInfo{State: AnalysisFailed, Error: code}, true
	}
	return AnalysisInfo{}, false
}

// begin adds n searches to those of a job.
func (a *analysisQueue) begin(job *analysisJob, n int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	job.info.State = AnalysisRunning
	job.info.Of += n
}

// progress counts a search of a job that has ended.
func (a *analysisQueue) progress(job *analysisJob) {
	a.mu.Lock()
	defer a.mu.Unlock()
	job.info.Done++
}

// finish ends a job, which has failed if code is not "". A successful job is queued for a deep analysis if that
// queue has room.
func (a *analysisQueue) finish(job *analysisJob, code coded.Code) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(job)
	if code != "" {
		if len(a.failed) == maxFailures {
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

// drop ends a job without an analysis.
func (a *analysisQueue) drop(job *analysisJob) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.remove(job)
}

// remove removes a job that runs. The caller must hold a.mu.
func (a *analysisQueue) remove(job *analysisJob) {
	if _, ok := a.jobs[job.id]; ok {
		delete(a.jobs, job.id)
		if len(a.jobs) == 0 {
			close(a.allFinished)
		}
	}
	if job.persons != nil {
		a.endedIDs = slices.DeleteFunc(a.endedIDs, func(id string) bool { return id == job.id })
	} else {
		a.running = nil
	}
}
