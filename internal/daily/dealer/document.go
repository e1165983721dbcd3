package dealer

import (
	"cmp"
	"context"
	"encoding/hex"
	"slices"

	"archmage/internal/coded"
	"archmage/internal/daily"
	"archmage/internal/people"
	"archmage/internal/store"
)

// Document is what a viewer may know of the deals of today. Of a deal that the viewer has not played it has only how
// many people have.
type Document struct {
	// Day is today in UTC, as in "2026-11-30". Ends is the time at which it ends, in milliseconds since 1970.
	Day  string `json:"day"`
	Ends int64  `json:"ends"`
	// Commitment is the hash of the secret of today, which becomes public when the day is over. Tomorrow is that of
	// tomorrow.
	Commitment string `json:"commitment"`
	Tomorrow   string `json:"tomorrow"`
	// Deals has the deals of today.
	Deals []DealLine `json:"deals"`
	// Streak is the number of days in a row on which the viewer has played.
	Streak int `json:"streak"`
	// Week has the days of this week up to today on which the viewer has played, from Monday on.
	Week []DayLine `json:"week"`
	// Months has the results of the viewer in this month and in the one before, without months that have none.
	Months []MonthLine `json:"months"`
	// IsRanked is true if the viewer's next results are ranked.
	IsRanked bool `json:"ranked"`
}

// DealLine is a deal of today.
type DealLine struct {
	DealInfo
	// Played is the number of people who have played.
	Played int `json:"played"`
	// Mine is the viewer's try, absent if the viewer has not begun.
	Mine *Mine `json:"mine,omitempty"`
	// Results are absent until the viewer's try has ended.
	Results *Results `json:"results,omitempty"`
}

// DealInfo says what is dealt.
type DealInfo struct {
	ID    string `json:"id"`
	Game  string `json:"game"`
	Seats int    `json:"seats"`
	// Bot is the character of the bots, "" if there are none.
	Bot string `json:"bot"`
}

// Mine is the viewer's try.
type Mine struct {
	// Room is the id of the room and of its match.
	Room string `json:"room"`
	// IsOver is true if the try has ended. A try that was given up has no points.
	IsOver bool `json:"over"`
	Points *int `json:"points,omitempty"`
	Place  *int `json:"place,omitempty"`
	// IsRanked is true if the result counts in the ranking.
	IsRanked bool `json:"ranked"`
}

// Results are the results of a deal, as those who have played it see them.
type Results struct {
	// Standing is that of the viewer's result.
	daily.Standing
	// Bins counts the ranked results by points.
	Bins []daily.Bin `json:"bins"`
	// Followed has the viewer and the people whom the viewer follows who have played, the most points first.
	Followed []ResultLine `json:"followed"`
	// Best has the best results, the best one first.
	Best []ResultLine `json:"best"`
}

// ResultLine is the result of a person.
type ResultLine struct {
	Person string `json:"person"`
	Name   string `json:"name"`
	// Points is absent if the person has given up.
	Points *int `json:"points,omitempty"`
	// Match is the id of the match.
	Match string `json:"match"`
}

// DayLine is a day on which a person has played.
type DayLine struct {
	// Day is in UTC, as in "2026-11-30". Results has those of the viewer on that day.
	Day     string       `json:"day"`
	Results []DealResult `json:"results"`
}

// MonthLine has the results of a person at the deals of a month.
type MonthLine struct {
	// Month is as in "2026-11".
	Month string `json:"month"`
	// Deals has the deals with a ranked result that has a percentile.
	Deals []MonthDeal `json:"deals"`
}

// MonthDeal has the results of a person at a deal in a month.
type MonthDeal struct {
	Deal string `json:"deal"`
	// Days is the number of days with a result that has a percentile.
	Days int `json:"days"`
	// Better is the mean of the best results, of at most 15 days: how many of 100 others they are better than.
	Better int `json:"better"`
}

// DealResult is a result of a person at a deal.
type DealResult struct {
	Deal   string `json:"deal"`
	Points *int   `json:"points,omitempty"`
	daily.Standing
}

const (
	// maxFollowed and maxBest bound the lists of results.
	maxFollowed = 50
	maxBest     = 10
)

// Document returns what a viewer may know of the deals of today. The zero Person has no account.
func (d *Dealer) Document(ctx context.Context, viewer people.Person) (*Document, error) {
	day := d.Today()
	doc := &Document{
		Day: day.String(), Ends: day.Ends().UnixMilli(), Deals: []DealLine{}, Week: []DayLine{},
		Months:     []MonthLine{},
		Commitment: daily.SecretOf(d.secret, day).Commitment(),
		Tomorrow:   daily.SecretOf(d.secret, day+1).Commitment(),
		IsRanked:   viewer.Kind == people.Account,
	}
	tries, err := d.triesOf(ctx, viewer.ID, day-KeepDays, day)
	if err != nil {
		return nil, err
	}
	for _, deal := range d.deals {
		line, err := d.dealLine(ctx, day, deal, viewer, tries)
		if err != nil {
			return nil, err
		}
		doc.Deals = append(doc.Deals, line)
	}
	doc.Streak = streak(tries, day)
	if doc.Week, err = d.days(ctx, tries, day.Monday()); err != nil {
		return nil, err
	}
	first := day.FirstOfMonth()
	for _, month := range []daily.Day{first, (first - 1).FirstOfMonth()} {
		line, err := d.month(ctx, tries, month)
		if err != nil {
			return nil, err
		}
		if len(line.Deals) > 0 {
			doc.Months = append(doc.Months, line)
		}
	}
	return doc, nil
}

// month returns the results in the month that begins with a day.
func (d *Dealer) month(ctx context.Context, tries []store.DailyTry, first daily.Day) (MonthLine, error) {
	line := MonthLine{Month: first.Begins().Format("2006-01"), Deals: []MonthDeal{}}
	for _, deal := range d.deals {
		var better []int
		for i := range tries {
			try := &tries[i]
			day := daily.Day(try.Day)
			if try.Deal != deal.ID || day.FirstOfMonth() != first || try.Ended.IsZero() || !try.Ranked {
				continue
			}
			results, err := d.countOf(ctx, dayDeal{day, try.Deal})
			if err != nil {
				return line, err
			}
			if standing := results.Compare(try.Points, true); standing.Better != nil {
				better = append(better, *standing.Better)
			}
		}
		if mean := daily.MonthMean(better); mean != nil {
			line.Deals = append(line.Deals, MonthDeal{Deal: deal.ID, Days: len(better), Better: *mean})
		}
	}
	return line, nil
}

// triesOf returns the tries of a person, the latest day first. It settles those of today that are over.
func (d *Dealer) triesOf(ctx context.Context, person string, from, to daily.Day) ([]store.DailyTry, error) {
	if person == "" {
		return nil, nil
	}
	tries, err := d.store.TriesOf(ctx, person, int(from), int(to), store.MaxTries)
	for i := range tries {
		if err == nil && daily.Day(tries[i].Day) == d.Today() {
			err = d.settle(ctx, &tries[i])
		}
	}
	return tries, err
}

// streak returns the number of days in a row, up to today, with a try that has ended.
func streak(tries []store.DailyTry, today daily.Day) int {
	var days []daily.Day
	for i := range tries {
		if !tries[i].Ended.IsZero() {
			days = append(days, daily.Day(tries[i].Day))
		}
	}
	return daily.Streak(days, today)
}

func (d *Dealer) dealLine(
	ctx context.Context, day daily.Day, deal daily.Deal, viewer people.Person, tries []store.DailyTry,
) (DealLine, error) {
	line := DealLine{DealInfo: DealInfo(deal)}
	i := slices.IndexFunc(tries, func(t store.DailyTry) bool { return t.Day == int(day) && t.Deal == deal.ID })
	if i < 0 || tries[i].Ended.IsZero() {
		results, err := d.recent(ctx, dayDeal{day, deal.ID})
		line.Played = results.Played()
		if i >= 0 {
			line.Mine = &Mine{Room: tries[i].Room, IsRanked: tries[i].Ranked}
		}
		return line, err
	}
	try := &tries[i]
	results, err := d.count(ctx, dayDeal{day, deal.ID})
	if err != nil {
		return line, err
	}
	line.Played = results.Played()
	line.Mine = &Mine{try.Room, true, try.Points, try.Place, try.Ranked}
	line.Results = &Results{Standing: results.Compare(try.Points, try.Ranked), Bins: results.Histogram()}
	if line.Results.Followed, err = d.followed(ctx, try, viewer); err != nil {
		return line, err
	}
	line.Results.Best, err = d.best(ctx, dayDeal{day, deal.ID})
	return line, err
}

// followed returns the results of a person and of those whom the person follows, at a deal that the person has played.
func (d *Dealer) followed(ctx context.Context, try *store.DailyTry, viewer people.Person) ([]ResultLine, error) {
	follows, err := d.options.People.Followed(ctx, viewer.ID)
	if err != nil {
		return nil, err
	}
	names := map[string]string{viewer.ID: viewer.Name}
	ids := []string{viewer.ID}
	for i := range follows {
		names[follows[i].Person.ID] = follows[i].Person.Name
		ids = append(ids, follows[i].Person.ID)
	}
	lines := []ResultLine{}
	for part := range slices.Chunk(ids, store.MaxPage) {
		tries, err := d.store.TriesOfMany(ctx, try.Day, try.Deal, part)
		if err != nil {
			return nil, err
		}
		for i := range tries {
			if tries[i].Ranked || tries[i].Identity == viewer.ID {
				lines = append(lines, lineOf(&tries[i], names[tries[i].Identity]))
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b ResultLine) int { return comparePoints(b.Points, a.Points) })
	return lines[:min(len(lines), maxFollowed)], nil
}

func lineOf(try *store.DailyTry, name string) ResultLine {
	return ResultLine{Person: try.Identity, Name: name, Points: try.Points, Match: try.Room}
}

// comparePoints orders results without points before all others.
func comparePoints(a, b *int) int {
	switch {
	case a == nil && b == nil:
		return 0
	case a == nil:
		return -1
	case b == nil:
		return 1
	}
	return cmp.Compare(*a, *b)
}

// best returns the best results of a deal. It omits deleted people.
func (d *Dealer) best(ctx context.Context, key dayDeal) ([]ResultLine, error) {
	tries, err := d.store.BestTries(ctx, int(key.day), key.deal, maxBest)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(tries))
	for i := range tries {
		ids[i] = tries[i].Identity
	}
	found, err := d.options.People.Visible(ctx, ids)
	if err != nil {
		return nil, err
	}
	lines := []ResultLine{}
	for i := range tries {
		if person, ok := found[tries[i].Identity]; ok {
			lines = append(lines, lineOf(&tries[i], person.Name))
		}
	}
	return lines, nil
}

// days returns the days from a first one on with the tries that have ended, in order. tries has the latest day first.
func (d *Dealer) days(ctx context.Context, tries []store.DailyTry, first daily.Day) ([]DayLine, error) {
	lines := []DayLine{}
	for i := len(tries) - 1; i >= 0; i-- {
		try := &tries[i]
		day := daily.Day(try.Day)
		if day < first || try.Ended.IsZero() {
			continue
		}
		results, err := d.countOf(ctx, dayDeal{day, try.Deal})
		if err != nil {
			return nil, err
		}
		if n := len(lines); n == 0 || lines[n-1].Day != day.String() {
			lines = append(lines, DayLine{Day: day.String()})
		}
		line := &lines[len(lines)-1]
		line.Results = append(line.Results, DealResult{try.Deal, try.Points, results.Compare(try.Points, try.Ranked)})
	}
	return lines, nil
}

// PastDay is what everybody may know of a day that is over.
type PastDay struct {
	// Day is in UTC, as in "2026-11-30".
	Day string `json:"day"`
	// Secret has 64 hexadecimal digits. Commitment is its hash, which was published the day before.
	Secret     string `json:"secret"`
	Commitment string `json:"commitment"`
	// Deals has the deals of the day with their results.
	Deals []PastDeal `json:"deals"`
}

// PastDeal is a deal of a day that is over.
type PastDeal struct {
	DealInfo
	// Seed is the seed of all matches, as 64 hexadecimal digits.
	Seed   string `json:"seed"`
	Played int    `json:"played"`
	// Bins counts the ranked results by points. Best has the ten best.
	Bins []daily.Bin  `json:"bins"`
	Best []ResultLine `json:"best"`
}

// Past returns what everybody may know of a day. It fails with CodeDayOpen if the day is not over.
func (d *Dealer) Past(ctx context.Context, day daily.Day) (*PastDay, error) {
	if day >= d.Today() {
		return nil, coded.Errorf(CodeDayOpen, "the day %v is not over", day)
	}
	secret := daily.SecretOf(d.secret, day)
	past := &PastDay{
		Day: day.String(), Secret: hex.EncodeToString(secret[:]), Commitment: secret.Commitment(), Deals: []PastDeal{},
	}
	for _, deal := range d.deals {
		key := dayDeal{day, deal.ID}
		results, err := d.countOf(ctx, key)
		if err != nil {
			return nil, err
		}
		best, err := d.best(ctx, key)
		if err != nil {
			return nil, err
		}
		seed := daily.SeedOf(secret, day, deal.ID)
		past.Deals = append(past.Deals, PastDeal{
			DealInfo: DealInfo(deal), Seed: hex.EncodeToString(seed[:]), Played: results.Played(),
			Bins: results.Histogram(), Best: best,
		})
	}
	return past, nil
}

// Ladder has the ranked results of a person at the deals of days that are over.
type Ladder struct {
	// Streak is the number of days in a row on which the person has played, up to yesterday.
	Streak int `json:"streak"`
	// Deals has a line for each deal with a result.
	Deals []LadderLine `json:"deals"`
}

// LadderLine has the results of a person at a deal.
type LadderLine struct {
	Deal string `json:"deal"`
	Game string `json:"game"`
	// Days is the number of days with a result.
	Days int `json:"days"`
	// Points is the average of the points. Most is the best result.
	Points float64 `json:"points"`
	Most   int     `json:"most"`
	// Better is how many of 100 others the results are better than, on average, rounded down. It is absent if no day
	// has enough results for that.
	Better *int `json:"better,omitempty"`
}

// ladderDays is the number of days whose results are in a ladder.
const ladderDays = 90

// Ladder returns the results of a person that everybody may know: those of days that are over.
func (d *Dealer) Ladder(ctx context.Context, person string) (*Ladder, error) {
	last := d.Today() - 1
	tries, err := d.triesOf(ctx, person, last-KeepDays, last)
	if err != nil {
		return nil, err
	}
	tries = slices.DeleteFunc(tries, func(t store.DailyTry) bool { return !t.Ranked })
	ladder := &Ladder{Streak: streak(tries, last), Deals: []LadderLine{}}
	for _, deal := range d.deals {
		line, err := d.ladderLine(ctx, deal, tries, last-ladderDays)
		if err != nil {
			return nil, err
		}
		if line.Days > 0 {
			ladder.Deals = append(ladder.Deals, line)
		}
	}
	return ladder, nil
}

func (d *Dealer) ladderLine(
	ctx context.Context, deal daily.Deal, tries []store.DailyTry, after daily.Day,
) (LadderLine, error) {
	line := LadderLine{Deal: deal.ID, Game: deal.Game}
	sum, better, compared := 0, 0, 0
	for i := range tries {
		try := &tries[i]
		if try.Deal != deal.ID || try.Points == nil || daily.Day(try.Day) <= after {
			continue
		}
		results, err := d.countOf(ctx, dayDeal{daily.Day(try.Day), try.Deal})
		if err != nil {
			return line, err
		}
		if standing := results.Compare(try.Points, true); standing.Better != nil {
			better, compared = better+*standing.Better, compared+1
		}
		if line.Days == 0 {
			line.Most = *try.Points
		}
		line.Days, line.Most, sum = line.Days+1, max(line.Most, *try.Points), sum+*try.Points
	}
	if line.Days > 0 {
		line.Points = float64(sum) / float64(line.Days)
	}
	if compared > 0 {
		average := better / compared
		line.Better = &average
	}
	return line, nil
}

// OwnTry is a try of a person, for the file of everything that is stored about the person.
type OwnTry struct {
	// Day is in UTC, as in "2026-11-30".
	Day  string `json:"day"`
	Deal string `json:"deal"`
	Room string `json:"room"`
	// Ranked is true if the result counts in the ranking.
	Ranked bool `json:"ranked"`
	// Begun and Ended are in milliseconds since 1970. Ended is 0 while the try goes on.
	Begun  int64 `json:"begun"`
	Ended  int64 `json:"ended"`
	Points *int  `json:"points,omitempty"`
	Place  *int  `json:"place,omitempty"`
}

// Own returns the tries of a person.
func (d *Dealer) Own(ctx context.Context, person string) ([]OwnTry, error) {
	tries, err := d.triesOf(ctx, person, 0, d.Today())
	list := make([]OwnTry, 0, len(tries))
	for i := range tries {
		try := &tries[i]
		own := OwnTry{
			Day: daily.Day(try.Day).String(), Deal: try.Deal, Room: try.Room, Ranked: try.Ranked,
			Begun: try.Begun.UnixMilli(), Points: try.Points, Place: try.Place,
		}
		if !try.Ended.IsZero() {
			own.Ended = try.Ended.UnixMilli()
		}
		list = append(list, own)
	}
	return list, err
}
