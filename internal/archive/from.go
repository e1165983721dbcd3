package archive

import (
	"context"
	"fmt"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
)

// From names a moment of a finished match from which the matches of a room start.
type From struct {
	// Match is the id of the match.
	Match string `json:"match"`
	// Step is the number of items that the match had at that moment.
	Step int `json:"step"`
	// Luck is `same` if hidden cards and future random events stay as they were in the match, and `new` if
	// what a player of Seat could not know is drawn anew.
	Luck match.Luck `json:"luck"`
	// Seat is the seat that the host takes.
	Seat game.Seat `json:"seat"`
}

// Moment is a moment of a finished match from which other matches can start.
type Moment struct {
	Game    string
	Options game.MatchOptions
	Seats   int
	Origin  match.Origin
	// State is the encoded state.
	State []byte
}

// Moment returns a moment of a match that the person can see. It fails with CodeNoMatch or CodeNoSeat, with
// coded.Malformed or game.CodeBadState if no match can go on from there, or with coded.Busy.
func (a *Archive) Moment(ctx context.Context, by people.Person, from From) (*Moment, error) {
	if from.Luck != match.LuckSame && from.Luck != match.LuckNew {
		return nil, coded.Malformedf("luck is %q or %q", match.LuckSame, match.LuckNew)
	}
	record, err := a.recordOf(ctx, by, from.Match)
	if err != nil {
		return nil, err
	}
	// Others can see what is played from there, so the seed must not be a secret for anybody.
	if err := a.checkDeal(ctx, "", record.Start.Deal); err != nil {
		return nil, err
	}
	if from.Seat < 0 || int(from.Seat) >= len(record.Seats) {
		return nil, coded.Errorf(CodeNoSeat, "there is no seat %d", from.Seat)
	}
	state, err := a.stateOf(ctx, record, from)
	if err != nil {
		return nil, err
	}
	return &Moment{
		record.Game,
		record.Options,
		len(record.Seats),
		match.Origin{Match: from.Match, Step: from.Step, Luck: from.Luck},
		state,
	}, nil
}

// playTimeout bounds the time in which the server plays a record for one request, without the wait for other
// computations.
const playTimeout = 5 * time.Second

// stateOf returns the encoded state of a match at a moment, with new luck if from.Luck is LuckNew.
func (a *Archive) stateOf(ctx context.Context, record *match.Record, from From) ([]byte, error) {
	g, ok := a.games.Find(record.Game)
	if !ok {
		return nil, errNoGame(record.Game)
	}
	key := fmt.Sprintf("%s-%d-state-%d", from.Match, g.Rules.Info().Version, from.Step)
	value, err := a.options.Replays.Get(ctx, key, func() (any, int, error) {
		ctx, cancel := context.WithTimeout(a.ctx, playTimeout)
		defer cancel()
		m, err := record.At(ctx, g.Rules, from.Step)
		if err != nil {
			return nil, 0, err
		}
		data, err := m.State.AppendBinary(nil)
		return data, len(data), err
	})
	if err != nil {
		return nil, err
	}
	data := value.([]byte)
	state, err := g.Rules.Decode(data)
	switch {
	case err != nil:
		return nil, err
	case state.Waiting() == 0:
		return nil, coded.Errorf(game.CodeBadState, "the match is over at step %d", from.Step)
	case from.Luck == match.LuckSame:
		return data, nil
	}
	var seed game.Seed
	a.options.Random.Fill(seed[:])
	rng := game.NewRNG(seed)
	return state.Sample(game.SeatViewer(from.Seat), &rng).AppendBinary(nil)
}
