package seasons

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	cards "archmage/internal/cards/seasons"
	"archmage/internal/game"
)

// The remaining die of a default position shows one pip with two or three players, so from the last
// space of a season it leads to the next season.

func TestCard07TemporalBoots(t *testing.T) {
	t.Run("cost nothing", func(t *testing.T) { costs(t, nil, 2, cards.TemporalBoots, "", 0) })
	t.Run("one to three spaces forward or back", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{boots(1)}}.onSpace(2, 8)).answer(0, summonID(cards.TemporalBoots)).
			asks(0, "move").
			offersOnly(0, "move:-3", "move:-2", "move:-1", "move:1", "move:2", "move:3").
			refuses(0, game.CodeBadCount).
			inPlay(0, cards.TemporalBoots)
		for delta, space := range map[string]int{"-3": 5, "-2": 6, "-1": 7, "1": 9, "2": 10, "3": 11} {
			(&scenario{t: t, s: m.s.Clone().(*match)}).answer(0, "move:"+delta).
				tokenAt(2, space).
				asks(0, "turn")
		}
	})
	t.Run("everybody sees the move", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(1)}}.onSpace(2, 8)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:-2").
			learns(game.Spectator(), "season seat -1 moved -2 year 2 space 6 season spring")
	})
	t.Run("not before the first space of year 1", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(1)}}.onSpace(1, 1)).
			answer(0, summonID(cards.TemporalBoots)).
			offersOnly(0, "move:1", "move:2", "move:3")
		position(t, Setup{Seats: []SeatSetup{boots(1)}}.onSpace(1, 3)).
			answer(0, summonID(cards.TemporalBoots)).
			offersOnly(0, "move:-2", "move:-1", "move:1", "move:2", "move:3")
	})
	t.Run("brought by a Divine Chalice they move the season token at once", func(t *testing.T) {
		position(t, Setup{
			Draw:  []int{cards.TemporalBoots, cards.WondrousChest, cards.BeggarsHorn, cards.KairnTheDestroyer},
			Seats: []SeatSetup{{Gauge: 2, Reserve: energy("A1W1F1E1"), Hand: []int{cards.DivineChalice}}},
		}.onSpace(1, 2)).
			answer(0, summonID(cards.DivineChalice)).
			answer(0, cardID(cards.TemporalBoots)).
			asks(0, "move").
			answer(0, "move:2").
			tokenAt(1, 4).
			asks(0, "turn")
	})
	t.Run("two copies move twice", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(2)}}.onSpace(1, 1)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:3").
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:3").
			tokenAt(1, 7)
	})
}

func TestCard07TemporalBootsYears(t *testing.T) {
	seats := func(copies int) []SeatSetup {
		first := boots(copies)
		first.Library2, first.Library3 = []int{1, 2}, []int{3}
		return []SeatSetup{
			first,
			{
				Hand:     []int{cards.BalanceOfIshtar},
				Library2: []int{cards.WondrousChest, cards.BeggarsHorn},
				Library3: []int{cards.KairnTheDestroyer},
			},
		}
	}
	t.Run("into the second year everybody takes its library at once", func(t *testing.T) {
		m := position(t, Setup{Seats: seats(1)}.onSpace(1, 11)).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:2").
			tokenAt(2, 1).hand(0, cards.AmuletOfAir, cards.AmuletOfFire).
			hand(1, cards.BalanceOfIshtar, cards.WondrousChest, cards.BeggarsHorn).asks(0, "turn")
		require.Equal(t, 1, m.public(1).Library3)
	})
	t.Run("into the third year likewise", func(t *testing.T) {
		position(t, Setup{Handed: []int{}, Seats: seats(1)}.onSpace(2, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			tokenAt(3, 1).
			hand(0, cards.AmuletOfEarth).
			hand(1, cards.BalanceOfIshtar, cards.KairnTheDestroyer)
	})
	t.Run("nobody sees the cards of another library", func(t *testing.T) {
		m := position(t, Setup{Seats: seats(1)}.onSpace(1, 12)).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").
			learns(game.Spectator(), "library seat 1 year 2 cards 2")
		require.Nil(t, m.public(1).Secret)
	})
	t.Run("back over the turn of the year: hands stay and nothing is given a second time", func(t *testing.T) {
		// The remaining die shows one pip, so the round ends in year 2 again.
		m := position(t, Setup{Seats: seats(2)}.onSpace(1, 12)).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").
			hand(0, cards.AmuletOfAir, cards.AmuletOfFire, cards.TemporalBoots).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:-1").tokenAt(1, 12).
			hand(0, cards.AmuletOfAir, cards.AmuletOfFire).
			hand(1, cards.BalanceOfIshtar, cards.WondrousChest, cards.BeggarsHorn).
			answer(0, "end").answer(1, "end").tokenAt(2, 1).
			learnsNot(game.AllSeeing(), "library").hand(0, cards.AmuletOfAir, cards.AmuletOfFire).
			hand(1, cards.BalanceOfIshtar, cards.WondrousChest, cards.BeggarsHorn)
		require.Equal(t, 1, m.public(0).Library3)
	})
	t.Run("back from the second year alone does not give the third library", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{
			{
				Gauge:    1,
				Hand:     []int{cards.TemporalBoots},
				Library3: []int{cards.AmuletOfEarth},
			},
			{Hand: []int{cards.BalanceOfIshtar}, Library3: []int{cards.KairnTheDestroyer}},
		}}.onSpace(2, 1)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:-1").
			tokenAt(1, 12).
			hand(0).
			hand(1, cards.BalanceOfIshtar)
	})
	t.Run("the libraries come before an Hourglass asks", func(t *testing.T) {
		list := seats(1)
		list[0].Play = inPlayCards(cards.HourglassOfTime)
		position(t, Setup{Seats: list}.onSpace(1, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			asks(0, "gain").
			hand(0, cards.AmuletOfAir, cards.AmuletOfFire).
			hand(1, cards.BalanceOfIshtar, cards.WondrousChest, cards.BeggarsHorn)
	})
}

func TestCard07TemporalBootsSeasons(t *testing.T) {
	t.Run("a change of season forward lets Figrim and Hourglass act at once", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{boots(1, cards.FigrimTheAvaricious, cards.HourglassOfTime), {Crystals: 3}},
			}.onSpace(1, 3),
		).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			crystals(0, 1).
			crystals(1, 2).
			asks(0, "gain").
			answer(0, "gain:fire").
			reserve(0, "F1").
			asks(0, "turn")
	})
	t.Run("a change of season back does too", func(t *testing.T) {
		position(t, Setup{
			Seats: []SeatSetup{
				boots(1),
				{Play: inPlayCards(cards.FigrimTheAvaricious, cards.HourglassOfTime), Gauge: 2},
			},
		}.onSpace(1, 4)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:-1").
			asks(1, "gain").
			answer(1, "gain:fire").
			reserve(1, "F1").
			asks(0, "turn")
	})
	t.Run("a change of year back is a change of season", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(1, cards.FigrimTheAvaricious), {Crystals: 3}}}.onSpace(2, 1)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:-3").
			tokenAt(1, 10).
			crystals(0, 1).
			crystals(1, 2)
	})
	t.Run("within a season nothing happens", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{boots(1, cards.FigrimTheAvaricious, cards.HourglassOfTime), {Crystals: 3}},
			}.onSpace(1, 1),
		).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:2").
			asks(0, "turn").
			crystals(0, 0).
			crystals(1, 3)
	})
	t.Run("the active player's effects come before those of the first player", func(t *testing.T) {
		position(t, Setup{
			Active: seat(1),
			Seats: []SeatSetup{
				{Play: inPlayCards(cards.HourglassOfTime)},
				boots(1, cards.HourglassOfTime),
				{},
			},
		}.onSpace(1, 3)).
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:1").
			asks(1, "gain").
			answer(1, "gain:air").
			asks(0, "gain").
			answer(0, "gain:air").
			asks(1, "turn")
	})
	t.Run("the others follow clockwise, each with its overflow, before the turn goes on", func(t *testing.T) {
		full := SeatSetup{Reserve: energy("E7"), Play: inPlayCards(cards.HourglassOfTime)}
		position(t, Setup{Active: seat(1), Seats: []SeatSetup{full, boots(1), full, {}}}.onSpace(1, 3)).
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:3").
			asks(2, "gain").
			answer(2, "gain:air").
			asks(2, "lose_energy").
			keeps(2, "energy:earth x6", "energy:air").
			asks(0, "gain").
			answer(0, "gain:air").
			asks(0, "lose_energy").
			keeps(0, "energy:earth x7").
			reserve(0, "E7").
			reserve(2, "A1E6").
			asks(1, "turn")
	})
	t.Run("a player's Figrim acts before its Hourglass", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{boots(1, cards.HourglassOfTime, cards.FigrimTheAvaricious), {Crystals: 3}},
			}.onSpace(1, 3),
		).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			asks(0, "gain").
			crystals(0, 1)
	})
	t.Run("the dice of the round stay those of the old season", func(t *testing.T) {
		// Face 1 of winter die 2 shows two water and a star.
		m := position(t, Setup{Seats: []SeatSetup{boots(1)}}.onSpace(1, 3)).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1")
		view := m.s.Public().(*Public)
		require.Equal(t, "winter", view.DiceSeason)
		require.Equal(t, "spring", view.Season)
		m.answer(0, "end").
			asks(1, "turn").
			reserve(1, "W2").
			gauge(1, 1)
	})
	t.Run("the next round has the dice of the new season", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{boots(1)}}.onSpace(1, 3)).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").
			answer(0, "end").answer(1, "end")
		require.Equal(t, "spring", m.s.Public().(*Public).DiceSeason)
		m.tokenAt(1, 5)
	})
	t.Run("the round's end moves on from where they have put the token", func(t *testing.T) {
		// The remaining die shows one pip, so the season changes again.
		position(t, Setup{Seats: []SeatSetup{boots(1, cards.FigrimTheAvaricious), {Crystals: 3}}}.onSpace(1, 4)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:-1").
			crystals(1, 2).
			answer(0, "end").
			answer(1, "end").
			tokenAt(1, 4).
			crystals(1, 1)
	})
	t.Run("transmuting uses the new season", func(t *testing.T) {
		// One earth gives 3 in winter and 1 in spring.
		seat := boots(1)
		seat.Reserve = energy("E2")
		position(t, Setup{Seats: []SeatSetup{seat}}.onSpace(1, 3)).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 3).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 4)
	})
}

func TestCard07TemporalBootsBeyondTheThirdYear(t *testing.T) {
	// The fall dice of both players show no crystals on face 1.
	t.Run("the round is completed with its effects, then the game ends without a further move", func(t *testing.T) {
		m := position(t, Setup{
			Seats: []SeatSetup{
				boots(1),
				{Gauge: 1, Crystals: 4, Reserve: energy("F4"), Play: inPlayCards(cards.WondrousChest)},
			},
		}.onSpace(3, 12)).answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").tokenAt(4, 1).asks(0, "turn").
			answer(0, "end").asks(1, "turn").answer(1, "end").tokenAt(4, 1)
		m.over(8, 4+3+4)
	})
	t.Run("the change of season acts at once", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(1, cards.FigrimTheAvaricious), {Crystals: 4}}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			crystals(0, 1).
			crystals(1, 3)
	})
	t.Run("no library is handed out", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(1), {}}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			learnsNot(game.AllSeeing(), "library")
	})
	t.Run("winter rates apply, and spring rates further on", func(t *testing.T) {
		seat := boots(2)
		seat.Reserve = energy("E2")
		position(t, Setup{Seats: []SeatSetup{seat}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:3").
			tokenAt(4, 3).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 3).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			tokenAt(4, 4).
			answer(0, "transmute").
			answer(0, "energy:earth").
			crystals(0, 4)
	})
	t.Run("every change there and back counts", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(2, cards.FigrimTheAvaricious), {Crystals: 4}}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			crystals(0, 1).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:-1").
			crystals(0, 2).
			tokenAt(3, 12)
		position(t, Setup{Seats: []SeatSetup{boots(2, cards.FigrimTheAvaricious), {Crystals: 4}}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:3").
			crystals(0, 1).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			crystals(0, 2).
			tokenAt(4, 4)
	})
	t.Run("brought back before the round is over the game goes on", func(t *testing.T) {
		m := position(t, Setup{Seats: []SeatSetup{boots(1), boots(1)}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).answer(0, "move:1").answer(0, "end").
			answer(1, summonID(cards.TemporalBoots)).answer(1, "move:-3").tokenAt(3, 10).answer(1, "end").
			tokenAt(3, 11)
		require.Nil(t, m.s.Outcome())
		require.Equal(t, cards.Fall, m.s.season)
	})
	t.Run("brought back, the die left over can still end the game", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{boots(1), boots(1)}}.onSpace(3, 12)).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			answer(0, "end").
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:-1").
			tokenAt(3, 12).
			answer(1, "end").
			over(8, 8)
	})
}

func TestCard11FigrimTheAvaricious(t *testing.T) {
	figrim := func(crystals, copies int) SeatSetup {
		return SeatSetup{
			Crystals: crystals,
			Gauge:    2,
			Play:     inPlayCards([]int{cards.FigrimTheAvaricious, cards.FigrimTheAvaricious}[:copies]...),
		}
	}
	has := func(crystals int) SeatSetup { return SeatSetup{Crystals: crystals} }
	// ended is the end of a round in its last turn.
	ended := func(t *testing.T, year, space int, seats ...SeatSetup) *scenario {
		last := len(seats) - 1
		return position(t, Setup{Active: seat(last), Seats: seats}.onSpace(year, space)).answer(last, "end")
	}
	t.Run("costs 3, 6 or 9 crystals with 2, 3 or 4 players", func(t *testing.T) {
		costs(t, nil, 2, cards.FigrimTheAvaricious, "", 3)
		costs(t, nil, 3, cards.FigrimTheAvaricious, "", 6)
		costs(t, nil, 4, cards.FigrimTheAvaricious, "", 9)
	})
	t.Run("takes one crystal from each opponent when the season changes", func(t *testing.T) {
		ended(t, 1, 3, figrim(0, 1), has(5), has(1)).
			tokenAt(1, 4).
			crystals(0, 2).
			crystals(1, 4).
			crystals(2, 0).
			learns(
				game.Spectator(),
				fmt.Sprintf("crystals seat 1 n -1 card %d", cards.FigrimTheAvaricious),
				fmt.Sprintf("crystals seat 0 n 1 card %d", cards.FigrimTheAvaricious),
			)
	})
	t.Run("passes over opponents without crystals", func(t *testing.T) {
		ended(t, 1, 3, figrim(7, 1), has(0), has(1)).
			crystals(0, 8).
			crystals(1, 0).
			crystals(2, 0)
	})
	t.Run("takes nothing while the season lasts", func(t *testing.T) {
		ended(t, 1, 2, figrim(0, 1), has(5)).
			tokenAt(1, 3).
			crystals(0, 0).
			crystals(1, 5)
	})
	t.Run("takes nothing when it enters play", func(t *testing.T) {
		position(t, Setup{Seats: []SeatSetup{{Crystals: 3, Gauge: 1, Hand: []int{cards.FigrimTheAvaricious}}, has(5)}}).
			answer(0, summonID(cards.FigrimTheAvaricious)).
			crystals(0, 0).
			crystals(1, 5)
	})
	t.Run("a new year is a change of season", func(t *testing.T) {
		ended(t, 1, 12, figrim(0, 1), has(5)).
			tokenAt(2, 1).
			crystals(0, 1).
			crystals(1, 4)
	})
	t.Run("two copies take one each, one after another", func(t *testing.T) {
		ended(t, 1, 3, figrim(0, 2), has(5), has(1)).
			crystals(0, 3).
			crystals(1, 3).
			crystals(2, 0)
	})
	t.Run("two owners take in turn order of the round that ends", func(t *testing.T) {
		// Seat 1 was first: it takes nothing from seat 0, then it loses its crystal.
		position(t, Setup{First: 1, Active: seat(0), Seats: []SeatSetup{figrim(0, 1), figrim(1, 1)}}.onSpace(1, 3)).
			answer(0, "end").
			crystals(0, 1).
			crystals(1, 0)
	})
	t.Run("it does not act when the third year ends", func(t *testing.T) {
		ended(t, 3, 12, figrim(0, 1), has(5)).over(7, 5)
	})
}

func TestCard27HourglassOfTime(t *testing.T) {
	// One space before spring. The remaining die shows one pip.
	spring := func(seats ...SeatSetup) Setup { return Setup{Space: 3, Phase: "end", Seats: seats} }
	one := SeatSetup{Play: inPlayCards(cards.HourglassOfTime)}
	t.Run("costs one of each energy", func(t *testing.T) { costs(t, nil, 2, cards.HourglassOfTime, "A1W1F1E1", 0) })
	t.Run("gives an energy of choice when the season changes", func(t *testing.T) {
		position(t, spring(one)).
			tokenAt(1, 4).
			asks(0, "gain").
			offersOnly(0, "gain:air", "gain:water", "gain:fire", "gain:earth").
			refuses(0, game.CodeBadCount).
			answer(0, "gain:fire").
			reserve(0, "F1")
	})
	t.Run("gives nothing when the season stays", func(t *testing.T) {
		m := position(t, Setup{Space: 2, Phase: "end", Seats: []SeatSetup{one}}).tokenAt(1, 3).reserve(0, "")
		require.Equal(t, "die", m.decision(1).Kind)
	})
	t.Run("gives nothing on entering play", func(t *testing.T) {
		position(
			t,
			Setup{
				Seats: []SeatSetup{{Gauge: 1, Reserve: energy("A1W1F1E1"), Hand: []int{cards.HourglassOfTime}}},
			},
		).
			answer(0, summonID(cards.HourglassOfTime)).
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("two copies give two, one after another", func(t *testing.T) {
		position(t, spring(SeatSetup{Play: inPlayCards(cards.HourglassOfTime, cards.HourglassOfTime)})).
			answer(0, "gain:fire").
			asks(0, "gain").
			answer(0, "gain:air").
			reserve(0, "A1F1").
			asks(1, "die")
	})
	t.Run("of an eighth energy the owner keeps seven at once", func(t *testing.T) {
		position(
			t,
			spring(SeatSetup{
				Reserve: energy("A4W3"),
				Play:    inPlayCards(cards.HourglassOfTime, cards.HourglassOfTime),
			}),
		).
			answer(0, "gain:fire").
			asks(0, "lose_energy").
			keeps(0, "energy:air x4", "energy:water x2", "energy:fire").
			asks(0, "gain").
			answer(0, "gain:fire").
			keeps(0, "energy:air x4", "energy:water", "energy:fire x2").
			reserve(0, "A4W1F2").
			asks(1, "die")
	})
	t.Run("players gain in the turn order of the round that ended", func(t *testing.T) {
		setup := spring(one, one, SeatSetup{Play: inPlayCards(cards.BespelledGrimoire)})
		setup.First = 1
		position(t, setup).
			asks(1, "gain").
			answer(1, "gain:air").
			asks(0, "gain").
			answer(0, "gain:water").
			reserve(0, "W1").
			reserve(1, "A1").
			asks(2, "die")
	})
	t.Run("the energy comes after the effects of the round's end: too late for a Wondrous Chest", func(t *testing.T) {
		position(
			t,
			spring(SeatSetup{Reserve: energy("A3"), Play: inPlayCards(cards.WondrousChest, cards.HourglassOfTime)}),
		).
			asks(0, "gain").
			answer(0, "gain:air").
			reserve(0, "A4").
			crystals(0, 0)
	})
	t.Run(
		"the energy comes after the effects of the round's end: a Beggar's Horn does not count it",
		func(t *testing.T) {
			position(
				t,
				spring(SeatSetup{Reserve: energy("A1"), Play: inPlayCards(cards.HourglassOfTime, cards.BeggarsHorn)}),
			).
				tokenAt(1, 3).
				asks(0, "gain").
				answer(0, "gain:earth").
				tokenAt(1, 4).
				asks(0, "gain").
				answer(0, "gain:fire").
				reserve(0, "A1F1E1")
		},
	)
	t.Run("the libraries of a new year are taken first", func(t *testing.T) {
		position(t, Setup{
			Space: 12,
			Phase: "end",
			Seats: []SeatSetup{
				{
					Play:     inPlayCards(cards.HourglassOfTime),
					Library2: []int{cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth},
				},
			},
		}).
			tokenAt(2, 1).
			asks(0, "gain").
			hand(0, cards.AmuletOfAir, cards.AmuletOfFire, cards.AmuletOfEarth)
	})
	t.Run("gives nothing when the season token passes the end of the third year", func(t *testing.T) {
		position(
			t,
			Setup{Year: 3, Space: 12, Phase: "end", Seats: []SeatSetup{{Play: inPlayCards(cards.HourglassOfTime)}}},
		).
			over(6, 0)
	})
	t.Run("gives at once when Temporal Boots change the season, forward or back", func(t *testing.T) {
		for _, move := range []string{"move:1", "move:-3"} {
			position(t, Setup{
				Space: 6,
				Seats: []SeatSetup{
					{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)},
				},
			}).
				answer(0, summonID(cards.TemporalBoots)).
				answer(0, move).
				asks(0, "gain").
				answer(0, "gain:earth").
				asks(0, "turn").
				reserve(0, "E1")
		}
	})
	t.Run("gives nothing when Temporal Boots stay within the season", func(t *testing.T) {
		position(t, Setup{
			Space: 4,
			Seats: []SeatSetup{
				{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)},
			},
		}).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:2").
			asks(0, "turn").
			reserve(0, "")
	})
	t.Run("after Temporal Boots the active player gains first, whoever was the first player", func(t *testing.T) {
		position(t, Setup{
			Space:  3,
			Active: seat(1),
			Seats: []SeatSetup{
				one,
				{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)},
			},
		}).
			answer(1, summonID(cards.TemporalBoots)).
			answer(1, "move:1").
			asks(1, "gain").
			answer(1, "gain:air").
			asks(0, "gain").
			answer(0, "gain:water").
			asks(1, "turn").
			reserve(0, "W1").
			reserve(1, "A1")
	})
	t.Run(
		"after Temporal Boots the others gain clockwise, overflow included, before the turn goes on",
		func(t *testing.T) {
			position(t, Setup{Space: 3, Active: seat(1), Seats: []SeatSetup{
				{
					Reserve: energy("A6E1"),
					Play:    inPlayCards(cards.HourglassOfTime),
				},
				{Gauge: 1, Hand: []int{cards.TemporalBoots}},
				one,
			}}).
				answer(1, summonID(cards.TemporalBoots)).
				answer(1, "move:1").
				asks(2, "gain").
				answer(2, "gain:water").
				asks(0, "gain").
				answer(0, "gain:fire").
				asks(0, "lose_energy").
				keeps(0, "energy:air x6", "energy:fire").
				asks(1, "turn").
				reserve(0, "A6F1").
				reserve(2, "W1")
		},
	)
	t.Run("gives when Temporal Boots go beyond the third year", func(t *testing.T) {
		position(t, Setup{
			Year:  3,
			Space: 12,
			Seats: []SeatSetup{
				{Gauge: 2, Hand: []int{cards.TemporalBoots}, Play: inPlayCards(cards.HourglassOfTime)},
			},
		}).
			answer(0, summonID(cards.TemporalBoots)).
			answer(0, "move:1").
			asks(0, "gain").
			answer(0, "gain:earth").
			asks(0, "turn").
			reserve(0, "E1")
	})
}
