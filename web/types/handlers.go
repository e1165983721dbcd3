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

// routes returns the handlers by method and path, as the page writes it.
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
			if h := within.in.method(n.Sel.Name, "ResponseWriter"); h != nil {
				last = h
				return false
			}
			h := within.in.method(n.Sel.Name, "")
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
// returns something where parameter is "": a function of the package, or else of its tree.
func (p *pkg) method(name, parameter string) *handler {
	if found := oneOf(p.funcs, name, parameter); found != nil {
		return found
	}
	return oneOf(p.allFuncs(), name, parameter)
}

func oneOf(funcs []*handler, name, parameter string) *handler {
	var found *handler
	for _, h := range funcs {
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
		named, ok := dereferenced(f.Type).(*ast.SelectorExpr)
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
		return &located{found.in, found.file, found.decl.Type.Results.List[0].Type}
	}
	for _, p := range h.in.tree {
		if of := p.ofInterface(name); of != nil {
			return of
		}
	}
	// In s.People.Accounts.BeginPasskey the package is named by one of the fields on the way.
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

// ofInterface returns what a method of one of the package's interfaces returns first, or nil.
func (p *pkg) ofInterface(name string) *located {
	for _, key := range slices.Sorted(maps.Keys(p.types)) {
		t := p.types[key]
		asked, ok := t.spec.Type.(*ast.InterfaceType)
		if !ok {
			continue
		}
		for _, m := range asked.Methods.List {
			if of, ok := m.Type.(*ast.FuncType); ok && len(m.Names) == 1 && m.Names[0].Name == name &&
				of.Results != nil {
				return &located{p, t.file, of.Results.List[0].Type}
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
