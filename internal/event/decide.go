package event

import (
	"slices"

	"archmage/internal/coded"
)

// Change is the result of a command.
type Change struct {
	// Entry is the entry to store, nil if the same command was carried out before.
	Entry *Entry
	Next  *Event
}

// Decide carries out a command on a copy of the event and returns the result, or refuses the command with a coded
// error. It does not change e.
func Decide(e *Event, c *Command) (Change, error) {
	if c.Body == nil {
		return Change{}, coded.Errorf(CodeUnknownCommand, "the command is empty")
	}
	name := c.Body.Command()
	if err := c.check(); err != nil {
		return Change{}, err
	}
	if e.isCarriedOut(request{c.By.ID, c.ID}) {
		return Change{Next: e}, nil
	}
	if err := e.checkStage(commands[name].when); err != nil {
		return Change{}, err
	}
	if err := e.authorize(c, commands[name].by); err != nil {
		return Change{}, err
	}
	isFull := e.Last >= MaxEntries ||
		e.Status == StatusPlanned && e.Last >= maxSignUps && commands[name].by == byAnyPerson
	if isFull && name != FinishCommand && name != CancelCommand {
		return Change{}, coded.Errorf(CodeFull, "the event has %d entries and takes no more of them", e.Last)
	}
	body, err := c.Body.decide(e, c)
	if err != nil {
		return Change{}, err
	}
	entry := &Entry{At: max(c.At, e.At), By: c.By.ID, ID: c.ID, Body: body}
	if c.By.ID != "" && e.actsAsOfficer(c) {
		entry.Name, entry.Officer = c.By.Name, c.By.ID != e.Organiser
	}
	next, err := Apply(e, entry)
	if err != nil {
		return Change{}, err
	}
	return Change{Entry: entry, Next: next}, nil
}

// check refuses ids, names and times that no command can have.
func (c *Command) check() error {
	switch {
	case len(c.By.ID) > maxID || len(c.ID) > maxID:
		return coded.Malformedf("an id has at most %d bytes", maxID)
	case c.By.ID != "" && !isText(c.By.Name, MaxName):
		return coded.Malformedf("a name has 1 to %d characters", MaxName)
	case c.At < 0 || c.At > maxTime:
		return coded.Malformedf("the time is out of range: %d", c.At)
	}
	return nil
}

// isOfficer reports whether the sender can act as organiser.
func (e *Event) isOfficer(c *Command) bool {
	return c.By.ID != "" && (c.IsOfficer || c.By.ID == e.Organiser)
}

// authorize refuses a command if its sender is not one of the allowed senders.
func (e *Event) authorize(c *Command, allowed senders) error {
	switch {
	case c.By.ID == "" && allowed&byServer == 0, c.By.ID != "" && allowed == byServer:
		return coded.Errorf(CodeUnknownCommand, "unknown command for this sender")
	case c.By.ID != "" && allowed&byAnyPerson == 0 && !e.isOfficer(c):
		return coded.Errorf(CodeNotOfficer, "only the organiser can do that")
	}
	return nil
}

// actsAsOfficer reports whether a command of a person needs the rights of an officer.
func (e *Event) actsAsOfficer(c *Command) bool {
	if other, ok := c.Body.(interface{ person() string }); ok {
		return other.person() != c.By.ID
	}
	if wait, ok := c.Body.(*Wait); ok {
		t, err := wait.find(e)
		return err == nil && !wait.isAt(e, t, c.By.ID)
	}
	return commands[c.Body.Command()].by&byOfficer != 0
}

// checkStage refuses what is not allowed at this stage of the event's life.
func (e *Event) checkStage(when stage) error {
	isOver := e.Status == StatusFinished || e.Status == StatusCancelled
	switch {
	case when == unopened:
		if e.Last > 0 {
			return coded.Errorf(CodeUnknownCommand, "the event is created already")
		}
	case e.Last == 0:
		return coded.Errorf(CodeUnknownCommand, "the event is not created yet")
	case isOver:
		return coded.Errorf(CodeOver, "the event is over")
	case when == beforeStart && e.Status != StatusPlanned:
		return coded.Errorf(CodeStarted, "the event has started")
	case (when == inEvent || when == inProgress) && e.Status == StatusPlanned:
		return coded.Errorf(CodeNotStarted, "the event has not started")
	case when == inProgress && e.Status == StatusPaused:
		return coded.Errorf(CodePaused, "the event is paused")
	}
	return nil
}

// Apply returns the event after an entry. It is the only way to change an event. It does not change e. It fails with
// a coded error if the entry cannot follow.
func Apply(e *Event, entry *Entry) (*Event, error) {
	if err := e.checkStage(commands[entry.Body.Command()].when); err != nil {
		return nil, err
	}
	if entry.At < e.At || entry.At > maxTime {
		return nil, badEntry("its time is before that of the entry before")
	}
	next := e.copy()
	if err := entry.Body.apply(next, entry); err != nil {
		return nil, err
	}
	next.At = entry.At
	next.Last++
	next.Digest = digest(e.Digest, entry)
	if entry.By != "" && entry.ID != "" {
		next.remember(request{entry.By, entry.ID})
	}
	if entry.Name != "" && (next.Status != StatusPlanned || entry.Body.Command() == HandOverCommand) {
		act := Act{Number: next.Last, At: entry.At, Person: entry.By, By: entry.Name, Body: entry.Public().Body}
		next.Acts = append(slices.Clip(next.Acts), act)
	}
	return next, nil
}

// request identifies a person's command.
type request struct{ person, id string }

// maxRequests is the maximum number of requests in an event.
const maxRequests = 512

// isCarriedOut reports whether a command of a person was carried out already.
func (e *Event) isCarriedOut(r request) bool {
	return r.person != "" && r.id != "" && slices.Contains(e.requests, r)
}

// remember records that a person's command was carried out.
func (e *Event) remember(r request) {
	e.requests = append(slices.Clip(e.requests), r)
	e.requests = e.requests[max(0, len(e.requests)-maxRequests):]
}
