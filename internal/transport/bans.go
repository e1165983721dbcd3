package transport

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
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
