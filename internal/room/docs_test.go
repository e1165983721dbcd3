package room

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDocumentedKinds compares the table of kinds in docs/rooms.md with the code: who may give the
// command, when, and the JSON of the body.
func TestDocumentedKinds(t *testing.T) {
	page, err := os.ReadFile("../../docs/rooms.md")
	require.NoError(t, err)
	whose := map[string]senders{"anybody": byAnyPerson, "player": byPlayer, "host": byHost, "room": byRoom}
	whens := map[string]stage{
		"before it is open": unopened, "any time": anyTime, "before a match": beforeMatch, "in a match": inMatch,
		"after a match": afterMatch,
	}
	rows := regexp.MustCompile(
		"(?m)^\\| `(\\w+)` \\| ([a-z, ]+) \\| ([a-z ]+) \\| `(.*?)` \\|",
	).FindAllStringSubmatch(string(page), -1)
	require.Len(t, rows, len(kinds))
	for _, row := range rows {
		kind, ok := kinds[Kind(row[1])]
		require.True(t, ok, "there is no kind %s", row[1])
		var by senders
		for _, name := range strings.Split(row[2], ", ") {
			require.Contains(t, whose, name)
			by |= whose[name]
		}
		require.Equal(t, kind.by, by, "who gives %s", row[1])
		require.Contains(t, whens, row[3])
		require.Equal(t, kind.when, whens[row[3]], "when there is %s", row[1])
		body := strings.NewReplacer(`{…}`, text(Settings{}), `"…"`, `"`+hexOf([32]byte{})+`"`).Replace(row[4])
		e, err := DecodeEntry(row[1], []byte(`{"at":1,"body":`+body+`}`))
		require.NoError(t, err, row[1])
		require.JSONEq(t, body, text(e.Body), row[1])
	}
	example := regexp.MustCompile(`(?m)^\{"at":.*$`).FindString(string(page))
	e, err := DecodeEntry("answer", []byte(example))
	require.NoError(t, err)
	require.Equal(t, example, string(e.Encode()))
}
