//go:build js && wasm

// Command wasm is the rules of the games for browsers. The page of a match loads it in a worker to check the
// match (docs/fairness.md), the page of an event to check the event (docs/tournaments.md), and a match without a server
// runs in it (docs/offline.md). "make wasm" builds it from the same packages as the server.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"syscall/js"

	"archmage/internal/coded"
	"archmage/internal/game/registry"
	"archmage/internal/match"
)

func main() {
	exportOffline()
	var opened eventCheck
	define("archmageCheck", func(args []js.Value) (any, error) {
		return nil, check(args[0].String(), args[1].String(), func(f match.Finding) {
			args[2].Invoke(text(f))
		})
	})
	define("archmageOpenEvent", func(args []js.Value) (any, error) {
		opened = eventCheck{}
		return opened.open(args[0].String())
	})
	define("archmageReadRecord", func(args []js.Value) (any, error) {
		return nil, opened.read(args[0].String())
	})
	define("archmageVerifyEvent", func(args []js.Value) (any, error) {
		return opened.verify(args[0].String())
	})
	select {}
}

// define defines a JavaScript function. It returns a JSON object with the result, or with the error: a code and a
// message.
func define(name string, run func(args []js.Value) (any, error)) {
	js.Global().Set(name, js.FuncOf(func(_ js.Value, args []js.Value) any {
		result, err := run(args)
		if err == nil {
			return text(map[string]any{"result": result})
		}
		refusal := (*coded.Error)(nil)
		if !errors.As(err, &refusal) {
			refusal = coded.Errorf("internal", "%v", err)
		}
		return text(map[string]any{"error": map[string]string{
			"code": string(refusal.Code), "message": refusal.Message,
		}})
	}))
}

// check verifies a record. witness is the JSON of a [match.Witness], which says what the player knows.
func check(record, witness string, report func(match.Finding)) (err error) {
	defer catch(&err)
	var w match.Witness
	if err := json.Unmarshal([]byte(witness), &w); err != nil {
		return err
	}
	r, err := match.Decode([]byte(record))
	if err != nil {
		return err
	}
	module, ok := registry.All().Find(r.Game)
	if !ok {
		return coded.Errorf("unknown_game", "there is no game %.40q here", r.Game)
	}
	_, err = r.Verify(context.Background(), module.Rules, w, report)
	return err
}

// catch turns a panic of the rules into an error. It must be deferred.
func catch(err *error) {
	if value := recover(); value != nil {
		*err = fmt.Errorf("the rules have failed: %v", value)
	}
}

func text(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic("wasm: " + err.Error())
	}
	return string(data)
}
