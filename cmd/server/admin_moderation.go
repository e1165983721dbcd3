package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
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

// post sends an act and prints a confirmation.
func (c *adminCall) post(ctx context.Context, what act, said string) error {
	if err := c.read(ctx, nil, http.MethodPost, "/moderation/acts", what); err != nil {
		return err
	}
	fmt.Fprintln(c.app.Stdout, said)
	return nil
}

// bindReason adds the flags that say why something is done.
func bindReason(set *pflag.FlagSet, reason, words *string) {
	set.StringVar(
		reason,
		"reason",
		"",
		"the reason, one `word` that people read in their language: insult, spam, name, stalling, cheating or other",
	)
	set.StringVar(words, "words", "", "a `text` that people read besides the reason")
}

// reasonFlags are the flags that say why something is done, and for how long.
type reasonFlags struct {
	reason, words string
	length        age
}

func (w *reasonFlags) bind(set *pflag.FlagSet) {
	bindReason(set, &w.reason, &w.words)
	set.Var(&w.length, "for", "the `time`, like 12h or 30d; 0 for ever")
}

// toHours returns a time in hours, rounded up; 0 means for good.
func toHours(length age) int {
	return int((time.Duration(length) + time.Hour - 1) / time.Hour)
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

// aboutPerson returns a command that sends an act about the person whom its first argument
// names. what makes the act of the arguments.
func (c *adminCall) aboutPerson(use, short string, what func(args []string) act, said string) *cobra.Command {
	return c.command(use, short, func(ctx context.Context, args []string) error {
		id, err := c.personID(ctx, args[0])
		if err != nil {
			return err
		}
		do := what(args)
		do.Person = id
		return c.post(ctx, do, said)
	})
}

// writeNote returns the command that stores words about a person for moderators.
func (c *adminCall) writeNote() *cobra.Command {
	return c.aboutPerson(
		"note PERSON TEXT",
		"Write a note about a person, for moderators",
		func(args []string) act { return act{Kind: "note", Words: args[1]} },
		"noted",
	)
}

// warn returns the command that sends words to a person.
func (c *adminCall) warn() *cobra.Command {
	return c.aboutPerson(
		"warn PERSON TEXT",
		"Send a warning to a person",
		func(args []string) act { return act{Kind: "warn", Words: args[1]} },
		"the person will read it",
	)
}

// mute returns the command that keeps a person from writing in chats.
func (c *adminCall) mute() *cobra.Command {
	var w reasonFlags
	cmd := c.aboutPerson(
		"mute PERSON",
		"Keep a person from writing in chats",
		func([]string) act {
			return act{Kind: "mute", Reason: w.reason, Words: w.words, Hours: toHours(w.length)}
		},
		"muted",
	)
	w.bind(cmd.Flags())
	return cmd
}

// rename returns the command that gives a person a neutral name.
func (c *adminCall) rename() *cobra.Command {
	var words string
	cmd := c.aboutPerson(
		"rename PERSON",
		"Give a person a neutral name",
		func([]string) act { return act{Kind: "rename", Reason: "name", Words: words} },
		"renamed",
	)
	cmd.Flags().StringVar(&words, "words", "", "a `text` that the person reads")
	return cmd
}

// role returns the command that gives a person a role, or takes it away.
func (c *adminCall) role() *cobra.Command {
	return c.aboutPerson(
		"role PERSON ROLE",
		"Make an account a moderator or an owner, or (none) neither",
		func(args []string) act {
			role := args[1]
			if role == "none" {
				role = ""
			}
			return act{Kind: "role", Role: role}
		},
		"done",
	)
}

// reportNumber reads the number of a report.
func reportNumber(text string) (uint64, error) {
	number, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, fmt.Errorf("%q is not the number of a report", text)
	}
	return number, nil
}

// removeLine returns the command that removes a line of a chat.
func (c *adminCall) removeLine() *cobra.Command {
	return c.command(
		"remove-line REPORT",
		"Remove the chat line that a report is about",
		func(ctx context.Context, args []string) error {
			report, err := reportNumber(args[0])
			if err != nil {
				return err
			}
			return c.post(ctx, act{Kind: "remove_line", Report: report}, "removed")
		},
	)
}

// dismiss returns the command that closes a report.
func (c *adminCall) dismiss() *cobra.Command {
	var words string
	cmd := c.command("dismiss REPORT", "Close a report", func(ctx context.Context, args []string) error {
		report, err := reportNumber(args[0])
		if err != nil {
			return err
		}
		return c.post(ctx, act{Kind: "dismiss", Report: report, Words: words}, "closed")
	})
	cmd.Flags().StringVar(&words, "words", "", "the reason, a `text` for the log")
	return cmd
}

// notice returns the command that sets the notice to everybody, or withdraws it.
func (c *adminCall) notice() *cobra.Command {
	var length age
	texts := map[string]string{}
	cmd := c.command(
		"notice TEXT",
		"Show a notice to everybody; an empty text withdraws it",
		func(ctx context.Context, args []string) error {
			said := "told to everybody"
			if texts[""] = args[0]; args[0] == "" {
				said, texts = "withdrawn", nil
			}
			return c.post(ctx, act{Kind: "notice", Texts: texts, Hours: toHours(length)}, said)
		},
	)
	set := cmd.Flags()
	set.Func(
		"in",
		"`LANG=TEXT`: the text for readers of a language, like fr=Redémarrage; may be repeated",
		func(text string) error {
			lang, text, found := strings.Cut(text, "=")
			if texts[lang] = text; !found || lang == "" {
				return errors.New("want a language and a text, like fr=Redémarrage")
			}
			return nil
		},
	)
	set.Var(&length, "for", "the `time`, like 2h; 0 until it is withdrawn")
	return cmd
}

// site returns the command that shows the host's texts about the server.
func (c *adminCall) site() *cobra.Command {
	return c.command("site", "Show the host's texts about the server", func(ctx context.Context, _ []string) error {
		return c.showSite(ctx)
	})
}

func (c *adminCall) showSite(ctx context.Context) error {
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

// setText returns the command that changes a text of the host about the server.
func (c *adminCall) setText() *cobra.Command {
	var lang string
	cmd := c.command(
		"say PART TEXT",
		"Set a text about the server: its name, languages, welcome, imprint or privacy; an empty text removes it",
		func(ctx context.Context, args []string) error {
			return c.post(ctx, act{Kind: "site", Part: args[0], Lang: lang, Text: args[1]}, "said from now on")
		},
	)
	cmd.Example = "  archmage admin say name 'The Wood'\n" +
		"  archmage admin say languages 'fr en'\n" +
		"  archmage admin say --lang fr welcome 'Bienvenue !'"
	cmd.Flags().StringVar(
		&lang,
		"lang",
		"",
		"the `language` of the text, like fr; the server's first one if it is empty. "+
			"A name and the languages have none",
	)
	return cmd
}

// personRef is a person in a response of the server.
type personRef struct{ ID, Name, Role string }

func (n personRef) String() string {
	switch {
	case n.ID == "":
		return "-"
	case n.Name == "":
		return n.ID
	}
	return n.Name + " " + n.ID
}

// formatTime writes a time in milliseconds since 1970.
func formatTime(ms int64) string { return time.UnixMilli(ms).Format(timeFormat) }

// reports returns the command that lists reports.
func (c *adminCall) reports() *cobra.Command {
	var closed bool
	var after string
	cmd := c.command(
		"reports",
		"List what people have reported, with the chat around",
		func(ctx context.Context, _ []string) error {
			query := url.Values{}
			if closed {
				query.Set("closed", "1")
			}
			if after != "" {
				query.Set("after", after)
			}
			return c.listReports(ctx, query)
		},
	)
	set := cmd.Flags()
	set.BoolVar(&closed, "closed", false, "list closed reports instead of open ones")
	bindPage(set, &after)
	return cmd
}

func (c *adminCall) listReports(ctx context.Context, query url.Values) error {
	var page struct {
		Reports []struct {
			Number                          uint64
			Person, Reporter                personRef
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
			formatTime(r.Created),
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
			fmt.Fprintf(c.app.Stdout, "  %s %s  %s: %s\n", mark, formatTime(line.At), line.Name, line.Text)
		}
	}
	if page.Next != "" {
		fmt.Fprintf(c.app.Stdout, "\nmore with --after %s\n", page.Next)
	}
	return nil
}

// log returns the command that lists what moderators and the operator have done.
func (c *adminCall) log() *cobra.Command {
	var person, after string
	cmd := c.command(
		"log",
		"List what moderators and the operator have done",
		func(ctx context.Context, _ []string) error {
			query := url.Values{}
			if person != "" {
				id, err := c.personID(ctx, person)
				if err != nil {
					return err
				}
				query.Set("person", id)
			}
			if after != "" {
				query.Set("after", after)
			}
			return c.listActs(ctx, query)
		},
	)
	set := cmd.Flags()
	set.StringVar(&person, "person", "", "only what concerns this `person`, an id or the name of an account")
	bindPage(set, &after)
	return cmd
}

func (c *adminCall) listActs(ctx context.Context, query url.Values) error {
	var page struct {
		Acts []struct {
			At                                   int64
			By, Person                           personRef
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
			formatTime(a.At),
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
		fmt.Fprintf(c.app.Stdout, "\nmore with --after %s\n", page.Next)
	}
	return nil
}

// person returns the command that shows what is known of a person.
func (c *adminCall) person() *cobra.Command {
	return c.command(
		"person PERSON",
		"Show what is known of a person; PERSON is an id, or the name of an account",
		func(ctx context.Context, args []string) error { return c.showPerson(ctx, args[0]) },
	)
}

func (c *adminCall) showPerson(ctx context.Context, text string) error {
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
		return errors.New("the server does not know this person")
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
