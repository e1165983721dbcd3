package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
)

// act is the body of a request to carry out an act.
type act struct {
	Kind   string `json:"kind"`
	Person string `json:"person,omitempty"`
	Report uint64 `json:"report,omitempty"`
	Room   string `json:"room,omitempty"`
	Line   uint64 `json:"line,omitempty"`
	Reason string `json:"reason,omitempty"`
	Words  string `json:"words,omitempty"`
	Hours  int    `json:"hours,omitempty"`
	Role   string `json:"role,omitempty"`
	// Texts are a notice by language. Part, Lang and Text are a text of the host.
	Texts map[string]string `json:"texts,omitempty"`
	Part  string            `json:"part,omitempty"`
	Lang  string            `json:"lang,omitempty"`
	Text  string            `json:"text,omitempty"`
}

// does sends an act and prints that it is done.
func (c *adminCall) does(ctx context.Context, what act, said string) error {
	if err := c.read(ctx, nil, http.MethodPost, "/moderation/acts", what); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, said)
	return nil
}

// why are the flags that say why something is done, and for how long.
type why struct {
	reason, words *string
	length        age
}

func bindWhy(set *flag.FlagSet) *why {
	w := &why{
		reason: set.String(
			"reason",
			"",
			"why, in one `word` that the person reads in their language: insult, spam, name, stalling, cheating or other",
		),
		words: set.String("words", "", "what else the person reads, a `text`"),
	}
	set.Var(&w.length, "for", "how `long`, as in 12h or 30d; 0 is for ever")
	return w
}

// hours returns the duration in hours, rounded up; 0 means for good.
func (w *why) hours() int {
	return int((time.Duration(w.length) + time.Hour - 1) / time.Hour)
}

// personID returns the id of a person. text is that id, or the name of an account.
func (c *adminCall) personID(ctx context.Context, text string) (string, error) {
	if uuid.Validate(text) == nil {
		return text, nil
	}
	var found struct{ ID string }
	err := c.read(ctx, &found, http.MethodGet, "/moderation/people?name="+url.QueryEscape(text), nil)
	return found.ID, err
}

// aboutPerson sends an act about the person whom the first argument names. what makes the
// act, after the arguments are read.
func (c *adminCall) aboutPerson(
	ctx context.Context,
	set *flag.FlagSet,
	args []string,
	want int,
	what func() act,
	said string,
) error {
	if err := c.parse(set, args, want); err != nil {
		return err
	}
	id, err := c.personID(ctx, set.Arg(0))
	if err != nil {
		return err
	}
	do := what()
	do.Person = id
	return c.does(ctx, do, said)
}

// note stores words about a person for moderators.
func (c *adminCall) note(ctx context.Context, args []string) error {
	set := c.flags()
	return c.aboutPerson(ctx, set, args, 2, func() act { return act{Kind: "note", Words: set.Arg(1)} }, "noted")
}

// warn sends words to a person.
func (c *adminCall) warn(ctx context.Context, args []string) error {
	set := c.flags()
	return c.aboutPerson(
		ctx,
		set,
		args,
		2,
		func() act { return act{Kind: "warn", Words: set.Arg(1)} },
		"the person will read it",
	)
}

// mute keeps a person from writing in chats.
func (c *adminCall) mute(ctx context.Context, args []string) error {
	set := c.flags()
	w := bindWhy(set)
	return c.aboutPerson(ctx, set, args, 1, func() act {
		return act{Kind: "mute", Reason: *w.reason, Words: *w.words, Hours: w.hours()}
	}, "muted")
}

// rename gives a person a neutral name.
func (c *adminCall) rename(ctx context.Context, args []string) error {
	set := c.flags()
	words := set.String("words", "", "what the person reads, a `text`")
	return c.aboutPerson(
		ctx,
		set,
		args,
		1,
		func() act { return act{Kind: "rename", Reason: "name", Words: *words} },
		"renamed",
	)
}

// role gives a person a role, or takes it away.
func (c *adminCall) role(ctx context.Context, args []string) error {
	set := c.flags()
	return c.aboutPerson(ctx, set, args, 2, func() act {
		role := set.Arg(1)
		if role == "none" {
			role = ""
		}
		return act{Kind: "role", Role: role}
	}, "done")
}

// removeLine removes a line of a chat.
func (c *adminCall) removeLine(ctx context.Context, args []string) error {
	set := c.flags()
	if err := c.parse(set, args, 1); err != nil {
		return err
	}
	report, err := strconv.ParseUint(set.Arg(0), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not the number of a report", set.Arg(0))
	}
	return c.does(ctx, act{Kind: "remove_line", Report: report}, "removed")
}

// dismiss closes a report.
func (c *adminCall) dismiss(ctx context.Context, args []string) error {
	set := c.flags()
	words := set.String("words", "", "why, a `text` for the log")
	if err := c.parse(set, args, 1); err != nil {
		return err
	}
	report, err := strconv.ParseUint(set.Arg(0), 10, 64)
	if err != nil {
		return fmt.Errorf("%q is not the number of a report", set.Arg(0))
	}
	return c.does(ctx, act{Kind: "dismiss", Report: report, Words: *words}, "closed")
}

// notice sets the notice to everybody, or withdraws it.
func (c *adminCall) notice(ctx context.Context, args []string) error {
	set := c.flags()
	var length age
	texts := map[string]string{}
	set.Func(
		"in",
		"`LANG=TEXT`: another text for readers of a language, as in fr=Redémarrage; may be given several times",
		func(text string) error {
			lang, text, found := strings.Cut(text, "=")
			if texts[lang] = text; !found || lang == "" {
				return errors.New("say a language and a text, as in fr=Redémarrage")
			}
			return nil
		},
	)
	set.Var(&length, "for", "how `long`, as in 2h; 0 is until it is withdrawn")
	if err := c.parse(set, args, 1); err != nil {
		return err
	}
	said := "told to everybody"
	if texts[""] = set.Arg(0); set.Arg(0) == "" {
		said, texts = "withdrawn", nil
	}
	return c.does(ctx, act{Kind: "notice", Texts: texts, Hours: (&why{length: length}).hours()}, said)
}

// site shows the host's texts about the server.
func (c *adminCall) site(ctx context.Context, args []string) error {
	if err := c.parse(c.flags(), args, 0); err != nil {
		return err
	}
	var answer struct {
		Parts []struct {
			Part  string
			Texts map[string]string
			Fixed bool
		}
	}
	if err := c.show(ctx, &answer, http.MethodGet, "/host", nil); err != nil {
		return err
	}
	for _, one := range answer.Parts {
		by := ""
		if one.Fixed {
			by = " (fixed by a setting of the program)"
		}
		for _, lang := range slices.Sorted(maps.Keys(one.Texts)) {
			fmt.Fprintf(c.app.Stdout, "%s%s\n%s\n", strings.TrimSpace(one.Part+" "+lang), by, indented(one.Texts[lang]))
		}
	}
	return nil
}

func indented(text string) string { return "  " + strings.ReplaceAll(text, "\n", "\n  ") }

// say changes a text of the host about the server.
func (c *adminCall) say(ctx context.Context, args []string) error {
	set := c.flags()
	lang := set.String("lang", "", "the `language` of the text, as in fr; a name and the list of languages have none")
	if err := c.parse(set, args, 2); err != nil {
		return err
	}
	return c.does(ctx, act{Kind: "site", Part: set.Arg(0), Lang: *lang, Text: set.Arg(1)}, "said from now on")
}

// whom is a person in an answer of the server.
type whom struct{ ID, Name, Role string }

func (n whom) String() string {
	switch {
	case n.ID == "":
		return "-"
	case n.Name == "":
		return n.ID
	}
	return n.Name + " " + n.ID
}

// moment writes a time in milliseconds since 1970.
func moment(ms int64) string { return time.UnixMilli(ms).Format(timeFormat) }

// reports lists reports.
func (c *adminCall) reports(ctx context.Context, args []string) error {
	set := c.flags()
	closed := set.Bool("closed", false, "those that are closed, in place of the open ones")
	after := set.String("after", "", "go on from a `place` that the page before has named")
	if err := c.parse(set, args, 0); err != nil {
		return err
	}
	query := url.Values{}
	if *closed {
		query.Set("closed", "1")
	}
	if *after != "" {
		query.Set("after", *after)
	}
	var page struct {
		Reports []struct {
			Number                          uint64
			Person, Reporter                whom
			Created                         int64
			What, Reason, Words, Name, Room string
			Line                            uint64
			Lines                           []struct {
				Number     uint64
				At         int64
				Name, Text string
			}
		}
		Next string
	}
	if err := c.show(ctx, &page, http.MethodGet, "/moderation/reports?"+query.Encode(), nil); err != nil {
		return err
	}
	if len(page.Reports) == 0 {
		fmt.Fprintln(c.app.Stdout, "no reports")
	}
	for _, r := range page.Reports {
		fmt.Fprintf(
			c.app.Stdout,
			"%d  %s  %s of %s: %s  %s\n  by %s",
			r.Number,
			moment(r.Created),
			r.What,
			r.Person,
			r.Reason,
			r.Words,
			r.Reporter,
		)
		if r.Room != "" {
			fmt.Fprintf(c.app.Stdout, ", room %s", r.Room)
		}
		fmt.Fprintln(c.app.Stdout)
		for _, line := range r.Lines {
			mark := " "
			if line.Number == r.Line {
				mark = ">"
			}
			fmt.Fprintf(c.app.Stdout, "  %s %s  %s: %s\n", mark, moment(line.At), line.Name, line.Text)
		}
	}
	if page.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with -after %s\n", page.Next)
	}
	return nil
}

// log lists what moderators and the operator have done.
func (c *adminCall) log(ctx context.Context, args []string) error {
	set := c.flags()
	person := set.String("person", "", "only what is about that `person`, an id or the name of an account")
	after := set.String("after", "", "go on from a `place` that the page before has named")
	if err := c.parse(set, args, 0); err != nil {
		return err
	}
	query := url.Values{}
	if *person != "" {
		id, err := c.personID(ctx, *person)
		if err != nil {
			return err
		}
		query.Set("person", id)
	}
	if *after != "" {
		query.Set("after", *after)
	}
	var page struct {
		Acts []struct {
			At                                   int64
			By, Person                           whom
			Kind, Target, Reason, Words, Outcome string
		}
		Next string
	}
	if err := c.show(ctx, &page, http.MethodGet, "/moderation/acts?"+query.Encode(), nil); err != nil {
		return err
	}
	out := c.table()
	fmt.Fprintln(out, "WHEN\tWHO\tDID\tTO WHOM\tTO WHAT\tOUTCOME\tWHY")
	for _, a := range page.Acts {
		by := a.By.String()
		if a.By.ID == "" {
			by = "operator"
		}
		fmt.Fprintf(
			out,
			"%s\t%s\t%s\t%s\t%s\t%s\t%s\n",
			moment(a.At),
			by,
			a.Kind,
			a.Person,
			a.Target,
			a.Outcome,
			strings.TrimSpace(a.Reason+" "+a.Words),
		)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if page.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with -after %s\n", page.Next)
	}
	return nil
}

// person shows what is known of a person.
func (c *adminCall) person(ctx context.Context, args []string) error {
	text, err := c.one(args)
	if err != nil {
		return err
	}
	id, err := c.personID(ctx, text)
	if err != nil {
		return err
	}
	var person struct {
		ID, Name, Kind, Role string
		Rooms, Reports, Acts []struct{}
		Bans                 []struct{ ID, Scope, Reason, Words string }
	}
	if err := c.show(ctx, &person, http.MethodGet, "/moderation/people?id="+url.QueryEscape(id), nil); err != nil {
		return err
	}
	if person.ID == "" {
		return errors.New("the server does not say who that is")
	}
	out := c.table()
	fmt.Fprintf(
		out,
		"name\t%s\nid\t%s\nkind\t%s\nrole\t%s\nopen reports\t%d\n",
		person.Name,
		person.ID,
		person.Kind,
		person.Role,
		len(person.Reports),
	)
	for _, ban := range person.Bans {
		fmt.Fprintf(out, "ban\t%s %s %s %s\n", ban.ID, ban.Scope, ban.Reason, ban.Words)
	}
	return out.Flush()
}
