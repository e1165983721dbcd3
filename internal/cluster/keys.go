package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"math/big"
)

// Identity is a key that a node generates when it starts, with a certificate. Other nodes recognise the node by
// the hash of the certificate, which is in the node's row ([Node.Key]).
type Identity struct{ certificate tls.Certificate }

// NewIdentity generates a key.
func NewIdentity() (Identity, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Identity{}, err
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1)}
	certificate, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	return Identity{tls.Certificate{Certificate: [][]byte{certificate}, PrivateKey: key}}, err
}

// Key returns the hash by which other nodes recognise this one.
func (i Identity) Key() string { return hashOf(i.certificate.Certificate[0]) }

func hashOf(certificate []byte) string {
	sum := sha256.Sum256(certificate)
	return hex.EncodeToString(sum[:])
}

var errUnknownPeer = errors.New("peer certificate does not belong to the expected node")

// config returns the TLS settings for connections to nodes with trusted keys. Both sides present a
// certificate. TLS proves that each side has its private key. The list of nodes maps keys to nodes.
func (i Identity) config(trusted func(key string) bool) *tls.Config {
	return &tls.Config{
		Certificates: []tls.Certificate{i.certificate}, MinVersion: tls.VersionTLS13,
		ClientAuth: tls.RequireAnyClientCert, InsecureSkipVerify: true,
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 1 && trusted(hashOf(s.PeerCertificates[0].Raw)) {
				return nil
			}
			return errUnknownPeer
		},
	}
}
