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

// Rate returns the players' ratings after a match, in the order of players. ranks has the place of
// each player: a smaller rank is better, and tied players have the same. Rate changes neither slice.
func Rate(players []Rating, ranks []int) []Rating {
	c := 0.0
	strength := make([]float64, len(players))
	after := make([]Rating, len(players))
	for i, p := range players {
		after[i] = Rating{p.Mu, math.Sqrt(p.Sigma*p.Sigma + tau*tau)}
		c += after[i].Sigma*after[i].Sigma + beta*beta
	}
	c = math.Sqrt(c)
	for i, p := range players {
		strength[i] = math.Exp(p.Mu / c)
	}
	// sum[q] is the total strength of the players with the rank of q or a worse one. ties[q] is the
	// number of players with the rank of q.
	sum, ties := make([]float64, len(players)), make([]float64, len(players))
	for q := range players {
		for i := range players {
			if ranks[i] >= ranks[q] {
				sum[q] += strength[i]
			}
			if ranks[i] == ranks[q] {
				ties[q]++
			}
		}
	}
	for i := range players {
		omega, delta := 0.0, 0.0
		for q := range players {
			if ranks[q] > ranks[i] {
				continue
			}
			share := strength[i] / sum[q]
			if i == q {
				omega += (1 - share) / ties[q]
			} else {
				omega -= share / ties[q]
			}
			delta += share * (1 - share) / ties[q]
		}
		r := &after[i]
		variance := r.Sigma * r.Sigma
		gamma := r.Sigma / c
		r.Mu += omega * variance / c
		r.Sigma *= math.Sqrt(max(1-delta*variance/(c*c)*gamma, kappa))
	}
	return after
}
