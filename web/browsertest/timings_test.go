//go:build timings

package browsertest

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/performance"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
	"github.com/stretchr/testify/require"
)

// The tests of this file measure the client: make client-timings. They depend on
// what else the machine does, so they are no part of the other tests.

//go:embed timings.js
var timingsScript string

// measures notes timings in the pages that the person opens from here on.
func (p *person) measures() {
	p.t.Helper()
	p.drawsPages()
	p.addScript(timingsScript)
}

// slowDown makes the processor of the page so many times slower.
func (p *person) slowDown(times float64) {
	p.t.Helper()
	command(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
}

// waitsForTheEnd looks at the match rarely, so that it does not keep the page busy,
// until it is over.
func (p *person) waitsForTheEnd() {
	p.t.Helper()
	p.until("see the end", func() error {
		over := p.promised(
			"timings.isOver()",
		)
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
	p := &program{binary: binary, data: t.TempDir(), settings: []string{"--bot-pause", pause, "--bot-time", "1ms"}}
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
	p.opensAlone(game, ", clock: {mode: 'move', seconds: 5}, outOfTime: 'bot'")
}

// opensAlone opens a table for four of which three are bots, with such settings besides.
func (p *person) opensAlone(game, settings string) {
	p.t.Helper()
	p.open(
		p.promised(
			fmt.Sprintf(
				"api.openRoom({settings: {game: '%s', seats: 4, spectators: true%s}})",
				game,
				settings,
			),
		),
	)
	// The page asks for the code before the match begins.
	p.seesMatch("this code: [2-9A-Z]{3}")
	p.startsWithBots(p.path(), "greedy", 4)
	p.waitFor("region", "^Your question and your hand$")
}

//go:embed recording.js
var recordingScript string

//go:embed replaying.js
var replayingScript string

// records plays a match of four against bots until the page has heard of so many
// updates, and returns what it heard, and who has played.
func records(t *testing.T, origin, game string, updates int) (frames []string, ada *person) {
	t.Helper()
	ada = newPerson(t, "Ada", origin, desk)
	ada.addScript(recordingScript)
	ada.arrives()
	ada.opensAlone(game, "")
	m := newMatch(2, ada)
	m.each = func(*person, table) {}
	m.playUntil("so many updates", func() bool {
		return m.over() ||
			evaluate[int](ada, "recordedUpdates()") >= updates
	})
	return evaluate[[]string](ada, "recorded"), ada
}

// work is what the main thread of a page has done, by the names of the browser's
// metrics: seconds of its processor, and how often.
func (p *person) work() map[string]float64 {
	p.t.Helper()
	work := map[string]float64{}
	for _, metric := range command(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		work[metric.Name] = metric.Value
	}
	return work
}

// What an update may cost with a processor four times slower, once the match has begun:
// the aims that the report stands beside.
const aimsOfUpdate = "aims: 70 ms, 1.0 layouts, no task above 100 ms"

// TestTimingsUpdate gives the frames of a match of four to a page at an even pace, with
// the processor as it is and four times slower, and reports what an update costs the
// main thread: its processor's time depends little on what else the machine does.
func TestTimingsUpdate(t *testing.T) {
	const updates, pause = 50, 450
	origin := timingsProgram(t, "60ms").url
	// The table of the rounds is there by then, and no match is over so soon.
	for game, begin := range map[string]int{"seasons": 60, "spellbook": 30} {
		frames, ada := records(t, origin, game, begin+updates)
		list, err := json.Marshal(frames)
		require.NoError(t, err)
		for _, slow := range []float64{1, 4} {
			t.Run(fmt.Sprintf("%s, %vx", game, slow), func(t *testing.T) {
				eve := openTab(t, ada.ctx, "Ada's replay", origin, desk.moving())
				eve.measures()
				eve.addScript(replayingScript + "globalThis.recordedFrames = " + string(list))
				command(
					eve,
					performance.Enable,
					performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks},
				)
				eve.open(ada.path())
				eve.waitFor("region", "^Your question and your hand$")
				// Scenes are seen once the viewer has pressed something.
				eve.press(kb.Shift)
				require.Equal(t, strconv.Itoa(begin), eve.promised(fmt.Sprintf("replay(%d, 20)", begin)))
				eve.forgetNames()
				eve.slowDown(slow)
				evaluate[bool](eve, "(timings.longTasks.length = archmage.timings.update.length = 0, true)")
				before := eve.work()
				for range updates / 10 {
					require.Equal(
						t,
						"10",
						eve.promised(fmt.Sprintf("replay(10, %d)", pause)),
						"the record is too short",
					)
				}
				after := eve.work()
				each := func(name string) float64 { return (after[name] - before[name]) / updates }
				waits, tasks := evaluate[[]float64](eve, "archmage.timings.update"), append(
					evaluate[[]float64](eve, "timings.longTasks"),
					0,
				)
				slices.Sort(waits)
				slices.Sort(tasks)
				t.Logf(
					"an update: %.1f ms of the main thread, of which scripts %.1f, styles %.1f, layouts %.1f; "+
						"%.2f layouts, %.2f times styles; %v nodes",
					each("TaskDuration")*1e3,
					each("ScriptDuration")*1e3,
					each("RecalcStyleDuration")*1e3,
					each("LayoutDuration")*1e3,
					each("LayoutCount"),
					each("RecalcStyleCount"),
					after["Nodes"],
				)
				t.Logf(
					"from arrival to the changed page: median %.1f ms, p99 %.1f ms; "+
						"%d long tasks, the longest %.0f ms (%s)",
					waits[len(waits)/2],
					waits[len(waits)*99/100],
					len(tasks)-1,
					tasks[len(tasks)-1],
					aimsOfUpdate,
				)
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
					ada.commands(ada.path(), `"rematch"`)
					// The page asks for the code before the match begins.
					ada.seesMatch("this code: [2-9A-Z]{3}")
					ada.commands(ada.path(), `"start"`)
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
			browser, err := shared.chromium(false)
			require.NoError(t, err)
			eve := openTab(t, browser, "Eve", origin, phone.moving(), chromedp.WithNewBrowserContext())
			eve.measures()
			command(eve, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
				MatchedNetworkConditions: []*network.Conditions{
					{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 0.75e6 / 8},
				},
			})
			eve.slowDown(4)
			eve.open(path)
			eve.untilTrue("see the board", "timings.boardDrawn() > 0")
			t.Logf("the first board is drawn after %.0f ms", evaluate[float64](eve, "timings.boardDrawn()"))
		})
	}
}
