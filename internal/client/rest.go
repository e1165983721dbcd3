package client

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"

	"archmage/internal/coded"
)

// maxBody bounds how much of an answer over HTTP is read, in bytes.
const maxBody = 4 << 20

// Guest is a person as a server knows one, with the token that proves it.
type Guest struct {
	// Base is where the server is, as in "http://127.0.0.1:8080".
	Base string `json:"-"`
	ID   string `json:"id"`
	Name string `json:"name"`
	// Token is secret: it identifies this person.
	Token string `json:"token"`
}

// NewGuest asks the server at base for a new identity. It fails with a
// *coded.Error if the server refuses.
func NewGuest(ctx context.Context, base, name string) (*Guest, error) {
	g := &Guest{Base: base}
	err := g.Call(ctx, http.MethodPost, "/api/me", map[string]any{"name": name, "token": true}, g)
	return g, err
}

// WithToken returns the person or the bot that an API token belongs to. It fails
// with a *coded.Error if the server refuses.
func WithToken(ctx context.Context, base, token string) (*Guest, error) {
	g := &Guest{Base: base, Token: token}
	err := g.Call(ctx, http.MethodGet, "/api/me", nil, g)
	return g, err
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
	return Dial(ctx, g.Base, g.Token, room, options)
}

// Call makes one request of the REST interface. body is sent as JSON unless it
// is nil; the answer is read into result unless that is nil. What the server
// refuses comes back as a *coded.Error.
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
	response, err := http.DefaultClient.Do(request)
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

// refusal returns the error that the body of a refused request tells.
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
