package seasons

import (
	"testing"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard06StaffOfSpring(t *testing.T) {
	t.Run("costs three earth", func(t *testing.T) { costs(t, nil, 2, cards.StaffOfSpring, "E3", 0) })
	t.Run("gives three crystals for each summon from the hand", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("A2W1F1"),
					Hand:    []int{cards.AmuletOfAir, cards.TemporalBoots},
					Play:    inPlayCards(cards.StaffOfSpring),
				},
			},
		}).
			answer(0, summonID(cards.AmuletOfAir)).
			crystals(0, 3).
			answer(0, summonID(cards.TemporalBoots)).
			crystals(0, 6)
	})
	t.Run("two copies give six", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge: 3,
					Hand:  []int{cards.DieOfMalice},
					Play:  inPlayCards(cards.StaffOfSpring, cards.StaffOfSpring),
				},
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 6)
	})
	t.Run("gives nothing for its own arrival", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.StaffOfSpring}}}}).
			answer(0, summonID(cards.StaffOfSpring)).
			crystals(0, 0)
	})
	t.Run("the first copy gives three for the second", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("E3"),
					Hand:    []int{cards.StaffOfSpring},
					Play:    inPlayCards(cards.StaffOfSpring),
				},
			},
		}).
			answer(0, summonID(cards.StaffOfSpring)).
			crystals(0, 3)
	})
	t.Run("gives nothing for an opponent's summon", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Hand: []int{cards.DieOfMalice}},
				{Gauge: 1, Play: inPlayCards(cards.StaffOfSpring)},
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			crystals(0, 0).
			crystals(1, 0)
	})
	t.Run("its crystals cannot pay for that summon", func(t *testing.T) {
		// Naria costs three crystals.
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge:    2,
						Crystals: 2,
						Hand:     []int{cards.NariaTheProphetess},
						Play:     inPlayCards(cards.StaffOfSpring),
					},
				},
			},
		).
			offersNot(0, summonID(cards.NariaTheProphetess))
	})
	t.Run("its crystals cannot pay the toll of that summon", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge: 2,
				Hand:  []int{cards.DieOfMalice},
				Play:  inPlayCards(cards.StaffOfSpring),
			},
			{Gauge: 1, Play: inPlayCards(cards.ArcanoLeech)},
		}}).offersNot(0, summonID(cards.DieOfMalice))
	})
	t.Run("its crystals come before the effect of the card summoned", func(t *testing.T) {
		// Sid Nightshade takes crystals only if each opponent has fewer.
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:    2,
				Crystals: 8,
				Reserve:  energy("E1"),
				Hand:     []int{cards.SidNightshade},
				Play:     inPlayCards(cards.StaffOfSpring),
			},
			{Crystals: 10},
		}}).
			answer(0, summonID(cards.SidNightshade)).
			crystals(0, 16).
			crystals(1, 5)
	})
	t.Run("gives nothing for a card of a Divine Chalice", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.RunicCubeOfEolis, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer,
			},
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("A1W1F1E1"),
					Hand:    []int{cards.DivineChalice},
					Play:    inPlayCards(cards.StaffOfSpring),
				},
			},
		}).
			answer(0, summonID(cards.DivineChalice)).
			crystals(0, 3).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.StaffOfSpring, cards.DivineChalice, cards.RunicCubeOfEolis).
			crystals(0, 3)
	})
	t.Run("gives nothing for a card of a Crystal Orb", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.RunicCubeOfEolis},
			Seats: []SeatSetup{
				{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(cards.StaffOfSpring, cards.CrystalOrb)},
			},
		}).
			use(0, 2).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.StaffOfSpring, cards.CrystalOrb, cards.RunicCubeOfEolis).
			crystals(0, 0)
	})
	t.Run("gives nothing for a card of a Potion of Dreams", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge: 2,
					Hand:  []int{cards.RunicCubeOfEolis},
					Play:  inPlayCards(cards.StaffOfSpring, cards.PotionOfDreams),
				},
			},
		}).
			answer(0, "activate:2").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.StaffOfSpring, cards.RunicCubeOfEolis).
			crystals(0, 0)
	})
}

func TestCard30YjangsForgottenVase(t *testing.T) {
	t.Run(
		"costs a water, a fire and an earth",
		func(t *testing.T) { costs(t, nil, 2, cards.YjangsForgottenVase, "W1F1E1", 0) },
	)
	t.Run("gives an energy of choice for each card summoned", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("A2"),
					Hand:    []int{cards.AmuletOfAir, cards.DieOfMalice},
					Play:    inPlayCards(cards.YjangsForgottenVase),
				},
			},
		}).
			answer(0, summonID(cards.AmuletOfAir)).
			asks(0, "gain").
			offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).
			answer(0, "gain:fire").
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "gain:earth").
			asks(0, "turn").
			reserve(0, "F1E1")
	})
	t.Run("gives nothing on its own arrival", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F1E1"), Hand: []int{cards.YjangsForgottenVase}}},
		}).
			answer(0, summonID(cards.YjangsForgottenVase)).
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("the first copy gives for the second", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("W1F1E1"),
					Hand:    []int{cards.YjangsForgottenVase},
					Play:    inPlayCards(cards.YjangsForgottenVase),
				},
			},
		}).
			answer(0, summonID(cards.YjangsForgottenVase)).
			answer(0, "gain:air").
			asks(0, "turn").
			reserve(0, "A1")
	})
	t.Run("two copies give two", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge: 3,
					Hand:  []int{cards.DieOfMalice},
					Play:  inPlayCards(cards.YjangsForgottenVase, cards.YjangsForgottenVase),
				},
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "gain:air").
			asks(0, "gain").
			answer(0, "gain:earth").
			asks(0, "turn").
			reserve(0, "A1E1")
	})
	t.Run("the energy comes before the card's own effect", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.YjangsForgottenVase)},
			},
		}).
			answer(0, summonID(cards.TemporalBoots)).
			asks(0, "gain").
			inPlay(0, cards.YjangsForgottenVase, cards.TemporalBoots).
			answer(0, "gain:air").
			asks(0, "move").
			reserve(0, "A1")
	})
	t.Run("the energy cannot pay for the card that brings it", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{
					{
						Gauge:   2,
						Reserve: energy("A1"),
						Hand:    []int{cards.AmuletOfAir},
						Play:    inPlayCards(cards.YjangsForgottenVase),
					},
				},
			},
		).
			offersNot(0, summonID(cards.AmuletOfAir))
	})
	t.Run("of an eighth energy the owner keeps seven before the card's own effect", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("A4W3"),
					Hand:    []int{cards.TemporalBoots},
					Play:    inPlayCards(cards.YjangsForgottenVase),
				},
			},
		}).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "gain:fire").
			asks(0, "lose_energy").
			keeps(0, "energy:air x4", "energy:water x2", "energy:fire").
			asks(0, "move").
			reserve(0, "A4W2F1")
	})
	t.Run("a Bespelled Grimoire just summoned already holds the energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   4,
				Reserve: energy("W1E1A5"),
				Hand:    []int{cards.BespelledGrimoire},
				Play: []PlaySetup{
					{Card: cards.YjangsForgottenVase},
					{Card: cards.YjangsForgottenVase},
					{Card: cards.AmuletOfWater, Tokens: energy("W1E1")},
				},
			},
		}}).
			answer(0, summonID(cards.BespelledGrimoire)).
			answer(0, "energy:water@3", "energy:earth@3").
			answer(0, "gain:fire").
			asks(0, "gain").
			reserve(0, "A5W1F1E1")
	})
	t.Run("gives nothing for a card summoned for free", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.RunicCubeOfEolis},
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("A4"),
					Play:    inPlayCards(cards.CrystalOrb, cards.YjangsForgottenVase),
				},
			},
		}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("gives for a Divine Chalice but not for the card it brings", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
			Seats: []SeatSetup{
				{
					Gauge:   3,
					Reserve: energy("A1W1F1E1"),
					Hand:    []int{cards.DivineChalice},
					Play:    inPlayCards(cards.YjangsForgottenVase),
				},
			},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, "gain:air").
			asks(0, "pick_summon").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			reserve(0, "A1")
	})
	t.Run("gives nothing when another player summons", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Hand: []int{cards.DieOfMalice}},
				{Play: inPlayCards(cards.YjangsForgottenVase)},
			},
		}).
			answer(0, summonID(cards.DieOfMalice)).
			asks(0, "turn").
			reserve(1, "")
	})
}
