package seasons

import "archmage/internal/game"

// The prelude (rulebook: first game phase): nine simultaneous secret picks,
// the rest of a packet going to the left, then a simultaneous secret split of
// the nine cards. An answer may be replaced until everybody has answered.

// The groups of the split.
const (
	groupHand = iota
	groupYear2
	groupYear3
)

var splitGroups = [...]string{groupHand: "hand", groupYear2: "library2", groupYear3: "library3"}

// startPrelude begins with the draft, or with the split if the players have
// their nine cards already.
func (x *exec) startPrelude() {
	x.phase = phaseDraft
	if x.players[0].packet.len() == 0 {
		x.phase = phaseSplit
	}
	x.askAll()
}

// askAll opens a new simultaneous choice to every seat.
func (x *exec) askAll() {
	for i := range x.players[:x.seats] {
		x.players[i].answered = false
		x.asked[i]++
	}
}

func (s *State) buildDraft(seat int8, d *game.Decision) {
	p := &s.players[seat]
	d.Kind = "draft"
	d.Min, d.Max = 1, 1
	for number := p.packet.first(); number != 0; number = p.packet.next(number) {
		d.Add(cardKey(number), 0, 1)
	}
	if p.answered {
		d.Answered = true
		d.Current = append(d.Current, game.Pick{Key: cardKey(p.pick), N: 1})
	}
}

func (s *State) buildSplit(seat int8, d *game.Decision) {
	p := &s.players[seat]
	d.Kind = "split"
	d.Min, d.Max = packetSize, packetSize
	for _, id := range splitGroups {
		d.Groups = append(d.Groups, game.Group{ID: id, Min: 3, Max: 3})
	}
	for number := p.picked.first(); number != 0; number = p.picked.next(number) {
		n := p.picked.count(number)
		d.AddTo(cardKey(number), n, n, 1<<len(splitGroups)-1)
	}
	if !p.answered {
		return
	}
	d.Answered = true
	for number := p.picked.first(); number != 0; number = p.picked.next(number) {
		in := [3]int{groupYear2: p.split[0].count(number), groupYear3: p.split[1].count(number)}
		in[groupHand] = p.picked.count(number) - in[groupYear2] - in[groupYear3]
		for group, n := range in {
			if n > 0 {
				d.Current = append(d.Current, game.Pick{Key: cardKey(number), N: uint8(n), Group: uint8(group)})
			}
		}
	}
}

// answerPrelude stores a pick or a split.
func (x *exec) answerPrelude(seat int8, picks []game.Pick) {
	p := &x.players[seat]
	if !p.answered {
		p.answered = true
		x.step.Add("answered", game.Seat(seat))
	}
	if x.phase == phaseDraft {
		p.pick = picks[0].Key.A
		return
	}
	p.split = [2]cardSet{}
	for _, pick := range picks {
		if pick.Group == groupHand {
			continue
		}
		for range pick.N {
			p.split[pick.Group-groupYear2].add(pick.Key.A)
		}
	}
}

// endPicks puts the picked cards aside and passes the packets to the left.
// The last card of each packet needs no decision.
func (x *exec) endPicks() {
	for i := range x.players[:x.seats] {
		p := &x.players[i]
		p.packet.remove(p.pick)
		p.picked.add(p.pick)
		p.pick = 0
	}
	var passed [maxSeats]cardSet
	for i := range int8(x.seats) {
		passed[x.left(i, 1)] = x.players[i].packet
	}
	for i := range x.players[:x.seats] {
		x.players[i].packet = passed[i]
	}
	x.step.MarkShown(game.AllSeats(int(x.seats)))
	left := x.players[0].packet.len()
	x.step.Add("packets", game.NoSeat, game.Int("cards", left))
	if left > 1 {
		x.askAll()
		return
	}
	for i := range x.players[:x.seats] {
		p := &x.players[i]
		p.picked.addAll(&p.packet)
	}
	x.phase = phaseSplit
	x.askAll()
}

// endSplit hands the cards out as everybody has split them.
func (x *exec) endSplit() {
	for i := range x.players[:x.seats] {
		p := &x.players[i]
		p.library = p.split
		p.split = [2]cardSet{}
		for _, library := range p.library {
			for _, number := range library.list() {
				p.picked.remove(number)
			}
		}
		p.hand.addAll(&p.picked)
		p.answered = false
	}
	x.step.Add("split", game.NoSeat)
	x.phase = phaseRound
}
