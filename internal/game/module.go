package game

// Module has everything that a server needs to offer a game.
type Module struct {
	Rules Rules
	// Bots are the computer players. A bot that players can choose is a [Character]. The first bot
	// answers without delay and plays for absent players. The remaining bots are ordered from the
	// weakest to the strongest.
	Bots []Bot
	// Analyst analyses decisions. It is nil if the game has none.
	Analyst Analyst
	// Catalogue returns the printed facts of the game's pieces as JSON, for clients. It is nil if
	// there are none.
	Catalogue func() ([]byte, error)
}

// Bot returns the bot with the id.
func (m Module) Bot(id string) (Bot, bool) {
	for _, b := range m.Bots {
		if b.ID() == id {
			return b, true
		}
	}
	return nil, false
}

// Modules is a list of games with distinct ids.
type Modules []Module

// Find returns the game with the id.
func (m Modules) Find(id string) (Module, bool) {
	for _, module := range m {
		if module.Rules.Info().ID == id {
			return module, true
		}
	}
	return Module{}, false
}
