package main

import (
	"go/ast"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// eventFacts are the facts of a kind of event.
type eventFacts struct{ public, private []fact }

// fact is a fact of an event. of is its TypeScript type.
type fact struct {
	name, of string
	optional bool
}

// factText matches a fact in the comment of a kind of event, such as "season: string" or "card?".
var factText = regexp.MustCompile(`^([a-zA-Z]+)(\??)(?:: (string))?$`)

// eventKinds adds the constants of a declaration whose names begin with "event" to p.events. Their comments have the
// seat, the public facts and the private ones, as in "seat; to, card?; private given".
func (p *pkg) eventKinds(tok token.Token, spec *ast.ValueSpec) {
	if tok != token.CONST || len(spec.Names) != 1 || len(spec.Values) != 1 || spec.Comment == nil ||
		!strings.HasPrefix(spec.Names[0].Name, "event") {
		return
	}
	value, ok := spec.Values[0].(*ast.BasicLit)
	if !ok || value.Kind != token.STRING {
		return
	}
	kind, err := strconv.Unquote(value.Value)
	if err != nil {
		return
	}
	if facts, ok := readFacts(strings.TrimSpace(spec.Comment.Text())); ok {
		p.events[kind] = facts
	}
}

// readFacts reads the comment of a kind of event. It returns false if it has another form.
func readFacts(comment string) (facts eventFacts, ok bool) {
	for part := range strings.SplitSeq(comment, "; ") {
		if part == "seat" || part == "no facts" {
			continue
		}
		list := &facts.public
		if names, private := strings.CutPrefix(part, "private "); private {
			part, list = names, &facts.private
		}
		for text := range strings.SplitSeq(part, ", ") {
			match := factText.FindStringSubmatch(text)
			if match == nil {
				return eventFacts{}, false
			}
			of := integer
			if match[3] != "" {
				of = match[3]
			}
			*list = append(*list, fact{match[1], of, match[2] != ""})
		}
	}
	return facts, true
}

// tuple returns the type of an event of a kind, as it is sent. Viewers who may not know the private facts get none.
func (f *eventFacts) tuple(kind string) string {
	parts := []string{"kind: " + kind, "seat: " + integer}
	if len(f.public) > 0 || len(f.private) > 0 {
		parts = append(parts, "public"+f.publicMark()+": "+factsType(f.public))
	}
	if len(f.private) > 0 {
		parts = append(parts, "private?: "+factsType(f.private))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// logged returns the type of an event of a kind as state.events of the JavaScript package has it.
func (f *eventFacts) logged(kind string) string {
	members := []string{"kind: " + kind, "seat: number", "number: number"}
	if len(f.public) > 0 {
		members = append(members, "public"+f.publicMark()+": "+factsType(f.public))
	}
	if len(f.private) > 0 {
		members = append(members, "private?: "+factsType(f.private))
	}
	return wholeNumbers.ReplaceAllString("{ "+strings.Join(members, "; ")+" }", "number")
}

// publicMark returns "?" if an event may come without public facts.
func (f *eventFacts) publicMark() string {
	if slices.ContainsFunc(f.public, func(fact fact) bool { return !fact.optional }) {
		return ""
	}
	return "?"
}

// factsType returns the type of the object with some facts.
func factsType(facts []fact) string {
	if len(facts) == 0 {
		return "{}"
	}
	members := make([]string, len(facts))
	for i, fact := range facts {
		mark := ":"
		if fact.optional {
			mark = "?:"
		}
		members[i] = fact.name + mark + " " + fact.of
	}
	return "{ " + strings.Join(members, "; ") + " }"
}

// factsOf returns the facts of the kinds of events of a game, or nil if those of a kind are not known.
func (w *writer) factsOf(id string, kinds []string) ([]eventFacts, error) {
	p, err := w.source.load("internal/game/" + id)
	if err != nil {
		return nil, err
	}
	all := make([]eventFacts, len(kinds))
	for i, kind := range kinds {
		facts, ok := p.events[strings.Trim(kind, "'")]
		if !ok {
			return nil, nil
		}
		all[i] = facts
	}
	return all, nil
}

// declareEvents declares the types of the events of a game: Event as they are sent, and Events as the JavaScript
// package has them.
func (f *file) declareEvents(kinds []string, facts []eventFacts) {
	var sent []string
	logged := "\n/** Events has the events of state.events in the JavaScript package, by kind. */\nexport interface Events {\n"
	for i, kind := range kinds {
		sent = append(sent, facts[i].tuple(kind))
		logged += "  " + strings.Trim(kind, "'") + ": " + facts[i].logged(kind) + ";\n"
	}
	f.types["Event"].alias = strings.Join(sent, "\n  | ")
	f.extra = logged + "}\n"
}
