package main

import (
	"crypto/tls"
	"os"
	"sync"
	"time"

	"go.uber.org/zap"
)

// certificate is the certificate of --tls-cert. It is read again when its files change.
type certificate struct {
	cert, key string
	log       *zap.Logger
	mu        sync.Mutex
	pair      *tls.Certificate
	// changed are the modification times of the files as they were last read, with or
	// without an error.
	changed [2]time.Time
}

// loadCertificate reads a certificate and its key.
func loadCertificate(cert, key string, log *zap.Logger) (*certificate, error) {
	c := &certificate{cert: cert, key: key, log: log}
	return c, c.load()
}

func (c *certificate) load() error {
	c.changed = c.times()
	pair, err := tls.LoadX509KeyPair(c.cert, c.key)
	if err == nil {
		c.pair = &pair
	}
	return err
}

// times returns the modification times of the files; zero for one that is missing.
func (c *certificate) times() (changed [2]time.Time) {
	for i, name := range []string{c.cert, c.key} {
		if info, err := os.Stat(name); err == nil {
			changed[i] = info.ModTime()
		}
	}
	return changed
}

// get returns the certificate for a new connection. If the new files cannot be used, it
// returns the earlier certificate.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.changed != c.times() {
		if err := c.load(); err != nil {
			c.log.Error("the new certificate cannot be used", zap.Error(err))
		} else {
			c.log.Info("there is a new certificate", zap.Time("until", c.pair.Leaf.NotAfter))
		}
	}
	return c.pair, nil
}
