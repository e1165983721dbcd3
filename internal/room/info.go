package room

import (
	"archmage/internal/game"
	"archmage/internal/match"
)

// Info is the public information about a room. Delayed spectators get it as it was at the moment of the match
// that they see.
type Info struct {
	ID string `json:"id"`
	// Status is the stage of the room: `open`, `seated` (every seat is taken), `playing` or `finished`.
	Status Status `json:"status"`
	// Host is the id of the host, "" at the table of an event.
	Host string `json:"host"`
	// Settings has every setting.
	Settings Settings `json:"settings"`
	// Seats are in the order of their numbers, which begin at 0.
	Seats []SeatInfo `json:"seats"`
	// Matches counts the matches that were started in this room. Abandoned counts the ones
	// that ended without an outcome.
	Matches   int `json:"matches"`
	Abandoned int `json:"abandoned"`
	// From is the moment of another match from which the matches of this room start. It is absent if they start
	// with a seed. Matches that start from a moment are never rated.
	From *match.Origin `json:"from,omitempty"`
	// Event is the table of an event to which the room belongs, absent for other rooms.
	Event *EventInfo `json:"event,omitempty"`
	// Commitment is the SHA-256 hash of the room's secret for its next match. It is "" if that match starts
	// from a moment of another one, or with a seed of the event.
	Commitment string `json:"commitment"`
	// Paused is true if the players have paused the match.
	Paused bool `json:"paused"`
	// Proposal is the open proposal, absent if there is none.
	Proposal *ProposalInfo `json:"proposal,omitempty"`
	// Offer is the offer of another match, absent if there is none. Series is the series of the last match, absent
	// if it belongs to none.
	Offer  *OfferInfo  `json:"offer,omitempty"`
	Series *SeriesInfo `json:"series,omitempty"`
	// Continues is true if all players have accepted an offer, so that the match starts by itself.
	Continues bool `json:"continues,omitempty"`
	// Removed lists the persons who were removed last. Muted has the ids of the spectators who cannot write in
	// the chat.
	Removed []Removal `json:"removed,omitempty"`
	Muted   []string  `json:"muted,omitempty"`
	// Match is the match in progress, or the last one.
	Match *MatchInfo `json:"match,omitempty"`
}

// SeatInfo is the public information about a seat.
type SeatInfo struct {
	// Player is the id of the person who has the seat, "" if no person does.
	Player string `json:"player"`
	// Name is the name of the player or bot. It stays if the player leaves during a match.
	Name string `json:"name"`
	// Kind is the kind of the player: a guest, an account, or a bot that belongs to an account. It is "" if no
	// person has the seat.
	Kind string `json:"kind"`
	// Bot is the bot that plays the seat, as its own or in place of a player.
	Bot string `json:"bot"`
	// Ready is true if the player is ready to start.
	Ready bool `json:"ready"`
	// Consent is true if the player agrees that spectators see all hands of the next match. Bots always agree.
	Consent bool `json:"consent"`
	// Shared is true if the player has sent a share of the next seed.
	Shared bool `json:"shared"`
	// Lost is the reason why the seat has lost whatever its score, or "": `time`, `left`, `conceded`, or
	// `long` if it has filled the record.
	Lost match.Lost `json:"lost"`
	// Away is the time since when the player has been away, in milliseconds since 1970. It is 0 if the player
	// is connected, or has been disconnected for less than a few minutes.
	Away int64 `json:"away"`
	// Free is true if a person can take the seat or, during a match, ask for it.
	Free bool `json:"free"`
	// Expected is the person for whom the seat is reserved, absent if the person has come or the match has started.
	Expected *ExpectedInfo `json:"expected,omitempty"`
}

// ProposalInfo is the public information about a proposal.
type ProposalInfo struct {
	// Number counts the proposals of a match from 1. A reply refers to it.
	Number uint64       `json:"number"`
	What   ProposalKind `json:"what"`
	// By is the seat of the proposer. It is -1 if a person without a seat asks for one. Name is the name of
	// that person.
	By   game.Seat `json:"by"`
	Name string    `json:"name,omitempty"`
	// Other is the seat that a bot would play or that a person asks for. It is -1 for other proposals.
	Other game.Seat `json:"other"`
	// Agreed lists the seats whose players have agreed. Missing lists those that still have to agree.
	Agreed  []game.Seat `json:"agreed"`
	Missing []game.Seat `json:"missing"`
}

// MatchInfo is the public information about a match.
type MatchInfo struct {
	ID string `json:"id"`
	// Number is the number of the match in the room, counted from 1.
	Number  int   `json:"number"`
	Started int64 `json:"started"`
	// Commitment is the SHA-256 hash of the room's secret. Shares has the players' shares by seat. The seed is
	// drawn from the secret and the shares. All are "" if the match started from a moment of another one, or with a
	// seed of the event.
	Commitment string   `json:"commitment"`
	Shares     []string `json:"shares"`
	// OpenHands is true if spectators see the hands of all seats, because all players have agreed.
	OpenHands bool `json:"openHands"`
}

// IsListed reports whether the room is in public lists. Nobody else can sit down at the table of an event, so it is in
// them once its match has started.
func (i *Info) IsListed() bool { return i.Settings.Listed && (i.Event == nil || i.Match != nil) }

// Info returns the public information about the room.
func (t *Table) Info() Info {
	info := Info{
		ID:         t.ID,
		Status:     t.Status,
		Host:       t.Host,
		Settings:   t.Settings,
		Seats:      make([]SeatInfo, len(t.Seats)),
		Event:      t.Event.info(),
		Matches:    t.Matches,
		Abandoned:  t.Abandoned,
		Commitment: t.Secret.Commitment(),
		Offer:      offers{t}.info(),
		Series:     t.Series.info(),
		Continues:  t.Continues,
		Removed:    t.Removed.public(),
		Muted:      t.Muted,
	}
	for i := range t.Seats {
		s, seat := &t.Seats[i], game.Seat(i)
		info.Seats[i] = SeatInfo{
			Player:   s.Person,
			Name:     t.NameOf(seat),
			Kind:     s.Kind,
			Bot:      t.BotOf(seat),
			Ready:    s.Ready,
			Consent:  s.Consent || s.Bot != "",
			Shared:   s.Share != "",
			Lost:     t.LostOf(seat),
			Away:     s.Away,
			Free:     t.IsFree(seat) && t.Status != StatusFinished,
			Expected: t.Reservations().expected(seat),
		}
	}
	if t.Reservations().deal() != nil {
		info.Commitment = ""
	}
	if t.From != nil {
		info.From, info.Commitment = &t.From.Origin, ""
	}
	if t.Play != nil {
		info.Paused, info.Proposal = t.Play.Paused, proposals{t}.info()
		m := t.Play.Match
		info.Match = &MatchInfo{
			ID:        m.ID,
			Number:    t.Matches,
			Started:   m.Started,
			OpenHands: t.Play.OpenHands,
			Shares:    make([]string, len(m.Seats)),
		}
		if proof := m.Start.Proof; proof != nil {
			info.Match.Commitment, info.Match.Shares = proof.Secret.Commitment(), proof.Shares
		}
	}
	return info
}
