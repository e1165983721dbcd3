package game

// Module is everything that the program needs to offer a game.
type Module struct {
	Rules Rules
	// Bots are the computer players, each a [Character] if people may choose it.
	// The first one answers at once: it plays for absent players. The others go
	// from the weakest to the strongest.
	Bots []Bot
	// Analyst looks into decisions for people; it is nil if there is none.
	Analyst Analyst
	// Catalogue returns what is printed on the game's pieces as JSON, for
	// clients. It is nil if there is nothing.
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

// Modules is a list of games, each with an id of its own.
type Modules []Module

// Find returns the game with the id.
func (m Modules) Find(id string) (Module, bool) {
	for _, one := range m {
		if one.Rules.Info().ID == id {
			return one, true
		}
	}
	return Module{}, false
}
