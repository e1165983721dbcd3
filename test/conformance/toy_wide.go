package conformance

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// Wide returns the rules of a game that goes to the limits of the contract: up to eight players, alone, in two
// teams or together against a virtual opponent, who bid numbers up to 1000 at the same time; or two players who
// lay stones on a board of 9 by 9 or 19 by 19 squares or pass.
func Wide() game.Rules {
	return wide{game.OptionWords{
		optWideBid: {Word: "bid"},
		optPlace:   {Word: "board", Arg: game.SquareB(wideColumns, wideColumns), Ref: "board"},
		optPass:    {Word: "pass"},
	}}
}

type wide struct{ game.OptionWords }

// The option words.
const (
	optWideBid uint8 = iota + 1
	optPlace
	optPass
)

const (
	wideColumns = 19
	wideMaxBid  = 1000
	wideRounds  = 3
	// widePar is the bid of the virtual opponent for each player and round.
	widePar = 500
	// wideMoves is the number of moves after which a match on a board ends.
	wideMoves = 60
)

// The ways to count points.
const (
	wideAlone uint8 = iota
	wideTeams
	wideShared
)

// wideState is a match.
type wideState struct {
	wideData
	seed game.Seed
}

// wideData is a match without its seed. On a board, the seats move in turn; otherwise all bid at the same time.
type wideData struct {
	Seats uint8
	// Columns is the size of the board, or 0 if there is none.
	Columns uint8
	Result  uint8
	Over    bool
	// Round counts from 0: the rounds of bids, or the moves on a board.
	Round  uint8
	Passed bool
	// Bids has the bid of each seat plus 1, or 0.
	Bids   [game.MaxSeats]uint16
	Points [game.MaxSeats]uint16
	// Asked is the number of decisions of each seat.
	Asked [game.MaxSeats]uint32
	// Squares has the seat of each stone plus 1, or 0. The index is column + wideColumns*row.
	Squares [wideColumns * wideColumns]uint8
}

func (wide) Info() game.Info {
	value := func(id string, seats uint16) game.MatchValue {
		return game.MatchValue{ID: id, Label: game.English(id), Seats: seats}
	}
	return game.Info{
		ID: "wide", Version: 1, Title: game.English("Wide"), MinSeats: 2, MaxSeats: game.MaxSeats,
		Options: []game.MatchOption{
			{
				ID: "result", Label: game.English("Result"), Default: "alone",
				Values: []game.MatchValue{value("alone", 0), value("teams", 1<<4|1<<6|1<<8), value("shared", 0)},
			},
			{
				ID: "board", Label: game.English("Board"), Default: "none",
				Values: []game.MatchValue{value("none", 0), value("9", 1<<2), value("19", 1<<2)},
			},
		},
	}
}

func (wide) New(options game.MatchOptions, seats int, seed game.Seed) (game.State, error) {
	chosen, err := game.ResolveOptions(wide{}.Info(), options, seats)
	if err != nil {
		return nil, err
	}
	s := &wideState{seed: seed}
	s.Seats, s.Result = uint8(seats), uint8(chosen["result"])
	s.Columns = [3]uint8{0, 9, wideColumns}[chosen["board"]]
	s.ask()
	return s, nil
}

// ask starts a new decision of each seat that is waited for.
func (s *wideState) ask() {
	for seat := range game.Seat(s.Seats) {
		if s.Waiting().Has(seat) {
			s.Asked[seat]++
		}
	}
}

func (s *wideState) Opening(step *game.Step) { step.Add("begin", game.NoSeat) }

func (s *wideState) Waiting() game.Seats {
	if s.Over {
		return 0
	}
	if s.Columns > 0 {
		return game.Seats(0).With(game.Seat(s.Round % s.Seats))
	}
	waiting := game.AllSeats(int(s.Seats))
	for seat := range s.Seats {
		if s.Bids[seat] != 0 {
			waiting = waiting.Without(game.Seat(seat))
		}
	}
	return waiting
}

func (s *wideState) Decision(seat game.Seat, d *game.Decision) bool {
	d.Reset()
	if s.Over || !game.AllSeats(int(s.Seats)).Has(seat) || s.Columns > 0 && !s.Waiting().Has(seat) {
		return false
	}
	d.ID, d.Seat = s.Asked[seat], seat
	if s.Columns > 0 {
		s.fillMove(d)
		return true
	}
	d.Kind, d.Open = "bid", true
	d.AddNumber(game.Key{Word: optWideBid}, 0, wideMaxBid)
	d.MarkFinal()
	if bid := int(s.Bids[seat]) - 1; bid >= 0 {
		d.Answered = true
		if bid > 0 {
			d.Current = append(d.Current, game.Pick{Key: game.Key{Word: optWideBid}, N: uint16(bid)})
		}
	}
	return true
}

func (s *wideState) fillMove(d *game.Decision) {
	d.Kind, d.Min, d.Max = "move", 1, 1
	for row := range int(s.Columns) {
		for column := range int(s.Columns) {
			if square := column + wideColumns*row; s.Squares[square] == 0 {
				d.Add(game.Key{Word: optPlace, B: uint16(square)}, 0, 1)
			}
		}
	}
	d.Add(game.Key{Word: optPass}, 0, 1)
	last := s.Round == wideMoves-1
	for i := range d.Options {
		o := &d.Options[i]
		o.Final = last || s.Passed && o.Key.Word == optPass
		o.Passes = !o.Final
	}
}

func (s *wideState) Apply(seat game.Seat, answer game.Answer, step *game.Step) error {
	if err := game.CheckAnswer(s, seat, answer); err != nil {
		return err
	}
	if s.Columns > 0 {
		s.move(seat, answer.Picks[0].Key, step)
	} else {
		s.bid(seat, answer.Count(game.Key{Word: optWideBid}), step)
	}
	return nil
}

func (s *wideState) move(seat game.Seat, key game.Key, step *game.Step) {
	pass := key.Word == optPass
	if pass {
		step.Add("pass", seat)
	} else {
		s.Squares[key.B] = uint8(seat) + 1
		s.Points[seat]++
		step.Add("place", seat, game.Int("square", key.B))
	}
	s.Over = pass && s.Passed || s.Round == wideMoves-1
	s.Passed = pass
	if !s.Over {
		s.Round++
		s.ask()
	}
}

// bid records a bid. The last one reveals all.
func (s *wideState) bid(seat game.Seat, n int, step *game.Step) {
	if s.Bids[seat] == 0 {
		step.Add("bid", seat)
	}
	s.Bids[seat] = uint16(n) + 1
	if s.Waiting() != 0 {
		return
	}
	step.MarkShownToAll()
	for seat := range game.Seat(s.Seats) {
		s.Points[seat] += s.Bids[seat] - 1
		step.Add("reveal", seat, game.Int("n", s.Bids[seat]-1))
	}
	if s.Over = s.Round == wideRounds-1; s.Over {
		return
	}
	s.Bids = [game.MaxSeats]uint16{}
	s.Round++
	s.ask()
}

// widePublic is the document that all viewers may see.
type widePublic struct {
	Round int                      `json:"round"`
	Turn  string                   `json:"turn,omitempty"`
	Seats game.Table[wideSeatView] `json:"seats"`
	Board game.Table[string]       `json:"board,omitempty"`
}

type wideSeatView struct {
	Points int  `json:"points"`
	Team   int  `json:"team,omitempty"`
	HasBid bool `json:"hasBid,omitempty"`
	// Bid is set once the match is over.
	Bid []int `json:"bid,omitempty"`
}

// widePrivate has the bid of the seat, until it is revealed.
type widePrivate struct {
	Bid []int `json:"bid,omitempty"`
}

func (s *wideState) Public() any {
	public := &widePublic{Round: int(s.Round) + 1}
	if waiting := s.Waiting(); s.Columns > 0 && waiting != 0 {
		public.Turn = seatNames.Of(int(waiting.First()))
	}
	teams := s.Teams()
	for seat := range int(s.Seats) {
		view := wideSeatView{Points: int(s.Points[seat]), Team: teams[seat], HasBid: s.Bids[seat] != 0}
		if s.Over && s.Bids[seat] != 0 {
			view.Bid = []int{int(s.Bids[seat]) - 1}
		}
		public.Seats.Add(seatNames.Of(seat), view)
	}
	for row := range int(s.Columns) {
		for column := range int(s.Columns) {
			owner := ""
			if stone := s.Squares[column+wideColumns*row]; stone != 0 {
				owner = seatNames.Of(int(stone) - 1)
			}
			public.Board.Add(game.SquareName(column, row), owner)
		}
	}
	return public
}

func (s *wideState) Private(seat game.Seat) any {
	private := &widePrivate{}
	if !s.Over && s.Bids[seat] != 0 {
		private.Bid = []int{int(s.Bids[seat]) - 1}
	}
	return private
}

func (s *wideState) SamePrivate(before game.State, seat game.Seat) bool {
	b, ok := before.(*wideState)
	return ok && s.Over == b.Over && s.Bids[seat] == b.Bids[seat]
}

// Teams implements [game.TeamState].
func (s *wideState) Teams() []int {
	teams := make([]int, s.Seats)
	for seat := range teams {
		switch s.Result {
		case wideTeams:
			teams[seat] = 1 + seat%2
		case wideShared:
			teams[seat] = 1
		}
	}
	return teams
}

// Standing implements [game.State]. The points of a seat are those of its team.
func (s *wideState) Standing() []int {
	teams := s.Teams()
	standing := make([]int, s.Seats)
	for seat := range standing {
		for other := range standing {
			if other == seat || game.AreTeammates(teams[other], teams[seat]) {
				standing[seat] += int(s.Points[other])
			}
		}
	}
	return standing
}

func (s *wideState) Progress() game.Progress { return game.Progress{Round: int(s.Round) + 1} }

func (s *wideState) Outcome() *game.Outcome {
	if !s.Over {
		return nil
	}
	o := &game.Outcome{Rounds: int(s.Round) + 1}
	add := func(seat game.Seat, team, total int) {
		o.Places = append(o.Places, game.Place{
			Seat: seat, Team: team, Total: total, Parts: []game.Part{{Source: "points", Points: total}},
		})
	}
	teams := s.Teams()
	for seat, total := range s.Standing() {
		add(game.Seat(seat), teams[seat], total)
	}
	if s.Result == wideShared {
		add(game.NoSeat, 0, widePar*int(s.Seats)*wideRounds)
	}
	slices.SortStableFunc(o.Places, func(a, b game.Place) int { return b.Total - a.Total })
	game.Rank(o.Places)
	return o
}

func (s *wideState) Clone() game.State       { c := *s; return &c }
func (s *wideState) CopyInto(dst game.State) { *dst.(*wideState) = *s }
func (s *wideState) Describe() any           { return s.wideData }

// Sample draws the bids that the viewer does not see.
func (s *wideState) Sample(viewer game.Viewer, rng *game.RNG) game.State {
	c := *s
	c.seed = rng.Seed()
	for seat := range game.Seat(s.Seats) {
		if !s.Over && s.Bids[seat] != 0 && !viewer.Sees(seat) {
			c.Bids[seat] = uint16(1 + rng.IntN(wideMaxBid+1))
		}
	}
	return &c
}

const wideVersion = 1

func (s *wideState) AppendBinary(b []byte) ([]byte, error) {
	c := game.NewEncoder(b, wideVersion)
	s.visit(&c)
	return c.End()
}

func (wide) Decode(data []byte) (game.State, error) {
	var s wideState
	c := game.NewDecoder(data, wideVersion)
	s.visit(&c)
	if _, err := c.End(); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadState, "%v", err)
	}
	return &s, nil
}

func (s *wideState) visit(c *game.Codec) {
	game.Transfer(c, &s.Seats, 2, game.MaxSeats)
	game.Transfer(c, &s.Columns, 0, wideColumns)
	game.Transfer(c, &s.Result, wideAlone, wideShared)
	c.Flags(&s.Over, &s.Passed)
	game.Transfer(c, &s.Round, 0, wideMoves-1)
	for seat := range s.Bids {
		game.Transfer(c, &s.Bids[seat], 0, wideMaxBid+1)
		game.Transfer(c, &s.Points[seat], 0, wideRounds*wideMaxBid)
		game.Transfer(c, &s.Asked[seat], 0, math.MaxUint32)
	}
	if s.Columns > 0 {
		c.Raw(s.Squares[:])
	}
	c.Seed(&s.seed)
}

func (wide) Setup(data []byte, seed game.Seed, _ *game.Step) (game.State, error) {
	s := wideState{seed: seed}
	if err := game.ReadSetup(data, &s.wideData); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return &s, nil
}

func (s *wideState) Check() error {
	rounds := wideRounds
	if s.Columns > 0 {
		rounds = wideMoves
	}
	if s.Seats < 2 || s.Seats > game.MaxSeats || int(s.Round) >= rounds || s.Result > wideShared ||
		!slices.Contains([]uint8{0, 9, wideColumns}, s.Columns) || s.Columns > 0 && s.Seats != 2 {
		return errors.New("a number out of range")
	}
	if s.Columns == 0 && s.Waiting() == 0 != s.Over {
		return errors.New("the match goes on without a question")
	}
	for seat := range s.Bids {
		if s.Bids[seat] > wideMaxBid+1 || (seat >= int(s.Seats) || s.Columns > 0) && s.Bids[seat] != 0 {
			return fmt.Errorf("seat %d has bid %d", seat, s.Bids[seat])
		}
		if seat >= int(s.Seats) && s.Points[seat] != 0 {
			return fmt.Errorf("seat %d does not exist and has points", seat)
		}
	}
	for square, stone := range s.Squares {
		isOnBoard := square%wideColumns < int(s.Columns) && square/wideColumns < int(s.Columns)
		if stone > s.Seats || stone != 0 && !isOnBoard {
			return fmt.Errorf("there is a stone of seat %d on square %d", int(stone)-1, square)
		}
	}
	return nil
}
