package browsertest

import (
	"context"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/chromedp"
)

// try performs an action in the page. It fails after patience.
func try[T any](p *person, action chromedp.Action[T]) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, action)
}

// run performs an action in the page. It fails the test on an error or after patience.
func run[T any](p *person, what string, action chromedp.Action[T]) T {
	p.t.Helper()
	result, err := try(p, action)
	if err != nil {
		p.t.Fatalf("%s cannot %s: %v", p.name, what, err)
	}
	return result
}

// command sends a command of the DevTools protocol to the browser.
func command[P, R any](p *person, c cdp.Command[P, R], params P) R {
	p.t.Helper()
	return run(p, string(c.Method), func(ctx context.Context, t *chromedp.Target) (R, error) {
		return cdp.Call(ctx, t, c, params)
	})
}

// evaluate returns the value of an expression in the page.
func evaluate[T any](p *person, expression string) T {
	p.t.Helper()
	return run(p, "evaluate "+shorten(expression), chromedp.Evaluate[T](expression))
}

// awaitPromise returns the result of a promise in the page.
func (p *person) awaitPromise(expression string) string {
	p.t.Helper()
	return run(p, "evaluate "+shorten(expression), chromedp.Evaluate[string](expression, chromedp.EvalAwaitPromise))
}

func shorten(text string) string {
	const limit = 1500
	if runes := []rune(text); len(runes) > limit {
		return string(runes[:limit]) + "…"
	}
	return text
}
