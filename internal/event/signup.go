package event

import (
	"slices"

	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/match"
)

// rulesVersion is the version of the rules. Any change that could alter a pairing, a standing or what is allowed raises
// it, and must keep the rules of older events.
const rulesVersion = 1

// Create plans an event. Its sender becomes the organiser, but does not take part without joining.
type Create struct {
	Settings Settings `json:"settings"`
	// Secret is the secret of the event: 32 random bytes.
	Secret match.Secret `json:"-"`
}

// Command returns CreateCommand.
func (*Create) Command() Name { return CreateCommand }

func (a *Create) decide(e *Event, _ *Command) (Body, error) {
	settings, err := a.Settings.complete(e.games)
	if err != nil {
		return nil, err
	}
	secret := a.Secret
	return &Created{settings, rulesVersion, a.Secret.Commitment(), &secret}, nil
}

// Created is the first entry of an event.
type Created struct {
	Settings Settings `json:"settings"`
	// Rules is the version of the rules by which people are paired.
	Rules      int    `json:"rules"`
	Commitment string `json:"commitment"`
	// Secret is the secret of the event. Public entries do not have it.
	Secret *match.Secret `json:"secret,omitempty"`
}

// Command returns CreateCommand.
func (*Created) Command() Name { return CreateCommand }

func (b *Created) action() Action {
	var secret match.Secret
	if b.Secret != nil {
		secret = *b.Secret
	}
	return &Create{b.Settings, secret}
}

func (b *Created) apply(e *Event, entry *Entry) error {
	if entry.By == "" {
		return badEntry("an event has an organiser")
	}
	if b.Rules != rulesVersion {
		return badEntry("its rules have the version %d, here is version %d", b.Rules, rulesVersion)
	}
	// The game may have changed since the entry was stored.
	settings, err := b.Settings.complete(nil)
	if err != nil {
		return err
	}
	e.Settings, e.Organiser, e.Commitment = settings, entry.By, b.Commitment
	if b.Secret != nil {
		e.Secret = *b.Secret
	}
	return nil
}

// ChangeSettings changes all settings.
type ChangeSettings struct {
	Settings Settings `json:"settings"`
}

// Command returns SettingsCommand.
func (*ChangeSettings) Command() Name { return SettingsCommand }

func (a *ChangeSettings) action() Action { return a }

func (a *ChangeSettings) decide(e *Event, _ *Command) (Body, error) {
	settings, err := a.Settings.complete(e.games)
	return &ChangeSettings{settings}, err
}

func (a *ChangeSettings) apply(e *Event, _ *Entry) error {
	settings, err := a.Settings.complete(nil)
	e.Settings = settings
	return err
}

// Join says that its sender comes, or perhaps. Joining again changes the answer.
type Join struct {
	Perhaps bool `json:"perhaps"`
	// Name is the name of the person. Strength is the Strength of the [Entrant]. The server sets both.
	Name     string `json:"name,omitempty"`
	Strength int    `json:"strength,omitempty"`
}

// Command returns JoinCommand.
func (*Join) Command() Name { return JoinCommand }

func (a *Join) action() Action { return a }

func (a *Join) decide(e *Event, c *Command) (Body, error) {
	if e.Find(c.By.ID) < 0 && len(e.People) >= MaxPeople {
		return nil, errFull
	}
	return &Join{a.Perhaps, c.By.Name, a.Strength}, checkStrength(a.Strength)
}

func (a *Join) apply(e *Event, entry *Entry) error {
	if entry.By == "" || !isText(a.Name, MaxName) {
		return badEntry("a person has an id and a name")
	}
	person := Entrant{ID: entry.By, Name: a.Name, Strength: a.Strength, Perhaps: a.Perhaps}
	if i := e.Find(entry.By); i >= 0 {
		e.People[i] = person
		return nil
	}
	e.People = append(e.People, person)
	return nil
}

// errFull refuses another person.
var errFull = coded.Errorf(CodeFull, "at most %d people can take part", MaxPeople)

func checkStrength(strength int) error {
	if strength < 0 || strength > maxStrength {
		return coded.Malformedf("a strength is 0 to %d, not %d", maxStrength, strength)
	}
	return nil
}

// Withdraw takes back that a person comes. Officers can name another person and give a reason.
type Withdraw struct {
	Person string `json:"person"`
	Reason string `json:"reason,omitempty"`
}

// Command returns WithdrawCommand.
func (*Withdraw) Command() Name { return WithdrawCommand }

func (a *Withdraw) action() Action { return a }

func (a *Withdraw) person() string { return a.Person }

func (a *Withdraw) decide(e *Event, c *Command) (Body, error) {
	if a.Person != c.By.ID && !e.isOfficer(c) {
		return nil, coded.Errorf(CodeNotOfficer, "only the organiser can withdraw another person")
	}
	if e.Find(a.Person) < 0 {
		return nil, errNotEntered
	}
	return a, checkReason(a.Reason, a.Person != c.By.ID)
}

func (a *Withdraw) apply(e *Event, _ *Entry) error {
	i := e.Find(a.Person)
	if i < 0 {
		return errNotEntered
	}
	e.People = slices.Delete(e.People, i, i+1)
	return nil
}

// errNotEntered refuses what only people can do who take part.
var errNotEntered = coded.Errorf(CodeNotEntered, "that person does not take part")

// HandOver makes another person who takes part the organiser. If the account of the organiser is deleted, the server
// hands the event over to nobody, so that only officers can act as organiser.
type HandOver struct {
	// Person is "" for nobody.
	Person string `json:"person"`
}

// Command returns HandOverCommand.
func (*HandOver) Command() Name { return HandOverCommand }

func (a *HandOver) action() Action { return a }

func (a *HandOver) decide(e *Event, c *Command) (Body, error) {
	switch {
	case (c.By.ID == "") != (a.Person == ""):
		return nil, coded.Malformedf("an organiser hands the event over to a person")
	case a.Person == e.Organiser:
		return nil, coded.Errorf(CodeEntered, "that person is the organiser already")
	}
	return a, a.check(e)
}

func (a *HandOver) check(e *Event) error {
	if a.Person != "" && e.Find(a.Person) < 0 {
		return errNotEntered
	}
	return nil
}

func (a *HandOver) apply(e *Event, _ *Entry) error {
	e.Organiser = a.Person
	return a.check(e)
}

// Start starts the event with the people who come. A round must be begun apart.
type Start struct{}

// Command returns StartCommand.
func (*Start) Command() Name { return StartCommand }

func (a *Start) decide(e *Event, _ *Command) (Body, error) {
	playing := e.playing()
	if len(playing) < 2 {
		return nil, coded.Errorf(CodeFewPeople, "at least two people must come")
	}
	started := &Started{Order: e.seeds(playing)}
	if e.Settings.Kind != KindRoundRobin {
		return started, nil
	}
	schedule, err := e.schedule(started.Order)
	started.Schedule = schedule
	return started, err
}

// Started starts an event.
type Started struct {
	// Order and Schedule are those of the [Event].
	Order    []int     `json:"order"`
	Schedule [][][]int `json:"schedule,omitempty"`
}

// Command returns StartCommand.
func (*Started) Command() Name { return StartCommand }

func (b *Started) action() Action { return &Start{} }

func (b *Started) apply(e *Event, entry *Entry) error {
	sorted := slices.Sorted(slices.Values(b.Order))
	if !slices.Equal(sorted, e.playing()) || len(sorted) < 2 {
		return badEntry("the order does not have exactly the people who come")
	}
	if len(b.Schedule) > MaxRounds || e.Settings.Kind != KindRoundRobin && len(b.Schedule) > 0 {
		return badEntry("the schedule has %d rounds", len(b.Schedule))
	}
	for _, round := range b.Schedule {
		if err := e.checkSeats(round, nil, sorted); err != nil {
			return err
		}
	}
	e.Order, e.Schedule, e.Status = b.Order, b.Schedule, StatusRunning
	for i := range e.People {
		if !e.People[i].Perhaps {
			e.People[i].Entered = entry.At
		}
	}
	return nil
}

// playing returns the numbers of the people who can be seated.
func (e *Event) playing() []int {
	var list []int
	for i := range e.People {
		if e.People[i].IsPlaying() {
			list = append(list, i)
		}
	}
	return list
}

// seeds returns people by strength, and people of equal strength by lot.
func (e *Event) seeds(people []int) []int {
	order := slices.Clone(people)
	game.Shuffle(e.rng("seeds", 0), order)
	slices.SortStableFunc(order, func(a, b int) int { return e.People[b].Strength - e.People[a].Strength })
	return order
}
