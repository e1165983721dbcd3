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

// click presses what has a role and an accessible name, as a screen reader
// tells them: the mouse goes there, or the finger. The name is a regular
// expression that must match exactly one thing of that role, and the thing must
// be where it can be reached. Within narrows the search to an element, by a
// selector.
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
			// The browser keeps what it has a name for, and all that belongs to it.
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

// expression finds the element that an expression in the page gives.
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

// has tells whether there is something with a role and a name on the page.
func (p *person) has(role, name string) bool {
	p.t.Helper()
	found := false
	p.until(fmt.Sprintf("look for the %s %q", role, name), func() error {
		var err error
		found, err = p.lookFor(role, name)
		return err
	})
	return found
}

// waitFor waits until there is something with a role and a name.
func (p *person) waitFor(role, name string) {
	p.t.Helper()
	p.until(fmt.Sprintf("see the %s %q", role, name), func() error {
		found, err := p.lookFor(role, name)
		if err == nil && !found {
			return fmt.Errorf("the page says: %s", shorten(p.text()))
		}
		return err
	})
}

// lookFor tells the same as has. It fails when the page is left meanwhile.
func (p *person) lookFor(role, name string) (bool, error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	nodes, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) ([]*accessibility.Node, error) {
		return allByName(ctx, t, role, name, nil)
	})
	return len(nodes) > 0, err
}

// fill writes a text into the field with a name, in place of what was there.
func (p *person) fill(name, text string) {
	p.t.Helper()
	p.click("textbox", name)
	evaluate[bool](p, "(document.activeElement.select?.(), true)")
	p.write(text)
}

// A finder brings something into sight and tells where it can be pressed, or why it cannot be.
type finder func(ctx context.Context, t *chromedp.Target) (point, error)

// clickWhat presses what the finder finds, as soon as it can be pressed.
func (p *person) clickWhat(what string, find finder) {
	p.t.Helper()
	p.until(what, func() error { return p.tryClick(find) })
}

// tryClick presses what the finder finds, if it can be pressed at this moment.
func (p *person) tryClick(find finder) error {
	p.t.Helper()
	where, err := p.tryReach(find)
	if err != nil {
		return err
	}
	p.pressPoint(where)
	return nil
}

// tryReach brings what the finder finds into sight and tells where it can be
// pressed, if it can be at this moment.
func (p *person) tryReach(find finder) (point, error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Action[point](find))
}

// whereIs waits until what an expression gives can be pressed, and tells where.
func (p *person) whereIs(element string) point {
	p.t.Helper()
	var where point
	p.until("reach "+element, func() error {
		var err error
		where, err = p.tryReach(expression(element))
		return err
	})
	return where
}

// A point of the visible part of a page, in its pixels.
type point struct{ X, Y float64 }

// apart is the least time between two presses of a person, as the browser is told. It is more than
// the page asks for between the two presses of an answer that takes two (web/static/question/click-guard.js).
const apart = 400 * time.Millisecond

// pressPoint presses a point with mouse or finger. The time of the press is that of somebody who has
// read what the last one did, however soon after it the test makes it.
func (p *person) pressPoint(at point) {
	p.t.Helper()
	p.pressed = p.later(apart)
	p.hold(at, p.pressed)
	p.release(at, p.pressed)
}

// pressPointTwice presses a point twice, 100 ms apart, however slow the machine is.
func (p *person) pressPointTwice(at point) {
	p.t.Helper()
	p.pressPoint(at)
	p.pressed = p.pressed.Add(100 * time.Millisecond)
	p.hold(at, p.pressed)
	p.release(at, p.pressed)
}

// holdPoint presses a point with mouse or finger and does not let go.
func (p *person) holdPoint(at point) {
	p.t.Helper()
	p.pressed = p.later(apart)
	p.hold(at, p.pressed)
}

// letGo ends what holdPoint began, at a point.
func (p *person) letGo(at point) {
	p.t.Helper()
	p.release(at, p.later(0))
}

// moveMouse moves the mouse to a point, with a button held or none.
func (p *person) moveMouse(at point, held input.MouseButton) {
	p.t.Helper()
	p.mouse(input.DispatchMouseEventTypeMouseMoved, at, held, p.later(0))
}

// later is now, or a time after the last press where that is later.
func (p *person) later(after time.Duration) time.Time {
	now, least := time.Now(), p.pressed.Add(after)
	if now.Before(least) {
		return least
	}
	return now
}

// hold presses a point at a time.
func (p *person) hold(at point, when time.Time) {
	p.t.Helper()
	if p.device.touch {
		p.finger(input.DispatchTouchEventTypeTouchStart, []*input.TouchPoint{{X: at.X, Y: at.Y}}, when)
		return
	}
	p.mouse(input.DispatchMouseEventTypeMouseMoved, at, input.MouseButtonNone, when)
	p.mouse(input.DispatchMouseEventTypeMousePressed, at, input.MouseButtonLeft, when)
}

// release lets a point go at a time.
func (p *person) release(at point, when time.Time) {
	p.t.Helper()
	if p.device.touch {
		p.finger(input.DispatchTouchEventTypeTouchEnd, []*input.TouchPoint{}, when)
		return
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, at, input.MouseButtonLeft, when)
}

// finger tells the browser where fingers are at a time.
func (p *person) finger(does input.DispatchTouchEventType, at []*input.TouchPoint, when time.Time) {
	p.t.Helper()
	command(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{
		Type: does, TouchPoints: at, Timestamp: sinceEpoch(when),
	})
}

// mouse tells the browser what the mouse does at a time.
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

// reachable brings an element into sight and returns where to press it, or why it
// cannot be pressed there.
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

// placeIn reads what reachable has returned.
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

// findByName returns the one thing with a role and a name.
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

// forgetNames has the browser forget the roles and names of what is on the page. Once it
// has been asked for any, it finds them all anew at every change of the page, until it
// is told to stop, for which it must have been told to start.
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
