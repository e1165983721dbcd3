package seasons

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/require"
)

// The constants count up from 1 in the order of the cards.
func TestConstantsAreNamedAfterTheirCards(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "numbers.go", nil, 0)
	require.NoError(t, err)
	var constants, names []string
	for _, spec := range file.Decls[0].(*ast.GenDecl).Specs {
		constants = append(constants, spec.(*ast.ValueSpec).Names[0].Name)
	}
	for number := 1; number <= NumCards; number++ {
		name := ""
		for _, word := range strings.Fields(strings.ReplaceAll(MustLoad().Text("en", First, number).Name, "'", "")) {
			runes := []rune(word)
			name += string(unicode.ToUpper(runes[0])) + string(runes[1:])
		}
		names = append(names, name)
	}
	require.Equal(t, names, constants)
	require.Equal(t, 1, AmuletOfAir)
	require.Equal(t, NumCards, DamnedSoulOfOnys)
}
