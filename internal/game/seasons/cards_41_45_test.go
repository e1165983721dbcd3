package seasons

import (
	cards "archmage/internal/cards/seasons"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard41ThievingFairies(t *testing.T) {
	// Seat 0 activates an Idol of the Familiar, which costs nothing.
	against := func(t *testing.T, crystals int, fairies ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Crystals: crystals, Play: inPlayCards(cards.IdolOfTheFamiliar)}, {Play: inPlayCards(fairies...)},
		}}).answer(0, "activate:1").turned(0, 1, true)
	}
	t.Run("cost none, 3 or 6 crystals with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, cards.ThievingFairies, "", 0)
		costs(t, nil, 3, cards.ThievingFairies, "", 3)
		costs(t, nil, 4, cards.ThievingFairies, "", 6)
	})
	t.Run("take one crystal from an activating opponent and give the owner two", func(t *testing.T) {
		against(t, 5, cards.ThievingFairies).crystals(0, 4).crystals(1, 2)
	})
	t.Run("give the owner one if the opponent has none, and do not stop the activation", func(t *testing.T) {
		against(t, 0, cards.ThievingFairies).crystals(0, 0).crystals(1, 1)
	})
	t.Run("each copy takes and gives by itself", func(t *testing.T) {
		against(t, 5, cards.ThievingFairies, cards.ThievingFairies).crystals(0, 3).crystals(1, 4)
		against(t, 1, cards.ThievingFairies, cards.ThievingFairies).crystals(0, 0).crystals(1, 3)
	})
	t.Run("the last crystals go to the first owners clockwise from the activator's left", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{Play: inPlayCards(cards.ThievingFairies)}, {Crystals: 1, Play: inPlayCards(cards.IdolOfTheFamiliar)}, {Play: inPlayCards(cards.ThievingFairies)},
		}}).answer(1, "activate:2").crystals(1, 0).crystals(2, 2).crystals(0, 1)
	})
	t.Run("act before an activation is paid for", func(t *testing.T) {
		tree := func(crystals int) *scenario {
			return position(t, Setup{Seats: []SeatSetup{{Crystals: crystals, Play: inPlayCards(cards.TreeOfLight)}, {Play: inPlayCards(cards.ThievingFairies)}}})
		}
		tree(3).offersNot(0, "activate:1")
		tree(4).use(0, 1).crystals(0, 0).crystals(1, 2).asks(0, "gain")
	})
	t.Run("act on the Die of Malice before its crystals come", func(t *testing.T) {
		reroll := func(crystals int) *scenario {
			return position(t, Setup{Phase: "start", Rolls: []int{2}, Seats: []SeatSetup{
				{Crystals: crystals, Play: inPlayCards(cards.DieOfMalice)}, {Play: inPlayCards(cards.ThievingFairies)},
			}}).answer(0, "reroll")
		}
		reroll(1).crystals(0, 2).crystals(1, 2)
		reroll(0).crystals(0, 2).crystals(1, 1)
	})
	t.Run("act on a placement on the Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Reserve: energy("A1"), Play: inPlayCards(cards.GluttonCauldron)}, {Play: inPlayCards(cards.ThievingFairies)},
		}}).use(0, 1).tokensOn(0, 1, "A1").crystals(0, 0).crystals(1, 2)
	})
	t.Run("act on the passing of a Damned Soul, also to their owner", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {Play: inPlayCards(cards.ThievingFairies)},
		}}).use(0, 1).inPlay(1, cards.ThievingFairies, cards.DamnedSoulOfOnys).crystals(0, 0).crystals(1, 2)
	})
	t.Run("act on a card that is sacrificed for its activation", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Play: inPlayCards(cards.PotionOfKnowledge)}, {Play: inPlayCards(cards.ThievingFairies)},
		}}).answer(0, "activate:1").inPlay(0).crystals(0, 0).crystals(1, 2)
	})
	t.Run("leave the owner's own activations alone", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.IdolOfTheFamiliar, cards.ThievingFairies)}}}).
			answer(0, "activate:1").crystals(0, 4) // one familiar in play
	})
	t.Run("leave entering and lasting effects alone", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A4E2"), Hand: []int{cards.AmuletOfEarth}, Play: inPlayCards(cards.WondrousChest)}, {Play: inPlayCards(cards.ThievingFairies)},
		}}).
			answer(0, summonID(cards.AmuletOfEarth)).crystals(0, 9).crystals(1, 0).
			answer(0, "end").answer(1, "end").crystals(0, 12).crystals(1, 0)
	})
	t.Run("everybody sees the crystals move", func(t *testing.T) {
		require.Contains(t, against(t, 5, cards.ThievingFairies).seen(game.Spectator()), fmt.Sprintf("crystals seat 0 n -1 card %d", cards.ThievingFairies))
	})
}

func TestCard42CursedTreatise(t *testing.T) {
	t.Run("costs one water", func(t *testing.T) { costs(t, nil, 2, cards.CursedTreatiseOfArus, "W1", 0) })
	t.Run("brings two energies of choice, then a step of the gauge, then ten crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F6"), Hand: []int{cards.CursedTreatiseOfArus}}}}).
			answer(0, summonID(cards.CursedTreatiseOfArus)).asks(0, "gain").gauge(0, 1).crystals(0, 0).
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:earth").
			asks(0, "keep_energy").gauge(0, 1).crystals(0, 0).
			answer(0, "energy:air", "energy:earth", "energy:fire x5").
			reserve(0, "A1F5E1").gauge(0, 2).crystals(0, 10)
	})
	t.Run("leaves a gauge of fifteen as it is", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 15, Reserve: energy("W1"), Hand: []int{cards.CursedTreatiseOfArus}}}}).
			answer(0, summonID(cards.CursedTreatiseOfArus)).answer(0, "gain:air x2").gauge(0, 15).crystals(0, 10)
	})
	t.Run("two copies bring everything twice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W2"), Hand: []int{cards.CursedTreatiseOfArus, cards.CursedTreatiseOfArus}}}}).
			answer(0, summonID(cards.CursedTreatiseOfArus)).answer(0, "gain:air x2").
			answer(0, summonID(cards.CursedTreatiseOfArus)).answer(0, "gain:air x2").
			gauge(0, 3).crystals(0, 20).reserve(0, "A4")
	})
	t.Run("put in play by a Chalice does all of it", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.CursedTreatiseOfArus, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
		}}).
			answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.CursedTreatiseOfArus)).answer(0, "gain:fire x2").
			gauge(0, 3).crystals(0, 10).reserve(0, "F2")
	})
	t.Run("counts ten points less", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Crystals: 4, Play: inPlayCards(cards.CursedTreatiseOfArus)}}}).over(-6, 0)
	})
	t.Run("sacrificed to Syllas burns the whole reserve, also what a Grimoire holds", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
			{Reserve: energy("A5E4"), Play: inPlayCards(cards.CursedTreatiseOfArus, cards.BespelledGrimoire)},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).answer(1, "play:1").
			reserve(1, "").inPlay(1, cards.BespelledGrimoire).discarded(cards.CursedTreatiseOfArus).asks(0, "turn")
	})
	t.Run("leaves tokens on an Amulet of Water and a Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{cards.SyllasTheFaithful}},
			{Reserve: energy("A1"), Play: []PlaySetup{
				{Card: cards.CursedTreatiseOfArus}, {Card: cards.AmuletOfWater, Tokens: energy("W2")}, {Card: cards.GluttonCauldron, Tokens: energy("E3")},
			}},
		}}).
			answer(0, summonID(cards.SyllasTheFaithful)).answer(1, "play:1").
			reserve(1, "").tokensOn(1, 2, "W2").tokensOn(1, 3, "E3")
	})
	t.Run("sacrificed for a Dragon Skull burns the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2"), Play: inPlayCards(cards.DragonSkull, cards.CursedTreatiseOfArus, cards.RunicCubeOfEolis)}}}).
			answer(0, "activate:1").answer(0, "play:1", "play:2", "play:3").
			reserve(0, "").crystals(0, 15)
	})
	t.Run("taken back by Amsug burns nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.AmsugLongneck}},
			{Reserve: energy("F2"), Play: inPlayCards(cards.CursedTreatiseOfArus)},
		}}).answer(0, summonID(cards.AmsugLongneck)).hand(1, cards.CursedTreatiseOfArus).reserve(1, "F2")
	})
	t.Run("discarded from the hand burns nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F3"), Hand: []int{cards.VampiricCrown, cards.CursedTreatiseOfArus}}}}).
			answer(0, summonID(cards.VampiricCrown)).answer(0, "mode:discard").
			discarded(cards.CursedTreatiseOfArus).reserve(0, "F3")
	})
}

func TestCard43IdolOfTheFamiliar(t *testing.T) {
	t.Run("costs one energy of each kind", func(t *testing.T) { costs(t, nil, 2, cards.IdolOfTheFamiliar, "A1W1F1E1", 0) })
	t.Run("brings one crystal for each familiar in play, turned ones too", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: []PlaySetup{{Card: cards.IdolOfTheFamiliar}, {Card: cards.AirElemental}, {Card: cards.KairnTheDestroyer, Turned: true}, {Card: cards.RunicCubeOfEolis}}}}}).
			answer(0, "activate:1").crystals(0, 2).turned(0, 1, true)
	})
	t.Run("counts neither the hand nor the opponents' familiars", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.IdolOfTheFamiliar)}, {Play: inPlayCards(cards.AirElemental)}}}).
			answer(0, "activate:1").crystals(0, 0)
	})
	t.Run("can be activated without a familiar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.IdolOfTheFamiliar)}}}).
			answer(0, "activate:1").crystals(0, 0).turned(0, 1, true)
	})
	t.Run("counts a Damned Soul for the player who has it", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys, cards.IdolOfTheFamiliar)}, {Play: inPlayCards(cards.IdolOfTheFamiliar)}}}).
			use(0, 1).answer(0, "activate:2").crystals(0, 0).answer(0, "end").
			answer(1, "activate:3").crystals(1, 1)
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.IdolOfTheFamiliar, cards.IdolOfTheFamiliar, cards.AirElemental)}}}).
			answer(0, "activate:1").offersNot(0, "activate:1").
			answer(0, "activate:2").crystals(0, 2).offersNot(0, "activate:2")
	})
	t.Run("can be activated in the turn in which it enters", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.IdolOfTheFamiliar}, Play: inPlayCards(cards.AirElemental)}}}).
			answer(0, summonID(cards.IdolOfTheFamiliar)).crystals(0, 0).answer(0, "activate:2").crystals(0, 1)
	})
	t.Run("second edition: ten crystals when it enters, also for free", func(t *testing.T) {
		position(t, Setup{Options: second, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.IdolOfTheFamiliar}}}}).
			answer(0, summonID(cards.IdolOfTheFamiliar)).crystals(0, 10).
			answer(0, "activate:1").crystals(0, 10)
		position(t, Setup{Options: second, Draw: []int{cards.IdolOfTheFamiliar, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
		}}).answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.IdolOfTheFamiliar)).crystals(0, 10)
	})
}

func TestCard44NecroticKriss(t *testing.T) {
	t.Run("costs two air and one water", func(t *testing.T) { costs(t, nil, 2, cards.NecroticKriss, "A2W1", 0) })
	t.Run("a familiar from the hand is discarded for four energies of choice", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Hand: []int{cards.AmuletOfAir, cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss)}}}).
			answer(0, "activate:1").offersOnly(0, cardID(cards.SidNightshade), "back").
			answer(0, cardID(cards.SidNightshade)).hand(0, cards.AmuletOfAir).discarded(cards.SidNightshade).turned(0, 1, true)
		require.Contains(t, m.seen(game.Spectator()), fmt.Sprintf("discard seat 0 discarded %d card %d", cards.SidNightshade, cards.NecroticKriss), "it is shown to all")
		m.refuses(0, game.CodeBadCount, "gain:air x3").
			answer(0, "gain:air x2", "gain:fire x2").reserve(0, "A2F2")
	})
	t.Run("or one in play is sacrificed, which frees its place", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.NecroticKriss, cards.AirElemental)}}}).
			offersNot(0, summonID(cards.TemporalBoots)).
			answer(0, "activate:1").answer(0, "play:2").answer(0, "gain:earth x4").
			inPlay(0, cards.NecroticKriss).discarded(cards.AirElemental).reserve(0, "E4").offers(0, summonID(cards.TemporalBoots))
	})
	t.Run("magic items and other players' familiars cannot be given", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Hand: []int{cards.AmuletOfAir, cards.SidNightshade, cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss, cards.RunicCubeOfEolis, cards.DamnedSoulOfOnys)}, {Play: inPlayCards(cards.AirElemental)}}}).
			answer(0, "activate:1").offersOnly(0, cardID(cards.SidNightshade), "play:3", "back")
	})
	t.Run("cannot be activated without a familiar", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Hand: []int{cards.AmuletOfAir}, Play: inPlayCards(cards.NecroticKriss, cards.RunicCubeOfEolis)}, {Play: inPlayCards(cards.AirElemental)}}}).
			offersNot(0, "activate:1")
		require.Equal(t, "no_hand", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("going back changes nothing, and nobody sees that it was looked at", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Crystals: 1, Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss)}, {Play: inPlayCards(cards.ThievingFairies)}}}).
			answer(0, "activate:1").asks(0, "familiar")
		require.Equal(t, "turn", m.public(0).Asked)
		require.Equal(t, "turn", m.public(0).Asked)
		require.Empty(t, m.seen(game.SeatViewer(1)))
		m.answer(0, "back").turned(0, 1, false).hand(0, cards.SidNightshade).crystals(0, 1).crystals(1, 0).offers(0, "activate:1")
	})
	t.Run("too many tokens are thrown away at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5"), Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss)}}}).
			answer(0, "activate:1").answer(0, cardID(cards.SidNightshade)).answer(0, "gain:fire x4").
			asks(0, "keep_energy").answer(0, "energy:fire x4", "energy:air x3").reserve(0, "A3F4")
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Hand: []int{cards.SidNightshade, cards.SidNightshade}, Play: inPlayCards(cards.NecroticKriss, cards.NecroticKriss)}}}).
			answer(0, "activate:1").answer(0, cardID(cards.SidNightshade)).answer(0, "gain:fire x4").offersNot(0, "activate:1").
			answer(0, "activate:2").answer(0, cardID(cards.SidNightshade)).answer(0, "gain:fire x3", "gain:air").
			asks(0, "keep_energy").answer(0, "energy:fire x7").hand(0)
	})
}

func TestCard45LanternOfXidit(t *testing.T) {
	over := func(t *testing.T, reserve string, play ...PlaySetup) *scenario {
		return position(t, Setup{Phase: "over", Seats: []SeatSetup{{Reserve: energy(reserve), Play: play}}})
	}
	t.Run("costs three fire and three earth", func(t *testing.T) { costs(t, nil, 2, cards.LanternOfXidit, "F3E3", 0) })
	t.Run("brings three for each token in the reserve at the end", func(t *testing.T) {
		over(t, "A2F1", inPlayCards(cards.LanternOfXidit)...).over(24+9, 0)
		over(t, "", inPlayCards(cards.LanternOfXidit)...).over(24, 0)
	})
	t.Run("each copy", func(t *testing.T) {
		over(t, "A2F1", inPlayCards(cards.LanternOfXidit, cards.LanternOfXidit)...).over(48+18, 0)
	})
	t.Run("counts what a Grimoire holds", func(t *testing.T) {
		over(t, "A5E5", inPlayCards(cards.LanternOfXidit, cards.BespelledGrimoire)...).over(24+8+30, 0)
	})
	t.Run("does not count tokens on an Amulet of Water or a Cauldron", func(t *testing.T) {
		over(t, "A1", PlaySetup{Card: cards.LanternOfXidit}, PlaySetup{Card: cards.AmuletOfWater, Tokens: energy("W4")}, PlaySetup{Card: cards.GluttonCauldron, Tokens: energy("E6")}).
			over(24+3+6+0, 0)
	})
	t.Run("does not count other players' tokens", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Play: inPlayCards(cards.LanternOfXidit)}, {Reserve: energy("A5")}}}).over(24, 0)
	})
}
