package people

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestCleanName(t *testing.T) {
	for name, want := range map[string]string{
		" Ann\n": "Ann", "A\x00nn": "Ann", "\u202eAnn": "Ann", "Zoé 🧙": "Zoé 🧙", "\xff": "", " \u2028 ": "",
		strings.Repeat("é", MaxName+1):             strings.Repeat("é", MaxName),
		strings.Repeat("x", MaxName-1) + " second": strings.Repeat("x", MaxName-1),
	} {
		require.Equal(t, want, CleanName(name), "%q", name)
	}
}
