package main

import (
	"net"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

// composeFile is the part of a compose file that the tests check.
type composeFile struct {
	Services map[string]struct {
		Image, Command any
		Memory         string `yaml:"mem_limit"`
		Environment    map[string]string
		Volumes        []string
		Extends        struct{ File, Service string }
	}
	Configs map[string]struct{ Content string }
	Volumes map[string]any
}

func readCompose(t *testing.T, name string) composeFile {
	t.Helper()
	var c composeFile
	require.NoError(t, yaml.Unmarshal([]byte(deployed(t, name)), &c))
	return c
}

// The nodes of the compose file start with their settings, share the requests, and requests for a room all
// reach the same node.
func TestDeployedCluster(t *testing.T) {
	c := readCompose(t, "deploy/compose.cluster.yml")
	for name, service := range c.Services {
		if from := service.Extends; from.File != "" {
			service = readCompose(t, filepath.Join("deploy", from.File)).Services[from.Service]
		}
		require.Regexp(t, `^\d+[mg]$`, service.Memory, name)
		require.Regexp(t, `^([\w/]+|\$\{IMAGE:-archmage):v?\d+(\.\d+){1,2}\}?$`, service.Image, name)
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if !strings.HasPrefix(source, ".") {
				require.Contains(t, c.Volumes, source, name)
			}
		}
	}

	proxy := c.Configs["caddy"].Content
	targets := strings.Fields(
		regexp.MustCompile(`reverse_proxy ([^@].+) \{\n +lb_policy least_conn`).FindStringSubmatch(proxy)[1],
	)
	require.Equal(
		t,
		strings.Count(proxy, "reverse_proxy"),
		strings.Count(proxy, strings.Join(targets, " ")),
		"each kind of request goes to all nodes",
	)
	require.Contains(t, proxy, "health_uri /readyz")
	paths := regexp.MustCompile(`path_regexp room (\S+)`).FindStringSubmatch(proxy)
	require.NotNil(t, paths)
	for _, path := range []string{"/ws/ROOM", "/api/rooms/ROOM/events", "/api/rooms/ROOM"} {
		require.Equal(t, "ROOM", regexp.MustCompile(paths[1]).FindStringSubmatch(path)[1])
	}
	require.NotRegexp(t, paths[1], "/api/rooms")
	nodes := 0
	for name, service := range c.Services {
		if service.Environment["ARCHMAGE_NODE_ADDR"] == "" {
			continue
		}
		nodes++
		t.Run(name, func(t *testing.T) {
			for variable, value := range service.Environment {
				if strings.HasPrefix(variable, envPrefix) {
					t.Setenv(variable, strings.ReplaceAll(value, "${SITE}", "play.example"))
				}
			}
			s, got := readSettings()
			require.Zero(t, got.status, got.err)
			require.True(t, s.node.clustered())
			require.Equal(t, name, s.node.name)
			host, _, err := net.SplitHostPort(s.node.addr)
			require.NoError(t, err)
			require.Equal(t, name, host)
			require.Contains(t, s.adminHosts, name)
			require.Contains(t, targets, name+":8080")
		})
	}
	require.Equal(t, 3, nodes)
	require.Len(t, targets, nodes)
}
