package stream

import (
	"encoding/json"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/stream/patch"
)

// Hands are the private documents of a match by seat; nil for a seat that the viewer does not see.
// As one document they are an object with the members s0, s1 and so on.
type Hands [game.MaxSeats]any

// HandsOf returns the private documents of all seats.
func HandsOf(state game.State, seats int) *Hands {
	h := &Hands{}
	for seat := range seats {
		h[seat] = state.Private(game.Seat(seat))
	}
	return h
}

// Whole returns that one document, or nil if no seat is seen.
func (h *Hands) Whole() any {
	all := map[string]any{}
	for seat, private := range h {
		if private != nil {
			all["s"+strconv.Itoa(seat)] = private
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// Since returns the merge patch that turns the document of before into this one, or nil if they are
// equal.
func (h *Hands) Since(before *Hands) json.RawMessage {
	var out json.RawMessage
	for seat, private := range h {
		if private == nil {
			continue
		}
		changed := patch.Diff(before[seat], private)
		if changed == nil {
			continue
		}
		if out == nil {
			out = json.RawMessage{'{'}
		} else {
			out = append(out, ',')
		}
		out = append(out, `"s`+strconv.Itoa(seat)+`":`...)
		out = append(out, changed...)
	}
	if out == nil {
		return nil
	}
	return append(out, '}')
}
