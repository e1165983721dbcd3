package main

import (
	"archmage/internal/game"
	"archmage/internal/puzzle"
	"archmage/internal/puzzle/keeper"
	"archmage/internal/store"
)

// newPuzzles returns the keeper of the puzzles that come with the program, and of the decisions that people are asked
// again.
func newPuzzles(db *store.DB, games game.Modules) (*keeper.Keeper, error) {
	book, err := puzzle.Shipped()
	if err != nil {
		return nil, err
	}
	return keeper.New(book, games, db.Puzzles, keeper.Options{Now: dayClock, Own: keeper.OwnStoreOf(db)}), nil
}
