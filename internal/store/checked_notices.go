package store

import (
	"context"
	"encoding/json"
	"slices"
	"time"
)

func (c checked) AddChannel(ctx context.Context, channel Channel, most int) error {
	err := firstError(checkID("the channel", channel.ID), checkText("the identity", channel.Identity), checkNeededJSON("a channel", channel.Data))
	if err != nil {
		return err
	}
	if channel.Created.IsZero() {
		channel.Created = time.Now()
	}
	channel.Created = toMilli(channel.Created)
	return c.Log.AddChannel(ctx, channel, most)
}

func (c checked) SetChannel(ctx context.Context, id string, data json.RawMessage) error {
	if err := checkNeededJSON("a channel", data); err != nil {
		return err
	}
	return c.Log.SetChannel(ctx, id, data)
}

func (c checked) AwaitedDue(ctx context.Context, at time.Time, limit int) ([]Awaited, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return c.Log.AwaitedDue(ctx, toMilli(at), limit)
}

func (c checked) NoteAwaited(ctx context.Context, awaited Awaited, calls []Call) error {
	if err := checkJSON("what is noted", awaited.Noted); err != nil {
		return err
	}
	calls, err := checkCalls(calls)
	if err != nil {
		return err
	}
	awaited.Due = roundedUp(awaited.Due)
	return c.Log.NoteAwaited(ctx, awaited, calls)
}

func (c checked) AddCalls(ctx context.Context, calls []Call) error {
	calls, err := checkCalls(calls)
	if err != nil {
		return err
	}
	return c.Log.AddCalls(ctx, calls)
}

func (c checked) CallsDue(ctx context.Context, at time.Time, each, limit int) ([]Call, error) {
	if err := checkLimit(&limit); err != nil {
		return nil, err
	}
	return c.Log.CallsDue(ctx, toMilli(at), each, limit)
}

func (c checked) SetCall(ctx context.Context, call Call) error {
	calls, err := checkCalls([]Call{call})
	if err != nil {
		return err
	}
	return c.Log.SetCall(ctx, calls[0])
}

func (c checked) EndCall(ctx context.Context, call Call) error {
	call.Made = roundedUp(call.Made)
	return c.Log.EndCall(ctx, call)
}

// checkCalls returns the calls with their times as they are stored, or why they
// cannot be.
func checkCalls(calls []Call) ([]Call, error) {
	if len(calls) > MaxPage {
		return nil, invalid("%d calls, more than %d", len(calls), MaxPage)
	}
	calls = slices.Clone(calls)
	for i := range calls {
		call := &calls[i]
		err := firstError(checkID("the channel", call.Channel), checkText("the room", call.Room), checkText("the topic", call.Topic),
			checkText("the identity", call.Identity), checkNeededJSON("a call", call.Data))
		if err != nil {
			return nil, err
		}
		call.Made, call.Due = roundedUp(call.Made), roundedUp(call.Due)
	}
	return calls, nil
}

func checkNeededJSON(what string, text json.RawMessage) error {
	if len(text) == 0 {
		return invalid("%s without data", what)
	}
	return checkJSON(what, text)
}
