package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard35GluttonCauldron(t *testing.T) {
	// cauldron has a Cauldron with these tokens as its first card in play.
	cauldron := func(t *testing.T, tokens string, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy(tokens)}}, own.Play...)
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs nothing", func(t *testing.T) { costs(t, nil, 2, cards.GluttonCauldron, "", 0) })
	t.Run("an energy of choice is placed on it and it is turned", func(t *testing.T) {
		cauldron(t, "F1", SeatSetup{Reserve: energy("A2W1")}).
			answer(0, "activate:1").
			asks(0, "tokens").
			offersOnly(0, "energy:air", "energy:water", "back").
			refuses(0, game.CodeBadCount, "energy:air x2").
			answer(0, "energy:water").
			asks(0, "turn").
			reserve(0, "A2").
			tokensOn(0, 1, "W1F1").
			turned(0, 1, true).
			crystals(0, 0)
	})
	t.Run("can be taken back", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Reserve: energy("A2W1")}).
			takesBack(0, "activate:1").
			turned(0, 1, false)
	})
	t.Run("only one energy a turn on each copy", func(t *testing.T) {
		cauldron(t, "", SeatSetup{Reserve: energy("A3"), Play: inPlayCards(cards.GluttonCauldron)}).
			use(0, 1).
			offersNot(0, "activate:1").
			use(0, 2).
			offersNot(0, "activate:1", "activate:2").
			reserve(0, "A1").
			tokensOn(0, 1, "A1").
			tokensOn(0, 2, "A1")
	})
	t.Run("can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1"), Hand: []int{cards.GluttonCauldron}}}}).
			answer(0, summonID(cards.GluttonCauldron)).
			use(0, 1).
			tokensOn(0, 1, "A1").
			reserve(0, "")
	})
	t.Run("cannot be used without energy", func(t *testing.T) {
		cauldron(t, "A5", SeatSetup{}).offersNot(0, "activate:1")
	})
	t.Run("the energy may come from an Amulet of Water", func(t *testing.T) {
		cauldron(
			t,
			"",
			SeatSetup{
				Reserve: energy("A1"),
				Play:    []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W1")}},
			},
		).
			answer(0, "activate:1").
			offersOnly(0, "energy:air", "energy:water@2", "back").
			answer(0, "energy:water@2").
			tokensOn(0, 1, "W1").
			tokensOn(0, 2, "").
			reserve(0, "A1")
	})
	t.Run("placing is an activation: Thieving Fairies take their crystal", func(t *testing.T) {
		cauldron(
			t,
			"",
			SeatSetup{Crystals: 1, Reserve: energy("A1")},
			SeatSetup{Play: inPlayCards(cards.ThievingFairies)},
		).
			use(0, 1).
			crystals(0, 0).
			crystals(1, 2)
	})
	t.Run("energy on it cannot be used", func(t *testing.T) {
		cauldron(
			t,
			"A2W2F2",
			SeatSetup{
				Gauge:    9,
				Crystals: 9,
				Hand:     []int{cards.AmuletOfAir, cards.PotionOfPower, cards.ElementalAmulet},
				Play:     inPlayCards(cards.KairnTheDestroyer, cards.MirrorOfTheSeasons),
			},
		).
			offersNot(
				0, summonID(cards.AmuletOfAir), summonID(cards.PotionOfPower),
				summonID(cards.ElementalAmulet), "activate:2", "activate:3", "transmute", "bonus:exchange",
			)
	})
	t.Run(
		"energy on it is not part of the reserve: limit, Wondrous Chest, Beggar's Horn, Lantern of Xidit",
		func(t *testing.T) {
			cauldron(t, "W6", SeatSetup{
				Gauge:   9,
				Reserve: energy("A6"),
				Hand:    []int{cards.DieOfMalice},
				Play:    inPlayCards(cards.YjangsForgottenVase),
			}).
				answer(0, summonID(cards.DieOfMalice)).
				answer(0, "gain:fire").
				asks(0, "turn").
				reserve(0, "A6F1")
			full := []PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy("W6")}}
			position(
				t,
				Setup{
					Phase: "end",
					Seats: []SeatSetup{
						{Reserve: energy("A3"), Play: append(full, inPlayCards(cards.WondrousChest)...)},
					},
				},
			).
				crystals(0, 0)
			position(
				t,
				Setup{
					Phase: "end",
					Seats: []SeatSetup{{Reserve: energy("A1"), Play: append(full, inPlayCards(cards.BeggarsHorn)...)}},
				},
			).
				asks(0, "gain")
			position(
				t,
				Setup{
					Phase: "over",
					Seats: []SeatSetup{
						{Reserve: energy("A1"), Play: append(full, inPlayCards(cards.LanternOfXidit)...)},
					},
				},
			).
				over(27, 0)
		},
	)
	t.Run("with the seventh energy it is sacrificed for all seven and fifteen crystals", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Reserve: energy("E1")}).
			use(0, 1).
			asks(0, "turn").
			inPlay(0).
			discarded(cards.GluttonCauldron).
			reserve(0, "A2W2F2E1").
			crystals(0, 15)
	})
	t.Run("a Purse of Io adds nothing", func(t *testing.T) {
		cauldron(t, "A2W2F2", SeatSetup{Reserve: energy("E1"), Play: inPlayCards(cards.PurseOfIo)}).
			use(0, 1).
			crystals(0, 15)
	})
	t.Run("from a full reserve the seventh leaves first, then seven of thirteen are kept at once", func(t *testing.T) {
		cauldron(t, "W6", SeatSetup{Reserve: energy("A7")}).
			use(0, 1).
			asks(0, "lose_energy").
			offersOnly(0, "energy:air", "energy:water").
			reserve(0, "A7W6").
			inPlay(0).
			keeps(0, "energy:air", "energy:water x6").
			asks(0, "turn").
			reserve(0, "A1W6").
			crystals(0, 15)
	})
	t.Run("with a Bespelled Grimoire ten are kept", func(t *testing.T) {
		cauldron(t, "W6", SeatSetup{Reserve: energy("A4"), Play: inPlayCards(cards.BespelledGrimoire)}).
			use(0, 1).
			asks(0, "turn").
			reserve(0, "A4W6")
	})
	t.Run("leaving play earlier it loses its energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:   1,
				Reserve: energy("F3"),
				Hand:    []int{cards.SyllasTheFaithful},
			},
			{Play: []PlaySetup{{Card: cards.GluttonCauldron, Tokens: energy("W6")}}},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			inPlay(1).
			discarded(cards.GluttonCauldron).
			reserve(1, "").
			crystals(1, 0)
	})
	t.Run("taken back by Amsug and summoned again it is empty and unturned", func(t *testing.T) {
		cauldron(t, "W5", SeatSetup{Gauge: 2, Reserve: energy("A2W1"), Hand: []int{cards.AmsugLongneck}}).
			answer(0, "activate:1").
			answer(0, "energy:air").
			answer(0, summonID(cards.AmsugLongneck)).
			hand(0, 35).
			reserve(0, "").
			answer(0, summonID(cards.GluttonCauldron)).
			tokensOn(0, 3, "").
			turned(0, 3, false)
	})
}

func TestCard37DragonSkull(t *testing.T) {
	// skull has a Skull as its first card in play.
	skull := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.DragonSkull}}, own.Play...)
		return position(t, Setup{Seats: append([]SeatSetup{own}, others...)})
	}
	t.Run("costs a water, a fire and an earth", func(t *testing.T) { costs(t, nil, 2, cards.DragonSkull, "W1F1E1", 0) })
	t.Run("three own cards are sacrificed for fifteen crystals", func(t *testing.T) {
		skull(
			t,
			SeatSetup{
				Crystals: 1,
				Play:     inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge),
			},
			SeatSetup{Play: inPlayCards(cards.RunicCubeOfEolis)},
		).
			answer(0, "activate:1").
			asks(0, "own_cards").
			offersOnly(0, "play:1", "play:2", "play:3", "play:4", "back").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").
			inPlay(0, cards.DragonSkull).
			turned(0, 1, true).
			crystals(0, 16).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge).
			inPlay(1, cards.RunicCubeOfEolis)
	})
	t.Run("exactly three", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge)}).
			answer(0, "activate:1").
			refuses(0, game.CodeBadCount, "play:2", "play:3").
			refuses(0, game.CodeBadCount, "play:2 x2", "play:3").
			refuses(0, game.CodeBadCount, "play:1", "play:2", "play:3", "play:4")
	})
	t.Run("the Skull itself may be one of them", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower)}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			asks(0, "turn").
			inPlay(0).
			crystals(0, 15).
			discardedAnyOrder(cards.SyllasTheFaithful, cards.PotionOfPower, cards.DragonSkull)
	})
	t.Run("cannot be used with fewer than three cards in play", func(t *testing.T) {
		skull(
			t,
			SeatSetup{
				Hand: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
				Play: inPlayCards(cards.SyllasTheFaithful),
			},
		).
			offersNot(0, "activate:1")
	})
	t.Run("can be taken back, also when there is no choice", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower)}).
			takesBack(0, "activate:1").
			turned(0, 1, false).
			inPlay(0, cards.DragonSkull, cards.SyllasTheFaithful, cards.PotionOfPower)
	})
	t.Run("a Purse of Io adds nothing", func(t *testing.T) {
		skull(
			t,
			SeatSetup{
				Play: inPlayCards(
					cards.PurseOfIo, cards.SyllasTheFaithful, cards.PotionOfPower, cards.PotionOfKnowledge,
				),
			},
		).
			answer(0, "activate:1").
			answer(0, "play:3", "play:4", "play:5").
			crystals(0, 15)
	})
	t.Run("a Cursed Treatise among them burns the reserve, not other energy", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A4W2"), Play: []PlaySetup{
			{
				Card: cards.CursedTreatiseOfArus,
			},
			{Card: cards.SyllasTheFaithful},
			{Card: cards.PotionOfPower},
			{Card: cards.AmuletOfWater, Tokens: energy("W3")},
			{Card: cards.GluttonCauldron, Tokens: energy("F2")},
		}}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").
			reserve(0, "").
			tokensOn(0, 5, "W3").
			tokensOn(0, 6, "F2").
			crystals(0, 15)
	})
	t.Run("a Bespelled Grimoire among them lowers the limit: seven are kept before anything else", func(t *testing.T) {
		skull(t, SeatSetup{
			Reserve: energy("A5W4"),
			Play:    inPlayCards(cards.BespelledGrimoire, cards.SyllasTheFaithful, cards.PotionOfPower),
		}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "lose_energy").
			crystals(0, 0).
			keeps(0, "energy:air x4", "energy:water x3").
			asks(0, "turn").
			reserve(0, "A4W3").
			crystals(0, 15)
	})
	t.Run("a second Grimoire keeps the limit at ten", func(t *testing.T) {
		skull(t, SeatSetup{
			Reserve: energy("A5W4"),
			Play: inPlayCards(
				cards.BespelledGrimoire, cards.BespelledGrimoire, cards.SyllasTheFaithful, cards.PotionOfPower,
			),
		}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:4", "play:5").
			asks(0, "turn").
			reserve(0, "A5W4")
	})
	t.Run("with Treatise and Grimoire the reserve burns first and nothing is asked", func(t *testing.T) {
		skull(t, SeatSetup{
			Reserve: energy("A5W4"),
			Play:    inPlayCards(cards.BespelledGrimoire, cards.CursedTreatiseOfArus, cards.SyllasTheFaithful),
		}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").
			reserve(0, "").
			crystals(0, 15)
	})
	t.Run("an Amulet of Water or a Glutton Cauldron among them loses its energy", func(t *testing.T) {
		skull(t, SeatSetup{Reserve: energy("A1"), Play: []PlaySetup{
			{
				Card:   cards.AmuletOfWater,
				Tokens: energy("W3"),
			},
			{Card: cards.GluttonCauldron, Tokens: energy("F6")},
			{Card: cards.SyllasTheFaithful},
		}}).
			answer(0, "activate:1").
			answer(0, "play:2", "play:3", "play:4").
			asks(0, "turn").
			reserve(0, "A1").
			crystals(0, 15)
	})
	t.Run("everybody sees what is sacrificed", func(t *testing.T) {
		skull(t, SeatSetup{Play: inPlayCards(cards.SyllasTheFaithful, cards.PotionOfPower)}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			learns(
				game.Spectator(),
				fmt.Sprintf("sacrifice seat 0 card %d id 1", cards.DragonSkull),
				fmt.Sprintf("sacrifice seat 0 card %d id 2", cards.SyllasTheFaithful),
				fmt.Sprintf("sacrifice seat 0 card %d id 3", cards.PotionOfPower),
			)
	})
}

func TestCard42CursedTreatise(t *testing.T) {
	t.Run("costs one water", func(t *testing.T) { costs(t, nil, 2, cards.CursedTreatiseOfArus, "W1", 0) })
	t.Run("brings two energies of choice, then a step of the gauge, then ten crystals", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F6"), Hand: []int{cards.CursedTreatiseOfArus}}},
		}).
			answer(0, summonID(cards.CursedTreatiseOfArus)).
			asks(0, "gain").
			gauge(0, 1).
			crystals(0, 0).
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:earth").
			asks(0, "lose_energy").
			gauge(0, 1).
			crystals(0, 0).
			keeps(0, "energy:air", "energy:earth", "energy:fire x5").
			reserve(0, "A1F5E1").
			gauge(0, 2).
			crystals(0, 10)
	})
	t.Run("leaves a gauge of fifteen as it is", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{{Gauge: 15, Reserve: energy("W1"), Hand: []int{cards.CursedTreatiseOfArus}}},
			},
		).
			answer(0, summonID(cards.CursedTreatiseOfArus)).
			answer(0, "gain:air x2").
			gauge(0, 15).
			crystals(0, 10)
	})
	t.Run("two copies bring everything twice", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   1,
					Reserve: energy("W2"),
					Hand:    []int{cards.CursedTreatiseOfArus, cards.CursedTreatiseOfArus},
				},
			},
		}).
			answer(0, summonID(cards.CursedTreatiseOfArus)).
			answer(0, "gain:air x2").
			answer(0, summonID(cards.CursedTreatiseOfArus)).
			answer(0, "gain:air x2").
			gauge(0, 3).
			crystals(0, 20).
			reserve(0, "A4")
	})
	t.Run("put in play by a Chalice does all of it", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.CursedTreatiseOfArus, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire,
			},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.CursedTreatiseOfArus)).
			answer(0, "gain:fire x2").
			gauge(0, 3).
			crystals(0, 10).
			reserve(0, "F2")
	})
	t.Run("counts ten points less", func(t *testing.T) {
		position(
			t,
			Setup{
				Phase: "over",
				Seats: []SeatSetup{{Crystals: 4, Play: inPlayCards(cards.CursedTreatiseOfArus)}},
			},
		).
			over(-6, 0)
	})
	t.Run("sacrificed to Syllas burns the whole reserve, also what a Grimoire holds", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
			{Reserve: energy("A5E4"), Play: inPlayCards(cards.CursedTreatiseOfArus, cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			answer(1, "play:1").
			reserve(1, "").
			inPlay(1, cards.BespelledGrimoire).
			discarded(cards.CursedTreatiseOfArus).
			asks(0, "turn")
	})
	t.Run("leaves tokens on an Amulet of Water and a Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
			{Reserve: energy("A1"), Play: []PlaySetup{
				{
					Card: cards.CursedTreatiseOfArus,
				},
				{Card: cards.AmuletOfWater, Tokens: energy("W2")},
				{Card: cards.GluttonCauldron, Tokens: energy("E3")},
			}},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).
			answer(1, "play:1").
			reserve(1, "").
			tokensOn(1, 2, "W2").
			tokensOn(1, 3, "E3")
	})
	t.Run("sacrificed for a Dragon Skull burns the reserve", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("A2"),
					Play:    inPlayCards(cards.DragonSkull, cards.CursedTreatiseOfArus, cards.RunicCubeOfEolis),
				},
			},
		}).
			answer(0, "activate:1").
			answer(0, "play:1", "play:2", "play:3").
			reserve(0, "").
			crystals(0, 15)
	})
	t.Run("taken back by Amsug burns nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.AmsugLongneck}},
			{Reserve: energy("F2"), Play: inPlayCards(cards.CursedTreatiseOfArus)},
		}}).
			answer(0, summonID(cards.AmsugLongneck)).
			hand(1, cards.CursedTreatiseOfArus).
			reserve(1, "F2")
	})
	t.Run("discarded from the hand burns nothing", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge:   1,
					Reserve: energy("A1W1F3"),
					Hand:    []int{cards.VampiricCrown, cards.CursedTreatiseOfArus},
				},
			},
		}).
			answer(0, summonID(cards.VampiricCrown)).
			answer(0, "mode:discard").
			discarded(cards.CursedTreatiseOfArus).
			reserve(0, "F3")
	})
}

func TestCard44NecroticKriss(t *testing.T) {
	t.Run("costs two air and one water", func(t *testing.T) { costs(t, nil, 2, cards.NecroticKriss, "A2W1", 0) })
	t.Run("a familiar from the hand is discarded for four energies of choice", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{Hand: []int{cards.AmuletOfAir, cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss)},
			},
		}).
			answer(0, "activate:1").offersOnly(0, cardID(cards.SidNightshade), "back").
			answer(0, cardID(cards.SidNightshade)).hand(0, cards.AmuletOfAir).discarded(cards.SidNightshade).
			turned(0, 1, true)
		require.Contains(
			t,
			m.visibleEvents(game.Spectator()),
			fmt.Sprintf("discard seat 0 discarded %d card %d", cards.SidNightshade, cards.NecroticKriss),
			"it is shown to all",
		)
		m.refuses(0, game.CodeBadCount, "gain:air x3").
			answer(0, "gain:air x2", "gain:fire x2").
			reserve(0, "A2F2")
	})
	t.Run("or one in play is sacrificed, which frees its place", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Gauge: 2,
					Hand:  []int{cards.TemporalBoots},
					Play:  inPlayCards(cards.NecroticKriss, cards.AirElemental),
				},
			},
		}).
			offersNot(0, summonID(cards.TemporalBoots)).
			answer(0, "activate:1").
			answer(0, "play:2").
			answer(0, "gain:earth x4").
			inPlay(0, cards.NecroticKriss).
			discarded(cards.AirElemental).
			reserve(0, "E4").
			offers(0, summonID(cards.TemporalBoots))
	})
	t.Run("magic items and other players' familiars cannot be given", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Hand: []int{cards.AmuletOfAir, cards.SidNightshade, cards.SidNightshade},
					Play: inPlayCards(cards.NecroticKriss, cards.RunicCubeOfEolis, cards.DamnedSoulOfOnys),
				},
				{Play: inPlayCards(cards.AirElemental)},
			},
		}).
			answer(0, "activate:1").
			offersOnly(0, cardID(cards.SidNightshade), "play:3", "back")
	})
	t.Run("cannot be activated without a familiar", func(t *testing.T) {
		m := position(
			t,
			Setup{
				Seats: []SeatSetup{
					{Hand: []int{cards.AmuletOfAir}, Play: inPlayCards(cards.NecroticKriss, cards.RunicCubeOfEolis)},
					{Play: inPlayCards(cards.AirElemental)},
				},
			},
		).
			offersNot(0, "activate:1")
		require.Equal(t, "no_hand", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("going back changes nothing, and nobody sees that it was looked at", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				{Crystals: 1, Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss)},
				{Play: inPlayCards(cards.ThievingFairies)},
			},
		}).
			answer(0, "activate:1").asks(0, "familiar")
		require.Equal(t, "turn", m.public(0).Asked)
		require.Equal(t, "turn", m.public(0).Asked)
		require.Empty(t, m.visibleEvents(game.SeatViewer(1)))
		m.answer(0, "back").
			turned(0, 1, false).
			hand(0, cards.SidNightshade).
			crystals(0, 1).
			crystals(1, 0).
			offers(0, "activate:1")
	})
	t.Run("too many tokens are thrown away at once", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Reserve: energy("A5"),
					Hand:    []int{cards.SidNightshade},
					Play:    inPlayCards(cards.NecroticKriss),
				},
			},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.SidNightshade)).
			answer(0, "gain:fire x4").
			asks(0, "lose_energy").
			keeps(0, "energy:fire x4", "energy:air x3").
			reserve(0, "A3F4")
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				{
					Hand: []int{cards.SidNightshade, cards.SidNightshade},
					Play: inPlayCards(cards.NecroticKriss, cards.NecroticKriss),
				},
			},
		}).
			answer(0, "activate:1").
			answer(0, cardID(cards.SidNightshade)).
			answer(0, "gain:fire x4").
			offersNot(0, "activate:1").
			answer(0, "activate:2").
			answer(0, cardID(cards.SidNightshade)).
			answer(0, "gain:fire x3", "gain:air").
			asks(0, "lose_energy").
			keeps(0, "energy:fire x7").
			hand(0)
	})
}
