package main

import (
	"go/ast"
	"go/token"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// handler is a function that handles a request, or a helper that it calls.
type handler struct {
	pkg  *pkg
	file map[string]string
	name string
	decl *ast.FuncDecl
}

// located is a type expression with the package and the imports of the file that contains it.
type located struct {
	pkg  *pkg
	file map[string]string
	expr ast.Expr
}

// routes returns the handlers by method and path. Parameters of a path are in capitals, as in
// GET /api/rooms/ROOM.
func (p *pkg) routes() map[string]*handler {
	found := map[string]*handler{}
	for _, h := range p.allFuncs() {
		prefix := "/api"
		switch {
		case h.decl.Name.Name == "mountAdmin":
			continue
		case strings.EqualFold(h.decl.Name.Name, "mountModeration"):
			prefix = "/api/moderation"
		}
		h.calls(func(_ string, args []ast.Expr) {
			method, index := "POST", 0
			if len(args) == 3 {
				named, ok := args[0].(*ast.SelectorExpr)
				if !ok || methods[named.Sel.Name] == "" {
					return
				}
				method, index = methods[named.Sel.Name], 1
			} else if len(args) != 2 {
				return
			}
			pattern, ok := args[index].(*ast.BasicLit)
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
			if handler := p.handlerOf(h, args[index+1]); handler != nil {
				found[method+" "+prefix+path] = handler
			}
		})
	}
	return found
}

// handlerOf returns the handler that an expression passes to the router, directly or wrapped by other
// functions. It is nil if there is none.
func (p *pkg) handlerOf(parent *handler, e ast.Expr) *handler {
	var last *handler
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if h := parent.pkg.method(n.Sel.Name, "ResponseWriter"); h != nil {
				last = h
				return false
			}
			h := parent.pkg.method(n.Sel.Name, "")
			if h != nil && nameOf(h.decl.Type.Results.List[0].Type) == "Endpoint" {
				last = h
			}
		case *ast.FuncLit:
			last = &handler{
				parent.pkg,
				parent.file,
				parent.name,
				&ast.FuncDecl{Name: ast.NewIdent(""), Type: n.Type, Body: n.Body},
			}
			return false
		}
		return true
	})
	return last
}

// method returns the only function with this name that has a parameter of the given type or, if parameter is
// "", that has results. It is nil if there is none, or more than one.
func (p *pkg) method(name, parameter string) *handler {
	if found := oneOf(p.funcs, name, parameter); found != nil {
		return found
	}
	return oneOf(p.allFuncs(), name, parameter)
}

// oneOf returns the only one of some functions that method describes, or nil.
func oneOf(funcs []*handler, name, parameter string) *handler {
	var found *handler
	for _, h := range funcs {
		if h.decl.Name.Name != name || parameter != "" && !hasParameter(h.decl, parameter) ||
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

func hasParameter(decl *ast.FuncDecl, parameter string) bool {
	return slices.ContainsFunc(decl.Type.Params.List, func(f *ast.Field) bool {
		named, ok := dereferenced(f.Type).(*ast.SelectorExpr)
		return ok && named.Sel.Name == parameter
	})
}

// calls calls visit for each call in the function, with the name of the called function and the arguments.
func (h *handler) calls(visit func(name string, args []ast.Expr)) {
	if h.decl.Body == nil {
		return
	}
	ast.Inspect(h.decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			visit(nameOf(call.Fun), call.Args)
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

// typeOf returns the type of an expression, or nil if it cannot be found without type checking.
func (w *writer) typeOf(h *handler, e ast.Expr) *located {
	switch e := e.(type) {
	case *ast.UnaryExpr:
		return w.typeOf(h, e.X)
	case *ast.CompositeLit:
		return h.local(e.Type)
	case *ast.CallExpr:
		return w.result(h, e)
	case *ast.Ident:
		var found *located
		ast.Inspect(h.decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				if len(n.Names) > 0 && n.Names[0].Name == e.Name && n.Type != nil {
					found = h.local(n.Type)
				}
			case *ast.AssignStmt:
				if first, ok := n.Lhs[0].(*ast.Ident); ok && n.Tok == token.DEFINE && first.Name == e.Name &&
					found == nil {
					found = w.typeOf(h, n.Rhs[0])
				}
			}
			return true
		})
		return found
	}
	return nil
}

// result returns the type of the first result of a call: of a function of the package, of an interface method
// in the package's tree, or of a method of the package named by a field in the call.
func (w *writer) result(h *handler, call *ast.CallExpr) *located {
	name := nameOf(call.Fun)
	if found := h.pkg.method(name, ""); found != nil {
		return &located{found.pkg, found.file, found.decl.Type.Results.List[0].Type}
	}
	for _, p := range h.pkg.tree {
		if of := p.interfaceMethod(name); of != nil {
			return of
		}
	}
	// In s.People.Accounts.BeginPasskey, one of the fields names the package.
	for on, ok := call.Fun.(*ast.SelectorExpr); ok; on, ok = on.X.(*ast.SelectorExpr) {
		p, err := w.source.load("internal/" + strings.ToLower(nameOf(on.X)))
		if err != nil {
			continue
		}
		if found := p.method(name, ""); found != nil {
			return &located{p, found.file, found.decl.Type.Results.List[0].Type}
		}
	}
	return nil
}

// interfaceMethod returns the type of the first result of an interface method of the package, or nil.
func (p *pkg) interfaceMethod(name string) *located {
	for _, key := range slices.Sorted(maps.Keys(p.types)) {
		t := p.types[key]
		iface, ok := t.spec.Type.(*ast.InterfaceType)
		if !ok {
			continue
		}
		for _, m := range iface.Methods.List {
			if function, ok := m.Type.(*ast.FuncType); ok && len(m.Names) == 1 && m.Names[0].Name == name &&
				function.Results != nil {
				return &located{p, t.file, function.Results.List[0].Type}
			}
		}
	}
	return nil
}

// local returns a type expression of the function, resolved if it names a type declared in the function.
func (h *handler) local(expr ast.Expr) *located {
	if name, ok := expr.(*ast.Ident); ok {
		ast.Inspect(h.decl, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok && spec.Name.Name == name.Name {
				expr = spec.Type
			}
			return true
		})
	}
	return &located{h.pkg, h.file, expr}
}
