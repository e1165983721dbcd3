package conformance

import (
	"archmage/internal/game"
)

// broken is the toy with faults. A nil hook leaves that part correct.
type broken struct {
	toy
	public   func(s *toyState, public *toyPublic) any
	private  func(s *toyState, seat game.Seat, private *toyPrivate) any
	same     func(s *toyState, before game.State, seat game.Seat) bool
	decision func(s *toyState, d *game.Decision)
	waiting  func(s *toyState) game.Seats
	opening  func(s *toyState, step *game.Step)
	apply    func(s *toyState, seat game.Seat, a game.Answer, step *game.Step) error
	clone    func(s *toyState) *toyState
	copyInto func(s, dst *brokenState)
	// encoded returns the state that is encoded instead.
	encoded func(s *toyState) *toyState
	decode  func(data []byte)
	// trusting makes Decode accept a state without checking it.
	trusting bool
	sample   func(s *toyState, v game.Viewer, rng *game.RNG) game.State
	describe func(s *toyState) any
	standing func(s *toyState, standing []int) []int
	progress func(s *toyState) game.Progress
	outcome  func(o *game.Outcome)
	check    func(s *toyState) error
	optionID func(key game.Key) (string, bool)
	parse    func(id string) string
	info     func(*game.Info)
	start    func(options game.MatchOptions, seats int) error
}

// brokenState is a match of the broken toy.
type brokenState struct {
	*toyState
	b *broken
}

func (b *broken) wrap(s game.State, err error) (game.State, error) {
	if err != nil {
		return nil, err
	}
	return &brokenState{s.(*toyState), b}, nil
}

func (b *broken) Info() game.Info {
	info := toy{}.Info()
	if b.info != nil {
		b.info(&info)
	}
	return info
}

func (b *broken) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	if b.start != nil {
		if err := b.start(options, seats); err != nil {
			return nil, err
		}
	}
	return b.wrap(b.toy.New(options, seats, seed))
}

func (b *broken) Decode(data []byte) (game.State, error) {
	if b.decode != nil {
		b.decode(data)
	}
	if b.trusting {
		s := &toyState{}
		if err := s.read(data); err != nil {
			return nil, err
		}
		return b.wrap(s, nil)
	}
	return b.wrap(b.toy.Decode(data))
}

func (b *broken) Setup(data []byte, seed game.Seed, step *game.Step) (game.State, error) {
	return b.wrap(b.toy.Setup(data, seed, step))
}

func (b *broken) OptionID(key game.Key) string {
	if b.optionID != nil {
		if id, ok := b.optionID(key); ok {
			return id
		}
	}
	return toyOptionWords.OptionID(key)
}

func (b *broken) OptionRef(key game.Key) string { return toyOptionWords.OptionRef(key) }

func (b *broken) ParseOption(id string) (game.Key, bool) {
	if b.parse != nil {
		id = b.parse(id)
	}
	return toyOptionWords.ParseOption(id)
}

func (s *brokenState) Public() any {
	public := s.toyState.Public()
	if s.b.public != nil {
		return s.b.public(s.toyState, public.(*toyPublic))
	}
	return public
}

func (s *brokenState) Private(seat game.Seat) any {
	private := s.toyState.Private(seat)
	if s.b.private != nil {
		return s.b.private(s.toyState, seat, private.(*toyPrivate))
	}
	return private
}

func (s *brokenState) SamePrivate(before game.State, seat game.Seat) bool {
	if s.b.same != nil {
		return s.b.same(s.toyState, before, seat)
	}
	return s.toyState.SamePrivate(before.(*brokenState).toyState, seat)
}

func (s *brokenState) Standing() []int {
	standing := s.toyState.Standing()
	if s.b.standing != nil {
		return s.b.standing(s.toyState, standing)
	}
	return standing
}

func (s *brokenState) Progress() game.Progress {
	if s.b.progress != nil {
		return s.b.progress(s.toyState)
	}
	return s.toyState.Progress()
}

func (s *brokenState) Opening(step *game.Step) {
	s.toyState.Opening(step)
	if s.b.opening != nil {
		s.b.opening(s.toyState, step)
	}
}

func (s *brokenState) Waiting() game.Seats {
	if s.b.waiting != nil {
		return s.b.waiting(s.toyState)
	}
	return s.toyState.Waiting()
}

func (s *brokenState) Decision(seat game.Seat, d *game.Decision) bool {
	ok := s.toyState.Decision(seat, d)
	if ok && s.b.decision != nil {
		s.b.decision(s.toyState, d)
	}
	return ok
}

func (s *brokenState) Apply(seat game.Seat, a game.Answer, step *game.Step) error {
	var shown, own game.Decision
	if s.b.decision != nil && s.Decision(seat, &shown) && s.toyState.Decision(seat, &own) && a.Decision == shown.ID {
		a.Decision = own.ID
	}
	if s.b.apply != nil {
		return s.b.apply(s.toyState, seat, a, step)
	}
	return s.toyState.Apply(seat, a, step)
}

func (s *brokenState) Clone() game.State {
	c := *s.toyState
	if s.b.clone != nil {
		return &brokenState{s.b.clone(s.toyState), s.b}
	}
	return &brokenState{&c, s.b}
}

func (s *brokenState) CopyInto(dst game.State) {
	to := dst.(*brokenState)
	if s.b.copyInto != nil {
		s.b.copyInto(s, to)
		return
	}
	s.toyState.CopyInto(to.toyState)
}

func (s *brokenState) AppendBinary(data []byte) ([]byte, error) {
	if s.b.encoded != nil {
		return s.b.encoded(s.toyState).AppendBinary(data)
	}
	return s.toyState.AppendBinary(data)
}

func (s *brokenState) Sample(v game.Viewer, rng *game.RNG) game.State {
	if s.b.sample != nil {
		return &brokenState{s.b.sample(s.toyState, v, rng).(*toyState), s.b}
	}
	return &brokenState{s.toyState.Sample(v, rng).(*toyState), s.b}
}

func (s *brokenState) Describe() any {
	if s.b.describe != nil {
		return s.b.describe(s.toyState)
	}
	return s.toyState.Describe()
}

func (s *brokenState) Outcome() *game.Outcome {
	o := s.toyState.Outcome()
	if o != nil && s.b.outcome != nil {
		s.b.outcome(o)
	}
	return o
}

func (s *brokenState) Check() error {
	if s.b.check != nil {
		return s.b.check(s.toyState)
	}
	return s.toyState.Check()
}

// does reports whether the program of an option has been declared.
func (s *toyState) does(option uint8) bool {
	return s.stack.Len() > 0 && s.stack.Top().Program == option-optRoll
}
