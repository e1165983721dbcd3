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

// The description of a request combines two sources: the call that registers the route, and the handler with its
// doc comment. A request is described if the comment says for whom it is allowed. A test in package transport
// requires that every route of the server is.
const transport = "internal/transport"

// allowed begins the sentence of a handler's comment that says who can make the request.
const allowed = "Allowed for "

// request is a request with the description of its handler, which begins with a verb.
type request struct{ method, path, does string }

var (
	parameter = regexp.MustCompile(`[A-Z]{2,}`)
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

// responseTypes has the responses that cannot be found in the code of the handler: types of protocol.json, or
// other media types.
var responseTypes = map[string]string{
	"GET /api/account/data":                        "unknown",
	"POST /api/account/notifications":              "NoticesAnswer",
	"PATCH /api/account/notifications/CHANNEL":     "NoticesAnswer",
	"DELETE /api/account/notifications/CHANNEL":    "NoticesAnswer",
	"POST /api/account/notifications/CHANNEL/test": "NoticesAnswer",
	"GET /api/appointments/CODE/calendar.ics":      "text/calendar",
	"GET /api/daily":                               "DailyDocument",
	"GET /api/daily/DAY":                           "DailyPast",
	"GET /api/daily/ladder":                        "DailyLadder",
	"GET /api/events/CODE":                         "EventDocument",
	"GET /api/events/CODE/calendar.ics":            "text/calendar",
	"GET /api/events/CODE/file":                    "unknown",
	"GET /api/games":                               "GameInfo[]",
	"GET /api/games/GAME/catalogue":                "unknown",
	"GET /api/matches/MATCH/picture.png":           "image/png",
	"GET /api/matches/MATCH/record":                "unknown",
	"GET /api/matches/MATCH/steps":                 "Chunk",
	"GET /api/matches/MATCH/timeline":              "Timeline",
	"POST /api/qr":                                 "image/svg+xml",
	"GET /api/ratings":                             "{ ratings: ({ player: string } & RatingAnswer)[] }",
	"GET /api/rooms/ROOM/steps":                    "Chunk",
	"GET /api/site":                                "SiteInfo",
	"GET /api/site/PAGE":                           "Record<string, string>",
}

// unnamed has the requests whose handler has no name and comment of its own.
var unnamed = map[string]struct{ id, does string }{
	"GET /api/games": {"games", "lists the games with their options and bots. Allowed for anybody."},
	"GET /api/site": {
		"site", "returns the server's `name` (empty: Archmage), the path of its `logo` and its `colour` (`#rrggbb`; " +
			"both empty: none), the `version` of its program, words of `welcome` by language (empty: any other), " +
			"the `languages` that it offers, the host's own first, which `pages` there are, whether it offers the" +
			" `rules` for browsers, and a `tag` that changes with these texts. Allowed for anybody, also for " +
			"banned people.",
	},
	"GET /api/site/PAGE": {
		"sitePage", "returns the text of the page `about`, `imprint` or `privacy` by language. The last two have a " +
			"default text. Allowed for anybody, also for banned people.",
	},
	"POST /api/rooms/ROOM/leave": {
		"leaveRoom", "gives up the client's seat, as the frame `leave` does. Allowed for anybody with a token and a " +
			"seat.",
	},
	"POST /api/rooms/ROOM/rematch": {
		"rematch", "offers another match, or accepts the offer, as the frame `rematch` does. Allowed for anybody " +
			"with a token and a seat.",
	},
}

// eventCommands describes the fields of each command of an event.
const eventCommands = "" +
	"A command with its `id`. Its fields are those of the command: `settings` (`settings`; the organiser, before " +
	"the start), `join` (`perhaps`; an account, before the start, and again to change the answer), `withdraw` " +
	"(`person`, `reason`; the person, or the organiser with a reason, before the start), `start` and `finish` " +
	"(the organiser; the server does it by itself), `enter` (`person`; the person while the event takes late " +
	"entries, or the organiser), `leave` (`person`, `reason`; the person, or the organiser with a reason, after " +
	"the start), `round` (the organiser; the server does it by itself), `forfeit` (`round`, `table`, `seat`; the " +
	"organiser after the `grace`; the server does it by itself), `settle` (`round`, `table`, `places`, `reason`; " +
	"the organiser), `pause` (`reason`) and `resume` (the organiser, after the start) and `cancel` (`reason`; the" +
	" organiser). Rounds are counted from 1, tables and seats from 0."

// requestBodies has the bodies that a handler decodes by other means.
var requestBodies = map[string]object{
	"POST /api/events/CODE/commands": {
		"type": "object", "description": eventCommands,
	},
	"POST /api/matches":   {"type": "object", "description": "The record of a match: docs/records.md, Files."},
	"POST /api/host/logo": {"type": "string", "description": "A PNG, JPEG or WebP file."},
}

// openAPI returns the description of the requests. Its references point to protocol.json until complete
// copies their types.
func (w *writer) openAPI(folder string) (object, error) {
	p, err := w.source.loadTree(transport)
	if err != nil {
		return nil, err
	}
	routes := p.routes()
	for address := range unnamed {
		if _, found := routes[address]; !found {
			routes[address] = nil
		}
	}
	paths, ids, sections := object{}, map[string]string{}, map[string]bool{}
	for _, address := range slices.Sorted(maps.Keys(routes)) {
		h := routes[address]
		does := h.description(address)
		if does == "" {
			continue
		}
		method, path, _ := strings.Cut(address, " ")
		r := request{method, path, does}
		operation, err := w.operation(r, h)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", address, err)
		}
		id := operation["operationId"].(string)
		if ids[id] != "" {
			return nil, fmt.Errorf("%s and %s would both be the operation %s", ids[id], address, id)
		}
		ids[id] = address
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
	info := object{"title": "Archmage", "version": "1", "description": "The requests of a server."}
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

// licenceOf returns the first line of the file LICENSE as the licence, or nil if there is no file.
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

// section returns the first part of the path after /api/, which groups the requests.
func (r *request) section() string {
	section, _, _ := strings.Cut(strings.TrimPrefix(r.path, "/api/"), "/")
	return section
}

// operation describes a request from its row and its handler.
func (w *writer) operation(r request, h *handler) (object, error) {
	refusal := object{"$ref": "#/components/responses/Refusal"}
	answers := object{"4XX": refusal, "5XX": refusal}
	operation := object{
		"operationId": r.id(h),
		"tags":        []any{r.section()},
		"summary":     summary(r.does),
		"description": sentence(r.does),
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
	if schema := requestBodies[r.method+" "+r.path]; schema != nil {
		operation["requestBody"] = body(schema)
	}
	if err := w.addResponse(r, answers); err != nil {
		return nil, err
	}
	if err := storeNeeds(r, operation); err != nil {
		return nil, err
	}
	if len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	return operation, nil
}

// addResponse adds the response of a request in responseTypes.
func (w *writer) addResponse(r request, answers object) error {
	if media := responseTypes[r.method+" "+r.path]; strings.HasPrefix(media, "image/") || media == "text/calendar" {
		answers["200"] = object{"description": "The answer.", "content": object{media: object{}}}
	} else if media != "" {
		schema, err := schemaOf(media)
		if err != nil {
			return err
		}
		answers["200"] = object{
			"description": "The answer.",
			"content":     object{"application/json": object{"schema": schema}},
		}
	}
	if len(answers) == 2 {
		return errors.New("unknown response: add one to responseTypes")
	}
	return nil
}

// id returns the name of an operation: that in unnamed, or the name of the handler.
func (r *request) id(h *handler) string {
	if own, ok := unnamed[r.method+" "+r.path]; ok {
		return own.id
	}
	return h.decl.Name.Name
}

// description returns what the comment of a handler says about the request, without the name of the handler. It is
// "" if the comment does not say for whom the request is allowed.
func (h *handler) description(address string) string {
	if own, ok := unnamed[address]; ok {
		return own.does
	}
	text := strings.Join(strings.Fields(h.decl.Doc.Text()), " ")
	if !strings.Contains(text, allowed) {
		return ""
	}
	return strings.TrimPrefix(text, h.decl.Name.Name+" ")
}

// sentence formats a text as a sentence.
func sentence(text string) string {
	return strings.ToUpper(text[:1]) + strings.TrimSuffix(text[1:], ".") + "."
}

// summary returns the first clause of a description.
func summary(text string) string {
	text = strings.TrimSuffix(strings.ReplaceAll(text, "`", ""), ".")
	for _, end := range []string{". ", "; ", ": ", " (", ", "} {
		if first, _, ok := strings.Cut(text, end); ok && len(first) >= 10 {
			text = first
		}
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// body returns the description of a request's body.
func body(schema object) object {
	return object{"required": true, "content": object{"application/json": object{"schema": schema}}}
}

// describe adds the request body and the responses of a handler to an operation. It follows calls of helpers
// up to the given depth.
func (w *writer) describe(operation object, h *handler, depth int) error {
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
				for _, code := range status {
					operation["responses"].(object)[code] = object{
						"description": "The answer.",
						"content":     object{"application/json": object{"schema": deepCopy(schema)}},
					}
				}
			}
		case name == "WriteHeader" && ok:
			for _, code := range status {
				operation["responses"].(object)[code] = object{"description": "Done."}
			}
		case depth > 0 && len(args) > 0:
			if first, ok := args[0].(*ast.Ident); ok && first.Name == "w" {
				if next := h.pkg.method(name, "ResponseWriter"); next != nil && next.file != nil {
					err = w.describe(operation, next, depth-1)
				}
			}
		}
		if failed == nil {
			failed = err
		}
	})
	return failed
}

// statusesOf returns the statuses of success that the arguments of a call contain, directly or in a variable
// named status. Without any status it returns "200". It returns false for a status of failure.
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

// assigned returns the statuses of success that the function assigns to a variable.
func (h *handler) assigned(name string) []string {
	var found []string
	ast.Inspect(h.decl, func(n ast.Node) bool {
		set, ok := n.(*ast.AssignStmt)
		if !ok {
			return true
		}
		for i, target := range set.Lhs {
			if nameOf(target) == name && len(set.Rhs) == len(set.Lhs) {
				if status := statusOf(set.Rhs[i]); status != "" {
					found = append(found, status)
				}
			}
		}
		return true
	})
	return found
}

// schemaAt returns the schema of the type of an expression, or nil if that is unknown.
func (w *writer) schemaAt(h *handler, e ast.Expr) (object, error) {
	found := w.typeOf(h, e)
	if found == nil {
		return nil, nil
	}
	text, err := w.expression(found.pkg, found.file, found.expr)
	if err != nil {
		// It is a type of a library, which has its own documentation.
		return nil, nil
	}
	return schemaOf(text)
}
