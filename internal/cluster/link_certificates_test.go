package cluster

import (
	"crypto/tls"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// shake connects a client to a server by their certificates, and returns what each of
// them says.
func shake(t *testing.T, client, server *tls.Config, name string) (clientErr, serverErr error) {
	t.Helper()
	here, there := net.Pipe()
	done := make(chan error, 1)
	go func() {
		conn := tls.Server(there, server)
		err := conn.Handshake()
		if err == nil {
			_, err = conn.Write([]byte{1})
		}
		_ = there.Close()
		done <- err
	}()
	config := client.Clone()
	config.ServerName = name
	conn := tls.Client(here, config)
	clientErr = conn.Handshake()
	if clientErr == nil {
		// The client's certificate is refused after its side is done.
		_, clientErr = conn.Read(make([]byte, 1))
	}
	_ = here.Close()
	return clientErr, <-done
}

func TestCertificates(t *testing.T) {
	folder := t.TempDir()
	at := func(name string) string { return filepath.Join(folder, name) }
	require.NoError(t, MakeCertificate(at("ca"), at("one"), []string{"one.example", "192.0.2.1"}))
	require.NoError(t, MakeCertificate(at("ca"), at("two"), []string{"two.example"}))
	require.NoError(t, MakeCertificate(at("other"), at("other"), []string{"one.example"}))
	for _, path := range []string{"ca/ca.pem", "ca/ca-key.pem", "one/ca.pem", "one/node.pem", "one/node-key.pem", "other/node-key.pem"} {
		info, err := os.Stat(at(path))
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode().Perm(), path)
	}
	require.NoFileExists(t, at("one/ca-key.pem"))
	load := func(name string) *tls.Config {
		config, err := LoadCertificate(at(name))
		require.NoError(t, err)
		return config
	}
	one, two, other := load("one"), load("two"), load("other")

	for _, name := range []string{"one.example", "192.0.2.1"} {
		here, there := shake(t, two, one, name)
		require.NoError(t, here)
		require.NoError(t, there)
	}
	here, _ := shake(t, two, one, "two.example")
	require.ErrorContains(t, here, "not two.example", "the name is checked")
	here, _ = shake(t, other, one, "one.example")
	require.ErrorContains(t, here, "unknown authority", "the server's authority is checked")
	trusting := other.Clone()
	trusting.InsecureSkipVerify = true
	_, there := shake(t, trusting, one, "one.example")
	require.ErrorContains(t, there, "unknown authority", "the client's authority is checked")
	trusting.Certificates = nil
	_, there = shake(t, trusting, one, "one.example")
	require.ErrorContains(t, there, "didn't provide a certificate")

	// Nothing is replaced, and what does not fit together is refused.
	require.ErrorIs(t, MakeCertificate(at("ca"), at("one"), []string{"one.example"}), os.ErrExist)
	require.Error(t, MakeCertificate(at("one"), at("three"), []string{"three.example"}), "an authority without its key")
	require.NoError(t, os.Rename(at("other/ca.pem"), at("two/ca.pem")))
	_, err := LoadCertificate(at("two"))
	require.ErrorContains(t, err, "not of the authority beside it")
}
