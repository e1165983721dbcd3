package seasons

import (
	"testing"

	cards "archmage/internal/cards/seasons"
)

// These tests check the table in docs/decisions.md that says which questions with only one answer
// are asked.

func TestFirstQuestionOfADeclarationIsAlwaysAsked(t *testing.T) {
	with := func(crystals int, reserve string, play ...int) Setup {
		return Setup{Seats: []SeatSetup{{Crystals: crystals, Reserve: energy(reserve), Play: inPlayCards(play...)}}}
	}
	for name, test := range map[string]struct {
		setup        Setup
		action, kind string
		only         string
	}{
		"Crystal Orb that can only look": {
			setup:  with(2, "", cards.CrystalOrb),
			action: "activate:1",
			kind:   "mode",
			only:   "mode:look",
		},
		"Tree of Light that only crystals can pay": {
			setup:  with(3, "", cards.TreeOfLight),
			action: "activate:1",
			kind:   "mode",
			only:   "mode:gain",
		},
		"Tree of Light that only a token can pay": {
			setup:  with(2, "A1", cards.TreeOfLight),
			action: "activate:1",
			kind:   "mode",
			only:   "mode:transmute",
		},
		"Glutton Cauldron with tokens of one kind": {
			setup:  with(0, "F3", cards.GluttonCauldron),
			action: "activate:1",
			kind:   "tokens",
			only:   "energy:fire",
		},
		"Damned Soul with one token that can pay": {
			setup:  with(0, "W1F1", cards.DamnedSoulOfOnys),
			action: "activate:1",
			kind:   "tokens",
			only:   "energy:water",
		},
		"Kairn with one token": {
			setup:  with(0, "A1", cards.KairnTheDestroyer),
			action: "activate:1",
			kind:   "tokens",
			only:   "energy:air",
		},
		"Balance of Ishtar with one kind": {
			setup:  with(0, "A4", cards.BalanceOfIshtar),
			action: "activate:1",
			kind:   "energy",
			only:   "kind:air",
		},
		"Mirror of the Seasons with one kind": {
			setup:  with(1, "A4", cards.MirrorOfTheSeasons),
			action: "activate:1",
			kind:   "energy",
			only:   "kind:air",
		},
		"Necrotic Kriss with one familiar": {
			setup:  with(0, "", cards.NecroticKriss, cards.AirElemental),
			action: "activate:1",
			kind:   "familiar",
			only:   "play:2",
		},
		"the bonus of exchange with one kind of tokens": {
			setup:  with(0, "A2"),
			action: "bonus:exchange",
			kind:   "tokens",
			only:   "energy:air",
		},
		"transmuting one token": {
			setup:  with(0, "A1"),
			action: "transmute",
			kind:   "transmute",
			only:   "energy:air",
		},
		"naming the cost of an Elemental Amulet": {
			setup:  Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1"), Hand: []int{cards.ElementalAmulet}}}},
			action: summonID(cards.ElementalAmulet),
			kind:   "elements",
			only:   "element:air",
		},
		"Potion of Dreams with one card in hand": {
			setup: Setup{Seats: []SeatSetup{{
				Gauge: 1, Hand: []int{cards.StaffOfSpring}, Play: inPlayCards(cards.PotionOfDreams),
			}}},
			action: "activate:1",
			kind:   "hand_card",
			only:   cardID(cards.StaffOfSpring),
		},
	} {
		t.Run(name, func(t *testing.T) {
			position(t, test.setup).
				takesBack(0, test.action).
				answer(0, test.action).
				asks(0, test.kind).
				offersOnly(0, test.only, "back")
		})
	}
	t.Run("Dragon Skull with three cards", func(t *testing.T) {
		position(t, with(0, "", cards.DragonSkull, cards.StaffOfSpring, cards.PurseOfIo)).
			takesBack(0, "activate:1").
			answer(0, "activate:1").
			asks(0, "own_cards").
			offersOnly(0, "play:1", "play:2", "play:3", "back")
	})
}

func TestLaterQuestionsOfADeclarationAreSkippedWithOneAnswer(t *testing.T) {
	t.Run("tokens of one kind for a Balance of Ishtar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A4W1"), Play: inPlayCards(cards.BalanceOfIshtar)}}}).
			answer(0, "activate:1").
			answer(0, "kind:air").
			asks(0, "turn").
			crystals(0, 12)
	})
	t.Run("the token for a Tree of Light", func(t *testing.T) {
		position(t, Setup{
			Dice:  dice(5, 5, 5),
			Seats: []SeatSetup{{Reserve: energy("A1"), Play: inPlayCards(cards.TreeOfLight)}},
		}).
			answer(0, "activate:1").
			answer(0, "mode:transmute").
			asks(0, "turn").
			reserve(0, "")
	})
}

// The player confirms the price by summoning the card.
func TestPriceWithOneAnswerIsNotAsked(t *testing.T) {
	position(t, Setup{
		Seats: []SeatSetup{
			{
				Gauge:   3,
				Reserve: energy("A1E1"),
				Hand:    []int{cards.AmuletOfAir, cards.BeggarsHorn},
				Play:    inPlayCards(cards.HandOfFortune),
			},
		},
	}).
		answer(0, summonID(cards.BeggarsHorn)).
		asks(0, "waive").
		answer(0, "back").
		answer(0, summonID(cards.AmuletOfAir)).
		asks(0, "turn").
		reserve(0, "E1")
}

func TestForcedQuestionsAreSkippedWithOneAnswer(t *testing.T) {
	t.Run("the one card in play for Syllas", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
				{Play: inPlayCards(cards.PurseOfIo)},
			},
		}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			asks(0, "turn").
			inPlay(1)
	})
	t.Run("the one card in hand for a Vampiric Crown, but not two of a kind", func(t *testing.T) {
		crown := func(hand ...int) *scenario {
			return position(t, Setup{
				Seats: []SeatSetup{
					{Gauge: 1, Reserve: energy("A1W1"), Hand: append(hand, cards.VampiricCrown)},
				},
			}).
				answer(0, summonID(cards.VampiricCrown)).answer(0, "mode:discard")
		}
		crown(cards.PurseOfIo).
			asks(0, "gain").
			discarded(cards.PurseOfIo)
		crown(cards.PurseOfIo, cards.PurseOfIo).
			asks(0, "hand_card").
			offersOnly(0, cardID(cards.PurseOfIo))
	})
	t.Run("but the card that a Crystal Orb looks at is always shown", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.CrystalOrb)}}}).
			answer(0, "activate:1").
			answer(0, "mode:look").
			asks(0, "orb").
			offersOnly(0, "return")
	})
}

func TestOrderIsAskedOnlyWhereItMatters(t *testing.T) {
	round := func(mine, other SeatSetup) *scenario {
		return position(t, Setup{Active: seat(1), Seats: []SeatSetup{mine, other}}).answer(1, "end")
	}
	soul := func(crystals int, reserve string, card int) SeatSetup {
		return SeatSetup{Crystals: crystals, Reserve: energy(reserve), Play: inPlayCards(cards.DamnedSoulOfOnys, card)}
	}
	round(soul(2, "A4", cards.WondrousChest), SeatSetup{}).asks(0, "order")
	round(soul(3, "A4", cards.WondrousChest), SeatSetup{}).
		asks(1, "die").
		crystals(0, 3)
	round(soul(2, "A3", cards.WondrousChest), SeatSetup{}).
		asks(1, "die").
		crystals(0, 0)
	round(soul(2, "", cards.TitusDeepgaze), SeatSetup{Crystals: 1}).asks(0, "order")
	round(soul(2, "", cards.TitusDeepgaze), SeatSetup{}).
		asks(1, "die").
		crystals(0, 0)
	round(soul(2, "", cards.BeggarsHorn), SeatSetup{}).asks(0, "gain")
}
