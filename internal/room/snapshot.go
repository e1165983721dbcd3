package room

import (
	"encoding/json"
	"errors"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// storedTable is the stored form of a table.
type storedTable struct {
	Settings            Settings     `json:"settings"`
	Status              Status       `json:"status"`
	Host                string       `json:"host"`
	Seats               []Seat       `json:"seats"`
	From                *Position    `json:"from,omitempty"`
	Event               *Event       `json:"event,omitempty"`
	Secret              match.Secret `json:"secret"`
	Matches             int          `json:"matches"`
	Abandoned           int          `json:"abandoned"`
	Offer               *Offer       `json:"offer,omitempty"`
	Offers              uint64       `json:"offers,omitempty"`
	Series              *Series      `json:"series,omitempty"`
	Continues           bool         `json:"continues,omitempty"`
	Stopped             bool         `json:"stopped"`
	Unloaded            bool         `json:"rested,omitempty"`
	At                  int64        `json:"at,omitempty"`
	Removed             Removals     `json:"removed,omitempty"`
	Muted               []string     `json:"muted,omitempty"`
	Starts              []int64      `json:"starts,omitempty"`
	PreviousHiddenUntil int64        `json:"hiddenTo,omitempty"`
	Saved               uint64       `json:"saved"`
	Last                uint64       `json:"last"`
	Requests            [][2]string  `json:"requests"`
	Play                *storedPlay  `json:"play,omitempty"`
}

// storedPlay is the stored form of a Play.
type storedPlay struct {
	Terms            match.Terms           `json:"terms"`
	Start            match.Start           `json:"start"`
	State            []byte                `json:"state"`
	Items            []match.Item          `json:"items"`
	Seats            []match.Seat          `json:"seats"`
	Result           *match.Result         `json:"result,omitempty"`
	StartEntry       uint64                `json:"from"`
	Turn             int                   `json:"turn"`
	Delay            int                   `json:"delay"`
	StartedOpen      bool                  `json:"opened,omitempty"`
	OpenHands        bool                  `json:"openHands,omitempty"`
	Events           int                   `json:"events"`
	DecisionVersions [game.MaxSeats]uint32 `json:"undos"`
	UndoCounts       [game.MaxSeats]int    `json:"undone"`
	BackCounts       [game.MaxSeats]int    `json:"backs"`
	Cleared          game.Seats            `json:"cleared"`
	Askers           []string              `json:"askers,omitempty"`
	Seen             map[string]game.Seat  `json:"seen"`
	Revealed         bool                  `json:"revealed"`
	Paused           bool                  `json:"paused"`
	Proposal         *Proposal             `json:"proposal,omitempty"`
	Proposals        uint64                `json:"proposals"`
}

// saveAfter is the number of entries after a snapshot until the next one is due. The next one waits for a
// moment at which no answer can be taken back, but no longer than twice as many entries.
const saveAfter = 2000

// updateSaved decides whether a snapshot is due after an entry. One is due when a match starts or goes on under
// other rules, and often enough that loading a room reads a bounded number of entries. While an end is hidden
// from delayed spectators, the room needs the entries to show it to them, and the snapshot waits.
func (t *Table) updateSaved(kind Kind) {
	since := t.Last - t.Saved
	canUndo := t.Play != nil && len(t.Play.undoPoints) > 0
	if hidden := t.HasHiddenEnd(); hidden && since < 2*saveAfter && kind != KindUpgrade {
		return
	}
	if kind == KindStart || kind == KindUpgrade || since >= saveAfter && !canUndo || since >= 2*saveAfter {
		t.Saved = t.Last
		if t.Play != nil {
			t.Play.undoPoints = nil
		}
	}
}

// Encode returns the table as a snapshot stores it. It omits the undo points, because updateSaved drops them
// when a snapshot is due.
func (t *Table) Encode() []byte {
	stored := storedTable{
		Settings: t.Settings, Status: t.Status, Host: t.Host, Seats: t.Seats, From: t.From, Secret: t.Secret,
		Event:   t.Event,
		Matches: t.Matches, Abandoned: t.Abandoned, Stopped: t.Stopped, Removed: t.Removed, Last: t.Last,
		Unloaded: t.Unloaded, At: t.At,
		Offer: t.Offer, Offers: t.Offers, Series: t.Series, Continues: t.Continues,
		Muted: t.Muted, Starts: t.Starts, PreviousHiddenUntil: t.PreviousHiddenUntil, Saved: t.Saved,
	}
	for _, r := range t.requests {
		stored.Requests = append(stored.Requests, [2]string{r.person, r.id})
	}
	if p := t.Play; p != nil {
		state, err := p.Match.State.AppendBinary(nil)
		if err != nil {
			panic("room: encode a state: " + err.Error())
		}
		stored.Play = &storedPlay{
			Terms:            p.Match.Terms,
			Start:            p.Match.Start,
			State:            state,
			Items:            p.Match.Items,
			Seats:            p.Match.Seats,
			Result:           p.Match.Result,
			StartEntry:       p.StartEntry,
			Turn:             p.Turn,
			Events:           p.Events,
			DecisionVersions: p.DecisionVersions,
			Delay:            p.Delay,
			Seen:             p.Seen,
			StartedOpen:      p.StartedOpen,
			OpenHands:        p.OpenHands,
			UndoCounts:       p.UndoCounts,
			BackCounts:       p.BackCounts,
			Cleared:          p.Cleared,
			Askers:           p.Askers,
			Revealed:         p.Revealed,
			Paused:           p.Paused,
			Proposal:         p.Proposal,
			Proposals:        p.Proposals,
		}
	}
	return strict.Encode(&stored)
}

// Decode decodes a table that Encode has encoded. id is the id of the room. Decode fails if the server does not
// have the game.
func Decode(games game.Modules, id string, data []byte) (*Table, error) {
	var stored storedTable
	if err := json.Unmarshal(data, &stored); err != nil {
		return nil, err
	}
	t := &Table{
		games:               games,
		ID:                  id,
		Settings:            stored.Settings,
		Status:              stored.Status,
		Host:                stored.Host,
		Seats:               stored.Seats,
		From:                stored.From,
		Event:               stored.Event,
		Secret:              stored.Secret,
		Matches:             stored.Matches,
		Abandoned:           stored.Abandoned,
		Offer:               stored.Offer,
		Offers:              stored.Offers,
		Series:              stored.Series,
		Continues:           stored.Continues,
		Stopped:             stored.Stopped,
		Unloaded:            stored.Unloaded,
		At:                  stored.At,
		Removed:             stored.Removed,
		Last:                stored.Last,
		Muted:               stored.Muted,
		Starts:              stored.Starts,
		PreviousHiddenUntil: stored.PreviousHiddenUntil,
		Saved:               stored.Saved,
	}
	for _, r := range stored.Requests {
		t.remember(request{r[0], r[1]})
	}
	if err := t.Settings.check(games); err != nil {
		return nil, err
	}
	p := stored.Play
	switch {
	case len(t.Seats) != t.Settings.Seats:
		return nil, fmt.Errorf("the room has %d seats, not %d", t.Settings.Seats, len(t.Seats))
	case t.Event != nil && len(t.Event.Expected) != len(t.Seats):
		return nil, errors.New("the event does not fit the room")
	case p == nil && t.InMatch():
		return nil, errors.New("the match is missing")
	case p == nil:
		return t, nil
	case t.InMatch() && (len(p.Seats) != len(t.Seats) || len(p.Terms.Players) != len(t.Seats)),
		p.Start.Proof == nil && p.Start.Seed == nil && p.Start.State == nil:
		return nil, errors.New("the match does not fit the room")
	}
	g, ok := games.Find(p.Terms.Game)
	if !ok {
		return nil, fmt.Errorf("the server does not have the game %q", p.Terms.Game)
	}
	state, err := g.Rules.Decode(p.State)
	if err != nil {
		return nil, err
	}
	t.Play = &Play{
		Match: &match.Match{
			Terms: p.Terms, Start: p.Start, Rules: g.Rules, State: state, Hash: game.Hash(state), Items: p.Items,
			Seats: p.Seats, Result: p.Result,
		},
		StartEntry:       p.StartEntry,
		Turn:             p.Turn,
		Events:           p.Events,
		DecisionVersions: p.DecisionVersions,
		Delay:            p.Delay,
		Seen:             p.Seen,
		Revealed:         p.Revealed,
		StartedOpen:      p.StartedOpen,
		OpenHands:        p.OpenHands,
		UndoCounts:       p.UndoCounts,
		BackCounts:       p.BackCounts,
		Cleared:          p.Cleared,
		Askers:           p.Askers,
		Paused:           p.Paused,
		Proposal:         p.Proposal,
		Proposals:        p.Proposals,
	}
	return t, nil
}
