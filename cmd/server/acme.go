package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"path/filepath"

	"go.uber.org/zap"
	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"
)

// acmeFolder is the subfolder of the data folder that stores the certificates obtained by ACME.
const acmeFolder = "acme"

// checkACME refuses ACME settings that contradict other settings.
func (s *settings) checkACME() error {
	switch {
	case len(s.acmeDomains) == 0:
		return nil
	case s.tlsCert != "" || s.tlsKey != "":
		return errors.New("--acme-domain and --tls-cert are both set, want only one of them")
	case len(s.trustedProxies) > 0:
		return errors.New(
			"--acme-domain is set, but also --trusted-proxies: behind a proxy, the proxy has the certificate",
		)
	}
	return nil
}

// tls returns the TLS configuration for players, or nil if the server speaks plain HTTP.
func (s *settings) tls(log *zap.Logger) (*tls.Config, error) {
	switch {
	case len(s.acmeDomains) > 0:
		config := s.acmeManager().TLSConfig()
		config.MinVersion = tls.VersionTLS12
		return config, nil
	case s.tlsCert != "":
		certificate, err := loadCertificate(s.tlsCert, s.tlsKey, log)
		if err != nil {
			return nil, fmt.Errorf("--tls-cert and --tls-key: %w", err)
		}
		return &tls.Config{GetCertificate: certificate.get, MinVersion: tls.VersionTLS12}, nil
	}
	return nil, nil
}

// acmeManager returns the manager that obtains and renews the certificates. The authority verifies a domain
// by connecting to it on port 443 (tls-alpn-01, RFC 8737).
func (s *settings) acmeManager() *autocert.Manager {
	return &autocert.Manager{
		Prompt:     autocert.AcceptTOS,
		Cache:      autocert.DirCache(filepath.Join(s.data, acmeFolder)),
		HostPolicy: autocert.HostWhitelist(s.acmeDomains...),
		Client:     &acme.Client{DirectoryURL: s.acmeDirectory, UserAgent: "archmage/" + version},
	}
}
