package room

import (
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// over opens a room for these persons and plays its first match to the end.
func over(t *testing.T, persons ...string) *house {
	t.Helper()
	h := playing(t, toySettings(len(persons)), persons...)
	h.finish()
	return h
}

// restored replaces the table by one that is decoded from its stored form.
func (h *house) restored() {
	h.t.Helper()
	table, err := Decode(testGames(), h.table.ID, h.table.Encode())
	require.NoError(h.t, err)
	require.Equal(h.t, text(h.table.Info()), text(table.Info()))
	h.table = table
}

func TestOfferOfAnotherMatch(t *testing.T) {
	h := over(t, "ann", "bob")
	h.refused(coded.Malformed, "ann", &MakeOffer{BestOf: 2})
	h.refused(CodeNotOffered, "bob", &Accept{Offer: 1})
	h.refused(CodeNotSeated, "eve", &MakeOffer{BestOf: 1})
	h.do("ann", &MakeOffer{BestOf: 1})
	require.Equal(t, StatusFinished, h.table.Status, "the result stays")
	require.Equal(t, &OfferInfo{
		Number: 1, By: 0, BestOf: 1, In: []game.Seat{0}, Out: []game.Seat{}, Waiting: []game.Seat{1},
	}, h.table.Info().Offer)
	h.refused(CodeOffered, "ann", &MakeOffer{BestOf: 1})
	h.refused(CodeOffered, "bob", &MakeOffer{BestOf: 3})
	h.refused(CodeNotOffered, "bob", &Accept{Offer: 2})
	h.restored()
	h.do("bob", &Accept{Offer: 1})
	require.Equal(t, StatusSeated, h.table.Status)
	require.Equal(t, []bool{true, true}, ready(h.table))
	require.True(t, h.table.CanAutoStart(), "the match starts by itself")
	require.Nil(t, h.table.Info().Offer)
	h.restored()
	h.do("", &Start{})
	require.False(t, h.table.Continues)
	require.Nil(t, h.table.Info().Series)
}

func TestOfferThatIsTakenBack(t *testing.T) {
	h := over(t, "ann", "bob")
	h.do("ann", &MakeOffer{BestOf: 1})
	h.do("ann", &Decline{Offer: 1})
	require.Nil(t, h.table.Info().Offer)
	h.refused(CodeNotOffered, "bob", &Accept{Offer: 1})
	h.do("bob", &MakeOffer{BestOf: 1})
	require.EqualValues(t, 2, h.table.Info().Offer.Number, "an answer to the first offer is none to the second")
	h.refused(CodeNotOffered, "ann", &Accept{Offer: 1})
	h.do("bob", &Leave{})
	require.Nil(t, h.table.Info().Offer, "the offer ends when its maker leaves")
}

func TestOfferThatIsDeclined(t *testing.T) {
	h := over(t, "ann", "bob")
	for n := range uint64(maxOffers) {
		h.do("ann", &MakeOffer{BestOf: 1})
		h.do("bob", &Decline{Offer: n + 1})
		require.Equal(t, &OfferInfo{
			Number: n + 1, By: 0, BestOf: 1, In: []game.Seat{0}, Out: []game.Seat{1}, Waiting: []game.Seat{},
		}, h.table.Info().Offer)
		require.Equal(t, StatusFinished, h.table.Status)
		h.refused(CodeNotOffered, "bob", &Accept{Offer: n + 1})
	}
	h.refused(CodeOffered, "ann", &MakeOffer{BestOf: 1})
	h.do("ann", &Decline{Offer: maxOffers})
	require.Nil(t, h.table.Info().Offer)
}

func TestOfferToSeveral(t *testing.T) {
	h := over(t, "ann", "bob", "cy")
	h.do("ann", &MakeOffer{BestOf: 1})
	h.do("bob", &Accept{Offer: 1})
	require.Equal(t, StatusFinished, h.table.Status, "cy has not answered")
	require.Equal(t, []game.Seat{2}, h.table.Info().Offer.Waiting)
	h.restored()
	h.do("cy", &Decline{Offer: 1})
	require.Equal(t, []string{"ann", "bob", ""}, persons(h.table))
	require.Equal(t, []bool{true, true, false}, ready(h.table))
	require.False(t, h.table.Continues)
	h.do("dee", &Claim{Seat: 2})
	require.False(t, h.table.CanAutoStart(), "with somebody else the host starts")
}

// A player who has left need not answer.
func TestOfferToPlayersWhoLeave(t *testing.T) {
	h := over(t, "ann", "bob", "cy")
	h.do("ann", &MakeOffer{BestOf: 1})
	h.do("bob", &Leave{})
	h.do("cy", &Accept{Offer: 1})
	require.Equal(t, []string{"ann", "", "cy"}, persons(h.table))
	require.Equal(t, StatusOpen, h.table.Status)
}

func TestOfferToBots(t *testing.T) {
	h := open(t, toySettings(2), "ann")
	h.do("ann", &SeatBot{Seat: 1, Bot: "random"})
	h.do("ann", &Start{})
	h.finish()
	h.do("ann", &MakeOffer{BestOf: 3})
	require.True(t, h.table.CanAutoStart())
	require.Equal(t, 1, h.table.Series.Played)
}

// Clients of earlier versions send rematch without fields.
func TestRematchIsAnOffer(t *testing.T) {
	h := over(t, "ann", "bob")
	h.do("ann", &Rematch{})
	require.Equal(t, StatusFinished, h.table.Status)
	require.EqualValues(t, 1, h.table.Info().Offer.Number)
	h.refused(CodeOffered, "ann", &Rematch{})
	h.do("bob", &Rematch{})
	require.True(t, h.table.CanAutoStart())
}

func TestOffersAtTheSameTime(t *testing.T) {
	h := over(t, "ann", "bob")
	h.do("ann", &MakeOffer{BestOf: 3})
	h.do("bob", &MakeOffer{BestOf: 3})
	require.True(t, h.table.CanAutoStart())
}

func TestAPlayerWhoIsNoLongerReadyStopsTheStart(t *testing.T) {
	h := over(t, "ann", "bob")
	h.do("ann", &MakeOffer{BestOf: 1})
	h.do("bob", &Accept{Offer: 1})
	h.do("bob", &SetReady{Ready: false})
	h.do("bob", &SetReady{Ready: true})
	require.False(t, h.table.CanAutoStart())
}

// winner returns the seat that has won the last match, or game.NoSeat after a tie.
func winner(t *Table) game.Seat {
	won := game.NoSeat
	for i, r := range t.Play.Match.Result.Seats {
		if r.Rank == 1 && won != game.NoSeat {
			return game.NoSeat
		} else if r.Rank == 1 {
			won = game.Seat(i)
		}
	}
	return won
}

func TestSeries(t *testing.T) {
	h := over(t, "ann", "bob")
	wins := make([]int, 2)
	count := func() {
		if seat := winner(h.table); seat != game.NoSeat {
			wins[seat]++
		}
	}
	count()
	require.Nil(t, h.table.Info().Series)
	h.do("ann", &MakeOffer{BestOf: 3})
	h.do("bob", &Accept{Offer: 1})
	require.Equal(t, &SeriesInfo{Series: Series{BestOf: 3, Wins: wins, Played: 1}}, h.table.Info().Series)
	for played := 2; !h.table.Info().Series.Over; played++ {
		h.do("", &Start{})
		h.restored()
		// The loser of the first match concedes every further one.
		h.do(h.table.Seats[1].Person, &Concede{})
		count()
		over := wins[0] == 2 || wins[1] == 2 || played == 3
		require.Equal(t, &SeriesInfo{Series{3, wins, played}, over}, h.table.Info().Series)
		if !over {
			h.do("bob", &MakeOffer{BestOf: 1})
			h.do("ann", &Accept{Offer: 1})
		}
	}
	// The next series begins without the match that ended the last one.
	h.do("ann", &MakeOffer{BestOf: 3})
	h.do("bob", &Accept{Offer: 1})
	require.Equal(t, &SeriesInfo{Series: Series{3, []int{0, 0}, 0}}, h.table.Info().Series)
	h.do("ann", &Swap{Seat: 0, Other: 1})
	h.do("bob", &SetReady{Ready: true})
	h.do("ann", &Start{})
	require.Nil(t, h.table.Info().Series, "others sit at the seats")
}

func TestNumberOfSeats(t *testing.T) {
	h := open(t, toySettings(2), "ann", "bob")
	secret := h.table.Secret
	h.do("ann", &AddSeat{})
	require.Equal(t, []string{"ann", "bob", ""}, persons(h.table))
	require.Equal(t, []bool{true, false, false}, ready(h.table))
	require.Equal(t, 3, h.table.Settings.Seats)
	require.NotEqual(t, secret, h.table.Secret)
	h.refused(CodeTaken, "ann", &DropSeat{Seat: 1})
	h.refused(CodeNoSeat, "ann", &DropSeat{Seat: 3})
	h.refused(CodeNotHost, "bob", &AddSeat{})
	h.do("ann", &Swap{Seat: 1, Other: 2})
	h.do("ann", &DropSeat{Seat: 1})
	require.Equal(t, []string{"ann", "bob"}, persons(h.table), "the seats behind move up")
	h.do("ann", &Kick{Seat: 1})
	h.refused(game.CodeBadSeats, "ann", &DropSeat{Seat: 1})
	h.do("ann", &AddSeat{})
	h.do("ann", &AddSeat{})
	h.refused(game.CodeBadSeats, "ann", &AddSeat{})
}
