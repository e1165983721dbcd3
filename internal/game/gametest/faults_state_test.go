package gametest

import (
	"slices"
	"sync/atomic"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// stateFaults are in copies, encodings and repetitions.
func stateFaults() []fault {
	var counter atomic.Int64
	shared := &toyState{}
	return []fault{
		{"a clone that is not one", checkCopies, "", &broken{clone: func(s *toyState) *toyState { return s }}},
		{"clones that share memory with each other", checkCopies, "", &broken{clone: func(s *toyState) *toyState {
			*shared = *s
			return shared
		}}},
		{"a copy that forgets", checkCopies, "another hash", &broken{copyInto: func(s, dst *brokenState) {
			bids := dst.Bids
			*dst.toyState = *s.toyState
			dst.Bids = bids
		}}},
		{"a copy without the random stream", checkCopies, "another hash", &broken{copyInto: func(s, dst *brokenState) { dst.toyData = s.toyData }}},
		{"a copy that shares memory with the original", checkCopies, "changes the original", &broken{copyInto: func(s, dst *brokenState) { dst.toyState = s.toyState }}},
		{"an encoding that forgets", checkEncoding, "the events differ", &broken{encoded: func(s *toyState) *toyState {
			other := *s
			other.rng = game.NewRNG(game.Seed{})
			return &other
		}}},
		{"an encoding that forgets the bids", checkEncoding, "", &broken{encoded: func(s *toyState) *toyState {
			other := *s
			other.Bids = [game.MaxSeats]uint8{}
			return &other
		}}},
		{"decoding trusts its data", checkDamaged, "panic", &broken{decode: func(data []byte) {
			if len(data) > 0 {
				_ = data[200]
			}
		}}},
		{"looking changes something", checkReading, "changed the state", &broken{check: func(s *toyState) error {
			s.rng.Uint64()
			return nil
		}}},
		{"looking twice shows something else", checkReading, "looking twice", &broken{view: func(_ *toyState, _ game.Viewer, view *toyView) any {
			view.Round += int(counter.Add(1))
			return view
		}}},
		{"chance that is not in the state", checkRecord, "does not play again", &broken{apply: then(func(s *toyState, _ game.Seat, _ *game.Step) {
			s.Points[0][0] += int16(counter.Add(1))
		})}},
		{"events that are not in the state", checkRecord, "does not play again", &broken{apply: then(func(_ *toyState, seat game.Seat, step *game.Step) {
			step.Add("count", seat, game.Int("n", int(counter.Add(1))))
		})}},
		{"rules with a state of their own", checkManyAtOnce, "ends differently", &broken{apply: then(func(s *toyState, _ game.Seat, _ *game.Step) {
			s.Points[0][0] += int16(counter.Add(1))
		})}},
	}
}

// viewFaults are in views and descriptions.
func viewFaults() []fault {
	return []fault{
		{"null in a view", checkViews, "null", &broken{view: func(_ *toyState, _ game.Viewer, view *toyView) any {
			return struct {
				*toyView
				Nothing *int `json:"nothing"`
			}{toyView: view}
		}}},
		{"objects in an array", checkViews, "other elements", &broken{view: func(_ *toyState, _ game.Viewer, view *toyView) any {
			return map[string]any{"list": []any{1, map[string]int{}}}
		}}},
		{"an array of arrays", checkViews, "other elements", &broken{view: func(_ *toyState, _ game.Viewer, view *toyView) any {
			return map[string]any{"board": map[string]any{"rows": [][]int{{1}}}}
		}}},
		{"keys that are numbers", checkViews, "does not begin with a letter", &broken{view: func(_ *toyState, _ game.Viewer, view *toyView) any {
			return map[int]int{1: 1}
		}}},
		{"a key twice", checkViews, "there twice", &broken{view: func(_ *toyState, _ game.Viewer, view *toyView) any {
			return game.Table[int]{{Key: "a"}, {Key: "a"}}
		}}},
		{"a view that is no object", checkViews, "not an object", &broken{view: func(*toyState, game.Viewer, *toyView) any { return 5 }}},
		{"a view that shares memory with the state", checkViews, "before and after playing on", &broken{view: func(s *toyState, _ game.Viewer, _ *toyView) any {
			return map[string]any{"points": &s.Points[0][0], "round": &s.Round}
		}}},
		{"a view that cannot be written", checkViews, "JSON", &broken{view: func(*toyState, game.Viewer, *toyView) any { return make(chan int) }}},
		{"an own part without the hand", checkOwn, "own part, differ", &broken{own: func(_ *toyState, seat game.Seat, own *toyOwn) any {
			return &toyOwn{Players: map[string]toyOwnSeat{}}
		}}},
		{"an own part with a neighbour's hand", checkOwn, "own part, differ", &broken{own: func(s *toyState, seat game.Seat, own *toyOwn) any {
			own.Players["p0"], own.Players["p1"] = toyOwnSeat{Hand: cardsOf(s.Hands[0])}, toyOwnSeat{Hand: cardsOf(s.Hands[1])}
			return own
		}}},
		{"an own part that ends with the match", checkOwn, "the patched one, differ", &broken{own: func(s *toyState, seat game.Seat, own *toyOwn) any {
			if s.Phase == phaseOver {
				return &toyOwn{Players: map[string]toyOwnSeat{}}
			}
			return own
		}}},
		{"a suggestion that changes while others answer", checkOwn, "keeps its id", &broken{decision: func(s *toyState, d *game.Decision) {
			if d.Seat == 0 && s.Bids[1] != 0 {
				d.Suggested = nil
			}
		}}},
		{"an own part that shares memory with the state", checkViews, "before and after playing on", &broken{own: func(s *toyState, _ game.Seat, _ *toyOwn) any {
			return map[string]any{"round": &s.Round}
		}}},
		{"a description that forgets", checkDescribe, "differ", &broken{describe: func(s *toyState) any {
			other := s.toyData
			other.Round = 0
			return other
		}}},
		{"a description that is refused", checkDescribe, "is refused", &broken{describe: func(s *toyState) any { return map[string]int{"X": 1} }}},
	}
}

// eventFaults are in what a step tells.
func eventFaults() []fault {
	return []fault{
		{"an event without a kind", checkEvents, "no kind", &broken{apply: then(func(_ *toyState, seat game.Seat, step *game.Step) { step.Add("", seat) })}},
		{"an event of nobody", checkEvents, "does not exist", &broken{apply: then(func(_ *toyState, _ game.Seat, step *game.Step) { step.Add("x", 3) })}},
		{"a fact twice", checkEvents, "there twice", &broken{apply: then(func(_ *toyState, seat game.Seat, step *game.Step) {
			step.Add("x", seat, game.Int("n", 1), game.Int("n", 2))
		})}},
		{"a secret for nobody", checkEvents, "for nobody", &broken{apply: then(func(_ *toyState, seat game.Seat, step *game.Step) {
			step.AddSecret("x", seat, 0, game.Int("n", 1))
		})}},
		{"earlier events are lost", checkEvents, "takes away", &broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
			step.Reset()
			return s.Apply(seat, a, step)
		}}},
	}
}

// endFaults are in results and after the end.
func endFaults() []fault {
	return []fault{
		{"parts that do not add up", checkEnd, "add up", &broken{outcome: func(o *game.Outcome) { o.Places[0].Total++ }}},
		{"a seat is missing", checkEnd, "places for", &broken{outcome: func(o *game.Outcome) { o.Places = o.Places[1:] }}},
		{"the worst come first", checkEnd, "", &broken{outcome: func(o *game.Outcome) { slices.Reverse(o.Places) }}},
		{"the better one second", checkEnd, "better than", &broken{outcome: func(o *game.Outcome) {
			slices.Reverse(o.Places)
			game.Rank(o.Places)
		}}},
		{"ranks from 0", checkEnd, "the rank", &broken{outcome: func(o *game.Outcome) { o.Places[0].Rank-- }}},
		{"answers after the end", checkEnd, "it is taken", &broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
			if s.Phase == phaseOver {
				return nil
			}
			return s.Apply(seat, a, step)
		}}},
		{"a wrong code after the end", checkEnd, "not over", &broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
			if s.Phase == phaseOver {
				return coded.Errorf(game.CodeStale, "too late")
			}
			return s.Apply(seat, a, step)
		}}},
	}
}
