package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"archmage/client"
	"archmage/internal/game"
	"archmage/internal/transport/httpx"
	"archmage/test/programtest"
)

// deployed reads a file of the folder deploy.
func deployed(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("../..", name))
	require.NoError(t, err)
	return string(data)
}

// Every environment variable in these files sets a flag, with a valid value.
func TestDeployedSettingsExist(t *testing.T) {
	for name, setting := range map[string]string{
		"deploy/archmage.service": `(ARCHMAGE_\w+)=([^\s)]+)`,
		"deploy/compose.yml":      `(ARCHMAGE_\w+): +(\S+)`,

		"deploy/compose.postgres.yml": `(ARCHMAGE_\w+): +(\S+)`,
		"Dockerfile":                  `(ARCHMAGE_\w+)=(\S+)`,
	} {
		t.Run(name, func(t *testing.T) {
			text := deployed(t, name)
			_, sections := newSettings()
			flags := map[string]*pflag.Flag{}
			allFlags(sections).VisitAll(func(f *pflag.Flag) { flags[envName(f.Name)] = f })
			found := regexp.MustCompile(setting).FindAllStringSubmatch(text, -1)
			require.NotEmpty(t, found)
			for _, one := range found {
				require.Contains(t, flags, one[1])
				if !strings.HasPrefix(one[2], "...") {
					require.NoError(
						t,
						flags[one[1]].Value.Set(strings.ReplaceAll(one[2], "${SITE}", "play.example")),
						one[0],
					)
				}
			}
			require.Len(t, found, strings.Count(text, "ARCHMAGE_"), "each is set to something")
		})
	}
}

// The commands in these files exist, with their flags.
func TestDeployedCommandsExist(t *testing.T) {
	known := map[string]bool{}
	for _, c := range (&app{}).rootCommand().Commands() {
		known[c.Name()] = true
	}
	unit := regexp.MustCompile(
		`(?m)^ExecStart=/usr/local/bin/archmage (.+)$`,
	).FindStringSubmatch(deployed(t, "deploy/archmage.service"))
	require.NotNil(t, unit)
	args := strings.Fields(unit[1])
	require.Equal(t, "serve", args[0])
	_, got := readSettings(args[1:]...)
	require.Zero(t, got.status, got.err)
	backup := regexp.MustCompile(
		`/usr/local/bin/archmage admin --data /var/lib/archmage (\w+) `,
	).FindStringSubmatch(deployed(t, "deploy/archmage-backup.service"))
	require.NotNil(t, backup)
	require.True(t, slices.Contains(adminCommands(), backup[1]))
	require.Contains(t, deployed(t, "deploy/compose.yml"), "http://archmage:9090/"+backup[1])
	require.Regexp(t, `(?m)^OnCalendar=`, deployed(t, "deploy/archmage-backup.timer"))
	check := regexp.MustCompile(`CMD (\[.+\])`).FindStringSubmatch(deployed(t, "Dockerfile"))
	require.NotNil(t, check)
	var command []string
	require.NoError(t, json.Unmarshal([]byte(check[1]), &command))
	require.True(t, known[command[1]], command)
	require.Contains(t, deployed(t, "deploy/compose.yml"), "file: grafana.json")
}

// The compose files use the image of a release instead of building the sources.
func TestComposeFilesRunTheReleasedImage(t *testing.T) {
	want := "image: ${IMAGE:-archmage:" + version + "}"
	for _, name := range []string{"deploy/compose.yml", "deploy/compose.cluster.yml"} {
		require.Contains(t, deployed(t, name), want, name)
		require.NotContains(t, deployed(t, name), "build:", "%s: an archive has no Dockerfile", name)
	}
	require.Contains(t, deployed(t, "docs/hosting.md"), "\ndocker build --tag archmage:"+version+" .\n")
}

// The settings in the package's file exist.
func TestDeployedEnvironmentFile(t *testing.T) {
	found := regexp.MustCompile(
		`(?m)^#(ARCHMAGE_\w+)=(.+)$`,
	).FindAllStringSubmatch(
		deployed(t, "deploy/archmage.env"),
		-1,
	)
	require.NotEmpty(t, found)
	for _, line := range found {
		t.Setenv(line[1], line[2])
	}
	_, got := readSettings()
	require.Zero(t, got.status, got.err)
}

// The README of an archive links only to files in it.
func TestReadmeOfArchives(t *testing.T) {
	text := deployed(t, "tools/release/README.md")
	links := regexp.MustCompile(`\]\(([^)#]+)`).FindAllStringSubmatch(text, -1)
	require.NotEmpty(t, links)
	for _, link := range links {
		require.Regexp(t, `^(CHANGELOG|SECURITY|docs/[a-z0-9-]+)\.md$`, link[1])
		require.FileExists(t, filepath.Join("../..", link[1]))
	}
	require.NotContains(t, text, "make ")
	require.Contains(
		t,
		deployed(t, ".goreleaser.yaml"),
		"{src: tools/release/README.md, strip_parent: true, info: *text}",
	)
}

// The image of a release has the configuration of the Dockerfile.
func TestReleasedImageIsThatOfTheDockerfile(t *testing.T) {
	var image struct {
		User, StopSignal      string
		Env, Entrypoint       []string
		ExposedPorts, Volumes map[string]struct{}
		Healthcheck           struct {
			Test                           []string
			Interval, Timeout, StartPeriod time.Duration
		}
	}
	require.NoError(t, json.Unmarshal([]byte(deployed(t, "tools/release/image/config.json")), &image))
	list := func(words []string) string { return `["` + strings.Join(words, `", "`) + `"]` }
	check := image.Healthcheck
	require.Equal(t, "CMD", check.Test[0])
	file := deployed(t, "Dockerfile")
	for word, want := range map[string]string{
		"USER":       image.User,
		"ENV":        strings.Join(image.Env, " "),
		"EXPOSE":     strings.TrimSuffix(strings.Join(slices.Collect(maps.Keys(image.ExposedPorts)), " "), "/tcp"),
		"VOLUME":     strings.Join(slices.Collect(maps.Keys(image.Volumes)), " "),
		"STOPSIGNAL": image.StopSignal,
		"ENTRYPOINT": list(image.Entrypoint),
		"HEALTHCHECK": fmt.Sprintf("--interval=%v --timeout=%v --start-period=%v CMD %s",
			check.Interval, check.Timeout, check.StartPeriod, list(check.Test[1:])),
	} {
		require.Contains(t, file, "\n"+word+" "+want+"\n", word)
	}
}

// The files of a release exist, and it is built for all systems by default.
func TestReleaseConfiguration(t *testing.T) {
	type file struct{ Src string }
	var release struct {
		Before struct{ Hooks []string }
		Builds []struct {
			Skip    string
			Targets []string
			Main    string
			Hooks   struct{ Post []struct{ Cmd string } }
		}
		Archives []struct{ Files []file }
		Nfpms    []struct {
			Formats  []string
			Contents []file
			Scripts  struct{ PostInstall, PostRemove string }
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(deployed(t, ".goreleaser.yaml")), &release))
	var systems []string
	for _, build := range release.Builds {
		require.Len(t, build.Targets, 1)
		system := strings.Replace(build.Targets[0], "_", "/", 1)
		require.Contains(t, build.Skip, strconv.Quote(system))
		require.Equal(t, "./cmd/server", build.Main)
		require.Equal(t, strings.HasPrefix(system, "linux/"), len(build.Hooks.Post) > 0, "%s has an image", system)
		systems = append(systems, system)
	}
	require.Contains(t, deployed(t, "tools/release/build"), `ALL_SYSTEMS="`+strings.Join(systems, " ")+`"`)

	require.Len(t, release.Nfpms, 1)
	packages := release.Nfpms[0]
	require.ElementsMatch(t, []string{"deb", "rpm"}, packages.Formats)
	needed := []string{packages.Scripts.PostInstall, packages.Scripts.PostRemove}
	for _, one := range append(release.Archives[0].Files, packages.Contents...) {
		// tools/release/prepare writes what is below build.
		if !strings.HasPrefix(one.Src, "build/package/") {
			needed = append(needed, one.Src)
		}
	}
	require.Greater(t, len(needed), 5)
	for _, hook := range release.Before.Hooks {
		if target, ok := strings.CutPrefix(hook, "make "); ok {
			require.Regexp(t, `(?m)^`+target+`:`, deployed(t, "Makefile"))
		} else {
			needed = append(needed, hook)
		}
	}
	for _, pattern := range needed {
		found, err := filepath.Glob(filepath.Join("../..", pattern))
		require.NoError(t, err)
		require.NotEmpty(t, found, pattern)
	}
	// Packages create a user and install the program elsewhere.
	require.Contains(t, deployed(t, "tools/release/prepare"), `'/^DynamicUser=yes$/d'`)
	for _, unit := range []string{"deploy/archmage.service", "deploy/archmage-backup.service"} {
		require.Contains(t, deployed(t, unit), "/usr/local/bin/archmage ", unit)
		// The backup has the same user, so that it can open the admin socket.
		require.Contains(t, deployed(t, unit), "\nUser=archmage\nDynamicUser=yes\n", unit)
	}
	require.NotContains(t, deployed(t, "deploy/archmage-backup.service"), "EnvironmentFile=")

	var client struct{ Version string }
	require.NoError(t, json.Unmarshal([]byte(deployed(t, "web/client/package.json")), &client))
	require.Equal(t, version, client.Version)
}

// metricsOfNodes are the metrics that only nodes of a cluster have, with the values of a node that is alone.
var metricsOfNodes = map[string]string{
	"archmage_nodes": `archmage_nodes 1`, "archmage_node_rooms": `archmage_node_rooms\{node="elm"\} \d+`,
	"archmage_node_leases_lost_total": `archmage_node_leases_lost_total \d+`,
}

// The dashboard and the alarms use only metrics that the server has.
func TestDashboardMetricsExist(t *testing.T) {
	var board struct {
		Title      string
		Templating struct{ List []struct{ Name string } }
		Panels     []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(deployed(t, "deploy/grafana.json")), &board))
	require.NotEmpty(t, board.Panels)
	require.Equal(t, "instance", board.Templating.List[0].Name)
	var alarms struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr string
				Annotations map[string]string
			}
		}
	}
	require.NoError(t, yaml.Unmarshal([]byte(deployed(t, "deploy/alarms.yml")), &alarms))

	s := startServer(t, t.TempDir(), "--admin-addr", "127.0.0.1:0")
	// Metrics with labels appear once they are counted.
	tab := sitDown(t, s.Base, client.Settings{Game: "spellbook", Seats: 1}, 0).start()
	for range httpx.DefaultLimits().Codes + 1 {
		require.Error(
			t,
			tab.players[0].guest.Call(programtest.Within(t), http.MethodGet, "/api/codes/AAAAAA", nil, nil),
		)
	}
	_ = s.adminOutput("close", tab.room)
	<-tab.players[0].conn.Done()
	_, body := fetch(t, http.MethodGet, s.Admin+"/metrics")
	measured := map[string]bool{}
	for _, line := range regexp.MustCompile(`(?m)^(\w+)`).FindAllStringSubmatch(string(body), -1) {
		measured[line[1]] = true
	}
	for name := range metricsOfNodes {
		measured[name] = true
	}
	asked := map[string]bool{}
	check := func(title, expr string) {
		t.Helper()
		for _, name := range regexp.MustCompile(`\b(archmage|go|process)_\w+`).FindAllString(expr, -1) {
			require.True(t, measured[name], "%s: %s", title, name)
			asked[name] = true
		}
	}
	for _, panel := range board.Panels {
		require.NotEmpty(t, panel.Targets, panel.Title)
		for _, target := range panel.Targets {
			check(panel.Title, target.Expr)
			require.Equal(t, len(regexp.MustCompile(`\b(archmage|go|process)_\w+`).FindAllString(target.Expr, -1)),
				strings.Count(target.Expr, `instance=~"$instance"`), "%s: of the nodes that are chosen", panel.Title)
		}
	}
	for _, name := range []string{
		"archmage_disk_free_bytes", "archmage_log_failed_writes_total", "archmage_nodes",
		"archmage_node_rooms",
	} {
		require.True(t, asked[name], name)
	}
	require.Greater(t, len(asked), 10)
	require.Len(t, alarms.Groups[0].Rules, 7)
	for _, rule := range alarms.Groups[0].Rules {
		require.NotEmpty(t, rule.Annotations["summary"], rule.Alert)
		check(rule.Alert, rule.Expr)
	}
	require.Contains(
		t,
		readCompose(t, "deploy/compose.yml").Configs["prometheus"].Content,
		"rule_files: [/etc/prometheus/alarms.yml]",
	)
	// The same holds for the documented metrics.
	documented := regexp.MustCompile("`(archmage_\\w+)").FindAllStringSubmatch(deployed(t, "docs/monitoring.md"), -1)
	require.NotEmpty(t, documented)
	for _, name := range documented {
		require.True(t, measured[name[1]] || measured[name[1]+"_count"], name[1])
	}
}

// A service in the same network as the admin address needs the token to use it.
func TestDeployedAdminAddressesAskForAToken(t *testing.T) {
	admins := 0
	for _, name := range []string{"deploy/compose.yml", "deploy/compose.cluster.yml"} {
		for _, service := range readCompose(t, name).Services {
			if service.Environment["ARCHMAGE_ADMIN_ADDR"] != "" {
				admins++
				require.Regexp(t, `^\$\{ADMIN_TOKEN:\?`, service.Environment["ARCHMAGE_ADMIN_TOKEN"], name)
			}
		}
	}
	require.Equal(t, 4, admins)
	require.NotContains(t, deployed(t, "deploy/archmage.service"), "ADMIN_ADDR", "there the socket is enough")
	c := readCompose(t, "deploy/compose.yml")
	require.Contains(t, fmt.Sprint(c.Services["backup"].Command), `--header "Authorization: Bearer $$ADMIN_TOKEN"`)
	require.Equal(t, "${ADMIN_TOKEN}", c.Services["backup"].Environment["ADMIN_TOKEN"])
	require.Contains(t, c.Configs["prometheus"].Content, `authorization: {credentials: "${ADMIN_TOKEN}"}`)
}

// A backup made during matches can be restored and played on: all players have their seats in the same match,
// which can be finished.
func TestRestoreWhilePlaying(t *testing.T) {
	t.Parallel()
	server := startChild(t, t.TempDir())
	busy := []*table{
		sitDown(t, server.Base, client.Settings{
			Game: "seasons", Seats: 3, Options: game.MatchOptions{"level": "apprentice"},
			Clock: client.ClockSettings{Mode: "bank", Seconds: 3600},
		}, 1).start(),
		sitDown(t, server.Base, client.Settings{Game: "spellbook", Seats: 2}, 0).start(),
	}
	quiet := toyTable(t, server.Base, nil).start()
	d := quiet.players[0].waitForDecision()
	quiet.players[0].must(quiet.players[0].random(&d))
	before := quiet.players[0].knows()
	playing := playOn(t, busy, 30)
	data := t.TempDir()
	got := runToEnd(t, "admin", "--url", server.Admin, "backup", filepath.Join(data, "rooms.db"))
	require.Zero(t, got.status, got.err)
	server.Stop(t, os.Kill)
	playing.Wait()

	server = startChild(t, data, "--check-data")
	for _, tab := range append(busy, quiet) {
		for _, p := range tab.everybody() {
			<-p.conn.Done()
			// What happened after the backup is gone.
			p.pending, p.acknowledged = nil, nil
			p.reconnect(server.Base, tab.room)
		}
		tab.compare()
	}
	after := quiet.players[0].knows()
	require.Equal(
		t,
		[]any{before.documents, before.decisions, before.events},
		[]any{after.documents, after.decisions, after.events},
	)
	for _, tab := range append(busy, quiet) {
		// Request ids are not reused.
		for _, p := range tab.players {
			p.acknowledged = make([]string, 10_000)
		}
		tab.play(never, nil)
		tab.compare()
	}
}

// Each service has a memory limit, a fixed version, and no well-known password.
func TestDeployedServicesAreBounded(t *testing.T) {
	text := deployed(t, "deploy/compose.yml")
	_, text, _ = strings.Cut(text, "\nservices:\n")
	services := regexp.MustCompile(`(?m)^  (\w+):\n((?:(?:    .*)?\n)+)`).FindAllStringSubmatch(text, -1)
	require.GreaterOrEqual(t, len(services), 5)
	_, more, _ := strings.Cut(deployed(t, "deploy/compose.postgres.yml"), "\n  postgres:\n")
	services = append(services[:5], []string{"", "postgres", more})
	for _, one := range services {
		require.Regexp(t, `(?m)^    mem_limit: \d+[mg]$`, one[2], one[1])
		require.Regexp(t, `(?m)^    image: (\$\{IMAGE:-)?[\w/]+:v?\d+(\.\d+){1,2}\}?$`, one[2], one[1])
	}
	require.Contains(t, text, `GF_SECURITY_ADMIN_PASSWORD: ${GRAFANA_PASSWORD:-}`)
	require.Regexp(t, `(?m)^MemoryMax=\d`, deployed(t, "deploy/archmage.service"))
}
