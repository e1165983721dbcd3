package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"

	"archmage/internal/coded"
)

// maxBody is the maximum number of bytes that are read of an HTTP response.
const maxBody = 4 << 20

// Guest is a person on a server, with the token of the person.
type Guest struct {
	// Base is the URL of the server, as in "http://127.0.0.1:8080".
	Base string `json:"-"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Token is secret. It identifies this person.
	Token string `json:"token"`
	// Source is the local address of requests and connections; nil lets the system choose.
	Source *Source `json:"-"`
}

// NewGuest creates a guest on the server at base. It fails with a *coded.Error if the server
// refuses.
func NewGuest(ctx context.Context, base, name string) (*Guest, error) {
	return NewGuestFrom(ctx, nil, base, name)
}

// NewGuestFrom is NewGuest with a local address.
func NewGuestFrom(ctx context.Context, from *Source, base, name string) (*Guest, error) {
	g := &Guest{Base: base, Source: from}
	err := g.Call(ctx, http.MethodPost, "/api/me", map[string]any{"name": name, "token": true}, g)
	return g, err
}

// WithToken returns the person or the bot to whom an API token belongs. It fails with a
// *coded.Error if the server refuses.
func WithToken(ctx context.Context, base, token string) (*Guest, error) {
	g := &Guest{Base: base, Token: token}
	err := g.Call(ctx, http.MethodGet, "/api/me", nil, g)
	return g, err
}

// Source is a local address for connections, so that one machine can appear as many clients.
type Source struct {
	dial func(ctx context.Context, network, addr string) (net.Conn, error)
	http *http.Client
}

// NewSource returns the Source of a local address, as in 127.0.0.2.
func NewSource(local netip.Addr) *Source {
	dialer := &net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(local, 0))}
	return &Source{
		dialer.DialContext,
		&http.Client{Transport: &http.Transport{DialContext: dialer.DialContext, DisableCompression: true}},
	}
}

// Dial opens a connection without sending anything.
func (s *Source) Dial(ctx context.Context, addr string) (net.Conn, error) {
	return s.dial(ctx, "tcp", addr)
}

// CreateRoom opens a room with this person as its host at seat 0, and returns the id of the room.
func (g *Guest) CreateRoom(ctx context.Context, settings Settings) (string, error) {
	var room struct {
		ID string `json:"id"`
	}
	err := g.Call(ctx, http.MethodPost, "/api/rooms", map[string]any{"settings": settings}, &room)
	return room.ID, err
}

// Dial connects to a room as this person.
func (g *Guest) Dial(ctx context.Context, room string, options Options) (*Conn, error) {
	if g.Source != nil {
		options.NetDial = g.Source.dial
	}
	return Dial(ctx, g.Base, g.Token, room, options)
}

// Call makes an HTTP request. It sends body as JSON unless body is nil, and decodes the response
// into result unless result is nil. It fails with a *coded.Error if the server refuses.
func (g *Guest) Call(ctx context.Context, method, path string, body, result any) error {
	var reader io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		reader = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, g.Base+path, reader)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if g.Token != "" {
		request.Header.Set("Authorization", "Bearer "+g.Token)
	}
	httpClient := http.DefaultClient
	if g.Source != nil {
		httpClient = g.Source.http
	}
	response, err := httpClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	data, err := io.ReadAll(io.LimitReader(response.Body, maxBody))
	if err != nil {
		return err
	}
	if response.StatusCode >= 300 {
		return refusal(response.StatusCode, data)
	}
	if result == nil {
		return nil
	}
	return json.Unmarshal(data, result)
}

// refusal returns the error in the body of a refused request.
func refusal(status int, body []byte) error {
	var answer struct {
		Code    coded.Code `json:"code"`
		Message string     `json:"message"`
	}
	if json.Unmarshal(body, &answer) != nil || answer.Code == "" {
		return fmt.Errorf("client: the server answers with status %d", status)
	}
	return &coded.Error{Code: answer.Code, Message: answer.Message}
}
