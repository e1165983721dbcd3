package seasons

import (
	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// Describe implements game.State. The result is a *Setup.
func (s *match) Describe() any {
	out := &Setup{
		Players: int(s.seats),
		Options: game.MatchOptions{optionLevel: levelNames[s.level], optionEdition: editionNames[s.edition]},
		Phase:   s.phase.String(),
		Year:    year(s.position),
		Space:   (int(s.position)-1)%12 + 1,
		Round:   int(s.round),
		First:   int(s.firstPlayer),
		Kept:    map[string][]int{},
		Season:  s.season.String(),
		Handed:  []int{},
		Aside:   toInts(s.setAside.list()),
		Held:    toInts(s.held.list()),
		Rest:    "aside",
		Rolls:   toInts(s.script.rolls[:s.script.nRolls]),
		Draws:   toInts(s.script.draws[:s.script.nDraws]),
	}
	for i, given := range s.handedOut {
		if given {
			out.Handed = append(out.Handed, i+2)
		}
	}
	if s.active >= 0 {
		active := int(s.active)
		out.Active = &active
		out.Turn = &TurnSetup{
			s.turn.drawUsed,
			s.turn.rerollDeclined,
			s.turn.usedTreeOfLight,
			s.turn.usedPotionOfLife,
			int(s.turn.transmuteBonuses),
		}
	}
	for season := range s.seasonDice {
		out.Kept[cards.Season(season).String()] = toInts(s.seasonDice[season][:s.seats+1])
	}
	if s.round > 0 {
		for _, d := range s.dice[:s.seats+1] {
			die := DieSetup{Die: int(d.number), Face: int(d.face)}
			if owner := int(d.owner); owner >= 0 {
				die.Seat = &owner
			}
			out.Dice = append(out.Dice, die)
		}
	}
	out.Draw, out.Discard = topFirst(&s.draw), topFirst(&s.discard)
	for i := range s.players[:s.seats] {
		out.Seats = append(out.Seats, s.describeSeat(&s.players[i]))
	}
	for _, f := range s.stack.All() {
		out.Underway = append(out.Underway, Underway{Seat: int(f.seat), Card: int(f.card), Step: int(f.Step)})
	}
	return out
}

func (s *match) describeSeat(p *player) SeatSetup {
	out := SeatSetup{
		Crystals: int(p.crystals), Gauge: int(p.gauge), Bonuses: int(p.bonuses),
		Reserve:  viewEnergy(p.reserve),
		Hand:     toInts(p.hand.list()),
		Library2: toInts(p.library[0].list()),
		Library3: toInts(p.library[1].list()),
		Play:     []PlaySetup{},
		Packet:   toInts(p.packet.list()),
		Picked:   toInts(p.picked.list()),
	}
	if p.pick != 0 {
		out.Answer = []int{int(p.pick)}
	}
	if s.phase == phaseSplit && p.answered {
		out.Answer = append(toInts(p.split[0].list()), toInts(p.split[1].list())...)
	}
	for _, c := range p.play[:p.nPlay] {
		out.Play = append(out.Play, PlaySetup{
			Card: int(c.number), ID: int(c.id), Turned: c.turned, Tokens: viewEnergy(c.tokens),
		})
	}
	return out
}

func toInts(list []uint8) []int {
	out := make([]int, len(list))
	for i, number := range list {
		out[i] = int(number)
	}
	return out
}

func topFirst(p *pile) []int {
	out := make([]int, 0, p.n)
	for i := int(p.n) - 1; i >= 0; i-- {
		out = append(out, int(p.cards[i]))
	}
	return out
}
