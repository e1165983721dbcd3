package seasons

import "archmage/internal/game"

// This file has the prelude (rulebook: first game phase). The players make simultaneous secret
// picks, and pass the packets to the left after each pick. Then they split their nine cards, also
// simultaneously and in secret. A player can change an answer until all have answered.

// The groups of the split.
const (
	groupHand = iota
	groupYear2
	groupYear3
)

var splitGroups = [...]string{groupHand: "hand", groupYear2: "library2", groupYear3: "library3"}

// startPrelude begins the draft, or the split if the players already have their nine cards.
func (s *match) startPrelude() {
	s.phase = phaseDraft
	if s.players[0].packet.len() == 0 {
		s.phase = phaseSplit
	}
	s.askAll()
}

// askAll starts a new simultaneous decision for every seat.
func (s *match) askAll() {
	for i := range s.players[:s.seats] {
		s.players[i].answered = false
		s.decisionCount[i]++
	}
}

func (s *match) fillPrelude(seat game.Seat, d *game.Decision) {
	if s.phase == phaseDraft {
		s.fillDraft(seat, d)
	} else {
		s.fillSplit(seat, d)
	}
}

func (s *match) fillDraft(seat game.Seat, d *game.Decision) {
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

func (s *match) fillSplit(seat game.Seat, d *game.Decision) {
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
	if !d.Plain {
		s.suggestSplit(d)
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
				d.Current = append(d.Current, game.Pick{Key: cardKey(number), N: uint16(n), Group: uint8(group)})
			}
		}
	}
}

// markAnswered records that the seat has answered.
func (s *match) markAnswered(seat game.Seat) {
	p := &s.players[seat]
	if !p.answered {
		p.answered = true
		s.step.Add(eventAnswered, seat)
	}
}

func (s *match) answerDraft(seat game.Seat, picks []game.Pick) {
	s.markAnswered(seat)
	s.players[seat].pick = picks[0].Key.A
}

func (s *match) answerSplit(seat game.Seat, picks []game.Pick) {
	s.markAnswered(seat)
	p := &s.players[seat]
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

// endPicks adds the picked cards to the players' cards and passes the packets to the left. The last
// card of each packet is added without a decision. Then the split begins.
func (s *match) endPicks() {
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		p.packet.remove(p.pick)
		p.picked.add(p.pick)
		p.pick = 0
	}
	var passed [maxSeats]cardSet
	for i := range game.Seat(s.seats) {
		passed[s.clockwise(i, 1)] = s.players[i].packet
	}
	s.recordPassed(&passed)
	for i := range s.players[:s.seats] {
		s.players[i].packet = passed[i]
	}
	s.step.MarkShown(game.AllSeats(int(s.seats)))
	remaining := s.players[0].packet.len()
	s.step.Add(eventPackets, game.NoSeat, game.Int("cards", remaining))
	if remaining > 1 {
		s.askAll()
		return
	}
	for i := range s.players[:s.seats] {
		p := &s.players[i]
		p.picked.addAll(&p.packet)
	}
	s.phase = phaseSplit
	s.askAll()
}

// endSplit puts the cards into the hands and libraries.
func (s *match) endSplit() {
	for i := range s.players[:s.seats] {
		p := &s.players[i]
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
	s.step.Add(eventSplit, game.NoSeat)
	s.phase = phaseRound
}
