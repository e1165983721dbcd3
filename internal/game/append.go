package game

import (
	"strconv"
	"sync"

	"archmage/internal/strict"
)

// The functions in this file write the JSON that is sent after every move. They do not use
// encoding/json, which takes several times as long. A test checks that the JSON decodes to the same
// value.

// AppendJSON appends the decision as JSON for clients, with id in place of its ID.
func (d *Decision) AppendJSON(b []byte, rules Rules, id uint64) []byte {
	text := texts.Get().(*DecisionText)
	defer texts.Put(text)
	d.writeText(text, rules)
	text.ID = id
	return text.AppendJSON(b)
}

var texts = sync.Pool{New: func() any { return new(DecisionText) }}

// AppendJSON appends the decision as JSON.
func (d *DecisionText) AppendJSON(b []byte) []byte {
	b = append(b, `{"id":`...)
	b = strconv.AppendUint(b, d.ID, 10)
	b = appendInt(b, `,"seat":`, int(d.Seat))
	b = appendText(b, `,"kind":`, d.Kind)
	if len(d.Args) > 0 {
		b = append(b, `,"args":`...)
		b = d.Args.AppendJSON(b)
	}
	b = append(b, `,"options":`...)
	b = appendList(b, d.Options, (*OptionText).appendJSON)
	if d.Min != 1 {
		b = appendInt(b, `,"min":`, d.Min)
	}
	if d.Max != 1 {
		b = appendInt(b, `,"max":`, d.Max)
	}
	b = appendTrue(b, `,"ordered":true`, d.Ordered)
	b = appendNonEmpty(b, `,"groups":`, d.Groups, (*GroupText).appendJSON)
	b = appendNonEmpty(b, `,"suggested":`, d.Suggested, (*PickText).appendJSON)
	b = appendTrue(b, `,"open":true`, d.Open)
	b = appendTrue(b, `,"answered":true`, d.Answered)
	b = appendNonEmpty(b, `,"current":`, d.Current, (*PickText).appendJSON)
	return append(b, '}')
}

func (o *OptionText) appendJSON(b []byte) []byte {
	if o.Ref == o.ID && o.Min == 0 && o.Max == 1 && len(o.Groups) == 0 && !o.Alone && !o.Final && !o.Passes && !o.Ends {
		return strict.AppendString(b, o.ID)
	}
	b = appendText(b, `{"id":`, o.ID)
	if o.Ref != o.ID {
		b = appendText(b, `,"ref":`, o.Ref)
	}
	if o.Min != 0 {
		b = appendInt(b, `,"min":`, int(o.Min))
	}
	if o.Max != 1 {
		b = appendInt(b, `,"max":`, int(o.Max))
	}
	b = appendNonEmpty(
		b,
		`,"groups":`,
		o.Groups,
		func(group *string, b []byte) []byte { return strict.AppendString(b, *group) },
	)
	b = appendTrue(b, `,"alone":true`, o.Alone)
	b = appendTrue(b, `,"final":true`, o.Final)
	b = appendTrue(b, `,"passes":true`, o.Passes)
	b = appendTrue(b, `,"ends":true`, o.Ends)
	b = appendTrue(b, `,"early":true`, o.Early)
	return append(b, '}')
}

func (g *GroupText) appendJSON(b []byte) []byte {
	b = appendText(b, `{"id":`, g.ID)
	b = appendInt(b, `,"min":`, g.Min)
	b = appendInt(b, `,"max":`, g.Max)
	return append(b, '}')
}

func (p *PickText) appendJSON(b []byte) []byte {
	if p.N == 1 && p.Group == "" {
		return strict.AppendString(b, p.Option)
	}
	b = appendText(b, `{"option":`, p.Option)
	b = appendInt(b, `,"n":`, p.N)
	if p.Group != "" {
		b = appendText(b, `,"group":`, p.Group)
	}
	return append(b, '}')
}

// AppendJSON appends the event as JSON, with the facts that the viewer may see.
func (e *Event) AppendJSON(b []byte, v Viewer) []byte {
	private := e.Private
	if !v.SeesAny(e.To) {
		private = nil
	}
	return appendEvent(b, e.Kind, e.Seat, e.Public, private)
}

func appendEvent(b []byte, kind string, seat Seat, public, private Facts) []byte {
	b = appendText(b, `[`, kind)
	b = appendInt(b, `,`, int(seat))
	if len(public)+len(private) > 0 {
		b = public.AppendJSON(append(b, ','))
	}
	if len(private) > 0 {
		b = private.AppendJSON(append(b, ','))
	}
	return append(b, ']')
}

// AppendJSON appends the facts as one JSON object, in their order.
func (f Facts) AppendJSON(b []byte) []byte {
	for i := range f {
		separator := byte(',')
		if i == 0 {
			separator = '{'
		}
		b = strict.AppendString(append(b, separator), f[i].Name)
		if f[i].Text == "" {
			b = appendInt(b, `:`, f[i].Int)
		} else {
			b = appendText(b, `:`, f[i].Text)
		}
	}
	if len(f) == 0 {
		b = append(b, '{')
	}
	return append(b, '}')
}

// AppendPicks appends choices of this decision as JSON, in the form that ParsePicks reads.
func (d *Decision) AppendPicks(b []byte, rules Rules, picks []Pick) []byte {
	return appendList(b, d.PicksText(rules, picks), (*PickText).appendJSON)
}

func appendList[T any](b []byte, list []T, appendItem func(*T, []byte) []byte) []byte {
	b = append(b, '[')
	for i := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendItem(&list[i], b)
	}
	return append(b, ']')
}

// appendNonEmpty appends the name and the list, or nothing if the list is empty.
func appendNonEmpty[T any](b []byte, name string, list []T, appendItem func(*T, []byte) []byte) []byte {
	if len(list) == 0 {
		return b
	}
	return appendList(append(b, name...), list, appendItem)
}

// appendTrue appends the member if the value is true.
func appendTrue(b []byte, member string, value bool) []byte {
	if value {
		return append(b, member...)
	}
	return b
}

func appendInt(b []byte, prefix string, n int) []byte {
	return strconv.AppendInt(append(b, prefix...), int64(n), 10)
}

func appendText(b []byte, prefix, text string) []byte {
	return strict.AppendString(append(b, prefix...), text)
}
