package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"math/big"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"archmage/test/programtest"
)

// authority is an ACME authority (RFC 8555) that authorises every order.
type authority struct {
	*httptest.Server
	t      *testing.T
	key    *ecdsa.PrivateKey
	root   *x509.Certificate
	chain  []byte
	issued atomic.Int32
}

func newAuthority(t *testing.T) *authority {
	t.Helper()
	a := &authority{t: t}
	var err error
	a.key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	require.NoError(t, err)
	template := x509.Certificate{
		SerialNumber: big.NewInt(
			1,
		),
		Subject:               pkix.Name{CommonName: "Authority"},
		IsCA:                  true,
		BasicConstraintsValid: true,
		NotBefore: time.Now().Add(
			-time.Hour,
		),
		NotAfter: time.Now().Add(24 * time.Hour),
		KeyUsage: x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, &template, &template, a.key.Public(), a.key)
	require.NoError(t, err)
	a.root, err = x509.ParseCertificate(der)
	require.NoError(t, err)
	a.Server = httptest.NewServer(a)
	t.Cleanup(a.Close)
	return a
}

func (a *authority) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Replay-Nonce", rand.Text())
	answer := func(status int, value any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(value)
	}
	switch r.URL.Path {
	case "/":
		answer(http.StatusOK, map[string]string{
			"newNonce": a.URL + "/nonce", "newAccount": a.URL + "/account", "newOrder": a.URL + "/order",
		})
	case "/account":
		w.Header().Set("Location", a.URL+"/account/1")
		answer(http.StatusCreated, map[string]string{"status": "valid"})
	case "/order":
		w.Header().Set("Location", a.URL+"/order/1")
		answer(http.StatusCreated, map[string]string{"status": "ready", "finalize": a.URL + "/finalize"})
	case "/finalize":
		a.issue(r)
		w.Header().Set("Location", a.URL+"/order/1")
		answer(http.StatusOK, map[string]string{"status": "valid", "certificate": a.URL + "/certificate"})
	case "/certificate":
		w.Header().Set("Content-Type", "application/pem-certificate-chain")
		_, _ = w.Write(a.chain)
	}
}

// issue signs the certificate of a request to finalise an order.
func (a *authority) issue(r *http.Request) {
	data, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	var signed struct{ Payload string }
	var asked struct{ CSR string }
	decode := base64.RawURLEncoding.DecodeString
	_ = json.Unmarshal(data, &signed)
	payload, _ := decode(signed.Payload)
	_ = json.Unmarshal(payload, &asked)
	der, _ := decode(asked.CSR)
	request, err := x509.ParseCertificateRequest(der)
	if err != nil {
		return
	}
	made, err := x509.CreateCertificate(rand.Reader, &x509.Certificate{
		SerialNumber: big.NewInt(2), DNSNames: request.DNSNames, KeyUsage: x509.KeyUsageDigitalSignature,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
		NotBefore:   time.Now().Add(-time.Hour), NotAfter: time.Now().Add(24 * time.Hour),
	}, a.root, request.PublicKey, a.key)
	if err != nil {
		return
	}
	a.chain = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: made})
	a.issued.Add(1)
}

// The server obtains a certificate at the first connection of a browser and stores it in the data folder.
func TestCertificateByACME(t *testing.T) {
	ca, data := newAuthority(t), t.TempDir()
	roots := x509.NewCertPool()
	roots.AddCert(ca.root)
	for range 2 {
		s := startServer(
			t,
			data,
			"--acme-domain",
			"play.example",
			"--acme-directory",
			ca.URL+"/",
			"--log-level",
			"info",
		)
		require.Equal(t, "https://play.example", s.Base, "pages are at the domain, without --public-url")
		_, at, ok := strings.Cut(s.complaints.String(), `"addr": "`)
		require.True(t, ok, s.complaints.String())
		at, _, _ = strings.Cut(at, `"`)
		dialer := tls.Dialer{Config: &tls.Config{RootCAs: roots, ServerName: "play.example"}}
		conn, err := dialer.DialContext(programtest.Within(t), "tcp", at)
		require.NoError(t, err)
		require.NoError(t, conn.Close())

		dialer.Config.ServerName = "other.example"
		_, err = dialer.DialContext(programtest.Within(t), "tcp", at)
		require.Error(t, err, "no certificate is asked for that names another domain")
		s.stop()
	}
	require.EqualValues(t, 1, ca.issued.Load(), "the second start has the certificate of the first")
	require.DirExists(t, filepath.Join(data, acmeFolder))
}

func TestSettingsOfACME(t *testing.T) {
	s, got := readSettings("--acme-domain", "play.example,www.play.example")
	require.Zero(t, got.status, got.err)
	require.EqualValues(t, "https://play.example", s.publicURL)
	s, got = readSettings("--acme-domain", "play.example", "--public-url", "https://www.play.example")
	require.Zero(t, got.status, got.err)
	require.EqualValues(t, "https://www.play.example", s.publicURL)
	for _, args := range []string{"--tls-cert a --tls-key b", "--trusted-proxies 127.0.0.1"} {
		_, got = readSettings(append([]string{"--acme-domain", "play.example"}, strings.Fields(args)...)...)
		require.Contains(t, got.err, "--acme-domain ")
		require.NotZero(t, got.status)
	}
}
