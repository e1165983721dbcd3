package seasons

import (
	cards "archmage/internal/cards/seasons"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard46SealedChestOfUrm(t *testing.T) {
	over := func(t *testing.T, hand []int, play ...int) *scenario {
		return position(t, Setup{Phase: "over", Seats: []SeatSetup{{Hand: hand, Play: inPlayCards(play...)}}})
	}
	t.Run("costs two water and one earth", func(t *testing.T) { costs(t, nil, 2, cards.SealedChestOfUrm, "W2E1", 0) })
	t.Run("brings twenty if no familiar is in play at the end", func(t *testing.T) { over(t, nil, cards.SealedChestOfUrm, cards.RunicCubeOfEolis).over(10+30+20, 0) })
	t.Run("each copy", func(t *testing.T) { over(t, nil, cards.SealedChestOfUrm, cards.SealedChestOfUrm).over(20+40, 0) })
	t.Run("brings nothing with a familiar in play", func(t *testing.T) { over(t, nil, cards.SealedChestOfUrm, cards.SidNightshade).over(10+6, 0) })
	t.Run("a familiar in hand does not matter", func(t *testing.T) { over(t, []int{cards.SidNightshade}, cards.SealedChestOfUrm).over(10+20-5, 0) })
	t.Run("another player's familiar does not matter", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Play: inPlayCards(cards.SealedChestOfUrm)}, {Play: inPlayCards(cards.SidNightshade)}}}).over(30, 6)
	})
	t.Run("a Damned Soul received from a neighbour is a familiar", func(t *testing.T) {
		position(t, Setup{First: 1, Year: 3, Space: 12, Seats: []SeatSetup{
			{Play: inPlayCards(cards.SealedChestOfUrm)}, {Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)},
		}}).
			use(1, 2).answer(1, "end").answer(0, "end").over(10-5, 0)
	})
}

func TestCard47MirrorOfTheSeasons(t *testing.T) {
	mirror := func(t *testing.T, crystals int, reserve string, opponent ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Crystals: crystals, Reserve: energy(reserve), Play: inPlayCards(cards.MirrorOfTheSeasons)}, {Play: inPlayCards(opponent...)},
		}})
	}
	t.Run("costs three crystals", func(t *testing.T) { costs(t, nil, 2, cards.MirrorOfTheSeasons, "", 3) })
	t.Run("X crystals turn X tokens of one kind into another", func(t *testing.T) {
		mirror(t, 5, "A4F1").
			answer(0, "activate:1").offersOnly(0, "kind:air", "kind:fire", "back").
			answer(0, "kind:air").answer(0, "kind:water").answer(0, "energy:air x3").
			crystals(0, 2).reserve(0, "A1W3F1").turned(0, 1, true)
	})
	t.Run("X may be one", func(t *testing.T) {
		mirror(t, 5, "A4").use(0, 1).answer(0, "kind:earth").answer(0, "energy:air").
			crystals(0, 4).reserve(0, "A3E1")
	})
	t.Run("X is at least one", func(t *testing.T) {
		mirror(t, 5, "A4").use(0, 1).answer(0, "kind:earth").refuses(0, game.CodeBadCount)
	})
	t.Run("the new kind is another one", func(t *testing.T) {
		mirror(t, 5, "A4F1").answer(0, "activate:1").answer(0, "kind:air").
			offersOnly(0, "kind:water", "kind:fire", "kind:earth", "back")
	})
	t.Run("X is at most the tokens of that kind", func(t *testing.T) {
		mirror(t, 9, "A2F3").answer(0, "activate:1").answer(0, "kind:air").answer(0, "kind:fire").
			refuses(0, game.CodeBadCount, "energy:air x3").offersNot(0, "energy:fire")
	})
	t.Run("X is at most the crystals that Fairies leave", func(t *testing.T) {
		mirror(t, 3, "A4").use(0, 1).answer(0, "kind:fire").
			refuses(0, game.CodeBadCount, "energy:air x4").answer(0, "energy:air x3").crystals(0, 0)
		mirror(t, 3, "A4", cards.ThievingFairies).use(0, 1).answer(0, "kind:fire").
			refuses(0, game.CodeBadCount, "energy:air x3").answer(0, "energy:air x2").crystals(0, 0)
	})
	t.Run("without tokens or without a crystal left it cannot be activated", func(t *testing.T) {
		for why, m := range map[string]*scenario{
			"no_energy": mirror(t, 5, ""), "no_crystals": mirror(t, 0, "A4"),
		} {
			m.offersNot(0, "activate:1")
			require.Equal(t, why, *m.private(0).Unusable.Get("c1"))
		}
		mirror(t, 1, "A4", cards.ThievingFairies).offersNot(0, "activate:1")
	})
	t.Run("tokens of an Amulet of Water come into the reserve, which may be too full", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 2, Reserve: energy("F7"), Play: []PlaySetup{
			{Card: cards.MirrorOfTheSeasons}, {Card: cards.AmuletOfWater, Tokens: energy("A2")},
		}}}}).
			answer(0, "activate:1").answer(0, "kind:air").answer(0, "kind:water").answer(0, "energy:air@2 x2").
			asks(0, "keep_energy").answer(0, "energy:fire x5", "energy:water x2").
			reserve(0, "W2F5").tokensOn(0, 2, "").crystals(0, 0)
	})
	t.Run("tokens of one kind may come from reserve and Amulet together", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 4, Reserve: energy("A2"), Play: []PlaySetup{
			{Card: cards.MirrorOfTheSeasons}, {Card: cards.AmuletOfWater, Tokens: energy("A2")},
		}}}}).
			use(0, 1).answer(0, "kind:fire").answer(0, "energy:air", "energy:air@2 x2").
			reserve(0, "A1F3").tokensOn(0, 2, "").crystals(0, 1)
	})
	t.Run("going back at any step changes nothing", func(t *testing.T) {
		m := mirror(t, 5, "A4F1", cards.ThievingFairies)
		m.answer(0, "activate:1").answer(0, "back")
		m.answer(0, "activate:1").answer(0, "kind:air").answer(0, "back")
		m.answer(0, "activate:1").answer(0, "kind:air").answer(0, "kind:fire").answer(0, "back")
		m.crystals(0, 5).crystals(1, 0).reserve(0, "A4F1").turned(0, 1, false).offers(0, "activate:1")
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 5, Reserve: energy("A1"), Play: inPlayCards(cards.MirrorOfTheSeasons, cards.MirrorOfTheSeasons)}}}).
			use(0, 1).answer(0, "kind:fire").offersNot(0, "activate:1").
			use(0, 2).answer(0, "kind:air").offersNot(0, "activate:2").
			reserve(0, "A1").crystals(0, 3)
	})
}

func TestCard48PendantOfRagnor(t *testing.T) {
	summon := func(t *testing.T, reserve string, play ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Gauge: 15, Reserve: energy(reserve), Hand: []int{cards.PendantOfRagnor}, Play: inPlayCards(play...)},
		}}).answer(0, summonID(cards.PendantOfRagnor))
	}
	t.Run("costs one air, one water and one fire", func(t *testing.T) { costs(t, nil, 2, cards.PendantOfRagnor, "A1W1F1", 0) })
	t.Run("brings an energy of choice for each other magic item", func(t *testing.T) {
		summon(t, "A1W1F1", cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.WondrousChest).refuses(0, game.CodeBadCount, "gain:air x2").
			answer(0, "gain:air x2", "gain:earth").reserve(0, "A2E1")
	})
	t.Run("not for familiars, nor for itself", func(t *testing.T) {
		summon(t, "A1W1F1", cards.AirElemental, cards.SidNightshade).asks(0, "turn").reserve(0, "")
		summon(t, "A1W1F1").asks(0, "turn").reserve(0, "")
	})
	t.Run("not for other players' items", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1W1F1"), Hand: []int{cards.PendantOfRagnor}}, {Play: inPlayCards(cards.RunicCubeOfEolis)},
		}}).answer(0, summonID(cards.PendantOfRagnor)).asks(0, "turn").reserve(0, "")
	})
	t.Run("counts an earlier Pendant", func(t *testing.T) {
		summon(t, "A1W1F1", cards.PendantOfRagnor).answer(0, "gain:fire").reserve(0, "F1")
	})
	t.Run("too many tokens are thrown away at once", func(t *testing.T) {
		summon(t, "A1W1F3E2", cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.WondrousChest, cards.WondrousChest).answer(0, "gain:air x4").
			asks(0, "keep_energy").answer(0, "energy:air x4", "energy:fire x2", "energy:earth").
			reserve(0, "A4F2E1")
	})
	t.Run("of more than the reserve can hold only so many are named", func(t *testing.T) {
		summon(t, "A1W1F1", cards.RunicCubeOfEolis, cards.RunicCubeOfEolis, cards.WondrousChest, cards.WondrousChest, cards.RagfieldsHelm, cards.RagfieldsHelm, cards.PurseOfIo, cards.PurseOfIo).
			refuses(0, game.CodeBadCount, "gain:air x8").answer(0, "gain:air x7").reserve(0, "A7")
	})
	t.Run("put in play by a Chalice counts the Chalice", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.PendantOfRagnor, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}},
		}}).answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.PendantOfRagnor)).answer(0, "gain:air").reserve(0, "A1")
	})
}

func TestCard49SidNightshade(t *testing.T) {
	summon := func(t *testing.T, crystals int, others ...int) *scenario {
		seats := []SeatSetup{{Crystals: crystals, Gauge: 1, Reserve: energy("E3"), Hand: []int{cards.SidNightshade}}}
		for _, n := range others {
			seats = append(seats, SeatSetup{Crystals: n})
		}
		return position(t, Setup{Seats: seats}).answer(0, summonID(cards.SidNightshade))
	}
	t.Run("costs one, two or three earth with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, cards.SidNightshade, "E1", 0)
		costs(t, nil, 3, cards.SidNightshade, "E2", 0)
		costs(t, nil, 4, cards.SidNightshade, "E3", 0)
	})
	t.Run("takes five from each opponent if its owner has the most", func(t *testing.T) {
		summon(t, 20, cards.RagfieldsHelm, cards.PurseOfIo).crystals(0, 30).crystals(1, 14).crystals(2, 3)
	})
	t.Run("takes all from who has less than five, and nothing from who has nothing", func(t *testing.T) {
		summon(t, 10, cards.DivineChalice, cards.AmuletOfEarth, 0).crystals(0, 18).crystals(1, 4).crystals(2, 0).crystals(3, 0)
	})
	t.Run("takes nothing from anybody if one opponent has as many", func(t *testing.T) {
		summon(t, 10, cards.SyllasTheFaithful, cards.AmuletOfFire).crystals(0, 10).crystals(1, 10).crystals(2, 2)
		summon(t, 10, cards.FigrimTheAvaricious).crystals(0, 10).crystals(1, 11)
		summon(t, 0, 0).crystals(0, 0)
	})
	t.Run("looks after the toll is paid", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 7, Gauge: 1, Reserve: energy("E1"), Hand: []int{cards.SidNightshade}}, {Crystals: 5, Play: inPlayCards(cards.ArcanoLeech)},
		}}).answer(0, summonID(cards.SidNightshade)).crystals(0, 6).crystals(1, 6)
	})
	t.Run("looks after a Staff of Spring has given its crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 4, Gauge: 2, Reserve: energy("E1"), Hand: []int{cards.SidNightshade}, Play: inPlayCards(cards.StaffOfSpring)}, {Crystals: 6},
		}}).answer(0, summonID(cards.SidNightshade)).crystals(0, 12).crystals(1, 1)
	})
	t.Run("put in play by a Chalice does the same", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SidNightshade, cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire}, Seats: []SeatSetup{
			{Crystals: 7, Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}, {Crystals: 6},
		}}).answer(0, summonID(cards.DivineChalice)).answer(0, cardID(cards.SidNightshade)).crystals(0, 12).crystals(1, 1)
	})
}

func TestCard50DamnedSoul(t *testing.T) {
	t.Run("costs one water", func(t *testing.T) { costs(t, nil, 2, cards.DamnedSoulOfOnys, "W1", 0) })
	t.Run("brings ten crystals and one water", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1"), Hand: []int{cards.DamnedSoulOfOnys}}}}).
			answer(0, summonID(cards.DamnedSoulOfOnys)).crystals(0, 10).reserve(0, "W1").inPlay(0, cards.DamnedSoulOfOnys)
	})
	t.Run("the water may be one token too many", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F7"), Hand: []int{cards.DamnedSoulOfOnys}, Play: []PlaySetup{
			{Card: cards.AmuletOfWater, Tokens: energy("W1")},
		}}}}).
			answer(0, summonID(cards.DamnedSoulOfOnys)).crystals(0, 10).
			asks(0, "keep_energy").answer(0, "energy:fire x6", "energy:water").reserve(0, "W1F6")
	})
	t.Run("a water passes it to the left, unturned and without its entering effect", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{
			{Crystals: 4, Reserve: energy("W2F1"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {}, {},
		}}).
			use(0, 1).
			reserve(0, "W1F1").crystals(0, 4).inPlay(0).
			inPlay(1, cards.DamnedSoulOfOnys).turned(1, 1, false).crystals(1, 0).reserve(1, "").gauge(1, 0)
		require.Contains(t, m.seen(game.Spectator()), fmt.Sprintf("pass seat 0 id 1 to 1 card %d", cards.DamnedSoulOfOnys))
	})
	t.Run("the water may come from an Amulet of Water", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("W1"), Play: []PlaySetup{
			{Card: cards.DamnedSoulOfOnys}, {Card: cards.AmuletOfWater, Tokens: energy("W1")},
		}}}}).
			answer(0, "activate:1").offersOnly(0, "energy:water", "energy:water@2", "back").
			answer(0, "energy:water@2").reserve(0, "W1").tokensOn(0, 2, "").inPlay(1, cards.DamnedSoulOfOnys)
	})
	t.Run("going back keeps it", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 1, Reserve: energy("W1"), Play: []PlaySetup{
			{Card: cards.DamnedSoulOfOnys}, {Card: cards.AmuletOfWater, Tokens: energy("W1")},
		}}, {Play: inPlayCards(cards.ThievingFairies)}}}).
			answer(0, "activate:1").answer(0, "back").
			inPlay(0, cards.DamnedSoulOfOnys, cards.AmuletOfWater).turned(0, 1, false).crystals(0, 1).crystals(1, 0)
	})
	t.Run("no other energy passes it", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2F2E2"), Play: inPlayCards(cards.DamnedSoulOfOnys)}}}).
			offersNot(0, "activate:1")
		require.Equal(t, "no_energy", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("travels on in the same round, and costs only the last owner three crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 10, Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {Crystals: 10}, {Crystals: 10},
		}, Dice: dice(1, 1, 1, 1)}).
				use(0, 1).answer(0, "end").
				use(1, 1).inPlay(1).answer(1, "end").
				use(2, 1).inPlay(2).inPlay(0, cards.DamnedSoulOfOnys).turned(0, 1, false).answer(2, "end").
				crystals(0, 7).crystals(1, 10).crystals(2, 10)
	})
	t.Run("is no longer the giver's to pass", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("W2"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {}}}).
			use(0, 1).inPlay(1, cards.DamnedSoulOfOnys).offersNot(0, "activate:1")
	})
	t.Run("costs each round three crystals, or what there is", func(t *testing.T) {
		for crystals, left := range map[int]int{5: 2, 3: 0, 2: 0, 0: 0} {
			position(t, Setup{Seats: []SeatSetup{{Crystals: crystals, Play: inPlayCards(cards.DamnedSoulOfOnys)}}}).
				answer(0, "end").answer(1, "end").crystals(0, left)
		}
	})
	t.Run("each copy costs three", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 10, Play: inPlayCards(cards.DamnedSoulOfOnys, cards.DamnedSoulOfOnys)}}}).
			answer(0, "end").answer(1, "end").crystals(0, 4)
	})
	t.Run("the giver's place is free at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1"), Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.DamnedSoulOfOnys)}}}).
			offersNot(0, summonID(cards.TemporalBoots)).use(0, 1).offers(0, summonID(cards.TemporalBoots))
	})
	t.Run("the receiver's gauge does not matter, but then takes no further card", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Reserve: energy("W1"), Play: inPlayCards(cards.DamnedSoulOfOnys)}, {Gauge: 1, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.RunicCubeOfEolis)},
		}, Dice: dice(1, 2, 1)}).
				use(0, 1).answer(0, "end").inPlay(1, cards.RunicCubeOfEolis, cards.DamnedSoulOfOnys).
				offersNot(1, summonID(cards.TemporalBoots)) // the die shows no star: gauge 1, two cards in play
	})
	t.Run("counts five points less for its last owner", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.DamnedSoulOfOnys)}}}).over(-2, 0)
	})
}
