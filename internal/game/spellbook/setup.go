package spellbook

import (
	"cmp"
	"errors"
	"fmt"

	cards "archmage/internal/cards/spellbook"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/strict"
)

// Setup is a position in readable form (docs/positions.md). Missing members are empty, except that a
// missing bag gets all Materia that are nowhere else.
type Setup struct {
	// Mode is "set1", "set2", "set3", "classic" or "agreed". The default is "agreed" if Spells is
	// given, and "set1" otherwise.
	Mode string `json:"mode,omitempty"`
	// Spells is the set, 1 to 3, of the spell of each colour. A missing colour has the set of the
	// mode, or 1.
	Spells map[string]int `json:"spells,omitempty"`
	// Handicap is 0 to 3, for solo matches.
	Handicap int `json:"handicap,omitempty"`
	// Round counts from 1. First is the seat that had the first day. Active is the seat that has the
	// current day. The default of Active is First.
	Round  int        `json:"round,omitempty"`
	First  game.Seat  `json:"first"`
	Active *game.Seat `json:"active,omitempty"`
	// Phase is "morning" (the default), "second" (a second Morning action), "midday", "evening",
	// "night" (the virtual opponent's Materia in a solo match) or "over".
	Phase string `json:"phase,omitempty"`
	Altar Counts `json:"altar,omitempty"`
	// Bag and Box are the content of the bag and of the box. If only one is given, the other gets
	// the remaining Materia.
	Bag   Counts `json:"bag,omitempty"`
	Box   Counts `json:"box,omitempty"`
	Spent Counts `json:"spent,omitempty"`
	// Draws are the next draws, in order, at most 40.
	Draws []string `json:"draws,omitempty"`
	// Seats are the players, 1 to 4.
	Seats []SeatSetup `json:"seats"`
	// Opponent is the board of the virtual opponent in a solo match.
	Opponent *OpponentSetup `json:"opponent,omitempty"`
	// Doing are the programs in progress, the outermost first. Started means that they have not
	// done anything yet.
	Doing   []FrameSetup `json:"doing,omitempty"`
	Started bool         `json:"started,omitempty"`
}

// SeatSetup is a player's side of the table.
type SeatSetup struct {
	Pool     Counts                  `json:"pool,omitempty"`
	Familiar []string                `json:"familiar,omitempty"`
	Spells   map[string]LearnedSetup `json:"spells,omitempty"`
	// Asked is the ID of the seat's open decision, or of the next one.
	Asked uint32 `json:"asked,omitempty"`
}

// LearnedSetup is a learned spell.
type LearnedSetup struct {
	Level int    `json:"level"`
	Rune  string `json:"rune"`
	// Fresh means that the spell was learned today.
	Fresh bool `json:"fresh,omitempty"`
}

// OpponentSetup is the board of the virtual opponent.
type OpponentSetup struct {
	Track []string `json:"track,omitempty"`
	Lower Counts   `json:"lower,omitempty"`
}

// FrameSetup is a program in progress.
type FrameSetup struct {
	// Program is "take", "draw", "store", "learn" or COLOUR:LEVEL.
	Program string `json:"program"`
	// Step is the index of the current operation. Left is the number of times that the operation
	// remains to be done. Begun means that it has begun. Same is the rune or colour that its further
	// Materia must have. Copies is the program that Clone copies.
	Step   int    `json:"step,omitempty"`
	Left   int    `json:"left,omitempty"`
	Begun  bool   `json:"begun,omitempty"`
	Same   string `json:"same,omitempty"`
	Copies string `json:"copies,omitempty"`
	// Learn and Level are the colour and the level of the spell being learned. Materia is the
	// Materia to be placed. Way is the payment: the number of jokers and the runes of the triples,
	// as in "1:circle".
	Learn   string `json:"learn,omitempty"`
	Level   int    `json:"level,omitempty"`
	Materia string `json:"materia,omitempty"`
	Way     string `json:"way,omitempty"`
}

// Counts is the number of Materia of each kind. Its JSON is an object of numbers, or a list with a
// name for each Materia.
type Counts map[string]int

// UnmarshalJSON reads an object or a list.
func (c *Counts) UnmarshalJSON(data []byte) error {
	*c = Counts{}
	var list []string
	switch {
	case strict.Decode(data, &list) == nil:
		for _, name := range list {
			(*c)[name]++
		}
	case strict.Decode(data, (*map[string]int)(c)) != nil:
		return coded.Malformedf(
			`Materia are an object of numbers, as {"red.circle": 2}, or a list that names every one`,
		)
	}
	return nil
}

// Setup implements game.Rules.
func (r *rules) Setup(data []byte, seed game.Seed, step *game.Step) (game.State, error) {
	var in Setup
	if err := game.ReadSetup(data, &in); err != nil {
		return nil, err
	}
	s := &match{book: r.book}
	s.chance = *seed.Stream("bag")
	b := builder{s: s, in: &in, step: step}
	if err := game.BuildSetup(b.build); err != nil {
		return nil, err
	}
	return s, nil
}

// dayNames names the points of a day at which a player can be asked, by step of the day's program.
var dayNames = [...]string{"morning", "second", "midday", "evening", "night"}

const phaseOver = "over"

// builder builds a match from a Setup.
type builder struct {
	game.SetupChecks
	s  *match
	in *Setup
	// step collects the events until the first question.
	step *game.Step
}

func (b *builder) build() {
	s, in := b.s, b.in
	b.CheckRange("seats:", len(in.Seats), 1, maxSeats)
	s.seats = uint8(len(in.Seats))
	b.CheckRange("handicap", in.Handicap, 0, maxHandicap)
	if in.Handicap > 0 && !s.isSolo() {
		b.Fail("handicap %d: only a player alone has one, not %d players", in.Handicap, s.seats)
	}
	s.handicap = uint8(in.Handicap)
	b.CheckRange("round", in.Round, 0, lastRound)
	s.round = uint16(max(1, in.Round))
	s.first = b.checkSeat("first", in.First)
	s.active = s.first
	if in.Active != nil {
		s.active = b.checkSeat("active", *in.Active)
	}
	s.clearSlots()
	b.buildSpells()
	for seat := range in.Seats {
		b.Prefix = fmt.Sprintf("seat %d: ", seat)
		b.buildPlayer(&s.players[seat], &in.Seats[seat])
	}
	b.Prefix = ""
	b.buildOpponent()
	b.readBunch("altar", &s.altar, in.Altar)
	b.readBunch("spent", &s.spent, in.Spent)
	b.buildBagAndBox()
	b.checkTotals()
	b.buildScript()
	for _, p := range &s.players {
		s.endTriggered = s.endTriggered || p.learnedCount == cards.NumColours || int(p.storedCount) == cards.Slots
	}
	s.endTriggered = s.endTriggered || int(s.givenCount) == cards.Slots || s.round == lastRound
	b.start()
}

// start sets up the programs in progress and finds the open question.
func (b *builder) start() {
	s, in := b.s, b.in
	if in.Phase == phaseOver {
		s.over = true
		if len(in.Doing) > 0 {
			b.Fail("phase over: leave out doing; nothing is being done any more")
		}
		if err := s.resume(); err != nil {
			b.Fail("phase over: %v", err)
		}
		return
	}
	step := b.IndexOf("phase", cmp.Or(in.Phase, dayNames[0]), append(dayNames[:], phaseOver))
	if in.Phase == "night" && !s.isSolo() {
		b.Fail("phase night: only a player alone has an opponent, not %d players", s.seats)
	}
	s.stack.Push(newFrame(programDay, s.active, noColour, noRune))
	s.stack.Top().Step = uint8(step)
	if len(in.Doing) > 0 {
		b.buildFrames()
		if err := s.resume(); err != nil {
			b.Fail("%v", err)
		}
		s.players[s.ask.seat].decisionCount++
		return
	}
	if err := errors.Join(s.checkPieces(), s.checkFrames()); err != nil {
		b.Fail("%v", err)
	}
	s.step = b.step
	s.run()
	s.step = nil
}
