package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
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

// handler is a function that answers a request, or that it calls.
type handler struct {
	in   *pkg
	file map[string]string
	name string
	decl *ast.FuncDecl
}

// located is a type as it is written in a file.
type located struct {
	in   *pkg
	file map[string]string
	of   ast.Expr
}

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
	"POST /api/account/notices":              "NoticesAnswer",
	"PATCH /api/account/notices/CHANNEL":     "NoticesAnswer",
	"DELETE /api/account/notices/CHANNEL":    "NoticesAnswer",
	"POST /api/account/notices/CHANNEL/test": "NoticesAnswer",
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

// openAPI returns the description of the requests, whose types are in protocol.json.
func (w *writer) openAPI(folder string) (object, error) {
	text, err := os.ReadFile(filepath.Join(folder, page))
	if err != nil {
		return nil, err
	}
	p, err := w.source.load(transport)
	if err != nil {
		return nil, err
	}
	routes := p.routes()
	paths := object{}
	for _, cells := range row.FindAllStringSubmatch(string(text), -1) {
		r := request{cells[1], cells[2], code.ReplaceAllString(cells[3], "$1"), cells[4]}
		operation, err := w.operation(r, routes[r.method+" "+r.path])
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", r.method, r.path, err)
		}
		name := parameter.ReplaceAllStringFunc(r.path, func(s string) string { return "{" + strings.ToLower(s) + "}" })
		if paths[name] == nil {
			paths[name] = object{}
		}
		paths[name].(object)[strings.ToLower(r.method)] = operation
	}
	return object{
		"openapi": "3.1.0",
		"info":    object{"title": "Archmage", "version": "1", "description": "The requests of docs/protocol.md."},
		"paths":   paths,
		"components": object{
			"securitySchemes": object{"token": object{"type": "http", "scheme": "bearer"}},
			"schemas": object{
				"Error": object{"type": "object", "required": []any{"code", "message"}, "properties": object{
					"code": object{"type": "string"}, "message": object{"type": "string"},
				}},
			},
		},
		"security": []any{object{}, object{"token": []any{}}},
	}, nil
}

// operation describes a request by its row and its handler.
func (w *writer) operation(r request, h *handler) (object, error) {
	answers := object{"default": object{"description": "A refusal.", "content": object{
		"application/json": object{"schema": object{"$ref": "#/components/schemas/Error"}},
	}}}
	operation := object{
		"summary":     strings.ToUpper(r.does[:1]) + r.does[1:] + ".",
		"description": "Allowed for " + r.who + ".",
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
		for _, name := range h.query() {
			parameters = append(parameters, object{"name": name, "in": "query", "schema": object{"type": "string"}})
		}
		if err := w.describe(operation, h, 2); err != nil {
			return nil, err
		}
	}
	if of := answered[r.method+" "+r.path]; strings.HasPrefix(of, "image/") {
		answers["200"] = object{"description": "The answer.", "content": object{of: object{}}}
	} else if of != "" {
		schema, err := elsewhere(of)
		if err != nil {
			return nil, err
		}
		answers["200"] = object{
			"description": "The answer.",
			"content":     object{"application/json": object{"schema": schema}},
		}
	}
	if len(answers) == 1 {
		return nil, errors.New("nobody says what it is answered with: see answered in openapi.go")
	}
	if len(parameters) > 0 {
		operation["parameters"] = parameters
	}
	return operation, nil
}

// describe adds to an operation what a handler, or a function that it has answer in its
// place, reads and answers.
func (w *writer) describe(operation object, h *handler, deep int) error {
	var failed error
	h.calls(func(name string, args []ast.Expr) {
		schema, err := object(nil), error(nil)
		switch status, ok := statusOf(args); {
		case name == "Read" && len(args) == 3:
			if schema, err = w.schemaAt(h, args[2]); schema != nil {
				operation["requestBody"] = object{
					"required": true,
					"content":  object{"application/json": object{"schema": schema}},
				}
			}
		case name == "WriteJSON" && len(args) == 3 && ok, name == "WriteTagged" && len(args) == 3:
			if schema, err = w.schemaAt(h, args[2]); schema != nil {
				operation["responses"].(object)[status] = object{
					"description": "The answer.",
					"content":     object{"application/json": object{"schema": schema}},
				}
			}
		case name == "WriteHeader" && ok:
			operation["responses"].(object)[status] = object{"description": "Done."}
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

// statusOf returns the status of success that a call names, any of them for one that is
// found out while it runs, else that of a call that has none.
func statusOf(args []ast.Expr) (string, bool) {
	for _, e := range args {
		if variable, ok := e.(*ast.Ident); ok && strings.HasPrefix(variable.Name, "status") {
			return "2XX", true
		}
		if named, ok := e.(*ast.SelectorExpr); ok && strings.HasPrefix(named.Sel.Name, "Status") {
			return statuses[named.Sel.Name], statuses[named.Sel.Name] != ""
		}
	}
	return "200", false
}

// schemaAt returns the schema of what an expression of a handler is, with references into
// protocol.json, or nil if its type cannot be seen there.
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
	return elsewhere(text)
}

// elsewhere returns the schema of a type, with references into protocol.json.
func elsewhere(text string) (object, error) {
	schema, err := schemaOf(text)
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	var moved object
	err = json.Unmarshal([]byte(strings.ReplaceAll(string(data), `"#/$defs/`, `"protocol.json#/$defs/`)), &moved)
	return moved, err
}

// routes returns the handlers by method and path, as the page writes it.
func (p *pkg) routes() map[string]*handler {
	found := map[string]*handler{}
	for _, h := range p.funcs {
		prefix := "/api"
		switch {
		case strings.HasPrefix(h.name, "admin"):
			continue
		case h.decl.Name.Name == "mountModeration":
			prefix = "/api/moderation"
		}
		h.calls(func(_ string, args []ast.Expr) {
			method, at := "POST", 0
			if len(args) == 3 {
				named, ok := args[0].(*ast.SelectorExpr)
				if !ok || methods[named.Sel.Name] == "" {
					return
				}
				method, at = methods[named.Sel.Name], 1
			} else if len(args) != 2 {
				return
			}
			pattern, ok := args[at].(*ast.BasicLit)
			if !ok || pattern.Kind != token.STRING {
				return
			}
			path, err := strconv.Unquote(pattern.Value)
			if err != nil || !strings.HasPrefix(path, "/") {
				return
			}
			path = regexp.MustCompile(
				`\{[a-z]+\}`,
			).ReplaceAllStringFunc(
				path,
				func(s string) string { return strings.ToUpper(strings.Trim(s, "{}")) },
			)
			if does := p.answering(h, args[at+1]); does != nil {
				found[method+" "+prefix+path] = does
			}
		})
	}
	return found
}

// answering returns the function that an expression, perhaps through others, makes the
// handler of a route.
func (p *pkg) answering(within *handler, e ast.Expr) *handler {
	var last *handler
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if h := p.method(n.Sel.Name, "ResponseWriter"); h != nil {
				last = h
				break
			}
			h := p.method(n.Sel.Name, "")
			if h != nil && nameOf(h.decl.Type.Results.List[0].Type) == "Endpoint" {
				last = h
			}
		case *ast.FuncLit:
			last = &handler{
				within.in,
				within.file,
				within.name,
				&ast.FuncDecl{Name: ast.NewIdent(""), Type: n.Type, Body: n.Body},
			}
			return false
		}
		return true
	})
	return last
}

// method returns the one function of that name with a parameter of that type, or that
// returns something where parameter is "".
func (p *pkg) method(name, parameter string) *handler {
	var found *handler
	for _, h := range p.funcs {
		if h.decl.Name.Name != name || parameter != "" && !takes(h.decl, parameter) ||
			parameter == "" && h.decl.Type.Results == nil {
			continue
		}
		if found != nil {
			return nil
		}
		found = h
	}
	return found
}

func takes(decl *ast.FuncDecl, parameter string) bool {
	return slices.ContainsFunc(decl.Type.Params.List, func(f *ast.Field) bool {
		named, ok := f.Type.(*ast.SelectorExpr)
		return ok && named.Sel.Name == parameter
	})
}

// calls goes through the calls in a function: the name of what is called, and its
// arguments.
func (h *handler) calls(do func(name string, args []ast.Expr)) {
	if h.decl.Body == nil {
		return
	}
	ast.Inspect(h.decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			do(nameOf(call.Fun), call.Args)
		}
		return true
	})
}

func nameOf(called ast.Expr) string {
	switch called := called.(type) {
	case *ast.Ident:
		return called.Name
	case *ast.SelectorExpr:
		return called.Sel.Name
	}
	return ""
}

// query returns the names of the parameters that a handler reads of a query.
func (h *handler) query() []string {
	names := map[string]bool{}
	h.calls(func(name string, args []ast.Expr) {
		if text, ok := oneText(args); ok && name == "Get" && strings.ToLower(text) == text {
			names[text] = true
		}
	})
	return slices.Sorted(maps.Keys(names))
}

func oneText(args []ast.Expr) (string, bool) {
	if len(args) != 1 {
		return "", false
	}
	literal, ok := args[0].(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// typeOf returns the type of an expression as it is written somewhere, or nil if
// that takes more than reading.
func (w *writer) typeOf(h *handler, e ast.Expr) *located {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return w.typeOf(h, e.X)
	case *ast.CompositeLit:
		return h.local(e.Type)
	case *ast.CallExpr:
		return w.result(h, e)
	case *ast.Ident:
		var of *located
		ast.Inspect(h.decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if len(n.Names) > 0 && n.Names[0].Name == e.Name && n.Type != nil {
					of = h.local(n.Type)
				}
			case *ast.AssignStmt:
				if first, ok := n.Lhs[0].(*ast.Ident); ok && n.Tok == token.DEFINE && first.Name == e.Name &&
					of == nil {
					of = w.typeOf(h, n.Rhs[0])
				}
			}
			return true
		})
		return of
	}
	return nil
}

// result returns the type of what a call returns first: of a function of the package,
// of a method that an interface of the package has, or of one that the package of
// that name has.
func (w *writer) result(h *handler, call *ast.CallExpr) *located {
	name := nameOf(call.Fun)
	if found := h.in.method(name, ""); found != nil {
		return &located{h.in, found.file, found.decl.Type.Results.List[0].Type}
	}
	for _, key := range slices.Sorted(maps.Keys(h.in.types)) {
		t := h.in.types[key]
		asked, ok := t.spec.Type.(*ast.InterfaceType)
		if !ok {
			continue
		}
		for _, m := range asked.Methods.List {
			if of, ok := m.Type.(*ast.FuncType); ok && len(m.Names) == 1 && m.Names[0].Name == name &&
				of.Results != nil {
				return &located{h.in, t.file, of.Results.List[0].Type}
			}
		}
	}
	if on, ok := call.Fun.(*ast.SelectorExpr); ok {
		if p, err := w.source.load("internal/" + strings.ToLower(nameOf(on.X))); err == nil {
			if found := p.method(name, ""); found != nil {
				return &located{p, found.file, found.decl.Type.Results.List[0].Type}
			}
		}
	}
	return nil
}

// local returns a type with what stands for it where the function declares it.
func (h *handler) local(of ast.Expr) *located {
	if name, ok := of.(*ast.Ident); ok {
		ast.Inspect(h.decl, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == name.Name {
				of = spec.Type
			}
			return true
		})
	}
	return &located{h.in, h.file, of}
}
