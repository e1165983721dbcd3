package lobby

import (
	"time"

	"golang.org/x/time/rate"
)

const (
	// pacedBurst is how many frames of a kind that a room sends to everybody it may
	// send at once. From then on they are sent so that all subscriptions together
	// get pacedFrames a second, but at least one frame a second is sent. Of those
	// that only say who watches, a crowd gets crowdFrames a second at most.
	pacedBurst  = 30
	pacedFrames = 100
	crowdFrames = 1000
)

// pacer bounds how often a room tells everybody something of which only the last
// state counts. Its zero value has sent nothing yet.
type pacer struct{ limiter *rate.Limiter }

// next counts a frame to so many subscriptions and returns the zero time, or
// returns when it may be sent, at least so many in a second.
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
