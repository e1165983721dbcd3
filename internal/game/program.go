package game

// A program is a list of operations that are carried out one after another, such as the effect of a
// card. An operation is data: a verb with its arguments. The verb defines what the operation does,
// what it asks, what the answer does, and why it may be impossible. Programs in progress are on a
// [Stack] in the state, so a match can be saved between any two answers. The main loop of a game
// is:
//
//	for no seat is asked and the match is not over {
//		f := s.stack.Top()
//		ops := s.ops(f)
//		if f.Done(len(ops)) {
//			s.stack.Pop()
//			continue
//		}
//		o := &ops[f.Step]
//		s.stack.Settle(&f.Cursor, o.verb.run(s, f, o))
//	}
//
// An answer goes to the operation that asked. The Flow that the answer returns is settled in the
// same way.

// Flow determines how a program continues after an operation, or after the answer to one.
type Flow uint8

const (
	// Next continues with the next operation of the program.
	Next Flow = iota
	// Stay returns to the same operation, which has asked a question or has more to do.
	Stay
	// Drop ends the program.
	Drop
)

// Cursor is the progress of a program. The frame of a game embeds it.
type Cursor struct {
	// Step is the index of the current operation.
	Step uint8
	// Remaining is the number of repetitions of the operation that remain.
	Remaining uint8
	// Begun is true if the operation has begun.
	Begun bool
}

// Begin marks the operation as begun, with n repetitions. It does nothing if the operation has
// already begun.
func (p *Cursor) Begin(n int) {
	if !p.Begun {
		p.Begun, p.Remaining = true, uint8(n)
	}
}

// Done reports whether a program with this number of operations has ended.
func (p *Cursor) Done(ops int) bool { return int(p.Step) >= ops }

// Next moves to the next operation.
func (p *Cursor) Next() { p.GoTo(p.Step + 1) }

// GoTo moves to the operation with the given index.
func (p *Cursor) GoTo(step uint8) { *p = Cursor{Step: step} }

// Transfer encodes or decodes the cursor, whose numbers are at most limit.
func (p *Cursor) Transfer(c *Codec, limit uint8) {
	Transfer(c, &p.Step, 0, limit)
	Transfer(c, &p.Remaining, 0, limit)
	c.Flags(&p.Begun)
}

// MaxFrames is the maximum number of programs on a stack.
const MaxFrames = 16

// Stack has the programs in progress in a match. The program on top runs. When it has ended, the
// program below it continues. F is the frame type of the game: a program, its [Cursor], and the
// values that its operations store.
type Stack[F any] struct {
	frames [MaxFrames]F
	depth  uint8
}

// Push starts a program, which runs before the programs below it continue. It overwrites the frame
// that was popped or cut last, so pointers to that frame become invalid. It panics if the stack
// already has [MaxFrames].
func (s *Stack[F]) Push(f F) {
	s.frames[s.depth] = f
	s.depth++
}

// Pop removes the program on top.
func (s *Stack[F]) Pop() { s.depth-- }

// Cut removes all programs except the lowest n.
func (s *Stack[F]) Cut(n int) { s.depth = uint8(n) }

// Len returns the number of programs in progress.
func (s *Stack[F]) Len() int { return int(s.depth) }

// Top returns the program on top. The stack must not be empty.
func (s *Stack[F]) Top() *F { return &s.frames[s.depth-1] }

// All returns the programs in progress, the top one last. The slice shares the memory of the stack.
func (s *Stack[F]) All() []F { return s.frames[:s.depth] }

// Settle continues a program after an operation, or after the answer to one. If flow is Drop, the
// program must be on top.
func (s *Stack[F]) Settle(p *Cursor, flow Flow) {
	switch flow {
	case Next:
		p.Next()
	case Drop:
		s.Pop()
	}
}

// Transfer encodes or decodes the stack. It calls transferFrame for each frame.
func (s *Stack[F]) Transfer(c *Codec, transferFrame func(*Codec, *F)) {
	Transfer(c, &s.depth, 0, MaxFrames)
	for i := range s.All() {
		transferFrame(c, &s.frames[i])
	}
}
