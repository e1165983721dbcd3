package people

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"sync"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"archmage/internal/store"
)

// ceremony is a sign-in, or the adding of a key, that was begun and waits for the browser
// to come back.
type ceremony struct {
	Passkey webauthn.SessionData `json:"passkey"`
	// Nonce and Verifier check the provider's answer.
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	// Person is the person who adds a key, "" for a sign-in. Name is the name that a
	// guest keeps by it.
	Person string `json:"person"`
	Name   string `json:"name"`
	until  time.Time
}

// ceremonies are the ceremonies that were begun. Each can be taken once, within its time.
type ceremonies struct {
	// shared keeps the ceremonies for several servers; if it is nil, they are in memory.
	shared Ceremonies

	mu  sync.Mutex
	all map[string]ceremony
}

func (c *ceremonies) put(key string, one ceremony) {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all == nil {
		c.all = map[string]ceremony{}
	}
	if len(c.all) >= maxCeremonies {
		for key, old := range c.all {
			if now.After(old.until) {
				delete(c.all, key)
			}
		}
	}
	for any := range c.all {
		if len(c.all) < maxCeremonies {
			break
		}
		delete(c.all, any)
	}
	one.until = now.Add(ceremonyTime)
	c.all[key] = one
}

func (c *ceremonies) take(key string) (ceremony, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one, ok := c.all[key]
	delete(c.all, key)
	return one, ok && time.Now().Before(one.until)
}

// Ceremonies is storage that several servers share, so that one can finish a ceremony
// that another one has begun.
type Ceremonies interface {
	// PutCeremony keeps data under a key for the duration within.
	PutCeremony(ctx context.Context, key string, data []byte, within time.Duration) error
	// TakeCeremony returns the data under a key and removes it, or fails with
	// store.ErrNotFound.
	TakeCeremony(ctx context.Context, key string) ([]byte, error)
}

// sharedKey returns the key under which servers share a ceremony. It is a hash, as the
// key itself is secret.
func sharedKey(key string) string { return base64.RawURLEncoding.EncodeToString(hash(key)) }

// begin stores a ceremony. It fails with CodeNotStored.
func (c *ceremonies) begin(ctx context.Context, key string, one ceremony) error {
	if c.shared == nil {
		c.put(key, one)
		return nil
	}
	data, err := json.Marshal(one)
	if err != nil {
		return err
	}
	if err := c.shared.PutCeremony(ctx, sharedKey(key), data, ceremonyTime); err != nil {
		return NotStored(err)
	}
	return nil
}

// finish takes a ceremony that was begun.
func (c *ceremonies) finish(ctx context.Context, key string) (one ceremony, ok bool, err error) {
	if c.shared == nil {
		one, ok = c.take(key)
		return one, ok, nil
	}
	data, err := c.shared.TakeCeremony(ctx, sharedKey(key))
	if errors.Is(err, store.ErrNotFound) {
		return ceremony{}, false, nil
	} else if err != nil {
		return ceremony{}, false, err
	}
	err = json.Unmarshal(data, &one)
	return one, err == nil, err
}
