package conformance

import (
	"archmage/internal/game"
)

// secretFaults show viewers what they may not know.
func secretFaults() []fault {
	return []fault{
		{
			"Public shows the next card",
			checkSample,
			"Public of both states",
			&broken{public: func(s *toyState, public *toyPublic) any {
				public.Deck = int(s.Deck[max(1, s.Left)-1])
				return public
			}},
		},
		{
			"Public shows the next card after an answer",
			checkLockstep,
			"Public of both states",
			&broken{public: func(s *toyState, public *toyPublic) any {
				if s.Phase == phaseAct {
					public.Deck = int(s.Deck[max(1, s.Left)-1])
				}
				return public
			}},
		},
		{
			"Public shows that somebody is about to split",
			checkLockstep,
			"Public of both states",
			&broken{public: func(s *toyState, public *toyPublic) any {
				if s.does(optSplit) {
					public.Phase = "split"
				}
				return public
			}, sample: func(s *toyState, v game.Viewer, rng *game.RNG) game.State {
				other := s.Sample(v, rng).(*toyState)
				other.Phase, other.stack = s.Phase, s.stack
				if s.Phase == phaseAct && !v.Sees(game.Seat(s.Turn)) && s.Hands[s.Turn]&1 == 1 {
					other.stack.Push(toyFrame{Program: optSplit - optRoll})
				}
				return other
			}},
		},
		{
			"the decision's id tells the next card",
			checkSample,
			"the decisions of seat",
			&broken{decision: func(s *toyState, d *game.Decision) {
				d.ID = d.ID*toyCards + uint32(s.Deck[max(1, s.Left)-1])
			}},
		},
		{
			"the suggestion knows the other hands",
			checkSample,
			"the decisions of seat",
			&broken{decision: func(s *toyState, d *game.Decision) {
				if s.Hands[(d.Seat+1)%game.Seat(s.Seats)] > s.Hands[d.Seat] && s.Phase == phaseBid {
					d.Suggested[0].Key = d.Options[0].Key
				}
			}},
		},
		{
			"an event tells a hand",
			checkLockstep,
			"the events",
			&broken{apply: afterApply(func(s *toyState, seat game.Seat, step *game.Step) {
				step.Add("hand", seat, game.Int("cards", int(s.Hands[seat]&0xffff)))
			})},
		},
		{
			"the opening tells a hand",
			checkOpening,
			"the opening events of both states",
			&broken{opening: func(s *toyState, step *game.Step) {
				step.Add("hand", 0, game.Int("cards", int(s.Hands[0]&0xffff)))
			}},
		},
		{
			"the opening tells a hand to a neighbour",
			checkOpening,
			"seen by seat 1",
			&broken{opening: func(s *toyState, step *game.Step) {
				step.AddPrivate("hand", 0, game.AllSeats(2), game.Int("cards", int(s.Hands[0]&0xffff)))
			}},
		},
		{
			"the opening tells the next card",
			checkOpening,
			"seen by a spectator",
			&broken{opening: func(s *toyState, step *game.Step) {
				if s.Deck[s.Left-1] < toyCards/2 {
					step.Add("low", game.NoSeat)
				}
			}},
		},
		{
			"a draw is not marked as shown",
			checkLockstep,
			"",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, step *game.Step) {
				if s.Phase != phaseOver {
					step.Shown = 0
				}
				step.Random = false
			})},
		},
		{
			"opened bids are not marked as shown",
			checkLockstep,
			"the events",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, step *game.Step) {
				step.ShownToAll = s.Phase == phaseOver
			})},
		},
		{
			"the mark depends on a secret",
			checkLockstep,
			"Step.Random is",
			&broken{apply: afterApply(func(s *toyState, seat game.Seat, step *game.Step) {
				step.Random = step.Random || s.Hands[seat]&3 != 0
			})},
		},
		{
			"whether somebody is asked depends on a secret",
			checkLockstep,
			"over in one state only",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, _ *game.Step) {
				if s.does(optSplit) && s.Deck[0] < 16 {
					s.Phase = phaseOver
				}
			})},
		},
		{
			"Private shows a neighbour's hand",
			checkSample,
			"Private(0) of both states",
			&broken{private: func(s *toyState, seat game.Seat, private *toyPrivate) any {
				private.Hand = s.Hands[(int(seat)+1)%int(s.Seats)].list()
				return private
			}},
		},
		{
			"sampling keeps the true hands",
			checkSample,
			"nothing was tested",
			&broken{sample: func(s *toyState, v game.Viewer, rng *game.RNG) game.State {
				other := *s
				other.seed = rng.Seed()
				return &other
			}},
		},
		{
			"sampling keeps the seed",
			checkSample,
			"the true seed",
			&broken{sample: func(s *toyState, v game.Viewer, rng *game.RNG) game.State {
				other := s.Sample(v, rng).(*toyState)
				other.seed = s.seed
				return other
			}},
		},
		{
			"sampling depends on the true hands",
			checkSample,
			"depends on secrets",
			&broken{sample: func(s *toyState, v game.Viewer, rng *game.RNG) game.State {
				for range s.Deck[0] {
					rng.Uint64()
				}
				return s.Sample(v, rng)
			}},
		},
		{
			"sampling keeps how often somebody went back",
			checkBack,
			"what Sample draws",
			&broken{sample: func(s *toyState, v game.Viewer, rng *game.RNG) game.State {
				other := s.Sample(v, rng).(*toyState)
				other.Asked = s.Asked
				return other
			}},
		},
		{
			"sampling loses a card",
			checkSample,
			"impossible",
			&broken{sample: func(s *toyState, v game.Viewer, rng *game.RNG) game.State {
				other := s.Sample(v, rng).(*toyState)
				other.Left--
				return other
			}},
		},
		{
			"a changed bid is counted",
			checkChanged,
			"what Sample draws",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				changed := s.Phase == phaseBid && s.Bids[seat] != 0
				err := s.Apply(seat, a, step)
				if err == nil && changed {
					s.Points[toyMaxSeats-1][0]++ // this seat is empty
				}
				return err
			}},
		},
		{
			"a changed bid can be noticed",
			checkChanged,
			"changed its answer",
			&broken{apply: afterApply(func(s *toyState, seat game.Seat, _ *game.Step) {
				if s.Phase == phaseBid {
					s.Points[seat][fromBids]++
				}
			})},
		},
		{
			"a changed bid can be noticed later",
			checkChanged,
			"some time after",
			&broken{apply: afterApply(func(s *toyState, seat game.Seat, _ *game.Step) {
				if s.Phase == phaseBid {
					s.Points[seat][fromBids]++
				}
			}), public: func(s *toyState, public *toyPublic) any {
				for i := range public.Seats {
					if s.Phase == phaseBid {
						public.Seats[i].Value.Points = 0
					}
				}
				return public
			}},
		},
	}
}
