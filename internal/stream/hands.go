package stream

import (
	"encoding/json"
	"strconv"

	"archmage/internal/game"
	"archmage/internal/stream/patch"
)

// Hands has the private documents of a match by seat, nil for a seat that the viewer does not see. As one
// document they are an object with the members s0, s1 and so on.
type Hands [game.MaxSeats]any

// HandsOf returns the private documents of all seats.
func HandsOf(state game.State, seats int) *Hands {
	h := &Hands{}
	for seat := range seats {
		h[seat] = state.Private(game.Seat(seat))
	}
	return h
}

// Document returns the hands as one document, nil if all are nil.
func (h *Hands) Document() any {
	document := map[string]any{}
	for seat, private := range h {
		if private != nil {
			document["s"+strconv.Itoa(seat)] = private
		}
	}
	if len(document) == 0 {
		return nil
	}
	return document
}

// Diff returns the merge patch that turns the document of before into that of h, or nil if they are equal.
func (h *Hands) Diff(before *Hands) json.RawMessage {
	var change json.RawMessage
	for seat, private := range h {
		if private == nil {
			continue
		}
		handChange := patch.Diff(before[seat], private)
		if handChange == nil {
			continue
		}
		if change == nil {
			change = json.RawMessage{'{'}
		} else {
			change = append(change, ',')
		}
		change = append(change, `"s`+strconv.Itoa(seat)+`":`...)
		change = append(change, handChange...)
	}
	if change == nil {
		return nil
	}
	return append(change, '}')
}
