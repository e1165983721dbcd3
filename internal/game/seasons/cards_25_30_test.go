package seasons

import (
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

func TestCard25PotionOfKnowledge(t *testing.T) {
	t.Run("costs two water", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfKnowledge, "W2", 0) })
	t.Run("is sacrificed to gain five energies of choice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			asks(0, "gain").offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			inPlay(0).discarded(cards.PotionOfKnowledge).
			answer(0, "gain:air x2", "gain:water", "gain:fire", "gain:earth").
			asks(0, "turn").reserve(0, "A2W1F1E1")
	})
	t.Run("all five may be the same", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			reserve(0, "E5")
	})
	t.Run("neither fewer nor more than five are taken", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			refuses(0, game.CodeBadCount, "gain:earth x4").
			refuses(0, game.CodeBadCount, "gain:earth x5", "gain:air")
	})
	t.Run("of more than seven the owner keeps seven at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A4"), Play: inPlayCards(cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			asks(0, "keep_energy").
			answer(0, "energy:air x2", "energy:earth x5").
			reserve(0, "A2E5")
	})
	t.Run("with a Bespelled Grimoire ten fit", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A5"), Play: inPlayCards(cards.PotionOfKnowledge, cards.BespelledGrimoire)}}}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			asks(0, "turn").reserve(0, "A5E5")
	})
	t.Run("does not count the energy on an Amulet of Water for the limit", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A2"), Play: []PlaySetup{{Card: cards.PotionOfKnowledge}, {Card: cards.AmuletOfWater, Tokens: energy("W4")}}}}}).
			answer(0, "activate:1").
			answer(0, "gain:earth x5").
			asks(0, "turn").reserve(0, "A2E5")
	})
}

func TestCard26PotionOfLife(t *testing.T) {
	// Without a transmute symbol: winter dice with a water or fire face.
	plain := dice(2, 3, 1)
	t.Run("costs two earth", func(t *testing.T) { costs(t, nil, 2, cards.PotionOfLife, "E2", 0) })
	t.Run("is sacrificed and turns each energy into four crystals, without a transmute symbol", func(t *testing.T) {
		position(t, Setup{Dice: plain, Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Play: inPlayCards(cards.PotionOfLife)}}}).
			offersNot(0, "transmute").
			answer(0, "activate:1").
			asks(0, "turn").crystals(0, 16).reserve(0, "").inPlay(0).discarded(cards.PotionOfLife)
	})
	t.Run("the season does not matter", func(t *testing.T) {
		for _, season := range []cards.Season{cards.Winter, cards.Spring, cards.Summer, cards.Fall} {
			position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A2W2F2E1"), Play: inPlayCards(cards.PotionOfLife)}}}.wheel(season)).
				answer(0, "activate:1").
				crystals(0, 28)
		}
	})
	t.Run("each Purse of Io adds one crystal per energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.PotionOfLife, cards.PurseOfIo)}}}).
			answer(0, "activate:1").
			crystals(0, 15)
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.PotionOfLife, cards.PurseOfIo, cards.PurseOfIo)}}}).
			answer(0, "activate:1").
			crystals(0, 18)
	})
	t.Run("each transmute bonus of the turn adds one crystal per energy", func(t *testing.T) {
		position(t, Setup{Dice: plain, Seats: []SeatSetup{{Reserve: energy("A3"), Play: inPlayCards(cards.PotionOfLife)}}}).
			answer(0, "bonus:transmute").
			answer(0, "bonus:transmute").
			answer(0, "activate:1").
			crystals(0, 18)
	})
	t.Run("energy on an Amulet of Water or a Glutton Cauldron stays", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("E2"), Play: []PlaySetup{
			{Card: cards.PotionOfLife}, {Card: cards.AmuletOfWater, Tokens: energy("W3A1")}, {Card: cards.GluttonCauldron, Tokens: energy("F2")},
		}}}}).
			answer(0, "activate:1").
			crystals(0, 8).reserve(0, "").tokensOn(0, 2, "W3A1").tokensOn(0, 3, "F2")
	})
	t.Run("energy on a Bespelled Grimoire is part of the reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Reserve: energy("E5W5"), Play: inPlayCards(cards.PotionOfLife, cards.BespelledGrimoire)}}}).
			answer(0, "activate:1").
			crystals(0, 40).reserve(0, "")
	})
	t.Run("may be used with an empty reserve", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Play: inPlayCards(cards.PotionOfLife)}}}).
			answer(0, "activate:1").
			crystals(0, 0).inPlay(0).discarded(cards.PotionOfLife)
	})

	// An Amulet of Water leaves energy that could be transmuted.
	after := func(t *testing.T, setup Setup, more ...int) *scenario {
		t.Helper()
		setup.Seats[0].Play = append([]PlaySetup{{Card: cards.PotionOfLife}, {Card: cards.AmuletOfWater, Tokens: energy("W4")}}, inPlayCards(more...)...)
		return position(t, setup)
	}
	t.Run("afterwards the die's symbol does not permit transmuting", func(t *testing.T) {
		after(t, Setup{Seats: []SeatSetup{{}}}).
			offers(0, "transmute").
			answer(0, "activate:1").
			offersNot(0, "transmute")
	})
	t.Run("afterwards a Tree of Light activated before does not permit transmuting", func(t *testing.T) {
		after(t, Setup{Dice: plain, Turn: &TurnSetup{Tree: true}, Seats: []SeatSetup{{}}}).
			offers(0, "transmute").
			answer(0, "activate:1").
			offersNot(0, "transmute")
	})
	t.Run("afterwards a Tree of Light does not offer to permit transmuting", func(t *testing.T) {
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{Crystals: 2}}}, cards.TreeOfLight).
			offers(0, "activate:3").
			answer(0, "activate:1").
			offersNot(0, "activate:3")
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{Crystals: 3}}}, cards.TreeOfLight).
			answer(0, "activate:1").
			use(0, 3).
			asks(0, "gain").crystals(0, 0)
	})
	t.Run("afterwards the transmute bonus is offered but does not permit transmuting", func(t *testing.T) {
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{}}}).
			answer(0, "bonus:transmute").
			offers(0, "transmute").
			answer(0, "activate:1").
			offersNot(0, "transmute").
			answer(0, "bonus:transmute").
			offersNot(0, "transmute").bonuses(0, 2)
	})
	t.Run("afterwards a Balance of Ishtar can be used, with the bonus", func(t *testing.T) {
		after(t, Setup{Dice: plain, Seats: []SeatSetup{{}}}, cards.BalanceOfIshtar).
			answer(0, "activate:1").
			answer(0, "bonus:transmute").
			use(0, 3).
			crystals(0, 16).tokensOn(0, 2, "")
	})
	t.Run("afterwards a second Potion of Life can be used, with the bonus", func(t *testing.T) {
		position(t, Setup{Dice: plain, Seats: []SeatSetup{{Reserve: energy("E2"), Play: inPlayCards(cards.PotionOfLife, cards.PotionOfLife, cards.PotionOfKnowledge)}}}).
			answer(0, "activate:1").
			crystals(0, 8).
			answer(0, "activate:3").
			answer(0, "gain:air x5").
			answer(0, "bonus:transmute").
			answer(0, "activate:2").
			crystals(0, 33).reserve(0, "")
	})
	t.Run("the other players' turns are not concerned", func(t *testing.T) {
		// Winter die 2 shows air, star and transmute on its sixth face.
		position(t, Setup{Dice: dice(1, 6, 1), Seats: []SeatSetup{{Play: inPlayCards(cards.PotionOfLife)}, {}}}).
			answer(0, "activate:1").
			answer(0, "end").
			offers(1, "transmute")
	})
}

func TestCard27HourglassOfTime(t *testing.T) {
	// One space before spring; the die left over shows one pip.
	spring := func(seats ...SeatSetup) Setup { return Setup{Space: 3, Phase: "end", Seats: seats} }
	one := SeatSetup{Play: inPlayCards(cards.HourglassOfTime)}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.HourglassOfTime, "A1W1F1E1", 0) })
	t.Run("gives an energy of choice when the season changes", func(t *testing.T) {
		position(t, spring(one)).
			at(1, 4).
			asks(0, "gain").offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).
			answer(0, "gain:fire").
			reserve(0, "F1")
	})
	t.Run("gives nothing when the season stays", func(t *testing.T) {
		m := position(t, Setup{Space: 2, Phase: "end", Seats: []SeatSetup{one}}).at(1, 3).reserve(0, "")
		require.Equal(t, "die", m.decision(1).Kind)
	})
	t.Run("gives nothing on entering play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.HourglassOfTime}}}}).
			answer(0, summonID(cards.HourglassOfTime)).
			asks(0, "turn").reserve(0, "")
	})
	t.Run("two copies give two, one after another", func(t *testing.T) {
		position(t, spring(SeatSetup{Play: inPlayCards(cards.HourglassOfTime, cards.HourglassOfTime)})).
			answer(0, "gain:fire").
			asks(0, "gain").
			answer(0, "gain:air").
			reserve(0, "A1F1").asks(1, "die")
	})
	t.Run("of an eighth energy the owner keeps seven at once", func(t *testing.T) {
		position(t, spring(SeatSetup{Reserve: energy("A4W3"), Play: inPlayCards(cards.HourglassOfTime, cards.HourglassOfTime)})).
			answer(0, "gain:fire").
			asks(0, "keep_energy").
			answer(0, "energy:air x4", "energy:water x2", "energy:fire").
			asks(0, "gain").
			answer(0, "gain:fire").
			answer(0, "energy:air x4", "energy:water", "energy:fire x2").
			reserve(0, "A4W1F2").asks(1, "die")
	})
	t.Run("players gain in the turn order of the round that ended", func(t *testing.T) {
		setup := spring(one, one, SeatSetup{Play: inPlayCards(cards.BespelledGrimoire)})
		setup.First = 1
		position(t, setup).
			asks(1, "gain").
			answer(1, "gain:air").
			asks(0, "gain").
			answer(0, "gain:water").
			reserve(0, "W1").reserve(1, "A1").asks(2, "die")
	})
	t.Run("the energy comes after the effects of the round's end: too late for a Wondrous Chest", func(t *testing.T) {
		position(t, spring(SeatSetup{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)})).
			asks(0, "gain").
			answer(0, "gain:air").
			reserve(0, "A4").crystals(0, 0)
	})
	t.Run("the energy comes after the effects of the round's end: a Beggar's Horn does not count it", func(t *testing.T) {
		position(t, spring(SeatSetup{Reserve: energy("A1"), Play: inPlayCards(cards.HourglassOfTime, cards.BeggarsHorn)})).
			at(1, 3).asks(0, "gain").
			answer(0, "gain:earth").
			at(1, 4).asks(0, "gain").
			answer(0, "gain:fire").
			reserve(0, "A1F1E1")
	})
	t.Run("the libraries of a new year are taken first", func(t *testing.T) {
		position(t, Setup{Space: 12, Phase: "end", Seats: []SeatSetup{{Play: inPlayCards(cards.HourglassOfTime), Library2: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth}}}}).
			at(2, 1).asks(0, "gain").hand(0, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth)
	})
	t.Run("gives nothing when the season token passes the end of the third year", func(t *testing.T) {
		position(t, Setup{Year: 3, Space: 12, Phase: "end", Seats: []SeatSetup{{Play: inPlayCards(cards.HourglassOfTime)}}}).
			over(6, 0)
	})
	t.Run("gives at once when Temporal Boots change the season, forward or back", func(t *testing.T) {
		for _, move := range []string{"move:1", "move:-3"} {
			position(t, Setup{Space: 6, Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)}}}).
				answer(0, summonID(cards.TemporalBoots)).
				answer(0, move).
				asks(0, "gain").
				answer(0, "gain:earth").
				asks(0, "turn").reserve(0, "E1")
		}
	})
	t.Run("gives nothing when Temporal Boots stay within the season", func(t *testing.T) {
		position(t, Setup{Space: 4, Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)}}}).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:2").
			asks(0, "turn").reserve(0, "")
	})
	t.Run("after Temporal Boots the active player gains first, whoever was the first player", func(t *testing.T) {
		position(t, Setup{Space: 3, Active: seat(1), Seats: []SeatSetup{one, {Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)}}}).
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:1").
			asks(1, "gain").
			answer(1, "gain:air").
			asks(0, "gain").
			answer(0, "gain:water").
			asks(1, "turn").reserve(0, "W1").reserve(1, "A1")
	})
	t.Run("after Temporal Boots the others gain clockwise, overflow included, before the turn goes on", func(t *testing.T) {
		position(t, Setup{Space: 3, Active: seat(1), Seats: []SeatSetup{
			{Reserve: energy("A6E1"), Play: inPlayCards(cards.HourglassOfTime)}, {Gauge: 1, Hand: []int{cards.TemporalBoots}}, one,
		}}).
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:1").
			asks(2, "gain").
			answer(2, "gain:water").
			asks(0, "gain").
			answer(0, "gain:fire").
			asks(0, "keep_energy").
			answer(0, "energy:air x6", "energy:fire").
			asks(1, "turn").reserve(0, "A6F1").reserve(2, "W1")
	})
	t.Run("gives when Temporal Boots go beyond the third year", func(t *testing.T) {
		position(t, Setup{Year: 3, Space: 12, Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)}}}).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			asks(0, "gain").
			answer(0, "gain:earth").
			asks(0, "turn").reserve(0, "E1")
	})
}

func TestCard28ScepterOfGreatness(t *testing.T) {
	summon := func(t *testing.T, play []PlaySetup, rest ...SeatSetup) *scenario {
		t.Helper()
		own := SeatSetup{Gauge: 9, Reserve: energy("A1W1F1E1"), Hand: []int{cards.ScepterOfGreatness}, Play: play}
		return position(t, Setup{Seats: append([]SeatSetup{own}, rest...)}).answer(0, summonID(cards.ScepterOfGreatness))
	}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.ScepterOfGreatness, "A1W1F1E1", 0) })
	t.Run("gives three crystals for each other magic item in play", func(t *testing.T) {
		summon(t, inPlayCards(cards.AmuletOfAir, cards.RunicCubeOfEolis, cards.PotionOfPower)).crystals(0, 9).reserve(0, "")
	})
	t.Run("gives nothing for itself", func(t *testing.T) {
		summon(t, nil).crystals(0, 0)
	})
	t.Run("gives nothing for familiars", func(t *testing.T) {
		summon(t, inPlayCards(cards.SyllasTheFaithful, cards.KairnTheDestroyer, cards.RunicCubeOfEolis)).crystals(0, 3)
	})
	t.Run("gives nothing for the items of other players", func(t *testing.T) {
		summon(t, inPlayCards(cards.RunicCubeOfEolis), SeatSetup{Play: inPlayCards(cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth)}).crystals(0, 3).crystals(1, 0)
	})
	t.Run("counts a turned item", func(t *testing.T) {
		summon(t, []PlaySetup{{Card: cards.BalanceOfIshtar, Turned: true}}).crystals(0, 3)
	})
	t.Run("a second Scepter counts the first", func(t *testing.T) {
		summon(t, inPlayCards(cards.ScepterOfGreatness)).crystals(0, 3)
	})
	t.Run("summoned by a Divine Chalice it counts the Chalice", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.ScepterOfGreatness, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth}, Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}}}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.ScepterOfGreatness)).
			crystals(0, 3)
	})
	t.Run("summoned by a Potion of Dreams it does not count the potion", func(t *testing.T) {
		dreamOf(t, 28, SeatSetup{Gauge: 1, Play: inPlayCards(cards.PotionOfDreams)}).
			crystals(0, 0)
	})
}

func TestCard29OlafsBlessedStatue(t *testing.T) {
	t.Run("costs three water", func(t *testing.T) { costs(t, nil, 2, cards.OlafsBlessedStatue, "W3", 0) })
	t.Run("gives twenty crystals", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Crystals: 4, Reserve: energy("W3"), Hand: []int{cards.OlafsBlessedStatue}}}}).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			crystals(0, 24).reserve(0, "")
	})
	t.Run("gives them also when it is summoned for free", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.OlafsBlessedStatue}, Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb)}}}).
			use(0, 1).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			crystals(0, 20)
	})
	t.Run("is summoned a second time for twenty more", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("W6"), Hand: []int{cards.OlafsBlessedStatue, cards.OlafsBlessedStatue}}}}).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			answer(0, summonID(cards.OlafsBlessedStatue)).
			crystals(0, 40).inPlay(0, cards.OlafsBlessedStatue, cards.OlafsBlessedStatue)
	})
}

func TestCard30YjangsForgottenVase(t *testing.T) {
	t.Run("costs a water, a fire and an earth", func(t *testing.T) { costs(t, nil, 2, cards.YjangsForgottenVase, "W1F1E1", 0) })
	t.Run("gives an energy of choice for each card summoned", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A2"), Hand: []int{cards.AmuletOfAir, cards.DieOfMalice}, Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.AmuletOfAir)).
			asks(0, "gain").offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).
			answer(0, "gain:fire").
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "gain:earth").
			asks(0, "turn").reserve(0, "F1E1")
	})
	t.Run("gives nothing on its own arrival", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Reserve: energy("W1F1E1"), Hand: []int{cards.YjangsForgottenVase}}}}).
			answer(0, summonID(cards.YjangsForgottenVase)).
			asks(0, "turn").reserve(0, "")
	})
	t.Run("the first copy gives for the second", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("W1F1E1"), Hand: []int{cards.YjangsForgottenVase}, Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.YjangsForgottenVase)).
			answer(0, "gain:air").
			asks(0, "turn").reserve(0, "A1")
	})
	t.Run("two copies give two", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 3, Hand: []int{cards.DieOfMalice}, Play: inPlayCards(cards.YjangsForgottenVase, cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.DieOfMalice)).
			answer(0, "gain:air").
			asks(0, "gain").
			answer(0, "gain:earth").
			asks(0, "turn").reserve(0, "A1E1")
	})
	t.Run("the energy comes before the card's own effect", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.TemporalBoots)).
			asks(0, "gain").inPlay(0, cards.YjangsForgottenVase, cards.TemporalBoots).
			answer(0, "gain:air").
			asks(0, "move").reserve(0, "A1")
	})
	t.Run("the energy cannot pay for the card that brings it", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1"), Hand: []int{cards.AmuletOfAir}, Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			offersNot(0, summonID(cards.AmuletOfAir))
	})
	t.Run("of an eighth energy the owner keeps seven before the card's own effect", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A4W3"), Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "gain:fire").
			asks(0, "keep_energy").
			answer(0, "energy:air x4", "energy:water x2", "energy:fire").
			asks(0, "move").reserve(0, "A4W2F1")
	})
	t.Run("a Bespelled Grimoire just summoned already holds the energy", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{Gauge: 4, Reserve: energy("W1E1A5"), Hand: []int{cards.BespelledGrimoire}, Play: []PlaySetup{{Card: cards.YjangsForgottenVase}, {Card: cards.YjangsForgottenVase}, {Card: cards.AmuletOfWater, Tokens: energy("W1E1")}}},
		}}).
			answer(0, summonID(cards.BespelledGrimoire)).
			answer(0, "energy:water@3", "energy:earth@3").
			answer(0, "gain:fire").
			asks(0, "gain").reserve(0, "A5W1F1E1")
	})
	t.Run("gives nothing for a card summoned for free", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.RunicCubeOfEolis}, Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A4"), Play: inPlayCards(cards.CrystalOrb, cards.YjangsForgottenVase)}}}).
			use(0, 1).
			answer(0, summonID(cards.RunicCubeOfEolis)).
			asks(0, "turn").reserve(0, "")
	})
	t.Run("gives for a Divine Chalice but not for the card it brings", func(t *testing.T) {
		position(t, Setup{Draw: []int{cards.RunicCubeOfEolis, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth}, Seats: []SeatSetup{{Gauge: 3, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}, Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, "gain:air").
			asks(0, "pick_summon").
			answer(0, cardID(cards.RunicCubeOfEolis)).
			asks(0, "turn").reserve(0, "A1")
	})
	t.Run("gives nothing when another player summons", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Gauge: 1, Hand: []int{cards.DieOfMalice}}, {Play: inPlayCards(cards.YjangsForgottenVase)}}}).
			answer(0, summonID(cards.DieOfMalice)).
			asks(0, "turn").reserve(1, "")
	})
}
