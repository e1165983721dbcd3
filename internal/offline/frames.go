package offline

import (
	"archmage/internal/coded"
	"archmage/internal/stream"
	"archmage/internal/strict"
	"archmage/internal/transport/frame"
)

// welcomeFrame is the first frame of a connection. Its members are those of a server's welcome.
type welcomeFrame struct {
	Type   string              `json:"type"` // "welcome"
	V      int                 `json:"v"`
	You    Person              `json:"you"`
	Room   string              `json:"room"`
	Now    int64               `json:"now"`
	Limits frame.WelcomeLimits `json:"limits"`
}

// presenceFrame says that the player is connected. Its members are those of a live room's frame.
type presenceFrame struct {
	Type           string     `json:"type"` // "presence"
	Connected      []string   `json:"connected"`
	Away           []struct{} `json:"away"`
	Spectators     []struct{} `json:"spectators"`
	SpectatorCount int        `json:"spectatorCount"`
}

// byeFrame ends a connection.
type byeFrame struct {
	Type string     `json:"type"` // "bye"
	Code coded.Code `json:"code"`
}

// join connects the client, and sends it what it does not have yet. A client that was connected before is not
// connected any more.
func (r *Room) join(hello *frame.Hello, now int64) {
	p := r.options.Person
	r.stream.Leave(r.sub)
	r.sub = stream.NewSubscription()
	r.sub.Push(strict.Encode(welcomeFrame{"welcome", frame.Version, p, r.table.ID, now, frame.WelcomeLimits{}}))
	here := strict.Encode(presenceFrame{"presence", []string{p.ID}, []struct{}{}, []struct{}{}, 0})
	r.stream.SetCurrent(nil, [2][]byte{here, here})
	r.stream.Join(r.sub, r.table.SeatOf(p.ID), stream.Hello{Sequence: hello.Sequence, Seq: hello.Seq})
}
