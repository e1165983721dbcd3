package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard01AmuletOfAir(t *testing.T) {
	t.Run("costs two air", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfAir, "A2", 0) })
	t.Run("raises the gauge by two", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 3).gauge(1, 0).reserve(0, "").inPlay(0, cards.AmuletOfAir).asks(0, "turn")
	})
	t.Run("not beyond fifteen", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 14, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 15)
	})
	t.Run("can be summoned with a full gauge track", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 15, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 15).inPlay(0, cards.AmuletOfAir)
	})
	t.Run("two copies raise it by four", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4"), Hand: []int{cards.AmuletOfAir, cards.AmuletOfAir}}}}).
			answer(0, summonID(cards.AmuletOfAir)).answer(0, summonID(cards.AmuletOfAir)).
			gauge(0, 5).inPlay(0, cards.AmuletOfAir, cards.AmuletOfAir)
	})
	t.Run("needs a free place before the gauge rises", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}, Play: inPlayCards(cards.RunicCubeOfEolis)}}}).
			offersNot(0, summonID(cards.AmuletOfAir))
	})
}

func TestCard02AmuletOfFire(t *testing.T) {
	owner, opponent, spectator := game.SeatViewer(0), game.SeatViewer(1), game.Spectator()
	summoned := func(t *testing.T, setup Setup) *scenario {
		setup.Seats = []SeatSetup{{Gauge: 1, Reserve: energy("F2"), Hand: []int{cards.AmuletOfFire, cards.AmuletOfEarth}}}
		return position(t, setup).answer(0, summonID(cards.AmuletOfFire))
	}
	t.Run("costs two fire", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfFire, "F2", 0) })
	t.Run("draws four, one must go to the hand, three are discarded", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.AirElemental, cards.SyllasTheFaithful, cards.YjangsForgottenVase, cards.HandOfFortune, cards.DamnedSoulOfOnys}}).
			asks(0, "pick_card").offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune), cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental)).
			refuses(0, game.CodeBadCount).refuses(0, game.CodeBadCount, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.YjangsForgottenVase)).
			hand(0, cards.AmuletOfEarth, cards.YjangsForgottenVase).discardedAnyOrder(cards.SyllasTheFaithful, cards.HandOfFortune, cards.AirElemental).asks(0, "turn")
	})
	t.Run("only the owner sees the cards drawn", func(t *testing.T) {
		m := summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental}}).
			learns(owner, fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.AmuletOfFire, cards.SyllasTheFaithful), fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.AmuletOfFire, cards.AirElemental))
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, fmt.Sprintf("draw seat 0 card %d", cards.AmuletOfFire)).learnsNot(other, "drawn", "private")
		}
		require.Len(t, m.private(0).Held, 4)
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 4, m.public(0).Held)
		require.Equal(t, "pick_card", m.public(0).Asked)
		require.Equal(t, game.Seats(0).With(0), m.step.Shown)
		require.False(t, m.step.Undoable())
	})
	t.Run("the chosen and the discarded cards stay secret", func(t *testing.T) {
		m := summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental}}).answer(0, cardID(cards.YjangsForgottenVase)).
			learns(owner, fmt.Sprintf("keep seat 0 card %d private kept %d", cards.AmuletOfFire, cards.YjangsForgottenVase), fmt.Sprintf("discard seat 0 card %d private discarded %d", cards.AmuletOfFire, cards.SyllasTheFaithful))
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, fmt.Sprintf("keep seat 0 card %d", cards.AmuletOfFire), fmt.Sprintf("discard seat 0 card %d", cards.AmuletOfFire)).learnsNot(other, "kept", "discarded", "private")
		}
		require.Equal(t, 2, m.public(0).Hand)
	})
	t.Run("of two equal cards one may be chosen", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.SyllasTheFaithful, cards.HandOfFortune}}).
			answer(0, cardID(cards.SyllasTheFaithful)).
			hand(0, cards.AmuletOfEarth, cards.SyllasTheFaithful).discardedAnyOrder(cards.SyllasTheFaithful, cards.HandOfFortune, cards.HandOfFortune)
	})
	t.Run("the draw goes on across a reshuffle", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Discard: []int{cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental}, Rest: "aside"}).
			offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune), cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental)).
			answer(0, cardID(cards.HandOfFortune)).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.YjangsForgottenVase, cards.AirElemental)
	})
	t.Run("with fewer cards one of them is chosen", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Discard: []int{cards.HandOfFortune}, Rest: "aside"}).
			offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.SyllasTheFaithful)).
			hand(0, cards.AmuletOfEarth, cards.SyllasTheFaithful).discarded(cards.HandOfFortune)
	})
	t.Run("a single card goes to the hand without a question", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Rest: "aside"}).
			asks(0, "turn").hand(0, cards.AmuletOfEarth, cards.SyllasTheFaithful).discarded()
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		summoned(t, Setup{Rest: "aside"}).
			asks(0, "turn").hand(0, cards.AmuletOfEarth).inPlay(0, cards.AmuletOfFire)
	})
	t.Run("two copies draw four each", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase, cards.AirElemental, cards.FigrimTheAvaricious, cards.LewisGreyface, cards.ElementalAmulet, cards.ThievingFairies},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F4"), Hand: []int{cards.AmuletOfFire, cards.AmuletOfFire}}}}).
			answer(0, summonID(cards.AmuletOfFire)).answer(0, cardID(cards.SyllasTheFaithful)).
			answer(0, summonID(cards.AmuletOfFire)).offersOnly(0, cardID(cards.FigrimTheAvaricious), cardID(cards.LewisGreyface), cardID(cards.ElementalAmulet), cardID(cards.ThievingFairies)).answer(0, cardID(cards.ThievingFairies)).
			hand(0, cards.SyllasTheFaithful, cards.ThievingFairies)
	})
}

func TestCard03AmuletOfEarth(t *testing.T) {
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, cards.AmuletOfEarth, "E2", 0) })
	t.Run("gives nine crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E2"), Hand: []int{cards.AmuletOfEarth}}}}).
			answer(0, summonID(cards.AmuletOfEarth)).
			crystals(0, 9).crystals(1, 0).reserve(0, "").asks(0, "turn")
	})
	t.Run("two copies give eighteen", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 1, Reserve: energy("E4"), Hand: []int{cards.AmuletOfEarth, cards.AmuletOfEarth}}}}).
			answer(0, summonID(cards.AmuletOfEarth)).answer(0, summonID(cards.AmuletOfEarth)).
			crystals(0, 19)
	})
	t.Run("its crystals cannot pay a toll for itself", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("E2"), Hand: []int{cards.AmuletOfEarth}}, {Gauge: 1, Play: inPlayCards(cards.ArcanoLeech)},
		}}).offersNot(0, summonID(cards.AmuletOfEarth))
	})
}

func TestCard06StaffOfSpring(t *testing.T) {
	t.Run("costs three earth", func(t *testing.T) { costs(t, nil, 2, cards.StaffOfSpring, "E3", 0) })
	t.Run("gives three crystals for each summon from the hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A2W1F1"), Hand: []int{cards.AmuletOfAir, cards.TemporalBoots}, Play: inPlayCards(cards.StaffOfSpring)}}}).
			answer(0, summonID(cards.AmuletOfAir)).crystals(0, 3).
			answer(0, summonID(cards.TemporalBoots)).crystals(0, 6)
	})
	t.Run("two copies give six", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.StaffOfSpring, cards.StaffOfSpring)}}}).
			answer(0, summonID(cards.DieOfMalice)).crystals(0, 6)
	})
	t.Run("gives nothing for its own arrival", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}}}).
			answer(0, summonID(cards.StaffOfSpring)).crystals(0, 0)
	})
	t.Run("the first copy gives three for the second", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}, Play: inPlayCards(cards.StaffOfSpring)}}}).
			answer(0, summonID(cards.StaffOfSpring)).crystals(0, 3)
	})
	t.Run("gives nothing for an opponent's summon", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.DieOfMalice}}, {Gauge: 1, Play: inPlayCards(cards.StaffOfSpring)}}}).
			answer(0, summonID(cards.DieOfMalice)).crystals(0, 0).crystals(1, 0)
	})
	t.Run("its crystals cannot pay for that summon", func(t *testing.T) {
		// Naria costs three crystals.
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 2, Hand: []int{cards.NariaTheProphetess}, Play: inPlayCards(cards.StaffOfSpring)}}}).
			offersNot(0, summonID(cards.NariaTheProphetess))
	})
	t.Run("its crystals cannot pay the toll of that summon", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.StaffOfSpring)}, {Gauge: 1, Play: inPlayCards(cards.ArcanoLeech)},
		}}).offersNot(0, summonID(cards.DieOfMalice))
	})
	t.Run("its crystals come before the effect of the card summoned", func(t *testing.T) {
		// Sid Nightshade steals only from those who have fewer crystals.
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Crystals: 8, Reserve: energy("E1"), Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.StaffOfSpring)}, {Crystals: 10},
		}}).answer(0, summonID(cards.SidNightshade)).crystals(0, 16).crystals(1, 5)
	})
	t.Run("gives nothing for a card of a Divine Chalice", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.RunicCubeOfEolis, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer},
			Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.StaffOfSpring)}}}).
			answer(0, summonID(cards.DivineChalice)).crystals(0, 3).
			answer(0, cardID(cards.RunicCubeOfEolis)).inPlay(0, cards.StaffOfSpring, cards.DivineChalice, cards.RunicCubeOfEolis).crystals(0, 3)
	})
	t.Run("gives nothing for a card of a Crystal Orb", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.RunicCubeOfEolis}, Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(cards.StaffOfSpring, cards.CrystalOrb)}}}).
			use(0, 2).answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.StaffOfSpring, cards.CrystalOrb, cards.RunicCubeOfEolis).crystals(0, 0)
	})
	t.Run("gives nothing for a card of a Potion of Dreams", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.RunicCubeOfEolis}, Play: inPlayCards(cards.StaffOfSpring, cards.PotionOfDreams)}}}).
			answer(0, "activate:2").answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.StaffOfSpring, cards.RunicCubeOfEolis).crystals(0, 0)
	})
}

func TestCard08PurseOfIo(t *testing.T) {
	t.Run("costs one air and one fire", func(t *testing.T) { costs(t, nil, 2, cards.PurseOfIo, "A1F1", 0) })
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
	t.Run("adds one crystal for each token transmuted", func(t *testing.T) { transmute(t, []int{cards.PurseOfIo}, 7+4) })
	t.Run("two copies add two", func(t *testing.T) { transmute(t, []int{cards.PurseOfIo, cards.PurseOfIo}, 7+8) })
	t.Run("works with the transmute bonus, which adds one more", func(t *testing.T) {
		setup := winter
		setup.Dice = dice(5, 5, 5)
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A2"), Play: inPlayCards(cards.PurseOfIo)}}
		position(t, setup).offersNot(0, "transmute").
			answer(0, "bonus:transmute").answer(0, "transmute").answer(0, "energy:air x2").
			crystals(0, 2*(1+1+1))
	})
	t.Run("works with a Tree of Light", func(t *testing.T) {
		setup := winter
		setup.Dice = dice(5, 5, 5)
		setup.Seats = []SeatSetup{{Gauge: 3, Reserve: energy("A3"), Play: inPlayCards(cards.PurseOfIo, cards.TreeOfLight)}}
		position(t, setup).use(0, 2).answer(0, "transmute").answer(0, "energy:air x2").
			crystals(0, 2*(1+1))
	})
	t.Run("works with a Balance of Ishtar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(cards.PurseOfIo, cards.BalanceOfIshtar)}}}).
			use(0, 2).crystals(0, 16)
	})
	t.Run("works with a Potion of Life", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A2E1"), Play: inPlayCards(cards.PurseOfIo, cards.PotionOfLife)}}}).
			answer(0, "activate:2").crystals(0, 3*5)
	})
	t.Run("has no effect on a Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A1"), Play: []PlaySetup{
			{Card: cards.PurseOfIo}, {Card: cards.GluttonCauldron, Tokens: energy("A6")}}}}}).
			use(0, 2).crystals(0, 15).reserve(0, "A7")
	})
	t.Run("has no effect on a Dragon Skull", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 4, Play: inPlayCards(cards.PurseOfIo, cards.DragonSkull, cards.RunicCubeOfEolis, cards.RunicCubeOfEolis)}}}).
			answer(0, "activate:2").answer(0, "play:2", "play:3", "play:4").
			inPlay(0, cards.PurseOfIo).crystals(0, 15)
	})
	t.Run("has no effect on an opponent's transmuting", func(t *testing.T) {
		setup := winter
		setup.Seats = []SeatSetup{{Reserve: energy("E1")}, {Gauge: 1, Play: inPlayCards(cards.PurseOfIo)}}
		position(t, setup).answer(0, "transmute").answer(0, "energy:earth").
			crystals(0, 3).crystals(1, 0)
	})
	t.Run("shows in the owner's rates", func(t *testing.T) {
		setup := winter
		setup.Seats = []SeatSetup{{Gauge: 2, Play: inPlayCards(cards.PurseOfIo, cards.PurseOfIo)}}
		m := position(t, setup)
		require.Equal(t, EnergyView{Air: 3, Water: 3, Fire: 4, Earth: 5}, m.public(0).Rates)
		require.Equal(t, EnergyView{Air: 1, Water: 1, Fire: 2, Earth: 3}, m.public(1).Rates)
	})
}

func TestCard10SyllasTheFaithful(t *testing.T) {
	syllas := SeatSetup{Gauge: 2, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}, Play: inPlayCards(cards.RunicCubeOfEolis)}
	t.Run("costs three fire", func(t *testing.T) { costs(t, nil, 2, cards.SyllasTheFaithful, "F3", 0) })
	t.Run("each opponent sacrifices a card of its own choice, clockwise from the left", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)}, syllas, {Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire)}, {Play: inPlayCards(cards.WondrousChest, cards.BeggarsHorn)},
		}}).answer(1, summonID(cards.SyllasTheFaithful)).
			asks(2, "own_cards").offersOnly(2, "play:4", "play:5").answer(2, "play:4").inPlay(2, cards.AmuletOfFire).
			asks(3, "own_cards").offersOnly(3, "play:6", "play:7").answer(3, "play:7").inPlay(3, cards.WondrousChest).
			asks(0, "own_cards").offersOnly(0, "play:1", "play:2").answer(0, "play:1").inPlay(0, cards.DieOfMalice).
			discarded(cards.TemporalBoots, cards.BeggarsHorn, cards.AmuletOfAir).asks(1, "turn")
	})
	t.Run("the choice cannot be refused", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			refuses(1, game.CodeBadCount).refuses(1, game.CodeBadCount, "play:2", "play:3")
	})
	t.Run("the summoner sacrifices nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).inPlay(0, cards.RunicCubeOfEolis, cards.SyllasTheFaithful).asks(0, "turn")
	})
	t.Run("opponents with nothing in play are skipped", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {}, {Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).asks(2, "own_cards").answer(2, "play:2").
			inPlay(2, cards.DieOfMalice).asks(0, "turn")
	})
	t.Run("an only card goes without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: inPlayCards(cards.TemporalBoots)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).inPlay(1).discarded(cards.TemporalBoots).asks(0, "turn").
			learns(game.Spectator(), fmt.Sprintf("sacrifice seat 1 card %d id 2", cards.TemporalBoots))
	})
	t.Run("any card will do, turned or not, item or familiar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Play: []PlaySetup{{Card: cards.KairnTheDestroyer, Turned: true}, {Card: cards.TemporalBoots}}}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).offersOnly(1, "play:2", "play:3").answer(1, "play:2").inPlay(1, cards.TemporalBoots)
	})
	t.Run("tokens on the card are lost", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Reserve: energy("F1"), Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("A4")}}}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).inPlay(1).reserve(1, "F1")
	})
	t.Run("a sacrificed Cursed Treatise burns its owner's reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{syllas, {Reserve: energy("F3W2"), Play: inPlayCards(cards.CursedTreatiseOfArus)}}}).
			answer(0, summonID(cards.SyllasTheFaithful)).reserve(1, "").asks(0, "turn")
	})
	t.Run("a sacrificed Grimoire makes its owner choose before the next opponent", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			syllas, {Reserve: energy("A5F4"), Play: inPlayCards(cards.BespelledGrimoire)}, {Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)},
		}}).answer(0, summonID(cards.SyllasTheFaithful)).
			asks(1, "keep_energy").refuses(1, game.CodeBadCount, "energy:air x5", "energy:fire x3").
			answer(1, "energy:air x3", "energy:fire x4").reserve(1, "A3F4").
			asks(2, "own_cards").answer(2, "play:3").asks(0, "turn")
	})
	t.Run("brought by a Divine Chalice it does the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SyllasTheFaithful, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}, {Play: inPlayCards(cards.TemporalBoots, cards.DieOfMalice)},
		}}).answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.SyllasTheFaithful)).
			asks(1, "own_cards").answer(1, "play:1").inPlay(1, cards.DieOfMalice).asks(0, "turn")
	})
}
