package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// kindRow matches the start of a row for one or several kinds in a game's section of docs/decisions.md or
// docs/match-events.md. Other tests check these pages against the rules.
var kindRow = regexp.MustCompile("(?m)^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\|")

// kindsOf declares the kinds of decisions and events of a game, and its types Decision and Event. It does
// nothing for a game that the pages do not describe yet.
func (w *writer) kindsOf(id string) error {
	title, err := w.title(id)
	if err != nil || title == "" {
		return err
	}
	f := w.fileOf("web/static/games/" + id + "/" + fileName)
	for _, table := range []struct{ page, kind, name, doc, alias string }{
		{
			"decisions.md", "DecisionKind", "Decision", "Decision is a question of this game",
			"DecisionText & { kind: DecisionKind }",
		},
		{"match-events.md", "EventKind", "Event", "Event is an event of this game's own", "[kind: EventKind, " + event},
	} {
		kinds, err := w.rows(table.page, title)
		if err != nil {
			return err
		}
		if len(kinds) == 0 {
			continue
		}
		f.types[table.kind] = &declaration{
			doc: table.kind + " is one of the kinds in docs/" + table.page + ".", name: table.kind, values: kinds,
		}
		f.types[table.name] = &declaration{doc: table.doc + ".", name: table.name, alias: table.alias}
		if table.name != "Event" {
			continue
		}
		if facts, err := w.factsOf(id, kinds); err != nil {
			return err
		} else if facts != nil {
			f.declareEvents(kinds, facts)
		}
	}
	if f.types["Decision"] != nil {
		f.imports["DecisionText"] = true
	}
	return nil
}

// title returns the title of a game, which is also the heading of its sections. It is "" if the rules of the
// game do not have it next to the id.
func (w *writer) title(id string) (string, error) {
	inRules := regexp.MustCompile(
		`(?s)\bID:\s+(?:ID|"` + id + `"),.{0,200}?Title:\s+\w+(?:\.\w+)?[({]\s*(?:En: )?"([^"]+)"`,
	)
	files, err := filepath.Glob(filepath.Join(w.source.folder, "internal/game", id, "*.go"))
	if err != nil {
		return "", err
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		if found := inRules.FindSubmatch(text); found != nil {
			return string(found[1]), nil
		}
	}
	return "", nil
}

// rows returns the kinds in a game's section of a page, as TypeScript literals.
func (w *writer) rows(page, title string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(w.source.folder, "docs", page))
	if err != nil {
		return nil, err
	}
	_, section, _ := strings.Cut(string(text), "\n## "+title+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var kinds []string
	seen := map[string]bool{}
	for _, row := range kindRow.FindAllStringSubmatch(section, -1) {
		for kind := range strings.SplitSeq(row[1], ", ") {
			if kind = "'" + strings.Trim(kind, "`") + "'"; !seen[kind] {
				seen[kind] = true
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds, nil
}
