package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"time"
)

// The files of certificates. A node needs CAFile, NodeFile and NodeKeyFile; CAKeyFile
// is only for making further certificates, and is best kept elsewhere.
const (
	CAFile      = "ca.pem"
	CAKeyFile   = "ca-key.pem"
	NodeFile    = "node.pem"
	NodeKeyFile = "node-key.pem"
)

// certificatesLast is how long certificates are valid.
const certificatesLast = 10 * 365 * 24 * time.Hour

// MakeCertificate writes the certificate of a node that others reach under these
// names or IP addresses into a folder, with its key and that of the authority. The
// authority is in another folder; one that is not there yet is made. It fails if the
// node's files are there already.
func MakeCertificate(authority, folder string, hosts []string) error {
	for _, path := range []string{authority, folder} {
		if err := os.MkdirAll(path, 0o700); err != nil {
			return err
		}
	}
	ca, caKey, err := loadAuthority(authority)
	if errors.Is(err, fs.ErrNotExist) {
		ca, caKey, err = makeAuthority(authority)
	}
	if err != nil {
		return err
	}
	template, err := newTemplate(hosts[0])
	if err != nil {
		return err
	}
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth}
	for _, host := range hosts {
		if ip := net.ParseIP(host); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, host)
		}
	}
	if template.NotAfter.After(ca.NotAfter) {
		template.NotAfter = ca.NotAfter
	}
	if err := writeCertificate(folder, NodeFile, NodeKeyFile, template, ca, caKey); err != nil {
		return err
	}
	text, err := os.ReadFile(filepath.Join(authority, CAFile))
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, CAFile), text, 0o600)
}

func newTemplate(name string) (*x509.Certificate, error) {
	serial, err := rand.Int(rand.Reader, new(big.Int).Lsh(big.NewInt(1), 127))
	if err != nil {
		return nil, err
	}
	now := time.Now()
	return &x509.Certificate{
		SerialNumber: serial, Subject: pkix.Name{CommonName: name},
		// Clocks of machines differ a little.
		NotBefore: now.Add(-time.Hour), NotAfter: now.Add(certificatesLast),
	}, nil
}

func makeAuthority(folder string) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	template, err := newTemplate("Archmage nodes")
	if err != nil {
		return nil, nil, err
	}
	template.IsCA, template.BasicConstraintsValid, template.MaxPathLenZero = true, true, true
	template.KeyUsage = x509.KeyUsageCertSign
	if err := writeCertificate(folder, CAFile, CAKeyFile, template, nil, nil); err != nil {
		return nil, nil, err
	}
	return loadAuthority(folder)
}

// writeCertificate writes a new key and its certificate, signed by an authority or, if
// that is nil, by the key itself. It replaces no file.
func writeCertificate(folder, name, keyName string, template, ca *x509.Certificate, caKey *ecdsa.PrivateKey) error {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	if ca == nil {
		ca, caKey = template, key
	}
	certificate, err := x509.CreateCertificate(rand.Reader, template, ca, &key.PublicKey, caKey)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return err
	}
	if err := writePEM(filepath.Join(folder, name), "CERTIFICATE", certificate); err != nil {
		return err
	}
	return writePEM(filepath.Join(folder, keyName), "PRIVATE KEY", secret)
}

func writePEM(path, kind string, data []byte) error {
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(pem.Encode(file, &pem.Block{Type: kind, Bytes: data}), file.Close())
}

// loadAuthority reads the authority with its key.
func loadAuthority(folder string) (*x509.Certificate, *ecdsa.PrivateKey, error) {
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, CAFile), filepath.Join(folder, CAKeyFile))
	if err != nil {
		return nil, nil, err
	}
	key, ok := pair.PrivateKey.(*ecdsa.PrivateKey)
	if !ok || !pair.Leaf.IsCA {
		return nil, nil, fmt.Errorf("%s is not an authority made by this program", filepath.Join(folder, CAFile))
	}
	return pair.Leaf, key, nil
}

// LoadCertificate reads the certificate of a node from its folder. It returns the
// settings by which nodes know each other: each shows a certificate of the same
// authority, and who connects checks that the other one's is for the host to which it
// has connected.
func LoadCertificate(folder string) (*tls.Config, error) {
	pair, err := tls.LoadX509KeyPair(filepath.Join(folder, NodeFile), filepath.Join(folder, NodeKeyFile))
	if err != nil {
		return nil, err
	}
	text, err := os.ReadFile(filepath.Join(folder, CAFile))
	if err != nil {
		return nil, err
	}
	authorities := x509.NewCertPool()
	if !authorities.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no certificate", filepath.Join(folder, CAFile))
	}
	_, err = pair.Leaf.Verify(x509.VerifyOptions{Roots: authorities, KeyUsages: []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth}})
	if err != nil {
		return nil, fmt.Errorf("%s is not of the authority beside it: %w", filepath.Join(folder, NodeFile), err)
	}
	return &tls.Config{
		Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS13,
		RootCAs: authorities, ClientCAs: authorities, ClientAuth: tls.RequireAndVerifyClientCert,
	}, nil
}
