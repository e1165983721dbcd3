package conformance

import (
	"errors"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// answerFaults are faults in the handling of answers.
func answerFaults() []fault {
	return []fault{
		{
			"a refused answer changes something",
			checkRefusals,
			"changes the state",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				err := s.Apply(seat, a, step)
				if err != nil {
					s.Asked[0]++
				}
				return err
			}},
		},
		{
			"a refused answer uses up randomness",
			checkRefusals,
			"changes the state",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				err := s.Apply(seat, a, step)
				if err != nil {
					s.seed[0]++
				}
				return err
			}},
		},
		{
			"a refused answer tells something",
			checkRefusals,
			"something is told",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				err := s.Apply(seat, a, step)
				if err != nil {
					step.Add("refused", seat)
				}
				return err
			}},
		},
		{
			"a refused answer changes something without a step",
			checkRefusals,
			"otherwise without a step",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				err := s.Apply(seat, a, step)
				if err != nil && step == nil {
					s.Asked[0]++
				}
				return err
			}},
		},
		{
			"an error without a code",
			checkRefusals,
			"the error",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if s.Apply(seat, a, step) != nil {
					return errors.New("no")
				}
				return nil
			}},
		},
		{
			"an old decision is answered",
			checkRefusals,
			"it is taken",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				var d game.Decision
				if s.Decision(seat, &d) {
					a.Decision = d.ID
				}
				return s.Apply(seat, a, step)
			}},
		},
		{
			"the seat is not looked at",
			checkRefusals,
			"not_asked",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				var d game.Decision
				if !s.Decision(seat, &d) {
					return coded.Errorf(game.CodeStale, "not now")
				}
				return s.Apply(seat, a, step)
			}},
		},
		{
			"a legal answer is refused",
			checkPlay,
			"a legal answer is refused",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if len(a.Picks) > 2 {
					return coded.Errorf(game.CodeBadCount, "too many")
				}
				return s.Apply(seat, a, step)
			}},
		},
		{"text is read too kindly", checkMalformed, "is read as", &broken{parse: func(id string) string {
			if id == "" || id == " " {
				return "roll"
			}
			return id
		}}},
	}
}

// questionFaults are faults in the questions.
func questionFaults() []fault {
	return []fault{
		{"an option twice", checkPlay, "is there twice", &broken{decision: func(_ *toyState, d *game.Decision) {
			d.Options = append(d.Options, d.Options[0])
		}}},
		{"two options with one id", checkPlay, "is there twice", &broken{optionID: func(key game.Key) (string, bool) {
			return "roll", key.Word == optSing
		}}},
		{"an id with a space", checkPlay, "other characters", &broken{optionID: func(key game.Key) (string, bool) {
			return "roll the die", key.Word == optRoll
		}}},
		{"an id that is not read back", checkPlay, "is read as", &broken{optionID: func(key game.Key) (string, bool) {
			return "dice", key.Word == optRoll
		}}},
		{"another spelling is read", checkPlay, "is read as the option", &broken{parse: func(id string) string {
			if id == "ROLL" {
				return "roll"
			}
			return id
		}}},
		{
			"an illegal suggestion",
			checkPlay,
			"the suggested answer is not legal",
			&broken{decision: func(_ *toyState, d *game.Decision) {
				d.Suggested = append(d.Suggested[:0], game.Pick{Key: d.Options[0].Key, N: 9})
			}},
		},
		{"no legal answer", checkPlay, "no legal answer", &broken{decision: func(s *toyState, d *game.Decision) {
			if s.Phase == phaseAct {
				d.Min, d.Max = 4, 4
			}
		}}},
		{
			"bounds crossed",
			checkPlay,
			"choose 2 to 1",
			&broken{decision: func(_ *toyState, d *game.Decision) { d.Min, d.Max = 2, 1 }},
		},
		{
			"a group that is not there",
			checkPlay,
			"groups that are not there",
			&broken{decision: func(_ *toyState, d *game.Decision) {
				d.Options[0].Groups |= 4
			}},
		},
		{"two groups with one id", checkPlay, "a bad group", &broken{decision: func(_ *toyState, d *game.Decision) {
			for i := range d.Groups {
				d.Groups[i].ID = "bowl"
			}
		}}},
		{
			"the same id for another question",
			checkPlay,
			"the options changed and the id did not",
			&broken{decision: func(_ *toyState, d *game.Decision) { d.ID = 1 }},
		},
		{"ids that go back", checkPlay, "go back", &broken{decision: func(_ *toyState, d *game.Decision) {
			if d.ID > 1 {
				d.ID = 1000 - d.ID
			}
		}}},
		{
			"ids from 0",
			checkPlay,
			"first decision is 0",
			&broken{decision: func(_ *toyState, d *game.Decision) { d.ID-- }},
		},
		{
			"a step is shown and nothing is final",
			checkFinal,
			"no option of the answer is Final",
			&broken{decision: func(_ *toyState, d *game.Decision) {
				for i := range d.Options {
					d.Options[i].Final = d.Options[i].Final && d.Kind != "bid"
				}
			}},
		},
		{
			"final with a way back",
			checkFinal,
			"\"back\" is offered after it",
			&broken{decision: func(_ *toyState, d *game.Decision) { d.MarkFinal() }},
		},
		{
			"final and undoable",
			checkFinal,
			"and after each the step was undoable",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				phase := s.Phase
				err := s.Apply(seat, a, step)
				if err == nil && phase == phaseAct && s.Phase == phaseBid {
					step.Shown, step.Random = 0, false
				}
				return err
			}},
		},
		{
			"a declaration is told",
			checkBack,
			"the event \"declared\"",
			&broken{apply: afterApply(func(s *toyState, seat game.Seat, step *game.Step) {
				if s.does(optSplit) {
					step.Add("declared", seat)
				}
			})},
		},
		{
			"a declaration is seen",
			checkBack,
			"Public of both states differ at phase",
			&broken{public: func(s *toyState, public *toyPublic) any {
				if s.does(optSing) {
					public.Phase = "sing"
				}
				return public
			}},
		},
		{
			"a declaration rolls",
			checkBack,
			"Step.Random is set",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, step *game.Step) {
				if s.does(optSing) {
					step.MarkRandom()
				}
			})},
		},
		{
			"the way back leads elsewhere",
			checkBack,
			"the questions before and after differ at kind",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, _ *game.Step) {
				if s.Phase == phaseAct && s.Asked[s.Turn]%2 == 0 && s.Asked[s.Turn] > 3 {
					s.stack.Push(toyFrame{Program: optSing - optRoll})
				}
			})},
		},
		{
			"the way back is refused",
			checkBack,
			"it is refused",
			&broken{apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				if s.does(optSing) && len(a.Picks) > 0 && a.Picks[0].Key.Word == optBack {
					return coded.Errorf(game.CodeNotAsked, "no")
				}
				return s.Apply(seat, a, step)
			}},
		},
		{
			"the same id for the same question again",
			checkPlay,
			"was answered",
			&broken{decision: func(s *toyState, d *game.Decision) {
				if s.Phase == phaseAct {
					d.ID = 3
				}
			}, apply: func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error {
				var d game.Decision
				if s.Phase == phaseBid && s.Decision(seat, &d) && len(a.Picks) == 1 && len(d.Options) > 2 {
					s.Phase, s.Turn, s.Bids = phaseAct, uint8(seat), [toyMaxSeats]uint8{}
					return nil
				}
				return nil
			}},
		},
		{"used memory shows through", checkPlay, "fresh memory", &broken{decision: func(_ *toyState, d *game.Decision) {
			if cap(d.Current) > 0 {
				d.Args = append(d.Args, game.Int("current", d.Current[:1][0].N))
			}
		}}},
		{
			"somebody is waited for who has answered",
			checkPlay,
			"and has answered",
			&broken{waiting: func(s *toyState) game.Seats {
				if s.Phase == phaseBid {
					return s.allSeats()
				}
				return s.Waiting()
			}},
		},
		{
			"somebody is waited for who is not asked",
			checkPlay,
			"waited for and not asked",
			&broken{waiting: func(s *toyState) game.Seats {
				if s.Phase == phaseAct {
					return s.allSeats()
				}
				return s.Waiting()
			}},
		},
		{
			"a seat that does not exist is waited for",
			checkPlay,
			"do not exist",
			&broken{waiting: func(s *toyState) game.Seats {
				if s.Phase == phaseOver {
					return 0
				}
				return s.Waiting().With(3)
			}},
		},
		{"waiting after the end", checkPlay, "the match is over", &broken{waiting: func(s *toyState) game.Seats {
			if s.Phase == phaseOver {
				return 1
			}
			return s.Waiting()
		}}},
		{"no end", checkPlay, "no end", &broken{apply: afterApply(func(s *toyState, _ game.Seat, _ *game.Step) {
			if s.Phase == phaseOver {
				s.Phase = phaseAct
				s.ask()
			}
		})}},
		{
			"an impossible state",
			checkPlay,
			"impossible",
			&broken{apply: afterApply(func(s *toyState, _ game.Seat, _ *game.Step) { s.Laid = 0 })},
		},
	}
}
