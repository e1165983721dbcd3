package lobby

import (
	"context"
	"sync"

	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
	"archmage/internal/work"
)

// Hint has the best answers to the open decision of a person.
type Hint struct {
	// Decision is the id of the decision, as in its frame.
	Decision uint64 `json:"decision"`
	// Lines lists the best answers, the best one first.
	Lines []replay.Line `json:"lines"`
}

const (
	// hintLines is the maximum number of answers in a hint.
	hintLines = 3
	// hintIterations limits the search for a hint, in addition to Options.BotTime.
	hintIterations = 2000
)

// hintRequests has the persons who wait for a hint.
type hintRequests struct {
	mu      sync.Mutex
	pending map[string]bool
}

// start records that a person waits for a hint. It returns false if the person waits already.
func (a *hintRequests) start(person string) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.pending[person] {
		return false
	}
	if a.pending == nil {
		a.pending = map[string]bool{}
	}
	a.pending[person] = true
	return true
}

func (a *hintRequests) finish(person string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.pending, person)
}

// Hint returns the best answers to the open decision of a person, at a table where no other person
// plays. The search uses only information that the person has. Hint fails with room.CodeNotSeated,
// room.CodeNotPlaying, CodeNoHints or game.CodeNotAsked, and with coded.Busy if the person already
// waits for a hint or the workers are busy.
func (l *Lobby) Hint(ctx context.Context, id string, by people.Person) (Hint, error) {
	if err := by.Check(); err != nil {
		return Hint{}, err
	}
	if !l.hintRequests.start(by.ID) {
		return Hint{}, coded.Errorf(coded.Busy, "you wait for a hint already")
	}
	defer l.hintRequests.finish(by.ID)
	var job hintJob
	if err := l.ask(ctx, id, by.ID, func(r *liveRoom) (err error) {
		job, err = r.hintJobOf(by.ID)
		return err
	}); err != nil {
		return Hint{}, err
	}
	done := make(chan Hint, 1)
	search := func() {
		var hint Hint
		work.Do(ctx, func() { hint = job.search(l) })
		done <- hint
	}
	select {
	case l.options.Workers.Next <- search:
	default:
		return Hint{}, coded.Errorf(coded.Busy, "the bots have too much to do; try again")
	}
	select {
	case hint := <-done:
		if len(hint.Lines) == 0 {
			return hint, errNoHints
		}
		return hint, nil
	case <-ctx.Done():
		return Hint{}, ctx.Err()
	case <-l.liveCtx.Done():
		return Hint{}, coded.Errorf(CodeClosing, "the server is stopping; come back in a moment")
	}
}

// hintJob is a decision for which a person wants a hint.
type hintJob struct {
	room     *liveRoom
	match    *match.Match
	seat     game.Seat
	decision uint64
	analyst  game.Analyst
	rng      game.RNG
}

// hintJobOf returns the open decision of a person, or an error with the reason why there is no hint.
func (r *liveRoom) hintJobOf(person string) (hintJob, error) {
	seat := r.table.SeatOf(person)
	switch {
	case seat == game.NoSeat:
		return hintJob{}, coded.Errorf(room.CodeNotSeated, "only players get hints")
	case !r.table.Playing() || r.table.Play.Paused:
		return hintJob{}, coded.Errorf(room.CodeNotPlaying, "nothing is played")
	case r.table.Event != nil:
		return hintJob{}, errNoHints
	}
	for index, otherSeat := range r.table.Seats {
		if game.Seat(index) != seat && (otherSeat.Person != "" || r.table.Play.Match.Terms.Players[index].Bot == "") {
			return hintJob{}, errNoHints
		}
	}
	g, _ := r.lobby.games.Find(r.table.Play.Match.Game)
	if g.Analyst == nil {
		return hintJob{}, errNoHints
	}
	d := game.Decision{Plain: true}
	if r.table.BotOf(seat) != "" || !r.table.Play.Match.State.Decision(seat, &d) {
		return hintJob{}, coded.Errorf(game.CodeNotAsked, "you are not asked anything")
	}
	var seed game.Seed
	r.lobby.options.Random.Fill(seed[:])
	return hintJob{r, r.table.Play.Match, seat, r.table.Play.DecisionID(&d), g.Analyst, game.NewRNG(seed)}, nil
}

// search searches for the hint. The hint has no lines if the search fails.
func (q *hintJob) search(l *Lobby) (hint Hint) {
	hint.Decision = q.decision
	defer func() {
		if value := recover(); value != nil {
			logPanic(q.room.log, "panic while computing a hint", value)
			hint.Lines = nil
		}
	}()
	p := game.NewPosition(q.match.State, q.seat, nil)
	p.Budget.Iterations = hintIterations
	ctx, stop := context.WithTimeout(l.liveCtx, l.thinkingTime())
	defer stop()
	lines := q.analyst.Analyse(ctx, p, &q.rng)
	for i := range lines[:min(len(lines), hintLines)] {
		hint.Lines = append(hint.Lines, replay.NewLine(q.match.Rules, p.Decision, &lines[i]))
	}
	return hint
}
