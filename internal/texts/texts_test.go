package texts_test

import (
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"archmage/internal/texts"
)

func TestTextsByLanguage(t *testing.T) {
	all := texts.MustLoad(fstest.MapFS{
		"heads.en.json": {Data: []byte(`{"turn": "Your turn against {name} ({name})", "over": "Over"}`)},
		"heads.fr.json": {Data: []byte(`{"turn": "À vous, contre {name}"}`)},
	})
	require.Equal(t, "Your turn against {game} ({game})", all.Fill("en", "turn", "name", "{game}", "game", "Seasons"))
	require.Equal(t, "À vous, contre Ann", all.Fill("fr", "turn", "name", "Ann"))
	require.Equal(t, "Over", all.Fill("en", "over"))
	require.Empty(t, all.Fill("fr", "over"))
	require.Empty(t, all.Fill("de", "over"))
}

func TestBrokenFilesAreRefused(t *testing.T) {
	require.PanicsWithValue(t, "texts: heads.en.json: unexpected end of JSON input", func() {
		texts.MustLoad(fstest.MapFS{"heads.en.json": {Data: []byte(`{`)}})
	})
}
