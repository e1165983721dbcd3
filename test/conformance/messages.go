package conformance

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/game"
)

// failCalls matches the messages in calls of [game.SetupChecks.Fail].
var failCalls = regexp.MustCompile(`\.Fail\("(.*?[^\\])"[,)]`)

// SetupMessages makes sure that each of the setups is refused with its message, and that the messages
// together cover every message in the given source files of the builder. A setup is a pair of the
// JSON of a position and the expected message.
func SetupMessages(t *testing.T, rules game.Rules, setups [][2]string, files ...string) {
	t.Helper()
	var messages []string
	for _, setup := range setups {
		_, err := rules.Setup([]byte(setup[0]), game.Seed{}, nil)
		var refusal *coded.Error
		text := setup[0][:min(len(setup[0]), 200)]
		require.ErrorAs(t, err, &refusal, text)
		require.Equal(t, game.CodeBadSetup, refusal.Code, text)
		require.Equal(t, setup[1], refusal.Message, text)
		messages = append(messages, refusal.Message)
	}
	for _, file := range files {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		calls := failCalls.FindAllStringSubmatch(string(source), -1)
		require.NotEmpty(t, calls, file)
		for _, call := range calls {
			text := strings.ReplaceAll(regexp.QuoteMeta(call[1]), `\\"`, `"`)
			pattern := regexp.MustCompile(regexp.MustCompile(`%[a-z]`).ReplaceAllString(text, ".*") + "$")
			require.True(t, slices.ContainsFunc(messages, pattern.MatchString), "no set-up has the message %s", call[1])
		}
	}
}
