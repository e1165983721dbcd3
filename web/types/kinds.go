package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// kindRow is the beginning of a row about a kind, or about several, in the section of a
// game in docs/decisions.md or docs/events.md. Tests hold those to the rules.
var kindRow = regexp.MustCompile("(?m)^\\| (`[a-z_]+`(?:, `[a-z_]+`)*) \\|")

// kindsOf declares the kinds of decisions and of events that a game has, and its
// decisions and events by them. A game that the pages do not describe yet has none.
func (w *writer) kindsOf(id string) error {
	title, err := w.title(id)
	if err != nil || title == "" {
		return err
	}
	f := w.fileOf("web/static/games/" + id + "/" + fileName)
	for _, of := range []struct{ page, kind, name, doc, alias string }{
		{
			"decisions.md", "DecisionKind", "Decision", "Decision is a question of this game",
			"DecisionText & { kind: DecisionKind }",
		},
		{"events.md", "EventKind", "Event", "Event is an event of this game's own", "[kind: EventKind, " + event},
	} {
		kinds, err := w.rows(of.page, title)
		if err != nil {
			return err
		}
		if len(kinds) == 0 {
			continue
		}
		f.types[of.kind] = &declaration{
			doc: of.kind + " is one of the kinds in docs/" + of.page + ".", name: of.kind, values: kinds,
		}
		f.types[of.name] = &declaration{doc: of.doc + ".", name: of.name, alias: of.alias}
	}
	if f.types["Decision"] != nil {
		f.imports["DecisionText"] = true
	}
	return nil
}

// title returns the title of a game, which is the heading of its sections, or "" if its
// rules do not say it next to its id.
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

// rows returns the kinds, as they are written in TypeScript, that have a row in a game's
// section of a page.
func (w *writer) rows(page, title string) ([]string, error) {
	text, err := os.ReadFile(filepath.Join(w.source.folder, "docs", page))
	if err != nil {
		return nil, err
	}
	_, section, _ := strings.Cut(string(text), "\n## "+title+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	var kinds []string
	known := map[string]bool{}
	for _, row := range kindRow.FindAllStringSubmatch(section, -1) {
		for kind := range strings.SplitSeq(row[1], ", ") {
			if kind = "'" + strings.Trim(kind, "`") + "'"; !known[kind] {
				known[kind] = true
				kinds = append(kinds, kind)
			}
		}
	}
	return kinds, nil
}
