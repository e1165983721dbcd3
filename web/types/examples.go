package main

import (
	"bytes"
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

// Examples become part of the descriptions. Tests in package transport compare them with the server.
const (
	// guide is the page about the protocol. It has the table of the codes of bye frames.
	guide = "docs/protocol.md"
	// examples is the folder with the examples of frames and requests.
	examples = "docs/examples/protocol"
)

// sectionOf returns the part of a page under a heading.
func sectionOf(text, heading string) string {
	_, section, _ := strings.Cut(text, "\n## "+heading+"\n")
	section, _, _ = strings.Cut(section, "\n## ")
	return section
}

var (
	// tableRow matches a row of a table whose first cell has code words, tableHead the head of a table, link a link.
	tableRow  = regexp.MustCompile("(?m)^\\| (`[^|]*`) \\| (.*) \\|$")
	tableHead = regexp.MustCompile(`(?m)^\|.*\n\|---.*$`)
	link      = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
)

// rowsOf returns the rows of the tables in a section: for each code word of the first cell the other cells,
// without links.
func rowsOf(section string) (words []string, cells map[string][]string) {
	cells = map[string][]string{}
	section = tableHead.ReplaceAllString(section, "")
	for _, row := range tableRow.FindAllStringSubmatch(section, -1) {
		rest := strings.Split(link.ReplaceAllString(row[2], "$1"), " |")
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

// describeFrames gives the frames in the definitions of protocol.json their examples, and takes the names of their
// types out of the descriptions.
func (w *writer) describeFrames(defs object) error {
	for _, way := range []struct{ file, frames string }{
		{"client-frames.json", "ClientFrame"}, {"server-frames.json", "ServerFrame"},
	} {
		shown, err := framesIn(filepath.Join(w.source.folder, examples, way.file))
		if err != nil {
			return fmt.Errorf("%s: %w", way.file, err)
		}
		for _, ref := range defs[way.frames].(object)["oneOf"].([]any) {
			name := strings.TrimPrefix(ref.(object)["$ref"].(string), inProtocol)
			def := defs[name].(object)
			kind := def["properties"].(object)["type"].(object)["enum"].([]any)[0].(string)
			does := frameText(def["description"])
			if len(shown[kind]) == 0 || does == "" {
				return fmt.Errorf("the frame %s has no example in %s, or its type has no comment", kind, way.file)
			}
			def["examples"] = shown[kind]
			def["description"] = does
		}
	}
	return nil
}

// frameText returns the description of a frame without the name of its type, as in "Takes a free seat."
func frameText(description any) string {
	text, _ := description.(string)
	_, text, _ = strings.Cut(text, " ")
	if text = strings.TrimPrefix(text, "is "); text == "" {
		return ""
	}
	return sentence(text)
}

// framesIn returns the examples of frames in a file by their types.
func framesIn(name string) (map[string][]any, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	shown := map[string][]any{}
	decoder := json.NewDecoder(bytes.NewReader(text))
	for {
		var frame json.RawMessage
		if err := decoder.Decode(&frame); errors.Is(err, io.EOF) {
			return shown, nil
		} else if err != nil {
			return nil, err
		}
		var head struct{ Type string }
		if err := json.Unmarshal(frame, &head); err != nil {
			return nil, err
		}
		shown[head.Type] = append(shown[head.Type], frame)
	}
}

// httpExchange is an example of a request and its response.
var httpExchange = regexp.MustCompile(`(?s)^(GET|POST|PATCH|DELETE) (\S+)\n(?:(.+?)\n)?(2\d\d)\n(.+)$`)

// describeRequests gives the requests examples, the first one of each, and lists the codes of errors and the codes of
// bye frames.
func (w *writer) describeRequests(requests object) error {
	page, err := os.ReadFile(filepath.Join(w.source.folder, guide))
	if err != nil {
		return err
	}
	requests["x-bye"] = tableOf(sectionOf(string(page), "Coming back"), "code", "status", "meaning", "reconnect")
	if requests["x-codes"], err = w.source.errorCodes(); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(w.source.folder, examples, "requests.http"))
	if err != nil {
		return err
	}
	paths := requests["paths"].(object)
	for exchange := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		parts := httpExchange.FindStringSubmatch(exchange)
		if parts == nil {
			continue // a refusal
		}
		operation := operationAt(paths, parts[1], parts[2])
		if operation == nil {
			return fmt.Errorf("there is an example of %s %s, which is no request", parts[1], parts[2])
		}
		addExample(operation, parts[2], parts[3], parts[4], parts[5])
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
