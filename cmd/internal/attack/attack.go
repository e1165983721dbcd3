// Package attack makes, against a server on this machine, the requests that a hostile guest could make, for a
// bounded time, and measures what they cost the server. It uses only the server's protocol and metrics. Begin
// at [Run]; the attacks are listed in frames.go and long.go.
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

// Config selects the attacks and the server.
type Config struct {
	// URL is the address of the server, like http://127.0.0.1:8080. Admin is its admin address, where it reports
	// its metrics. The server must run on this machine, because each attack comes from a different loopback
	// address.
	URL, Admin string
	// Names has the names of the attacks to run. If it is empty, all run.
	Names []string
	// Duration is the time for which each attack is measured. WarmUp is the time for which it runs before that, to
	// use up the bursts that the limits allow.
	Duration, WarmUp time.Duration
	// MaxActions is the number of actions after which an attack ends, whatever time they take. 0 means that
	// Duration decides.
	MaxActions int64
	// MaxConnections is the largest number of WebSockets that an attack opens.
	MaxConnections int
	// LongRecord is the record of a long match, which the attacker imports.
	LongRecord []byte
	// MeasureCosts makes the command run [Costs] instead of the attacks.
	MeasureCosts bool
	// Together runs all attacks at the same time, from one address.
	Together bool
	// TableCount is the number of tables at which clients play during the attacks if Together is set. The clients of
	// each table have an address of their own. Think is the average time that a player waits before a move.
	TableCount int
	Think      time.Duration
}

// The bounds of the load that one address can cause in the long run with the default limits. The answers of seated
// players and the files of the client do not count.
const (
	MaxCPU    = 0.10 // of a core
	MaxStored = 50e3 // bytes a second
	MaxSent   = 2e6  // bytes a second
)

// burstSeconds allows for the bursts of the limits. If an attack has not used up the bursts before the measurement,
// the bounds are those of a measurement that is longer by this number of seconds.
const burstSeconds = 15

// maxCostlyActions limits the number of actions of an attack with costly requests if MaxActions is set, because a
// refused request takes a second.
const maxCostlyActions = 8

// Result is the outcome of one attack.
type Result struct {
	Name string
	// SendsAnswers is true if players at the table send answers in the attack. The bounds do not apply to answers.
	SendsAnswers bool
	Elapsed      time.Duration
	// Done counts the actions that the server has carried out, and Refused counts those it has refused. Lost
	// counts the connections that the server has closed or not accepted.
	Done, Refused, Lost int64
	// Cost is the server's usage during the attack.
	Cost loadtest.Usage
	// steady is true if the bursts that the limits allow were used up before the measurement.
	steady bool
}

// Report is the outcome of [Run].
type Report struct {
	Results []Result
	// Tables is the report of the tables that played during the attacks, or nil. Before and After are the
	// server's usage before and after all attacks.
	Tables        *loadtest.Report
	Before, After loadtest.Usage
	Elapsed       time.Duration
}

// rate converts an amount for the whole attack to an amount per second.
func (r *Result) rate(amount float64) float64 { return amount / max(r.Elapsed.Seconds(), 1e-9) }

// Exceeded returns the names of the bounds that the attack exceeded: "stored", "sent" or "cpu".
func (r *Result) Exceeded() []string {
	if r.SendsAnswers {
		return nil
	}
	seconds := r.Elapsed.Seconds()
	if !r.steady {
		seconds += burstSeconds
	}
	var list []string
	if r.Cost.LogBytes > MaxStored*seconds {
		list = append(list, "stored")
	}
	if r.Cost.FrameBytes+r.Cost.ResponseBytes > MaxSent*seconds {
		list = append(list, "sent")
	}
	// Over a short period, the CPU time is too inexact.
	if r.steady && r.Cost.CPU > MaxCPU*seconds {
		list = append(list, "cpu")
	}
	return list
}

// Failed reports whether an attack exceeded a bound, or the load test during the attacks failed.
func (r *Report) Failed() bool {
	return slices.ContainsFunc(r.Results, func(result Result) bool { return len(result.Exceeded()) > 0 }) ||
		r.Tables != nil && r.Tables.Failed()
}

// Print writes the report as text.
func (r *Report) Print(w io.Writer) {
	fmt.Fprintf(
		w, "%-10s %8s %8s %8s %9s %12s %12s\n", "attack", "done", "refused", "lost", "core", "stored KB/s",
		"sent KB/s",
	)
	for i := range r.Results {
		result := &r.Results[i]
		sent := result.rate(result.Cost.FrameBytes + result.Cost.ResponseBytes)
		note := strings.Join(result.Exceeded(), ", ")
		switch {
		case result.SendsAnswers:
			note = "answers of players: no bound"
		case note != "":
			note = "ABOVE THE BOUND: " + note
		}
		fmt.Fprintf(
			w, "%-10s %8d %8d %8d %8.1f%% %12.1f %12.1f  %s\n",
			result.Name, result.Done, result.Refused, result.Lost, 100*result.rate(result.Cost.CPU),
			result.rate(result.Cost.LogBytes)/1e3, sent/1e3, note,
		)
	}
	fmt.Fprintf(
		w, "%-10s %8s %8s %8s %8.1f%% %12.1f %12.1f\n",
		"bound", "", "", "", 100*MaxCPU, MaxStored/1e3, MaxSent/1e3,
	)
	fmt.Fprintf(w, "server: %.1f MB resident before, %.1f MB after; data folder %.1f MB before, %.1f MB after\n",
		r.Before.Memory/1e6, r.After.Memory/1e6, r.Before.DataBytes/1e6, r.After.DataBytes/1e6)
	if r.Tables != nil {
		fmt.Fprintln(w, "the tables meanwhile:")
		r.Tables.Print(w)
	}
}

// Run attacks the server and writes progress messages to progress. It returns an error if an attack could not be
// run. An attack that exceeds a bound is not an error (see [Report.Failed]).
func Run(ctx context.Context, config Config, progress io.Writer) (*Report, error) {
	parsed, err := url.Parse(config.URL)
	if err != nil {
		return nil, err
	}
	if addr, err := netip.ParseAddr(
		strings.Replace(parsed.Hostname(), "localhost", "127.0.0.1", 1),
	); err != nil || !addr.Is4() ||
		!addr.IsLoopback() {
		return nil, fmt.Errorf("%s is not an address like http://127.0.0.1:8080 of this machine", config.URL)
	}
	chosen, err := choose(config.Names)
	if err != nil {
		return nil, err
	}
	r := &Report{}
	if r.Before, err = loadtest.ReadUsage(ctx, config.Admin); err != nil {
		return nil, err
	}
	start := time.Now()
	if config.Together {
		err = runTogether(ctx, &config, parsed.Host, chosen, r, progress)
	} else {
		err = runInTurn(ctx, &config, parsed.Host, chosen, r, progress)
	}
	if err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(start)
	r.After, err = loadtest.ReadUsage(ctx, config.Admin)
	return r, err
}

func choose(names []string) ([]attack, error) {
	if len(names) == 0 {
		return attacks(), nil
	}
	var list []attack
	for _, name := range names {
		i := slices.IndexFunc(attacks(), func(a attack) bool { return a.name == name })
		if i < 0 {
			return nil, fmt.Errorf("there is no attack %q", name)
		}
		list = append(list, attacks()[i])
	}
	return list, nil
}

// Descriptions returns the name and a description of each attack.
func Descriptions() [][2]string {
	var list [][2]string
	for _, a := range attacks() {
		list = append(list, [2]string{a.name, a.description})
	}
	return list
}

// attackerAddr returns the loopback address of attack i.
func attackerAddr(i int) netip.Addr { return netip.AddrFrom4([4]byte{127, 0, 2, byte(i + 1)}) }

// tableAddr returns the loopback address of the clients at table i.
func tableAddr(i int) netip.Addr {
	return netip.AddrFrom4([4]byte{127, 0, 3 + byte(i/250), byte(i%250 + 1)})
}

// runInTurn runs the attacks one after the other.
func runInTurn(ctx context.Context, config *Config, host string, chosen []attack, r *Report, progress io.Writer) error {
	for i := range chosen {
		selected := &chosen[i]
		fmt.Fprintf(progress, "%s: %s\n", selected.name, selected.description)
		a := newAttacker(config, host, client.NewSource(attackerAddr(i)), config.MaxConnections)
		result, err := a.measure(ctx, selected)
		a.close()
		if err != nil {
			return fmt.Errorf("%s: %w", selected.name, err)
		}
		r.Results = append(r.Results, result)
	}
	return nil
}

// measure prepares an attack, runs it and returns its cost.
func (a *attacker) measure(ctx context.Context, selected *attack) (Result, error) {
	result := Result{Name: selected.name, SendsAnswers: selected.sendsAnswers, steady: a.config.MaxActions == 0}
	run, err := selected.prepare(ctx, a)
	if err != nil {
		return result, err
	}
	attackCtx, stop := context.WithCancel(ctx)
	defer stop()
	if a.remaining.Store(a.config.MaxActions); selected.costly {
		a.remaining.Store(min(a.config.MaxActions, maxCostlyActions))
	}
	a.stop = stop
	ended := make(chan struct{})
	launch := func() {
		go func() {
			defer close(ended)
			run(attackCtx)
		}()
	}
	if result.steady {
		launch()
		_ = work.Sleep(attackCtx, a.config.WarmUp) // if the context has ended, the next request fails
	}
	before, err := loadtest.ReadUsage(ctx, a.config.Admin)
	if err != nil {
		return result, err
	}
	done, refused, lost := a.done.Load(), a.refused.Load(), a.lost.Load()
	start := time.Now()
	if result.steady {
		_ = work.Sleep(attackCtx, a.config.Duration)
	} else {
		launch()
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

// runTogether runs all attacks at the same time, from one address, while clients play at tables.
func runTogether(
	ctx context.Context,
	config *Config,
	host string,
	chosen []attack,
	r *Report,
	progress io.Writer,
) error {
	attackCtx, stop := context.WithCancel(ctx)
	defer stop()
	a := newAttacker(config, host, client.NewSource(attackerAddr(0)), max(1, config.MaxConnections/len(chosen)))
	defer a.close()
	a.remaining.Store(config.MaxActions)
	a.stop = stop
	var running sync.WaitGroup
	var prepared []func(context.Context)
	for i := range chosen {
		run, err := chosen[i].prepare(ctx, a)
		if err != nil {
			return fmt.Errorf("%s: %w", chosen[i].name, err)
		}
		prepared = append(prepared, run)
	}
	fmt.Fprintln(progress, "all attacks are prepared")
	before, err := loadtest.ReadUsage(ctx, config.Admin)
	if err != nil {
		return err
	}
	start := time.Now()
	for _, run := range prepared {
		running.Go(func() { run(attackCtx) })
	}
	if config.TableCount > 0 {
		r.Tables, err = loadtest.Run(ctx, loadtest.Config{
			URLs:     []string{config.URL},
			Admins:   []string{config.Admin},
			Games:    []string{"seasons", "spellbook"},
			Rooms:    config.TableCount,
			Duration: config.Duration,
			MaxMoves: config.MaxActions,
			Think:    config.Think,
			SourceOf: func(table int) *client.Source { return client.NewSource(tableAddr(table)) },
		}, progress)
	} else if config.MaxActions == 0 {
		_ = work.Sleep(ctx, config.Duration) // an interrupted attack is reported, too
	} else {
		<-attackCtx.Done()
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
		Name: "together", SendsAnswers: true, Elapsed: time.Since(start), Cost: after.Minus(before),
		Done: a.done.Load(), Refused: a.refused.Load(), Lost: a.lost.Load(),
	}}
	return nil
}
