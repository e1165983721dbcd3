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

// CodeNoReplay: the record cannot be played again under the rules of this server.
const CodeNoReplay coded.Code = "no_replay"

// partsVersion changes with the form of the parts.
const partsVersion = 2

// Source is a match that can be shown again. It must not change.
type Source struct {
	// ID names the match.
	ID    string
	Rules game.Rules
	Seats int
	// Record returns the record of the match. It is called from another goroutine.
	Record func() (*match.Record, error)

	// open makes the replay; nil means [New].
	open func(*match.Record) (*Replay, error)
}

// Part is a part of a replay, computed when it is needed.
type Part struct {
	// Tag changes when the data change, as an HTTP ETag does.
	Tag string
	// Data computes the part: JSON, compressed with gzip.
	Data func(ctx context.Context) ([]byte, error)
}

// Timeline returns the [Timeline] of a match.
func (s *Service) Timeline(source Source) Part {
	return s.part(source, "timeline", func(r *Replay) ([]byte, error) { return pack(r.Timeline()) })
}

// Steps returns the [Chunk] of a match that a step is in. It fails with [coded.Malformed] for a
// viewer or a step that no match of that size can have. The part's Data fails with it for a step
// after the end of this match.
func (s *Service) Steps(source Source, as string, step int) (Part, error) {
	viewer, err := ParseViewer(as, source.Seats)
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

// Last is the text that stands for the last step of a match.
const Last = -1

// Live returns the [Chunk] that a step is in, or [Last], of a match in progress as
// some viewer see it ([NewLive]). The source's ID says whatever that viewer knows of the
// match, and nothing else: it changes when they learn something. The part fails with
// [coded.Malformed] for a step that the match does not have.
func (s *Service) Live(source Source, as Viewer, step int) Part {
	source.open = func(record *match.Record) (*Replay, error) { return NewLive(source.Rules, record, as) }
	source.ID += " " + as.String()
	return s.part(source, fmt.Sprint("live-", max(step, Last)), func(r *Replay) ([]byte, error) {
		if step == Last {
			step = r.Len()
		}
		chunk, err := r.Chunk(as, step)
		if err != nil {
			return nil, err
		}
		return pack(chunk)
	})
}

// part returns what a function computes from a replay.
func (s *Service) part(source Source, name string, compute func(*Replay) ([]byte, error)) Part {
	tag := fmt.Sprintf("%s-%d-%d-%s", source.ID, source.Rules.Info().Version, partsVersion, name)
	return Part{tag, func(ctx context.Context) ([]byte, error) {
		value, err := s.Get(ctx, tag, func() (any, int, error) {
			var data []byte
			err := s.with(context.WithoutCancel(ctx), source, func(r *Replay) (err error) {
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

// shared is a replay that one goroutine at a time may use.
type shared struct {
	mu sync.Mutex
	r  *Replay
}

// with calls use with the replay of a match, for one goroutine at a time.
func (s *Service) with(ctx context.Context, source Source, use func(*Replay) error) error {
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
	one := value.(*shared)
	one.mu.Lock()
	defer one.mu.Unlock()
	return use(one.r)
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
