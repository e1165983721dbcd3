package lobby

import (
	"context"
	"fmt"
	"time"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/room"
)

// From names a moment of a finished match with which a room begins.
type From struct {
	Match string `json:"match"`
	// Step is how many items of the match were done.
	Step int `json:"step"`
	// Luck says whether what the host's seat could not know then is as it was.
	Luck match.Luck `json:"luck"`
	// Seat is the one that the host takes.
	Seat game.Seat `json:"seat"`
}

// playWithin bounds how long the server plays a record for one request, once it has
// begun.
const playWithin = 5 * time.Second

// CreateFrom opens a room whose matches begin with a moment of a match that the
// person may see. The match decides the game, its options and the number of
// seats; the rest of the settings is the host's. It fails with CodeNoMatch, with
// coded.Malformed or game.CodeBadState if nothing can be played on from there, with
// CodeBusy, or like Create.
func (l *Lobby) CreateFrom(ctx context.Context, host people.Person, settings room.Settings, from From) (string, error) {
	if from.Luck != match.LuckSame && from.Luck != match.LuckNew {
		return "", coded.Errorf(coded.Malformed, "luck is %q or %q", match.LuckSame, match.LuckNew)
	}
	record, err := l.recordOf(ctx, host, from.Match)
	if err != nil {
		return "", err
	}
	if from.Seat < 0 || int(from.Seat) >= len(record.Seats) {
		return "", coded.Errorf(room.CodeNoSeat, "there is no seat %d", from.Seat)
	}
	state, err := l.stateOf(ctx, record, from)
	if err != nil {
		return "", err
	}
	settings.Game, settings.Options, settings.Seats = record.Game, record.Options, len(record.Seats)
	position := &room.Position{Origin: match.Origin{Match: from.Match, Step: from.Step, Luck: from.Luck}, State: state}
	return l.create(ctx, host, "", &room.Open{Settings: settings, From: position, Seat: from.Seat})
}

// stateOf returns the encoded state at a moment of a record.
func (l *Lobby) stateOf(ctx context.Context, record *match.Record, from From) ([]byte, error) {
	g, ok := l.games.Find(record.Game)
	if !ok {
		return nil, errNoGame(record.Game)
	}
	key := fmt.Sprintf("%s-%d-state-%d", from.Match, g.Rules.Info().Version, from.Step)
	value, err := l.replays.Get(ctx, key, func() (any, int, error) {
		ctx, cancel := context.WithTimeout(l.live, playWithin)
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
	l.options.Random(seed[:])
	rng := game.NewRNG(seed)
	return state.Sample(game.SeatViewer(from.Seat), &rng).AppendBinary(nil)
}

func errNoGame(id string) *coded.Error {
	return coded.Errorf(CodeNoGame, "there is no game %.40q here", id)
}
