package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"text/tabwriter"
	"time"

	"archmage/internal/game"
	"archmage/internal/people/rating"
)

// interval is a share with its 95 % confidence interval (Wilson's score interval).
type interval struct {
	Share float64 `json:"share"`
	Low   float64 `json:"low"`
	High  float64 `json:"high"`
}

func (i interval) String() string {
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*i.Share, 100*i.Low, 100*i.High)
}

// wilson returns the interval for a share of n matches.
func wilson(share float64, n int) interval {
	if n == 0 {
		return interval{0, 0, 1}
	}
	const z = 1.959964
	size := float64(n)
	middle := (share + z*z/(2*size)) / (1 + z*z/size)
	half := z * math.Sqrt(share*(1-share)/size+z*z/(4*size*size)) / (1 + z*z/size)
	return interval{share, max(0, middle-half), min(1, middle+half)}
}

// firstPlace returns the bot's share of the first place: 0 if the bot is not first, otherwise 1 divided by the
// number of seats that are first, without team-mates.
func (m *matchResult) firstPlace() float64 {
	own := m.resultBySeat[m.seat]
	if own.Rank != 1 {
		return 0
	}
	n := 1
	for seat, other := range m.resultBySeat {
		if seat != int(m.seat) && other.Rank == 1 && !game.AreTeammates(own.Team, other.Team) {
			n++
		}
	}
	return 1 / float64(n)
}

// share returns the bot's share of first places in all matches.
func (p *pairing) share() interval {
	won := 0.0
	for i := range p.matches {
		won += p.matches[i].firstPlace()
	}
	return wilson(won/float64(max(1, len(p.matches))), len(p.matches))
}

type standings struct {
	Game     string            `json:"game"`
	Version  int               `json:"version"`
	Players  int               `json:"players"`
	Options  game.MatchOptions `json:"options"`
	Seed     uint64            `json:"seed"`
	Pairings []pairingResult   `json:"pairings"`
	Bots     []botResult       `json:"bots"`
}

type pairingResult struct {
	Title   string   `json:"title"`
	Bot     string   `json:"bot"`
	Field   string   `json:"field"`
	Matches int      `json:"matches"`
	First   interval `json:"first"`
	// Points is the mean final score of the bot. FieldPoints is that of a seat of the field.
	Points      float64 `json:"points"`
	FieldPoints float64 `json:"fieldPoints"`
	// Rounds and Decisions are means per match.
	Rounds    float64 `json:"rounds"`
	Decisions float64 `json:"decisions"`
}

// botResult is a row of the table of ratings. P50 and P99 are percentiles of the bot's time for a decision, in
// milliseconds. Decisions with only one legal answer do not count.
type botResult struct {
	Name string `json:"name"`
	rating.Rating
	Matches int     `json:"matches"`
	P50     float64 `json:"p50"`
	P99     float64 `json:"p99"`
}

func (t *tournament) result() *standings {
	info := t.rules.Info()
	r := &standings{Game: info.ID, Version: info.Version, Players: t.playerCount, Options: t.options, Seed: t.seed}
	for _, p := range t.pairings {
		result := pairingResult{
			Title:   t.title(p),
			Bot:     t.bots[p.botIndex].name,
			Field:   t.bots[p.fieldIndex].name,
			Matches: len(p.matches),
			First:   p.share(),
		}
		n := float64(max(1, len(p.matches)))
		for i := range p.matches {
			m := &p.matches[i]
			result.Rounds += float64(m.rounds) / n
			result.Decisions += float64(m.decisions) / n
			for seat, total := range m.totalBySeat {
				if seat == int(m.seat) {
					result.Points += float64(total) / n
				} else {
					result.FieldPoints += float64(total) / n / float64(len(m.totalBySeat)-1)
				}
			}
		}
		r.Pairings = append(r.Pairings, result)
	}
	r.Bots = t.ratings()
	return r
}

// ratings rates the first match of every pairing, then the second match of every pairing, and so on. A bot that
// plays several seats gets the mean of the new ratings of these seats. In a solo game the virtual opponent has a
// rating too.
func (t *tournament) ratings() []botResult {
	bots := make([]botResult, len(t.bots))
	times := make([][]time.Duration, len(t.bots))
	for i := range bots {
		bots[i] = botResult{Name: t.bots[i].name, Rating: rating.New()}
	}
	opponent := rating.New()
	for round := 0; ; round++ {
		found := false
		for _, p := range t.pairings {
			if round >= len(p.matches) {
				continue
			}
			found = true
			m := &p.matches[round]
			before := make([]rating.Rating, len(m.resultBySeat))
			for seat := range before {
				switch {
				case seat == int(m.seat):
					before[seat] = bots[p.botIndex].Rating
				case seat >= t.playerCount:
					before[seat] = opponent
				default:
					before[seat] = bots[p.fieldIndex].Rating
				}
			}
			var field rating.Rating
			for seat, after := range rating.Rate(before, m.resultBySeat) {
				switch {
				case seat == int(m.seat):
					bots[p.botIndex].Rating = after
				case seat >= t.playerCount:
					opponent = after
				default:
					field.Mu += after.Mu / float64(t.playerCount-1)
					field.Sigma += after.Sigma / float64(t.playerCount-1)
				}
			}
			times[p.botIndex] = append(times[p.botIndex], m.thinkTimes[0]...)
			bots[p.botIndex].Matches++
			if t.playerCount == 1 {
				continue
			}
			bots[p.fieldIndex].Rating = field
			times[p.fieldIndex] = append(times[p.fieldIndex], m.thinkTimes[1]...)
			bots[p.fieldIndex].Matches++
		}
		if !found {
			break
		}
	}
	for i := range bots {
		slices.Sort(times[i])
		bots[i].P50, bots[i].P99 = percentile(times[i], 50), percentile(times[i], 99)
	}
	slices.SortStableFunc(bots, func(a, b botResult) int {
		if a.Ordinal() > b.Ordinal() {
			return -1
		} else if a.Ordinal() < b.Ordinal() {
			return 1
		}
		return 0
	})
	return bots
}

// percentile returns a percentile of sorted times in milliseconds, or 0 if there are none.
func percentile(sorted []time.Duration, p int) float64 {
	if len(sorted) == 0 {
		return 0
	}
	index := min(len(sorted)-1, len(sorted)*p/100)
	return math.Round(float64(sorted[index].Microseconds())) / 1000
}

// text prints the result as tables.
func (r *standings) text(w io.Writer) error {
	fmt.Fprintf(w, "%s, rules version %d, %d players", r.Game, r.Version, r.Players)
	if len(r.Options) > 0 {
		fmt.Fprintf(w, ", %s", optionFlag(r.Options).String())
	}
	fmt.Fprintf(w, ", seed %d\n\n", r.Seed)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "pairing\tmatches\tfirst places\tpoints\tagainst\trounds\tdecisions")
	for _, p := range r.Pairings {
		fmt.Fprintf(
			table, "%s\t%d\t%s\t%.1f\t%.1f\t%.1f\t%.0f\n", p.Title, p.Matches, p.First, p.Points,
			p.FieldPoints, p.Rounds, p.Decisions,
		)
	}
	fmt.Fprintln(table, "\t\t\t\t\t\t")
	fmt.Fprintln(table, "bot\tmatches\trating\t± (one sigma)\tms a decision, p50\tp99\t")
	for _, b := range r.Bots {
		fmt.Fprintf(table, "%s\t%d\t%.2f\t%.2f\t%.3f\t%.3f\t\n", b.Name, b.Matches, b.Mu, b.Sigma, b.P50, b.P99)
	}
	return table.Flush()
}

// svg draws the shares of first places with their intervals. The dashed line is the share that equal players
// would have.
func (r *standings) svg() []byte {
	const row, left, width = 28, 300, 360
	height := 40 + row*len(r.Pairings) + 24
	x := func(share float64) float64 { return left + width*share }
	var b bytes.Buffer
	fmt.Fprintf(
		&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">`+"\n",
		left+width+100,
		height,
	)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" fill="#fff"/>`+"\n")
	fmt.Fprintf(&b, `<text x="10" y="20" font-weight="bold">%s, %d players %s: first places</text>`+"\n",
		html.EscapeString(r.Game), r.Players, html.EscapeString(optionFlag(r.Options).String()))
	bottom := float64(height - 20)
	for i := 0; i <= 4; i++ {
		share := float64(i) / 4
		fmt.Fprintf(&b, `<path d="M%.1f 32V%.1f" stroke="#ddd"/>`, x(share), bottom)
		fmt.Fprintf(&b, `<text x="%.1f" y="%d" text-anchor="middle" fill="#555">%d %%</text>`+"\n",
			x(share), height-5, 25*i)
	}
	fmt.Fprintf(
		&b,
		`<path d="M%.1f 32V%.1f" stroke="#555" stroke-dasharray="4 3"/>`+"\n",
		x(1/float64(max(2, r.Players))),
		bottom,
	)
	for i, p := range r.Pairings {
		y := 50 + row*i
		fmt.Fprintf(&b, `<text x="10" y="%d">%s</text>`, y+4, html.EscapeString(p.Title))
		fmt.Fprintf(&b, `<path d="M%.1f %dH%.1f" stroke="#2563a8" stroke-width="3"/>`,
			x(p.First.Low), y, x(p.First.High))
		fmt.Fprintf(&b, `<circle cx="%.1f" cy="%d" r="5" fill="#2563a8"/>`, x(p.First.Share), y)
		fmt.Fprintf(
			&b, `<text x="%d" y="%d">%.1f %% of %d</text>`+"\n",
			left+width+12, y+4, 100*p.First.Share, p.Matches,
		)
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}
