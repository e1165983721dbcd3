package lobby

import (
	"context"

	"archmage/internal/archive"
	"archmage/internal/archive/replay"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/people"
)

// LiveSteps returns a chunk of a room's match in progress, as the person can see it: the chunk that contains a
// step, or the last one for [replay.Last]. It omits answers that were taken back, and moments at which the
// person learned nothing. LiveSteps fails with directory.CodeNoRoom, with CodeNoSpectators, and with
// [archive.CodeNoMatch] if the person can see no match. Data of the part also fails with coded.Malformed and
// [replay.CodeNoReplay].
func (l *Lobby) LiveSteps(ctx context.Context, id string, by people.Person, step int) (replay.Part, error) {
	var source replay.Source
	viewer := replay.Spectator
	err := l.ask(ctx, id, by.ID, func(r *liveRoom) error {
		if refusal := r.checkEntry(by.ID); refusal != nil {
			return refusal
		}
		seat := r.table.SeatOf(by.ID)
		if seat != game.NoSeat {
			viewer = replay.Viewer(seat)
		} else if r.stream.OpenHands() {
			viewer = replay.Everybody
		}
		m, mark := r.stream.VisibleMatch(seat)
		if m == nil {
			return coded.Errorf(archive.CodeNoMatch, "nothing of a match is to be seen in this room now")
		}
		record := m.Record(nil)
		source = replay.Source{
			ID:     id + " " + mark,
			Rules:  m.Rules,
			Seats:  len(m.Seats),
			Record: func() (*match.Record, error) { return record, nil },
		}
		return nil
	})
	if err != nil {
		return replay.Part{}, err
	}
	return l.options.Replays.Live(source, viewer, step), nil
}
