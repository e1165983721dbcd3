// Package rating estimates the strength of players from their places in matches. It uses the method
// of Weng and Lin for the Plackett-Luce model ("A Bayesian Approximation Method for Online Ranking",
// 2011) with the constants of the npm package openskill, which gives the same numbers. The package
// has no state and imports no other package of this program.
package rating

import "math"

// The constants of the method.
const (
	// StartMu and StartSigma are the rating of a player without matches.
	StartMu    = 25.0
	StartSigma = StartMu / 3
	// beta is the standard deviation of a player's performance in one match.
	beta = StartMu / 6
	// tau is the standard deviation of the change of a player's strength between two matches.
	tau = StartMu / 300
	// kappa is the least factor by which a match can reduce a variance.
	kappa = 1e-4
)

// Rating is an estimate of a player's strength.
type Rating struct {
	// Mu is the estimate. Sigma is its uncertainty, as a standard deviation.
	Mu    float64 `json:"mu"`
	Sigma float64 `json:"sigma"`
}

// New returns the rating of a player without matches.
func New() Rating { return Rating{StartMu, StartSigma} }

// Ordinal returns the strength by which lists are ordered. The player is almost certainly at least
// that strong.
func (r Rating) Ordinal() float64 { return r.Mu - 3*r.Sigma }

// Result is the result of a player in a match.
type Result struct {
	// Rank is the place: a smaller rank is better, and tied players have the same.
	Rank int
	// Team is the player's team, from 1, or 0 for a player without one. A player with another rank than the
	// best of the team is rated as if the team had that rank.
	Team int
}

func (r Result) isTeammate(other Result) bool { return r.Team != 0 && r.Team == other.Team }

// side is a team, or a player without one. Its strength and variance are the sums of its players.
type side struct {
	team, rank   int
	mu, variance float64
}

// Rate returns the players' ratings after a match, in the order of players. Players of one team are not
// compared. Rate changes neither slice.
func Rate(players []Rating, results []Result) []Rating {
	after := make([]Rating, len(players))
	sideOf := make([]int, len(players))
	var sides []side
	for i, p := range players {
		after[i] = Rating{p.Mu, math.Sqrt(p.Sigma*p.Sigma + tau*tau)}
		sideOf[i] = -1
		for j := range sides {
			if results[i].isTeammate(Result{Team: sides[j].team}) {
				sideOf[i] = j
			}
		}
		if sideOf[i] < 0 {
			sideOf[i] = len(sides)
			sides = append(sides, side{team: results[i].Team, rank: results[i].Rank})
		}
		s := &sides[sideOf[i]]
		s.rank = min(s.rank, results[i].Rank)
		s.mu += p.Mu
		s.variance += after[i].Sigma * after[i].Sigma
	}
	c := 0.0
	for i := range sides {
		c += sides[i].variance + beta*beta
	}
	c = math.Sqrt(c)
	for i := range after {
		s := sides[sideOf[i]]
		omega, delta := compare(sides, sideOf[i], results[i].Rank, c)
		r := &after[i]
		share := r.Sigma * r.Sigma / s.variance
		gamma := math.Sqrt(s.variance) / c
		r.Mu += omega * s.variance / c * share
		r.Sigma *= math.Sqrt(max(1-delta*s.variance/(c*c)*gamma*share, kappa))
	}
	return after
}

// compare returns the change of the strength of a side and of its variance, in units of the method, if the side
// has the given rank.
func compare(sides []side, own, rank int, c float64) (omega, delta float64) {
	rankOf := func(i int) int {
		if i == own {
			return rank
		}
		return sides[i].rank
	}
	strength := math.Exp(sides[own].mu / c)
	for q := range sides {
		if rankOf(q) > rank {
			continue
		}
		// sum is the total strength of the sides with the rank of q or a worse one. ties is the number of sides
		// with the rank of q.
		sum, ties := 0.0, 0.0
		for i := range sides {
			if rankOf(i) >= rankOf(q) {
				sum += math.Exp(sides[i].mu / c)
			}
			if rankOf(i) == rankOf(q) {
				ties++
			}
		}
		share := strength / sum
		if q == own {
			omega += (1 - share) / ties
		} else {
			omega -= share / ties
		}
		delta += share * (1 - share) / ties
	}
	return omega, delta
}
