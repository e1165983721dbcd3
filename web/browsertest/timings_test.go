//go:build timings

package browsertest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/stretchr/testify/require"
)

// The tests of this file measure the client: make client-timings. They depend on
// what else the machine does, so they are no part of the other tests.

// timingsScript notes long tasks, and when a board is drawn first.
const timingsScript = `globalThis.longTasks = [];
new PerformanceObserver((list) => longTasks.push(...list.getEntries().map((task) => task.duration))).observe({type: 'longtask'});
requestAnimationFrame(function look() {
	if (document.querySelector('.dock')) setTimeout(() => { globalThis.boardDrawn = performance.now(); });
	else requestAnimationFrame(look);
});`

// measures notes timings in the pages that the person opens from here on.
func (p *person) measures() {
	p.t.Helper()
	p.addScript(timingsScript)
}

// slowDown makes the processor of the page so many times slower.
func (p *person) slowDown(times float64) {
	p.t.Helper()
	command(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
}

// commands sends commands to the room of the page, on a connection of its own, and
// returns what came of the last one.
func (p *person) commands(list ...string) {
	p.t.Helper()
	for _, fields := range list {
		answer := p.promised(fmt.Sprintf(`new Promise((done) => {
			const id = 't' + performance.now();
			const socket = new WebSocket(location.href.replace(/^http/, 'ws').replace('/r/', '/ws/'));
			socket.onopen = () => { socket.send('{"type":"hello","v":1}'); socket.send('{"id":"' + id + '","type":%s}'); };
			socket.onmessage = ({data}) => {
				if (JSON.parse(data).id !== id) return;
				socket.close();
				done(data);
			};
		})`, fields))
		require.Contains(p.t, answer, `"ok"`, "%s: %s", fields, answer)
	}
}

// waitsForTheEnd looks at the match rarely, so that it does not keep the page busy,
// until it is over.
func (p *person) waitsForTheEnd() {
	p.t.Helper()
	p.until("see the end", func() error {
		over := p.promised(`new Promise((done) => setTimeout(() => done('' + !!document.querySelector('.hero .eyebrow')), 500))`)
		if over != "true" {
			return fmt.Errorf("the match goes on")
		}
		return nil
	})
}

// timingsProgram starts a server whose bots answer after a pause.
func timingsProgram(t *testing.T, pause string) *program {
	t.Helper()
	binary, err := shared.executable()
	require.NoError(t, err)
	p := &program{binary: binary, data: t.TempDir(), settings: []string{"-bot-pause", pause, "-bot-time", "1ms"}}
	p.listen(t, "127.0.0.1:0")
	t.Cleanup(p.kill)
	return p
}

// startsAlone opens a table for four of which a person and three bots play; soon a
// bot plays for the person too.
func startsAlone(t *testing.T, origin, game string) *person {
	t.Helper()
	ada := newPerson(t, "Ada", origin, desk.moving())
	ada.measures()
	ada.arrives()
	ada.playsAlone(game)
	return ada
}

// playsAlone opens such a table.
func (p *person) playsAlone(game string) {
	p.t.Helper()
	p.open(p.promised(fmt.Sprintf(`fetch('/api/rooms', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({settings:
		{game: '%s', seats: 4, spectators: true, clock: {mode: 'move', seconds: 5}, outOfTime: 'bot'}})}).then((answer) => answer.json()).then(({id}) => '/r/' + id)`, game)))
	for seat := range 3 {
		p.commands(fmt.Sprintf(`"bot","seat":%d,"bot":"greedy"`, seat+1))
	}
	p.commands(`"start"`)
	p.waitFor("region", "^Your question and your hand$")
}

// TestTimingsUpdate measures a match of four that a bot plays for the person too: from the
// arrival of a frame to the changed page, and the longest tasks with a processor
// that is four times slower.
func TestTimingsUpdate(t *testing.T) {
	origin := timingsProgram(t, "60ms").url
	for _, game := range []string{"seasons", "spellbook"} {
		for _, slow := range []float64{1, 4} {
			t.Run(fmt.Sprintf("%s, %vx", game, slow), func(t *testing.T) {
				ada := startsAlone(t, origin, game)
				ada.slowDown(slow)
				evaluate[bool](ada, "(longTasks.length = 0, true)")
				ada.waitsForTheEnd()
				updates, tasks := evaluate[[]float64](ada, "archmage.timings.update"), evaluate[[]float64](ada, "longTasks")
				slices.Sort(updates)
				require.NotEmpty(t, updates)
				slices.Sort(tasks)
				tasks = append([]float64{0}, tasks...)
				t.Logf("from arrival to the changed page: median %.1f ms, p99 %.1f ms (%d updates); %d long tasks, median %.0f ms, p90 %.0f ms, the longest %.0f ms",
					updates[len(updates)/2], updates[len(updates)*99/100], len(updates), len(tasks)-1, tasks[len(tasks)/2], tasks[len(tasks)*9/10], tasks[len(tasks)-1])
			})
		}
	}
}

// TestTimingsMemory plays many matches in one tab, and compares the last five with
// the five before the last ten: by then the page has loaded everything. A room starts ten
// a minute at most, so after some there is another room.
func TestTimingsMemory(t *testing.T) {
	const matches, inRoom = 20, 7
	origin := timingsProgram(t, "0s").url
	for _, game := range []string{"seasons", "spellbook"} {
		t.Run(game, func(t *testing.T) {
			ada := startsAlone(t, origin, game)
			var used []float64
			for n := range matches {
				if n > 0 && n%inRoom == 0 {
					ada.playsAlone(game)
				} else if n > 0 {
					ada.commands(`"rematch"`)
					// The page asks for the code before the match begins.
					ada.seesMatch("this code: [2-9A-Z]{3}")
					ada.commands(`"start"`)
					ada.waitFor("region", "^Your question and your hand$")
				}
				ada.waitsForTheEnd()
				command(ada, heapprofiler.CollectGarbage, cdp.Empty{})
				used = append(used, command(ada, runtime.GetHeapUsage, cdp.Empty{}).UsedSize/1e6)
				t.Logf("after match %d: %.1f MB", n+1, used[n])
			}
			median := func(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }
			require.Less(t, median(used[matches-5:]), median(used[matches-15:matches-10])*1.1, "the memory grows")
		})
	}
}

// TestTimingsFirstBoard opens a table as a slow phone does that was never there:
// a processor four times slower, 1.6 Mbit/s and 150 ms.
func TestTimingsFirstBoard(t *testing.T) {
	origin := timingsProgram(t, "60ms").url
	for _, game := range []string{"seasons", "spellbook"} {
		t.Run(game, func(t *testing.T) {
			path := startsAlone(t, origin, game).path()
			eve := newPerson(t, "Eve", origin, phone.moving())
			eve.measures()
			command(eve, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
				MatchedNetworkConditions: []*network.Conditions{{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 0.75e6 / 8}},
			})
			eve.slowDown(4)
			eve.open(path)
			eve.until("see the board", func() error {
				if !evaluate[bool](eve, "'boardDrawn' in globalThis") {
					return fmt.Errorf("there is none")
				}
				return nil
			})
			t.Logf("the first board is drawn after %.0f ms", evaluate[float64](eve, "boardDrawn"))
		})
	}
}
