// Package transporttest has example frames for tests of several packages of transport.
package transporttest

import (
	"encoding/json"

	"archmage/internal/game"
	"archmage/internal/room"
	"archmage/internal/transport/frame"
)

// Frame is the text of a client's frame and the body that it is decoded to.
type Frame struct {
	Text string
	Body any
}

// Frames has a frame of each type.
var Frames = map[string]Frame{
	"hello": {
		Text: `{"type":"hello","v":1,"sequence":"17.1.0","seq":4,"overlay":true}`,
		Body: &frame.Hello{V: 1, Sequence: "17.1.0", Seq: 4, Overlay: true},
	},
	"ping": {Text: `{"type":"ping","id":"p"}`},
	"chat": {Text: `{"type":"chat","id":"c1","text":"Bien joué!"}`, Body: &frame.ChatLine{Text: "Bien joué!"}},
	"answer": {
		Text: `{"type":"answer","id":"a1","decision":7,"choice":["die:2",{"option":"x","n":2}]}`,
		Body: &room.Answer{Decision: 7, Choice: json.RawMessage(`["die:2",{"option":"x","n":2}]`)},
	},
	"share": {
		Text: `{"type":"share","id":"h1","commitment":"c0","share":"00ff"}`,
		Body: &room.GiveShare{Commitment: "c0", Share: "00ff"},
	},
	"settings": {
		Text: `{"type":"settings","id":"1","settings":{"game":"toy","seats":3,` +
			`"options":{"panic":"on"},"clock":{"mode":"bank","seconds":60}}}`,
		Body: &room.ChangeSettings{Settings: room.Settings{
			Game:    "toy",
			Seats:   3,
			Options: game.MatchOptions{"panic": "on"},
			Clock:   room.Clock{Mode: room.ClockBank, Seconds: 60},
		}},
	},
	"ready":    {Text: `{"type":"ready","id":"1","ready":true}`, Body: &room.SetReady{Ready: true}},
	"claim":    {Text: `{"type":"claim","id":"1","seat":1}`, Body: &room.Claim{Seat: 1}},
	"leave":    {Text: `{"type":"leave","id":"1"}`, Body: &room.Leave{}},
	"swap":     {Text: `{"type":"swap","id":"1","seat":2,"other":1}`, Body: &room.Swap{Seat: 2, Other: 1}},
	"addseat":  {Text: `{"type":"addseat","id":"1"}`, Body: &room.AddSeat{}},
	"dropseat": {Text: `{"type":"dropseat","id":"1","seat":2}`, Body: &room.DropSeat{Seat: 2}},
	"offer":    {Text: `{"type":"offer","id":"1","bestOf":3}`, Body: &room.MakeOffer{BestOf: 3}},
	"accept":   {Text: `{"type":"accept","id":"1","offer":1}`, Body: &room.Accept{Offer: 1}},
	"decline":  {Text: `{"type":"decline","id":"1","offer":1}`, Body: &room.Decline{Offer: 1}},
	"kick":     {Text: `{"type":"kick","id":"1","seat":3}`, Body: &room.Kick{Seat: 3}},
	"remove":   {Text: `{"type":"remove","id":"1","player":"p"}`, Body: &room.Remove{Person: "p"}},
	"allow":    {Text: `{"type":"allow","id":"1","player":"p"}`, Body: &room.Readmit{Person: "p"}},
	"consent":  {Text: `{"type":"consent","id":"1","agree":true}`, Body: &room.Consent{Agree: true}},
	"mute": {
		Text: `{"type":"mute","id":"1","player":"p","muted":true}`,
		Body: &room.Mute{Person: "p", Muted: true},
	},
	"ask":     {Text: `{"type":"ask","id":"1","seat":1}`, Body: &room.AskSeat{Seat: 1}},
	"bot":     {Text: `{"type":"bot","id":"1","seat":1,"bot":"greedy"}`, Body: &room.SeatBot{Seat: 1, Bot: "greedy"}},
	"host":    {Text: `{"type":"host","id":"1","seat":1}`, Body: &room.MakeHost{Seat: 1}},
	"start":   {Text: `{"type":"start","id":"1"}`, Body: &room.Start{}},
	"undo":    {Text: `{"type":"undo","id":"1"}`, Body: &room.Undo{}},
	"concede": {Text: `{"type":"concede","id":"1"}`, Body: &room.Concede{}},
	"propose": {
		Text: `{"type":"propose","id":"1","what":"replace","other":2}`,
		Body: &room.Propose{What: room.ProposeReplace, Other: 2},
	},
	"reply": {
		Text: `{"type":"reply","id":"1","proposal":3,"agree":true}`,
		Body: &room.Reply{Proposal: 3, Agree: true},
	},
	"rematch": {Text: `{"type":"rematch","id":"1"}`, Body: &room.Rematch{}},
	"return":  {Text: `{"type":"return","id":"1"}`, Body: &room.Return{}},
}
