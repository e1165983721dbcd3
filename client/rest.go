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

// maxBody bounds how many bytes of an HTTP response are read.
const maxBody = 4 << 20

// Guest is a person as a server knows one, with the token that proves it.
type Guest struct {
	// Base is the address of the server, as in "http://127.0.0.1:8080".
	Base string `json:"-"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Token is secret: it identifies this person.
	Token string `json:"token"`
	// From is the address of this machine from which requests and connections come; nil
	// lets the system choose.
	Source *Source `json:"-"`
}

// NewGuest asks the server at base for a new identity. It fails with a
// *coded.Error if the server refuses.
func NewGuest(ctx context.Context, base, name string) (*Guest, error) {
	return NewGuestFrom(ctx, nil, base, name)
}

// NewGuestFrom is NewGuest for a guest who connects from a given address.
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

// Source is an address of this machine from which connections are made, so that one
// machine can act as many.
type Source struct {
	dial func(ctx context.Context, network, addr string) (net.Conn, error)
	http *http.Client
}

// NewSource returns the source of an address, as in 127.0.0.2.
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

// CreateRoom opens a room, with this person as its host at seat 0, and returns
// the room's id.
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

// Call makes one request of the REST interface. body is sent as JSON unless it is nil;
// the answer is read into result unless that is nil. It fails with a *coded.Error if the
// server refuses.
func (g *Guest) Call(ctx context.Context, method, path string, body, result any) error {
	var in io.Reader
	if body != nil {
		data, err := json.Marshal(body)
		if err != nil {
			return err
		}
		in = bytes.NewReader(data)
	}
	request, err := http.NewRequestWithContext(ctx, method, g.Base+path, in)
	if err != nil {
		return err
	}
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	if g.Token != "" {
		request.Header.Set("Authorization", "Bearer "+g.Token)
	}
	through := http.DefaultClient
	if g.Source != nil {
		through = g.Source.http
	}
	response, err := through.Do(request)
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
	var told struct {
		Code    coded.Code `json:"code"`
		Message string     `json:"message"`
	}
	if json.Unmarshal(body, &told) != nil || told.Code == "" {
		return fmt.Errorf("client: the server answers with status %d", status)
	}
	return &coded.Error{Code: told.Code, Message: told.Message}
}
