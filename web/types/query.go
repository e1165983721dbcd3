package main

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strconv"
)

// maxHelpers is the depth to which calls that pass the request on are followed.
const maxHelpers = 3

// query returns the query parameters that a handler and its helpers read.
func (h *handler) query() []any {
	found := map[string]object{}
	h.readQuery(found, maxHelpers)
	var list []any
	for _, name := range slices.Sorted(maps.Keys(found)) {
		list = append(list, object{"name": name, "in": "query", "schema": found[name]})
	}
	return list
}

// readQuery adds the schemas of query parameters to found, by name.
func (h *handler) readQuery(found map[string]object, depth int) {
	if h.decl.Body == nil {
		return
	}
	queries := h.queries()
	isQueryExpr := func(e ast.Expr) bool {
		if variable, ok := e.(*ast.Ident); ok {
			return queries[variable.Name]
		}
		return isQuery(e)
	}
	add := func(name string, schema object) {
		if previous := found[name]; previous == nil || len(previous) < len(schema) {
			found[name] = schema
		}
	}
	ast.Inspect(h.decl.Body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.IndexExpr:
			if name, ok := textOf(n.Index); ok && isQueryExpr(n.X) {
				add(name, object{"type": "array", "items": object{"type": "string"}})
			}
		case *ast.BinaryExpr:
			if name, ok := parameterOf(n.X, isQueryExpr); ok && n.Op == token.EQL {
				if value, ok := textOf(n.Y); ok && value != "" {
					add(name, object{"type": "string", "enum": []any{value}})
				}
			}
		case *ast.CallExpr:
			h.readCall(n, isQueryExpr, add, found, depth)
		}
		return true
	})
}

// readCall adds the parameters that a call reads, directly or in a helper that gets the request.
func (h *handler) readCall(
	call *ast.CallExpr,
	isQueryExpr func(ast.Expr) bool,
	add func(string, object),
	found map[string]object,
	depth int,
) {
	if name, ok := parameterOf(call, isQueryExpr); ok {
		add(name, object{"type": "string"})
	}
	if nameOf(call.Fun) == "Number" && len(call.Args) == 4 {
		if name, ok := parameterOf(call.Args[0], isQueryExpr); ok {
			schema := object{"type": "integer"}
			if least, ok := call.Args[2].(*ast.BasicLit); ok {
				if n, err := strconv.Atoi(least.Value); err == nil {
					schema["minimum"] = n
				}
			}
			add(name, schema)
		}
	}
	passesRequest := slices.ContainsFunc(call.Args, func(e ast.Expr) bool {
		variable, ok := e.(*ast.Ident)
		return ok && variable.Name == "r"
	})
	if !passesRequest || depth == 0 {
		return
	}
	if next := h.pkg.method(nameOf(call.Fun), "Request"); next != nil {
		next.readQuery(found, depth-1)
	}
}

// queries returns the variables that hold the query of the request.
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

// isQuery reports whether an expression is a call of url.URL.Query.
func isQuery(e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && len(call.Args) == 0 && nameOf(call.Fun) == "Query"
}

// parameterOf returns the name of the parameter that an expression reads with Get.
func parameterOf(e ast.Expr, isQueryExpr func(ast.Expr) bool) (string, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) != 1 {
		return "", false
	}
	get, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || get.Sel.Name != "Get" || !isQueryExpr(get.X) {
		return "", false
	}
	return textOf(call.Args[0])
}

// textOf returns the value of a string literal.
func textOf(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
