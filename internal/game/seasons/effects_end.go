package seasons

import cards "archmage/internal/cards/seasons"

// This file holds the odd effects at the end of a round and of the game.

// fullReserve counts three crystals for four or more tokens in the reserve.
func fullReserve(x *exec, f *frame) int {
	if x.players[f.seat].reserve.total() >= 4 {
		return 3
	}
	return 0
}

// emptyReserve counts one energy for at most one token in the reserve.
func emptyReserve(x *exec, f *frame) int {
	if x.players[f.seat].reserve.total() <= 1 {
		return 1
	}
	return 0
}

// titus takes a crystal from each opponent and is sacrificed if one had none.
func titus(x *exec, f *frame) flow {
	short := false
	for i := 1; i < int(x.seats); i++ {
		if x.moveCrystals(x.left(f.seat, i), f.seat, 1, f.card) == 0 {
			short = true
		}
	}
	if short {
		x.sacrifice(f.seat, f.id)
	}
	return next
}

// mostCards scores 20 for more cards in play than each opponent.
func mostCards(s *State, seat int8) int {
	for i := range int8(s.seats) {
		if i != seat && s.players[i].inPlay >= s.players[seat].inPlay {
			return 0
		}
	}
	return 20
}

// threePerToken scores three for each token in the reserve.
func threePerToken(s *State, seat int8) int { return 3 * s.players[seat].reserve.total() }

// noFamiliar scores 20 for no familiar in play.
func noFamiliar(s *State, seat int8) int {
	if s.countKind(seat, cards.Familiar) > 0 {
		return 0
	}
	return 20
}
