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

// picture saves a picture of the page if pictures are wanted.
func (p *person) picture(of string) {
	p.t.Helper()
	folder := os.Getenv("ARCHMAGE_SCREENSHOTS")
	if folder == "" {
		return
	}
	p.savePictureTo(folder, of)
}

// savePictureTo saves a picture of the page to a folder. It only logs errors, because it is also used after a
// test has failed.
func (p *person) savePictureTo(folder, of string) {
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

// shot returns a screenshot as PNG.
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

// artifactsAreKept reports whether the folder of artifacts is kept after the test.
func artifactsAreKept() bool {
	artifacts := flag.Lookup("test.artifacts")
	return artifacts != nil && artifacts.Value.String() == "true"
}

func fileNameRune(r rune) rune {
	if strings.ContainsRune(" /:\\", r) {
		return '-'
	}
	return r
}
