package spellbook

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/spellbook"
)

// The order of the operations of programs with children must not change, because stored matches
// refer to operations by step.
func TestStepsOfChildPrograms(t *testing.T) {
	type step struct {
		verb *verb
		// next is the step after the operation. children are the first steps of its children.
		next     uint8
		children []uint8
	}
	tests := []struct {
		name    string
		program program
		steps   []step
	}{
		{
			name:    "a day",
			program: programDay,
			steps: []step{
				{verb: verbAction, next: 2, children: []uint8{1}},
				{verb: verbAction, next: 2},
				{verb: verbAction, next: 3},
				{verb: verbAction, next: 4},
				{verb: verbGive, next: 5},
				{verb: verbAltar, next: 6},
				{verb: verbNextDay, next: 7},
			},
		},
		{
			name:    "a cost",
			program: spellProgram(cards.Sacrifice, 5),
			steps: []step{
				{verb: verbCost, next: 2, children: []uint8{1}},
				{verb: verbDraw, next: 2},
			},
		},
		{
			name:    "alternatives",
			program: spellProgram(cards.Focus, 5),
			steps: []step{
				{verb: verbOneOf, next: 3, children: []uint8{1, 2}},
				{verb: verbStore, next: 3},
				{verb: verbTake, next: 3},
			},
		},
		{
			name:    "a Clone with a cost",
			program: spellProgram(cards.Clone, 5),
			steps: []step{
				{verb: verbCopy, next: 3, children: []uint8{1}},
				{verb: verbCost, next: 3, children: []uint8{2}},
				{verb: verbDoCopied, next: 3},
			},
		},
	}
	book := newBook()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ops := book.ops(tt.program)
			require.Len(t, ops, len(tt.steps))
			for i, want := range tt.steps {
				require.Same(t, want.verb, ops[i].verb, "step %d", i)
				require.Equal(t, want.next, ops[i].next, "step %d", i)
				var starts []uint8
				for _, c := range ops[i].children {
					starts = append(starts, c.start)
				}
				require.Equal(t, want.children, starts, "step %d", i)
			}
		})
	}
}
