package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard09DivineChalice(t *testing.T) {
	owner, opponent, spectator := game.SeatViewer(0), game.SeatViewer(1), game.Spectator()
	four := []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental}
	summoned := func(t *testing.T, setup Setup, seats ...SeatSetup) *scenario {
		setup.Seats = seats
		return position(t, setup).answer(0, summonID(cards.DivineChalice))
	}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.DivineChalice, "A1W1F1E1", 0) })
	t.Run("draws four, summons one for free, three are discarded", func(t *testing.T) {
		summoned(t, Setup{Draw: four}, chalice(2)).
			asks(0, "pick_summon").
			offersOnly(
				0, cardID(cards.AmuletOfEarth), cardID(cards.WondrousChest), cardID(cards.RunicCubeOfEolis),
				cardID(cards.AirElemental),
			).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.DivineChalice, cards.RunicCubeOfEolis).
			crystals(0, 0).
			hand(0).
			discardedAnyOrder(cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental).
			asks(0, "turn")
	})
	t.Run("one must be summoned", func(t *testing.T) {
		summoned(t, Setup{Draw: four}, chalice(2)).
			refuses(0, game.CodeBadCount).
			refuses(0, game.CodeBadCount, cardID(cards.AmuletOfEarth), cardID(cards.WondrousChest))
	})
	t.Run("the summoned card has its effect in full", func(t *testing.T) {
		summoned(t, Setup{Draw: four}, chalice(2)).
			answer(0, cardID(cards.AmuletOfEarth)).
			crystals(0, 9)
	})
	t.Run("two equal cards drawn are one option", func(t *testing.T) {
		summoned(
			t,
			Setup{
				Draw: []int{cards.AmuletOfEarth, cards.WondrousChest, cards.AmuletOfEarth, cards.WondrousChest},
			},
			chalice(2),
		).
			offersOnly(0, cardID(cards.AmuletOfEarth), cardID(cards.WondrousChest)).
			answer(0, cardID(cards.WondrousChest)).
			inPlay(0, cards.DivineChalice, cards.WondrousChest).
			discardedAnyOrder(cards.AmuletOfEarth, cards.AmuletOfEarth, cards.WondrousChest)
	})
	t.Run("only the owner sees what it chooses from", func(t *testing.T) {
		m := summoned(t, Setup{Draw: four}, chalice(2)).
			learns(
				owner,
				fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.DivineChalice, cards.RunicCubeOfEolis),
				fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.DivineChalice, cards.AirElemental),
			)
		require.Equal(t, 4, len(m.private(0).Held))
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(other, fmt.Sprintf("draw seat 0 card %d", cards.DivineChalice)).
				learnsNot(other, "drawn", "private")
		}
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 4, m.public(0).Held)
		require.Equal(t, "pick_summon", m.public(0).Asked)
		require.False(t, m.step.Undoable())
	})
	t.Run("everybody sees the card summoned, nobody else those discarded", func(t *testing.T) {
		m := summoned(t, Setup{Draw: four}, chalice(2)).answer(0, cardID(cards.RunicCubeOfEolis)).
			learns(
				owner,
				fmt.Sprintf("discard seat 0 card %d private discarded %d", cards.DivineChalice, cards.AirElemental),
			)
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(
				other,
				fmt.Sprintf("summon seat 0 card %d id 2 free 1 by %d", cards.RunicCubeOfEolis, cards.DivineChalice),
				fmt.Sprintf("discard seat 0 card %d", cards.DivineChalice),
			).
				learnsNot(other, "discarded", "private")
		}
		require.Equal(t, 22, m.public(0).Play.Get("c2").Card)
	})
	t.Run("without a free place all four are discarded unchosen, seen by the owner alone", func(t *testing.T) {
		m := summoned(t, Setup{Draw: four}, chalice(1)).
			asks(0, "turn").inPlay(0, cards.DivineChalice).
			discardedAnyOrder(cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental).
			learns(
				owner,
				fmt.Sprintf("draw seat 0 card %d private drawn %d", cards.DivineChalice, cards.RunicCubeOfEolis),
				fmt.Sprintf("discard seat 0 card %d private discarded %d", cards.DivineChalice, cards.RunicCubeOfEolis),
			)
		for _, other := range []game.Viewer{opponent, spectator} {
			m.learns(
				other,
				fmt.Sprintf("draw seat 0 card %d", cards.DivineChalice),
				fmt.Sprintf("discard seat 0 card %d", cards.DivineChalice),
			).
				learnsNot(other, "drawn", "discarded", "private")
		}
	})
	t.Run("gauge that a drawn card would give does not make room for it", func(t *testing.T) {
		summoned(
			t,
			Setup{
				Draw: []int{
					cards.AmuletOfAir, cards.AmuletOfAir, cards.CursedTreatiseOfArus,
					cards.CursedTreatiseOfArus,
				},
			},
			chalice(1),
		).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice).
			gauge(0, 1)
	})
	t.Run("the draw goes on across a reshuffle", func(t *testing.T) {
		summoned(
			t,
			Setup{
				Draw:    []int{cards.RunicCubeOfEolis},
				Discard: []int{cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
				Rest:    "aside",
			},
			chalice(2),
		).
			offersOnly(
				0, cardID(cards.AmuletOfEarth), cardID(cards.WondrousChest), cardID(cards.RunicCubeOfEolis),
				cardID(cards.AirElemental),
			)
	})
	t.Run("with fewer cards one of them is summoned", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth}, Rest: "aside"}, chalice(2)).
			offersOnly(0, cardID(cards.AmuletOfEarth), cardID(cards.RunicCubeOfEolis)).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.DivineChalice, cards.RunicCubeOfEolis).
			discarded(cards.AmuletOfEarth)
	})
	t.Run("a single card is summoned", func(t *testing.T) {
		summoned(t, Setup{Draw: []int{cards.AmuletOfEarth}, Rest: "aside"}, chalice(2)).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice, cards.AmuletOfEarth).
			crystals(0, 9).
			discarded()
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		summoned(t, Setup{Rest: "aside"}, chalice(2)).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice)
	})
}

func TestCard09DivineChaliceFreeSummon(t *testing.T) {
	t.Run("an Arcano Leech takes its toll for the Chalice only", func(t *testing.T) {
		seat := chalice(2)
		seat.Crystals = 5
		position(t, Setup{
			Draw:  []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{seat, {Gauge: 1, Play: inPlayCards(cards.ArcanoLeech)}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			crystals(0, 4).
			crystals(1, 1).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			crystals(0, 4).
			crystals(1, 1)
	})
	t.Run("a free card needs no crystals for a Leech", func(t *testing.T) {
		seat := chalice(2)
		seat.Crystals = 1
		position(t, Setup{
			Draw:  []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{seat, {Gauge: 1, Play: inPlayCards(cards.ArcanoLeech)}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			crystals(0, 0).
			inPlay(0, cards.DivineChalice, cards.RunicCubeOfEolis)
	})
	t.Run("Yjang's Forgotten Vase answers the Chalice only", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{chalice(3, cards.YjangsForgottenVase)},
		}).
			answer(0, summonID(cards.DivineChalice)).
			asks(0, "gain").
			answer(0, "gain:air").
			asks(0, "pick_summon").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			reserve(0, "A1")
	})
	t.Run("the other cards are in the discard pile before the new card acts", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.AmuletOfFire, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Rest:  "aside",
			Seats: []SeatSetup{chalice(2)},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.AmuletOfFire)).
			asks(0, "pick_card").
			offersOnly(0, cardID(cards.AmuletOfEarth), cardID(cards.WondrousChest), cardID(cards.AirElemental))
	})
	t.Run("a second Chalice draws again and needs a further place", func(t *testing.T) {
		draw := []int{
			cards.DivineChalice, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental,
			cards.RunicCubeOfEolis, cards.BeggarsHorn, cards.KairnTheDestroyer, cards.RagfieldsHelm,
		}
		position(t, Setup{Draw: draw, Seats: []SeatSetup{chalice(3)}}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "pick_summon").
			offersOnly(
				0, cardID(cards.BeggarsHorn), cardID(cards.KairnTheDestroyer), cardID(cards.RagfieldsHelm),
				cardID(cards.RunicCubeOfEolis),
			).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.DivineChalice, cards.DivineChalice, cards.RunicCubeOfEolis).
			discardedAnyOrder(
				cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental, cards.BeggarsHorn,
				cards.KairnTheDestroyer, cards.RagfieldsHelm,
			)
		position(t, Setup{Draw: draw, Seats: []SeatSetup{chalice(2)}}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice, cards.DivineChalice).
			discardedAnyOrder(
				cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental, cards.RunicCubeOfEolis,
				cards.BeggarsHorn, cards.KairnTheDestroyer, cards.RagfieldsHelm,
			)
	})
	t.Run("a second Chalice may reshuffle what the first discarded", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.DivineChalice, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Rest:  "aside",
			Seats: []SeatSetup{chalice(3)},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "pick_summon").
			offersOnly(0, cardID(cards.AmuletOfEarth), cardID(cards.WondrousChest), cardID(cards.AirElemental)).
			answer(0, cardID(cards.AmuletOfEarth)).
			inPlay(0, cards.DivineChalice, cards.DivineChalice, cards.AmuletOfEarth).
			crystals(0, 9)
	})
	t.Run("gauge from the summoned card serves later summons only", func(t *testing.T) {
		seat := chalice(2)
		seat.Hand = []int{cards.DivineChalice, cards.DieOfMalice}
		position(t, Setup{
			Draw:  []int{cards.AmuletOfAir, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{seat},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.AmuletOfAir)).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice, cards.AmuletOfAir).
			gauge(0, 4).
			offers(0, summonID(cards.DieOfMalice))
	})
	t.Run("a Bespelled Grimoire raises the limit before its gain", func(t *testing.T) {
		seat := SeatSetup{
			Gauge:   9,
			Reserve: energy("F7"),
			Hand:    []int{cards.DivineChalice},
			Play:    waterAmulets("A1W1F1E1"),
		}
		position(t, Setup{
			Draw:  []int{cards.BespelledGrimoire, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{seat},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, "energy:air@1", "energy:water@1", "energy:fire@1", "energy:earth@1").
			answer(0, cardID(cards.BespelledGrimoire)).
			asks(0, "gain").
			answer(0, "gain:air x2").
			asks(0, "turn").
			reserve(0, "A2F7")
	})
	t.Run("a Vampiric Crown draws from the piles as they are then", func(t *testing.T) {
		// The hand is empty, so the Crown can only draw. The drawn Helm has 10 points.
		position(t, Setup{
			Draw: []int{
				cards.VampiricCrown, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental,
				cards.RagfieldsHelm,
			},
			Seats: []SeatSetup{chalice(2)},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.VampiricCrown)).
			hand(0, cards.RagfieldsHelm).
			asks(0, "gain").
			answer(0, "gain:air x7").
			reserve(0, "A7")
	})
	t.Run("Amsug may take the Chalice back", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.AmsugLongneck, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{chalice(2)},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.AmsugLongneck)).
			inPlay(0, cards.AmsugLongneck).
			hand(0, cards.DivineChalice).
			asks(0, "turn")
	})
	t.Run("an Elemental Amulet has all four effects", func(t *testing.T) {
		seat := chalice(2)
		seat.Hand = []int{cards.DivineChalice, cards.BeggarsHorn}
		position(t, Setup{
			Draw: []int{
				cards.ElementalAmulet, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental,
				cards.RunicCubeOfEolis,
			},
			Seats: []SeatSetup{seat},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.ElementalAmulet)).
			asks(0, "gain").
			answer(0, "gain:fire x2").
			crystals(0, 5).
			asks(0, "element_first").
			answer(0, "element:fire").
			hand(0, cards.BeggarsHorn, cards.RunicCubeOfEolis).
			asks(0, "hand_card").
			answer(0, cardID(cards.BeggarsHorn)).
			hand(0, cards.RunicCubeOfEolis).
			reserve(0, "F2").
			asks(0, "turn")
	})
	t.Run("summoned by a Potion of Dreams it needs a further free place", func(t *testing.T) {
		seat := SeatSetup{Gauge: 2, Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.PotionOfDreams)}
		position(t, Setup{
			Draw:  []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{seat},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "pick_summon").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.DivineChalice, cards.RunicCubeOfEolis)
		seat.Gauge = 1
		position(t, Setup{
			Draw:  []int{cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental},
			Seats: []SeatSetup{seat},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice).
			discardedAnyOrder(
				cards.PotionOfDreams, cards.RunicCubeOfEolis, cards.AmuletOfEarth, cards.WondrousChest,
				cards.AirElemental,
			)
	})
}

func TestCard24PotionOfDreams(t *testing.T) {
	t.Run("costs two air", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfDreams, "A2", 0) })
	t.Run("is sacrificed with the whole reserve to summon a card from the hand for free", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("A1W2F3E1"),
				Hand:    []int{cards.AmuletOfEarth, cards.RunicCubeOfEolis},
				Play:    inPlayCards(cards.PotionOfDreams),
			},
		}}).
			answer(0, "activate:1").
			asks(0, "hand_card").
			offersOnly(0, cardID(cards.AmuletOfEarth), cardID(cards.RunicCubeOfEolis), "back").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			inPlay(0, cards.RunicCubeOfEolis).
			hand(0, cards.AmuletOfEarth).
			reserve(0, "").
			crystals(0, 0).
			discarded(cards.PotionOfDreams)
	})
	t.Run("the effect of the card takes place", func(t *testing.T) {
		useDreamsFor(t, cards.OlafsBlessedStatue, SeatSetup{Gauge: 1, Play: inPlayCards(cards.PotionOfDreams)}).
			asks(0, "turn").
			inPlay(0, cards.OlafsBlessedStatue).
			crystals(0, 20).
			hand(0)
	})
	t.Run("can be taken back until the card is named, and nobody sees that it was declared", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   1,
					Reserve: energy("W2"),
					Hand:    []int{cards.AmuletOfEarth, cards.OlafsBlessedStatue},
					Play:    inPlayCards(cards.PotionOfDreams),
				},
			},
		}).
			takesBack(0, "activate:1").turned(0, 1, false).reserve(0, "W2").
			hand(0, cards.AmuletOfEarth, cards.OlafsBlessedStatue)
		m.answer(0, "activate:1")
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
	})
	t.Run("needs a card in hand", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Play: inPlayCards(cards.PotionOfDreams)}}}).
			offersNot(0, "activate:1")
	})
	t.Run("may be used without energy", func(t *testing.T) {
		useDreamsFor(t, cards.AmuletOfEarth, SeatSetup{Gauge: 1, Play: inPlayCards(cards.PotionOfDreams)}).
			inPlay(0, cards.AmuletOfEarth).
			crystals(0, 9)
	})
	t.Run("its own place is free for the card", func(t *testing.T) {
		useDreamsFor(
			t,
			cards.AmuletOfEarth,
			SeatSetup{Gauge: 2, Play: inPlayCards(cards.PotionOfDreams, cards.RunicCubeOfEolis)},
		).
			inPlay(0, cards.RunicCubeOfEolis, cards.AmuletOfEarth)
	})
	t.Run("needs a gauge high enough once it has left", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge: 1,
						Hand:  []int{cards.AmuletOfEarth},
						Play:  inPlayCards(cards.PotionOfDreams, cards.RunicCubeOfEolis),
					},
				},
			},
		).
			offersNot(0, "activate:1")
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Gauge: 0, Hand: []int{cards.AmuletOfEarth}, Play: inPlayCards(cards.PotionOfDreams)},
				},
			},
		).
			offersNot(0, "activate:1")
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		useDreamsFor(t, cards.AmuletOfEarth, SeatSetup{Gauge: 3, Reserve: energy("E2"), Play: []PlaySetup{
			{
				Card: cards.PotionOfDreams,
			},
			{Card: cards.AmuletOfWater, Tokens: energy("W3A1")},
			{Card: cards.GluttonCauldron, Tokens: energy("F2")},
		}}).
			reserve(0, "").
			tokensOn(0, 2, "W3A1").
			tokensOn(0, 3, "F2")
	})
	t.Run("energy on a Bespelled Grimoire is discarded", func(t *testing.T) {
		useDreamsFor(t, cards.AmuletOfEarth, SeatSetup{
			Gauge:   2,
			Reserve: energy("E5W5"),
			Play:    inPlayCards(cards.PotionOfDreams, cards.BespelledGrimoire),
		}).
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("no crystal for an Arcano Leech", func(t *testing.T) {
		useDreamsFor(
			t,
			cards.RunicCubeOfEolis,
			SeatSetup{Gauge: 1, Crystals: 1, Play: inPlayCards(cards.PotionOfDreams)},
			SeatSetup{Play: inPlayCards(cards.ArcanoLeech)},
		).
			crystals(0, 1).
			crystals(1, 0).
			inPlay(0, cards.RunicCubeOfEolis)
	})
	t.Run("nothing from a Staff of Spring or Yjang's Forgotten Vase", func(t *testing.T) {
		useDreamsFor(t, cards.RunicCubeOfEolis, SeatSetup{
			Gauge: 3,
			Play:  inPlayCards(cards.PotionOfDreams, cards.StaffOfSpring, cards.YjangsForgottenVase),
		}).
			asks(0, "turn").
			crystals(0, 0).
			reserve(0, "")
	})
	t.Run("a Divine Chalice then draws four cards and needs another free place", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.BalanceOfIshtar},
			Seats: []SeatSetup{
				{Gauge: 2, Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.PotionOfDreams)},
			},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "pick_summon").
			offersOnly(
				0, cardID(cards.AmuletOfAir), cardID(cards.AmuletOfFire), cardID(cards.AmuletOfEarth),
				cardID(cards.BalanceOfIshtar),
			).
			answer(0, cardID(cards.AmuletOfEarth)).
			inPlay(0, cards.DivineChalice, cards.AmuletOfEarth).
			crystals(0, 9).
			discardedAnyOrder(
				cards.PotionOfDreams, cards.AmuletOfAir, cards.AmuletOfFire, cards.BalanceOfIshtar,
			)
	})
	t.Run("without another free place the cards of the Chalice are discarded", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth, cards.BalanceOfIshtar},
			Seats: []SeatSetup{
				{Gauge: 1, Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.PotionOfDreams)},
			},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.DivineChalice)).
			asks(0, "turn").
			inPlay(0, cards.DivineChalice).
			discardedAnyOrder(
				cards.PotionOfDreams, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth,
				cards.BalanceOfIshtar,
			)
	})
	t.Run("the reserve is gone before the card's own gain", func(t *testing.T) {
		useDreamsFor(
			t,
			cards.BespelledGrimoire,
			SeatSetup{Gauge: 1, Reserve: energy("A7"), Play: inPlayCards(cards.PotionOfDreams)},
		).
			asks(0, "gain").
			reserve(0, "").
			answer(0, "gain:fire x2").
			asks(0, "turn").
			reserve(0, "F2")
	})
	t.Run("a second potion summoned by the first can be used at once", func(t *testing.T) {
		useDreamsFor(
			t,
			cards.PotionOfDreams,
			SeatSetup{Gauge: 1, Hand: []int{cards.OlafsBlessedStatue}, Play: inPlayCards(cards.PotionOfDreams)},
		).
			answer(0, "activate:2").
			answer(0, cardID(cards.OlafsBlessedStatue)).
			inPlay(0, cards.OlafsBlessedStatue).
			crystals(0, 20).
			discarded(cards.PotionOfDreams, cards.PotionOfDreams)
	})
}
