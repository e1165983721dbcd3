package seasons

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
	"archmage/test/conformance"
)

// The zones in which a hidden card can be.
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

// cardCounts is the number of copies of each card in each zone, of one or several states.
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

// calibration compares actual with predicted numbers of cards in a zone. The differences within a
// match depend on each other, so each match counts once.
type calibration struct{ cases, match, sum, squares float64 }

func (c *calibration) endMatch() {
	c.sum += c.match
	c.squares += c.match * c.match
	c.match = 0
}

// The samples must predict where hidden cards are in random matches. The predictions that are
// compared are chosen with some samples and computed with others. The true state is like one more
// sample, so on average there is no difference, not even for predictions that never or always
// occurred in the first samples. Differences above five standard errors are tolerated where they
// come from choices: the random player chooses among different cards and plays only what it can pay
// for, and Sample draws no conclusions from choices.
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
		playWithOracles(t, s, nth, func(int, []*oracle) {
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
