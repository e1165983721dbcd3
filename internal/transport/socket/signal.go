package socket

import (
	"context"

	"go.uber.org/zap"

	"archmage/internal/lobby"
	"archmage/internal/lobby/club"
	"archmage/internal/moderation"
	"archmage/internal/moderation/site"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// Signal is a change at one node that concerns the connections to all nodes. A zero field means
// that nothing of this kind has changed.
type Signal struct {
	// Bans is true if the bans have changed.
	Bans bool `json:"bans,omitempty"`
	// Networks is a ban for the networks from which its person is connected.
	Networks *moderation.Ban `json:"networks,omitempty"`
	// Sessions has the keys of sessions that have ended. Removed is the id of a person who was removed.
	// Renamed is the id of a person who has a new name.
	Sessions []string `json:"sessions,omitempty"`
	Removed  string   `json:"removed,omitempty"`
	Renamed  string   `json:"renamed,omitempty"`
	// News is a person for whom there is news. NewsForAll is true if there is news for all people.
	News       string `json:"news,omitempty"`
	NewsForAll bool   `json:"newsForAll,omitempty"`
	// Site is true if the host's texts have changed.
	Site bool `json:"site,omitempty"`
	// Club is what has changed in the club.
	Club *club.Change `json:"club,omitempty"`
	// Closes is a room that is being closed. Explanation is the reason that the people in the room
	// get.
	Closes      string           `json:"closes,omitempty"`
	Explanation *httpx.Explained `json:"explanation,omitempty"`
}

// Signals applies changes to the connections of this node and sends them to the other nodes.
type Signals struct {
	sockets *Sockets
	site    *site.Site
	// broadcast sends a Signal to the other nodes; nil if there are none.
	broadcast func(ctx context.Context, signal Signal) error
}

// NewSignals returns the Signals for the connections of sockets. broadcast sends a Signal to the
// other nodes, which pass it to Receive; nil if there are none.
func NewSignals(
	sockets *Sockets,
	texts *site.Site,
	broadcast func(ctx context.Context, signal Signal) error,
) *Signals {
	return &Signals{sockets, texts, broadcast}
}

// send applies a Signal to the connections of this node and sends it to the other nodes. It returns
// the number of connections of this node that it has ended.
func (s *Signals) send(ctx context.Context, signal Signal) (ended int) {
	ended = s.apply(signal)
	if s.broadcast != nil {
		if err := s.broadcast(context.WithoutCancel(ctx), signal); err != nil {
			s.sockets.Log.Error("sending a signal to the other nodes failed", zap.Error(err))
		}
	}
	return ended
}

// apply applies a Signal to the connections of this node, and returns the number of connections that
// it has ended.
func (s *Signals) apply(signal Signal) (ended int) {
	if signal.Bans && s.sockets.bans != nil {
		ended += s.sockets.endBanned(s.sockets.bans)
	}
	if len(signal.Sessions) > 0 {
		s.sockets.endSessions(signal.Sessions...)
	}
	if signal.Removed != "" {
		ended += s.sockets.endPerson(signal.Removed)
	}
	if signal.Renamed != "" {
		s.sockets.reconnect(signal.Renamed)
	}
	if signal.News != "" || signal.NewsForAll {
		s.sockets.sendNews(func(c *conn) bool { return signal.NewsForAll || c.person.ID == signal.News })
	}
	if signal.Site {
		// Some settings are about the chat of the club.
		s.sockets.club.Receive(club.Change{Chat: true})
	}
	if signal.Closes != "" && signal.Explanation != nil {
		s.sockets.setReason(func(c *conn) bool { return c.room == signal.Closes }, signal.Explanation)
	}
	return ended
}

// EndSessions ends the connections of sessions and API tokens that have ended.
func (s *Signals) EndSessions(ctx context.Context, keys ...string) {
	s.send(ctx, Signal{Sessions: keys})
}

// EndConnectionsOf ends the connections of a person who was removed, and returns the number that it
// has ended at this node.
func (s *Signals) EndConnectionsOf(ctx context.Context, person string) (ended int) {
	s.sockets.club.Changed(club.Change{Persons: []string{person}})
	return s.send(ctx, Signal{Removed: person})
}

// News notifies the open pages of a person that there is news, or all open pages if person is "".
// Together with SiteChanged, Renamed, Banned and Closes it implements [moderation.Connections].
func (s *Signals) News(ctx context.Context, person string) {
	s.send(ctx, Signal{News: person, NewsForAll: person == ""})
}

// SiteChanged makes all nodes read the host's texts again, and all open pages load them.
func (s *Signals) SiteChanged(ctx context.Context) {
	s.send(ctx, Signal{Site: true, NewsForAll: true})
}

// Renamed ends a person's connections, so that the clients reconnect and get the new name.
func (s *Signals) Renamed(ctx context.Context, person string) {
	s.send(ctx, Signal{Renamed: person})
}

// BlocksChanged says that a block between two people was added or removed.
func (s *Signals) BlocksChanged(a, b string) {
	s.sockets.club.Changed(club.Change{Blocks: []string{a, b}})
}

// MineChanged says that a person's own tables or invitations have changed.
func (s *Signals) MineChanged(person string) {
	s.sockets.club.Changed(club.Change{Mine: []string{person}})
}

// SendClub sends a change of the club to the other nodes.
func (s *Signals) SendClub(ctx context.Context, change club.Change) error {
	if s.broadcast == nil {
		return nil
	}
	return s.broadcast(ctx, Signal{Club: &change})
}

// Banned ends the connections of banned people and addresses. If networks is not nil, it first bans
// the networks from which its person is connected.
func (s *Signals) Banned(ctx context.Context, networks *moderation.Ban) (err error) {
	if networks != nil {
		ban := *networks
		ban.Identity = ""
		err = s.banNetworks(ctx, networks.Identity, ban)
	}
	s.send(ctx, Signal{Bans: true, Networks: networks})
	return err
}

// Closes sets the reason that the people in a room get when it is closed.
func (s *Signals) Closes(ctx context.Context, room string, reason people.Reason, words string) {
	s.send(ctx, Signal{Closes: room, Explanation: &httpx.Explained{Reason: reason, Words: words}})
}

// Receive applies a Signal of another node.
func (s *Signals) Receive(ctx context.Context, signal Signal) {
	if signal.Networks != nil && s.sockets.bans != nil {
		ban := *signal.Networks
		ban.Identity = ""
		if err := s.banNetworks(ctx, signal.Networks.Identity, ban); err != nil {
			s.sockets.Log.Error("banning networks failed", zap.Error(err))
		}
	}
	if signal.Bans && s.sockets.bans != nil {
		if err := s.sockets.bans.Reload(ctx); err != nil {
			s.sockets.Log.Error("reading the bans failed", zap.Error(err))
		}
	}
	if signal.Site {
		if err := s.site.Reload(ctx); err != nil {
			s.sockets.Log.Error("reading the texts of the host failed", zap.Error(err))
		}
	}
	if signal.Club != nil {
		s.sockets.club.Receive(*signal.Club)
	}
	s.apply(signal)
}

// Resync is called when this node may have missed signals. It reads bans and the host's texts again,
// and ends all connections, so that the clients reconnect.
func (s *Signals) Resync(ctx context.Context) {
	s.Receive(ctx, Signal{Bans: true, Site: true})
	s.sockets.club.Resync()
	s.sockets.endAll(endingFor(lobby.CodeMoved))
}

// banNetworks bans the networks from which a person is connected to this node.
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
