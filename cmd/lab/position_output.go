package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// positionStep is a printed object. It describes the state before the first answer or after an answer.
type positionStep struct {
	// Step counts the objects from 0.
	Step int `json:"step"`
	*givenAnswer
	*answerResult
	Waiting []game.Seat         `json:"waiting"`
	Pending []game.DecisionText `json:"pending"`
	State   any                 `json:"state"`
	Hash    string              `json:"hash"`
	Views   game.Table[any]     `json:"views,omitempty"`
	Outcome *game.Outcome       `json:"outcome,omitempty"`
}

// givenAnswer repeats an answer of the file.
type givenAnswer struct {
	Seat     int             `json:"seat"`
	Decision *uint32         `json:"decision,omitempty"`
	Answer   json.RawMessage `json:"answer"`
	// Error is the reason why the answer was refused.
	Error *errorText `json:"error,omitempty"`
}

type errorText struct {
	Code    coded.Code `json:"code"`
	Message string     `json:"message"`
}

// answerResult has the events of an accepted answer, or the events before the first decision.
type answerResult struct {
	Events []eventText `json:"events"`
	// Shown lists the seats that have received hidden information. ShownToAll is true if all viewers have
	// received some.
	Shown      []game.Seat `json:"shown"`
	ShownToAll bool        `json:"shownToAll"`
	Random     bool        `json:"random"`
}

// eventText is an event with all its facts, and the seats that see its private part.
type eventText struct {
	Event game.EventText `json:"event"`
	To    []game.Seat    `json:"to,omitempty"`
}

// viewText has everything that one viewer receives.
type viewText struct {
	Public any `json:"public"`
	// Private maps the seats that the viewer sees ("s0" and so on) to their private documents.
	Private   game.Table[any]     `json:"private"`
	Events    []game.EventText    `json:"events,omitempty"`
	Decisions []game.DecisionText `json:"decisions"`
}

// first returns the object before the first answer.
func (p *position) first() (out *positionStep, err error) {
	defer recoverAsError(&err)
	out = p.describe(&p.opening)
	out.answerResult = resultOf(&p.opening)
	return out, nil
}

// next applies answer i of the file and returns the object that describes the state after it. If the rules refuse
// the answer, the object has the refusal. Other failures are returned as an error.
func (p *position) next(i int) (out *positionStep, err error) {
	defer recoverAsError(&err)
	a := &p.answers[i]
	given := givenAnswer{Seat: *a.Seat, Decision: a.Decision, Answer: a.Answer}
	var step game.Step
	var result *answerResult
	if err := p.answer(a, &step); err != nil {
		refusal := (*coded.Error)(nil)
		if !errors.As(err, &refusal) {
			return nil, err
		}
		given.Error = &errorText{Code: refusal.Code, Message: refusal.Message}
		step = game.Step{}
	} else {
		result = resultOf(&step)
	}
	out = p.describe(&step)
	out.Step = i + 1
	out.givenAnswer, out.answerResult = &given, result
	return out, nil
}

func resultOf(step *game.Step) *answerResult {
	result := &answerResult{
		Events: []eventText{}, Shown: seatList(step.Shown), ShownToAll: step.ShownToAll, Random: step.Random,
	}
	for i := range step.Events {
		e := &step.Events[i]
		text := eventText{Event: e.For(game.AllSeeing())}
		if len(e.Private) > 0 {
			text.To = seatList(e.To)
		}
		result.Events = append(result.Events, text)
	}
	return result
}

// describe returns the part of the object that is the same for every state.
func (p *position) describe(step *game.Step) *positionStep {
	pending := game.Pending(p.state)
	out := positionStep{
		Waiting: seatList(p.state.Waiting()),
		Pending: p.decisions(pending, game.AllSeeing()),
		State:   p.state.Describe(),
		Hash:    game.Hash(p.state),
		Outcome: p.state.Outcome(),
	}
	for _, v := range p.viewers {
		text := viewText{Public: p.state.Public(), Decisions: p.decisions(pending, v.viewer)}
		for seat := range game.Seat(p.seats) {
			if v.viewer.Sees(seat) {
				text.Private.Add(fmt.Sprintf("s%d", seat), p.state.Private(seat))
			}
		}
		for i := range step.Events {
			text.Events = append(text.Events, step.Events[i].For(v.viewer))
		}
		out.Views.Add(v.name, text)
	}
	return &out
}

// decisions returns the decisions that a viewer can see.
func (p *position) decisions(pending []game.Decision, v game.Viewer) []game.DecisionText {
	list := []game.DecisionText{}
	for i := range pending {
		if v.Sees(pending[i].Seat) {
			list = append(list, pending[i].Text(p.rules))
		}
	}
	return list
}
