//go:build timings

package browsertest

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// How long a browser takes to check an event of 64 people who have played seven rounds at tables of four. The target
// is a minute.
func TestTimingsOfAnEventCheck(t *testing.T) {
	played := playAtFours(t, 64, 7)
	ada := newPerson(t, "Ada", shared.server(t).url, desk)
	ada.openEventCheck()
	ada.useEvent(played)
	began := time.Now()
	result := ada.checkEvent(map[string]any{})
	took := time.Since(began)
	require.Len(t, result.Findings, 7)
	t.Logf("%d records with %d answers: %.1f s", len(played.Records), played.Answers(), took.Seconds())
}
