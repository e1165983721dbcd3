package main

import (
	"crypto/tls"
	"os"
	"sync"
	"time"

	"go.uber.org/zap"
)

// certificate is the TLS certificate of the server. It is reloaded when its files change.
type certificate struct {
	certFile, keyFile string
	log               *zap.Logger
	mu                sync.Mutex
	pair              *tls.Certificate
	// modTimes has the modification times of certFile and keyFile at the last attempt to load them.
	modTimes [2]time.Time
}

func loadCertificate(certFile, keyFile string, log *zap.Logger) (*certificate, error) {
	c := &certificate{certFile: certFile, keyFile: keyFile, log: log}
	return c, c.load()
}

func (c *certificate) load() error {
	c.modTimes = c.readModTimes()
	pair, err := tls.LoadX509KeyPair(c.certFile, c.keyFile)
	if err == nil {
		c.pair = &pair
	}
	return err
}

// readModTimes returns the current modification times of certFile and keyFile. A missing file has the zero time.
func (c *certificate) readModTimes() (modTimes [2]time.Time) {
	for i, name := range []string{c.certFile, c.keyFile} {
		if info, err := os.Stat(name); err == nil {
			modTimes[i] = info.ModTime()
		}
	}
	return modTimes
}

// get returns the certificate for a new connection. If new files cannot be loaded, it logs the error and
// returns the previous certificate.
func (c *certificate) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.modTimes != c.readModTimes() {
		if err := c.load(); err != nil {
			c.log.Error("the new certificate cannot be used", zap.Error(err))
		} else {
			c.log.Info("there is a new certificate", zap.Time("until", c.pair.Leaf.NotAfter))
		}
	}
	return c.pair, nil
}
