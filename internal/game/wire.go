package game

import (
	"bytes"
	"encoding/json"
	"io"

	"archmage/internal/coded"
	"archmage/internal/strict"
)

// DecisionText is a decision as clients get it, with text ids instead of keys. Its JSON omits a min
// or max of 1.
type DecisionText struct {
	// ID is the number of the decision, counted from 1 for each seat. It changes when the options change.
	ID   uint64 `json:"id"`
	Seat Seat   `json:"seat"`
	// Kind is the kind of question, one of those that docs/decisions.md lists for the game. Args are the
	// values in its text.
	Kind    string       `json:"kind"`
	Args    Facts        `json:"args,omitempty"`
	Options []OptionText `json:"options"`
	// Min and Max bound the number of choices in the answer. Each is left out if it is 1. Ordered is true if
	// the order of the choices matters.
	Min     int  `json:"min,omitempty"`
	Max     int  `json:"max,omitempty"`
	Ordered bool `json:"ordered,omitempty"`
	// Groups are named groups for the choices.
	Groups []GroupText `json:"groups,omitempty"`
	// Suggested is a sensible legal answer. Open is true in a simultaneous choice: the seat may answer again
	// until all have answered. Answered is true if the seat has answered such a choice. Current is that
	// answer.
	Suggested []PickText `json:"suggested,omitempty"`
	Open      bool       `json:"open,omitempty"`
	Answered  bool       `json:"answered,omitempty"`
	Current   []PickText `json:"current,omitempty"`
}

// MarshalJSON returns the JSON of AppendJSON.
func (d DecisionText) MarshalJSON() ([]byte, error) { return d.AppendJSON(nil), nil }

// UnmarshalJSON reads what MarshalJSON wrote.
func (d *DecisionText) UnmarshalJSON(data []byte) error {
	type object DecisionText
	*d = DecisionText{Min: 1, Max: 1}
	return json.Unmarshal(data, (*object)(d))
}

// OptionText is an [Option] with text ids. Its JSON is an object that omits default values: a ref
// equal to the id, a max of 1, and zero values. If all values are defaults, it is just the id.
type OptionText struct {
	ID string
	// Ref is the id of the element of the table that the option refers to, or "".
	Ref      string
	Min, Max uint16
	Groups   []string
	Alone    bool
	Final    bool
	Passes   bool
	Ends     bool
	Early    bool
}

// MarshalJSON writes just the id if everything else has its default.
func (o OptionText) MarshalJSON() ([]byte, error) { return o.appendJSON(nil), nil }

// UnmarshalJSON reads an id or an object.
func (o *OptionText) UnmarshalJSON(data []byte) error {
	if len(data) > 0 && data[0] == '"' {
		*o = OptionText{Max: 1}
		err := json.Unmarshal(data, &o.ID)
		o.Ref = o.ID
		return err
	}
	object := struct {
		ID       string
		Ref      *string
		Min, Max uint16
		Groups   []string
		Alone    bool
		Final    bool
		Passes   bool
		Ends     bool
		Early    bool
	}{Max: 1}
	if err := json.Unmarshal(data, &object); err != nil {
		return err
	}
	if object.Ref == nil {
		object.Ref = &object.ID
	}
	*o = OptionText{
		object.ID, *object.Ref, object.Min, object.Max, object.Groups, object.Alone, object.Final,
		object.Passes, object.Ends, object.Early,
	}
	return nil
}

// GroupText is a [Group].
type GroupText struct {
	ID  string `json:"id"`
	Min int    `json:"min"`
	Max int    `json:"max"`
}

// PickText is a [Pick] with text ids. Its JSON is an object, or just the option's id if N is 1 and
// there is no group.
type PickText struct {
	Option string `json:"option"`
	N      int    `json:"n"`
	Group  string `json:"group,omitempty"`
}

// MarshalJSON writes just the option's id if N is 1 and there is no group.
func (p PickText) MarshalJSON() ([]byte, error) {
	if p.N == 1 && p.Group == "" {
		return json.Marshal(p.Option)
	}
	type object PickText
	return json.Marshal(object(p))
}

// UnmarshalJSON reads an id or an object. A missing n is 1.
func (p *PickText) UnmarshalJSON(data []byte) error {
	*p = PickText{N: 1}
	if len(data) > 0 && data[0] == '"' {
		return json.Unmarshal(data, &p.Option)
	}
	type object PickText
	return unmarshalStrict(data, (*object)(p))
}

// maxAnswerBytes is the maximum size of the text of an answer. It is half of the longest frame of a
// client.
const maxAnswerBytes = 8 << 10

// Text returns the decision as clients get it.
func (d *Decision) Text(rules Rules) DecisionText {
	text := DecisionText{Options: make([]OptionText, 0, len(d.Options))}
	d.writeText(&text, rules)
	return text
}

// writeText overwrites text with the result of Text and reuses the memory of its lists.
func (d *Decision) writeText(text *DecisionText, rules Rules) {
	*text = DecisionText{
		ID: uint64(d.ID), Seat: d.Seat, Kind: d.Kind,
		Args:    append(text.Args[:0], d.Args...),
		Options: text.Options[:0],
		Min:     d.Min, Max: d.Max, Ordered: d.Ordered,
		Groups:    text.Groups[:0],
		Suggested: d.appendPicks(text.Suggested[:0], rules, d.Suggested),
		Open:      d.Open,
		Answered:  d.Answered,
		Current:   d.appendPicks(text.Current[:0], rules, d.Current),
	}
	for _, g := range d.Groups {
		text.Groups = append(text.Groups, GroupText(g))
	}
	for _, option := range d.Options {
		o := OptionText{
			ID: rules.OptionID(option.Key), Ref: rules.OptionRef(option.Key),
			Min: option.Min, Max: option.Max, Alone: option.Alone,
			Final: option.Final, Passes: option.Passes, Ends: option.Ends, Early: option.Early,
		}
		if !option.Alone {
			for g := range d.Groups {
				if option.Groups>>g&1 == 1 {
					o.Groups = append(o.Groups, d.Groups[g].ID)
				}
			}
		}
		text.Options = append(text.Options, o)
	}
}

// PicksText returns choices of this decision with text ids.
func (d *Decision) PicksText(rules Rules, picks []Pick) []PickText {
	return d.appendPicks(make([]PickText, 0, len(picks)), rules, picks)
}

func (d *Decision) appendPicks(list []PickText, rules Rules, picks []Pick) []PickText {
	for _, pick := range picks {
		choice := PickText{Option: rules.OptionID(pick.Key), N: int(pick.N)}
		if int(pick.Group) < len(d.Groups) {
			if index := d.find(pick.Key); index >= 0 && !d.Options[index].Alone {
				choice.Group = d.Groups[pick.Group].ID
			}
		}
		list = append(list, choice)
	}
	return list
}

// ParsePicks parses the JSON of the choices of an answer: a list of option ids and of objects with
// an option, n and group. It does not check whether the answer is legal; Check does. It fails with
// [coded.Malformed], [CodeUnknownOption], [CodeBadCount] or [CodeBadGroup].
func (d *Decision) ParsePicks(rules Rules, data []byte) ([]Pick, error) {
	if len(data) > maxAnswerBytes {
		return nil, coded.Malformedf("the answer is longer than %d bytes", maxAnswerBytes)
	}
	list := parsePlainPicks(data)
	if list == nil {
		if err := json.Unmarshal(data, &list); err != nil || list == nil {
			return nil, coded.Malformedf(
				"the answer must be a list of choices, each an option id or an object with option, n and group",
			)
		}
	}
	return d.PicksFromText(rules, list)
}

// parsePlainPicks parses the most frequent form of an answer: a list of option ids without spaces
// and escapes. It returns nil for any other form. A test compares it with encoding/json.
func parsePlainPicks(data []byte) []PickText {
	if len(data) < 2 || data[0] != '[' || data[len(data)-1] != ']' {
		return nil
	}
	list := make([]PickText, 0, 4)
	for remaining := data[1 : len(data)-1]; len(remaining) > 0; {
		if len(list) > 0 {
			if remaining[0] != ',' {
				return nil
			}
			remaining = remaining[1:]
		}
		if len(remaining) == 0 || remaining[0] != '"' {
			return nil
		}
		end := 1
		for end < len(remaining) && remaining[end] != '"' {
			if c := remaining[end]; c < ' ' || c > '~' || c == '\\' {
				return nil
			}
			end++
		}
		if end == len(remaining) {
			return nil
		}
		list = append(list, PickText{Option: string(remaining[1:end]), N: 1})
		remaining = remaining[end+1:]
	}
	return list
}

// PicksFromText turns choices with text ids into picks of this decision. It fails as ParsePicks
// does.
func (d *Decision) PicksFromText(rules Rules, list []PickText) ([]Pick, error) {
	if len(list) > MaxOptions {
		return nil, coded.Malformedf("the answer has more than %d choices", MaxOptions)
	}
	picks := make([]Pick, 0, len(list))
	for i, choice := range list {
		key, ok := rules.ParseOption(choice.Option)
		if !ok {
			return nil, coded.Errorf(CodeUnknownOption, "choice %d is not among the options", i+1)
		}
		if choice.N < 1 || choice.N > MaxCount {
			return nil, coded.Errorf(CodeBadCount, "choice %d must be chosen 1 to %d times", i+1, MaxCount)
		}
		group := 0
		if choice.Group != "" {
			if group = d.groupIndex(choice.Group); group < 0 {
				return nil, coded.Errorf(CodeBadGroup, "choice %d names a group that is not there", i+1)
			}
		} else if len(d.Groups) > 0 {
			if index := d.find(key); index >= 0 && !d.Options[index].Alone {
				only := d.onlyGroup(d.Options[index].Groups)
				if only < 0 {
					return nil, coded.Errorf(CodeBadGroup, "choice %d must name a group", i+1)
				}
				group = only
			}
		}
		picks = append(picks, Pick{Key: key, N: uint16(choice.N), Group: uint8(group)})
	}
	return picks, nil
}

func (d *Decision) groupIndex(id string) int {
	for i := range d.Groups {
		if d.Groups[i].ID == id {
			return i
		}
	}
	return -1
}

// onlyGroup returns the index of the single group in the set, or -1 if the set is empty or has
// several.
func (d *Decision) onlyGroup(set uint8) int {
	index := -1
	for i := range d.Groups {
		if set>>i&1 == 1 {
			if index >= 0 {
				return -1
			}
			index = i
		}
	}
	return index
}

// EventText is an event as one viewer sees it. Its JSON is a list of kind, seat, public facts and
// private facts; empty facts at the end are omitted.
type EventText struct {
	Kind   string
	Seat   Seat
	Public Facts
	// Private is empty for a viewer who may not see it.
	Private Facts
}

// MarshalJSON writes the list.
func (e EventText) MarshalJSON() ([]byte, error) {
	return appendEvent(nil, e.Kind, e.Seat, e.Public, e.Private), nil
}

// UnmarshalJSON reads the list.
func (e *EventText) UnmarshalJSON(data []byte) error {
	var parts []json.RawMessage
	if err := json.Unmarshal(data, &parts); err != nil {
		return err
	}
	*e = EventText{}
	into := []any{&e.Kind, &e.Seat, &e.Public, &e.Private}
	if len(parts) < 2 || len(parts) > len(into) {
		return coded.Malformedf("an event is a list of 2 to %d", len(into))
	}
	for i, part := range parts {
		if err := json.Unmarshal(part, into[i]); err != nil {
			return err
		}
	}
	return nil
}

// For returns the event with the facts that the viewer may see.
func (e *Event) For(v Viewer) EventText {
	result := EventText{Kind: e.Kind, Seat: e.Seat, Public: append(Facts(nil), e.Public...)}
	if v.SeesAny(e.To) {
		result.Private = append(Facts(nil), e.Private...)
	}
	return result
}

// maxSetupBytes is the maximum size of the text of a position.
const maxSetupBytes = 1 << 20

// ReadSetup reads the readable form of a position, for [Rules.Setup]: one JSON value without
// unknown members. It fails with [CodeBadSetup].
func ReadSetup(data []byte, into any) error {
	if len(data) > maxSetupBytes {
		return coded.Errorf(CodeBadSetup, "the position is longer than %d bytes", maxSetupBytes)
	}
	if err := strict.Decode(data, into); err != nil {
		return BadSetup(err)
	}
	return nil
}

func unmarshalStrict(data []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if _, err := decoder.Token(); err != io.EOF {
		return coded.Malformedf("more than one value")
	}
	return nil
}
