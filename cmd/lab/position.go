package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"archmage/cmd/internal/cli"
	"archmage/internal/coded"
	"archmage/internal/game"
	"archmage/internal/strict"
)

// maxPositionBytes is the maximum size of a position file.
const maxPositionBytes = 1 << 20

// codeBadViews is the code for a viewer that does not exist.
const codeBadViews coded.Code = "bad_views"

// positionFile is the input of the command position. docs/positions.md describes the format.
type positionFile struct {
	Game string `json:"game"`
	// Exactly one of New and Setup is present. The game defines the format of Setup.
	New   *newMatch       `json:"new"`
	Setup json.RawMessage `json:"setup"`
	// Seed is allowed only with Setup.
	Seed    *seed            `json:"seed"`
	Views   []string         `json:"views"`
	Answers []positionAnswer `json:"answers"`
}

type newMatch struct {
	Options game.MatchOptions `json:"options"`
	Players int               `json:"players"`
	Seed    seed              `json:"seed"`
}

type positionAnswer struct {
	Seat *int `json:"seat"`
	// Decision is the id of a decision. If it is missing, the answer is to the seat's open decision.
	Decision *uint32         `json:"decision"`
	Answer   json.RawMessage `json:"answer"`
}

// seed is a [game.Seed] that a file can give as a number.
type seed struct{ game.Seed }

// UnmarshalJSON reads a number or 64 hexadecimal digits.
func (s *seed) UnmarshalJSON(data []byte) error {
	if bytes.HasPrefix(data, []byte(`"`)) {
		if strict.Decode(data, &s.Seed) == nil {
			return nil
		}
	} else if n, err := strconv.ParseUint(string(data), 10, 64); err == nil {
		s.Seed = game.SeedFromInt(n)
		return nil
	}
	return coded.Malformedf("a seed is a whole number from 0 on or 64 hexadecimal digits")
}

type namedViewer struct {
	name   string
	viewer game.Viewer
}

// positionCommand returns the command that builds a position from a file, applies the file's answers, and
// prints the state before the first answer and after each.
func (a *app) positionCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "position FILE",
		Short: "Build a position from a file, give it answers, and print every state",
		Long: "Build a position from a file, give it the file's answers, and print a description before the first\n" +
			"answer and after each. FILE may be - for standard input. An error is printed as one line,\n" +
			"\"code: message\".",
		Args: cobra.ExactArgs(1),
	}
	compact := cmd.Flags().Bool("compact", false, "print each object on one line")
	cmd.RunE = func(_ *cobra.Command, args []string) error { return a.position(args[0], *compact) }
	return cmd
}

func (a *app) position(name string, compact bool) error {
	fail := func(status int, err error) error {
		fmt.Fprintln(a.Stderr, err)
		return cli.Status(status)
	}
	data, err := a.ReadFile(name, maxPositionBytes)
	if err != nil {
		return fail(cli.Usage, err)
	}
	p, err := a.readPosition(data)
	if err != nil {
		return fail(cli.Usage, err)
	}
	first, err := p.first()
	if err == nil {
		err = a.printObject(first, compact)
	}
	if err != nil {
		return fail(cli.Usage, err)
	}
	for i := range p.answers {
		next, err := p.next(i)
		if err == nil {
			err = a.printObject(next, compact)
		}
		if err != nil {
			return fail(cli.Failed, err)
		}
	}
	return nil
}

func (a *app) printObject(object *positionStep, compact bool) error {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(object); err != nil {
		return err
	}
	if !compact {
		return indentTo(a.Stdout, line.Bytes())
	}
	_, err := a.Stdout.Write(line.Bytes())
	return err
}

// position is the state that a file describes, and to which the answers of the file are applied.
type position struct {
	rules game.Rules
	state game.State
	seats int
	// opening has the events before the first decision.
	opening game.Step
	viewers []namedViewer
	answers []positionAnswer
}

// readPosition parses a position file and builds its state.
func (a *app) readPosition(data []byte) (*position, error) {
	var file positionFile
	if err := strict.Decode(data, &file); err != nil {
		return nil, err
	}
	e, err := a.games.find(file.Game)
	if err != nil {
		return nil, err
	}
	if (file.New == nil) == (file.Setup == nil) {
		return nil, coded.Malformedf("a file has either new or setup")
	}
	if file.New != nil && file.Seed != nil {
		return nil, coded.Malformedf("the seed of a new match stands in new")
	}
	for i, answer := range file.Answers {
		if answer.Seat == nil {
			return nil, coded.Malformedf("answer %d has no seat", i+1)
		}
		if answer.Answer == nil {
			return nil, coded.Malformedf("answer %d has no answer", i+1)
		}
	}
	p := position{rules: e.Rules, answers: file.Answers}
	if p.state, err = p.build(&file); err != nil {
		return nil, err
	}
	p.seats = len(p.state.Standing())
	p.viewers, err = readViewers(file.Views, p.seats)
	return &p, err
}

func (p *position) build(file *positionFile) (s game.State, err error) {
	defer recoverAsError(&err)
	if file.New != nil {
		if s, err = p.rules.New(file.New.Options, file.New.Players, file.New.Seed.Seed); err == nil {
			s.Opening(&p.opening)
		}
		return s, err
	}
	var setupSeed game.Seed
	if file.Seed != nil {
		setupSeed = file.Seed.Seed
	}
	if s, err = p.rules.Setup(file.Setup, setupSeed, &p.opening); err != nil {
		return nil, err
	}
	if err := s.Check(); err != nil {
		return nil, coded.Errorf(game.CodeBadSetup, "the position is impossible: %v", err)
	}
	return s, nil
}

// readViewers parses the viewers "seat 0", "spectator" and "all".
func readViewers(names []string, seats int) ([]namedViewer, error) {
	var list []namedViewer
	for _, name := range names {
		v := namedViewer{name: name}
		switch name {
		case "spectator":
			v.viewer = game.Spectator()
		case "all":
			v.viewer = game.AllSeeing()
		default:
			var seat int
			if n, err := fmt.Sscanf(name, "seat %d", &seat); n != 1 || err != nil || seat < 0 || seat >= seats ||
				name != fmt.Sprintf("seat %d", seat) {
				return nil, coded.Errorf(
					codeBadViews,
					`%q is not "seat 0" to "seat %d", "spectator" or "all"`,
					name,
					seats-1,
				)
			}
			v.viewer = game.SeatViewer(game.Seat(seat))
		}
		for _, other := range list {
			if other.name == name {
				return nil, coded.Errorf(codeBadViews, "%q is named twice", name)
			}
		}
		list = append(list, v)
	}
	return list, nil
}

// recoverAsError sets *err to an error with [cli.CodePanic] if the rules panic. It must be deferred.
func recoverAsError(err *error) {
	if value := recover(); value != nil {
		*err = coded.Errorf(cli.CodePanic, "%s", cli.Panicked(value))
	}
}

// answer applies one answer of the file. If the answer is refused, the state does not change.
func (p *position) answer(a *positionAnswer, step *game.Step) error {
	if *a.Seat < 0 || *a.Seat >= p.seats {
		return coded.Errorf(game.CodeNotAsked, "seat %d, 0 to %d", *a.Seat, p.seats-1)
	}
	seat := game.Seat(*a.Seat)
	var d game.Decision
	ok := p.state.Decision(seat, &d)
	id := d.ID
	if a.Decision != nil {
		id = *a.Decision
	}
	var picks []game.Pick
	if ok && id == d.ID {
		if err := p.checkOffered(&d, a.Answer); err != nil {
			return err
		}
		var err error
		if picks, err = d.ParsePicks(p.rules, a.Answer); err != nil {
			return err
		}
	}
	// If the seat has no decision or has another one, Apply returns the error.
	return p.state.Apply(seat, game.Answer{Decision: id, Picks: picks}, step)
}

// explainer is a private document with reasons why options are not offered. WhyNot returns "" for an option
// without a reason.
type explainer interface {
	WhyNot(option string) string
}

// checkOffered refuses an answer with an option that the decision does not offer. The error has the reason if
// the seat's private document gives one.
func (p *position) checkOffered(d *game.Decision, answer []byte) error {
	var choices []game.PickText
	if json.Unmarshal(answer, &choices) != nil {
		return nil // ParsePicks will return the error
	}
	for _, choice := range choices {
		key, ok := p.rules.ParseOption(choice.Option)
		if ok && slices.ContainsFunc(d.Options, func(o game.Option) bool { return o.Key == key }) {
			continue
		}
		reason := ""
		if private, ok := p.state.Private(d.Seat).(explainer); ok {
			reason = private.WhyNot(choice.Option)
		}
		if reason != "" {
			return coded.Errorf(game.CodeUnknownOption, "%s is not offered: %s", choice.Option, reason)
		}
		return coded.Errorf(game.CodeUnknownOption, "%s is not offered", choice.Option)
	}
	return nil
}
