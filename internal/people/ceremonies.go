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

// ceremony is something that was begun and waits for its second half.
type ceremony struct {
	Passkey webauthn.SessionData `json:"passkey"`
	// Nonce and Verifier are what a provider's answer is checked with.
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	// Person is who wants to keep a name, "" where somebody signs in; Name is that
	// name, for a guest.
	Person string `json:"person"`
	Name   string `json:"name"`
	until  time.Time
}

// ceremonies are those that have begun. Each is taken once, within its time.
type ceremonies struct {
	// shared keeps them for several servers; without it they are in memory.
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

// Ceremonies are kept by several servers together, so that one can finish what
// another one has begun.
type Ceremonies interface {
	// PutCeremony keeps something under a key for some time.
	PutCeremony(ctx context.Context, key string, data []byte, within time.Duration) error
	// TakeCeremony returns it, once, or store.ErrNotFound.
	TakeCeremony(ctx context.Context, key string) ([]byte, error)
}

// sharedKey is the key of a ceremony where several servers keep it. It does not tell
// the secret.
func sharedKey(key string) string { return base64.RawURLEncoding.EncodeToString(hash(key)) }

// begin keeps a ceremony. It fails with CodeNotStored.
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

// finish returns a ceremony that was begun, once.
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
