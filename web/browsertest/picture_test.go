package browsertest

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// picture keeps a picture of the page if pictures are wanted.
func (p *person) picture(of string) {
	p.t.Helper()
	folder := os.Getenv("ARCHMAGE_SCREENSHOTS")
	if folder == "" {
		return
	}
	p.keepPicture(folder, of)
}

// keepPicture writes a picture of the page into a folder. If it cannot, it says
// so; it is used where a test has failed already.
func (p *person) keepPicture(folder, of string) {
	shot, err := p.shot()
	p.pictures++
	name := fmt.Sprintf("%s-%s-%02d-%s.png", p.t.Name(), p.name, p.pictures, of)
	name = filepath.Join(folder, strings.Map(fileNameRune, name))
	if err == nil {
		err = os.WriteFile(name, shot, 0o644)
	}
	if err != nil {
		p.t.Logf("no picture of %s: %v", of, err)
		return
	}
	p.t.Logf("picture: %s", name)
}

// shot is the page as a PNG.
func (p *person) shot() ([]byte, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("(globalThis.drawPage?.(true), true)")); err != nil {
		return nil, err
	}
	if _, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, p.metrics(sharp)); err != nil {
		return nil, err
	}
	shot, err := chromedp.Call(ctx, page.CaptureScreenshot, page.CaptureScreenshotParams{})
	if err != nil {
		return nil, err
	}
	if _, err := chromedp.Run(ctx, chromedp.Evaluate[bool]("(globalThis.drawPage?.(false), true)")); err != nil {
		return nil, err
	}
	_, err = chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, p.metrics(coarse))
	return shot.Data, err
}

// keepsArtifacts tells whether the folder of artifacts outlives the test.
func keepsArtifacts() bool {
	artifacts := flag.Lookup("test.artifacts")
	return artifacts != nil && artifacts.Value.String() == "true"
}

func fileNameRune(r rune) rune {
	if strings.ContainsRune(" /:\\", r) {
		return '-'
	}
	return r
}
