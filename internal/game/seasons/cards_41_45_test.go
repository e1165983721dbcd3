package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
)

func TestCard41ThievingFairies(t *testing.T) {
	// Seat 0 activates an Idol of the Familiar, which costs nothing.
	against := func(t *testing.T, crystals int, fairies ...int) *scenario {
		return position(t, Setup{Seats: []SeatSetup{
			{Crystals: crystals, Play: inPlayCards(43)}, {Play: inPlayCards(fairies...)},
		}}).answer(0, "activate:1").turned(0, 1, true)
	}
	t.Run("cost none, 3 or 6 crystals with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, 41, "", 0)
		costs(t, nil, 3, 41, "", 3)
		costs(t, nil, 4, 41, "", 6)
	})
	t.Run("take one crystal from an activating opponent and give the owner two", func(t *testing.T) {
		against(t, 5, 41).crystals(0, 4).crystals(1, 2)
	})
	t.Run("give the owner one if the opponent has none, and do not stop the activation", func(t *testing.T) {
		against(t, 0, 41).crystals(0, 0).crystals(1, 1)
	})
	t.Run("each copy takes and gives by itself", func(t *testing.T) {
		against(t, 5, 41, 41).crystals(0, 3).crystals(1, 4)
		against(t, 1, 41, 41).crystals(0, 0).crystals(1, 3)
	})
	t.Run("the last crystals go to the first owners clockwise from the activator's left", func(t *testing.T) {
		position(t, Setup{First: 1, Seats: []SeatSetup{
			{Play: inPlayCards(41)}, {Crystals: 1, Play: inPlayCards(43)}, {Play: inPlayCards(41)},
		}}).answer(1, "activate:2").crystals(1, 0).crystals(2, 2).crystals(0, 1)
	})
	t.Run("act before an activation is paid for", func(t *testing.T) {
		tree := func(crystals int) *scenario {
			return position(t, Setup{Seats: []SeatSetup{{Crystals: crystals, Play: inPlayCards(32)}, {Play: inPlayCards(41)}}})
		}
		tree(3).offersNot(0, "activate:1")
		tree(4).use(0, 1).crystals(0, 0).crystals(1, 2).asks(0, "gain")
	})
	t.Run("act on the Die of Malice before its crystals come", func(t *testing.T) {
		reroll := func(crystals int) *scenario {
			return position(t, Setup{Phase: "start", Rolls: []int{2}, Seats: []SeatSetup{
				{Crystals: crystals, Play: inPlayCards(15)}, {Play: inPlayCards(41)},
			}}).answer(0, "reroll")
		}
		reroll(1).crystals(0, 2).crystals(1, 2)
		reroll(0).crystals(0, 2).crystals(1, 1)
	})
	t.Run("act on a placement on the Glutton Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Reserve: energy("A1"), Play: inPlayCards(35)}, {Play: inPlayCards(41)},
		}}).use(0, 1).tokensOn(0, 1, "A1").crystals(0, 0).crystals(1, 2)
	})
	t.Run("act on the passing of a Damned Soul, also to their owner", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Reserve: energy("W1"), Play: inPlayCards(50)}, {Play: inPlayCards(41)},
		}}).use(0, 1).inPlay(1, 41, 50).crystals(0, 0).crystals(1, 2)
	})
	t.Run("act on a card that is sacrificed for its activation", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Crystals: 1, Play: inPlayCards(25)}, {Play: inPlayCards(41)},
		}}).answer(0, "activate:1").inPlay(0).crystals(0, 0).crystals(1, 2)
	})
	t.Run("leave the owner's own activations alone", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 3, Play: inPlayCards(43, 41)}}}).
			answer(0, "activate:1").crystals(0, 4) // one familiar in play
	})
	t.Run("leave entering and lasting effects alone", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A4E2"), Hand: []int{3}, Play: inPlayCards(13)}, {Play: inPlayCards(41)},
		}}).
			answer(0, "summon:3").crystals(0, 9).crystals(1, 0).
			answer(0, "end").answer(1, "end").crystals(0, 12).crystals(1, 0)
	})
	t.Run("everybody sees the crystals move", func(t *testing.T) {
		require.Contains(t, against(t, 5, 41).seen(game.Spectator()), "crystals seat 0 n -1 card 41")
	})
}

func TestCard42CursedTreatise(t *testing.T) {
	t.Run("costs one water", func(t *testing.T) { costs(t, nil, 2, 42, "W1", 0) })
	t.Run("brings two energies of choice, then a step of the gauge, then ten crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F6"), Hand: []int{42}}}}).
			answer(0, "summon:42").asks(0, "gain").gauge(0, 1).crystals(0, 0).
			refuses(0, game.CodeBadCount, "gain:air").
			answer(0, "gain:air", "gain:earth").
			asks(0, "keep_energy").gauge(0, 1).crystals(0, 0).
			answer(0, "energy:air", "energy:earth", "energy:fire x5").
			reserve(0, "A1F5E1").gauge(0, 2).crystals(0, 10)
	})
	t.Run("leaves a gauge of fifteen as it is", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 15, Reserve: energy("W1"), Hand: []int{42}}}}).
			answer(0, "summon:42").answer(0, "gain:air x2").gauge(0, 15).crystals(0, 10)
	})
	t.Run("two copies bring everything twice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W2"), Hand: []int{42, 42}}}}).
			answer(0, "summon:42").answer(0, "gain:air x2").
			answer(0, "summon:42").answer(0, "gain:air x2").
			gauge(0, 3).crystals(0, 20).reserve(0, "A4")
	})
	t.Run("put in play by a Chalice does all of it", func(t *testing.T) {
		position(t, Setup{Draw: []int{42, 22, 1, 2}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{9}},
		}}).
			answer(0, "summon:9").answer(0, "card:42").answer(0, "gain:fire x2").
			gauge(0, 3).crystals(0, 10).reserve(0, "F2")
	})
	t.Run("counts ten points less", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Crystals: 4, Play: inPlayCards(42)}}}).over(-6, 0)
	})
	t.Run("sacrificed to Syllas burns the whole reserve, also what a Grimoire holds", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}},
			{Reserve: energy("A5E4"), Play: inPlayCards(42, 18)},
		}}).
			answer(0, "summon:10").answer(1, "play:1").
			reserve(1, "").inPlay(1, 18).discarded(42).asks(0, "turn")
	})
	t.Run("leaves tokens on an Amulet of Water and a Cauldron", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("F3"), Hand: []int{10}},
			{Reserve: energy("A1"), Play: []PlaySetup{
				{Card: 42}, {Card: 4, Tokens: energy("W2")}, {Card: 35, Tokens: energy("E3")},
			}},
		}}).
			answer(0, "summon:10").answer(1, "play:1").
			reserve(1, "").tokensOn(1, 2, "W2").tokensOn(1, 3, "E3")
	})
	t.Run("sacrificed for a Dragon Skull burns the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2"), Play: inPlayCards(37, 42, 22)}}}).
			answer(0, "activate:1").answer(0, "play:1", "play:2", "play:3").
			reserve(0, "").crystals(0, 15)
	})
	t.Run("taken back by Amsug burns nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{17}},
			{Reserve: energy("F2"), Play: inPlayCards(42)},
		}}).answer(0, "summon:17").hand(1, 42).reserve(1, "F2")
	})
	t.Run("discarded from the hand burns nothing", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F3"), Hand: []int{36, 42}}}}).
			answer(0, "summon:36").answer(0, "mode:discard").
			discarded(42).reserve(0, "F3")
	})
}

func TestCard43IdolOfTheFamiliar(t *testing.T) {
	t.Run("costs one energy of each kind", func(t *testing.T) { costs(t, nil, 2, 43, "A1W1F1E1", 0) })
	t.Run("brings one crystal for each familiar in play, turned ones too", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: []PlaySetup{{Card: 43}, {Card: 40}, {Card: 16, Turned: true}, {Card: 22}}}}}).
			answer(0, "activate:1").crystals(0, 2).turned(0, 1, true)
	})
	t.Run("counts neither the hand nor the opponents' familiars", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Hand: []int{49}, Play: inPlayCards(43)}, {Play: inPlayCards(40)}}}).
			answer(0, "activate:1").crystals(0, 0)
	})
	t.Run("can be activated without a familiar", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(43)}}}).
			answer(0, "activate:1").crystals(0, 0).turned(0, 1, true)
	})
	t.Run("counts a Damned Soul for the player who has it", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("W1"), Play: inPlayCards(50, 43)}, {Play: inPlayCards(43)}}}).
			use(0, 1).answer(0, "activate:2").crystals(0, 0).answer(0, "end").
			answer(1, "activate:3").crystals(1, 1)
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(43, 43, 40)}}}).
			answer(0, "activate:1").offersNot(0, "activate:1").
			answer(0, "activate:2").crystals(0, 2).offersNot(0, "activate:2")
	})
	t.Run("can be activated in the turn in which it enters", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{43}, Play: inPlayCards(40)}}}).
			answer(0, "summon:43").crystals(0, 0).answer(0, "activate:2").crystals(0, 1)
	})
	t.Run("second edition: ten crystals when it enters, also for free", func(t *testing.T) {
		position(t, Setup{Options: second, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{43}}}}).
			answer(0, "summon:43").crystals(0, 10).
			answer(0, "activate:1").crystals(0, 10)
		position(t, Setup{Options: second, Draw: []int{43, 22, 1, 2}, Seats: []SeatSetup{
			{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{9}},
		}}).answer(0, "summon:9").answer(0, "card:43").crystals(0, 10)
	})
}

func TestCard44NecroticKriss(t *testing.T) {
	t.Run("costs two air and one water", func(t *testing.T) { costs(t, nil, 2, 44, "A2W1", 0) })
	t.Run("a familiar from the hand is discarded for four energies of choice", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Hand: []int{1, 49}, Play: inPlayCards(44)}}}).
			answer(0, "activate:1").offersOnly(0, "card:49", "back").
			answer(0, "card:49").hand(0, 1).discarded(49).turned(0, 1, true)
		require.Contains(t, m.seen(game.Spectator()), "discard seat 0 discarded 49 card 44", "it is shown to all")
		m.refuses(0, game.CodeBadCount, "gain:air x3").
			answer(0, "gain:air x2", "gain:fire x2").reserve(0, "A2F2")
	})
	t.Run("or one in play is sacrificed, which frees its place", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{7}, Play: inPlayCards(44, 40)}}}).
			offersNot(0, "summon:7").
			answer(0, "activate:1").answer(0, "play:2").answer(0, "gain:earth x4").
			inPlay(0, 44).discarded(40).reserve(0, "E4").offers(0, "summon:7")
	})
	t.Run("magic items and other players' familiars cannot be given", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Hand: []int{1, 49, 49}, Play: inPlayCards(44, 22, 50)}, {Play: inPlayCards(40)}}}).
			answer(0, "activate:1").offersOnly(0, "card:49", "play:3", "back")
	})
	t.Run("cannot be activated without a familiar", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Hand: []int{1}, Play: inPlayCards(44, 22)}, {Play: inPlayCards(40)}}}).
			offersNot(0, "activate:1")
		require.Equal(t, "no_hand", *m.private(0).Unusable.Get("c1"))
	})
	t.Run("going back changes nothing, and nobody sees that it was looked at", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{Crystals: 1, Hand: []int{49}, Play: inPlayCards(44)}, {Play: inPlayCards(41)}}}).
			answer(0, "activate:1").asks(0, "familiar")
		require.Equal(t, "turn", m.public(0).Asked)
		require.Equal(t, "turn", m.public(0).Asked)
		require.Empty(t, m.seen(game.SeatViewer(1)))
		m.answer(0, "back").turned(0, 1, false).hand(0, 49).crystals(0, 1).crystals(1, 0).offers(0, "activate:1")
	})
	t.Run("too many tokens are thrown away at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A5"), Hand: []int{49}, Play: inPlayCards(44)}}}).
			answer(0, "activate:1").answer(0, "card:49").answer(0, "gain:fire x4").
			asks(0, "keep_energy").answer(0, "energy:fire x4", "energy:air x3").reserve(0, "A3F4")
	})
	t.Run("once a round, each copy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Hand: []int{49, 49}, Play: inPlayCards(44, 44)}}}).
			answer(0, "activate:1").answer(0, "card:49").answer(0, "gain:fire x4").offersNot(0, "activate:1").
			answer(0, "activate:2").answer(0, "card:49").answer(0, "gain:fire x3", "gain:air").
			asks(0, "keep_energy").answer(0, "energy:fire x7").hand(0)
	})
}

func TestCard45LanternOfXidit(t *testing.T) {
	over := func(t *testing.T, reserve string, play ...PlaySetup) *scenario {
		return position(t, Setup{Phase: "over", Seats: []SeatSetup{{Reserve: energy(reserve), Play: play}}})
	}
	t.Run("costs three fire and three earth", func(t *testing.T) { costs(t, nil, 2, 45, "F3E3", 0) })
	t.Run("brings three for each token in the reserve at the end", func(t *testing.T) {
		over(t, "A2F1", inPlayCards(45)...).over(24+9, 0)
		over(t, "", inPlayCards(45)...).over(24, 0)
	})
	t.Run("each copy", func(t *testing.T) { over(t, "A2F1", inPlayCards(45, 45)...).over(48+18, 0) })
	t.Run("counts what a Grimoire holds", func(t *testing.T) {
		over(t, "A5E5", inPlayCards(45, 18)...).over(24+8+30, 0)
	})
	t.Run("does not count tokens on an Amulet of Water or a Cauldron", func(t *testing.T) {
		over(t, "A1", PlaySetup{Card: 45}, PlaySetup{Card: 4, Tokens: energy("W4")}, PlaySetup{Card: 35, Tokens: energy("E6")}).
			over(24+3+6+0, 0)
	})
	t.Run("does not count other players' tokens", func(t *testing.T) {
		position(t, Setup{Phase: "over", Seats: []SeatSetup{{Play: inPlayCards(45)}, {Reserve: energy("A5")}}}).over(24, 0)
	})
}
