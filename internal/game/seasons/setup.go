package seasons

import (
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/strict"
)

// Setup is a position in readable form (docs/positions.md). Every field is optional. The defaults
// describe the first turn of a match.
type Setup struct {
	Players int               `json:"players"`
	Options game.MatchOptions `json:"options,omitempty"`
	// Phase is draft, split, round, dice, start, turn, end or over. The default is turn.
	Phase string `json:"phase"`
	Year  int    `json:"year"`
	Space int    `json:"space"`
	Round int    `json:"round"`
	// First is the first player of the round. Active is the seat on turn, by default First.
	First  int  `json:"first"`
	Active *int `json:"active,omitempty"`
	// Kept has the numbers of the dice in the match by season, one more than there are players. The
	// default is the lowest numbers.
	Kept map[string][]int `json:"kept,omitempty"`
	// Season is the season of the round's dice. The default is the season of the season token.
	Season string `json:"season,omitempty"`
	// Dice are the dice of the round. By default all show face 1, and each player has taken a die
	// in turn order. In the phase dice, no die is taken by default.
	Dice []DieSetup `json:"dice,omitempty"`
	Turn *TurnSetup `json:"turn,omitempty"`
	// Handed has the years whose libraries have been handed out. The default is the years that have
	// begun.
	Handed []int       `json:"handed,omitempty"`
	Seats  []SeatSetup `json:"seats"`
	// Draw and Discard list the piles from the top. Rest is the place of all other cards of the
	// pool: "draw" (below the listed cards, the default), "discard", or "aside" (out of the match).
	Draw    []int  `json:"draw,omitempty"`
	Discard []int  `json:"discard,omitempty"`
	Aside   []int  `json:"aside,omitempty"`
	Rest    string `json:"rest,omitempty"`
	// Rolls are the faces of the next dice to be rolled. Draws are the next cards to be drawn, if
	// they are in the draw pile by then.
	Rolls []int `json:"rolls,omitempty"`
	Draws []int `json:"draws,omitempty"`
	// Underway describes effects in progress. Describe writes it, but Setup refuses it: a position
	// in the middle of an effect can only be reached by answers.
	Underway []Underway `json:"underway,omitempty"`
	Held     []int      `json:"held,omitempty"`
}

// DieSetup is a die of the round. Seat is the player who took it, if any.
type DieSetup struct {
	Die  int  `json:"die"`
	Face int  `json:"face"`
	Seat *int `json:"seat,omitempty"`
}

// TurnSetup describes what has happened in the current turn.
type TurnSetup struct {
	Drawn    bool `json:"drawn,omitempty"`
	Declined bool `json:"declined,omitempty"`
	Tree     bool `json:"tree,omitempty"`
	Potion   bool `json:"potion,omitempty"`
	Bonus    int  `json:"bonus,omitempty"`
}

// SeatSetup has the cards, tokens and points of one player.
type SeatSetup struct {
	Crystals int         `json:"crystals"`
	Gauge    int         `json:"gauge"`
	Bonuses  int         `json:"bonuses"`
	Reserve  EnergyView  `json:"reserve"`
	Hand     []int       `json:"hand"`
	Library2 []int       `json:"library2"`
	Library3 []int       `json:"library3"`
	Play     []PlaySetup `json:"play"`
	Packet   []int       `json:"packet,omitempty"`
	Picked   []int       `json:"picked,omitempty"`
	// Answer is the seat's answer to a simultaneous decision. Describe writes it, but Setup refuses
	// it.
	Answer []int `json:"answer,omitempty"`
}

// PlaySetup is a card in play. ID is a number that rises with every card that enters play; 0 means
// the next number. The JSON can be just the number of the card.
type PlaySetup struct {
	Card   int        `json:"card"`
	ID     int        `json:"id,omitempty"`
	Turned bool       `json:"turned,omitempty"`
	Tokens EnergyView `json:"tokens"`
}

// UnmarshalJSON reads an object, or the number of a card.
func (p *PlaySetup) UnmarshalJSON(data []byte) error {
	*p = PlaySetup{}
	if len(data) > 0 && data[0] == '{' {
		type object PlaySetup
		return strict.Decode(data, (*object)(p))
	}
	if strict.Decode(data, &p.Card) != nil {
		return coded.Malformedf(
			"a card in play is its number, or an object with card, id, turned and tokens",
		)
	}
	return nil
}

// Underway is an effect in progress: its owner, its card, and the number of completed steps.
type Underway struct {
	Seat int `json:"seat"`
	Card int `json:"card,omitempty"`
	Step int `json:"step"`
}

// Setup implements game.Rules.
func (r *Rules) Setup(data []byte, seed game.Seed, step *game.Step) (game.State, error) {
	var setup Setup
	if err := game.ReadSetup(data, &setup); err != nil {
		return nil, err
	}
	s, err := r.build(setup, seed, step)
	if err != nil {
		return nil, err
	}
	return s, nil
}

func (r *Rules) build(setup Setup, seed game.Seed, step *game.Step) (*match, error) {
	s, _, err := r.empty(setup.Options, setup.Players, seed)
	if err != nil {
		return nil, err
	}
	b := builder{match: s, setup: &setup}
	if err := game.BuildSetup(b.build); err != nil {
		return nil, err
	}
	s.step = step
	if s.isSimultaneous() {
		s.askAll()
	}
	s.run()
	s.step = nil
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "%v", err)
	}
	return s, nil
}
