package transport

import (
	"context"

	"go.uber.org/zap"

	"archmage/internal/lobby"
	"archmage/internal/moderation"
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
	// Closes is a room that is closed, Why the reason for the people in it.
	Closes string           `json:"closes,omitempty"`
	Why    *httpx.Explained `json:"why,omitempty"`
}

// signals does to connections what a Signal says.
type signals struct {
	sockets *sockets
	options *Options
}

// signal does what a Signal says to the connections of this node and sends it to the
// other nodes. It returns how many connections ended here.
func (s *signals) signal(ctx context.Context, what Signal) (ended int) {
	ended = s.apply(what)
	if s.options.Broadcast != nil {
		if err := s.options.Broadcast(context.WithoutCancel(ctx), what); err != nil {
			s.options.Logger.Error("the other nodes could not be told", zap.Error(err))
		}
	}
	return ended
}

// apply does what a Signal says to the connections of this node, and returns how many have
// ended.
func (s *signals) apply(what Signal) (ended int) {
	if what.Bans && s.options.Bans != nil {
		ended += s.sockets.endBanned(s.options.Bans)
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
		s.sockets.news(func(c *conn) bool { return what.NewsForAll || c.person.ID == what.News })
	}
	if what.Closes != "" && what.Why != nil {
		s.sockets.explain(func(c *conn) bool { return c.room == what.Closes }, what.Why)
	}
	return ended
}

// News tells a person's pages that there is news. Together with SiteChanged, Renamed,
// Banned and Closes it implements [moderation.Connections].
func (s *signals) News(ctx context.Context, person string) {
	s.signal(ctx, Signal{News: person, NewsForAll: person == ""})
}

// SiteChanged makes every node read the host's texts again, and every page ask for them.
func (s *signals) SiteChanged(ctx context.Context) {
	s.signal(ctx, Signal{Site: true, NewsForAll: true})
}

// Renamed makes a person's connections come back under the new name.
func (s *signals) Renamed(ctx context.Context, person string) {
	s.signal(ctx, Signal{Renamed: person})
}

// Banned ends the connections of everybody who is banned now.
func (s *signals) Banned(ctx context.Context, networks *moderation.Ban) (err error) {
	if networks != nil {
		ban := *networks
		ban.Identity = ""
		err = s.banNetworks(ctx, networks.Identity, ban)
	}
	s.signal(ctx, Signal{Bans: true, Networks: networks})
	return err
}

// Closes tells the people in a room why it is closed.
func (s *signals) Closes(ctx context.Context, room string, reason people.Reason, words string) {
	s.signal(ctx, Signal{Closes: room, Why: &httpx.Explained{Reason: reason, Words: words}})
}

// Receive does what a Signal of another node says.
func (s *Server) Receive(ctx context.Context, what Signal) {
	if what.Networks != nil && s.options.Bans != nil {
		ban := *what.Networks
		ban.Identity = ""
		if err := s.banNetworks(ctx, what.Networks.Identity, ban); err != nil {
			s.Log.Error("networks could not be banned", zap.Error(err))
		}
	}
	if what.Bans && s.options.Bans != nil {
		if err := s.options.Bans.Reload(ctx); err != nil {
			s.Log.Error("the bans could not be read", zap.Error(err))
		}
	}
	if what.Site {
		if err := s.options.Site.Reload(ctx); err != nil {
			s.Log.Error("what the host says could not be read", zap.Error(err))
		}
	}
	s.apply(what)
}

// Renew is for a node that may have missed signals. It reads again what it keeps in
// memory, and ends all connections, which come back at once.
func (s *Server) Renew(ctx context.Context) {
	s.Receive(ctx, Signal{Bans: true, Site: true})
	s.sockets.endAll(endFor(lobby.CodeMoved))
}

// banNetworks bans the networks at which a person is connected to this node.
func (s *signals) banNetworks(ctx context.Context, person string, ban moderation.Ban) error {
	list := s.sockets.networksOf(person)
	for _, ban.Address = range list {
		if _, err := s.options.Bans.Add(ctx, ban); err != nil {
			return err
		}
	}
	if len(list) > 0 {
		s.signal(ctx, Signal{Bans: true})
	}
	return nil
}

// endAll ends all connections.
func (k *sockets) endAll(end ending) {
	for _, c := range k.list() {
		c.stop(end)
	}
}
