package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard12NariaTheProphetess(t *testing.T) {
	naria := SeatSetup{Crystals: 3, Gauge: 1, Hand: []int{cards.NariaTheProphetess}}
	t.Run("costs three crystals whatever the number of players", func(t *testing.T) {
		for players := 2; players <= 4; players++ {
			costs(t, nil, players, cards.NariaTheProphetess, "", 3)
		}
	})
	t.Run("draws a card for each player, one for the own hand, one for each opponent", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.AirElemental, cards.SyllasTheFaithful, cards.YjangsForgottenVase, cards.HandOfFortune,
				cards.DamnedSoulOfOnys,
			},
			Seats: []SeatSetup{naria, {}, {Hand: []int{cards.AmuletOfAir}}, {}},
		}).
			answer(0, summonID(cards.NariaTheProphetess)).
			asks(0, "pick_card").
			offersOnly(
				0, cardID(cards.SyllasTheFaithful), cardID(cards.HandOfFortune),
				cardID(cards.YjangsForgottenVase), cardID(cards.AirElemental),
			).
			refuses(0, game.CodeBadCount).
			answer(0, cardID(cards.HandOfFortune)).
			asks(0, "assign").
			offersOnly(
				0, cardID(cards.SyllasTheFaithful), cardID(cards.YjangsForgottenVase),
				cardID(cards.AirElemental),
			).
			refuses(
				0,
				game.CodeBadGroup,
				cardID(cards.SyllasTheFaithful)+" > s1",
				cardID(cards.YjangsForgottenVase)+" > s1",
				cardID(cards.AirElemental)+" > s2",
			).
			refuses(
				0,
				game.CodeBadCount,
				cardID(cards.SyllasTheFaithful)+" > s1",
				cardID(cards.YjangsForgottenVase)+" > s2",
			).
			answer(
				0,
				cardID(cards.SyllasTheFaithful)+" > s3",
				cardID(cards.YjangsForgottenVase)+" > s1",
				cardID(cards.AirElemental)+" > s2",
			).
			hand(0, cards.HandOfFortune).
			hand(1, cards.YjangsForgottenVase).
			hand(2, cards.AmuletOfAir, cards.AirElemental).
			hand(3, cards.SyllasTheFaithful).
			discarded().
			asks(0, "turn")
	})
	t.Run("with two players the other card goes to the opponent unasked", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.AirElemental, cards.SyllasTheFaithful}, Seats: []SeatSetup{naria, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).
			answer(0, cardID(cards.AirElemental)).
			hand(0, cards.AirElemental).
			hand(1, cards.SyllasTheFaithful).
			asks(0, "turn")
	})
	t.Run("two equal cards can go to two opponents", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.SyllasTheFaithful},
			Seats: []SeatSetup{naria, {}, {}},
		}).
			answer(0, summonID(cards.NariaTheProphetess)).
			answer(0, cardID(cards.HandOfFortune)).
			answer(0, cardID(cards.SyllasTheFaithful)+" > s1", cardID(cards.SyllasTheFaithful)+" > s2").
			hand(0, cards.HandOfFortune).
			hand(1, cards.SyllasTheFaithful).
			hand(2, cards.SyllasTheFaithful)
	})
	t.Run("with fewer cards than players the opponents on the left come first", func(t *testing.T) {
		m := position(t, Setup{
			First: 2,
			Draw:  []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase},
			Rest:  "aside",
			Seats: []SeatSetup{{}, {}, naria, {}},
		}).
			answer(2, summonID(cards.NariaTheProphetess)).answer(2, cardID(cards.HandOfFortune))
		text := m.decision(2).Text(theRules)
		require.Equal(t, []game.GroupText{{ID: "s3", Min: 1, Max: 1}, {ID: "s0", Min: 1, Max: 1}}, text.Groups)
		m.answer(2, cardID(cards.SyllasTheFaithful)+" > s0", cardID(cards.YjangsForgottenVase)+" > s3").
			hand(0, cards.SyllasTheFaithful).
			hand(1).
			hand(2, cards.HandOfFortune).
			hand(3, cards.YjangsForgottenVase)
	})
	t.Run("with two cards one is kept and one goes to the left", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.SyllasTheFaithful, cards.HandOfFortune},
			Rest:  "aside",
			Seats: []SeatSetup{naria, {}, {}},
		}).
			answer(0, summonID(cards.NariaTheProphetess)).
			answer(0, cardID(cards.HandOfFortune)).
			hand(0, cards.HandOfFortune).
			hand(1, cards.SyllasTheFaithful).
			hand(2).
			asks(0, "turn")
	})
	t.Run("a single card goes to the own hand", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.SyllasTheFaithful}, Rest: "aside", Seats: []SeatSetup{naria, {}, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).
			hand(0, cards.SyllasTheFaithful).
			hand(1).
			hand(2).
			asks(0, "turn")
	})
	t.Run("with no card anywhere nothing happens", func(t *testing.T) {
		position(t, Setup{Rest: "aside", Seats: []SeatSetup{naria, {}}}).
			answer(0, summonID(cards.NariaTheProphetess)).
			hand(0).
			hand(1).
			inPlay(0, cards.NariaTheProphetess).
			asks(0, "turn")
	})
	t.Run("the summoner sees all cards, each receiver its own, nobody else any", func(t *testing.T) {
		summoner, left, right, spectator := game.SeatViewer(0), game.SeatViewer(1), game.SeatViewer(2), game.Spectator()
		m := position(t, Setup{
			Draw:  []int{cards.SyllasTheFaithful, cards.HandOfFortune, cards.YjangsForgottenVase},
			Seats: []SeatSetup{naria, {}, {}},
		}).
			answer(0, summonID(cards.NariaTheProphetess)).
			learns(
				summoner,
				fmt.Sprintf(
					"draw seat 0 card %d private drawn %d", cards.NariaTheProphetess, cards.SyllasTheFaithful,
				),
				fmt.Sprintf(
					"draw seat 0 card %d private drawn %d", cards.NariaTheProphetess, cards.YjangsForgottenVase,
				),
			).
			learnsNot(left, "drawn").learnsNot(right, "drawn").learnsNot(spectator, "drawn")
		require.Equal(t, 3, m.public(0).Held)
		m.answer(0, cardID(cards.HandOfFortune)).
			learnsNot(left, "kept").
			learnsNot(right, "kept").
			learnsNot(spectator, "kept").
			answer(0, cardID(cards.SyllasTheFaithful)+" > s1", cardID(cards.YjangsForgottenVase)+" > s2").
			learns(
				summoner,
				fmt.Sprintf(
					"give seat 0 to 1 card %d private given %d",
					cards.NariaTheProphetess,
					cards.SyllasTheFaithful,
				),
				fmt.Sprintf(
					"give seat 0 to 2 card %d private given %d",
					cards.NariaTheProphetess,
					cards.YjangsForgottenVase,
				),
			).
			learns(
				left,
				fmt.Sprintf(
					"give seat 0 to 1 card %d private given %d",
					cards.NariaTheProphetess,
					cards.SyllasTheFaithful,
				),
				fmt.Sprintf("give seat 0 to 2 card %d", cards.NariaTheProphetess),
			).
			learns(
				right,
				fmt.Sprintf("give seat 0 to 1 card %d", cards.NariaTheProphetess),
				fmt.Sprintf(
					"give seat 0 to 2 card %d private given %d",
					cards.NariaTheProphetess,
					cards.YjangsForgottenVase,
				),
			).
			learnsNot(spectator, "given")
		require.False(t, m.step.Undoable())
	})
	t.Run("brought by a Divine Chalice she does the same", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.NariaTheProphetess, cards.AmuletOfEarth, cards.WondrousChest, cards.AirElemental,
				cards.RunicCubeOfEolis, cards.SyllasTheFaithful,
			},
			Seats: []SeatSetup{chalice(2), {}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.NariaTheProphetess)).
			offersOnly(0, cardID(cards.SyllasTheFaithful), cardID(cards.RunicCubeOfEolis)).
			answer(0, cardID(cards.RunicCubeOfEolis)).
			hand(0, cards.RunicCubeOfEolis).
			hand(1, cards.SyllasTheFaithful)
	})
}

func TestCard23PotionOfPower(t *testing.T) {
	potion := func(t *testing.T, setup Setup) *scenario {
		t.Helper()
		setup.Seats[0].Play = inPlayCards(cards.PotionOfPower)
		return position(t, setup)
	}
	t.Run("costs two fire", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfPower, "F2", 0) })
	t.Run("is sacrificed to draw a card and raise the gauge by two", func(t *testing.T) {
		potion(t, Setup{Draw: []int{cards.BalanceOfIshtar, cards.StaffOfSpring}, Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			inPlay(0).
			discarded(cards.PotionOfPower).
			hand(0, cards.BalanceOfIshtar).
			gauge(0, 3)
	})
	t.Run("the card must be kept: nothing is asked", func(t *testing.T) {
		potion(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1}}}).
			answer(0, "activate:1").
			asks(0, "turn").
			hand(0, cards.BalanceOfIshtar)
	})
	t.Run("only the owner sees the card drawn", func(t *testing.T) {
		m := potion(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 1}, {}, {}}}).
			answer(0, "activate:1").
			learnsSecretly(
				0,
				fmt.Sprintf("draw seat 0 card %d", cards.PotionOfPower),
				fmt.Sprintf("drawn %d", cards.BalanceOfIshtar),
			).
			learns(game.Spectator(), fmt.Sprintf("sacrifice seat 0 card %d id 1", cards.PotionOfPower))
		require.Nil(t, m.public(0).Secret)
		require.Equal(t, 1, m.public(0).Hand)
		require.False(t, m.step.Undoable(), "a card has been drawn")
	})
	t.Run("the gauge does not go beyond fifteen", func(t *testing.T) {
		potion(t, Setup{Seats: []SeatSetup{{Gauge: 14}}}).
			answer(0, "activate:1").
			gauge(0, 15)
	})
	t.Run("may be used with the gauge at fifteen", func(t *testing.T) {
		potion(t, Setup{Draw: []int{cards.BalanceOfIshtar}, Seats: []SeatSetup{{Gauge: 15}}}).
			answer(0, "activate:1").
			gauge(0, 15).
			hand(0, cards.BalanceOfIshtar)
	})
	t.Run(
		"sacrificed before the draw, it is in the pile that is shuffled when no other card is left",
		func(t *testing.T) {
			potion(t, Setup{Rest: "aside", Seats: []SeatSetup{{Gauge: 1}}}).
				answer(0, "activate:1").
				hand(0, cards.PotionOfPower).
				discarded().
				gauge(0, 3)
		},
	)
	t.Run("can be used in the turn in which it is summoned", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.BalanceOfIshtar},
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("F2"), Hand: []int{cards.PotionOfPower}}},
		}).
			answer(0, summonID(cards.PotionOfPower)).
			answer(0, "activate:1").
			hand(0, 5).
			gauge(0, 3).
			inPlay(0)
	})
	t.Run("two potions can be used in one turn", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.BalanceOfIshtar, cards.StaffOfSpring},
			Seats: []SeatSetup{{Gauge: 2, Play: inPlayCards(cards.PotionOfPower, cards.PotionOfPower)}},
		}).
			answer(0, "activate:1").
			answer(0, "activate:2").
			hand(0, 5, cards.StaffOfSpring).
			gauge(0, 6).
			discarded(cards.PotionOfPower, cards.PotionOfPower)
	})
	t.Run("cannot be used on another player's turn", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{{}, {Gauge: 1, Play: inPlayCards(cards.PotionOfPower)}}}).
			offersNot(0, "activate:1")
		require.False(t, m.s.Waiting().Has(1))
	})
}

func TestCard34CrystalOrb(t *testing.T) {
	// orb has card 22 on top of the draw pile, then card 15.
	orb := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Play = append([]PlaySetup{{Card: cards.CrystalOrb}}, own.Play...)
		return position(
			t,
			Setup{Draw: []int{cards.RunicCubeOfEolis, cards.DieOfMalice}, Seats: append([]SeatSetup{own}, others...)},
		)
	}
	t.Run("costs a fire and an earth", func(t *testing.T) { costs(t, nil, 2, cards.CrystalOrb, "F1E1", 0) })
	t.Run("one of two effects is chosen, and can be taken back", func(t *testing.T) {
		orb(t, SeatSetup{Crystals: 3}).
			answer(0, "activate:1").
			asks(0, "mode").
			offersOnly(0, "mode:look", "mode:mill", "back").
			answer(0, "back").
			takesBack(0, "activate:1").
			turned(0, 1, false)
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
			learnsSecretly(
				0,
				fmt.Sprintf("look seat 0 card %d", cards.CrystalOrb),
				fmt.Sprintf("seen %d", cards.RunicCubeOfEolis),
			).
			learnsNot(game.SeatViewer(1), "22").learnsNot(game.Spectator(), "22")
		require.False(t, m.step.Undoable(), "a card has been looked at")
		m.answer(0, "return").
			learns(game.Spectator(), fmt.Sprintf("put_back seat 0 card %d", cards.CrystalOrb)).
			learnsNot(game.Spectator(), "22")
	})
	t.Run("four energies summon the card for free, with its effect", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.AmuletOfEarth},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A3W2"), Play: inPlayCards(cards.CrystalOrb)}},
		}).
			use(0, 1).
			answer(0, summonID(cards.AmuletOfEarth)).
			asks(0, "tokens").
			offersOnly(0, "energy:air", "energy:water").
			refuses(0, game.CodeBadCount, "energy:air x3").
			answer(0, "energy:air x2", "energy:water x2").
			asks(0, "turn").
			inPlay(0, cards.CrystalOrb, cards.AmuletOfEarth).
			crystals(0, 9).
			reserve(0, "A1")
	})
	t.Run("the card's own cost is not paid", func(t *testing.T) {
		orb(t, SeatSetup{Gauge: 2, Reserve: energy("A1W1F1E1")}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			inPlay(0, cards.CrystalOrb, cards.RunicCubeOfEolis).
			reserve(0, "").
			crystals(0, 0)
	})
	t.Run("energy on an Amulet of Water can pay", func(t *testing.T) {
		orb(t, SeatSetup{
			Gauge:   3,
			Reserve: energy("A1"),
			Play:    []PlaySetup{{Card: cards.AmuletOfWater, Tokens: energy("W3")}},
		}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			inPlay(0, cards.CrystalOrb, cards.AmuletOfWater, cards.RunicCubeOfEolis).
			reserve(0, "").
			tokensOn(0, 2, "")
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
		orb(
			t,
			SeatSetup{
				Gauge:    4,
				Crystals: 1,
				Reserve:  energy("A4"),
				Play:     inPlayCards(cards.StaffOfSpring, cards.YjangsForgottenVase),
			},
			SeatSetup{Play: inPlayCards(cards.ArcanoLeech)},
		).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").
			crystals(0, 1).
			crystals(1, 0).
			reserve(0, "")
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
			asks(0, "orb").
			crystals(0, 2)
	})
	t.Run("crystals that Thieving Fairies take cannot pay", func(t *testing.T) {
		fairies := SeatSetup{Play: inPlayCards(cards.ThievingFairies)}
		orb(t, SeatSetup{Crystals: 3}, fairies).
			use(0, 1).
			asks(0, "orb").
			crystals(0, 2).
			crystals(1, 2)
		orb(t, SeatSetup{Crystals: 4}, fairies).
			answer(0, "activate:1").
			answer(0, "mode:mill").
			crystals(0, 0).
			crystals(1, 2).
			discarded(cards.RunicCubeOfEolis)
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
			inPlay(0, cards.CrystalOrb, cards.CrystalOrb, cards.DieOfMalice).
			discarded(cards.RunicCubeOfEolis)
	})
	t.Run("an empty draw pile is made anew from the discard pile first", func(t *testing.T) {
		alone := Setup{
			Rest:    "aside",
			Discard: []int{cards.AmuletOfEarth},
			Seats:   []SeatSetup{{Crystals: 3, Play: inPlayCards(cards.CrystalOrb)}},
		}
		m := position(t, alone).
			answer(0, "activate:1").
			answer(0, "mode:look").
			learnsSecretly(
				0,
				fmt.Sprintf("look seat 0 card %d", cards.CrystalOrb),
				fmt.Sprintf("seen %d", cards.AmuletOfEarth),
			).
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
		position(
			t,
			Setup{
				Rest:  "aside",
				Seats: []SeatSetup{{Crystals: 9, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}},
			},
		).
			offersNot(0, "activate:1")
	})
}

func TestCard36VampiricCrown(t *testing.T) {
	// crown summons a Crown with the other cards in hand. Card 9 is drawn next.
	crown := func(t *testing.T, own SeatSetup, others ...SeatSetup) *scenario {
		t.Helper()
		own.Hand = append(own.Hand, cards.VampiricCrown)
		own.Gauge = max(own.Gauge, 3)
		own.Reserve.Air++
		own.Reserve.Water++
		return position(t, Setup{Draw: []int{cards.DivineChalice}, Seats: append([]SeatSetup{own}, others...)}).
			answer(0, summonID(cards.VampiricCrown))
	}
	t.Run("costs an air and a water", func(t *testing.T) { costs(t, nil, 2, cards.VampiricCrown, "A1W1", 0) })
	t.Run("the player draws or discards, and must do one", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar}}).
			asks(0, "mode").
			offersOnly(0, "mode:draw", "mode:discard").
			refuses(0, game.CodeBadCount)
	})
	t.Run("draw: the card is kept and its points are energies of choice", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{cards.BalanceOfIshtar},
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1W1E1"), Hand: []int{cards.PotionOfPower, cards.VampiricCrown}},
			},
		}).
			answer(0, summonID(cards.VampiricCrown)).
			answer(0, "mode:draw").
			asks(0, "gain").
			hand(0, cards.BalanceOfIshtar, cards.PotionOfPower).
			refuses(0, game.CodeBadCount, "gain:air x3").
			answer(0, "gain:air x2", "gain:fire x2").
			asks(0, "turn").
			hand(0, cards.BalanceOfIshtar, cards.PotionOfPower).
			reserve(0, "A2F2E1")
	})
	t.Run("draw: everybody sees the card", func(t *testing.T) {
		m := crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar}}).
			answer(0, "mode:draw")
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learns(viewer, fmt.Sprintf("draw_open seat 0 drawn %d card %d", cards.DivineChalice, cards.VampiricCrown))
		}
		require.False(t, m.step.Undoable(), "a card has been drawn")
	})
	t.Run("discard: a card of the hand is chosen and its points are energies of choice", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar, cards.PotionOfPower}}).
			answer(0, "mode:discard").
			asks(0, "hand_card").
			offersOnly(0, cardID(cards.BalanceOfIshtar), cardID(cards.PotionOfPower)).
			answer(0, cardID(cards.BalanceOfIshtar)).
			asks(0, "gain").
			hand(0, cards.PotionOfPower).
			discarded(cards.BalanceOfIshtar).
			answer(0, "gain:earth x4").
			asks(0, "turn").
			reserve(0, "E4")
	})
	t.Run("discard: everybody sees the card, and only once it is chosen", func(t *testing.T) {
		m := crown(t, SeatSetup{Hand: []int{cards.BalanceOfIshtar, cards.PotionOfPower}}).
			answer(0, "mode:discard").
			learnsNot(game.Spectator(), "discard seat").
			answer(0, cardID(cards.BalanceOfIshtar))
		for _, viewer := range []game.Viewer{game.SeatViewer(0), game.SeatViewer(1), game.Spectator()} {
			m.learns(
				viewer,
				fmt.Sprintf("discard seat 0 discarded %d card %d", cards.BalanceOfIshtar, cards.VampiricCrown),
			)
		}
		require.True(t, m.step.Undoable(), "the player has shown a card of the own hand")
	})
	t.Run("a card without points gives nothing", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.PotionOfPower}}).
			answer(0, "mode:discard").
			asks(0, "turn").
			reserve(0, "").
			discarded(cards.PotionOfPower)
	})
	t.Run("a card with negative points gives nothing", func(t *testing.T) {
		crown(t, SeatSetup{Reserve: energy("A1"), Hand: []int{cards.CursedTreatiseOfArus}}).
			answer(0, "mode:discard").
			asks(0, "turn").
			reserve(0, "A1").
			discarded(cards.CursedTreatiseOfArus)
	})
	t.Run("with an empty hand a card is drawn", func(t *testing.T) {
		crown(t, SeatSetup{}).
			asks(0, "gain").
			hand(0, cards.DivineChalice)
	})
	t.Run("with no card left to draw one is discarded", func(t *testing.T) {
		position(t, Setup{
			Rest: "aside",
			Seats: []SeatSetup{
				{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.BalanceOfIshtar, cards.VampiricCrown}},
			},
		}).
			answer(0, summonID(cards.VampiricCrown)).
			asks(0, "gain").
			hand(0)
	})
	t.Run("with neither nothing happens", func(t *testing.T) {
		position(t, Setup{
			Rest:  "aside",
			Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.VampiricCrown}}},
		}).
			answer(0, summonID(cards.VampiricCrown)).
			asks(0, "turn").
			inPlay(0, cards.VampiricCrown).
			reserve(0, "")
	})
	t.Run("an empty draw pile is made anew from the discard pile", func(t *testing.T) {
		position(t, Setup{
			Rest:    "aside",
			Discard: []int{cards.BalanceOfIshtar},
			Seats:   []SeatSetup{{Gauge: 1, Reserve: energy("A1W1"), Hand: []int{cards.VampiricCrown}}},
		}).
			answer(0, summonID(cards.VampiricCrown)).
			asks(0, "gain").
			hand(0, cards.BalanceOfIshtar).
			discarded()
	})
	t.Run("of too much energy the owner keeps seven at once", func(t *testing.T) {
		crown(t, SeatSetup{Reserve: energy("A5"), Hand: []int{cards.BalanceOfIshtar}}).
			answer(0, "mode:discard").
			answer(0, "gain:earth x4").
			asks(0, "lose_energy").
			keeps(0, "energy:air x3", "energy:earth x4").
			asks(0, "turn").
			reserve(0, "A3E4")
	})
	t.Run("of more than the reserve holds only so many are named", func(t *testing.T) {
		crown(t, SeatSetup{Hand: []int{cards.RunicCubeOfEolis}}).
			answer(0, "mode:discard").
			refuses(0, game.CodeBadCount, "gain:earth x8").
			answer(0, "gain:earth x7").
			asks(0, "turn").
			reserve(0, "E7")
		crown(t, SeatSetup{Hand: []int{cards.LanternOfXidit}, Play: inPlayCards(cards.BespelledGrimoire)}).
			answer(0, "mode:discard").
			answer(0, "gain:earth x10").
			asks(0, "turn").
			reserve(0, "E9E1")
	})
	t.Run("summoned by a Divine Chalice it draws from the pile as it is then", func(t *testing.T) {
		position(t, Setup{
			Draw: []int{
				cards.VampiricCrown, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth,
				cards.BalanceOfIshtar,
			},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
		}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.VampiricCrown)).
			asks(0, "gain").
			hand(0, cards.BalanceOfIshtar).
			discardedAnyOrder(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth).
			answer(0, "gain:air x4").
			reserve(0, "A4")
	})
}
