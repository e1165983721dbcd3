package conformance

import (
	"math/bits"
	"slices"
	"sync/atomic"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// stateFaults are faults in copies, encodings and repetitions.
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
		{
			"a copy without the seed",
			checkCopies,
			"another hash",
			&broken{copyInto: func(s, dst *brokenState) { dst.toyData = s.toyData }},
		},
		{
			"a copy that shares memory with the original",
			checkCopies,
			"changes the original",
			&broken{copyInto: func(s, dst *brokenState) { dst.toyState = s.toyState }},
		},
		{"an encoding that forgets", checkEncoding, "the events differ", &broken{encoded: func(s *toyState) *toyState {
			other := *s
			other.seed = game.Seed{}
			return &other
		}}},
		{"an encoding that forgets the bids", checkEncoding, "", &broken{encoded: func(s *toyState) *toyState {
			other := *s
			other.Bids = [toyMaxSeats]uint8{}
			return &other
		}}},
		{"decoding trusts its data", checkDamaged, "panic", &broken{decode: func(data []byte) {
			if len(data) > 0 {
				_ = data[200]
			}
		}}},
		{"decoding does not check", checkDamaged, "an impossible state is read", &broken{trusting: true}},
		{"looking changes something", checkReading, "changed the state", &broken{check: func(s *toyState) error {
			s.seed[0]++
			return nil
		}}},
		{
			"looking twice shows something else",
			checkReading,
			"looking twice",
			&broken{public: func(_ *toyState, public *toyPublic) any {
				public.Round += int(counter.Add(1))
				return public
			}},
		},
		{
			"chance that is not in the state",
			checkRecord,
			"does not play again",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, _ *game.Step) {
				s.Points[0][0] += int16(counter.Add(1))
			})},
		},
		{
			"events that are not in the state",
			checkRecord,
			"does not play again",
			&broken{apply: afterApply(func(_ *toyState, seat game.Seat, step *game.Step) {
				step.Add("count", seat, game.Int("n", int(counter.Add(1))))
			})},
		},
		{
			"rules with a state of their own",
			checkManyAtOnce,
			"ends differently",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, _ *game.Step) {
				s.Points[0][0] += int16(counter.Add(1))
			})},
		},
	}
}

// documentFaults are faults in documents and descriptions.
func documentFaults() []fault {
	used := &toyPublic{}
	return []fault{
		{"null in a document", checkForm, "null", &broken{public: func(_ *toyState, public *toyPublic) any {
			return struct {
				*toyPublic
				Nothing *int `json:"nothing"`
			}{toyPublic: public}
		}}},
		{
			"null that no patch can say",
			checkDocuments,
			"no patch can be made",
			&broken{public: func(s *toyState, _ *toyPublic) any {
				public := &struct {
					Round int   `json:"round"`
					Laid  []int `json:"laid"`
				}{int(s.Round), []int{1}}
				if s.Round > 0 {
					public.Laid = nil
				}
				return public
			}},
		},
		{
			"a change of Private is overlooked",
			checkDocuments,
			"SamePrivate denies it",
			&broken{same: func(*toyState, game.State, game.Seat) bool {
				return true
			}},
		},
		{
			"null in Private",
			checkForm,
			"Private(0): null",
			&broken{private: func(*toyState, game.Seat, *toyPrivate) any {
				return map[string]any{"hand": nil}
			}},
		},
		{"objects in an array", checkForm, "other elements", &broken{public: func(*toyState, *toyPublic) any {
			return map[string]any{"list": []any{1, map[string]int{}}}
		}}},
		{"an array of arrays", checkForm, "other elements", &broken{public: func(*toyState, *toyPublic) any {
			return map[string]any{"board": map[string]any{"rows": [][]int{{1}}}}
		}}},
		{
			"keys that are numbers",
			checkForm,
			"does not begin with a letter",
			&broken{public: func(*toyState, *toyPublic) any {
				return map[int]int{1: 1}
			}},
		},
		{"a key twice", checkForm, "there twice", &broken{public: func(*toyState, *toyPublic) any {
			return game.Table[int]{{Key: "a"}, {Key: "a"}}
		}}},
		{
			"a document that is no object",
			checkForm,
			"not an object",
			&broken{public: func(*toyState, *toyPublic) any { return 5 }},
		},
		{
			"a document that shares memory with the state",
			checkForm,
			"before and after playing on",
			&broken{public: func(s *toyState, _ *toyPublic) any {
				return map[string]any{"points": &s.Points[0][0], "round": &s.Round}
			}},
		},
		{
			"Private shares memory with the state",
			checkForm,
			"before and after playing on",
			&broken{private: func(s *toyState, _ game.Seat, _ *toyPrivate) any {
				return map[string]any{"round": &s.Round}
			}},
		},
		{
			"a document that cannot be written",
			checkForm,
			"JSON",
			&broken{public: func(*toyState, *toyPublic) any { return make(chan int) }},
		},
		{
			"a document that is used again",
			checkDocuments,
			"and its patched copy, differ",
			&broken{public: func(_ *toyState, public *toyPublic) any {
				*used = *public
				return used
			}},
		},
		{
			"Private repeats something",
			checkDocuments,
			"round is in Private and in Public",
			&broken{private: func(s *toyState, _ game.Seat, private *toyPrivate) any {
				return struct {
					*toyPrivate
					Round int `json:"round"`
				}{private, int(s.Round)}
			}},
		},
		{
			"Private corrects something deep in Public",
			checkDocuments,
			"seats is in Private and in Public",
			&broken{private: func(*toyState, game.Seat, *toyPrivate) any {
				return map[string]any{"seats": map[string]any{"s0": map[string]any{"cards": 1}}}
			}},
		},
		{
			"Private has at first what Public has at the end",
			checkDocuments,
			"library is in Private and in Public",
			&broken{private: func(s *toyState, _ game.Seat, private *toyPrivate) any {
				library := map[string]int{}
				if s.Phase != phaseOver {
					library["library"] = 1
				}
				return library
			}},
		},
		{
			"a suggestion that changes while others answer",
			checkDocuments,
			"keeps its id",
			&broken{decision: func(s *toyState, d *game.Decision) {
				if d.Seat == 0 && s.Bids[1] != 0 {
					d.Suggested = nil
				}
			}},
		},
		{
			"secrets after the end",
			checkRevealed,
			"still has secrets",
			&broken{private: func(s *toyState, seat game.Seat, _ *toyPrivate) any {
				return &toyPrivate{Hand: s.Hands[seat].list()}
			}},
		},
		{
			"the end does not show the hands",
			checkRevealed,
			"at the end, after seat",
			&broken{public: func(_ *toyState, public *toyPublic) any {
				for i := range public.Seats {
					public.Seats[i].Value.Hand = nil
				}
				return public
			}},
		},
		{
			"the end shows all hands but one",
			checkRevealed,
			"Public shows that of",
			&broken{public: func(_ *toyState, public *toyPublic) any {
				public.Seats.Get("s1").Hand = nil
				return public
			}},
		},
		{"a description that forgets", checkDescribe, "differ", &broken{describe: func(s *toyState) any {
			other := s.Describe().(toySetup)
			other.Round = 0
			return other
		}}},
		{
			"a description without the numbers of decisions",
			checkDescribe,
			"differ at id",
			&broken{describe: func(s *toyState) any {
				other := s.Describe().(toySetup)
				other.Asked = [toyMaxSeats]uint32{1, 1, 1, 1}
				return other
			}},
		},
		{
			"a description that is refused",
			checkDescribe,
			"is refused",
			&broken{describe: func(s *toyState) any { return map[string]int{"X": 1} }},
		},
	}
}

// eventFaults are faults in the events of a step.
func eventFaults() []fault {
	var calls atomic.Int64
	return []fault{
		{
			"an event without a kind",
			checkEvents,
			"no kind",
			&broken{apply: afterApply(func(_ *toyState, seat game.Seat, step *game.Step) { step.Add("", seat) })},
		},
		{
			"an opening event of nobody",
			checkOpening,
			"does not exist",
			&broken{opening: func(_ *toyState, step *game.Step) { step.Add("x", 3) }},
		},
		{
			"the opening uses chance",
			checkOpening,
			"changes the state",
			&broken{opening: func(s *toyState, _ *game.Step) { s.seed[0]++ }},
		},
		{
			"the opening forgets what was told",
			checkOpening,
			"takes away",
			&broken{opening: func(_ *toyState, step *game.Step) {
				if step != nil {
					step.Reset()
				}
			}},
		},
		{
			"the opening needs a step",
			checkOpening,
			"panic",
			&broken{opening: func(_ *toyState, step *game.Step) { step.Random = true }},
		},
		{"the opening changes", checkOpening, "told twice", &broken{opening: func(_ *toyState, step *game.Step) {
			step.Add("x", 0, game.Int("n", int(calls.Add(1))))
		}}},
		{
			"an event of nobody",
			checkEvents,
			"does not exist",
			&broken{apply: afterApply(func(_ *toyState, _ game.Seat, step *game.Step) { step.Add("x", 3) })},
		},
		{
			"a fact twice",
			checkEvents,
			"there twice",
			&broken{apply: afterApply(func(_ *toyState, seat game.Seat, step *game.Step) {
				step.Add("x", seat, game.Int("n", 1), game.Int("n", 2))
			})},
		},
		{
			"a secret for nobody",
			checkEvents,
			"for nobody",
			&broken{apply: afterApply(func(_ *toyState, seat game.Seat, step *game.Step) {
				step.AddSecret("x", seat, 0, game.Int("n", 1))
			})},
		},
		{
			"chance only with events",
			checkWithoutEvents,
			"somewhere else without a step",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if step != nil {
					s.seed[0]++
				}
				return s.Apply(seat, a, step)
			}},
		},
		{
			"no answer without events",
			checkWithoutEvents,
			"refused without a step",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if step == nil {
					return coded.Errorf(game.CodeNotAsked, "what for?")
				}
				return s.Apply(seat, a, step)
			}},
		},
		{
			"earlier events are lost",
			checkEvents,
			"takes away",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				step.Reset()
				return s.Apply(seat, a, step)
			}},
		},
	}
}

// endFaults are faults in outcomes and after the end.
func endFaults() []fault {
	used := make([]int, toyMaxSeats)
	return []fault{
		{
			"parts that do not add up",
			checkEnd,
			"add up",
			&broken{outcome: func(o *game.Outcome) { o.Places[0].Total++ }},
		},
		{
			"a seat is missing",
			checkEnd,
			"places for",
			&broken{outcome: func(o *game.Outcome) { o.Places = o.Places[1:] }},
		},
		{
			"a team of one seat",
			checkEnd,
			"1 of 3 seats",
			&broken{outcome: func(o *game.Outcome) { o.Places[0].Team = 1 }},
		},
		{
			"a team that does not exist",
			checkEnd,
			"in team 4",
			&broken{outcome: func(o *game.Outcome) { o.Places[0].Team = 4 }},
		},
		{"team-mates with different results", checkEnd, "different results", &broken{outcome: func(o *game.Outcome) {
			for i := range o.Places {
				o.Places[i].Team = 1
			}
		}}},
		{"one team without an opponent", checkEnd, "no virtual opponent", &broken{outcome: func(o *game.Outcome) {
			for i := range o.Places {
				o.Places[i] = game.Place{Seat: o.Places[i].Seat, Team: 1, Rank: 1}
			}
		}}},
		{"a virtual opponent of several players", checkEnd, "virtual opponent", &broken{outcome: func(o *game.Outcome) {
			for i := range o.Places {
				o.Places[i] = game.Place{Seat: o.Places[i].Seat, Rank: 1}
			}
			o.Places = append(o.Places, game.Place{Seat: game.NoSeat, Rank: 1})
		}}},
		{"the worst come first", checkEnd, "", &broken{outcome: func(o *game.Outcome) { slices.Reverse(o.Places) }}},
		{"the better one second", checkEnd, "better than", &broken{outcome: func(o *game.Outcome) {
			slices.Reverse(o.Places)
			game.Rank(o.Places)
		}}},
		{
			"a standing of one seat",
			checkStanding,
			"of 1 seats",
			&broken{standing: func(_ *toyState, standing []int) []int { return standing[:1] }},
		},
		{
			"a standing that counts the hand",
			checkStanding,
			"with other secrets",
			&broken{standing: func(s *toyState, standing []int) []int {
				standing[0] += bits.TrailingZeros32(uint32(s.Hands[0]))
				return standing
			}},
		},
		{
			"a standing that is not the result",
			checkStanding,
			"and its total",
			&broken{standing: func(_ *toyState, standing []int) []int {
				standing[1]++
				return standing
			}},
		},
		{
			"a standing that is used again",
			checkStanding,
			"shares memory",
			&broken{standing: func(_ *toyState, standing []int) []int {
				return append(used[:0], standing...)
			}},
		},
		{
			"a round before the first",
			checkStanding,
			"the progress is",
			&broken{progress: func(*toyState) game.Progress { return game.Progress{Round: -1} }},
		},
		{
			"a progress that counts the hand",
			checkStanding,
			"with other secrets",
			&broken{progress: func(s *toyState) game.Progress {
				return game.Progress{Number: bits.TrailingZeros32(uint32(s.Hands[0]))}
			}},
		},
		{"ranks from 0", checkEnd, "the rank", &broken{outcome: func(o *game.Outcome) { o.Places[0].Rank-- }}},
		{
			"answers after the end",
			checkEnd,
			"it is taken",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if s.Phase == phaseOver {
					return nil
				}
				return s.Apply(seat, a, step)
			}},
		},
		{
			"a wrong code after the end",
			checkEnd,
			"not over",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if s.Phase == phaseOver {
					return coded.Errorf(game.CodeStale, "too late")
				}
				return s.Apply(seat, a, step)
			}},
		},
	}
}
