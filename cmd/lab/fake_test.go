package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// fake is a small game for the tests of the commands. All seats guess a number at the same time, then they
// take 1 to 3 from a pile in turn, and a die gives points. The option "fault" makes it break the contract
// from the fifth answer on.
type fake struct{}

// The words of the fake's options.
const (
	optGuess = iota + 1
	optTake
	optAll
)

var fakeWords = map[uint8]string{optGuess: "guess", optTake: "take", optAll: "all"}

// The faults of the fake, in the order of their numbers.
var fakeFaults = []string{
	"none", "check", "panic", "refuse", "stuck", "endless", "decode", "clone", "view", "drift", "outcome",
	"asked", "look",
}

func (fake) Info() game.Info {
	info := game.Info{
		ID: "fake", Version: 3, MinSeats: 1, MaxSeats: 4,
		Tallies: []game.Tally{{Event: "take", Fact: "n"}, {Event: "guess", Fact: "n"}, {Event: "roll", Fact: "luck"}},
		Options: []game.MatchOption{{ID: "fault", Default: "none"}},
	}
	for _, id := range fakeFaults {
		info.Options[0].Values = append(info.Options[0].Values, game.MatchValue{ID: id})
	}
	return info
}

func (fake) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	if seats < 1 || seats > 4 {
		return nil, coded.Errorf(game.CodeBadSeats, "1 to 4 players, not %d", seats)
	}
	s := &fakeState{Pile: 20, Scores: make([]int, seats), rng: game.NewRNG(seed)}
	for id, value := range options {
		at := slices.Index(fakeFaults, value)
		if id != "fault" || at < 0 {
			return nil, coded.Errorf(game.CodeBadOptions, "no option %s=%s", id, value)
		}
		s.fault = fakeFaults[at]
	}
	return s, nil
}

func (fake) Setup(data []byte, seed game.Seed, step *game.Step) (game.State, error) {
	s := &fakeState{rng: game.NewRNG(seed)}
	if err := json.Unmarshal(data, s); err != nil || s.Pile > 20 {
		return nil, coded.Errorf(game.CodeBadSetup, "want pile and scores")
	}
	if s.Pile < 0 {
		panic("a pile below nothing")
	}
	s.guessed = game.AllSeats(len(s.Scores))
	step.Add("pile", game.NoSeat, game.Int("n", s.Pile))
	return s, nil
}

func (fake) Decode(data []byte) (game.State, error) {
	if len(data) < 8 {
		return nil, coded.Errorf(game.CodeBadState, "too short")
	}
	s := &fakeState{
		Pile: int(data[0]), turn: int(data[1]), answers: int(binary.BigEndian.Uint32(data[2:])),
		guessed: game.Seats(data[6]), Scores: make([]int, data[7]),
	}
	data = data[8:]
	copy(s.guess[:], data)
	for i := range s.Scores {
		s.Scores[i] = int(binary.BigEndian.Uint16(data[4+2*i:]))
	}
	data = data[4+2*len(s.Scores):]
	s.fault = fakeFaults[data[0]]
	if err := s.rng.UnmarshalBinary(data[1:]); err != nil {
		return nil, err
	}
	if s.broken("decode") {
		s.Pile++
	}
	return s, nil
}

func (fake) OptionID(k game.Key) string  { return fmt.Sprintf("%s:%d", fakeWords[k.Word], k.A) }
func (fake) OptionRef(k game.Key) string { return "" }
func (fake) ParseOption(id string) (game.Key, bool) {
	name, number, _ := strings.Cut(id, ":")
	n, err := strconv.Atoi(number)
	for word, text := range fakeWords {
		if text == name && err == nil && n >= 0 && n < 256 {
			return game.Key{Word: word, A: uint8(n)}, true
		}
	}
	return game.Key{}, false
}

type fakeState struct {
	Pile   int   `json:"pile"`
	Scores []int `json:"scores"`

	fault   string
	turn    int
	answers int
	guess   [4]uint8
	guessed game.Seats
	rng     game.RNG
}

func (s *fakeState) broken(fault string) bool { return s.fault == fault && s.answers >= 5 }

func (s *fakeState) Waiting() game.Seats {
	all := game.AllSeats(len(s.Scores))
	switch {
	case s.Pile == 0 || s.broken("stuck"):
		return 0
	case s.guessed != all:
		return all &^ s.guessed
	default:
		return game.Seats(0).With(game.Seat(s.turn))
	}
}

func (s *fakeState) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	guessing := s.guessed != game.AllSeats(len(s.Scores))
	if seat < 0 || int(seat) >= len(s.Scores) || !guessing && !s.Waiting().Has(seat) || s.broken("asked") {
		return false
	}
	d.Seat, d.Min, d.Max = seat, 1, 1
	if guessing {
		d.ID, d.Kind = 1, "guess"
		for n := range 3 {
			d.Add(game.Key{Word: optGuess, A: uint8(n)}, 0, 1)
		}
		if d.Answered = s.guessed.Has(seat); d.Answered {
			d.Current = append(d.Current, game.Pick{Key: game.Key{Word: optGuess, A: s.guess[seat]}, N: 1})
		}
		return true
	}
	d.ID, d.Kind, d.Max = uint32(2+s.answers), "take", min(3, s.Pile)
	d.Add(game.Key{Word: optTake}, 0, 3)
	if s.Pile < 6 {
		d.AddAlone(game.Key{Word: optAll})
	}
	return true
}

func (s *fakeState) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	d := game.BorrowDecision()
	defer d.GiveBack()
	if s.Waiting() == 0 {
		return coded.Errorf(game.CodeOver, "the match is over")
	}
	if !s.Decision(seat, d) {
		return coded.Errorf(game.CodeNotAsked, "seat %d is not asked", seat)
	}
	if s.broken("refuse") {
		return coded.Errorf(game.CodeNotAlone, "refused")
	}
	if err := d.Check(answer); err != nil {
		return err
	}
	if s.broken("panic") {
		s.Scores[len(s.Scores)] = 1
	}
	s.answers++
	if d.Kind == "guess" {
		s.guess[seat] = answer.Picks[0].Key.A
		s.guessed = s.guessed.With(seat)
		step.AddSecret("guess", seat, game.Seats(0).With(seat), game.Int("n", s.guess[seat]))
		return nil
	}
	n := answer.Count(game.Key{Word: optTake})
	if n == 0 {
		n = s.Pile
	}
	s.Pile -= n
	if s.broken("endless") {
		s.Pile = 20
	}
	roll := 1 + s.rng.IntN(6)
	if s.broken("drift") {
		roll = rand.IntN(1 << 15)
	}
	luck := "bad"
	if roll > 3 {
		luck = "good"
	}
	s.Scores[seat] += roll
	step.MarkRandom()
	step.Add("take", seat, game.Int("n", n))
	step.Add("roll", seat, game.Int("pips", roll), game.ID("luck", luck))
	s.turn = (s.turn + 1) % len(s.Scores)
	return nil
}

func (s *fakeState) Public() any {
	if s.broken("look") {
		s.rng.IntN(2)
	}
	seats := map[string]any{}
	for seat := range game.Seat(len(s.Scores)) {
		var d game.Decision
		s.Decision(seat, &d)
		if s.broken("view") {
			d.Kind, d.Answered = "wait", false
		}
		entry := map[string]any{"asked": d.Kind, "answered": d.Answered}
		if s.Pile == 0 {
			entry["guess"] = s.guess[seat]
		}
		seats[fmt.Sprintf("s%d", seat)] = entry
	}
	return map[string]any{"pile": s.Pile, "seats": seats}
}

func (s *fakeState) Private(seat game.Seat) any {
	if s.Pile == 0 {
		return map[string]any{}
	}
	return map[string]any{"guess": s.guess[seat]}
}

func (s *fakeState) SamePrivate(game.State, game.Seat) bool { return false }

func (s *fakeState) Opening(*game.Step) {}

func (s *fakeState) Standing() []int { return slices.Clone(s.Scores) }

func (s *fakeState) Progress() game.Progress { return game.Progress{Round: s.answers + 1} }

func (s *fakeState) Outcome() *game.Outcome {
	if s.Pile > 0 {
		return nil
	}
	o := game.Outcome{Rounds: s.answers}
	for seat, score := range s.Scores {
		o.Places = append(o.Places, game.Place{
			Seat: game.Seat(seat), Total: score, Parts: []game.Part{{Source: "die", Points: score}},
		})
	}
	if len(s.Scores) == 1 {
		o.Places = append(o.Places, game.Place{
			Seat: game.NoSeat, Total: 30, Parts: []game.Part{{Source: "virtual", Points: 30}},
		})
	}
	slices.SortStableFunc(o.Places, func(a, b game.Place) int { return b.Total - a.Total })
	game.Rank(o.Places)
	if s.broken("outcome") {
		o.Places[0].Parts = nil
	}
	return &o
}

func (s *fakeState) Clone() game.State {
	c := *s
	c.Scores = slices.Clone(s.Scores)
	return &c
}

func (s *fakeState) CopyInto(dst game.State) {
	d := dst.(*fakeState)
	*d = *s
	if !s.broken("clone") {
		d.Scores = slices.Clone(s.Scores)
	}
}

func (s *fakeState) AppendBinary(b []byte) ([]byte, error) {
	b = append(b, byte(s.Pile), byte(s.turn))
	b = binary.BigEndian.AppendUint32(b, uint32(s.answers))
	b = append(b, byte(s.guessed), byte(len(s.Scores)))
	b = append(b, s.guess[:]...)
	for _, n := range s.Scores {
		b = binary.BigEndian.AppendUint16(b, uint16(n))
	}
	b = append(b, byte(max(0, slices.Index(fakeFaults, s.fault))))
	return s.rng.AppendBinary(b)
}

func (s *fakeState) Sample(_ game.Viewer, rng *game.RNG) game.State { return s.Clone() }
func (s *fakeState) Describe() any                                  { return s }

func (s *fakeState) Check() error {
	if s.broken("check") || s.Pile < 0 || s.Pile > 20 {
		return fmt.Errorf("the pile is wrong: %d", s.Pile)
	}
	return nil
}
