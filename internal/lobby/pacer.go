package lobby

import (
	"time"

	"golang.org/x/time/rate"
)

const (
	// pacedBurst is how many frames of a kind a room may send to everybody at once. After that, all
	// subscriptions together get pacedFrames a second, but each gets at least one frame a second.
	// Of the frames that only say who watches, a crowd gets at most crowdFrames a second.
	pacedBurst  = 30
	pacedFrames = 100
	crowdFrames = 1000
)

// pacer bounds how often a room sends everybody something of which only the last state matters. Its
// zero value has sent nothing yet.
type pacer struct{ limiter *rate.Limiter }

// next counts a frame to that many subscriptions and returns the zero time, if the frame may be
// sent now. Otherwise it returns when it may be sent. At least least frames a second may be sent.
func (p *pacer) next(now time.Time, subs int, least float64) time.Time {
	limit := rate.Limit(max(least, pacedFrames/float64(max(1, subs))))
	if p.limiter == nil {
		p.limiter = rate.NewLimiter(limit, pacedBurst)
	}
	p.limiter.SetLimitAt(now, limit)
	if p.limiter.AllowN(now, 1) {
		return time.Time{}
	}
	missing := 1 - p.limiter.TokensAt(now)
	return now.Add(time.Duration(missing/float64(limit)*float64(time.Second)) + time.Microsecond)
}
