package replay

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// CodeNoReplay: the match cannot be shown again: the rules of this server play it differently.
const CodeNoReplay coded.Code = "no_replay"

// partsVersion is increased when the format of the parts changes.
const partsVersion = 2

// Source is a match to replay. It must not change.
type Source struct {
	// ID is the id of the match.
	ID    string
	Rules game.Rules
	Seats int
	// Record returns the record of the match. The service calls it in another goroutine.
	Record func() (*match.Record, error)

	// open makes the replay. If it is nil, [New] does.
	open func(*match.Record) (*Replay, error)
}

// Part is a part of a replay that is computed on demand.
type Part struct {
	// Tag is different for different data, like an HTTP ETag.
	Tag string
	// Data computes the part. It returns JSON that is compressed with gzip.
	Data func(ctx context.Context) ([]byte, error)
}

// Timeline returns the [Timeline] of a match.
func (s *Service) Timeline(source Source) Part {
	return s.part(source, "timeline", func(r *Replay) ([]byte, error) { return pack(r.Timeline()) })
}

// Steps returns the [Chunk] that contains a step, as a viewer sees it. viewerName is a text for [ParseViewer].
// Steps fails with [coded.Malformed] for an unknown viewer, and for a step that no match can have. Data of the
// part fails with it for a step after the end of this match.
func (s *Service) Steps(source Source, viewerName string, step int) (Part, error) {
	viewer, err := ParseViewer(viewerName, source.Seats)
	if err != nil {
		return Part{}, err
	}
	if step < 0 || step > match.MaxItems {
		return Part{}, coded.Malformedf("no match has a step %d", step)
	}
	from := ChunkStart(step)
	return s.part(source, fmt.Sprintf("%s-%d", viewer, from), func(r *Replay) ([]byte, error) {
		chunk, err := r.Chunk(viewer, from)
		if err != nil {
			return nil, err
		}
		return pack(chunk)
	}), nil
}

// Last stands for the last step of a match.
const Last = -1

// Live returns the [Chunk] that contains a step, or [Last], of a match in progress, as one viewer sees it
// ([NewLive]). The ID of the source must identify what that viewer knows of the match and nothing more: it
// changes when the viewer learns something. Data of the part fails with [coded.Malformed] for a step that the
// match does not have.
func (s *Service) Live(source Source, viewer Viewer, step int) Part {
	source.open = func(record *match.Record) (*Replay, error) { return NewLive(source.Rules, record, viewer) }
	source.ID += " " + viewer.String()
	return s.part(source, fmt.Sprint("live-", max(step, Last)), func(r *Replay) ([]byte, error) {
		if step == Last {
			step = r.Len()
		}
		chunk, err := r.Chunk(viewer, step)
		if err != nil {
			return nil, err
		}
		return pack(chunk)
	})
}

// part returns a part that compute makes from the replay of a source.
func (s *Service) part(source Source, name string, compute func(*Replay) ([]byte, error)) Part {
	tag := fmt.Sprintf("%s-%d-%d-%s", source.ID, source.Rules.Info().Version, partsVersion, name)
	return Part{tag, func(ctx context.Context) ([]byte, error) {
		value, err := s.Get(ctx, tag, func() (any, int, error) {
			var data []byte
			err := s.withReplay(context.WithoutCancel(ctx), source, func(r *Replay) (err error) {
				data, err = compute(r)
				return err
			})
			return data, len(data), err
		})
		if err != nil {
			return nil, err
		}
		return value.([]byte), nil
	}}
}

// shared is a replay that one goroutine at a time can use.
type shared struct {
	mu sync.Mutex
	r  *Replay
}

// withReplay calls use with the replay of a source. Only one goroutine uses a replay at a time.
func (s *Service) withReplay(ctx context.Context, source Source, use func(*Replay) error) error {
	key := fmt.Sprintf("%s-%d", source.ID, source.Rules.Info().Version)
	value, err := s.get(ctx, key, false, func() (any, int, error) {
		record, err := source.Record()
		if err != nil {
			return nil, 0, err
		}
		open := source.open
		if open == nil {
			open = func(record *match.Record) (*Replay, error) { return New(source.Rules, record) }
		}
		r, err := open(record)
		if err != nil {
			return nil, 0, coded.Errorf(
				CodeNoReplay,
				"this match cannot be shown again under the rules of this server: %v",
				err,
			)
		}
		return &shared{r: r}, 8<<10 + 700*r.Len(), nil
	})
	if err != nil {
		return err
	}
	locked := value.(*shared)
	locked.mu.Lock()
	defer locked.mu.Unlock()
	return use(locked.r)
}

// pack returns a value as JSON, compressed with gzip.
func pack(value any) ([]byte, error) {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if err := json.NewEncoder(w).Encode(value); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}
