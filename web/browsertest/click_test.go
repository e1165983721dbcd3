package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// click moves the mouse or finger to an element with a role and an accessible name, and presses it. The name
// is a regular expression that must match exactly one element with that role, and the element must be
// reachable. within limits the search to an element, by a selector.
func (p *person) click(role, name string, within ...string) {
	p.t.Helper()
	p.clickWhat(
		fmt.Sprintf("press the %s %q", role, name),
		func(ctx context.Context, t *chromedp.Target) (point, error) {
			node, err := findByName(ctx, t, role, name, within)
			if err != nil {
				return point{}, err
			}
			resolved, err := cdp.Call(
				ctx,
				t,
				dom.ResolveNode,
				dom.ResolveNodeParams{BackendNodeID: node.BackendDOMNodeID},
			)
			if err != nil {
				return point{}, err
			}
			where, err := reach(ctx, t, resolved.Object.ObjectID)
			// The browser keeps all objects that have an object id.
			_, released := cdp.Call(
				ctx,
				t,
				runtime.ReleaseObject,
				runtime.ReleaseObjectParams{ObjectID: resolved.Object.ObjectID},
			)
			return where, errors.Join(err, released)
		},
	)
}

// expression returns a finder for the element that a JavaScript expression returns.
func expression(source string) finder {
	return func(ctx context.Context, t *chromedp.Target) (point, error) {
		byValue := true
		result, err := cdp.Call(ctx, t, runtime.Evaluate, runtime.EvaluateParams{
			Expression:    fmt.Sprintf("page.reach(%s)", source),
			ReturnByValue: &byValue,
		})
		if err != nil {
			return point{}, err
		}
		return placeIn(result.Result, result.ExceptionDetails)
	}
}

// has reports whether the page has an element with a role and a name.
func (p *person) has(role, name string) bool {
	p.t.Helper()
	found := false
	p.eventually(fmt.Sprintf("look for the %s %q", role, name), func() error {
		var err error
		found, err = p.lookFor(role, name)
		return err
	})
	return found
}

// waitForRole waits until the page has an element with a role and a name.
func (p *person) waitForRole(role, name string) {
	p.t.Helper()
	p.eventually(fmt.Sprintf("see the %s %q", role, name), func() error {
		found, err := p.lookFor(role, name)
		if err == nil && !found {
			return fmt.Errorf("the page says: %s", shorten(p.text()))
		}
		return err
	})
}

// lookFor is has, but returns an error if the page is left in the meantime.
func (p *person) lookFor(role, name string) (bool, error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) ([]*accessibility.Node, error) {
		return allByName(ctx, t, role, name, nil)
	})
	return len(nodes) > 0, err
}

// fill replaces the text of the field with this name.
func (p *person) fill(name, text string) {
	p.t.Helper()
	p.click("textbox", name)
	evaluate[bool](p, "(document.activeElement.select?.(), true)")
	p.typeText(text)
}

// A finder scrolls an element into view and returns where to press it, or why it cannot be pressed.
type finder func(ctx context.Context, t *chromedp.Target) (point, error)

// clickWhat presses the element of a finder as soon as it can be pressed.
func (p *person) clickWhat(what string, find finder) {
	p.t.Helper()
	p.eventually(what, func() error { return p.tryClick(find) })
}

// tryClick presses the element of a finder, or returns why it cannot be pressed now.
func (p *person) tryClick(find finder) error {
	p.t.Helper()
	where, err := p.tryReach(find)
	if err != nil {
		return err
	}
	p.pressPoint(where)
	return nil
}

// tryReach returns the point of a finder, or why its element cannot be pressed now.
func (p *person) tryReach(find finder) (point, error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Action[point](find))
}

// whereIs waits until an element can be pressed and returns where.
func (p *person) whereIs(element string) point {
	p.t.Helper()
	var where point
	p.eventually("reach "+element, func() error {
		var err error
		where, err = p.tryReach(expression(element))
		return err
	})
	return where
}

// A point in the visible part of a page, in CSS pixels.
type point struct{ X, Y float64 }

// apart is the least time between two presses in the event timestamps. It is longer than the page requires
// between the two presses that send a final answer (web/static/question/click-guard.js).
const apart = 400 * time.Millisecond

// pressPoint presses a point with mouse or finger. The timestamp of the press is late enough for a person to
// have read the effect of the previous press, however fast the test is.
func (p *person) pressPoint(at point) {
	p.t.Helper()
	p.pressed = p.later(apart)
	p.hold(at, p.pressed)
	p.release(at, p.pressed)
}

// pressPointTwice presses a point twice with timestamps 100 ms apart, however slow the machine is.
func (p *person) pressPointTwice(at point) {
	p.t.Helper()
	p.pressPoint(at)
	p.pressed = p.pressed.Add(100 * time.Millisecond)
	p.hold(at, p.pressed)
	p.release(at, p.pressed)
}

// holdPoint presses a point with mouse or finger without releasing it.
func (p *person) holdPoint(at point) {
	p.t.Helper()
	p.pressed = p.later(apart)
	p.hold(at, p.pressed)
}

// releasePoint releases, at a point, what holdPoint pressed.
func (p *person) releasePoint(at point) {
	p.t.Helper()
	p.release(at, p.later(0))
}

// moveMouse moves the mouse to a point, with a button held or none.
func (p *person) moveMouse(at point, held input.MouseButton) {
	p.t.Helper()
	p.mouse(input.DispatchMouseEventTypeMouseMoved, at, held, p.later(0))
}

// later returns the current time, or the given duration after the last press if that is later.
func (p *person) later(after time.Duration) time.Time {
	now, least := time.Now(), p.pressed.Add(after)
	if now.Before(least) {
		return least
	}
	return now
}

// hold presses a point with the given timestamp.
func (p *person) hold(at point, when time.Time) {
	p.t.Helper()
	if p.device.touch {
		p.finger(input.DispatchTouchEventTypeTouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}, when)
		return
	}
	p.mouse(input.DispatchMouseEventTypeMouseMoved, at, input.MouseButtonNone, when)
	p.mouse(input.DispatchMouseEventTypeMousePressed, at, input.MouseButtonLeft, when)
}

// release releases a point with the given timestamp.
func (p *person) release(at point, when time.Time) {
	p.t.Helper()
	if p.device.touch {
		p.finger(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}, when)
		return
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, at, input.MouseButtonLeft, when)
}

// finger sends a touch event with the given timestamp.
func (p *person) finger(does input.DispatchTouchEventType, at []*input.TouchPoint, when time.Time) {
	p.t.Helper()
	command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: does, TouchPoints: at, Timestamp: sinceEpoch(when),
	})
}

// mouse sends a mouse event with the given timestamp.
func (p *person) mouse(does input.DispatchMouseEventType, at point, button input.MouseButton, when time.Time) {
	p.t.Helper()
	event := input.DispatchMouseEventParams{
		Type: does, X: at.X, Y: at.Y, Button: button, Timestamp: sinceEpoch(when),
	}
	if does != input.DispatchMouseEventTypeMouseMoved {
		event.ClickCount = 1
	}
	command(p, input.DispatchMouseEvent, event)
}

func sinceEpoch(when time.Time) input.TimeSinceEpoch {
	return input.TimeSinceEpoch(float64(when.UnixMicro()) / float64(time.Second/time.Microsecond))
}

// reachable scrolls an element into view and returns where to press it, or why it cannot be pressed.
const reachable = "function () { return page.reach(this); }"

func reach(ctx context.Context, t *chromedp.Target, object runtime.RemoteObjectID) (point, error) {
	byValue := true
	result, err := cdp.Call(ctx, t, runtime.CallFunctionOn, runtime.CallFunctionOnParams{
		FunctionDeclaration: reachable, ObjectID: object, ReturnByValue: &byValue,
	})
	if err != nil {
		return point{}, err
	}
	return placeIn(result.Result, result.ExceptionDetails)
}

// placeIn parses the result of reachable.
func placeIn(result *runtime.RemoteObject, exception *runtime.ExceptionDetails) (point, error) {
	if exception != nil {
		return point{}, fmt.Errorf("%s", exceptionText(exception))
	}
	var found struct {
		point
		Why string
	}
	if err := json.Unmarshal(result.Value, &found); err != nil {
		return point{}, err
	}
	if found.Why != "" {
		return point{}, fmt.Errorf("%s", found.Why)
	}
	return found.point, nil
}

// findByName returns the only element with a role and a name.
func findByName(
	ctx context.Context,
	t *chromedp.Target,
	role, name string,
	within []string,
) (*accessibility.Node, error) {
	nodes, err := allByName(ctx, t, role, name, within)
	switch {
	case err != nil:
		return nil, err
	case len(nodes) == 0:
		others, _ := allByName(ctx, t, role, "", within)
		return nil, fmt.Errorf("there is none among %s", names(others))
	case len(nodes) > 1:
		return nil, fmt.Errorf("there are several: %s", names(nodes))
	}
	return nodes[0], nil
}

func allByName(
	ctx context.Context,
	t *chromedp.Target,
	role, name string,
	within []string,
) ([]*accessibility.Node, error) {
	expression, err := regexp.Compile(name)
	if err != nil {
		return nil, err
	}
	depth := int64(0)
	document, err := cdp.Call(ctx, t, dom.GetDocument, dom.GetDocumentParams{Depth: &depth})
	if err != nil {
		return nil, err
	}
	root := document.Root.NodeID
	for _, selector := range within {
		part, err := cdp.Call(ctx, t, dom.QuerySelector, dom.QuerySelectorParams{NodeID: root, Selector: selector})
		if err != nil {
			return nil, err
		}
		if root = part.NodeID; root == 0 {
			return nil, fmt.Errorf("there is no %s", selector)
		}
	}
	found, err := cdp.Call(ctx, t, accessibility.QueryAXTree, accessibility.QueryAXTreeParams{
		NodeID: root, Role: role,
	})
	if err != nil {
		return nil, err
	}
	var nodes []*accessibility.Node
	for _, node := range found.Nodes {
		if !node.Ignored && expression.MatchString(nameOf(node)) {
			nodes = append(nodes, node)
		}
	}
	return nodes, nil
}

// forgetNames makes the browser stop computing accessible names. Once they have been requested, the browser
// computes all of them again after each change of the page until the domain is disabled, which first requires
// enabling it.
func (p *person) forgetNames() {
	p.t.Helper()
	command(p, accessibility.Enable, cdp.Empty{})
	command(p, accessibility.Disable, cdp.Empty{})
}

func nameOf(node *accessibility.Node) string {
	var name string
	if node.Name != nil {
		_ = json.Unmarshal(node.Name.Value, &name)
	}
	return plain(name)
}

func names(nodes []*accessibility.Node) string {
	var list []string
	for _, node := range nodes {
		list = append(list, strconv.Quote(nameOf(node)))
	}
	return strings.Join(list, ", ")
}
