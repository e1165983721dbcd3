package main

import (
	"fmt"
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// uncoded are the packages whose codes reach no client of a server.
var uncoded = []string{"internal/event/pairing", "internal/offline"}

// retry ends the comment of a code after which the same request may succeed a little later.
const retry = "The client can try again."

// errorCodes returns the codes of errors with their meanings, which are the comments of the constants of the type
// coded.Code. Several packages may have the same code.
func (s *source) errorCodes() ([]any, error) {
	meanings := map[string][]string{}
	root := filepath.Join(s.folder, "internal")
	err := filepath.WalkDir(root, func(folder string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(s.folder, folder)
		if err != nil || slices.Contains(uncoded, filepath.ToSlash(name)) {
			return err
		}
		p, err := s.load(filepath.ToSlash(name))
		if err != nil {
			return err
		}
		for code, meaning := range p.codes {
			if meaning == "" {
				return fmt.Errorf("the code %s of %s has no comment", code, name)
			}
			if !slices.Contains(meanings[code], meaning) {
				meanings[code] = append(meanings[code], meaning)
			}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows := make([]any, 0, len(meanings))
	for _, code := range slices.Sorted(maps.Keys(meanings)) {
		row := object{"code": code}
		for i, meaning := range meanings[code] {
			text, again := strings.CutSuffix(meaning, retry)
			if again {
				row["retry"] = "yes"
			}
			meanings[code][i] = strings.TrimSuffix(strings.TrimSpace(text), ".")
		}
		row["meaning"] = strings.Join(slices.Compact(meanings[code]), "; or ")
		rows = append(rows, row)
	}
	return rows, nil
}

// errorCode adds the code that a constant of the type coded.Code declares. Its meaning is the comment without the
// name of the constant: "CodeNoRoom: there is no such room."
func (p *pkg) errorCode(tok token.Token, spec *ast.ValueSpec, doc string) {
	if tok != token.CONST || spec.Type == nil || nameOf(spec.Type) != "Code" || len(spec.Values) != 1 {
		return
	}
	literal, ok := spec.Values[0].(*ast.BasicLit)
	if !ok {
		return
	}
	code, err := strconv.Unquote(literal.Value)
	if err != nil {
		return
	}
	if doc == "" {
		doc = spec.Comment.Text()
	}
	doc = strings.Join(strings.Fields(doc), " ")
	p.codes[code] = strings.TrimPrefix(doc, spec.Names[0].Name+": ")
}
