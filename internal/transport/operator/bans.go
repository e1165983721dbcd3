package operator

import (
	"net/http"
	"net/netip"
	"time"

	"github.com/go-chi/chi/v5"

	"archmage/internal/coded"
	"archmage/internal/moderation"
	"archmage/internal/people"
	"archmage/internal/transport/httpx"
)

// bansHandler answers requests about bans.
type bansHandler struct {
	*roles
	moderation *moderation.Moderation
	// list is nil if this server has no bans.
	list *moderation.Bans
}

// bans lists the bans for the operator.
func (s *bansHandler) bans(w http.ResponseWriter, _ *http.Request) error {
	if s.list == nil {
		return moderation.ErrNoBans()
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Bans []moderation.Ban `json:"bans"`
	}{s.list.List()})
	return nil
}

// addBan adds a ban and ends the connections of all people whom it excludes.
func (s *bansHandler) addBan(w http.ResponseWriter, r *http.Request) error {
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

// parseNetwork parses a network, or an address as a network of one.
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

func (s *bansHandler) removeBan(w http.ResponseWriter, r *http.Request) error {
	if err := s.moderation.Unban(r.Context(), chi.URLParam(r, "ban")); err != nil {
		return err
	}
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// BanAnswer is a ban as moderators see it. Created and Until are in milliseconds since 1970; Until
// 0 means for good.
type BanAnswer struct {
	ID      string           `json:"id"`
	Person  PersonAndRole    `json:"person"`
	Scope   moderation.Scope `json:"scope"`
	Reason  people.Reason    `json:"reason"`
	Words   string           `json:"words"`
	Created int64            `json:"created"`
	Until   int64            `json:"until"`
	// Network is true if the ban has a network. Address is the network, which only owners see.
	Network bool   `json:"network"`
	Address string `json:"address"`
}

// moderatedBans lists bans. Only owners see addresses. Allowed for a moderator.
func (s *bansHandler) moderatedBans(w http.ResponseWriter, r *http.Request) error {
	list, err := s.banAnswers(r, "")
	if err != nil {
		return err
	}
	s.WriteJSON(w, http.StatusOK, struct {
		Bans []BanAnswer `json:"bans"`
	}{list})
	return nil
}

// banAnswers returns the bans of a person, or all bans if person is "".
func (s *bansHandler) banAnswers(r *http.Request, person string) ([]BanAnswer, error) {
	answers := []BanAnswer{}
	if s.list == nil {
		return answers, nil
	}
	var ids []string
	list := s.list.List()
	for i := range list {
		ids = append(ids, list[i].Identity)
	}
	names, err := s.names(r.Context(), ids)
	for i := range list {
		ban := &list[i]
		if person != "" && ban.Identity != person {
			continue
		}
		answer := BanAnswer{
			ID: ban.ID, Person: names.name(ban.Identity), Scope: ban.Scope, Reason: ban.Reason, Words: ban.Words,
			Created: ban.Created.UnixMilli(), Until: httpx.Milliseconds(ban.Until), Network: ban.Address.IsValid(),
		}
		if answer.Network && moderatorOf(r).Role.Above(moderation.RoleModerator) {
			answer.Address = ban.Address.String()
		}
		answers = append(answers, answer)
	}
	return answers, err
}
