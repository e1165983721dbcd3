package search

import (
	"context"

	"archmage/internal/game"
)

// estimate returns the mean chances after playouts from the states of each source.
func (s *searcher) estimate(
	ctx context.Context,
	passes int,
	random *game.RNG,
	sources []func(*game.RNG) game.State,
) []Points {
	means := make([]Points, len(sources))
	for pass := range passes {
		for i, source := range sources {
			if ctx.Err() != nil {
				return nil
			}
			s.state = source(random)
			if pass == 0 && i == 0 {
				s.stopRound = s.guide.StopRound(s.state)
			}
			s.playOn()
			s.points = Points{}
			sides, spread := s.guide.Points(s.state, &s.points)
			addChances(&means[i], s.points[:sides], spread)
		}
	}
	for i := range means {
		for side := range means[i] {
			means[i][side] /= float64(passes)
		}
	}
	return means
}
