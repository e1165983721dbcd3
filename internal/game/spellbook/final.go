package spellbook

import (
	"archmage/internal/game"
)

// markFinal marks the options after which there is no way back: something is
// drawn, somebody else is asked, or the day or the match ends. It tries each one
// out, in an answer that holds it. What is drawn makes no difference: a draw is
// final whatever comes of it.
func (s *match) markFinal(d *game.Decision) {
	var step game.Step
	var after match // one for all options, as it lies on the heap
	first := make([]game.Pick, 1)
	for i := range d.Options {
		option := &d.Options[i]
		if option.Key.Verb == keyBack {
			continue
		}
		first[0] = game.Pick{Key: option.Key, N: 1}
		for g := range d.Groups {
			if option.Groups>>g&1 == 1 {
				first[0].Group = uint8(g)
				break
			}
		}
		picks, err := d.Complete(first, nil)
		if err != nil {
			continue
		}
		after = *s
		step.Reset()
		after.answer(picks, &step)
		option.Final = step.Random || after.over || after.active != s.active || after.ask.seat != d.Seat
	}
}
