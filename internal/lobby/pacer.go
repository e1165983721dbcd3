package lobby

import (
	"time"

	"golang.org/x/time/rate"
)

const (
	// pacedBurst is the number of frames of a kind that a room can send to all subscriptions without a pause.
	// After that, all subscriptions together get pacedFrames a second, but each gets at least one. The limit
	// for frames that only name the spectators is crowdFrames a second for all subscriptions.
	pacedBurst  = 30
	pacedFrames = 100
	crowdFrames = 1000
)

// pacer limits the rate of frames of which only the last one matters, such as the state of the room.
// The zero value is ready for use.
type pacer struct{ limiter *rate.Limiter }

// next returns the zero time if a frame can be sent to that many subscriptions now, and counts the frame.
// Otherwise it returns the time at which the frame can be sent. At least minRate frames a second can be sent.
func (p *pacer) next(now time.Time, subs int, minRate float64) time.Time {
	limit := rate.Limit(max(minRate, pacedFrames/float64(max(1, subs))))
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
