package notifytest

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Push is a Web Push service together with one browser that decrypts the messages.
type Push struct {
	// Endpoint, Key and Auth are the browser's subscription.
	Endpoint, Key, Auth string

	private *ecdh.PrivateKey
	secret  []byte

	mu       sync.Mutex
	messages []Message
	status   int
}

// Message is a decrypted message to the browser.
type Message struct {
	Header http.Header
	Text   string
}

// NewPush starts a service, which is closed at the end of the test.
func NewPush(t testing.TB) *Push {
	t.Helper()
	p := &Push{secret: make([]byte, 16), status: http.StatusCreated}
	_, _ = rand.Read(p.secret) // never fails
	var err error
	p.private, err = ecdh.P256().GenerateKey(rand.Reader)
	require.NoError(t, err)
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	p.Endpoint = server.URL + "/browser"
	p.Key = base64.RawURLEncoding.EncodeToString(p.private.PublicKey().Bytes())
	p.Auth = base64.RawURLEncoding.EncodeToString(p.secret)
	return p
}

// Answer sets the HTTP status with which the service answers from now on.
func (p *Push) Answer(status int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.status = status
}

// Messages returns the messages that were received so far.
func (p *Push) Messages() []Message {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]Message(nil), p.messages...)
}

// ServeHTTP implements http.Handler.
func (p *Push) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err == nil {
		var text string
		if text, err = p.decrypt(body); err == nil {
			p.mu.Lock()
			defer p.mu.Unlock()
			p.messages = append(p.messages, Message{r.Header, text})
			w.WriteHeader(p.status)
			return
		}
	}
	http.Error(w, err.Error(), http.StatusBadRequest)
}

// decrypt decrypts the body of a request (RFC 8291).
func (p *Push) decrypt(body []byte) (string, error) {
	const headerLength = 16 + 4 + 1 + 65
	if len(body) < headerLength || body[20] != 65 {
		return "", errors.New("a message is too short")
	}
	salt, key := body[:16], body[21:headerLength]
	sender, err := ecdh.P256().NewPublicKey(key)
	if err != nil {
		return "", err
	}
	shared, err := p.private.ECDH(sender)
	if err != nil {
		return "", err
	}
	info := "WebPush: info\x00" + string(p.private.PublicKey().Bytes()) + string(key)
	material, err := hkdf.Key(sha256.New, shared, p.secret, info, 32)
	if err != nil {
		return "", err
	}
	secret, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return "", err
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return "", err
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return "", err
	}
	gcm, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	text, err := gcm.Open(nil, nonce, body[headerLength:], nil)
	if err != nil {
		return "", err
	}
	// The text is padded with a 2 and zeros.
	end := len(text)
	for end > 0 && text[end-1] == 0 {
		end--
	}
	if end == 0 || text[end-1] != 2 {
		return "", errors.New("a message does not end as it should")
	}
	return string(text[:end-1]), nil
}
