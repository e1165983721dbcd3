package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard18BespelledGrimoire(t *testing.T) {
	limit := func(t *testing.T, m *scenario, seat, want int) {
		require.Equal(t, want, m.public(seat).Limit)
	}
	t.Run("costs one water and one earth", func(t *testing.T) { costs(t, nil, 2, 18, "W1E1", 0) })
	t.Run("gives two energies of choice and a limit of ten", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F5W1E1"), Hand: []int{18}}}})
		limit(t, m, 0, 7)
		m.answer(0, "summon:18").asks(0, "gain").
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:earth").reserve(0, "A1F5E1").asks(0, "turn")
		limit(t, m, 0, 10)
		limit(t, m, 1, 7)
	})
	t.Run("the limit rises before the gain", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F7"), Hand: []int{18}, Play: waterAmulets("W1E1")}}}).
			answer(0, "summon:18").answer(0, "gain:air x2").
			asks(0, "turn").reserve(0, "A2F7")
	})
	t.Run("the limit rises before a Vase gives energy for the Grimoire itself", func(t *testing.T) {
		seat := SeatSetup{Gauge: 3, Reserve: energy("F7"), Hand: []int{18},
			Play: append(waterAmulets("W1E1"), inPlayCards(30)...)}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, "summon:18").answer(0, "gain:air").asks(0, "gain").answer(0, "gain:earth x2").
			asks(0, "turn").reserve(0, "A1F7E2")
	})
	t.Run("ten tokens may be kept", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F5"), Play: inPlayCards(18, 25)}}}).
			answer(0, "activate:2").answer(0, "gain:air x5").asks(0, "turn").reserve(0, "A5F5")
	})
	t.Run("of more than ten the owner keeps ten", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F7"), Play: inPlayCards(18, 25)}}}).
			answer(0, "activate:2").answer(0, "gain:air x5").asks(0, "keep_energy").
			refuses(0, game.CodeBadCount, "energy:fire x7").
			answer(0, "energy:fire x5", "energy:air x5").reserve(0, "A5F5")
	})
	t.Run("two copies still hold ten", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("F8W1E1"), Hand: []int{18}, Play: inPlayCards(18)}}}).
			answer(0, "summon:18").answer(0, "gain:air x2").reserve(0, "A2F8")
		limit(t, m, 0, 10)
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("F9"), Play: inPlayCards(18, 18, 25)}}}).
			answer(0, "activate:3").answer(0, "gain:air x5").asks(0, "keep_energy").
			answer(0, "energy:fire x5", "energy:air x5").reserve(0, "A5F5")
	})
	t.Run("when one of two copies leaves nothing changes", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}}, {Reserve: energy("A5F5"), Play: inPlayCards(18, 18)},
		}}).answer(0, "summon:10").answer(1, "play:1").asks(0, "turn").reserve(1, "A5F5")
		limit(t, m, 1, 10)
	})
	t.Run("when the last one is sacrificed the owner keeps seven at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5F5"), Play: inPlayCards(18, 37, 22)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			asks(0, "keep_energy").crystals(0, 0).
			refuses(0, game.CodeBadCount, "energy:air x5", "energy:fire x5").
			answer(0, "energy:air x2", "energy:fire x5").reserve(0, "A2F5").crystals(0, 15)
	})
	t.Run("both copies leaving together make one choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5F5"), Play: inPlayCards(18, 37, 18)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			asks(0, "keep_energy").answer(0, "energy:air x2", "energy:fire x5").asks(0, "turn")
	})
	t.Run("with a Cursed Treatise in the same sacrifice the reserve burns first", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5F5"), Play: inPlayCards(18, 37, 42)}}}).
			answer(0, "activate:2").answer(0, "play:1", "play:2", "play:3").
			asks(0, "turn").reserve(0, "").crystals(0, 15)
	})
	t.Run("seven or fewer tokens stay without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}}, {Reserve: energy("A3F4"), Play: inPlayCards(18)},
		}}).answer(0, "summon:10").asks(0, "turn").reserve(1, "A3F4")
	})
	t.Run("tokens all alike are cut to seven without a question", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}}, {Reserve: energy("A9"), Play: inPlayCards(18)},
		}}).answer(0, "summon:10").asks(0, "turn").reserve(1, "A7")
	})
}

// All tokens are part of the reserve, also those above seven.
func TestCard18BespelledGrimoireReserve(t *testing.T) {
	full := func(reserve string, more ...int) SeatSetup {
		return SeatSetup{Gauge: 9, Reserve: energy(reserve), Play: append(inPlayCards(18), inPlayCards(more...)...)}
	}
	t.Run("an Air Elemental changes them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{40}}, full("F5W4")}}).
			answer(0, "summon:40").reserve(1, "A9")
	})
	t.Run("a Lantern of Xidit counts them all", func(t *testing.T) {
		require.Equal(t, 27, position(t, Setup{Seats: []SeatSetup{full("F5W4", 45)}}).public(0).Score.Cards)
	})
	t.Run("Lewis Greyface copies them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1F1"), Hand: []int{21}}, full("F5W4")}}).
			answer(0, "summon:21").asks(0, "keep_energy").
			answer(0, "energy:fire x5", "energy:water x2").reserve(0, "F5W2").reserve(1, "F5W4")
	})
	t.Run("a Potion of Dreams discards them all", func(t *testing.T) {
		seat := full("F5W4", 24)
		seat.Hand = []int{22}
		position(t, Setup{Seats: []SeatSetup{seat}}).
			answer(0, "activate:2").answer(0, "card:22").reserve(0, "")
	})
	t.Run("a Potion of Life transmutes them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{full("F5W4", 26)}}).
			answer(0, "activate:2").crystals(0, 36).reserve(0, "")
	})
	t.Run("a Cursed Treatise burns them all", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}}, full("F5W4", 42)}}).
			answer(0, "summon:10").answer(1, "play:2").reserve(1, "")
	})
}

func TestCard19RagfieldsHelm(t *testing.T) {
	// The fall dice of the players show no crystals on face 1, and the one
	// left over ends the third year.
	ended := func(t *testing.T, seats ...SeatSetup) *scenario {
		last := len(seats) - 1
		return position(t, Setup{Active: seat(last), Seats: seats}.onSpace(3, 12)).answer(last, "end")
	}
	play := func(numbers ...int) SeatSetup { return SeatSetup{Gauge: 9, Play: inPlayCards(numbers...)} }
	t.Run("costs three air", func(t *testing.T) { costs(t, nil, 2, 19, "A3", 0) })
	t.Run("twenty crystals at the end for more cards in play than every opponent", func(t *testing.T) {
		m := ended(t, play(19, 15), play(15), play())
		m.over(10+8+20, 8, 0)
		require.Contains(t, m.s.Outcome().Places[0].Parts, game.Part{Source: "card", Args: game.Facts{game.Int("card", 19)}, Points: 20})
	})
	t.Run("nothing when tied for most", func(t *testing.T) {
		ended(t, play(19, 15), play(15, 7), play()).over(18, 16, 0)
	})
	t.Run("nothing with more than one opponent but not than another", func(t *testing.T) {
		ended(t, play(19), play(), play(15, 7)).over(10, 0, 16)
	})
	t.Run("two copies give forty", func(t *testing.T) {
		ended(t, play(19, 19), play(15)).over(10+10+40, 8)
	})
	t.Run("turned cards and cards above the gauge count", func(t *testing.T) {
		ended(t, SeatSetup{Gauge: 1, Play: []PlaySetup{{Card: 19}, {Card: 15, Turned: true}}}, play(7)).over(38, 8)
		ended(t, play(19), SeatSetup{Play: inPlayCards(7, 22)}).over(10, 38)
	})
	t.Run("familiars count like items, cards in hand do not", func(t *testing.T) {
		ended(t, play(19, 10), SeatSetup{Play: inPlayCards(7), Hand: []int{1, 2}}).over(10+14+20, 8-10)
	})
	t.Run("nothing before the end", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A3"), Hand: []int{19}}}}).
			answer(0, "summon:19").crystals(0, 0)
		require.Equal(t, 20, m.public(0).Score.Cards)
	})
}

func TestCard20HandOfFortune(t *testing.T) {
	hand := func(reserve string, crystals int, inHand []int, play ...int) Setup {
		return Setup{Seats: []SeatSetup{{
			Gauge: 9, Reserve: energy(reserve), Crystals: crystals, Hand: inHand, Play: inPlayCards(play...),
		}}}
	}
	t.Run("costs one air, one fire, one earth and three crystals", func(t *testing.T) { costs(t, nil, 2, 20, "A1F1E1", 3) })
	t.Run("the example of the rulebook: the fourth card with a gauge of four", func(t *testing.T) {
		setup := hand("A1F1E1", 3, []int{20}, 1, 2, 3)
		setup.Seats[0].Gauge = 4
		position(t, setup).answer(0, "summon:20").inPlay(0, 1, 2, 3, 20).reserve(0, "").crystals(0, 0)
		setup.Seats[0].Gauge = 3
		position(t, setup).offersNot(0, "summon:20")
	})
	t.Run("one energy of choice less for each card summoned", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{9}, 20)).answer(0, "summon:9").
			asks(0, "waive").offersOnly(0, "waive:air", "waive:water", "waive:fire", "waive:earth", "back").
			refuses(0, game.CodeBadCount, "waive:air", "waive:water").
			answer(0, "waive:water").reserve(0, "W1").inPlay(0, 20, 9)
	})
	t.Run("back changes nothing", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{9}, 20)).takesBack(0, "summon:9")
		setup := hand("A1W1F1E1", 0, []int{9}, 20)
		setup.Seats[0].Play = append(setup.Seats[0].Play, waterAmulets("A1")...)
		position(t, setup).takesBack(0, "summon:9", "waive:water")
	})
	t.Run("nobody else learns of the choice before the cost is paid", func(t *testing.T) {
		m := position(t, hand("A1W1F1E1", 0, []int{9}, 20)).answer(0, "summon:9")
		require.Empty(t, m.step.Events)
		require.Equal(t, "turn", m.public(0).Asked)
		require.Equal(t, 1, m.public(0).Hand)
	})
	t.Run("a missing energy is the one that is not paid", func(t *testing.T) {
		position(t, hand("A1W1F1", 0, []int{9}, 20)).answer(0, "summon:9").
			asks(0, "pick_summon").reserve(0, "").inPlay(0, 20, 9)
	})
	t.Run("two missing energies are too many for one copy", func(t *testing.T) {
		position(t, hand("A4W1", 0, []int{9}, 20)).offersNot(0, "summon:9")
	})
	t.Run("a cost of one kind gets one token cheaper unasked", func(t *testing.T) {
		position(t, hand("E2", 0, []int{6}, 20)).answer(0, "summon:6").asks(0, "turn").reserve(0, "").inPlay(0, 20, 6)
	})
	t.Run("never less than one energy", func(t *testing.T) {
		position(t, hand("", 0, []int{42}, 20)).offersNot(0, "summon:42")
		position(t, hand("A3", 0, []int{13}, 20)).offersNot(0, "summon:13")
		position(t, hand("W1", 0, []int{13}, 20, 20)).answer(0, "summon:13").reserve(0, "").inPlay(0, 20, 20, 13)
		position(t, hand("", 0, []int{13}, 20, 20)).offersNot(0, "summon:13")
	})
	t.Run("nothing for a card without an energy cost, and crystals are not reduced", func(t *testing.T) {
		position(t, hand("A1", 2, []int{12, 7}, 20)).offersNot(0, "summon:12").
			answer(0, "summon:7").reserve(0, "A1")
	})
	t.Run("two copies strike two energies", func(t *testing.T) {
		position(t, hand("A1W1F1E1", 0, []int{9}, 20, 20)).answer(0, "summon:9").
			refuses(0, game.CodeBadCount, "waive:air").refuses(0, game.CodeBadCount, "waive:air x2").
			answer(0, "waive:air", "waive:fire").reserve(0, "A1F1")
		position(t, hand("A1W1", 0, []int{9}, 20, 20)).answer(0, "summon:9").reserve(0, "").inPlay(0, 20, 20, 9)
	})
	t.Run("what is missing must be among the energies struck", func(t *testing.T) {
		position(t, hand("A1W1F1", 0, []int{9}, 20, 20)).answer(0, "summon:9").
			asks(0, "waive").refuses(0, game.CodeBadCount, "waive:air", "waive:water").
			answer(0, "waive:earth", "waive:air").reserve(0, "A1")
		// The Kriss costs two air and one water.
		kriss := hand("A1W1", 0, []int{44}, 20, 20)
		position(t, kriss).answer(0, "summon:44").
			refuses(0, game.CodeBadCount, "waive:water").
			answer(0, "waive:air", "waive:water").reserve(0, "W1")
		position(t, kriss).answer(0, "summon:44").answer(0, "waive:air x2").reserve(0, "A1")
	})
	t.Run("not for itself, but the first copy for the second", func(t *testing.T) {
		position(t, hand("A1F1", 3, []int{20})).offersNot(0, "summon:20")
		position(t, hand("A1F1", 3, []int{20}, 20)).answer(0, "summon:20").
			reserve(0, "").crystals(0, 0).inPlay(0, 20, 20)
	})
	t.Run("not for the opponents", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("E2"), Hand: []int{6}}, {Play: inPlayCards(20)}}}).
			offersNot(0, "summon:6")
	})
	t.Run("a cost that depends on the number of players is reduced too", func(t *testing.T) {
		// Titus costs two fire with three players.
		setup := hand("F1", 0, []int{39}, 20)
		setup.Players = 3
		position(t, setup).answer(0, "summon:39").reserve(0, "").inPlay(0, 20, 39)
	})
	t.Run("no activation gets cheaper", func(t *testing.T) {
		setup := hand("A3", 0, nil, 20, 5, 34)
		setup.Draw = []int{22}
		position(t, setup).offersNot(0, "activate:2").
			use(0, 3).asks(0, "orb").offersOnly(0, "return")
		position(t, hand("", 0, nil, 20, 16)).offersNot(0, "activate:2")
	})
	t.Run("the rest may be paid from an Amulet of Water", func(t *testing.T) {
		setup := hand("A1W1", 0, []int{9}, 20)
		setup.Seats[0].Play = append(setup.Seats[0].Play, waterAmulets("A1F1")...)
		position(t, setup).answer(0, "summon:9").
			asks(0, "payment").answer(0, "energy:air@2", "energy:water", "energy:fire@2").
			reserve(0, "A1").tokensOn(0, 2, "").inPlay(0, 20, 4, 9)
	})
	t.Run("the hand shows how many energies are struck", func(t *testing.T) {
		m := position(t, hand("", 0, []int{7, 9, 13, 42}, 20, 20))
		secret := m.private(0)
		for card, struck := range map[string]int{"h7": 0, "h9": 2, "h13": 1, "h42": 0} {
			require.Equal(t, struck, secret.Hand.Get(card).Struck, card)
		}
	})
}

func TestCard20HandOfFortuneWithAnElementalAmulet(t *testing.T) {
	amulet := func(reserve string, play ...int) *Setup {
		return &Setup{Seats: []SeatSetup{{Gauge: 9, Reserve: energy(reserve), Hand: []int{31}, Play: inPlayCards(play...)}}}
	}
	t.Run("two effects for one energy", func(t *testing.T) {
		position(t, *amulet("W1E1", 20)).answer(0, "summon:31").
			answer(0, "element:water", "element:earth").
			asks(0, "waive").answer(0, "waive:earth").
			answer(0, "gain:air x2").crystals(0, 5).reserve(0, "A2E1")
	})
	t.Run("the energy struck need not be there", func(t *testing.T) {
		position(t, *amulet("W1", 20)).answer(0, "summon:31").
			answer(0, "element:water > owned", "element:earth > missing").
			answer(0, "gain:air x2").crystals(0, 5).reserve(0, "A2")
	})
	t.Run("one copy strikes one missing energy only", func(t *testing.T) {
		position(t, *amulet("W1", 20)).answer(0, "summon:31").
			refuses(0, game.CodeBadGroup, "element:water > owned", "element:earth > missing", "element:fire > missing")
		position(t, *amulet("W1", 20, 20)).answer(0, "summon:31").
			answer(0, "element:water > owned", "element:earth > missing", "element:fire > missing").
			asks(0, "gain").reserve(0, "").crystals(0, 0)
	})
	t.Run("at least one energy is named that is paid", func(t *testing.T) {
		position(t, *amulet("W1", 20)).answer(0, "summon:31").
			refuses(0, game.CodeBadGroup, "element:earth > missing")
		position(t, *amulet("", 20, 20)).offersNot(0, "summon:31")
		position(t, *amulet("W1", 20)).answer(0, "summon:31").answer(0, "element:water").
			reserve(0, "").asks(0, "gain")
	})
}
