package seasons

import (
	"testing"

	cards "archmage/internal/cards/seasons"
)

func TestCard28ScepterOfGreatness(t *testing.T) {
	summon := func(t *testing.T, play []PlaySetup, rest ...SeatSetup) *scenario {
		t.Helper()
		own := SeatSetup{Gauge: 9, Reserve: energy("A1W1F1E1"), Hand: []int{cards.ScepterOfGreatness}, Play: play}
		return position(t, Setup{Seats: append([]SeatSetup{own}, rest...)}).
			answer(0, summonID(cards.ScepterOfGreatness))
	}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.ScepterOfGreatness, "A1W1F1E1", 0) })
	t.Run("gives three crystals for each other magic item in play", func(t *testing.T) {
		summon(t, inPlayCards(cards.AmuletOfAir, cards.RunicCubeOfEolis, cards.PotionOfPower)).
			crystals(0, 9).
			reserve(0, "")
	})
	t.Run("gives nothing for itself", func(t *testing.T) {
		summon(t, nil).crystals(0, 0)
	})
	t.Run("gives nothing for familiars", func(t *testing.T) {
		summon(t, inPlayCards(cards.SyllasTheFaithful, cards.KairnTheDestroyer, cards.RunicCubeOfEolis)).crystals(0, 3)
	})
	t.Run("gives nothing for the items of other players", func(t *testing.T) {
		summon(
			t,
			inPlayCards(cards.RunicCubeOfEolis),
			SeatSetup{Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth)},
		).
			crystals(0, 3).
			crystals(1, 0)
	})
	t.Run("counts a turned item", func(t *testing.T) {
		summon(t, []PlaySetup{{Card: cards.BalanceOfIshtar, Turned: true}}).crystals(0, 3)
	})
	t.Run("a second Scepter counts the first", func(t *testing.T) {
		summon(t, inPlayCards(cards.ScepterOfGreatness)).crystals(0, 3)
	})
	t.Run("summoned by a Divine Chalice it counts the Chalice", func(t *testing.T) {
		position(
			t,
			Setup{
				Draw:  []int{cards.ScepterOfGreatness, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
				Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
			},
		).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.ScepterOfGreatness)).
			crystals(0, 3)
	})
	t.Run("summoned by a Potion of Dreams it does not count the potion", func(t *testing.T) {
		useDreamsFor(t, 28, SeatSetup{Gauge: 1, Play: inPlayCards(cards.PotionOfDreams)}).
			crystals(0, 0)
	})
}

func TestCard29OlafsBlessedStatue(t *testing.T) {
	t.Run("costs three water", func(t *testing.T) { costs(t, nil, 2, cards.OlafsBlessedStatue, "W3", 0) })
	t.Run("gives twenty crystals", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Gauge: 1, Crystals: 4, Reserve: energy("W3"), Hand: []int{cards.OlafsBlessedStatue}},
			},
		}).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			crystals(0, 24).
			reserve(0, "")
	})
	t.Run("gives them also when it is summoned for free", func(t *testing.T) {
		position(
			t,
			Setup{
				Draw:  []int{cards.OlafsBlessedStatue},
				Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}},
			},
		).
			use(0, 1).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			crystals(0, 20)
	})
	t.Run("is summoned a second time for twenty more", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("W6"),
					Hand:    []int{cards.OlafsBlessedStatue, cards.OlafsBlessedStatue},
				},
			},
		}).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			crystals(0, 40).
			inPlay(0, cards.OlafsBlessedStatue, cards.OlafsBlessedStatue)
	})
}

func TestCard43IdolOfTheFamiliar(t *testing.T) {
	t.Run(
		"costs one energy of each kind",
		func(t *testing.T) { costs(t, nil, 2, cards.IdolOfTheFamiliar, "A1W1F1E1", 0) },
	)
	t.Run("brings one crystal for each familiar in play, turned ones too", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Play: []PlaySetup{
						{Card: cards.IdolOfTheFamiliar},
						{Card: cards.AirElemental},
						{Card: cards.KairnTheDestroyer, Turned: true},
						{Card: cards.RunicCubeOfEolis},
					},
				},
			},
		}).
			answer(0, "activate:1").
			crystals(0, 2).
			turned(0, 1, true)
	})
	t.Run("counts neither the hand nor the opponents' familiars", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.IdolOfTheFamiliar)},
				{Play: inPlayCards(cards.AirElemental)},
			},
		}).
			answer(0, "activate:1").
			crystals(0, 0)
	})
	t.Run("can be activated without a familiar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.IdolOfTheFamiliar)}}}).
			answer(0, "activate:1").
			crystals(0, 0).
			turned(0, 1, true)
	})
	t.Run("counts a Damned Soul for the player who has it", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys, cards.IdolOfTheFamiliar)},
				{Play: inPlayCards(cards.IdolOfTheFamiliar)},
			},
		}).
			use(0, 1).
			answer(0, "activate:2").
			crystals(0, 0).
			answer(0, "end").
			answer(1, "activate:3").
			crystals(1, 1)
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{Play: inPlayCards(cards.IdolOfTheFamiliar, cards.IdolOfTheFamiliar, cards.AirElemental)},
			},
		}).
			answer(0, "activate:1").
			offersNot(0, "activate:1").
			answer(0, "activate:2").
			crystals(0, 2).
			offersNot(0, "activate:2")
	})
	t.Run("can be activated in the turn in which it enters", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   2,
					Reserve: energy("A1W1F1E1"),
					Hand:    []int{cards.IdolOfTheFamiliar},
					Play:    inPlayCards(cards.AirElemental),
				},
			},
		}).
			answer(0, summonID(cards.IdolOfTheFamiliar)).
			crystals(0, 0).
			answer(0, "activate:2").
			crystals(0, 1)
	})
	t.Run("second edition: ten crystals when it enters, also for free", func(t *testing.T) {
		position(t, Setup{
			Options: second,
			Seats:   []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.IdolOfTheFamiliar}}},
		}).
			answer(0, summonID(cards.IdolOfTheFamiliar)).
			crystals(0, 10).
			answer(0, "activate:1").
			crystals(0, 10)
		position(t, Setup{
			Options: second,
			Draw: []int{
				cards.IdolOfTheFamiliar, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire,
			},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.IdolOfTheFamiliar)).
			crystals(0, 10)
	})
}
