package game

// What takes more than one moment, such as the effect of a card, is a program: a list of operations
// that are carried out one after another. An operation is data: a verb with its arguments. The verb
// says what it does, what it asks, what the answer does, and why it cannot be done. What is in
// progress lies on a [Stack] inside the state, so a match can be saved between any two answers. The
// game's loop carries it out:
//
//	for nobody is asked and the match goes on {
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
// An answer goes to the same operation, and what it returns is settled likewise.

// Flow is how an operation ended, or the answer to what it has asked.
type Flow uint8

const (
	// Next goes on with the next operation of the program.
	Next Flow = iota
	// Stay comes back to the operation: it has asked, or has more to do.
	Stay
	// Drop ends the program.
	Drop
)

// Cursor is where a program in progress stands. The frame of a game embeds it.
type Cursor struct {
	// Step is the operation that is being done, Begun whether it has begun,
	// and Left how often it is still to be done.
	Step, Left uint8
	Begun      bool
}

// Begin notes that the operation has begun and is to be done n times. It does
// nothing if the operation has begun already.
func (p *Cursor) Begin(n int) {
	if !p.Begun {
		p.Begun, p.Left = true, uint8(n)
	}
}

// Done reports whether the program, of so many operations, is at its end.
func (p *Cursor) Done(ops int) bool { return int(p.Step) >= ops }

// Next goes on to the next operation.
func (p *Cursor) Next() { p.GoTo(p.Step + 1) }

// GoTo goes on with the operation at a step.
func (p *Cursor) GoTo(step uint8) { *p = Cursor{Step: step} }

// Carry carries the progress; no number is above most.
func (p *Cursor) Carry(c *Codec, most uint8) {
	Carry(c, &p.Step, 0, most)
	Carry(c, &p.Left, 0, most)
	c.Flags(&p.Begun)
}

// MaxFrames bounds how many programs wait for one another.
const MaxFrames = 16

// Stack is what is in progress in a match: programs, each started by the one
// below it, which goes on when it has ended. F is the game's frame: a program,
// its [Cursor], and what its operations remember.
type Stack[F any] struct {
	frames [MaxFrames]F
	depth  uint8
}

// Push starts a program; it is carried out before those below go on. It takes the
// place of the one that was popped or cut last, which must not be used any more.
// It panics if there are [MaxFrames] already.
func (s *Stack[F]) Push(f F) {
	s.frames[s.depth] = f
	s.depth++
}

// Pop ends the program on top.
func (s *Stack[F]) Pop() { s.depth-- }

// Cut ends all programs but the lowest n.
func (s *Stack[F]) Cut(n int) { s.depth = uint8(n) }

// Len returns how many programs are in progress.
func (s *Stack[F]) Len() int { return int(s.depth) }

// Top returns the program that is being carried out. There must be one.
func (s *Stack[F]) Top() *F { return &s.frames[s.depth-1] }

// All returns the programs in progress, the one on top last. It shares them with the stack.
func (s *Stack[F]) All() []F { return s.frames[:s.depth] }

// Settle moves a program on after one of its operations, or after the answer to
// one. A program that is dropped must be on top.
func (s *Stack[F]) Settle(p *Cursor, flow Flow) {
	switch flow {
	case Next:
		p.Next()
	case Drop:
		s.Pop()
	}
}

// Carry carries the stack, each of its programs with the function.
func (s *Stack[F]) Carry(c *Codec, carry func(*Codec, *F)) {
	Carry(c, &s.depth, 0, MaxFrames)
	for i := range s.All() {
		carry(c, &s.frames[i])
	}
}
