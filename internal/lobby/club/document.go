package club

import (
	"cmp"
	"slices"
	"strings"

	"archmage/internal/event"
	"archmage/internal/game"
	"archmage/internal/lobby/directory"
	"archmage/internal/people"
	"archmage/internal/room"
)

// Audience is a kind of viewer. All viewers of an audience get the same document, except that nobody sees a
// person with whom there is a block.
type Audience string

// The audiences.
const (
	// Visitor is a viewer without an account.
	Visitor Audience = "visitor"
	// Member is a viewer with an account.
	Member Audience = "member"
)

// MaxPeople is the largest number of people that a document names. The others are counted.
const MaxPeople = 100

// Doing is what a person who is here does, as others see it.
type Doing string

// The values of Doing, in the order in which lists show people.
const (
	Waiting  Doing = "waiting" // at a public table with a free seat
	Playing  Doing = "playing" // at a public table
	Online   Doing = "online"
	Watching Doing = "watching" // a public table
	// Private means that the person plays at a private table. It says neither what nor with whom.
	Private Doing = "private"
)

var doings = []Doing{Waiting, Playing, Online, Watching, Private}

// Activity is what a person does, and where.
type Activity struct {
	Doing Doing `json:"doing"`
	// Game is the game at a public table, and Room the table's id if others can join or watch there. Both are ""
	// otherwise.
	Game string `json:"game,omitempty"`
	Room string `json:"room,omitempty"`
}

// isPublic reports whether everybody can see the person at a public table anyway.
func (a Activity) isPublic() bool { return a.Game != "" && (a.Doing == Waiting || a.Doing == Playing) }

// before reports whether a says more about a person than b.
func (a Activity) before(b Activity) bool {
	weight := func(doing Doing) int {
		// A private table is worth more than being here, so that it hides where else the person looks.
		return slices.Index([]Doing{Playing, Waiting, Private, Watching, Online}, doing)
	}
	return weight(a.Doing) < weight(b.Doing)
}

// Here is a person who is here.
type Here struct {
	people.Visible
	Activity
}

// Person is a person in a document.
type Person struct {
	Name string `json:"name"`
	// Kind is "guest" or "account".
	Kind people.Kind `json:"kind"`
	// Avatar is the picture that an account has chosen, as in "owl-3".
	Avatar string `json:"avatar,omitempty"`
	// New is true for an account of the last seven days. Visitors learn it only of people who show everybody that
	// they are here.
	New bool `json:"new,omitempty"`
	Activity
}

// Table is a public table in a document. It has the fields of [directory.RoomInfo] except the id.
type Table struct {
	Game    string            `json:"game"`
	Status  room.Status       `json:"status"`
	Listed  bool              `json:"listed"`
	Host    string            `json:"host"`
	Summary directory.Summary `json:"summary"`
	Created string            `json:"created"`
	// Progress is absent if no match is in progress or nobody may watch it.
	Progress       *directory.MatchProgress `json:"progress,omitempty"`
	Connected      []game.Seat              `json:"connected"`
	SpectatorCount int                      `json:"spectatorCount"`
}

// Result is the result of a match at a public table. Its lists are by seat.
type Result struct {
	Game string `json:"game"`
	// Ended is in milliseconds since 1970.
	Ended int64 `json:"ended"`
	// Names has the names of the players, "" for one who was deleted. People has their ids, "" for a bot of the
	// server. Bots has the ids of these bots.
	Names  []string `json:"names"`
	People []string `json:"people"`
	Bots   []string `json:"bots"`
	// Ranks counts from 1; all are 0 if the match was abandoned.
	Ranks  []int `json:"ranks"`
	Totals []int `json:"totals"`
}

// Standing is a line of the standings of this week over all games.
type Standing struct {
	// Person is the id of the person, "" for a bot of the server, whose id is in Bot.
	Person string `json:"person,omitempty"`
	Bot    string `json:"bot,omitempty"`
	Name   string `json:"name,omitempty"`
	Avatar string `json:"avatar,omitempty"`
	Points int    `json:"points"`
	Won    int    `json:"won"`
	Played int    `json:"played"`
}

// MaxEvents is the largest number of events in a document.
const MaxEvents = 3

// EventLine is an event to come or in progress in a document.
type EventLine struct {
	ID     string       `json:"id"`
	Title  string       `json:"title"`
	Kind   event.Kind   `json:"kind"`
	Game   string       `json:"game"`
	Size   int          `json:"size"`
	Status event.Status `json:"status"`
	// Begins is in milliseconds since 1970.
	Begins int64 `json:"begins"`
	// Coming is the number of people who come or take part.
	Coming int `json:"coming"`
	Round  int `json:"round"`
	// Rounds is 0 if the number of rounds is not known.
	Rounds int `json:"rounds"`
	// Organiser is the name of the organiser.
	Organiser string `json:"organiser"`
}

// EventState is an event with the id of its organiser.
type EventState struct {
	EventLine
	OrganiserID string
}

// Document is what a viewer can know about the people and the public tables of a server. A member sees
// everybody but accounts whose presence is `nobody`; a visitor sees accounts whose presence is `everybody`,
// and people at public tables. Two people with a block between them do not see each other. That somebody
// begins or stops playing at a private table is seen after a random time of up to a minute.
type Document struct {
	// People has at most 100 people who are here, by id. The viewer is among them.
	People map[string]Person `json:"people"`
	// Others is the number of accounts that are here and not in People. Visitors is that of the guests.
	Others   int `json:"others"`
	Visitors int `json:"visitors"`
	// Tables has the latest public tables that wait for players or have a match in progress, by id.
	Tables map[string]Table `json:"tables"`
	// Results has the latest results, by the id of the match.
	Results map[string]Result `json:"results"`
	// Week has the first three of this week over all games, by place.
	Week map[string]Standing `json:"week"`
	// Events has listed events that are in progress or begin soon, by id.
	Events map[string]EventLine `json:"events"`
	// Chat is the end of the chat of the club. It is absent if there is no chat, or if the viewer cannot read it.
	Chat *Chat `json:"chat,omitempty"`
}

// State is everything from which documents are made.
type State struct {
	People  []Here
	Tables  map[string]Table
	Results map[string]Result
	Week    map[string]Standing
	Events  []EventState
	// Chat is nil if there is no chat.
	Chat *ChatState
}

// Build returns the document of an audience, without the people who are hidden from the viewer.
//
// A visitor sees people who have chosen to be seen by everybody, and those who wait or play at public tables.
// Nothing else about a person changes the document of a visitor, except the numbers of people.
func Build(state *State, audience Audience, isHidden func(person string) bool) Document {
	doc := Document{
		People: map[string]Person{}, Tables: map[string]Table{}, Results: state.Results, Week: state.Week,
		Events: map[string]EventLine{}, Chat: chatOf(state.Chat, audience, isHidden),
	}
	for i := range state.Events {
		if e := &state.Events[i]; !isHidden(e.OrganiserID) {
			doc.Events[e.ID] = e.EventLine
		}
	}
	for id, table := range state.Tables {
		if !slices.ContainsFunc(table.Summary.People, isHidden) {
			doc.Tables[id] = table
		}
	}
	list := make([]*Here, 0, len(state.People))
	for i := range state.People {
		if here := &state.People[i]; here.Presence != people.PresenceNobody && !isHidden(here.ID) {
			list = append(list, here)
		}
	}
	slices.SortFunc(list, compareHere)
	for _, here := range list {
		isShown := audience == Member || here.Presence == people.PresenceEverybody || here.isPublic()
		switch {
		case isShown && len(doc.People) < MaxPeople:
			knowsNew := audience == Member || here.Presence == people.PresenceEverybody
			doc.People[here.ID] = Person{
				Name:     here.Name,
				Kind:     here.Kind,
				Avatar:   here.Avatar,
				New:      here.New && knowsNew,
				Activity: here.Activity,
			}
		case here.Kind == people.Guest:
			doc.Visitors++
		default:
			doc.Others++
		}
	}
	return doc
}

// compareHere orders people as lists show them: accounts first, then by what they do, then by name. The order
// says nothing about when somebody came.
func compareHere(a, b *Here) int {
	isGuest := func(here *Here) int {
		if here.Kind == people.Guest {
			return 1
		}
		return 0
	}
	return cmp.Or(
		isGuest(a)-isGuest(b),
		slices.Index(doings, a.Doing)-slices.Index(doings, b.Doing),
		strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name)),
		strings.Compare(a.ID, b.ID),
	)
}
