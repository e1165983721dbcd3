// Package browsertest plays the real program in a real browser, as people do: it
// starts the server, opens its pages in Chromium, presses what they show, and
// checks what a person then reads. It contains only tests and imports nothing of
// the project.
//
// Pictures of what the tests see go to the folder that the environment variable
// ARCHMAGE_SCREENSHOTS names. With the flag -artifacts of go test, a test that
// fails leaves a picture of each of its pages among its artifacts.
package browsertest

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// patience is how long a test waits for anything. It is so long that it ends only tests that would never
// succeed.
const patience = 2 * time.Minute

// thorough reports whether tests check everything instead of a part.
func thorough() bool { return os.Getenv("ARCHMAGE_THOROUGH") != "" }

func TestMain(m *testing.M) {
	syscall.Umask(0o077) // the server refuses data folders that others can open
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	folder, err := os.MkdirTemp("", "archmage-browsertest-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer func() { _ = os.RemoveAll(folder) }()
	shared.folder = folder
	defer shared.close()
	return m.Run()
}

// shared has what the tests of a run share. Each part is created on first use.
var shared resources

type resources struct {
	folder string

	bundleOnce sync.Once
	bundled    error

	build  sync.Once
	binary string
	built  error

	buildLab sync.Once
	labBuilt error

	buildStaged  sync.Once
	stagedBinary string
	stagedBuilt  error

	serve   sync.Once
	program *program

	serveStaged sync.Once
	staged      *program

	shell, whole, large chromium
}

// bundle builds the bundled client and the rules for browsers, and returns the hash of the rules.
func (r *resources) bundle() (hash string, err error) {
	r.bundleOnce.Do(func() {
		bundle := exec.CommandContext(context.Background(), "make", "-C", "../..", "bundle")
		if out, err := bundle.CombinedOutput(); err != nil {
			r.bundled = fmt.Errorf("make bundle: %w\n%s", err, out)
		}
	})
	if r.bundled != nil {
		return "", r.bundled
	}
	text, err := os.ReadFile("../static/wasm/rules.hash")
	return strings.TrimSpace(string(text)), err
}

// executable returns the path of the program, built from this checkout.
func (r *resources) executable() (string, error) {
	r.build.Do(func() {
		r.binary = filepath.Join(r.folder, "server")
		r.built = r.goBuild("build", "-o", r.binary, "../../cmd/server")
	})
	return r.binary, r.built
}

// goBuild runs a go command that builds a program, as make build does.
func (r *resources) goBuild(command string, args ...string) error {
	hash, err := r.bundle()
	if err != nil {
		return err
	}
	args = append([]string{command, "-ldflags=-w -X archmage/web.rulesHash=" + hash}, args...)
	if out, err := exec.CommandContext(context.Background(), "go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", command, err, out)
	}
	return nil
}

// lab returns the path of the program lab, built from this checkout.
func (r *resources) lab() (string, error) {
	path := filepath.Join(r.folder, "lab")
	r.buildLab.Do(func() {
		build := exec.CommandContext(context.Background(), "go", "build", "-o", path, "../../cmd/lab")
		if out, err := build.CombinedOutput(); err != nil {
			r.labBuilt = fmt.Errorf("go build: %w\n%s", err, out)
		}
	})
	return path, r.labBuilt
}

// stagedExecutable returns the path of the program for staged matches.
func (r *resources) stagedExecutable() (string, error) {
	r.buildStaged.Do(func() {
		r.stagedBinary = filepath.Join(r.folder, "server.test")
		r.stagedBuilt = r.goBuild("test", "-c", "-o", r.stagedBinary, serverFolder)
	})
	return r.stagedBinary, r.stagedBuilt
}

// server returns the server that most tests share. Each test creates its own rooms.
func (r *resources) server(t *testing.T) *program {
	t.Helper()
	r.serve.Do(func() { r.program = launchProgram(t, filepath.Join(r.folder, "data")) })
	if r.program == nil {
		t.Fatal("the program of all tests did not start")
	}
	return r.program
}

// stagedServer returns the server of staged matches that most tests share.
func (r *resources) stagedServer(t *testing.T) *program {
	t.Helper()
	r.serveStaged.Do(func() { r.staged = launchStaged(t, filepath.Join(r.folder, "staged")) })
	if r.staged == nil {
		t.Fatal("the program of staged matches did not start")
	}
	return r.staged
}

// A chromium is a browser that runs until the end of the tests.
type chromium struct {
	launch sync.Once
	ctx    context.Context
	err    error
	stop   func()
}

// chromium returns the context of the browser of the run. Devices that store the client or show notifications
// use the full Chromium. The others use its headless shell, if it is installed, which needs half the
// resources because it has no windows. The size of text is a setting of a whole browser.
func (r *resources) chromium(at device) (context.Context, error) {
	shell, err := exec.LookPath("chromium-headless-shell")
	if at.storesClient || err != nil && !at.largeText {
		return r.whole.open(filepath.Join(r.folder, "chromium"))
	}
	var options []chromedp.ExecAllocatorOption
	if err == nil {
		options = append(options, chromedp.ExecPath(shell))
	}
	if at.largeText {
		options = append(options, chromedp.Flag("blink-settings", "defaultFontSize=32"))
		return r.large.open(filepath.Join(r.folder, "large"), options...)
	}
	return r.shell.open(filepath.Join(r.folder, "shell"), options...)
}

func (c *chromium) open(folder string, more ...chromedp.ExecAllocatorOption) (context.Context, error) {
	c.launch.Do(func() {
		options := append(chromedp.DefaultExecAllocatorOptions[:],
			chromedp.NoSandbox, chromedp.DisableGPU,
			chromedp.Flag("disable-quic", true),
			chromedp.Flag("disable-component-update", true),
			chromedp.Flag("lang", "en-US"),
			// chromedp's own list, and two pages that each browser window would load.
			chromedp.Flag("disable-features", "Translate,BlinkGenPropertyTrees,WebUIOmniboxPopup,WebUIOmniboxAimPopup"),
			chromedp.UserDataDir(folder),
		)
		allocator, stopAllocator := chromedp.NewExecAllocator(context.Background(), append(options, more...)...)
		browser, stop := chromedp.NewContext(allocator)
		c.stop = func() {
			stop()
			stopAllocator()
		}
		c.ctx, c.err = browser, chromedp.Do(browser)
	})
	return c.ctx, c.err
}

func (r *resources) close() {
	for _, browser := range []*chromium{&r.shell, &r.whole, &r.large} {
		if browser.stop != nil {
			browser.stop()
		}
	}
	for _, p := range []*program{r.program, r.staged} {
		if p != nil {
			p.kill()
		}
	}
}
