package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

const module = "archmage/"

// source parses packages of the module and caches them.
type source struct {
	folder   string
	packages map[string]*pkg
}

// pkg holds the declarations of a package.
type pkg struct {
	path  string
	types map[string]*typ
	// values are the constants of each string type, as TypeScript literals.
	values map[string][]string
	// codes are the codes of errors with their meanings.
	codes map[string]string
	// encodes has the types with their own JSON encoding.
	encodes map[string]bool
	// events has the facts of the kinds of events that a game declares.
	events map[string]eventFacts
	funcs  []*handler
	// tree are the packages in which functions are looked up, including this one.
	tree []*pkg
}

type typ struct {
	spec *ast.TypeSpec
	doc  string
	// file maps the names of imports in the type's file to their paths.
	file map[string]string
}

// load parses a package by its path inside the module.
func (s *source) load(name string) (*pkg, error) {
	if p := s.packages[name]; p != nil {
		return p, nil
	}
	p := &pkg{
		path:    name,
		types:   map[string]*typ{},
		values:  map[string][]string{},
		codes:   map[string]string{},
		encodes: map[string]bool{},
		events:  map[string]eventFacts{},
	}
	folder := filepath.Join(s.folder, filepath.FromSlash(name))
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), ".go") || strings.HasSuffix(entry.Name(), "_test.go") {
			continue
		}
		parsed, err := parser.ParseFile(
			token.NewFileSet(),
			filepath.Join(folder, entry.Name()),
			nil,
			parser.ParseComments|parser.SkipObjectResolution,
		)
		if err != nil {
			return nil, err
		}
		p.add(entry.Name(), parsed)
	}
	p.tree = []*pkg{p}
	s.packages[name] = p
	return p, nil
}

// loadTree parses a package and those in its direct subfolders, which call each other's functions.
func (s *source) loadTree(name string) (*pkg, error) {
	root, err := s.load(name)
	if err != nil {
		return nil, err
	}
	folders, err := filepath.Glob(filepath.Join(s.folder, filepath.FromSlash(name), "*", "doc.go"))
	if err != nil {
		return nil, err
	}
	tree := []*pkg{root}
	for _, file := range folders {
		below, err := s.load(path.Join(name, filepath.Base(filepath.Dir(file))))
		if err != nil {
			return nil, err
		}
		tree = append(tree, below)
	}
	for _, p := range tree {
		p.tree = tree
	}
	return root, nil
}

// allFuncs returns the functions of all packages in the tree.
func (p *pkg) allFuncs() (all []*handler) {
	for _, member := range p.tree {
		all = append(all, member.funcs...)
	}
	return all
}

func (p *pkg) add(name string, parsed *ast.File) {
	imports := map[string]string{}
	for _, spec := range parsed.Imports {
		importPath, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		importName := path.Base(importPath)
		if spec.Name != nil {
			importName = spec.Name.Name
		}
		imports[importName] = strings.TrimPrefix(importPath, module)
	}
	for _, decl := range parsed.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			p.funcs = append(p.funcs, &handler{p, imports, name, decl})
			if slices.Contains([]string{"MarshalJSON", "MarshalText"}, decl.Name.Name) && decl.Recv != nil {
				if receiver, ok := dereferenced(decl.Recv.List[0].Type).(*ast.Ident); ok {
					p.encodes[receiver.Name] = true
				}
			}
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					doc := spec.Doc.Text()
					if doc == "" && len(decl.Specs) == 1 {
						doc = decl.Doc.Text()
					}
					p.types[spec.Name.Name] = &typ{spec, doc, imports}
				case *ast.ValueSpec:
					p.constants(decl.Tok, spec)
					doc := spec.Doc.Text()
					if doc == "" && len(decl.Specs) == 1 {
						doc = decl.Doc.Text()
					}
					p.errorCode(decl.Tok, spec, doc)
					p.eventKinds(decl.Tok, spec)
				}
			}
		}
	}
}

// constants adds the string constants of a declaration to p.values.
func (p *pkg) constants(tok token.Token, spec *ast.ValueSpec) {
	named, ok := spec.Type.(*ast.Ident)
	if !ok || tok != token.CONST {
		return
	}
	for _, value := range spec.Values {
		if text, ok := value.(*ast.BasicLit); ok && text.Kind == token.STRING {
			p.values[named.Name] = append(p.values[named.Name], "'"+strings.Trim(text.Value, `"`)+"'")
		}
	}
}
