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

// These tests measure the client (make client-timings). They depend on the load of the machine, so they are
// not part of the other tests.

//go:embed timings.js
var timingsScript string

// recordTimings records timings in the pages that the person opens from now on.
func (p *person) recordTimings() {
	p.t.Helper()
	p.drawPages()
	p.addScript(timingsScript)
}

// slowDown slows down the page's processor by a factor.
func (p *person) slowDown(times float64) {
	p.t.Helper()
	command(p, emulation.SetCPUThrottlingRate, emulation.SetCPUThrottlingRateParams{Rate: times})
}

// waitForEnd waits until the match is over. It polls rarely, so that it does not keep the page busy.
func (p *person) waitForEnd() {
	p.t.Helper()
	p.eventually("see the end", func() error {
		over := p.awaitPromise(
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

// newPersonWithBots starts a match of a person and three bots. Soon a bot also plays for the person.
func newPersonWithBots(t *testing.T, origin, game string) *person {
	t.Helper()
	ada := newPerson(t, "Ada", origin, desk.moving())
	ada.recordTimings()
	ada.openStartPage()
	ada.playTimedWithBots(game)
	return ada
}

// playTimedWithBots opens a table with three bots and a short clock.
func (p *person) playTimedWithBots(game string) {
	p.t.Helper()
	p.openTableWithBots(game, ", clock: {mode: 'move', seconds: 5}, outOfTime: 'bot'")
}

// openTableWithBots opens a table for four with three bots and additional settings.
func (p *person) openTableWithBots(game, settings string) {
	p.t.Helper()
	p.open(
		p.awaitPromise(
			fmt.Sprintf(
				"api.openRoom({settings: {game: '%s', seats: 4, spectators: true%s}})",
				game,
				settings,
			),
		),
	)
	// The page asks for the code before the match begins.
	p.waitForMatch("this code: [2-9A-Z]{3}")
	p.startWithBots(p.path(), "greedy", 4)
	p.waitForRole("region", "^Your question and your hand$")
}

//go:embed recording.js
var recordingScript string

//go:embed replaying.js
var replayingScript string

// recordUpdates plays a match of four against bots until the page has received a number of updates. It returns the
// received frames and the person.
func recordUpdates(t *testing.T, origin, game string, updates int) (frames []string, ada *person) {
	t.Helper()
	ada = newPerson(t, "Ada", origin, desk)
	ada.addScript(recordingScript)
	ada.openStartPage()
	ada.openTableWithBots(game, "")
	m := newMatch(2, ada)
	m.each = func(*person, table) {}
	m.playUntil("so many updates", func() bool {
		return m.over() ||
			evaluate[int](ada, "recordedUpdates()") >= updates
	})
	return evaluate[[]string](ada, "recorded"), ada
}

// mainThreadWork returns the work of the page's main thread by metric of the browser: CPU seconds and counts.
func (p *person) mainThreadWork() map[string]float64 {
	p.t.Helper()
	work := map[string]float64{}
	for _, metric := range command(p, performance.GetMetrics, cdp.Empty{}).Metrics {
		work[metric.Name] = metric.Value
	}
	return work
}

// The targets for the cost of an update with a processor four times slower, after the start of the match.
const aimsOfUpdate = "aims: 70 ms, 1.0 layouts, no task above 100 ms"

// TestTimingsUpdate sends the frames of a match of four to a page at an even pace, with the normal processor
// and one four times slower. It reports the main thread's processor time of an update, which depends little
// on the load of the machine.
func TestTimingsUpdate(t *testing.T) {
	const updates, pause = 50, 450
	origin := timingsProgram(t, "60ms").url
	// By then the table of the rounds is on the page, and no match ends so early.
	for game, begin := range map[string]int{"seasons": 60, "spellbook": 30} {
		frames, ada := recordUpdates(t, origin, game, begin+updates)
		list, err := json.Marshal(frames)
		require.NoError(t, err)
		for _, slow := range []float64{1, 4} {
			t.Run(fmt.Sprintf("%s, %vx", game, slow), func(t *testing.T) {
				eve := newTab(t, ada.ctx, "Ada's replay", origin, desk.moving())
				eve.recordTimings()
				eve.addScript(replayingScript + "globalThis.recordedFrames = " + string(list))
				command(
					eve,
					performance.Enable,
					performance.EnableParams{TimeDomain: performance.EnableTimeDomainThreadTicks},
				)
				eve.open(ada.path())
				eve.waitForRole("region", "^Your question and your hand$")
				// Scenes are shown only after the viewer has pressed something.
				eve.press(kb.Shift)
				require.Equal(t, strconv.Itoa(begin), eve.awaitPromise(fmt.Sprintf("replay(%d, 20)", begin)))
				eve.forgetNames()
				eve.slowDown(slow)
				evaluate[bool](eve, "(timings.longTasks.length = archmage.timings.update.length = 0, true)")
				before := eve.mainThreadWork()
				for range updates / 10 {
					require.Equal(
						t,
						"10",
						eve.awaitPromise(fmt.Sprintf("replay(10, %d)", pause)),
						"the record is too short",
					)
				}
				after := eve.mainThreadWork()
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

// TestTimingsMemory plays many matches in one tab and compares the last five with the five before the last
// ten, when everything has been loaded. A room can start ten matches a minute, so the test uses several
// rooms.
func TestTimingsMemory(t *testing.T) {
	const matches, inRoom = 20, 7
	origin := timingsProgram(t, "0s").url
	for _, game := range []string{"seasons", "spellbook"} {
		t.Run(game, func(t *testing.T) {
			ada := newPersonWithBots(t, origin, game)
			var used []float64
			for n := range matches {
				if n > 0 && n%inRoom == 0 {
					ada.playTimedWithBots(game)
				} else if n > 0 {
					ada.sendCommands(ada.path(), `"rematch", "open": true`)
					// The page asks for the code before the match begins.
					ada.waitForMatch("this code: [2-9A-Z]{3}")
					ada.sendCommands(ada.path(), `"start"`)
					ada.waitForRole("region", "^Your question and your hand$")
				}
				ada.waitForEnd()
				command(ada, heapprofiler.CollectGarbage, cdp.Empty{})
				used = append(used, command(ada, runtime.GetHeapUsage, cdp.Empty{}).UsedSize/1e6)
				t.Logf("after match %d: %.1f MB", n+1, used[n])
			}
			median := func(list []float64) float64 { return slices.Sorted(slices.Values(list))[len(list)/2] }
			require.Less(t, median(used[matches-5:]), median(used[matches-15:matches-10])*1.1, "the memory grows")
		})
	}
}

// TestTimingsFirstBoard opens a table as a slow phone on its first visit: with a processor four times slower,
// 1.6 Mbit/s and 150 ms of latency.
func TestTimingsFirstBoard(t *testing.T) {
	origin := timingsProgram(t, "60ms").url
	for _, game := range []string{"seasons", "spellbook"} {
		t.Run(game, func(t *testing.T) {
			path := newPersonWithBots(t, origin, game).path()
			browser, err := shared.chromium(desk)
			require.NoError(t, err)
			eve := newTab(t, browser, "Eve", origin, phone.moving(), chromedp.WithNewBrowserContext())
			eve.recordTimings()
			command(eve, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
				MatchedNetworkConditions: []*network.Conditions{
					{Latency: 150, DownloadThroughput: 1.6e6 / 8, UploadThroughput: 0.75e6 / 8},
				},
			})
			eve.slowDown(4)
			eve.open(path)
			eve.waitUntil("see the board", "timings.boardDrawn() > 0")
			t.Logf("the first board is drawn after %.0f ms", evaluate[float64](eve, "timings.boardDrawn()"))
		})
	}
}
