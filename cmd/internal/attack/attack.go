// Package attack does to a server of one's own what a hostile guest could do, for
// a bounded time, and measures what that costs the server. It knows the server by
// its protocol and its metrics alone.
package attack

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"archmage/client"
	"archmage/cmd/internal/loadtest"
	"archmage/internal/work"
)

// Config says what is done to which server.
type Config struct {
	// URL is where the server is, as in http://127.0.0.1:8080, and Admin where its
	// metrics are. The server runs on this machine, because each attack comes from
	// another of its own addresses.
	URL, Admin string
	// Only are the names of attacks; none means all of them.
	Only []string
	// Duration is how long each attack is measured, Warm how long it goes on before
	// that, so that nothing is left of what the limits allow at once.
	Duration, Warm time.Duration
	// Actions is after how many actions an attack ends, however long they take; 0
	// means that Duration decides.
	Actions int64
	// Connections is how many WebSockets an attack opens at most.
	Connections int
	// Long is the record of a long match, which the attacker brings.
	Long []byte
	// Costs asks for what Costs measures instead.
	Costs bool
	// Together makes all attacks at once, from one address.
	Together bool
	// Tables is how many tables play meanwhile, each from an address of its own, and
	// Think how long their players wait before a move.
	Tables int
	Think  time.Duration
}

// The bounds of what one address may cause in the long run, at default limits,
// besides the answers of seated players and the client's files.
const (
	MaxCPU    = 0.10 // of a core
	MaxStored = 50e3 // bytes a second
	MaxSent   = 2e6  // bytes a second
)

// atOnce is for how many seconds of the bounds the bursts of the limits may count.
const atOnce = 15

// mostDear is how many actions an attack by costly requests has at most, where it is
// their number that is bounded: what is refused takes a second.
const mostDear = 8

// Result is what one attack has done and what it has cost.
type Result struct {
	Name string
	// Answers: the attack is made of answers of seated players, to which the
	// bounds do not apply.
	Answers bool
	Elapsed time.Duration
	// Done are the actions that the server has carried out, Refused those that it
	// has not, and Lost the connections that it has closed or not taken.
	Done, Refused, Lost int64
	// Cost is the difference that the attack has made.
	Cost loadtest.Usage
	// steady: what the limits allow at once was used up before.
	steady bool
}

// Report is what was measured.
type Report struct {
	Results []Result
	// Tables is what the tables have measured, nil if there were none, and Before
	// and After what the server used.
	Tables        *loadtest.Report
	Before, After loadtest.Usage
	Elapsed       time.Duration
}

// rate returns how much a second that was.
func (r *Result) rate(amount float64) float64 { return amount / max(r.Elapsed.Seconds(), 1e-9) }

// Over returns what is above its bound, in words.
func (r *Result) Over() []string {
	if r.Answers {
		return nil
	}
	seconds := r.Elapsed.Seconds()
	if !r.steady {
		seconds += atOnce
	}
	var list []string
	if r.Cost.Stored > MaxStored*seconds {
		list = append(list, "stored")
	}
	if r.Cost.Bytes+r.Cost.Answers > MaxSent*seconds {
		list = append(list, "sent")
	}
	// A short time says nothing of the processor.
	if r.steady && r.Cost.CPU > MaxCPU*seconds {
		list = append(list, "cpu")
	}
	return list
}

// Failed reports whether an attack cost too much, or whether a table that played
// meanwhile met an error.
func (r *Report) Failed() bool {
	return slices.ContainsFunc(r.Results, func(one Result) bool { return len(one.Over()) > 0 }) ||
		r.Tables != nil && r.Tables.Failed()
}

// Print writes the report for people.
func (r *Report) Print(w io.Writer) {
	fmt.Fprintf(
		w, "%-10s %8s %8s %8s %9s %12s %12s\n", "attack", "done", "refused", "lost", "core", "stored KB/s",
		"sent KB/s",
	)
	for i := range r.Results {
		one := &r.Results[i]
		note := strings.Join(one.Over(), ", ")
		switch {
		case one.Answers:
			note = "answers of players: no bound"
		case note != "":
			note = "ABOVE THE BOUND: " + note
		}
		fmt.Fprintf(
			w, "%-10s %8d %8d %8d %8.1f%% %12.1f %12.1f  %s\n",
			one.Name, one.Done, one.Refused, one.Lost, 100*one.rate(one.Cost.CPU),
			one.rate(one.Cost.Stored)/1e3, one.rate(one.Cost.Bytes+one.Cost.Answers)/1e3, note,
		)
	}
	fmt.Fprintf(
		w, "%-10s %8s %8s %8s %8.1f%% %12.1f %12.1f\n",
		"bound", "", "", "", 100*MaxCPU, MaxStored/1e3, MaxSent/1e3,
	)
	fmt.Fprintf(w, "server: %.1f MB resident before, %.1f MB after; data folder %.1f MB before, %.1f MB after\n",
		r.Before.Memory/1e6, r.After.Memory/1e6, r.Before.Data/1e6, r.After.Data/1e6)
	if r.Tables != nil {
		fmt.Fprintln(w, "the tables meanwhile:")
		r.Tables.Print(w)
	}
}

// Run attacks the server. It fails if an attack could not be made.
func Run(ctx context.Context, config Config, progress io.Writer) (*Report, error) {
	at, err := url.Parse(config.URL)
	if err != nil {
		return nil, err
	}
	if addr, err := netip.ParseAddr(
		strings.Replace(at.Hostname(), "localhost", "127.0.0.1", 1),
	); err != nil || !addr.Is4() ||
		!addr.IsLoopback() {
		return nil, fmt.Errorf("%s is not an address like http://127.0.0.1:8080 of this machine", config.URL)
	}
	chosen, err := choose(config.Only)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if r.Before, err = loadtest.ReadUsage(ctx, config.Admin); err != nil {
		return nil, err
	}
	began := time.Now()
	if config.Together {
		err = together(ctx, &config, at.Host, chosen, r, progress)
	} else {
		err = inTurn(ctx, &config, at.Host, chosen, r, progress)
	}
	if err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began)
	r.After, err = loadtest.ReadUsage(ctx, config.Admin)
	return r, err
}

// choose returns the attacks with these names, or all of them.
func choose(names []string) ([]attack, error) {
	if len(names) == 0 {
		return attacks(), nil
	}
	var list []attack
	for _, name := range names {
		i := slices.IndexFunc(attacks(), func(one attack) bool { return one.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no attack %q", name)
		}
		list = append(list, attacks()[i])
	}
	return list, nil
}

// Names returns the names of all attacks, and what each does.
func Names() [][2]string {
	var list [][2]string
	for _, one := range attacks() {
		list = append(list, [2]string{one.name, one.about})
	}
	return list
}

// attackerAt returns the address from which an attack comes, tableAt that of a
// table.
func attackerAt(i int) netip.Addr { return netip.AddrFrom4([4]byte{127, 0, 2, byte(i + 1)}) }
func tableAt(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{127, 0, 3 + byte(i/250), byte(i%250 + 1)})
}

// inTurn makes one attack after the other.
func inTurn(ctx context.Context, config *Config, host string, chosen []attack, r *Report, progress io.Writer) error {
	for i := range chosen {
		one := &chosen[i]
		fmt.Fprintf(progress, "%s: %s\n", one.name, one.about)
		a := newAttacker(config, host, client.NewSource(attackerAt(i)), config.Connections)
		result, err := a.measure(ctx, one)
		a.close()
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		r.Results = append(r.Results, result)
	}
	return nil
}

// measure prepares an attack, makes it, and says what it has cost.
func (a *attacker) measure(ctx context.Context, one *attack) (Result, error) {
	result := Result{Name: one.name, Answers: one.answers, steady: a.config.Actions == 0}
	do, err := one.prepare(ctx, a)
	if err != nil {
		return result, err
	}
	attacking, stop := context.WithCancel(ctx)
	defer stop()
	if a.left.Store(a.config.Actions); one.dear {
		a.left.Store(min(a.config.Actions, mostDear))
	}
	a.stop = stop
	ended := make(chan struct{})
	begin := func() {
		go func() {
			defer close(ended)
			do(attacking)
		}()
	}
	if result.steady {
		begin()
		_ = work.Sleep(attacking, a.config.Warm) // what follows fails if the context has ended
	}
	before, err := loadtest.ReadUsage(ctx, a.config.Admin)
	if err != nil {
		return result, err
	}
	done, refused, lost := a.done.Load(), a.refused.Load(), a.lost.Load()
	start := time.Now()
	if result.steady {
		_ = work.Sleep(attacking, a.config.Duration)
	} else {
		begin()
		<-ended
	}
	after, err := loadtest.ReadUsage(ctx, a.config.Admin)
	result.Elapsed = time.Since(start)
	result.Done, result.Refused, result.Lost = a.done.Load()-done, a.refused.Load()-refused, a.lost.Load()-lost
	result.Cost = after.Minus(before)
	stop()
	<-ended
	return result, errors.Join(err, ctx.Err())
}

// together makes all attacks at once beside tables at which people play.
func together(ctx context.Context, config *Config, host string, chosen []attack, r *Report, progress io.Writer) error {
	attacking, stop := context.WithCancel(ctx)
	defer stop()
	a := newAttacker(config, host, client.NewSource(attackerAt(0)), max(1, config.Connections/len(chosen)))
	defer a.close()
	a.left.Store(config.Actions)
	a.stop = stop
	var running sync.WaitGroup
	var prepared []func(context.Context)
	for i := range chosen {
		do, err := chosen[i].prepare(ctx, a)
		if err != nil {
			return fmt.Errorf("%s: %w", chosen[i].name, err)
		}
		prepared = append(prepared, do)
	}
	fmt.Fprintln(progress, "all attacks are prepared")
	before, err := loadtest.ReadUsage(ctx, config.Admin)
	if err != nil {
		return err
	}
	start := time.Now()
	for _, do := range prepared {
		running.Go(func() { do(attacking) })
	}
	if config.Tables > 0 {
		r.Tables, err = loadtest.Run(ctx, loadtest.Config{
			URLs:     []string{config.URL},
			Admins:   []string{config.Admin},
			Games:    []string{"seasons", "spellbook"},
			Rooms:    config.Tables,
			Duration: config.Duration,
			Moves:    config.Actions,
			Think:    config.Think,
			From:     func(table int) *client.Source { return client.NewSource(tableAt(table)) },
		}, progress)
	} else if config.Actions == 0 {
		_ = work.Sleep(ctx, config.Duration) // an attack that is stopped is reported like any other
	} else {
		<-attacking.Done()
	}
	if err != nil {
		return err
	}
	after, err := loadtest.ReadUsage(ctx, config.Admin)
	if err != nil {
		return err
	}
	stop()
	running.Wait()
	r.Results = []Result{{
		Name: "together", Answers: true, Elapsed: time.Since(start), Cost: after.Minus(before),
		Done: a.done.Load(), Refused: a.refused.Load(), Lost: a.lost.Load(),
	}}
	return nil
}
