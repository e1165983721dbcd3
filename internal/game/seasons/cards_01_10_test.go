package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard01AmuletOfAir(t *testing.T) {
	t.Run("costs two air", func(t *testing.T) { costs(t, nil, 2, 1, "A2", 0) })
	t.Run("raises the gauge by two", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{1}}}}).
			answer(0, "summon:1").
			gauge(0, 3).gauge(1, 0).reserve(0, "").inPlay(0, 1).asks(0, "turn")
	})
	t.Run("not beyond fifteen", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 14, Reserve: energy("A2"), Hand: []int{1}}}}).
			answer(0, "summon:1").
			gauge(0, 15)
	})
	t.Run("can be summoned with a full gauge track", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 15, Reserve: energy("A2"), Hand: []int{1}}}}).
			answer(0, "summon:1").
			gauge(0, 15).inPlay(0, 1)
	})
	t.Run("two copies raise it by four", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4"), Hand: []int{1, 1}}}}).
			answer(0, "summon:1").answer(0, "summon:1").
			gauge(0, 5).inPlay(0, 1, 1)
	})
	t.Run("needs a free place before the gauge rises", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{1}, Play: inPlayCards(22)}}}).
			offersNot(0, "summon:1")
	})
}

func TestCard02AmuletOfFire(t *testing.T) {
	owner, opponent, spectator := game.SeatViewer(0), game.SeatViewer(1), game.Spectator()
	summoned := func(t *testing.T, setup Setup) *scenario {
		setup.Seats = []SeatSetup{{Gauge: 1, Reserve: energy("F2"), Hand: []int{2, 3}}}
		return position(t, setup).answer(0, "summon:2")
	}
	t.Run("costs two fire", func(t *testing.T) { costs(t, nil, 2, 2, "F2", 0) })
	t.Run("draws four, one must go to the hand, three are discarded", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{40, 10, 30, 20, 50}}).
			asks(0, "pick_card").offersOnly(0, "card:10", "card:20", "card:30", "card:40").
			refuses(0, game.CodeBadCount).refuses(0, game.CodeBadCount, "card:10", "card:20").
			answer(0, "card:30").
			hand(0, 3, 30).discardedAnyOrder(10, 20, 40).asks(0, "turn")
	})
	t.Run("only the owner sees the cards drawn", func(t *testing.T) {
		m := summoned(t, Setup{Draw: []int{10, 20, 30, 40}}).
			learns(owner, "draw seat 0 card 2 private drawn 10", "draw seat 0 card 2 private drawn 40")
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, "draw seat 0 card 2").learnsNot(other, "drawn", "private")
		}
		require.Len(t, m.private(0).Held, 4)
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 4, m.public(0).Held)
		require.Equal(t, "pick_card", m.public(0).Asked)
		require.Equal(t, game.Seats(0).With(0), m.step.Shown)
		require.False(t, m.step.Undoable())
	})
	t.Run("the chosen and the discarded cards stay secret", func(t *testing.T) {
		m := summoned(t, Setup{Draw: []int{10, 20, 30, 40}}).answer(0, "card:30").
			learns(owner, "keep seat 0 card 2 private kept 30", "discard seat 0 card 2 private discarded 10")
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, "keep seat 0 card 2", "discard seat 0 card 2").learnsNot(other, "kept", "discarded", "private")
		}
		require.Equal(t, 2, m.public(0).Hand)
	})
	t.Run("of two equal cards one may be chosen", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{10, 20, 10, 20}}).
			answer(0, "card:10").
			hand(0, 3, 10).discardedAnyOrder(10, 20, 20)
	})
	t.Run("the draw goes on across a reshuffle", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{10}, Discard: []int{20, 30, 40}, Rest: "aside"}).
			offersOnly(0, "card:10", "card:20", "card:30", "card:40").
			answer(0, "card:20").
			discardedAnyOrder(10, 30, 40)
	})
	t.Run("with fewer cards one of them is chosen", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{10}, Discard: []int{20}, Rest: "aside"}).
			offersOnly(0, "card:10", "card:20").
			answer(0, "card:10").
			hand(0, 3, 10).discarded(20)
	})
	t.Run("a single card goes to the hand without a question", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{10}, Rest: "aside"}).
			asks(0, "turn").hand(0, 3, 10).discarded()
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		summoned(t, Setup{Rest: "aside"}).
			asks(0, "turn").hand(0, 3).inPlay(0, 2)
	})
	t.Run("two copies draw four each", func(t *testing.T) {
		position(t, Setup{Draw: []int{10, 20, 30, 40, 11, 21, 31, 41},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F4"), Hand: []int{2, 2}}}}).
			answer(0, "summon:2").answer(0, "card:10").
			answer(0, "summon:2").offersOnly(0, "card:11", "card:21", "card:31", "card:41").answer(0, "card:41").
			hand(0, 10, 41)
	})
}

func TestCard03AmuletOfEarth(t *testing.T) {
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, 3, "E2", 0) })
	t.Run("gives nine crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E2"), Hand: []int{3}}}}).
			answer(0, "summon:3").
			crystals(0, 9).crystals(1, 0).reserve(0, "").asks(0, "turn")
	})
	t.Run("two copies give eighteen", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 1, Reserve: energy("E4"), Hand: []int{3, 3}}}}).
			answer(0, "summon:3").answer(0, "summon:3").
			crystals(0, 19)
	})
	t.Run("its crystals cannot pay a toll for itself", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("E2"), Hand: []int{3}}, {Gauge: 1, Play: inPlayCards(33)},
		}}).offersNot(0, "summon:3")
	})
}

func TestCard06StaffOfSpring(t *testing.T) {
	t.Run("costs three earth", func(t *testing.T) { costs(t, nil, 2, 6, "E3", 0) })
	t.Run("gives three crystals for each summon from the hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A2W1F1"), Hand: []int{1, 7}, Play: inPlayCards(6)}}}).
			answer(0, "summon:1").crystals(0, 3).
			answer(0, "summon:7").crystals(0, 6)
	})
	t.Run("two copies give six", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Hand: []int{15}, Play: inPlayCards(6, 6)}}}).
			answer(0, "summon:15").crystals(0, 6)
	})
	t.Run("gives nothing for its own arrival", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E3"), Hand: []int{6}}}}).
			answer(0, "summon:6").crystals(0, 0)
	})
	t.Run("the first copy gives three for the second", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("E3"), Hand: []int{6}, Play: inPlayCards(6)}}}).
			answer(0, "summon:6").crystals(0, 3)
	})
	t.Run("gives nothing for an opponent's summon", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{15}}, {Gauge: 1, Play: inPlayCards(6)}}}).
			answer(0, "summon:15").crystals(0, 0).crystals(1, 0)
	})
	t.Run("its crystals cannot pay for that summon", func(t *testing.T) {
		// Naria costs three crystals.
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 2, Hand: []int{12}, Play: inPlayCards(6)}}}).
			offersNot(0, "summon:12")
	})
	t.Run("its crystals cannot pay the toll of that summon", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Hand: []int{15}, Play: inPlayCards(6)}, {Gauge: 1, Play: inPlayCards(33)},
		}}).offersNot(0, "summon:15")
	})
	t.Run("its crystals come before the effect of the card summoned", func(t *testing.T) {
		// Sid Nightshade steals only from those who have fewer crystals.
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Crystals: 8, Reserve: energy("E1"), Hand: []int{49}, Play: inPlayCards(6)}, {Crystals: 10},
		}}).answer(0, "summon:49").crystals(0, 16).crystals(1, 5)
	})
	t.Run("gives nothing for a card of a Divine Chalice", func(t *testing.T) {
		position(t, Setup{Draw: []int{22, 13, 14, 16},
			Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A1W1F1E1"), Hand: []int{9}, Play: inPlayCards(6)}}}).
			answer(0, "summon:9").crystals(0, 3).
			answer(0, "card:22").inPlay(0, 6, 9, 22).crystals(0, 3)
	})
	t.Run("gives nothing for a card of a Crystal Orb", func(t *testing.T) {
		position(t, Setup{Draw: []int{22}, Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(6, 34)}}}).
			use(0, 2).answer(0, "summon:22").
			inPlay(0, 6, 34, 22).crystals(0, 0)
	})
	t.Run("gives nothing for a card of a Potion of Dreams", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{22}, Play: inPlayCards(6, 24)}}}).
			answer(0, "activate:2").answer(0, "card:22").
			inPlay(0, 6, 22).crystals(0, 0)
	})
}

func TestCard08PurseOfIo(t *testing.T) {
	t.Run("costs one air and one fire", func(t *testing.T) { costs(t, nil, 2, 8, "A1F1", 0) })
	// The die of seat 0 in winter, 1 with face 1, permits transmuting; with
	// face 5 it does not.
	winter := Setup{}.wheel(cards.Winter)
	transmute := func(t *testing.T, purses []int, want int) {
		setup := winter
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A1W1F1E1"), Play: inPlayCards(purses...)}}
		position(t, setup).answer(0, "transmute").
			answer(0, "energy:air", "energy:water", "energy:fire", "energy:earth").
			crystals(0, want)
	}
	t.Run("adds one crystal for each token transmuted", func(t *testing.T) { transmute(t, []int{8}, 7+4) })
	t.Run("two copies add two", func(t *testing.T) { transmute(t, []int{8, 8}, 7+8) })
	t.Run("works with the transmute bonus, which adds one more", func(t *testing.T) {
		setup := winter
		setup.Dice = dice(5, 5, 5)
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A2"), Play: inPlayCards(8)}}
		position(t, setup).offersNot(0, "transmute").
			answer(0, "bonus:transmute").answer(0, "transmute").answer(0, "energy:air x2").
			crystals(0, 2*(1+1+1))
	})
	t.Run("works with a Tree of Light", func(t *testing.T) {
		setup := winter
		setup.Dice = dice(5, 5, 5)
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A3"), Play: inPlayCards(8, 32)}}
		position(t, setup).use(0, 2).answer(0, "transmute").answer(0, "energy:air x2").
			crystals(0, 2*(1+1))
	})
	t.Run("works with a Balance of Ishtar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(8, 5)}}}).
			use(0, 2).crystals(0, 16)
	})
	t.Run("works with a Potion of Life", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A2E1"), Play: inPlayCards(8, 26)}}}).
			answer(0, "activate:2").crystals(0, 3*5)
	})
	t.Run("has no effect on a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A1"), Play: []PlaySetup{
			{Card: 8}, {Card: 35, Tokens: energy("A6")}}}}}).
			use(0, 2).crystals(0, 15).reserve(0, "A7")
	})
	t.Run("has no effect on a Dragon Skull", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 4, Play: inPlayCards(8, 37, 22, 22)}}}).
			answer(0, "activate:2").answer(0, "play:2", "play:3", "play:4").
			inPlay(0, 8).crystals(0, 15)
	})
	t.Run("has no effect on an opponent's transmuting", func(t *testing.T) {
		setup := winter
		setup.Seats = []SeatSetup{{Reserve: energy("E1")}, {Gauge: 1, Play: inPlayCards(8)}}
		position(t, setup).answer(0, "transmute").answer(0, "energy:earth").
			crystals(0, 3).crystals(1, 0)
	})
	t.Run("shows in the owner's rates", func(t *testing.T) {
		setup := winter
		setup.Seats = []SeatSetup{{Gauge: 2, Play: inPlayCards(8, 8)}}
		m := position(t, setup)
		require.Equal(t, EnergyView{Air: 3, Water: 3, Fire: 4, Earth: 5}, m.public(0).Rates)
		require.Equal(t, EnergyView{Air: 1, Water: 1, Fire: 2, Earth: 3}, m.public(1).Rates)
	})
}

func TestCard10SyllasTheFaithful(t *testing.T) {
	syllas := SeatSetup{Gauge: 2, Reserve: energy("F3"), Hand: []int{10}, Play: inPlayCards(22)}
	t.Run("costs three fire", func(t *testing.T) { costs(t, nil, 2, 10, "F3", 0) })
	t.Run("each opponent sacrifices a card of its own choice, clockwise from the left", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{Play: inPlayCards(7, 15)}, syllas, {Play: inPlayCards(1, 2)}, {Play: inPlayCards(13, 14)},
		}}).answer(1, "summon:10").
			asks(2, "own_cards").offersOnly(2, "play:4", "play:5").answer(2, "play:4").inPlay(2, 2).
			asks(3, "own_cards").offersOnly(3, "play:6", "play:7").answer(3, "play:7").inPlay(3, 13).
			asks(0, "own_cards").offersOnly(0, "play:1", "play:2").answer(0, "play:1").inPlay(0, 15).
			discarded(7, 14, 1).asks(1, "turn")
	})
	t.Run("the choice cannot be refused", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: inPlayCards(1, 2)}}}).
			answer(0, "summon:10").
			refuses(1, game.CodeBadCount).refuses(1, game.CodeBadCount, "play:2", "play:3")
	})
	t.Run("the summoner sacrifices nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {}}}).
			answer(0, "summon:10").inPlay(0, 22, 10).asks(0, "turn")
	})
	t.Run("opponents with nothing in play are skipped", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {}, {Play: inPlayCards(7, 15)}}}).
			answer(0, "summon:10").asks(2, "own_cards").answer(2, "play:2").
			inPlay(2, 15).asks(0, "turn")
	})
	t.Run("an only card goes without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: inPlayCards(7)}}}).
			answer(0, "summon:10").inPlay(1).discarded(7).asks(0, "turn").
			learns(game.Spectator(), "sacrifice seat 1 card 7 id 2")
	})
	t.Run("any card will do, turned or not, item or familiar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: []PlaySetup{{Card: 16, Turned: true}, {Card: 7}}}}}).
			answer(0, "summon:10").offersOnly(1, "play:2", "play:3").answer(1, "play:2").inPlay(1, 7)
	})
	t.Run("tokens on the card are lost", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Reserve: energy("F1"), Play: []PlaySetup{{Card: 4, Tokens: energy("A4")}}}}}).
			answer(0, "summon:10").inPlay(1).reserve(1, "F1")
	})
	t.Run("a sacrificed Cursed Treatise burns its owner's reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Reserve: energy("F3W2"), Play: inPlayCards(42)}}}).
			answer(0, "summon:10").reserve(1, "").asks(0, "turn")
	})
	t.Run("a sacrificed Grimoire makes its owner choose before the next opponent", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			syllas, {Reserve: energy("A5F4"), Play: inPlayCards(18)}, {Play: inPlayCards(7, 15)},
		}}).answer(0, "summon:10").
			asks(1, "keep_energy").refuses(1, game.CodeBadCount, "energy:air x5", "energy:fire x3").
			answer(1, "energy:air x3", "energy:fire x4").reserve(1, "A3F4").
			asks(2, "own_cards").answer(2, "play:3").asks(0, "turn")
	})
	t.Run("brought by a Divine Chalice it does the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{10, 13, 14, 16}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{9}}, {Play: inPlayCards(7, 15)},
		}}).answer(0, "summon:9").answer(0, "card:10").
			asks(1, "own_cards").answer(1, "play:1").inPlay(1, 15).asks(0, "turn")
	})
}
