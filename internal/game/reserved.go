package game

import "slices"

// reservedEvents are the kinds of events that matches of all games have, such as a player who leaves.
// docs/match-events.md explains them.
var reservedEvents = []string{
	"started", "undo", "left", "removed", "taken", "conceded", "timeout", "standin", "replaced", "returned", "host",
	"closed", "declined", "paused", "resumed", "ended", "long", "won", "decided", "timeup",
}

// IsReservedEvent reports whether the kind of event belongs to matches of all games. A game must not
// use it for an event of its own, because clients have a text for it.
func IsReservedEvent(kind string) bool { return slices.Contains(reservedEvents, kind) }
