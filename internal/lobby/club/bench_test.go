package club_test

import (
	"fmt"
	"testing"

	"archmage/internal/game"
	"archmage/internal/lobby/club"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/stream/patch"
)

// BenchmarkDocument makes the document of members on a busy server, and the patch after an arrival: what a
// refresh costs for each audience.
func BenchmarkDocument(b *testing.B) {
	for _, n := range []int{100, 10_000} {
		b.Run(fmt.Sprintf("people=%d", n), func(b *testing.B) {
			state := club.State{Tables: map[string]club.Table{}}
			for i := range n {
				id := fmt.Sprintf("%036d", i)
				state.People = append(state.People, club.Here{
					Visible: people.Visible{
						Person:   people.Person{ID: id, Name: "Person " + id[30:], Kind: people.Account},
						Presence: people.PresenceMembers,
					},
					Activity: club.Activity{Doing: club.Online},
				})
			}
			for i := range 80 {
				state.Tables[fmt.Sprintf("%036d", i)] = club.Table{
					Summary: directory.Summary{
						Players: []string{"a", "b"}, People: []string{"a", "b"}, Bots: []string{"", ""},
						Options: game.MatchOptions{},
					},
					Connected: []game.Seat{},
				}
			}
			before := club.Build(&state, club.Member, nobodyHidden)
			state.People[0].Doing = club.Waiting
			b.ResetTimer()
			for b.Loop() {
				after := club.Build(&state, club.Member, nobodyHidden)
				patch.Diff(&before, &after)
			}
		})
	}
}
