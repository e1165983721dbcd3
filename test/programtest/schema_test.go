package programtest

import (
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/require"
)

func TestContractRefusesWhatItDoesNotName(t *testing.T) {
	schema := Contract(t, "../..", "protocol.json", "ServerFrame")
	for frame, fits := range map[string]bool{
		`{"type":"ok","id":"a"}`:                                         true,
		`{"type":"ok","id":"a","more":1}`:                                false,
		`{"type":"ok"}`:                                                  false,
		`{"type":"ok","id":1}`:                                           false,
		`{"type":"other","id":"a"}`:                                      false,
		`{"type":"update","seq":2,"events":[["a",0,{"n":1}]]}`:           true,
		`{"type":"update","seq":2,"events":[["a",0,{"n":true}]]}`:        false,
		`{"type":"update","seq":2,"events":[["a",0,{"n":1},{},"more"]]}`: false,
		`{"type":"update","seq":2,"events":[["a"]]}`:                     false,
	} {
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(frame))
		require.NoError(t, err)
		require.Equal(t, fits, schema.Validate(value) == nil, frame)
	}
}
