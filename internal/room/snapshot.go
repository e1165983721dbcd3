package room

import (
	"encoding/json"
	"errors"
	"fmt"

	"archmage/internal/game"
	"archmage/internal/match"
	"archmage/internal/strict"
)

// storedTable is the form of a table in a snapshot.
type storedTable struct {
	Settings  Settings     `json:"settings"`
	Status    Status       `json:"status"`
	Host      string       `json:"host"`
	Seats     []Seat       `json:"seats"`
	From      *Position    `json:"from,omitempty"`
	Secret    match.Secret `json:"secret"`
	Matches   int          `json:"matches"`
	Abandoned int          `json:"abandoned"`
	Stopped   bool         `json:"stopped"`
	Rested    bool         `json:"rested,omitempty"`
	At        int64        `json:"at,omitempty"`
	Removed   Removals     `json:"removed,omitempty"`
	Muted     []string     `json:"muted,omitempty"`
	Starts    []int64      `json:"starts,omitempty"`
	HiddenTo  int64        `json:"hiddenTo,omitempty"`
	Saved     uint64       `json:"saved"`
	Last      uint64       `json:"last"`
	Requests  [][2]string  `json:"requests"`
	Play      *storedPlay  `json:"play,omitempty"`
}

// storedPlay is the form of a match in a snapshot.
type storedPlay struct {
	Terms    match.Terms           `json:"terms"`
	Start    match.Start           `json:"start"`
	State    []byte                `json:"state"`
	Items    []match.Item          `json:"items"`
	Seats    []match.Seat          `json:"seats"`
	Result   *match.Result         `json:"result,omitempty"`
	From     uint64                `json:"from"`
	Turn     int                   `json:"turn"`
	Delay    int                   `json:"delay"`
	Opened   bool                  `json:"opened,omitempty"`
	Open     bool                  `json:"openHands,omitempty"`
	Events   int                   `json:"events"`
	Undos    [game.MaxSeats]uint32 `json:"undos"`
	Undone   [game.MaxSeats]int    `json:"undone"`
	Backs    [game.MaxSeats]int    `json:"backs"`
	Cleared  game.Seats            `json:"cleared"`
	Askers   []string              `json:"askers,omitempty"`
	Seen     map[string]game.Seat  `json:"seen"`
	Revealed bool                  `json:"revealed"`
	// Paused, Proposal and Proposals are those of Play.
	Paused    bool      `json:"paused"`
	Proposal  *Proposal `json:"proposal,omitempty"`
	Proposals uint64    `json:"proposals"`
}

// saveAfter is how many entries may follow a snapshot before the next one is due. The next one is
// made as soon as no answer can be taken back, and after twice as many entries in any case.
const saveAfter = 2000

// updateSaved decides whether the room is stored as a snapshot after an entry: when a match starts or goes
// on with other rules, and so often that loading a room needs a bounded number of entries. No
// snapshot is made while the end of a match is hidden from delayed spectators, because the room
// shows it to them from the entries.
func (t *Table) updateSaved(kind Kind) {
	since := t.Last - t.Saved
	canUndo := t.Play != nil && len(t.Play.trail) > 0
	if hidden := t.EndHidden(); hidden && since < 2*saveAfter && kind != KindUpgrade {
		return
	}
	if kind == KindStart || kind == KindUpgrade || since >= saveAfter && !canUndo || since >= 2*saveAfter {
		t.Saved = t.Last
		if t.Play != nil {
			t.Play.trail = nil
		}
	}
}

// Encode returns the table as a snapshot stores it. It omits the answers that can be taken back,
// because a snapshot is made only when there are none (see [Table.save]).
func (t *Table) Encode() []byte {
	out := storedTable{
		Settings: t.Settings, Status: t.Status, Host: t.Host, Seats: t.Seats, From: t.From, Secret: t.Secret,
		Matches: t.Matches, Abandoned: t.Abandoned, Stopped: t.Stopped, Removed: t.Removed, Last: t.Last,
		Rested: t.Rested, At: t.At,
		Muted: t.Muted, Starts: t.Starts, HiddenTo: t.HiddenTo, Saved: t.Saved,
	}
	for _, r := range t.requests {
		out.Requests = append(out.Requests, [2]string{r.person, r.id})
	}
	if p := t.Play; p != nil {
		state, err := p.Match.State.AppendBinary(nil)
		if err != nil {
			panic("room: a state that cannot be encoded: " + err.Error())
		}
		out.Play = &storedPlay{
			Terms:     p.Match.Terms,
			Start:     p.Match.Start,
			State:     state,
			Items:     p.Match.Items,
			Seats:     p.Match.Seats,
			Result:    p.Match.Result,
			From:      p.From,
			Turn:      p.Turn,
			Events:    p.Events,
			Undos:     p.Undos,
			Delay:     p.Delay,
			Seen:      p.Seen,
			Opened:    p.Opened,
			Open:      p.OpenHands,
			Undone:    p.Undone,
			Backs:     p.Backs,
			Cleared:   p.Cleared,
			Askers:    p.Askers,
			Revealed:  p.Revealed,
			Paused:    p.Paused,
			Proposal:  p.Proposal,
			Proposals: p.Proposals,
		}
	}
	return strict.Encode(&out)
}

// Decode decodes what Encode returned for the room with that id. It fails if the server does not
// have the game.
func Decode(games game.Modules, id string, data []byte) (*Table, error) {
	var in storedTable
	if err := json.Unmarshal(data, &in); err != nil {
		return nil, err
	}
	t := &Table{
		games:     games,
		ID:        id,
		Settings:  in.Settings,
		Status:    in.Status,
		Host:      in.Host,
		Seats:     in.Seats,
		From:      in.From,
		Secret:    in.Secret,
		Matches:   in.Matches,
		Abandoned: in.Abandoned,
		Stopped:   in.Stopped,
		Rested:    in.Rested,
		At:        in.At,
		Removed:   in.Removed,
		Last:      in.Last,
		Muted:     in.Muted,
		Starts:    in.Starts,
		HiddenTo:  in.HiddenTo,
		Saved:     in.Saved,
	}
	for _, r := range in.Requests {
		t.remember(request{r[0], r[1]})
	}
	if err := t.Settings.check(games); err != nil {
		return nil, err
	}
	p := in.Play
	switch {
	case len(t.Seats) != t.Settings.Seats:
		return nil, fmt.Errorf("the room has %d seats, not %d", t.Settings.Seats, len(t.Seats))
	case p == nil && t.InMatch():
		return nil, errors.New("the match is missing")
	case p == nil:
		return t, nil
	case t.InMatch() && (len(p.Seats) != len(t.Seats) || len(p.Terms.Players) != len(t.Seats)),
		p.Start.Proof == nil && p.Start.State == nil:
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
		From:      p.From,
		Turn:      p.Turn,
		Events:    p.Events,
		Undos:     p.Undos,
		Delay:     p.Delay,
		Seen:      p.Seen,
		Revealed:  p.Revealed,
		Opened:    p.Opened,
		OpenHands: p.Open,
		Undone:    p.Undone,
		Backs:     p.Backs,
		Cleared:   p.Cleared,
		Askers:    p.Askers,
		Paused:    p.Paused,
		Proposal:  p.Proposal,
		Proposals: p.Proposals,
	}
	return t, nil
}
