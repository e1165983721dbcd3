package socket

import (
	"context"

	"go.uber.org/zap"

	"archmage/internal/lobby"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Signal is something that was done on one node and concerns connections to all nodes. A
// field that is zero says nothing.
type Signal struct {
	// Bans says that the bans have changed.
	Bans bool `json:"bans,omitempty"`
	// Networks is a ban of the networks from which its person is connected.
	Networks *moderation.Ban `json:"networks,omitempty"`
	// Sessions are sessions that have ended, Removed is a person who was removed, Renamed
	// one who has a new name.
	Sessions []string `json:"sessions,omitempty"`
	Removed  string   `json:"removed,omitempty"`
	Renamed  string   `json:"renamed,omitempty"`
	// News is a person for whom there is news. NewsForAll says that there is news for
	// everybody.
	News       string `json:"news,omitempty"`
	NewsForAll bool   `json:"newsForAll,omitempty"`
	// Site says that the host's texts have changed.
	Site bool `json:"site,omitempty"`
	// Closes is a room that is closed, Explanation the reason for the people in it.
	Closes      string           `json:"closes,omitempty"`
	Explanation *httpx.Explained `json:"explanation,omitempty"`
}

// Signals does to connections what a Signal says, here and at the other nodes.
type Signals struct {
	sockets *Sockets
	site    *site.Site
	// broadcast sends a Signal to the other nodes; nil if this node is alone.
	broadcast func(ctx context.Context, what Signal) error
}

// NewSignals returns signals for the connections of sockets. broadcast sends a Signal to
// the other nodes, which pass it to Receive; nil if this node is alone.
func NewSignals(
	sockets *Sockets,
	texts *site.Site,
	broadcast func(ctx context.Context, what Signal) error,
) *Signals {
	return &Signals{sockets, texts, broadcast}
}

// send does what a Signal says to the connections of this node and sends it to the
// other nodes. It returns how many connections ended here.
func (s *Signals) send(ctx context.Context, what Signal) (ended int) {
	ended = s.apply(what)
	if s.broadcast != nil {
		if err := s.broadcast(context.WithoutCancel(ctx), what); err != nil {
			s.sockets.Log.Error("sending a signal to the other nodes failed", zap.Error(err))
		}
	}
	return ended
}

// apply does what a Signal says to the connections of this node, and returns how many have
// ended.
func (s *Signals) apply(what Signal) (ended int) {
	if what.Bans && s.sockets.bans != nil {
		ended += s.sockets.endBanned(s.sockets.bans)
	}
	if len(what.Sessions) > 0 {
		s.sockets.endSessions(what.Sessions...)
	}
	if what.Removed != "" {
		ended += s.sockets.endPerson(what.Removed)
	}
	if what.Renamed != "" {
		s.sockets.reconnect(what.Renamed)
	}
	if what.News != "" || what.NewsForAll {
		s.sockets.sendNews(func(c *conn) bool { return what.NewsForAll || c.person.ID == what.News })
	}
	if what.Closes != "" && what.Explanation != nil {
		s.sockets.setReason(func(c *conn) bool { return c.room == what.Closes }, what.Explanation)
	}
	return ended
}

// SessionsEnded ends the connections of sessions and API tokens that have ended.
func (s *Signals) EndSessions(ctx context.Context, keys ...string) {
	s.send(ctx, Signal{Sessions: keys})
}

// PersonRemoved ends the connections of a person who was removed, and returns how many
// ended here.
func (s *Signals) EndConnectionsOf(ctx context.Context, person string) (ended int) {
	return s.send(ctx, Signal{Removed: person})
}

// News tells a person's pages that there is news. Together with SiteChanged, Renamed,
// Banned and Closes it implements [moderation.Connections].
func (s *Signals) News(ctx context.Context, person string) {
	s.send(ctx, Signal{News: person, NewsForAll: person == ""})
}

// SiteChanged makes every node read the host's texts again, and every page ask for them.
func (s *Signals) SiteChanged(ctx context.Context) {
	s.send(ctx, Signal{Site: true, NewsForAll: true})
}

// Renamed makes a person's connections come back under the new name.
func (s *Signals) Renamed(ctx context.Context, person string) {
	s.send(ctx, Signal{Renamed: person})
}

// Banned ends the connections of everybody who is banned now.
func (s *Signals) Banned(ctx context.Context, networks *moderation.Ban) (err error) {
	if networks != nil {
		ban := *networks
		ban.Identity = ""
		err = s.banNetworks(ctx, networks.Identity, ban)
	}
	s.send(ctx, Signal{Bans: true, Networks: networks})
	return err
}

// Closes tells the people in a room why it is closed.
func (s *Signals) Closes(ctx context.Context, room string, reason people.Reason, words string) {
	s.send(ctx, Signal{Closes: room, Explanation: &httpx.Explained{Reason: reason, Words: words}})
}

// Receive does what a Signal of another node says.
func (s *Signals) Receive(ctx context.Context, what Signal) {
	if what.Networks != nil && s.sockets.bans != nil {
		ban := *what.Networks
		ban.Identity = ""
		if err := s.banNetworks(ctx, what.Networks.Identity, ban); err != nil {
			s.sockets.Log.Error("banning networks failed", zap.Error(err))
		}
	}
	if what.Bans && s.sockets.bans != nil {
		if err := s.sockets.bans.Reload(ctx); err != nil {
			s.sockets.Log.Error("reading the bans failed", zap.Error(err))
		}
	}
	if what.Site {
		if err := s.site.Reload(ctx); err != nil {
			s.sockets.Log.Error("reading the texts of the host failed", zap.Error(err))
		}
	}
	s.apply(what)
}

// Renew is for a node that may have missed signals. It reads again what it keeps in
// memory, and ends all connections, which come back at once.
func (s *Signals) Resync(ctx context.Context) {
	s.Receive(ctx, Signal{Bans: true, Site: true})
	s.sockets.endAll(endingFor(lobby.CodeMoved))
}

// banNetworks bans the networks at which a person is connected to this node.
func (s *Signals) banNetworks(ctx context.Context, person string, ban moderation.Ban) error {
	list := s.sockets.networksOf(person)
	for _, ban.Address = range list {
		if _, err := s.sockets.bans.Add(ctx, ban); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		s.send(ctx, Signal{Bans: true})
	}
	return nil
}
