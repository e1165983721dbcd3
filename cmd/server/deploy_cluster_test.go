package main

import (
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"archmage/internal/cli"
	"archmage/internal/cluster"
)

// composed is a compose file, as far as the tests look at it.
type composed struct {
	Services map[string]struct {
		Build, Image, Command any
		Memory                string `yaml:"mem_limit"`
		Environment           map[string]string
		Volumes               []string
		Extends               struct{ File, Service string }
	}
	Configs map[string]struct{ Content string }
	Volumes map[string]any
}

func readCompose(t *testing.T, name string) composed {
	t.Helper()
	var c composed
	require.NoError(t, yaml.Unmarshal([]byte(deployed(t, name)), &c))
	return c
}

// The nodes of the compose file start with their settings, have the certificate that
// the file makes, and all of them get their part of the requests.
func TestDeployedCluster(t *testing.T) {
	c := readCompose(t, "deploy/compose.cluster.yml")
	for name, service := range c.Services {
		if from := service.Extends; from.File != "" {
			service = readCompose(t, filepath.Join("deploy", from.File)).Services[from.Service]
		}
		require.Regexp(t, `^\d+[mg]$`, service.Memory, name)
		if service.Build == nil {
			require.Regexp(t, `^[\w/]+:v?\d+(\.\d+){1,2}$`, service.Image, name)
		}
		for _, volume := range service.Volumes {
			source, _, _ := strings.Cut(volume, ":")
			if !strings.HasPrefix(source, ".") {
				require.Contains(t, c.Volumes, source, name)
			}
		}
	}

	folder := t.TempDir()
	args := strings.Fields(strings.NewReplacer("/data", filepath.Join(folder, "authority"), "/certificates", filepath.Join(folder, "node")).
		Replace(c.Services["certificates"].Command.(string)))
	for range 2 { // It does so at each start.
		made := ends(t, args...)
		require.Zero(t, made.status, made.err)
	}
	certificate, err := cluster.LoadCertificate(filepath.Join(folder, "node"))
	require.NoError(t, err)
	require.Contains(t, deployed(t, "Dockerfile"), "/out/certificates /certificates", "the program may write there")

	proxy := c.Configs["caddy"].Content
	targets := strings.Fields(regexp.MustCompile(`reverse_proxy ([^@].+) \{\n +lb_policy least_conn`).FindStringSubmatch(proxy)[1])
	require.Equal(t, strings.Count(proxy, "reverse_proxy"), strings.Count(proxy, strings.Join(targets, " ")), "each kind of request goes to all nodes")
	require.Contains(t, proxy, "health_uri /readyz")
	nodes := 0
	for name, service := range c.Services {
		if service.Environment["ARCHMAGE_NODE_ADDR"] == "" {
			continue
		}
		nodes++
		t.Run(name, func(t *testing.T) {
			for variable, value := range service.Environment {
				if strings.HasPrefix(variable, environment) {
					t.Setenv(variable, strings.ReplaceAll(value, "${SITE}", "play.example"))
				}
			}
			s, got := readSettings()
			require.Zero(t, got.status, got.err)
			require.True(t, s.node.several())
			require.Equal(t, name, s.node.name)
			host, _, err := net.SplitHostPort(s.node.addr)
			require.NoError(t, err)
			require.Equal(t, name, host)
			require.NoError(t, certificate.Certificates[0].Leaf.VerifyHostname(host))
			require.True(t, slices.ContainsFunc(service.Volumes, func(v string) bool { return strings.HasPrefix(v, "certificates:"+s.node.certDir+":ro") }))
			require.Contains(t, s.adminHosts, name)
			require.Contains(t, targets, name+":8080")
		})
	}
	require.Equal(t, 3, nodes)
	require.Len(t, targets, nodes)
}

func TestClusterCommand(t *testing.T) {
	folder := t.TempDir()
	for _, args := range [][]string{
		{"cluster"}, {"cluster", "dance"}, {"cluster", "cert"}, {"cluster", "cert", "-host", "node1:7000"}, {"cluster", "cert", "-host", "a,,b"},
		{"cluster", "cert", "-host", "a", "b"},
	} {
		got := ends(t, args...)
		require.Equal(t, cli.Usage, got.status, args)
		require.NotEmpty(t, got.err)
	}
	make := func(args ...string) result {
		return ends(t, append([]string{"cluster", "cert", "-ca", filepath.Join(folder, "ca"), "-dir", filepath.Join(folder, "one")}, args...)...)
	}
	got := make("-host", "one.example, ::1")
	require.Zero(t, got.status, got.err)
	require.Contains(t, got.out, "the certificate of one.example, ::1")
	certificate, err := cluster.LoadCertificate(filepath.Join(folder, "one"))
	require.NoError(t, err)
	require.NoError(t, certificate.Certificates[0].Leaf.VerifyHostname("::1"))
	require.Equal(t, cli.Failed, make("-host", "two.example").status, "a certificate is not replaced")
	require.Zero(t, make("-host", "two.example", "-if-missing").status)
	require.NoFileExists(t, filepath.Join(folder, "one", cluster.CAKeyFile))
	require.NoError(t, os.Remove(filepath.Join(folder, "ca", cluster.CAKeyFile)))
	require.Equal(t, cli.Failed, ends(t, "cluster", "cert", "-ca", filepath.Join(folder, "ca"), "-dir", filepath.Join(folder, "two"), "-host", "two").status)
}
