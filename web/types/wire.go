package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

const (
	common   = "web/static/core/wire.d.ts"
	games    = "web/static/games"
	fileName = "wire.d.ts"
	schemas  = "web/static/schema"
)

// roots are the types that clients receive, with their TypeScript names, except for the documents of games.
var roots = []root{
	{"internal/transport/socket", "WelcomeFrame", "WelcomeFrame", ""},
	{"internal/stream", "okFrame", "OkFrame", ""},
	{"internal/stream", "rejectFrame", "RejectFrame", ""},
	{"internal/transport/frame", "PongFrame", "PongFrame", ""},
	{"internal/transport/socket", "ByeFrame", "ByeFrame", ""},
	{"internal/transport/socket", "NewsFrame", "NewsFrame", ""},
	{"internal/lobby/club", "Frame", "ClubFrame", ""},
	{"internal/lobby/club", "MineFrame", "MineFrame", ""},
	{"internal/lobby/club", "Document", "ClubDocument", ""},
	{"internal/lobby/club", "Table", "ClubTable", ""},
	{"internal/lobby/club", "Result", "ClubResult", ""},
	{"internal/lobby/club", "Standing", "ClubStanding", ""},
	{"internal/lobby/club", "Person", "ClubPerson", ""},
	{"internal/lobby/club", "Activity", "ClubActivity", ""},
	{"internal/lobby/club", "Doing", "ClubDoing", ""},
	{"internal/lobby/club", "EventLine", "ClubEvent", ""},
	{"internal/event/runner", "Frame", "EventFrame", ""},
	{"internal/event/runner", "Document", "EventDocument", ""},
	{"internal/daily/dealer", "Document", "DailyDocument", ""},
	{"internal/daily/dealer", "PastDay", "DailyPast", ""},
	{"internal/daily/dealer", "Results", "DealResults", ""},
	{"internal/daily/dealer", "ResultLine", "DealResultLine", ""},
	{"internal/daily/dealer", "Mine", "DealTry", ""},
	{"internal/daily/dealer", "LadderLine", "DailyLadderLine", ""},
	{"internal/daily", "Bin", "DailyBin", ""},
	{"internal/daily/dealer", "Ladder", "DailyLadder", ""},
	{"internal/event/runner", "Line", "EventLine", ""},
	{"internal/event/runner", "TableShown", "EventTable", ""},
	{"internal/event/runner", "RoundShown", "EventRound", ""},
	{"internal/event/runner", "PersonShown", "EventPerson", ""},
	{"internal/event/runner", "ActShown", "EventAct", ""},
	{"internal/event", "Standing", "EventStanding", ""},
	{"internal/event", "Settings", "EventSettings", ""},
	{"internal/people", "Presence", "Presence", ""},
	{"internal/people", "Reason", "ModerationReason", ""},
	{"internal/stream", "roomFrame", "RoomFrame", ""},
	{"internal/lobby", "presenceFrame", "PresenceFrame", ""},
	{"internal/lobby", "clockFrame", "ClockFrame", ""},
	{"internal/stream", "snapshotFrame", "SnapshotFrame", ""},
	{"internal/stream", "chatFrame", "ChatFrame", ""},
	{"internal/game", "DecisionText", "DecisionText", ""},
	{"internal/people/notify", "Event", "NoticeEvent", ""},
	{"internal/people/notify", "Kind", "NoticeKind", ""},
	{"internal/people", "Kind", "Kind", ""},
	{"internal/game", "Part", "GamePart", ""},
	{"internal/people/notify", "Choice", "NoticeChoice", ""},
	{"internal/people/notify", "Address", "NoticeAddress", ""},
	{"internal/moderation", "Request", "ActRequest", ""},
	{"internal/people", "Answer", "InvitationReply", ""},
	{"internal/appointment", "Answer", "AppointmentReply", ""},
	{"internal/appointment", "State", "AppointmentState", ""},
	{"internal/lobby", "Line", "ReportedLine", ""},
	{"internal/moderation/site", "Part", "SitePart", ""},
	{"internal/transport/pages", "GameInfo", "GameInfo", ""},
	{"internal/transport/pages", "SiteInfo", "SiteInfo", ""},
	{"internal/transport/pages", "OptionInfo", "MatchOption", ""},
	{"internal/transport/pages", "ValueInfo", "MatchValue", ""},
	{"internal/lobby/directory", "RoomPage", "RoomPage", ""},
	{"internal/lobby", "Board", "BoardAnswer", ""},
	{"internal/lobby/matchmaking", "Wanted", "Wanted", ""},
	{"internal/transport/api", "InvitationsAnswer", "Invitations", ""},
	{"internal/transport/api", "InvitedList", "InvitedList", ""},
	{"internal/transport/api", "BlocksAnswer", "Blocks", ""},
	{"internal/transport/api", "FollowsAnswer", "Follows", ""},
	{"internal/transport/api", "FollowedAnswer", "Followed", ""},
	{"internal/transport/api", "FoundAnswer", "Found", ""},
	{"internal/transport/api", "MembersAnswer", "Members", ""},
	{"internal/transport/api", "MemberAnswer", "Member", ""},
	{"internal/transport/api", "ProfileAnswer", "Profile", ""},
	{"internal/transport/api", "TogetherAnswer", "Together", ""},
	{"internal/transport/api", "StandingsAnswer", "Standings", ""},
	{"internal/transport/api", "StandingAnswer", "Standing", ""},
	{"internal/archive", "MatchPage", "MatchPage", ""},
	{"internal/archive", "MatchInfo", "MatchInfo", ""},
	{"internal/archive/replay", "Timeline", "Timeline", ""},
	{"internal/archive/replay", "Chunk", "Chunk", ""},
	{"internal/archive/replay", "Analysis", "Analysis", ""},
	{"internal/archive", "AnalysisInfo", "AnalysisInfo", ""},
	{"internal/lobby", "Hint", "Hint", ""},
	{"internal/room", "MatchInfo", "MatchStart", ""},
	{"internal/transport/operator", "HostAnswer", "HostAnswer", ""},
}

// sent are the frames that clients send: all actions of internal/room, and three others.
var sent = []root{
	{"internal/transport/frame", "Hello", "HelloFrame", "hello"},
	{"internal/transport/frame", "ping", "PingFrame", "ping"},
	{"internal/transport/frame", "ChatLine", "SayFrame", "chat"},
	{"internal/room", "Answer", "AnswerFrame", "answer"},
	{"internal/room", "Claim", "ClaimFrame", "claim"},
	{"internal/room", "Leave", "LeaveFrame", "leave"},
	{"internal/room", "AskSeat", "AskFrame", "ask"},
	{"internal/room", "SetReady", "ReadyFrame", "ready"},
	{"internal/room", "GiveShare", "ShareFrame", "share"},
	{"internal/room", "ChangeSettings", "SettingsFrame", "settings"},
	{"internal/room", "Swap", "SwapFrame", "swap"},
	{"internal/room", "AddSeat", "AddSeatFrame", "addseat"},
	{"internal/room", "DropSeat", "DropSeatFrame", "dropseat"},
	{"internal/room", "Kick", "KickFrame", "kick"},
	{"internal/room", "MakeHost", "HostFrame", "host"},
	{"internal/room", "Remove", "RemoveFrame", "remove"},
	{"internal/room", "Readmit", "AllowFrame", "allow"},
	{"internal/room", "Mute", "MuteFrame", "mute"},
	{"internal/room", "Consent", "ConsentFrame", "consent"},
	{"internal/room", "SeatBot", "BotFrame", "bot"},
	{"internal/room", "Start", "StartFrame", "start"},
	{"internal/room", "Undo", "UndoFrame", "undo"},
	{"internal/room", "Concede", "ConcedeFrame", "concede"},
	{"internal/room", "Propose", "ProposeFrame", "propose"},
	{"internal/room", "Reply", "ReplyFrame", "reply"},
	{"internal/room", "Return", "ReturnFrame", "return"},
	{"internal/room", "MakeOffer", "OfferFrame", "offer"},
	{"internal/room", "Accept", "AcceptFrame", "accept"},
	{"internal/room", "Decline", "DeclineFrame", "decline"},
	{"internal/room", "Rematch", "RematchFrame", "rematch"},
}

// root is a Go type and its TypeScript name, typeName. kind is the value of the member type for frames that
// clients send.
type root struct{ pkg, name, typeName, kind string }

const (
	facts = "Record<string, integer | string>"
	event = "seat: integer, public?: " + facts + ", private?: " + facts + "]"
	pick  = "string | { option: string; n?: integer; group?: string }"
	picks = "(" + pick + ")[]"
)

// update is declared here because the server writes this frame member by member, without a Go type.
var update = &declaration{
	doc:  "UpdateFrame is what has changed since the frame before; what is absent is unchanged.",
	name: "UpdateFrame",
	members: []member{
		{"", "type", "'update'", false},
		{"seq is one more than that of the snapshot or update before.", "seq", "integer", false},
		{
			"public is a merge patch (RFC 7396) of the document: members with their new values, null for removed " +
				"ones, complete lists.",
			"public", "unknown", true,
		},
		{"private is the same of the other document.", "private", "unknown", true},
		{"events are those since the frame before.", "events", "MatchEvent[]", true},
		{"decisions are the open ones if they have changed, [] if none is open.", "decisions", "DecisionText[]", true},
		{"undo is there if it has changed.", "undo", "boolean", true},
		{"result is there when the match ends.", "result", "Result", true},
	},
}

// matchEvent is an event of a match, which the server writes as a list.
var matchEvent = &declaration{
	doc:   "MatchEvent is something that happened in a match (docs/match-events.md).",
	name:  "MatchEvent",
	alias: "[kind: string, " + event,
}

// customTypes has the TypeScript form of Go types whose JSON differs from their fields.
var customTypes = map[string]string{
	"any":                      "unknown",
	"encoding/json.RawMessage": "unknown",
	"time.Time":                "string",
	"internal/coded.Code":      "string",
	"internal/game.Facts":      facts,
	"internal/game.EventText":  matchEvent.name,
	"internal/game.OptionText": "string | { id: string; ref?: string; min?: integer; max?: number; " +
		"groups?: string[]; alone?: boolean; final?: boolean; passes?: boolean; ends?: boolean; early?: boolean }",
	"internal/game.PickText":  pick,
	"internal/game.Seed":      "string",
	"internal/match.ItemKind": "'' | 'plays' | 'lost' | 'taken' | 'rules'",
	"internal/match.Secret":   "string",
	// It is never sent.
	"internal/room.RandomValues": "",
}

// tagEncodedTypes has types with their own JSON encoding whose result nevertheless matches their tags.
var tagEncodedTypes = map[string]bool{"internal/game.DecisionText": true}

// fields has the TypeScript types of single fields.
var fields = map[string]string{
	"internal/stream.snapshotFrame.Decisions":      "DecisionText[]",
	"internal/stream.snapshotFrame.Private":        "Record<string, unknown>",
	"internal/room.Answer.Choice":                  picks,
	"internal/game.Place.TieBreaks":                "integer[] | null",
	"internal/game.Part.Args":                      facts + " | null",
	"internal/transport/httpx.Person.Kind":         "Kind | ''",
	"internal/archive.PlayerInfo.Kind":             "Kind | ''",
	"internal/transport/api.NewsAct.Reason":        "ModerationReason | ''",
	"internal/transport/operator.ActAnswer.Reason": "ModerationReason | ''",
	"internal/transport/operator.BanAnswer.Reason": "ModerationReason | ''",
	"internal/room.SeatInfo.Lost":                  "Lost | ''",
	"internal/lobby/directory.RoomInfo.Summary": "{ players: string[]; people: string[]; bots: string[]; " +
		"watch: boolean; delay: integer; clock: Clock; autoStart: boolean; accounts: boolean; rated: boolean; " +
		"options: Record<string, string>; event?: EventInfo }",
}

// generate returns the content of all files by path, for the module in a folder.
func generate(folder string) (map[string][]byte, error) {
	w := &writer{
		source: source{folder: folder, packages: map[string]*pkg{}},
		names:  map[string]string{},
		kinds:  map[string]string{},
		taken:  map[string]string{},
		files:  map[string]*file{},
	}
	all := slices.Concat(roots, sent)
	for _, r := range all {
		w.names[r.pkg+"."+r.name] = r.typeName
		w.kinds[r.pkg+"."+r.name] = r.kind
		w.taken[r.typeName] = r.pkg
	}
	entries, err := os.ReadDir(filepath.Join(folder, games))
	if err != nil {
		return nil, err
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			continue
		}
		for _, r := range documents(entry.Name()) {
			if err := w.document(entry.Name(), r); err != nil {
				return nil, err
			}
		}
		if err := w.kindsOf(entry.Name()); err != nil {
			return nil, err
		}
	}
	for _, r := range all {
		if _, err := w.named(r.pkg, r.name); err != nil {
			return nil, err
		}
	}
	requests, err := w.openAPI(folder)
	if err != nil {
		return nil, err
	}
	if err := w.declareWaiting(); err != nil {
		return nil, err
	}
	w.fileOf(common).types[update.name] = update
	w.fileOf(common).types[matchEvent.name] = matchEvent
	defs, err := w.fileOf(common).defs()
	if err != nil {
		return nil, err
	}
	complete(requests, defs)
	if err := w.describeRequests(requests); err != nil {
		return nil, err
	}
	out := map[string][]byte{}
	if out[routesFile], err = routeTypes(requests, defs); err != nil {
		return nil, err
	}
	addresses := object{}
	if out[path.Join(schemas, "openapi.json")], err = json.MarshalIndent(requests, "", "  "); err != nil {
		return nil, err
	}
	for name, f := range w.files {
		out[name] = f.text()
		schema := path.Join(schemas, "protocol.json")
		if name != common {
			schema = path.Join(schemas, path.Base(path.Dir(name))+".json")
		}
		if out[schema], err = f.schema(w.files[common], w.describeFrames); err != nil {
			return nil, fmt.Errorf("%s: %w", schema, err)
		}
		addresses[strings.TrimSuffix(path.Base(schema), ".json")] = "/schema/" + path.Base(schema)
	}
	addresses["openapi"] = "/schema/openapi.json"
	if out[path.Join(schemas, "index.json")], err = json.MarshalIndent(addresses, "", "  "); err != nil {
		return nil, err
	}
	return out, nil
}

// documents returns the types of a game that clients receive. A game can do without a catalogue.
func documents(id string) []root {
	return []root{
		{"internal/game/" + id, "Public", "Public", ""},
		{"internal/game/" + id, "Private", "Private", ""},
		{"internal/cards/" + id, "shownCatalogue", "Catalogue", ""},
	}
}

// file holds the declarations of one TypeScript file.
type file struct {
	// imports are the types imported from the common file.
	imports map[string]bool
	// types are the declarations by name, from the Go types they are made of.
	types map[string]*declaration
	from  map[string]string
	// extra are declarations that have no schema.
	extra string
}

func (f *file) text() []byte {
	var b strings.Builder
	b.WriteString("// Written by go run ./web/types. Do not edit.\n")
	if len(f.imports) > 0 {
		fmt.Fprintf(
			&b,
			"\nimport type { %s } from '../../core/wire.js';\n",
			strings.Join(slices.Sorted(maps.Keys(f.imports)), ", "),
		)
	}
	for _, name := range slices.Sorted(maps.Keys(f.types)) {
		b.WriteString("\n" + f.types[name].typescript())
	}
	b.WriteString(f.extra)
	return []byte(b.String())
}
