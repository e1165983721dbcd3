package conformance

import "archmage/internal/game"

// The toy is the model of a new game: the command newgame copies it, without this file and without
// the lines marked "toy only", which only tests need. If the match option "panic" is "on", every bid
// can also be answered with the option "panic", which makes the rules panic. Such a match never counts for ratings.

func toyOptions() []game.MatchOption {
	label := func(en, fr, de string) game.Label { return game.Label{En: en, Fr: fr, De: de} }
	return []game.MatchOption{{
		ID: "panic", Label: label("Panic", "Panique", "Panik"), Default: "off",
		Values: []game.MatchValue{
			{ID: "off", Label: label("Off", "Non", "Aus")},
			{ID: "on", Label: label("On", "Oui", "Ein"), Unrated: true},
		},
	}}
}

func (s *toyState) offerPanic(d *game.Decision) {
	if s.Faulty {
		d.AddAlone(game.Key{Word: optPanic})
	}
}

// panicIfAsked panics if the option was chosen.
func panicIfAsked(key game.Key) {
	if key.Word == optPanic {
		panic("toy: asked to panic")
	}
}
