package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard32TreeOfLight(t *testing.T) {
	// In summer air gives 3 crystals, water 2, fire and earth 1; the dice
	// chosen here show no transmute symbol.
	tree := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.TreeOfLight}}, own.Play...)
		setup := Setup{Dice: dice(2, 3, 3), Seats: append([]SeatSetup{own}, others...)}
		return position(t, setup.wheel(cards.Summer))
	}
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, cards.TreeOfLight, "E2", 0) })
	t.Run("one of two effects is chosen, and can be taken back", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 3, Reserve: energy("A2W1")}).
			answer(0, "activate:1").
			asks(0, "mode").offersOnly(0, "mode:gain", "mode:transmute", "back").
			answer(0, "back").
			takesBack(0, "activate:1", "mode:transmute").
			turned(0, 1, false)
	})
	t.Run("three crystals bring one energy of choice", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 4, Reserve: energy("A2W1")}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			asks(0, "gain").crystals(0, 1).
			refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:fire").
			asks(0, "turn").reserve(0, "A2W1F1").turned(0, 1, true).offersNot(0, "transmute")
	})
	t.Run("of an eighth energy the owner keeps seven", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 3, Reserve: energy("A4W3")}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			answer(0, "gain:fire").
			asks(0, "keep_energy").
			answer(0, "energy:air x3", "energy:water x3", "energy:fire").
			reserve(0, "A3W3F1")
	})
	t.Run("one energy brings the permission to transmute at the usual rates", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 3, Reserve: energy("A2W1F1")}).
			offersNot(0, "transmute").
			answer(0, "activate:1").
			answer(0, "mode:transmute").
			asks(0, "tokens").offersOnly(0, "energy:air", "energy:water", "energy:fire", "back").
			answer(0, "energy:fire").
			asks(0, "turn").reserve(0, "A2W1").crystals(0, 3).turned(0, 1, true).
			answer(0, "transmute").
			answer(0, "energy:air", "energy:water").
			crystals(0, 8).
			answer(0, "transmute").
			answer(0, "energy:air").
			crystals(0, 11).reserve(0, "")
	})
	t.Run("the permission adds nothing to another one", func(t *testing.T) {
		tree(t, SeatSetup{Reserve: energy("A2")}).
			answer(0, "bonus:transmute").
			use(0, 1).
			answer(0, "transmute").
			answer(0, "energy:air").
			crystals(0, 4)
	})
	t.Run("the permission ends with the turn", func(t *testing.T) {
		tree(t, SeatSetup{Reserve: energy("A2")}, SeatSetup{Reserve: energy("A2")}).
			use(0, 1).
			offers(0, "transmute").
			answer(0, "end").
			asks(1, "turn").offersNot(1, "transmute")
	})
	t.Run("only once a round, so one of the two effects", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 6, Reserve: energy("A2")}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			answer(0, "gain:fire").
			offersNot(0, "activate:1")
	})
	t.Run("two copies can be used one after the other", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 6, Reserve: energy("A1"), Play: inPlayCards(cards.TreeOfLight)}).
			answer(0, "activate:1").
			answer(0, "mode:gain").
			answer(0, "gain:fire").
			answer(0, "activate:2").
			answer(0, "mode:transmute").
			answer(0, "energy:fire").
			offers(0, "transmute").crystals(0, 3).reserve(0, "A1")
	})
	t.Run("only what can be paid is offered", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 2, Reserve: energy("A2W1")}).
			use(0, 1).
			asks(0, "tokens")
		tree(t, SeatSetup{Crystals: 3}).
			use(0, 1).
			asks(0, "gain").crystals(0, 0)
		tree(t, SeatSetup{Crystals: 2}).
			offersNot(0, "activate:1")
	})
	t.Run("crystals that Thieving Fairies take cannot pay", func(t *testing.T) {
		fairies := SeatSetup{Play: inPlayCards(cards.ThievingFairies)}
		tree(t, SeatSetup{Crystals: 3}, fairies).
			offersNot(0, "activate:1")
		tree(t, SeatSetup{Crystals: 4}, fairies).
			use(0, 1).
			asks(0, "gain").crystals(0, 0).crystals(1, 2)
	})
	t.Run("the energy may come from an Amulet of Water", func(t *testing.T) {
		tree(t, SeatSetup{Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W2")}}}).
			use(0, 1).
			tokensOn(0, 2, "W1").
			answer(0, "transmute").
			answer(0, "energy:water@2").
			crystals(0, 2).tokensOn(0, 2, "")
	})
	t.Run("a Hand of Fortune does not lower its price", func(t *testing.T) {
		tree(t, SeatSetup{Crystals: 2, Play: inPlayCards(cards.HandOfFortune)}).
			offersNot(0, "activate:1")
	})
}

func TestCard33ArcanoLeech(t *testing.T) {
	leech := func(n int) SeatSetup {
		s := SeatSetup{}
		for range n {
			s.Play = append(s.Play, PlaySetup{Card: cards.ArcanoLeech})
		}
		return s
	}
	t.Run("costs two, five or eight crystals with two, three or four players", func(t *testing.T) {
		costs(t, nil, 2, cards.ArcanoLeech, "", 2)
		costs(t, nil, 3, cards.ArcanoLeech, "", 5)
		costs(t, nil, 4, cards.ArcanoLeech, "", 8)
	})
	t.Run("an opponent who summons a card gives its owner a crystal first", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 3, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir}}, leech(1)}}).
			answer(0, summonID(cards.AmuletOfAir)).
			crystals(0, 2).crystals(1, 1).gauge(0, 3)
	})
	t.Run("each card costs a crystal again", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 3, Hand: []int{cards.DieOfMalice, cards.GluttonCauldron}}, leech(1)}}).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, summonID(cards.GluttonCauldron)).
			crystals(0, 1).crystals(1, 2)
	})
	t.Run("who cannot pay cannot summon", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir, cards.DieOfMalice}}, leech(1)}}).
			offersNot(0, summonID(cards.AmuletOfAir), summonID(cards.DieOfMalice)).
			refuses(0, game.CodeUnknownOption, summonID(cards.DieOfMalice))
	})
	t.Run("the card's own crystals must be there as well", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 3, Hand: []int{cards.NariaTheProphetess}}, leech(1)}}).
			offersNot(0, summonID(cards.NariaTheProphetess))
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 4, Hand: []int{cards.NariaTheProphetess}}, leech(1)}}).
			answer(0, summonID(cards.NariaTheProphetess)).
			crystals(0, 0).crystals(1, 1)
	})
	t.Run("two copies take two crystals, or nobody gets any", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 1, Hand: []int{cards.DieOfMalice}}, leech(2)}}).
			refuses(0, game.CodeUnknownOption, summonID(cards.DieOfMalice)).
			crystals(0, 1).crystals(1, 0)
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 2, Hand: []int{cards.DieOfMalice}}, leech(2)}}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).crystals(1, 2)
	})
	t.Run("two owners get a crystal each, or neither does", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 1, Hand: []int{cards.DieOfMalice}}, leech(1), leech(1)}}).
			refuses(0, game.CodeUnknownOption, summonID(cards.DieOfMalice)).
			crystals(1, 0).crystals(2, 0)
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 2, Hand: []int{cards.DieOfMalice}}, leech(1), leech(1)}}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).crystals(1, 1).crystals(2, 1)
	})
	t.Run("crystals of a Staff of Spring come too late to pay", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.StaffOfSpring)}, leech(1)}}).
			offersNot(0, summonID(cards.DieOfMalice))
	})
	t.Run("the owner's own summons are free of it", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.ArcanoLeech)}, {}}}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).crystals(1, 0)
	})
	t.Run("two owners pay each other", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Crystals: 1, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.ArcanoLeech)}, leech(1)}}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).crystals(1, 1)
	})
	t.Run("summoning a Leech pays those already in play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 2, Hand: []int{cards.ArcanoLeech}}, leech(1)}}).
			offersNot(0, summonID(cards.ArcanoLeech))
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 3, Hand: []int{cards.ArcanoLeech}}, leech(1)}}).
			answer(0, summonID(cards.ArcanoLeech)).
			crystals(0, 0).crystals(1, 1)
	})
	t.Run("a card summoned for free by a Crystal Orb costs no crystal", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.DieOfMalice}, Seats: []SeatSetup{{Gauge: 2, Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}, leech(1)}}).
			use(0, 1).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 1).crystals(1, 0)
	})
	t.Run("a Divine Chalice costs a crystal, the card it brings does not", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.DieOfMalice, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth}, Seats: []SeatSetup{
			{Gauge: 2, Crystals: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}, leech(1),
		}}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.DieOfMalice)).
			inPlay(0, cards.DivineChalice, cards.DieOfMalice).crystals(0, 0).crystals(1, 1)
	})
}

func TestCard34CrystalOrb(t *testing.T) {
	// orb has card 22 on top of the draw pile, then card 15.
	orb := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.CrystalOrb}}, own.Play...)
		return position(t, Setup{Draw: []int{cards.RunicCubeOfEolis, cards.DieOfMalice}, Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs a fire and an earth", func(t *testing.T) { costs(t, nil, 2, cards.CrystalOrb, "F1E1", 0) })
	t.Run("one of two effects is chosen, and can be taken back", func(t *testing.T) {
		orb(t, SeatSetup{Crystals: 3}).
			answer(0, "activate:1").
			asks(0, "mode").offersOnly(0, "mode:look", "mode:mill", "back").
			answer(0, "back").
			takesBack(0, "activate:1").turned(0, 1, false)
	})
	t.Run("the top card is looked at and put back unchanged", func(t *testing.T) {
		m := orb(t, SeatSetup{Gauge: 2, Crystals: 3, Reserve: energy("A4")}).
			answer(0, "activate:1").
			answer(0, "mode:look").
			asks(0, "orb").offersOnly(0, "return", summonID(cards.RunicCubeOfEolis)).turned(0, 1, true).
			answer(0, "return").
			asks(0, "turn").reserve(0, "A4").crystals(0, 3).inPlay(0, cards.CrystalOrb).turned(0, 1, true).discarded()
		require.Equal(t, []int{22, 15}, topFirst(&m.s.draw)[:2])
	})
	t.Run("only the owner sees the card, everybody that it was put back", func(t *testing.T) {
		m := orb(t, SeatSetup{Gauge: 2, Reserve: energy("A4")}, SeatSetup{}, SeatSetup{}).
			use(0, 1).
			secretly(0, fmt.Sprintf("look seat 0 card %d", cards.CrystalOrb), fmt.Sprintf("seen %d", cards.RunicCubeOfEolis)).
			learnsNot(game.SeatViewer(1), "22").learnsNot(game.Spectator(), "22")
		require.False(t, m.step.Undoable(), "a card has been looked at")
		m.answer(0, "return").
			learns(game.Spectator(), fmt.Sprintf("put_back seat 0 card %d", cards.CrystalOrb)).
			learnsNot(game.Spectator(), "22")
	})
	t.Run("four energies summon the card for free, with its effect", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AmuletOfEarth}, Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A3W2"), Play: inPlayCards(cards.CrystalOrb)}}}).
			use(0, 1).
			answer(0, summonID(cards.AmuletOfEarth)).
			asks(0, "tokens").offersOnly(0, "energy:air", "energy:water").
			refuses(0, game.CodeBadCount, "energy:air x3").
			answer(0, "energy:air x2", "energy:water x2").
			asks(0, "turn").inPlay(0, cards.CrystalOrb, cards.AmuletOfEarth).crystals(0, 9).reserve(0, "A1")
	})
	t.Run("the card's own cost is not paid", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 2, Reserve: energy("A1W1F1E1")}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").inPlay(0, cards.CrystalOrb, cards.RunicCubeOfEolis).reserve(0, "").crystals(0, 0)
	})
	t.Run("energy on an Amulet of Water can pay", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 3, Reserve: energy("A1"), Play: []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W3")}}}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.CrystalOrb, cards.AmuletOfWater, cards.RunicCubeOfEolis).reserve(0, "").tokensOn(0, 2, "")
	})
	t.Run("with fewer than four energies the card can only be put back", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 2, Reserve: energy("A3")}).
			use(0, 1).
			offersOnly(0, "return")
	})
	t.Run("a Hand of Fortune does not lower the four energies", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 3, Reserve: energy("A3"), Play: inPlayCards(cards.HandOfFortune)}).
			use(0, 1).
			offersOnly(0, "return")
	})
	t.Run("with a full gauge the card can only be put back", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 1, Reserve: energy("A4")}).
			use(0, 1).
			offersOnly(0, "return").
			answer(0, "return").
			turned(0, 1, true)
	})
	t.Run("nothing for Arcano Leech, Staff of Spring or Yjang's Forgotten Vase", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 4, Crystals: 1, Reserve: energy("A4"), Play: inPlayCards(cards.StaffOfSpring, cards.YjangsForgottenVase)}, SeatSetup{Play: inPlayCards(cards.ArcanoLeech)}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").crystals(0, 1).crystals(1, 0).reserve(0, "")
	})
	t.Run("three crystals discard the top card, unseen by everybody", func(t *testing.T) {
		m := orb(t, SeatSetup{Crystals: 4}).
			answer(0, "activate:1").
			answer(0, "mode:mill").
			asks(0, "turn").crystals(0, 1).discarded(cards.RunicCubeOfEolis).turned(0, 1, true).
			learns(game.Spectator(), fmt.Sprintf("mill seat 0 card %d", cards.CrystalOrb))
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learnsNot(viewer, "22", "private")
		}
	})
	t.Run("with fewer than three crystals only the look is possible", func(t *testing.T) {
		orb(t, SeatSetup{Crystals: 2}).
			use(0, 1).
			asks(0, "orb").crystals(0, 2)
	})
	t.Run("crystals that Thieving Fairies take cannot pay", func(t *testing.T) {
		fairies := SeatSetup{Play: inPlayCards(cards.ThievingFairies)}
		orb(t, SeatSetup{Crystals: 3}, fairies).
			use(0, 1).
			asks(0, "orb").crystals(0, 2).crystals(1, 2)
		orb(t, SeatSetup{Crystals: 4}, fairies).
			answer(0, "activate:1").
			answer(0, "mode:mill").
			crystals(0, 0).crystals(1, 2).discarded(cards.RunicCubeOfEolis)
	})
	t.Run("only once a round, so one of the two effects", func(t *testing.T) {
		orb(t, SeatSetup{Crystals: 6}).
			answer(0, "activate:1").
			answer(0, "mode:mill").
			offersNot(0, "activate:1")
	})
	t.Run("two copies: one discards the top card, the other looks at the next", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 3, Crystals: 3, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}).
			answer(0, "activate:1").
			answer(0, "mode:mill").
			use(0, 2).
			answer(0, summonID(cards.DieOfMalice)).
			inPlay(0, cards.CrystalOrb, cards.CrystalOrb, cards.DieOfMalice).discarded(cards.RunicCubeOfEolis)
	})
	t.Run("an empty draw pile is made anew from the discard pile first", func(t *testing.T) {
		alone := Setup{Rest: "aside", Discard: []int{cards.AmuletOfEarth}, Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.CrystalOrb)}}}
		m := position(t, alone).
			answer(0, "activate:1").
			answer(0, "mode:look").
			secretly(0, fmt.Sprintf("look seat 0 card %d", cards.CrystalOrb), fmt.Sprintf("seen %d", cards.AmuletOfEarth)).
			answer(0, "return").
			discarded()
		require.Equal(t, []int{3}, topFirst(&m.s.draw))
		m = position(t, alone).
			answer(0, "activate:1").
			answer(0, "mode:mill").
			discarded(cards.AmuletOfEarth)
		require.Empty(t, m.s.draw.list())
	})
	t.Run("cannot be used when no card is left anywhere", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{{Crystals: 9, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}}}).
			offersNot(0, "activate:1")
	})
}
