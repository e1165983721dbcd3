package transport

import (
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"

	"archmage/internal/transport/transporttest"

	"github.com/go-chi/chi/v5"
	"github.com/stretchr/testify/require"
)

// docs/costs.md has the cost of every frame and every request.
func TestCostsPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/costs.md")
	require.NoError(t, err)
	text := string(page)
	for _, kind := range slices.Sorted(maps.Keys(transporttest.Frames)) {
		require.Contains(t, text, "`"+kind+"`")
	}
	routes := 0
	d := newTestHandler(t, nil)
	require.NoError(
		t,
		chi.Walk(
			d.public.(chi.Router),
			func(method, route string, _ http.Handler, _ ...func(http.Handler) http.Handler) error {
				if strings.HasPrefix(route, "/api/") {
					route = strings.NewReplacer(
						"{game}", "GAME", "{room}", "ROOM", "{match}", "MATCH", "{code}", "CODE",
						"{key}", "KEY", "{invitation}", "INVITATION", "{person}", "PERSON",
						"{channel}", "CHANNEL", "{page}", "PAGE", "{puzzle}", "PUZZLE",
					).Replace(route)
					require.Contains(t, text, "`"+method+" "+route+"`")
					routes++
				}
				return nil
			},
		),
	)
	require.Greater(t, routes, 15)
}
