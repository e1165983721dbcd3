// Package puzzle has decisions whose best answer is clear, for players who look for it: what a puzzle is, when an
// answer is clearly the best, how puzzles are made from matches of bots, and the file of puzzles that comes with the
// program. It imports no room, socket or database. Begin with [Puzzle] and [Maker.Make].
package puzzle

import (
	"encoding/json"
	"fmt"

	"archmage/internal/archive/replay"
	"archmage/internal/game"
	"archmage/internal/match"
)

// Puzzle is a decision of a match whose best answer is clear (see [IsClear]).
type Puzzle struct {
	// ID is different for each puzzle of a [Book].
	ID string `json:"id"`
	// Match is the index of the match in the Book. Step is the number of its answers before the decision.
	Match int `json:"match"`
	Step  int `json:"step"`
	// Seat is the seat that decides.
	Seat game.Seat `json:"seat"`
	// Theme is one of [Themes].
	Theme string `json:"theme"`
	// Answers has every answer to the decision, the best one first.
	Answers []Answer `json:"answers"`
	// Level is how hard the puzzle is before anybody has tried it, as the mean of a rating.
	Level float64 `json:"level"`
}

// Answer is an answer with the results of the search.
type Answer struct {
	Picks []game.PickText `json:"picks"`
	// Chance is the chance of the seat to win after the answer, from 0 to 1. Points are its expected points.
	Chance float64 `json:"chance"`
	Points float64 `json:"points"`
	// Error is the standard error of the difference from the chance of the best answer, 0 if it is exact.
	Error float64 `json:"error,omitempty"`
	// Reasons say why the best answer is better than the second, or another one worse than the best.
	Reasons []replay.Reason `json:"reasons,omitempty"`
}

// Lead returns how far the best answer is ahead of the second, as a chance, and the standard error.
func (p *Puzzle) Lead() (lead, deviation float64) {
	return p.Answers[0].Chance - p.Answers[1].Chance, p.Answers[1].Error
}

// Find returns the index of an answer in p.Answers, or -1.
func (p *Puzzle) Find(d *game.Decision, rules game.Rules, picks []game.Pick) int {
	for i := range p.Answers {
		known, err := d.PicksFromText(rules, p.Answers[i].Picks)
		if err == nil && d.SamePicks(known, picks) {
			return i
		}
	}
	return -1
}

// Match is a match of bots that has puzzles, up to the last of them. Its moves follow from nothing but its seed and its
// answers.
type Match struct {
	Game string `json:"game"`
	// Rules is the version of the rules.
	Rules   int               `json:"rules"`
	Options game.MatchOptions `json:"options"`
	Seed    game.Seed         `json:"seed"`
	Bots    []string          `json:"bots"`
	// Seats and Moves are the answers: who gave each, and its choices.
	Seats []game.Seat       `json:"seats"`
	Moves []json.RawMessage `json:"moves"`
}

// At returns the match after a number of its answers. It fails if the rules do not accept an answer.
func (m *Match) At(rules game.Rules, step int) (*match.Match, error) {
	if step > len(m.Moves) {
		return nil, fmt.Errorf("puzzle: the match has %d answers, not %d", len(m.Moves), step)
	}
	terms := match.Terms{ID: "puzzle", Game: m.Game, Options: m.Options, Started: 1}
	for _, bot := range m.Bots {
		terms.Players = append(terms.Players, match.Player{Bot: bot})
	}
	now, err := match.Begin(rules, terms, match.Start{Seed: &m.Seed})
	if err != nil {
		return nil, fmt.Errorf("puzzle: begin: %w", err)
	}
	for i, move := range m.Moves[:step] {
		if now, err = now.Answer(1, m.Seats[i], move, nil, nil); err != nil {
			return nil, fmt.Errorf("puzzle: answer %d: %w", i, err)
		}
	}
	return now, nil
}
