package main

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
)

// maxHelpers bounds how far a request is followed through the functions that it is
// handed to.
const maxHelpers = 3

// query returns the parameters that a handler, or what it hands the request to, reads of
// a query.
func (h *handler) query() []any {
	found := map[string]object{}
	h.readQuery(found, maxHelpers)
	var list []any
	for _, name := range slices.Sorted(maps.Keys(found)) {
		list = append(list, object{"name": name, "in": "query", "schema": found[name]})
	}
	return list
}

// readQuery notes the schemas of parameters by name.
func (h *handler) readQuery(found map[string]object, deep int) {
	if h.decl.Body == nil {
		return
	}
	queries := h.queries()
	of := func(e ast.Expr) bool {
		if variable, ok := e.(*ast.Ident); ok {
			return queries[variable.Name]
		}
		return isQuery(e)
	}
	note := func(name string, schema object) {
		if known := found[name]; known == nil || len(known) < len(schema) {
			found[name] = schema
		}
	}
	ast.Inspect(h.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if name, ok := textOf(n.Index); ok && of(n.X) {
				note(name, object{"type": "array", "items": object{"type": "string"}})
			}
		case *ast.BinaryExpr:
			if name, ok := parameterOf(n.X, of); ok && n.Op == token.EQL {
				if value, ok := textOf(n.Y); ok && value != "" {
					note(name, object{"type": "string", "enum": []any{value}})
				}
			}
		case *ast.CallExpr:
			h.readCall(n, of, note, found, deep)
		}
		return true
	})
}

// readCall notes the parameters that a call reads.
func (h *handler) readCall(
	call *ast.CallExpr,
	of func(ast.Expr) bool,
	note func(string, object),
	found map[string]object,
	deep int,
) {
	if name, ok := parameterOf(call, of); ok {
		note(name, object{"type": "string"})
	}
	if nameOf(call.Fun) == "Number" && len(call.Args) == 4 {
		if name, ok := parameterOf(call.Args[0], of); ok {
			schema := object{"type": "integer"}
			if least, ok := call.Args[2].(*ast.BasicLit); ok {
				if n, err := strconv.Atoi(least.Value); err == nil {
					schema["minimum"] = n
				}
			}
			note(name, schema)
		}
	}
	handed := slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		variable, ok := e.(*ast.Ident)
		return ok && variable.Name == "r"
	})
	if !handed || deep == 0 {
		return
	}
	if next := h.in.method(nameOf(call.Fun), "Request"); next != nil {
		next.readQuery(found, deep-1)
	}
}

// queries returns the variables of a function that hold the query of its request.
func (h *handler) queries() map[string]bool {
	names := map[string]bool{}
	ast.Inspect(h.decl.Body, func(n ast.Node) bool {
		if set, ok := n.(*ast.AssignStmt); ok && len(set.Lhs) == 1 && isQuery(set.Rhs[0]) {
			names[nameOf(set.Lhs[0])] = true
		}
		return true
	})
	return names
}

// isQuery reports whether an expression is the query of a request's address.
func isQuery(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && len(call.Args) == 0 && nameOf(call.Fun) == "Query"
}

// parameterOf returns the name of the parameter that an expression reads of a query.
func parameterOf(e ast.Expr, of func(ast.Expr) bool) (string, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	get, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || get.Sel.Name != "Get" || !of(get.X) {
		return "", false
	}
	return textOf(call.Args[0])
}

// textOf returns the text that an expression is.
func textOf(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
