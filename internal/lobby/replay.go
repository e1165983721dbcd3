package lobby

import (
	"context"

	"archmage/internal/match"
	"archmage/internal/people"
	"archmage/internal/replay"
)

// Timeline returns how a finished match went, for those who may see the match. It
// fails with CodeNoMatch, the part also with [replay.CodeNoReplay].
func (l *Lobby) Timeline(ctx context.Context, by people.Person, id string) (replay.Part, error) {
	source, err := l.replay(ctx, by, id)
	if err != nil {
		return replay.Part{}, err
	}
	return l.replays.Timeline(source), nil
}

// Steps returns some steps of a finished match as seen with some eyes
// ([replay.ParseEyes]): the chunk that a step is in. It fails like Timeline, and
// with coded.Malformed for other eyes or another step.
func (l *Lobby) Steps(ctx context.Context, by people.Person, id, as string, step int) (replay.Part, error) {
	source, err := l.replay(ctx, by, id)
	if err != nil {
		return replay.Part{}, err
	}
	return l.replays.Steps(source, as, step)
}

func (l *Lobby) replay(ctx context.Context, by people.Person, id string) (replay.Source, error) {
	m, err := l.match(ctx, by, id)
	if err != nil {
		return replay.Source{}, err
	}
	module, ok := l.games.Find(m.Game)
	if !ok {
		return replay.Source{}, errNoMatch(id)
	}
	return replay.Source{ID: id, Rules: module.Rules, Seats: m.Seats, Record: func() (*match.Record, error) {
		return l.record(l.storing, id)
	}}, nil
}
