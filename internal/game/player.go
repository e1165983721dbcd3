package game

// Bot plays a seat in place of a person. It sees what that person would see,
// and it keeps nothing between two decisions, so any of a match's decisions
// can be given to it. A Bot may be used from many goroutines at once.
type Bot interface {
	// ID names the bot in settings and records, as in "random".
	ID() string
	Label() Label
	// Choose returns a legal answer to the decision. view is what [State.View]
	// shows the seat that is asked. random is the bot's own stream, not the
	// match's. The result is the caller's.
	Choose(view any, d *Decision, random *RNG) []Pick
}
