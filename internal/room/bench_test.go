package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

// BenchmarkApply measures what it takes to decide an answer, to encode its entry,
// and to apply it again, in matches of four.
func BenchmarkApply(b *testing.B) {
	for _, id := range []string{"seasons", "spellbook"} {
		type step struct {
			before  *Table
			command *Command
			entry   *Entry
		}
		var steps []step
		settings := Settings{Game: id, Seats: 4, Undo: true, Spectators: true}
		h := playing(b, settings, "ann", "bob", "cy", "dee")
		for h.table.Playing() {
			before, seat := h.table, h.turn()
			c := h.by(h.table.Seats[seat].Person, h.answering(seat))
			change, err := Decide(before, c)
			require.NoError(b, err)
			h.table = change.Next
			steps = append(steps, step{before, c, change.Entry})
		}
		each := func(name string, do func(*step) error) {
			b.Run(id+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for n := 0; b.Loop(); n++ {
					if err := do(&steps[n%len(steps)]); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		each("decide", func(s *step) error {
			_, err := Decide(s.before, s.command)
			return err
		})
		each("apply", func(s *step) error {
			_, _, err := Apply(s.before, s.entry)
			return err
		})
		each("encode", func(s *step) error {
			s.entry.Encode()
			return nil
		})
		each("clone and hash", func(s *step) error {
			game.Hash(s.before.Play.Match.State.Clone())
			return nil
		})
	}
}
