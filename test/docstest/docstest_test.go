package docstest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestSplit(t *testing.T) {
	for _, test := range []struct {
		line string
		want []Command
	}{
		{
			line: "make test",
			want: []Command{{Words: []string{"make", "test"}}},
		},
		{
			line: "make load LOAD='--rooms 5 --apart' # a load",
			want: []Command{{Words: []string{"make", "load", "LOAD=--rooms 5 --apart"}}},
		},
		{
			line: `printf 'a#b\n' $(openssl rand -hex 16) > file`,
			want: []Command{{Words: []string{"printf", `a#b\n`, "$(openssl rand -hex 16)", ">", "file"}}},
		},
		{
			line: "A=1 b c && d | e",
			want: []Command{
				{Env: []string{"A=1"}, Words: []string{"b", "c"}},
				{Words: []string{"d"}},
				{Words: []string{"e"}},
			},
		},
		{
			line: "for x in a b; do c $x; done",
			want: []Command{{Words: []string{"c", "$x"}}},
		},
		{
			line: "archmage serve ...",
			want: []Command{{Words: []string{"archmage", "serve"}}},
		},
		{
			line: "secret=abc",
		},
	} {
		require.Equal(t, test.want, append([]Command(nil), split("", test.line)...), test.line)
	}
}

func TestProgram(t *testing.T) {
	for line, want := range map[string][]string{
		"go run ./cmd/lab simulate --games 5":                    {"lab", "simulate", "--games", "5"},
		"archmage admin rooms":                                   {"server", "admin", "rooms"},
		"docker compose -f a.yml exec node1 /server admin nodes": {"server", "admin", "nodes"},
		"make run ARGS='demo --data demo'":                       {"server", "demo", "--data", "demo"},
		"go run ./web/types":                                     {"go", "run", "./web/types"},
		"docker compose -f deploy/compose.yml up -d --build --help": {
			"docker",
			"compose",
			"-f",
			"deploy/compose.yml",
			"up",
			"-d",
			"--build",
			"--help",
		},
	} {
		name, args := split("", line)[0].Program()
		require.Equal(t, want, append([]string{name}, args...), line)
	}
}
