package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The examples and the tables of docs/protocol.md become part of the descriptions. Tests in package transport
// compare them with the server.

// protocolPage returns docs/protocol.md.
func (w *writer) protocolPage() (string, error) {
	text, err := os.ReadFile(filepath.Join(w.source.folder, page))
	return string(text), err
}

// sectionOf returns the part of a page under a heading.
func sectionOf(text, heading string) string {
	_, section, _ := strings.Cut(text, "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

// blocksOf returns the code blocks of a language in a section.
func blocksOf(section, language string) (blocks []string) {
	for _, match := range regexp.MustCompile("(?s)```"+language+"\n(.*?)\n```").FindAllStringSubmatch(section, -1) {
		blocks = append(blocks, match[1])
	}
	return blocks
}

var (
	// tableRow matches a row of a table whose first cell has code words, tableHead the head of a table.
	tableRow  = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| (.*) \\|$")
	tableHead = regexp.MustCompile(`(?m)^\|.*\n\|---.*$`)
)

// rowsOf returns the rows of the tables in a section: for each code word of the first cell the other cells,
// without links.
func rowsOf(section string) (words []string, cells map[string][]string) {
	cells = map[string][]string{}
	section = tableHead.ReplaceAllString(section, "")
	for _, row := range tableRow.FindAllStringSubmatch(section, -1) {
		rest := strings.Split(code.ReplaceAllString(row[2], "$1"), " |")
		for i := range rest {
			rest[i] = strings.TrimSpace(rest[i])
		}
		for word := range strings.SplitSeq(row[1], ", ") {
			word = strings.Trim(word, "`")
			words, cells[word] = append(words, word), rest
		}
	}
	return words, cells
}

// describeFrames gives the frames in the definitions of protocol.json their examples, and descriptions from the
// tables of the page.
func (w *writer) describeFrames(defs object) error {
	text, err := w.protocolPage()
	if err != nil {
		return err
	}
	for _, way := range []struct{ heading, frames string }{
		{"What a client sends", "ClientFrame"}, {"What the server sends", "ServerFrame"},
	} {
		section := sectionOf(text, way.heading)
		examples, err := framesIn(section)
		if err != nil {
			return fmt.Errorf("%s: %w", way.heading, err)
		}
		_, cells := rowsOf(section)
		for _, ref := range defs[way.frames].(object)["oneOf"].([]any) {
			name := strings.TrimPrefix(ref.(object)["$ref"].(string), inProtocol)
			def := defs[name].(object)
			kind := def["properties"].(object)["type"].(object)["enum"].([]any)[0].(string)
			if len(examples[kind]) == 0 || cells[kind] == nil {
				return fmt.Errorf("%s has no example or no row of %s", page, kind)
			}
			def["examples"] = examples[kind]
			def["description"] = sentence(cells[kind][0])
		}
	}
	return nil
}

// framesIn returns the examples of frames in a section by their types.
func framesIn(section string) (map[string][]any, error) {
	examples := map[string][]any{}
	decoder := json.NewDecoder(strings.NewReader(strings.Join(blocksOf(section, "json"), "\n")))
	for {
		var frame json.RawMessage
		if err := decoder.Decode(&frame); errors.Is(err, io.EOF) {
			return examples, nil
		} else if err != nil {
			return nil, err
		}
		var head struct{ Type string }
		if err := json.Unmarshal(frame, &head); err != nil {
			return nil, err
		}
		examples[head.Type] = append(examples[head.Type], frame)
	}
}

// httpExchange is an example of a request and its response.
var httpExchange = regexp.MustCompile(`(?s)^(GET|POST|PATCH|DELETE) (\S+)\n(?:(.+?)\n)?(2\d\d)\n(.+)$`)

// describeRequests gives the requests examples, the first one of the page for each, and lists the codes of errors
// and the codes of bye frames.
func (w *writer) describeRequests(requests object) error {
	text, err := w.protocolPage()
	if err != nil {
		return err
	}
	requests["x-codes"] = tableOf(sectionOf(text, "Codes"), "code", "meaning", "retry")
	requests["x-bye"] = tableOf(sectionOf(text, "Coming back"), "code", "status", "meaning", "reconnect")
	paths := requests["paths"].(object)
	for _, block := range blocksOf(sectionOf(text, "HTTP"), "http") {
		for exchange := range strings.SplitSeq(block, "\n\n") {
			parts := httpExchange.FindStringSubmatch(exchange)
			if parts == nil {
				continue // a refusal
			}
			operation := operationAt(paths, parts[1], parts[2])
			if operation == nil {
				return fmt.Errorf("%s has an example of %s %s, which is no request", page, parts[1], parts[2])
			}
			addExample(operation, parts[2], parts[3], parts[4], parts[5])
		}
	}
	return nil
}

// tableOf returns the rows of a table as objects.
func tableOf(section string, names ...string) []any {
	words, cells := rowsOf(section)
	rows := make([]any, len(words))
	for i, word := range words {
		row := object{names[0]: word}
		for n, name := range names[1:] {
			if cells[word][n] != "" {
				row[name] = cells[word][n]
			}
		}
		rows[i] = row
	}
	return rows
}

// operationAt returns the operation of a request, or nil. A path without parameters comes first.
func operationAt(paths object, method, address string) object {
	address, _, _ = strings.Cut(address, "?")
	names := slices.Sorted(maps.Keys(paths))
	slices.SortStableFunc(names, func(a, b string) int { return strings.Count(a, "{") - strings.Count(b, "{") })
	for _, name := range names {
		pattern := regexp.MustCompile(`\{\w+\}`).ReplaceAllString(name, `[^/]+`)
		if !regexp.MustCompile("^" + pattern + "$").MatchString(address) {
			continue
		}
		if operation, ok := paths[name].(object)[strings.ToLower(method)].(object); ok {
			return operation
		}
	}
	return nil
}

// addExample gives an operation an example, unless it has one.
func addExample(operation object, address, body, status, answer string) {
	response, ok := operation["responses"].(object)[status].(object)
	if !ok || operation["x-example"] != nil {
		return
	}
	operation["x-example"] = address
	if body != "" {
		media := operation["requestBody"].(object)["content"].(object)["application/json"].(object)
		media["example"] = json.RawMessage(body)
	}
	response["content"].(object)["application/json"].(object)["example"] = json.RawMessage(answer)
}
