package stream

import (
	"fmt"
	"testing"

	"archmage/internal/game"
)

// BenchmarkShow measures what it takes to show an answer to four players and the
// spectators of a match, at once or later.
func BenchmarkShow(b *testing.B) {
	for _, rules := range testRules[1:] {
		for _, delay := range []int{0, 3} {
			p := newPlay(b, 1)
			moments := []Moment{p.start(rules, 4, delay)}
			for !p.moment.isOver() {
				moments = append(moments, p.answer())
			}
			moments = moments[:len(moments)-1]
			b.Run(fmt.Sprintf("%s/delay=%d", rules.Info().ID, delay), func(b *testing.B) {
				b.ReportAllocs()
				var s *Stream
				var subs []*Subscription
				for n := 0; b.Loop(); n++ {
					at := n % len(moments)
					if at == 0 {
						s, subs = New("s"), nil
						for seat := game.NoSeat; seat < 4; seat++ {
							sub := NewSubscription()
							s.Join(sub, seat, Hello{})
							subs = append(subs, sub)
						}
					}
					show(s, moments[at], p.at)
					for _, sub := range subs {
						sub.Take(nil)
					}
				}
			})
		}
	}
}
