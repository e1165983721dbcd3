package transport

import (
	"errors"
	"maps"
	"net/http"
	"net/netip"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// bans lists the bans.
func (s *operatorAPI) bans(w http.ResponseWriter, _ *http.Request) error {
	if s.options.Bans == nil {
		return moderation.ErrNoBans()
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Bans []moderation.Ban `json:"bans"`
	}{s.options.Bans.List()})
	return nil
}

// addBan adds a ban and ends the connections of everybody whom it excludes.
func (s *operatorAPI) addBan(w http.ResponseWriter, r *http.Request) error {
	var body struct {
		Identity string        `json:"identity"`
		Address  string        `json:"address"`
		Reason   people.Reason `json:"reason"`
		Words    string        `json:"words"`
		Until    time.Time     `json:"until"`
	}
	if err := s.Read(w, r, &body); err != nil {
		return err
	}
	ban := moderation.Ban{Identity: body.Identity, Reason: body.Reason, Words: body.Words, Until: body.Until}
	var err error
	if body.Address != "" {
		if ban.Address, err = parseNetwork(body.Address); err != nil {
			return err
		}
	}
	if ban, err = s.moderation.Ban(r.Context(), ban); err != nil {
		return err
	}
	w.Header().Set("Location", "/bans/"+ban.ID)
	s.WriteJSON(w, http.StatusCreated, ban)
	return nil
}

// parseNetwork reads a network, or a single address.
func parseNetwork(text string) (netip.Prefix, error) {
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return prefix, nil
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, coded.Malformedf(
			"%.60q is neither an address nor a network, as in 192.0.2.0/24",
			text,
		)
	}
	addr = addr.WithZone("")
	return netip.PrefixFrom(addr, addr.BitLen()), nil
}

// removeBan removes a ban.
func (s *operatorAPI) removeBan(w http.ResponseWriter, r *http.Request) error {
	if err := s.moderation.Unban(r.Context(), chi.URLParam(r, "ban")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// list returns the open connections. Callers visit them without the mutex, so that new connections
// need not wait.
func (k *sockets) list() []*conn {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Collect(maps.Keys(k.all))
}

// endBanned ends the connections of everybody who is banned now, and returns
// their number.
func (k *sockets) endBanned(bans *moderation.Bans) (ended int) {
	for _, c := range k.list() {
		banned := (*moderation.BanError)(nil)
		if errors.As(bans.Check(c.person, c.addr), &banned) {
			c.explain(httpx.Explain(&banned.Ban))
			c.stop(endFor(moderation.CodeBanned))
			ended++
		}
	}
	return ended
}

// networksOf returns the addresses at which a person is connected, as networks.
func (k *sockets) networksOf(person string) (list []netip.Prefix) {
	for _, c := range k.list() {
		network := netip.PrefixFrom(c.addr, c.addr.BitLen())
		if c.person.ID == person && c.addr.IsValid() && !slices.Contains(list, network) {
			list = append(list, network)
		}
	}
	return list
}

// roomsOf returns the rooms to which a person is connected.
func (k *sockets) roomsOf(person string) (list []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for at := range k.present {
		if at.person == person {
			list = append(list, at.room)
		}
	}
	return list
}

// explain lets the bye frames of the connections that of selects say why they end.
func (k *sockets) explain(of func(*conn) bool, why *httpx.Explained) {
	for _, c := range k.list() {
		if of(c) {
			c.explain(why)
		}
	}
}

func (c *conn) explain(why *httpx.Explained) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.why = why
}

// news sends a news frame to the clients of the connections that of selects.
func (k *sockets) news(of func(*conn) bool) {
	for _, c := range k.list() {
		if of(c) {
			c.hasNews.Store(true)
			c.wake()
		}
	}
}

// reconnect ends the connections of a person, so that they come back under the person's
// new name.
func (k *sockets) reconnect(person string) {
	for _, c := range k.list() {
		if c.person.ID == person {
			c.stop(endFor(coded.Busy))
		}
	}
}
