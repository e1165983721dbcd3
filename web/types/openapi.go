package main

import (
	"errors"
	"fmt"
	"go/ast"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// The requests of the API are described from three places that must be right anyway: the
// table in docs/protocol.md, which a test holds to the routes, the calls that add the
// routes, and what their handlers read and answer.
const (
	page      = "docs/protocol.md"
	transport = "internal/transport"
)

// request is a row of the page's table.
type request struct{ method, path, does, who string }

var (
	row       = regexp.MustCompile("(?m)^\\| `(GET|POST|PATCH|DELETE) (/api/[^`]*)` \\| (.*) \\| (.*) \\|$")
	parameter = regexp.MustCompile(`[A-Z]{2,}`)
	code      = regexp.MustCompile(`\[([^]]*)\]\([^)]*\)`)
	methods   = map[string]string{
		"MethodGet":    "GET",
		"MethodPost":   "POST",
		"MethodPatch":  "PATCH",
		"MethodDelete": "DELETE",
	}
	statuses = map[string]string{
		"StatusOK":        "200",
		"StatusCreated":   "201",
		"StatusAccepted":  "202",
		"StatusNoContent": "204",
	}
)

// answered says what a request is answered with whose handler does not show it: a type of
// protocol.json, or another kind of content.
var answered = map[string]string{
	"GET /api/account/data":                  "unknown",
	"POST /api/account/notifications":              "NoticesAnswer",
	"PATCH /api/account/notifications/CHANNEL":     "NoticesAnswer",
	"DELETE /api/account/notifications/CHANNEL":    "NoticesAnswer",
	"POST /api/account/notifications/CHANNEL/test": "NoticesAnswer",
	"GET /api/games":                         "GameInfo[]",
	"GET /api/games/GAME/catalogue":          "unknown",
	"GET /api/matches/MATCH/picture.png":     "image/png",
	"GET /api/matches/MATCH/record":          "unknown",
	"GET /api/matches/MATCH/steps":           "Chunk",
	"GET /api/matches/MATCH/timeline":        "Timeline",
	"POST /api/qr":                           "image/svg+xml",
	"GET /api/ratings":                       "{ ratings: ({ player: string } & RatingAnswer)[] }",
	"GET /api/rooms/ROOM/steps":              "Chunk",
	"GET /api/site":                          "SiteInfo",
	"GET /api/site/PAGE":                     "Record<string, string>",
}

// named are the operations whose handler has no name that says what they do.
var named = map[string]string{
	"GET /api/games":               "games",
	"GET /api/site":                "site",
	"GET /api/site/PAGE":           "sitePage",
	"POST /api/rooms/ROOM/leave":   "leaveRoom",
	"POST /api/rooms/ROOM/rematch": "rematch",
}

// brought are the bodies that a handler reads by itself.
var brought = map[string]object{
	"POST /api/matches": {"type": "object", "description": "The record of a match: docs/records.md, Files."},
}

// openAPI returns the description of the requests. Its references lead to types of
// protocol.json until complete has taken those over.
func (w *writer) openAPI(folder string) (object, error) {
	text, err := os.ReadFile(filepath.Join(folder, page))
	if err != nil {
		return nil, err
	}
	p, err := w.source.loadTree(transport)
	if err != nil {
		return nil, err
	}
	routes := p.routes()
	paths, ids, sections := object{}, map[string]string{}, map[string]bool{}
	for _, cells := range row.FindAllStringSubmatch(string(text), -1) {
		r := request{cells[1], cells[2], code.ReplaceAllString(cells[3], "$1"), cells[4]}
		operation, err := w.operation(r, routes[r.method+" "+r.path])
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", r.method, r.path, err)
		}
		id := operation["operationId"].(string)
		switch {
		case id == "":
			return nil, fmt.Errorf("%s %s has no name: see named in openapi.go", r.method, r.path)
		case ids[id] != "":
			return nil, fmt.Errorf("%s and %s %s would both be the operation %s", ids[id], r.method, r.path, id)
		}
		ids[id] = r.method + " " + r.path
		sections[r.section()] = true
		name := parameter.ReplaceAllStringFunc(r.path, func(s string) string { return "{" + strings.ToLower(s) + "}" })
		if paths[name] == nil {
			paths[name] = object{}
		}
		paths[name].(object)[strings.ToLower(r.method)] = operation
	}
	tags := []any{}
	for _, section := range slices.Sorted(maps.Keys(sections)) {
		tags = append(tags, object{"name": section})
	}
	info := object{"title": "Archmage", "version": "1", "description": "The requests of docs/protocol.md."}
	if licence, err := licenceOf(folder); err != nil {
		return nil, err
	} else if licence != nil {
		info["license"] = licence
	}
	return object{
		"openapi": "3.1.0",
		"info":    info,
		"servers": []any{object{"url": "/"}},
		"tags":    tags,
		"paths":   paths,
		"components": object{
			"securitySchemes": object{"token": object{"type": "http", "scheme": "bearer"}},
			"responses": object{"Refusal": object{"description": "A refusal.", "content": object{
				"application/json": object{"schema": object{"$ref": "#/components/schemas/Error"}},
			}}},
			"schemas": object{
				"Error": object{"type": "object", "required": []any{"code", "message"}, "properties": object{
					"code": object{"type": "string"}, "message": object{"type": "string"},
				}},
			},
		},
		"security": []any{object{}, object{"token": []any{}}},
	}, nil
}

// licenceOf returns the licence of the project by the first line of its file, or nil if
// it has none.
func licenceOf(folder string) (object, error) {
	text, err := os.ReadFile(filepath.Join(folder, "LICENSE"))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	name, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	return object{"name": strings.TrimSpace(name)}, nil
}

// section is the part of the API to which a request belongs: what its path begins with.
func (r *request) section() string {
	section, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/api/"), "/")
	return section
}

// operation describes a request by its row and its handler.
func (w *writer) operation(r request, h *handler) (object, error) {
	refusal := object{"$ref": "#/components/responses/Refusal"}
	answers := object{"4XX": refusal, "5XX": refusal}
	operation := object{
		"operationId": r.id(h),
		"tags":        []any{r.section()},
		"summary":     summary(r.does),
		"description": sentence(r.does) + " Allowed for " + r.who + ".",
		"responses":   answers,
	}
	var parameters []any
	for _, name := range parameter.FindAllString(r.path, -1) {
		parameters = append(
			parameters,
			object{"name": strings.ToLower(name), "in": "path", "required": true, "schema": object{"type": "string"}},
		)
	}
	if h != nil {
		parameters = append(parameters, h.query()...)
		if err := w.describe(operation, h, 2); err != nil {
			return nil, err
		}
	}
	if of := brought[r.method+" "+r.path]; of != nil {
		operation["requestBody"] = body(of)
	}
	if err := w.answer(r, answers); err != nil {
		return nil, err
	}
	if err := noteNeeds(r, operation); err != nil {
		return nil, err
	}
	if len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	return operation, nil
}

// answer adds the answer of a request whose handler does not show it.
func (w *writer) answer(r request, answers object) error {
	if of := answered[r.method+" "+r.path]; strings.HasPrefix(of, "image/") {
		answers["200"] = object{"description": "The answer.", "content": object{of: object{}}}
	} else if of != "" {
		schema, err := schemaOf(of)
		if err != nil {
			return err
		}
		answers["200"] = object{
			"description": "The answer.",
			"content":     object{"application/json": object{"schema": schema}},
		}
	}
	if len(answers) == 2 {
		return errors.New("nobody says what it is answered with: see answered in openapi.go")
	}
	return nil
}

// id returns the name of an operation: that of its handler, unless named has another.
func (r *request) id(h *handler) string {
	if name := named[r.method+" "+r.path]; name != "" || h == nil {
		return name
	}
	return h.decl.Name.Name
}

// sentence makes a sentence of what a row of the page says.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + "." }

// summary returns the first part of what a row of the page says.
func summary(text string) string {
	text = strings.ReplaceAll(text, "`", "")
	for _, end := range []string{". ", "; ", ": ", " (", ", "} {
		if first, _, ok := strings.Cut(text, end); ok && len(first) >= 12 {
			text = first
		}
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// body returns the description of a request's body with that schema.
func body(schema object) object {
	return object{"required": true, "content": object{"application/json": object{"schema": schema}}}
}

// describe adds to an operation what a handler, or a function that it has answer in its
// place, reads and answers.
func (w *writer) describe(operation object, h *handler, deep int) error {
	var failed error
	h.calls(func(name string, args []ast.Expr) {
		schema, err := object(nil), error(nil)
		switch status, ok := h.statusesOf(args); {
		case name == "Read" && len(args) == 3:
			if schema, err = w.schemaAt(h, args[2]); schema != nil {
				operation["requestBody"] = body(schema)
			}
		case name == "WriteJSON" && len(args) == 3 && ok, name == "WriteTagged" && len(args) == 3:
			if schema, err = w.schemaAt(h, args[2]); schema != nil {
				for _, one := range status {
					operation["responses"].(object)[one] = object{
						"description": "The answer.",
						"content":     object{"application/json": object{"schema": copied(schema)}},
					}
				}
			}
		case name == "WriteHeader" && ok:
			for _, one := range status {
				operation["responses"].(object)[one] = object{"description": "Done."}
			}
		case deep > 0 && len(args) > 0:
			if first, ok := args[0].(*ast.Ident); ok && first.Name == "w" {
				if next := h.in.method(name, "ResponseWriter"); next != nil && next.file != nil {
					err = w.describe(operation, next, deep-1)
				}
			}
		}
		if failed == nil {
			failed = err
		}
	})
	return failed
}

// statusesOf returns the statuses of success that a call names, directly or by a variable
// of the handler, else that of a call that has none.
func (h *handler) statusesOf(args []ast.Expr) ([]string, bool) {
	for _, e := range args {
		if variable, ok := e.(*ast.Ident); ok && strings.HasPrefix(variable.Name, "status") {
			return h.assigned(variable.Name), true
		}
		if status := statusOf(e); status != "" {
			return []string{status}, true
		} else if named, ok := e.(*ast.SelectorExpr); ok && strings.HasPrefix(named.Sel.Name, "Status") {
			return nil, false
		}
	}
	return []string{"200"}, false
}

// statusOf returns the status of success that an expression names, or "".
func statusOf(e ast.Expr) string {
	if named, ok := e.(*ast.SelectorExpr); ok {
		return statuses[named.Sel.Name]
	}
	return ""
}

// assigned returns the statuses of success that a variable of the handler gets.
func (h *handler) assigned(name string) []string {
	var found []string
	ast.Inspect(h.decl, func(n ast.Node) bool {
		set, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, to := range set.Lhs {
			if nameOf(to) == name && len(set.Rhs) == len(set.Lhs) {
				if status := statusOf(set.Rhs[i]); status != "" {
					found = append(found, status)
				}
			}
		}
		return true
	})
	return found
}

// schemaAt returns the schema of what an expression of a handler is, or nil if its type
// cannot be seen there.
func (w *writer) schemaAt(h *handler, e ast.Expr) (object, error) {
	at := w.typeOf(h, e)
	if at == nil {
		return nil, nil
	}
	text, err := w.expression(at.in, at.file, at.of)
	if err != nil {
		// A type of a library, which its own documentation describes.
		return nil, nil
	}
	return schemaOf(text)
}
