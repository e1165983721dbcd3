package transport

import (
	"context"

	"go.uber.org/zap"

	"archmage/internal/lobby"
	"archmage/internal/moderation"
	"archmage/internal/people"
)

// Signal is what was done on one of several nodes and concerns the connections to all
// of them. What is zero was not done.
type Signal struct {
	// Bans: the bans have changed.
	Bans bool `json:"bans,omitempty"`
	// Networks is a ban of the networks at which the person that it names is.
	Networks *moderation.Ban `json:"networks,omitempty"`
	// Sessions have ended, Removed is a person who is removed, Renamed one who comes
	// back under another name.
	Sessions []string `json:"sessions,omitempty"`
	Removed  string   `json:"removed,omitempty"`
	Renamed  string   `json:"renamed,omitempty"`
	// News is a person for whom there are news, NewsForAll: there are for everybody.
	News       string `json:"news,omitempty"`
	NewsForAll bool   `json:"newsForAll,omitempty"`
	// Site: the host says something else of the server.
	Site bool `json:"site,omitempty"`
	// Closes is a room that ends, Why what those in it are told.
	Closes string     `json:"closes,omitempty"`
	Why    *explained `json:"why,omitempty"`
}

// signals are what concerns many connections at once.
type signals struct {
	sockets *sockets
	options *Options
}

// signal does what a signal says to the connections of this node and lets the other
// nodes do so. It returns how many connections ended here.
func (s *signals) signal(ctx context.Context, what Signal) (ended int) {
	ended = s.obey(what)
	if s.options.Broadcast != nil {
		if err := s.options.Broadcast(context.WithoutCancel(ctx), what); err != nil {
			s.options.Logger.Error("the other nodes could not be told", zap.Error(err))
		}
	}
	return ended
}

// obey does what a signal says to the connections of this node, and returns how many
// have ended.
func (s *signals) obey(what Signal) (ended int) {
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

// News, SiteChanged, Renamed, Banned and Closes are what moderation tells connections
// ([moderation.Connections]).
func (s *signals) News(ctx context.Context, person string) {
	s.signal(ctx, Signal{News: person, NewsForAll: person == ""})
}

// SiteChanged has every node read what the host says, and every page ask for it.
func (s *signals) SiteChanged(ctx context.Context) {
	s.signal(ctx, Signal{Site: true, NewsForAll: true})
}

// Renamed lets a person come back under another name.
func (s *signals) Renamed(ctx context.Context, person string) {
	s.signal(ctx, Signal{Renamed: person})
}

// Banned ends the connections of who is banned now.
func (s *signals) Banned(ctx context.Context, networks *moderation.Ban) (err error) {
	if networks != nil {
		ban := *networks
		ban.Identity = ""
		err = s.banNetworks(ctx, networks.Identity, ban)
	}
	s.signal(ctx, Signal{Bans: true, Networks: networks})
	return err
}

// Closes tells those in a room why it ends.
func (s *signals) Closes(ctx context.Context, room string, reason people.Reason, words string) {
	s.signal(ctx, Signal{Closes: room, Why: &explained{Reason: reason, Words: words}})
}

// Heed does what a signal of another node says.
func (s *Server) Heed(ctx context.Context, what Signal) {
	if what.Networks != nil && s.options.Bans != nil {
		ban := *what.Networks
		ban.Identity = ""
		if err := s.banNetworks(ctx, what.Networks.Identity, ban); err != nil {
			s.log.Error("networks could not be banned", zap.Error(err))
		}
	}
	if what.Bans && s.options.Bans != nil {
		if err := s.options.Bans.Reload(ctx); err != nil {
			s.log.Error("the bans could not be read", zap.Error(err))
		}
	}
	if what.Site {
		if err := s.options.Site.Reload(ctx); err != nil {
			s.log.Error("what the host says could not be read", zap.Error(err))
		}
	}
	s.obey(what)
}

// Renew is for a node that may have missed signals: it reads what is kept in memory
// again, and ends all connections, which come back at once.
func (s *Server) Renew(ctx context.Context) {
	s.Heed(ctx, Signal{Bans: true, Site: true})
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
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.all {
		c.stop(end)
	}
}
