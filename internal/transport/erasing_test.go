package transport

import (
	"errors"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/lobby"
)

// The deletion of an account is finished later if it was interrupted: by a crash right after the
// account was deleted, by lists that fail, or by rooms that are restarting.
func TestErasuresAreFinished(t *testing.T) {
	for name, interrupt := range map[string]func(*testHandler, *browser, string){
		"the program ends": func(d *testHandler, _ *browser, id string) {
			_, err := d.server.People.Accounts.Delete(t.Context(), id)
			require.NoError(t, err)
		},
		"the lists fail": func(d *testHandler, b *browser, _ string) {
			d.rooms.err = errors.New("away")
			require.Equal(t, http.StatusNoContent, b.send("DELETE", "/api/account", `{"name":"Ann"}`).Code)
			require.Empty(t, d.rooms.removedNames)
		},
		"a node restarts": func(d *testHandler, b *browser, _ string) {
			d.rooms.err = coded.Errorf(lobby.CodeRestart, "restart")
			require.Equal(t, http.StatusNoContent, b.send("DELETE", "/api/account", `{"name":"Ann"}`).Code)
		},
	} {
		t.Run(name, func(t *testing.T) {
			d := newPublicHandler(t, nil)
			ann := d.browser()
			ann.guest("Ann")
			kept := ann.createAccount("Ann")
			d.newRoom("Bearer "+ann.cookies["__Host-archmage"], "")
			interrupt(d, ann, kept.ID)
			if d.rooms.err != nil {
				done, err := d.server.FinishErasures(t.Context())
				require.Error(t, err)
				require.Zero(t, done)
			}
			d.rooms.err, d.rooms.removedNames, d.rooms.commands = nil, nil, nil
			done, err := d.server.FinishErasures(t.Context())
			require.NoError(t, err)
			require.Equal(t, 1, done)
			require.Equal(t, []string{kept.ID}, d.rooms.removedNames)
			require.Len(t, d.rooms.commands, 1)
			require.Equal(t, kept.ID, d.rooms.commands[0].person.ID)
			done, err = d.server.FinishErasures(t.Context())
			require.NoError(t, err)
			require.Zero(t, done, "nothing is left to do")
		})
	}
}
