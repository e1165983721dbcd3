package main

import (
	"errors"
	"fmt"
	"go/ast"
	"path"
	"reflect"
	"regexp"
	"strconv"
	"strings"
)

// writer translates Go types to TypeScript declarations.
type writer struct {
	source source
	// names maps Go types, as PACKAGE.NAME, to their TypeScript names.
	names map[string]string
	// kinds maps the Go types of client frames to their kinds.
	kinds map[string]string
	// taken maps TypeScript names to the packages that use them.
	taken map[string]string
	files map[string]*file
	// waiting are types that are referenced but not yet declared.
	waiting []root
}

// document declares a type of a game and all types that it refers to.
func (w *writer) document(id string, r root) error {
	p, err := w.source.load(r.pkg)
	if err != nil {
		return err
	}
	if p.types[r.name] == nil {
		if r.typeName == "Catalogue" {
			return nil
		}
		return fmt.Errorf("%s declares no type %s", r.pkg, r.name)
	}
	w.names[r.pkg+"."+r.name] = r.typeName
	if _, err := w.named(r.pkg, r.name); err != nil {
		return err
	}
	return w.declareWaitingIn(path.Join(games, id, fileName))
}

// declareWaiting declares the waiting types in the common file.
func (w *writer) declareWaiting() error { return w.declareWaitingIn(common) }

// declareWaitingIn declares the waiting types in a file, except for those that belong to the common file.
func (w *writer) declareWaitingIn(name string) error {
	var later []root
	for len(w.waiting) > 0 {
		next := w.waiting[0]
		w.waiting = w.waiting[1:]
		if name != common && isShared(next.pkg) {
			w.fileOf(name).imports[next.typeName] = true
			later = append(later, next)
			continue
		}
		f := w.fileOf(name)
		if goName := next.pkg + "." + next.name; f.from[next.typeName] == goName {
			continue
		} else if f.from[next.typeName] != "" {
			return fmt.Errorf("%s and %s would both be %s", f.from[next.typeName], goName, next.typeName)
		} else {
			f.from[next.typeName] = goName
		}
		d, err := w.declare(next)
		if err != nil {
			return err
		}
		f.types[next.typeName] = d
	}
	w.waiting = later
	return nil
}

// isShared reports whether the types of a package belong to the common file.
func isShared(pkg string) bool {
	return !strings.HasPrefix(pkg, "internal/cards/") && !strings.HasPrefix(pkg, "internal/game/")
}

func (w *writer) fileOf(name string) *file {
	if w.files[name] == nil {
		w.files[name] = &file{imports: map[string]bool{}, types: map[string]*declaration{}, from: map[string]string{}}
	}
	return w.files[name]
}

// named returns the TypeScript form of a Go type and queues its declaration if it needs one.
func (w *writer) named(pkg, name string) (string, error) {
	if text, ok := customTypes[pkg+"."+name]; ok {
		return text, nil
	}
	if _, ok := basic[name]; ok && pkg == "" {
		return basic[name], nil
	}
	p, err := w.source.load(pkg)
	if err != nil {
		return "", err
	}
	t := p.types[name]
	switch {
	case t == nil:
		return "", fmt.Errorf("there is no type %s.%s", pkg, name)
	case p.encodes[name] && !tagEncodedTypes[pkg+"."+name]:
		return "", fmt.Errorf("%s.%s encodes itself: say in wire.go as what", pkg, name)
	}
	if _, structure := t.spec.Type.(*ast.StructType); !structure && len(p.values[name]) == 0 {
		return w.expression(p, t.file, t.spec.Type)
	}
	tsName := w.names[pkg+"."+name]
	if tsName == "" {
		tsName = strings.TrimPrefix(name, "shown")
		tsName = strings.ToUpper(tsName[:1]) + tsName[1:]
		if other := w.taken[tsName]; other != "" && other != pkg && isShared(pkg) {
			base := path.Base(pkg)
			tsName = strings.ToUpper(base[:1]) + base[1:] + tsName
		}
		if isShared(pkg) {
			w.taken[tsName] = pkg
		}
		w.names[pkg+"."+name] = tsName
	}
	w.waiting = append(w.waiting, root{pkg, name, tsName, w.kinds[pkg+"."+name]})
	return tsName, nil
}

// declaration is a TypeScript type: an interface, a union of literals if it has values, or an alias.
type declaration struct {
	doc, name string
	alias     string
	values    []string
	extends   []string
	members   []member
	// goNames are the names of the fields from which the members are made, by the names of the members.
	goNames map[string]string
}

// member is a member of an interface. of is its TypeScript type.
type member struct {
	doc, name, of string
	optional      bool
}

func (w *writer) declare(r root) (*declaration, error) {
	p, err := w.source.load(r.pkg)
	if err != nil {
		return nil, err
	}
	t := p.types[r.name]
	d := &declaration{doc: renamed(t.doc, r.name, r.typeName), name: r.typeName, values: p.values[r.name]}
	if len(d.values) > 0 {
		return d, nil
	}
	if r.kind != "" {
		d.members = append(d.members, member{name: "type", of: "'" + r.kind + "'"})
		if r.kind != "hello" {
			d.members = append(d.members, member{
				doc:  "id is chosen by the client, and has 1 to 64 bytes. The answer repeats it.",
				name: "id", of: "string", optional: r.kind == "ping",
			})
		}
	}
	for _, field := range t.spec.Type.(*ast.StructType).Fields.List {
		if len(field.Names) == 0 {
			name, err := w.expression(p, t.file, dereferenced(field.Type))
			if err != nil {
				return nil, err
			}
			if name != "" {
				d.extends = append(d.extends, name)
			}
			continue
		}
		if err := w.field(d, p, t, r, field); err != nil {
			return nil, fmt.Errorf("%s.%s: %w", r.pkg, r.name, err)
		}
	}
	d.shareComments()
	return d, nil
}

// shareComments gives members without a comment the sentences about them in the comment of an earlier member: "Events
// has the last events. EventsFrom is the number of the first one."
func (d *declaration) shareComments() {
	for i := range d.members {
		var own []string
		about := &own
		shared := map[int]*[]string{}
		text := strings.Join(strings.Fields(d.members[i].doc), " ")
		for sentence := range strings.SplitAfterSeq(text, ". ") {
			first, rest, _ := strings.Cut(sentence, " ")
			for n := i + 1; n < len(d.members); n++ {
				if other := &d.members[n]; other.doc == "" && d.goNames[other.name] == first && rest != "" {
					about, sentence = &[]string{}, other.name+" "+rest
					shared[n] = about
				}
			}
			*about = append(*about, strings.TrimSpace(sentence))
		}
		if len(shared) == 0 {
			continue
		}
		d.members[i].doc = strings.Join(own, " ")
		for n, sentences := range shared {
			d.members[n].doc = strings.Join(*sentences, " ")
		}
	}
}

// field adds the member for a field of a struct.
func (w *writer) field(d *declaration, p *pkg, t *typ, r root, field *ast.Field) error {
	if !field.Names[0].IsExported() {
		return nil
	}
	if field.Tag == nil {
		return fmt.Errorf("%s has no tag", field.Names[0])
	}
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return err
	}
	name, flags, _ := strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	if name == "-" {
		return nil
	}
	optional := strings.Contains(flags, "omit")
	fieldType := field.Type
	if optional {
		fieldType = dereferenced(fieldType)
	}
	text, ok := fields[r.pkg+"."+r.name+"."+field.Names[0].Name]
	if line := strings.TrimSpace(field.Comment.Text()); !ok && strings.HasPrefix(line, `"`) {
		// A constant field has its value in a line comment: // "ok"
		text, ok = "'"+strings.Trim(line, `"`)+"'", true
	}
	if other, err := w.expression(p, t.file, fieldType); err != nil {
		return err
	} else if !ok {
		text = other
	}
	if d.goNames == nil {
		d.goNames = map[string]string{}
	}
	d.goNames[name] = field.Names[0].Name
	d.members = append(d.members, member{renamed(field.Doc.Text(), field.Names[0].Name, name), name, text, optional})
	return nil
}

// integer stands for whole numbers until the result is written as TypeScript, which has only number. The JSON
// Schemas keep it.
const integer = "integer"

// wholeNumbers matches integer in a type.
var wholeNumbers = regexp.MustCompile(`\b` + integer + `\b`)

// basic maps the basic types of Go to their form in JSON.
var basic = map[string]string{
	"string":  "string",
	"bool":    "boolean",
	"any":     "unknown",
	"int":     integer,
	"int8":    integer,
	"int16":   integer,
	"int32":   integer,
	"int64":   integer,
	"uint":    integer,
	"uint8":   integer,
	"uint16":  integer,
	"uint32":  integer,
	"uint64":  integer,
	"float64": "number",
}

// expression returns the TypeScript form of a type expression.
func (w *writer) expression(p *pkg, imports map[string]string, e ast.Expr) (string, error) {
	switch e := e.(type) {
	case *ast.Ident:
		if p.types[e.Name] == nil {
			return w.named("", e.Name)
		}
		return w.named(p.path, e.Name)
	case *ast.SelectorExpr:
		return w.named(imports[e.X.(*ast.Ident).Name], e.Sel.Name)
	case *ast.StarExpr:
		text, err := w.expression(p, imports, e.X)
		return text + " | null", err
	case *ast.ArrayType:
		if name, ok := e.Elt.(*ast.Ident); ok && name.Name == "byte" {
			return "string", nil
		}
		text, err := w.expression(p, imports, e.Elt)
		if strings.Contains(text, " | ") {
			text = "(" + text + ")"
		}
		return text + "[]", err
	case *ast.MapType:
		return w.record(p, imports, e.Value)
	case *ast.StructType:
		return w.literal(p, imports, e)
	case *ast.IndexExpr:
		if of, ok := e.X.(*ast.SelectorExpr); ok && of.Sel.Name == "Table" {
			return w.record(p, imports, e.Index)
		}
	}
	return "", errors.New("a type that has no form here: " + fmt.Sprintf("%T", e))
}

// literal returns an object type for an anonymous struct.
func (w *writer) literal(p *pkg, imports map[string]string, e *ast.StructType) (string, error) {
	d := &declaration{}
	base := ""
	for _, field := range e.Fields.List {
		if len(field.Names) == 0 {
			text, err := w.expression(p, imports, dereferenced(field.Type))
			if err != nil {
				return "", err
			}
			base += text + " & "
			continue
		}
		if err := w.field(d, p, &typ{file: imports}, root{}, field); err != nil {
			return "", err
		}
	}
	parts := make([]string, len(d.members))
	for i, m := range d.members {
		mark := ":"
		if m.optional {
			mark = "?:"
		}
		parts[i] = m.name + mark + " " + m.of
	}
	return base + "{ " + strings.Join(parts, "; ") + " }", nil
}

// record returns a type with arbitrary names whose members all have one type.
func (w *writer) record(p *pkg, imports map[string]string, of ast.Expr) (string, error) {
	text, err := w.expression(p, imports, of)
	return "Record<string, " + text + ">", err
}

func dereferenced(e ast.Expr) ast.Expr {
	if star, ok := e.(*ast.StarExpr); ok {
		return star.X
	}
	return e
}

// renamed replaces the Go name at the start of a comment by the TypeScript name.
func renamed(doc, name, newName string) string {
	doc = strings.TrimSpace(doc)
	if remaining, ok := strings.CutPrefix(doc, name+" "); ok {
		return newName + " " + remaining
	}
	return doc
}

// typescript formats the declaration.
func (d *declaration) typescript() string {
	if len(d.values) > 0 {
		return fmt.Sprintf("%sexport type %s = %s;\n", comment(d.doc, ""), d.name, strings.Join(d.values, " | "))
	}
	if d.alias != "" {
		of := wholeNumbers.ReplaceAllString(d.alias, "number")
		return fmt.Sprintf("%sexport type %s = %s;\n", comment(d.doc, ""), d.name, of)
	}
	var b strings.Builder
	b.WriteString(comment(d.doc, "") + "export interface " + d.name)
	if len(d.extends) > 0 {
		b.WriteString(" extends " + strings.Join(d.extends, ", "))
	}
	b.WriteString(" {\n")
	for _, m := range d.members {
		mark := ""
		if m.optional {
			mark = "?"
		}
		fmt.Fprintf(
			&b,
			"%s  %s%s: %s;\n",
			comment(m.doc, "  "),
			m.name,
			mark,
			wholeNumbers.ReplaceAllString(m.of, "number"),
		)
	}
	return b.String() + "}\n"
}

func comment(doc, indent string) string {
	if doc == "" {
		return ""
	}
	lines := strings.Split(strings.ReplaceAll(doc, "*/", "* /"), "\n")
	if len(lines) == 1 {
		return indent + "/** " + lines[0] + " */\n"
	}
	var b strings.Builder
	b.WriteString(indent + "/**\n")
	for _, line := range lines {
		b.WriteString(strings.TrimRight(indent+" * "+line, " ") + "\n")
	}
	return b.String() + indent + " */\n"
}
