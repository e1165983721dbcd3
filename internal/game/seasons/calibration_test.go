package seasons

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// The kinds of places where a hidden card may lie.
const (
	zoneHand = iota
	zonePacket
	zonePicked
	zoneLibrary
	seatZones
	zoneDraw    = maxSeats * seatZones
	zoneDiscard = zoneDraw + 1
	zoneHeld    = zoneDraw + 2
	numZones    = zoneDraw + 3
)

// cardCounts counts the copies of each card in each zone of a state, or of several.
type cardCounts [numZones][cards.NumCards + 1]int

func (c *cardCounts) add(s *match) {
	count := func(zone int, list []uint8) {
		for _, number := range list {
			c[zone][number]++
		}
	}
	for i := range s.players[:s.seats] {
		p, at := &s.players[i], i*seatZones
		count(at+zoneHand, p.hand.list())
		count(at+zonePacket, p.packet.list())
		count(at+zonePicked, p.picked.list())
		count(at+zoneLibrary, p.library[0].list())
		count(at+zoneLibrary, p.library[1].list())
	}
	count(zoneDraw, s.draw.list())
	count(zoneDiscard, s.discard.list())
	count(zoneHeld, s.held.list())
}

// calibration compares how many cards lie somewhere with how many were predicted.
// Within a match the differences depend on each other, so each match counts once.
type calibration struct{ cases, match, sum, squares float64 }

func (c *calibration) endMatch() {
	c.sum += c.match
	c.squares += c.match * c.match
	c.match = 0
}

// TestSamplesAreCalibrated compares where samples put hidden cards with where they
// truly lie in random matches. What is compared is chosen by some samples, and
// predicted by others: the true state is like one more of these, so that on average
// there is no difference, also for what the first ones never had or always. Beyond
// five standard errors a difference of choice is allowed for: the random player
// chooses among different cards, plays only what it can pay for, and Sample concludes
// nothing from what somebody chose.
func TestSamplesAreCalibrated(t *testing.T) {
	const (
		draws  = 8
		choice = 0.03
	)
	matches, every := conformance.Thorough[uint64](60, 1500), conformance.Thorough(8, 4)
	type class struct{ zone, known, chosen int }
	classes := map[class]*calibration{}
	cases := tables(true)
	for nth := range matches {
		c := cases[nth%uint64(len(cases))]
		rng := game.NewRNG(game.SeedFromInt(nth + 1000))
		first, err := theRules.New(c.Options, c.Seats, game.SeedFromInt(nth))
		require.NoError(t, err)
		s := first.(*match)
		follow(t, s, nth, func(int, []*oracle) {
			if rng.IntN(every) != 0 {
				return
			}
			seat := rng.IntN(int(s.seats))
			var truth, chosen, predicted cardCounts
			truth.add(s)
			for range draws {
				chosen.add(s.Sample(game.SeatViewer(game.Seat(seat)), &rng).(*match))
				predicted.add(s.Sample(game.SeatViewer(game.Seat(seat)), &rng).(*match))
			}
			for zone := range truth {
				for number, n := range truth[zone] {
					if n+chosen[zone][number]+predicted[zone][number] == 0 {
						continue
					}
					key := class{zone: zone, chosen: min(chosen[zone][number], draws)}
					if zone < zoneDraw {
						key.zone %= seatZones
					}
					for _, at := range s.places[seat][number].each() {
						key.known = max(key.known, int(at))
					}
					if classes[key] == nil {
						classes[key] = &calibration{}
					}
					classes[key].cases++
					classes[key].match += float64(n) - float64(predicted[zone][number])/draws
				}
			}
		})
		for _, one := range classes {
			one.endMatch()
		}
	}
	for key, one := range classes {
		require.LessOrEqual(t, math.Abs(one.sum), 5*math.Sqrt(one.squares)+choice*one.cases,
			"%+v: %.0f cases, %.4f more than predicted in each", key, one.cases, one.sum/one.cases)
	}
}
