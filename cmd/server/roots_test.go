package main

import (
	"bytes"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/test/programtest"
)

// The image contains only the program, so TLS connections are verified with the program's own root
// certificates.
func TestImageIsEmptyButForTheProgram(t *testing.T) {
	_, image, ok := strings.Cut(deployed(t, "Dockerfile"), "\nFROM scratch\n")
	require.True(t, ok)
	for line := range strings.Lines(image) {
		if strings.HasPrefix(line, "COPY ") {
			require.Contains(
				t,
				[]string{"/server", "/data"},
				line[strings.LastIndexByte(line, ' ')+1:len(line)-1],
				line,
			)
		}
	}
}

// withoutRoots hides the system's root certificates from a program, as in an empty image.
func withoutRoots(t *testing.T, command *exec.Cmd) {
	command.Env = append(os.Environ(), "SSL_CERT_FILE="+filepath.Join(t.TempDir(), "none"), "SSL_CERT_DIR="+t.TempDir())
}

// rootsMark is an environment variable that makes TestPublicRootsAreInTheProgram check its own process.
const rootsMark = "LOOK_AT_THE_ROOTS"

func TestPublicRootsAreInTheProgram(t *testing.T) {
	if os.Getenv(rootsMark) == "" {
		self, err := os.Executable()
		require.NoError(t, err)
		command := exec.CommandContext(programtest.Within(t), self, "-test.run=^"+t.Name()+"$")
		withoutRoots(t, command)
		command.Env = append(command.Env, rootsMark+"=1")
		out, err := command.CombinedOutput()
		require.NoError(t, err, "%s", out)
		return
	}
	roots, err := x509.SystemCertPool()
	require.NoError(t, err)
	known := fmt.Sprintf("%q", roots.Subjects()) //nolint:staticcheck // nothing else tells what is in a pool
	for _, name := range []string{"ISRG Root X1", "DigiCert Global Root G2", "GTS Root R1"} {
		require.Contains(t, known, name)
	}
}

// In an empty image, the program can connect to a server whose authority it is given, and not without it.
func TestOutgoingCallFromAnEmptyRoot(t *testing.T) {
	provider := httptest.NewUnstartedServer(nil)
	provider.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_ = json.NewEncoder(w).Encode(map[string]any{
			"issuer":                                provider.URL,
			"authorization_endpoint":                provider.URL + "/go",
			"token_endpoint":                        provider.URL + "/token",
			"jwks_uri":                              provider.URL + "/keys",
			"id_token_signing_alg_values_supported": []string{"RS256"},
		})
	})
	provider.StartTLS()
	defer provider.Close()
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: provider.Certificate().Raw})
	file := filepath.Join(t.TempDir(), "authority.pem")
	require.NoError(t, os.WriteFile(file, authority, 0o600))
	t.Setenv("SSL_CERT_DIR", t.TempDir())
	for path, want := range map[string]string{file: provider.URL + "/go", file + ".none": "provider_down"} {
		t.Setenv("SSL_CERT_FILE", path)
		addr := freeAddr(t)
		startChild(t, t.TempDir(), "--addr", addr, "--public-url", "https://play.example", "--log-level", "error",
			"--oidc-issuer", provider.URL, "--oidc-id", "id", "--oidc-name", "Provider")
		request, err := http.NewRequestWithContext(
			programtest.Within(t),
			http.MethodPost,
			"http://"+addr+"/api/sign-in/provider",
			bytes.NewReader([]byte("{}")),
		)
		require.NoError(t, err)
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		require.NoError(t, err)
		defer response.Body.Close()
		var said struct{ Address, Code string }
		require.NoError(t, json.NewDecoder(response.Body).Decode(&said))
		require.Contains(t, said.Address+said.Code, want)
	}
}
