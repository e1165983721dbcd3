package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/programtest"
)

// The bot of docs/examples in TypeScript compiles with the types in the JavaScript package, and plays a match.
func TestTypedBot(t *testing.T) {
	t.Parallel()
	web, err := filepath.Abs("../../web")
	require.NoError(t, err)
	folder := t.TempDir()
	node := func(args ...string) string {
		t.Helper()
		command := exec.CommandContext(programtest.Within(t), "node", args...)
		command.Dir = folder
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return string(out)
	}
	compiler := filepath.Join(web, "node_modules/typescript/bin/tsc")
	require.FileExists(t, compiler, "make setup installs it")
	installed := filepath.Join(folder, "node_modules/archmage-client")
	require.NoError(t, os.MkdirAll(installed, 0o700))
	node(filepath.Join(web, "client/build.mjs"), filepath.Join(installed, "dist"))
	for from, to := range map[string]string{
		filepath.Join(web, "client/package.json"): filepath.Join(installed, "package.json"),
		examplesFolder + "/seasons-bot.ts":        filepath.Join(folder, "bot.ts"),
	} {
		text, err := os.ReadFile(from)
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(to, text, 0o600))
	}
	require.NoError(t, os.WriteFile(filepath.Join(folder, "package.json"), []byte(`{"type": "module"}`), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "wrong.ts"), []byte(wrongFacts), 0o600))
	node(compiler, "--strict", "--target", "es2022", "--module", "nodenext", "bot.ts", "wrong.ts")
	server := startChild(t, t.TempDir())
	said := node("--experimental-websocket", "--no-warnings", "bot.js", server.Base)
	require.Regexp(t, `\Asummoned \d+ cards: .*\n(?:[12]\. \w+ -?\d+, of which \d+ crystals\n){2}\z`, said)
}

// wrongFacts compiles because each of the lines after a comment has an error.
const wrongFacts = `
import type { Decision, Event, Events, Private, Public } from 'archmage-client/seasons';
import type { Events as Spells } from 'archmage-client/spellbook';
declare const drawn: Events['draw'];
declare const event: Event;
declare const spell: Spells['learned'];
declare const everybody: Public;
declare const own: Private;
declare const decision: Decision;
export const card: number | undefined = drawn.private?.drawn;
export const colour: string = spell.public.colour;
// @ts-expect-error the private facts are there only for the seat
drawn.private.drawn;
// @ts-expect-error the event has no such fact
drawn.public?.card.drawn;
// @ts-expect-error colours are texts
spell.public.colour * 2;
if (event[0] === 'season') event[2].season.length;
// @ts-expect-error there is no such kind
if (event[0] === 'spring') event;
// @ts-expect-error the hand is private
everybody.hand;
// @ts-expect-error it may be missing
own.hand.h9;
// @ts-expect-error there is no such kind
if (decision.kind === 'riddle') decision;
`
