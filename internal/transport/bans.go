package transport

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"
	"go.uber.org/zap"

	"archmage/internal/coded"
	"archmage/internal/people"
)

// checkBan fails with people.CodeBanned if a person, or everybody at an address,
// is banned. A zero person or address is not compared.
func (s *Server) checkBan(who people.Person, addr netip.Addr) error {
	if s.options.Bans == nil {
		return nil
	}
	err := s.options.Bans.Check(who, addr)
	if err != nil {
		s.metrics.refused.WithLabelValues("ban").Inc()
	}
	return err
}

// refuseBanned refuses the requests of banned addresses.
func (s *Server) refuseBanned(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := s.checkBan(people.Person{}, s.clientAddr(r)); err != nil {
			s.fail(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// bans lists the bans.
func (s *Server) bans(w http.ResponseWriter, _ *http.Request) error {
	if s.options.Bans == nil {
		return errNoBans()
	}
	s.answer(w, http.StatusOK, struct {
		Bans []people.Ban `json:"bans"`
	}{s.options.Bans.List()})
	return nil
}

// addBan adds a ban, and ends the connections of everybody it names.
func (s *Server) addBan(w http.ResponseWriter, r *http.Request) error {
	if s.options.Bans == nil {
		return errNoBans()
	}
	var body struct {
		Identity string    `json:"identity"`
		Address  string    `json:"address"`
		Reason   string    `json:"reason"`
		Until    time.Time `json:"until"`
	}
	if err := s.read(w, r, &body); err != nil {
		return err
	}
	ban := people.Ban{Identity: body.Identity, Reason: body.Reason, Until: body.Until}
	var err error
	if body.Address != "" {
		if ban.Address, err = parseNetwork(body.Address); err != nil {
			return err
		}
	}
	ban, err = s.options.Bans.Add(r.Context(), ban)
	if ban.ID == "" {
		return err
	}
	ended := s.sockets.endBanned(s.options.Bans)
	s.log.Info("somebody is banned", zap.String("ban", ban.ID), zap.Int("connections", ended))
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/bans/"+ban.ID)
	s.answer(w, http.StatusCreated, ban)
	return nil
}

// parseNetwork reads a network, or a single address.
func parseNetwork(text string) (netip.Prefix, error) {
	if prefix, err := netip.ParsePrefix(text); err == nil {
		return prefix, nil
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, coded.Errorf(coded.Malformed, "%.60q is neither an address nor a network, as in 192.0.2.0/24", text)
	}
	addr = addr.WithZone("")
	return netip.PrefixFrom(addr, addr.BitLen()), nil
}

// removeBan removes a ban.
func (s *Server) removeBan(w http.ResponseWriter, r *http.Request) error {
	if s.options.Bans == nil {
		return errNoBans()
	}
	there, err := s.options.Bans.Remove(r.Context(), chi.URLParam(r, "ban"))
	if err != nil {
		return err
	}
	if !there {
		return coded.Errorf(CodeNotFound, "there is no such ban")
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// endBanned ends the connections of everybody who is banned now, and returns
// their number.
func (k *sockets) endBanned(bans *people.Bans) (ended int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for c := range k.all {
		if bans.Check(c.person, c.addr) != nil {
			c.stop(endFor(people.CodeBanned))
			ended++
		}
	}
	return ended
}
