//go:build js && wasm

package main

import (
	"context"
	"syscall/js"
	"time"

	"archmage/internal/game/registry"
	"archmage/internal/offline"
)

// exportOffline makes the function archmageOffline, which serves the requests of package offline.
func exportOffline() {
	program := offline.Program{Games: registry.Hosted(registry.All()), Limit: limit}
	js.Global().Set("archmageOffline", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(program.Serve([]byte(args[0].String())))
	}))
}

// deadline is a context that reads the clock whenever it is asked whether it is done. A timer could not end a
// search, because the only thread of the program is busy with the search.
type deadline struct {
	context.Context
	at time.Time
}

func limit(ms int64) context.Context {
	return deadline{context.Background(), time.Now().Add(time.Duration(ms) * time.Millisecond)}
}

// Err implements context.Context.
func (d deadline) Err() error {
	if time.Now().After(d.at) {
		return context.DeadlineExceeded
	}
	return nil
}
