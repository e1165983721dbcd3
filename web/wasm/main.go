//go:build js && wasm

// Command wasm is the rules of the games for browsers. The page of a match loads it in a worker to check the
// match (docs/fairness.md). "make wasm" builds it from the same packages as the server.
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
	js.Global().Set("archmageCheck", js.FuncOf(func(_ js.Value, args []js.Value) any {
		err := check(args[0].String(), args[1].String(), func(f match.Finding) {
			args[2].Invoke(text(f))
		})
		if err == nil {
			return ""
		}
		refusal := (*coded.Error)(nil)
		if !errors.As(err, &refusal) {
			refusal = coded.Errorf("internal", "%v", err)
		}
		return text(map[string]string{"code": string(refusal.Code), "message": refusal.Message})
	}))
	select {}
}

// check verifies a record. witness is the JSON of a [match.Witness], which says what the player knows.
func check(record, witness string, report func(match.Finding)) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("the rules have failed: %v", value)
		}
	}()
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

func text(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic("wasm: " + err.Error())
	}
	return string(data)
}
