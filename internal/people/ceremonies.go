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

// ceremony is a sign-in or the addition of a key that a browser has begun but not finished.
type ceremony struct {
	Passkey webauthn.SessionData `json:"passkey"`
	// Nonce and Verifier are compared with the provider's answer.
	Nonce    string `json:"nonce"`
	Verifier string `json:"verifier"`
	// Person is the person who adds a key; "" for a sign-in. Name is the name that a guest
	// gets as an account.
	Person string `json:"person"`
	Name   string `json:"name"`
	// JoinCode is the hash of the guest's join code, or nil.
	JoinCode []byte `json:"joinCode,omitempty"`
	expires  time.Time
}

// ceremonies keeps ceremonies until they are finished. Each can be finished once, within
// ceremonyTime. At most maxCeremonies are kept in memory.
type ceremonies struct {
	// shared stores the ceremonies for several servers; nil keeps them in memory.
	shared Ceremonies

	mu      sync.Mutex
	pending map[string]ceremony
}

func (c *ceremonies) put(key string, begun ceremony) {
	now := time.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending == nil {
		c.pending = map[string]ceremony{}
	}
	if len(c.pending) >= maxCeremonies {
		for key, old := range c.pending {
			if now.After(old.expires) {
				delete(c.pending, key)
			}
		}
	}
	for evicted := range c.pending {
		if len(c.pending) < maxCeremonies {
			break
		}
		delete(c.pending, evicted)
	}
	begun.expires = now.Add(ceremonyTime)
	c.pending[key] = begun
}

func (c *ceremonies) take(key string) (ceremony, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	begun, ok := c.pending[key]
	delete(c.pending, key)
	return begun, ok && time.Now().Before(begun.expires)
}

// Ceremonies is storage that several servers share, so that one server can finish a ceremony
// that another one has begun.
type Ceremonies interface {
	// PutCeremony stores data under a key for the given duration.
	PutCeremony(ctx context.Context, key string, data []byte, ttl time.Duration) error
	// TakeCeremony returns the data under a key and removes the data. It fails with
	// store.ErrNotFound.
	TakeCeremony(ctx context.Context, key string) ([]byte, error)
}

// sharedKey returns the key of a ceremony in the shared storage. It is a hash, because the
// ceremony's own key is secret.
func sharedKey(key string) string { return base64.RawURLEncoding.EncodeToString(hash(key)) }

// begin stores a ceremony. It fails with CodeNotStored.
func (c *ceremonies) begin(ctx context.Context, key string, begun ceremony) error {
	if c.shared == nil {
		c.put(key, begun)
		return nil
	}
	data, err := json.Marshal(begun)
	if err != nil {
		return err
	}
	if err := c.shared.PutCeremony(ctx, sharedKey(key), data, ceremonyTime); err != nil {
		return NotStored(err)
	}
	return nil
}

// finish removes a ceremony and returns it. ok is false if there is none, or its time is over.
func (c *ceremonies) finish(ctx context.Context, key string) (begun ceremony, ok bool, err error) {
	if c.shared == nil {
		begun, ok = c.take(key)
		return begun, ok, nil
	}
	data, err := c.shared.TakeCeremony(ctx, sharedKey(key))
	if errors.Is(err, store.ErrNotFound) {
		return ceremony{}, false, nil
	} else if err != nil {
		return ceremony{}, false, err
	}
	err = json.Unmarshal(data, &begun)
	return begun, err == nil, err
}
