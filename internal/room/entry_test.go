package room

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/game"
	"archmage/internal/strict"
)

func TestDecodeEntry(t *testing.T) {
	tests := []struct{ name, kind, data string }{
		{"unknown kind", "dance", `{"at":1,"body":{}}`},
		{"no JSON", "leave", `{"at":1,`},
		{"more than an entry", "leave", `{"at":1,"body":{}}{}`},
		{"null", "leave", `{"at":1,"body":null}`},
		{"another type", "leave", `{"at":1,"body":[]}`},
		{"a bad secret", "swap", `{"at":1,"body":{"secret":"00"}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := DecodeEntry(test.kind, []byte(test.data))
			require.Error(t, err)
		})
	}
}

// TestCorruptEntries requires an error when a corrupt entry is applied.
func TestCorruptEntries(t *testing.T) {
	tests := []struct{ name, stage, kind, data string }{
		{"no settings", "unopened", "open", `{"body":{}}`},
		{"no seats", "unopened", "open", `{"body":{"settings":{"game":"toy"}}}`},
		{"unknown game", "unopened", "open", `{"body":{"settings":{"game":"chess","seats":2}}}`},
		{"nobody is expected", "unopened", "openevent", `{"body":{"settings":{"game":"toy","seats":2},"event":{}}}`},
		{"closed twice", "finished", "close", `{"body":{}}`},
		{"nothing to close", "open", "close", `{"body":{}}`},
		{"opened again", "open", "open", `{"body":{"settings":{"game":"toy","seats":2}}}`},
		{"not open yet", "unopened", "stop", `{"body":{}}`},
		{"many seats", "open", "settings", `{"body":{"settings":{"game":"toy","seats":99999999}}}`},
		{"no such seat", "open", "leave", `{"body":{"seat":3}}`},
		{"no such other seat", "open", "swap", `{"body":{"other":-1,"secret":"` + hexOf([32]byte{}) + `"}}`},
		{"no match", "open", "answer", `{"body":{"seat":0,"choice":[]}}`},
		{"no match was played", "open", "reveal", `{"body":{}}`},
		{"no rematch", "open", "rematch", `{"body":{}}`},
		{"no seat to take away", "open", "dropseat", `{"body":{"seat":3}}`},
		{"a seat that is taken", "open", "dropseat", `{"body":{"seat":1}}`},
		{"nothing is offered", "finished", "accept", `{"body":{"seat":0,"offer":1}}`},
		{"nothing is offered to decline", "finished", "decline", `{"body":{"seat":0,"offer":1}}`},
		{"no seat that offers", "finished", "offer", `{"body":{"seat":9,"bestOf":1}}`},
		{"no answer", "playing", "answer", `{"body":{"seat":0,"choice":["x"]}}`},
		{"nothing is proposed", "playing", "reply", `{"body":{"seat":0}}`},
		{"nobody to replace", "playing", "propose", `{"body":{"seat":0,"what":"replace","other":3}}`},
		{"nothing to undo", "playing", "undo", `{"body":{"seat":0}}`},
		{"no state", "playing", "upgrade", `{"body":{"rules":2}}`},
		{"over", "finished", "concede", `{"body":{"seat":0}}`},
		{"a hash without a match", "open", "stop", `{"hash":"0000000000000000","body":{}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := DecodeEntry(test.kind, []byte(test.data))
			require.NoError(t, err)
			table := stages(t)[test.stage].table
			before := string(table.Encode())
			_, _, err = Apply(table, e)
			require.Error(t, err)
			require.Equal(t, before, string(table.Encode()))
		})
	}
}

// TestAnEntryThatLeadsElsewhere requires that the stored hashes of an answer, an undo and a start
// are compared.
func TestAnEntryThatLeadsElsewhere(t *testing.T) {
	h := open(t, toySettings(2), "ann", "bob")
	for _, do := range []func(){
		func() { h.do("ann", &Start{}) },
		func() { h.answer(0) },
		func() { h.do("ann", &Undo{}) },
	} {
		before := h.table
		do()
		e := *h.last.Entry
		require.NotEmpty(t, e.Hash)
		e.Hash = "0000000000000000"
		_, _, err := Apply(before, &e)
		require.ErrorIs(t, err, ErrDiverged)
	}
}

// Tables of version 0.9 have lists of four where later ones have one number for each of eight seats.
func TestDecodeTableOfFourSeats(t *testing.T) {
	decoded := 0
	for stage, h := range stages(t) {
		if h.table.Play == nil {
			continue
		}
		data := string(h.table.Encode())
		older := strings.NewReplacer(`,0,0,0,0],"undone"`, `],"undone"`, `,0,0,0,0],"backs"`, `],"backs"`,
			`,0,0,0,0],"cleared"`, `],"cleared"`).Replace(data)
		require.Len(t, older, len(data)-3*len(",0,0,0,0"))
		table, err := Decode(testGames(), "room-1", []byte(older))
		require.NoError(t, err, stage)
		require.Equal(t, data, string(table.Encode()))
		decoded++
	}
	require.Positive(t, decoded)
}

func TestDecodeTable(t *testing.T) {
	for stage, h := range stages(t) {
		if stage == "unopened" {
			continue
		}
		data := h.table.Encode()
		table, err := Decode(testGames(), "room-1", data)
		require.NoError(t, err, stage)
		require.Equal(t, string(data), string(table.Encode()))
		require.Equal(t, text(h.table.Info()), text(table.Info()))
		_, err = Decode(testGames()[1:], "room-1", data)
		require.Error(t, err, "a server without the game")
	}
	for _, data := range []string{
		``, `null`, `{}`, `{"settings":{"game":"toy","seats":2}}`,
		`{"settings":{"game":"toy","seats":1},"seats":[{}],"status":"playing"}`,
		`{"settings":{"game":"toy","seats":1},"seats":[{}],"play":{"terms":{"game":"toy"}}}`,
	} {
		_, err := Decode(testGames(), "room-1", []byte(data))
		require.Error(t, err, data)
	}
}

// FuzzApply applies arbitrary entries to rooms at every stage. The result must be an error, or a
// table that can be encoded and shown.
func FuzzApply(f *testing.F) {
	h := newHouse(f)
	add := func() {
		f.Add(string(h.last.Entry.Body.Kind()), h.last.Entry.Encode())
	}
	settings := toySettings(3)
	h.do("ann", &Open{Settings: settings})
	add()
	for _, kind := range []Kind{KindSettings, KindSwap, KindHost, KindKick, KindBot, KindReady, KindShare, KindClaim} {
		person := "ann"
		if kind == KindClaim {
			person = "bob"
			h.do("ann", &Kick{Seat: 1})
		}
		c := sensible(h, kind, person)
		switch c := c.(type) {
		case *Swap:
			c.Seat, c.Other = 1, 1
		case *Kick:
			c.Seat = 1
		case *Claim:
			c.Seat = 1
		case *MakeHost:
			c.Seat = 0
		}
		h.do(person, c)
		add()
	}
	h.do("bob", &SetReady{Ready: true})
	h.do("ann", &Start{})
	add()
	h.answer(0)
	add()
	for _, kind := range []Kind{
		KindUndo, KindPropose, KindReply, KindAway, KindCompensate, KindBack, KindStop, KindContinue, KindUpgrade,
	} {
		person := "ann"
		if kinds[kind].by == byRoom {
			person = ""
		}
		c := sensible(h, kind, person)
		switch c := c.(type) {
		case *Reply:
			c.Agree = false
		case *Propose:
			c.What = ProposePause
		}
		h.do(person, c)
		add()
	}
	for _, c := range []Action{&StandIn{Seat: 1}, &Return{Seat: 1}, &TimeOut{Seat: 1}, &Close{}} {
		h.do("", c)
		add()
	}
	h.do("ann", &Rematch{Open: true})
	add()
	h = newHouse(f)
	h.do("", eventOf("ann", ""))
	add()
	h.do("ann", &Claim{Seat: 0})
	add()
	f.Fuzz(func(t *testing.T, kind string, data []byte) {
		e, err := DecodeEntry(kind, data)
		if err != nil {
			return
		}
		for _, h := range stages(t) {
			next, _, err := Apply(h.table, e)
			if err != nil {
				continue
			}
			next.Encode()
			next.Info()
			next.WakeAt()
		}
	})
}

// The hand-written encoding of an answer must equal that of encoding/json.
func TestEncodeAnswer(t *testing.T) {
	for _, e := range []Entry{
		{At: 1, By: "ann", ID: "1", Hash: "0123456789abcdef"},
		{At: -1, ID: "<\"é\n>"},
		{},
	} {
		e.Body = &Answered{
			atSeat: atSeat{3},
			Choice: json.RawMessage(`["x",{"option":"y","n":2}]`),
			answer: game.Answer{Legal: true},
		}
		require.JSONEq(t, string(strict.Encode(&e)), string(e.Encode()))
	}
}
