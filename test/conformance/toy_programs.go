package conformance

import "archmage/internal/game"

// The action of the winner of a round is a program: a list of operations. Each operation is a verb
// with an argument, and each verb is next to the function that makes its operations. While a
// program has not acted yet, only its player can see it, and its question offers "back".

// toyPrograms has the programs in the order of their options.
var toyPrograms = [...][]toyOp{
	{rollDie(6)},
	{splitTokens(3)},
	{singNotes(3)},
}

type toyOp struct {
	verb *toyVerb
	n    uint8
}

// toyVerb defines an operation. A verb with run does not ask. A verb without run has a question and
// handles the answer.
type toyVerb struct {
	run func(*toyState, *toyOp, *game.Step) game.Flow
	// ask is the question of a verb that asks. answer handles the answer.
	ask    *toyAsk
	answer func(*toyState, *toyOp, []game.Pick, *game.Step) game.Flow
}

// toyFrame is a program in progress.
type toyFrame struct {
	game.Cursor
	Program uint8
}

func (f *toyFrame) ops() []toyOp { return toyPrograms[f.Program] }

// askingOp returns the operation whose question is open, or nil if a phase asks.
func (s *toyState) askingOp() *toyOp {
	if s.stack.Len() == 0 {
		return nil
	}
	f := s.stack.Top()
	return &f.ops()[f.Step]
}

// run runs the program until it asks a question. After the program it ends the round.
func (s *toyState) run(step *game.Step) {
	for s.stack.Len() > 0 {
		f := s.stack.Top()
		if f.Done(len(f.ops())) {
			s.stack.Pop()
			continue
		}
		o := &f.ops()[f.Step]
		if o.verb.run == nil {
			s.ask()
			return
		}
		s.stack.Settle(&f.Cursor, o.verb.run(s, o, step))
	}
	s.endRound(step)
}

func rollDie(n uint8) toyOp { return toyOp{verb: verbRollDie, n: n} }

var verbRollDie = &toyVerb{
	run: func(s *toyState, o *toyOp, step *game.Step) game.Flow {
		points := 1 + s.seed.Stream("die", int(s.Round)).IntN(int(o.n))
		step.MarkRandom()
		step.Add(eventRoll, game.Seat(s.Turn), game.Int("points", points))
		s.score(fromDice, points)
		return game.Next
	},
}

// splitTokens puts up to n tokens into two bowls.
func splitTokens(n uint8) toyOp { return toyOp{verb: verbSplitTokens, n: n} }

var verbSplitTokens = &toyVerb{
	ask: &toyAsk{
		name: "split",
		fill: func(_ *toyState, o *toyOp, d *game.Decision) {
			d.Max = int(o.n)
			d.Groups = append(d.Groups, game.Group{ID: "left", Min: 1, Max: 2}, game.Group{ID: "right", Max: 2})
			d.AddTo(game.Key{Word: optToken, A: 0}, 0, 2, 0b11)
			d.AddTo(game.Key{Word: optToken, A: 1}, 1, 1, 0b01)
			d.MarkFinal()
			d.AddAlone(game.Key{Word: optBack})
			d.Suggest(game.Key{Word: optToken, A: 1}, 1, 0)
		},
	},
	answer: func(s *toyState, _ *toyOp, picks []game.Pick, step *game.Step) game.Flow {
		left, right := 0, 0
		for _, pick := range picks {
			if pick.Group == 0 {
				left += int(pick.N)
			} else {
				right += int(pick.N)
			}
		}
		step.Add(eventSplit, game.Seat(s.Turn), game.Int("left", left), game.Int("right", right))
		s.score(fromBowls, left*(1+right))
		return game.Next
	},
}

// singNotes sings up to n notes. Later notes are worth more.
func singNotes(n uint8) toyOp { return toyOp{verb: verbSingNotes, n: n} }

var verbSingNotes = &toyVerb{
	ask: &toyAsk{
		name: "sing",
		fill: func(_ *toyState, o *toyOp, d *game.Decision) {
			d.Max, d.Ordered = int(o.n), true
			for note := range toyNotes {
				d.Add(game.Key{Word: optNote, A: uint8(note)}, 0, 2)
			}
			d.MarkFinal()
			d.AddAlone(game.Key{Word: optBack})
		},
	},
	answer: func(s *toyState, _ *toyOp, picks []game.Pick, step *game.Step) game.Flow {
		points, position := 0, 0
		for _, pick := range picks {
			step.Add(eventNote, game.Seat(s.Turn), game.ID("note", toyNotes[pick.Key.A]))
			for range pick.N {
				position++
				points += position * int(pick.Key.A)
			}
		}
		s.score(fromTunes, points)
		return game.Next
	},
}
