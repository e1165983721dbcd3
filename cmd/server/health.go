package main

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

// healthTimeout bounds the time of the server's reply.
const healthTimeout = 4 * time.Second

// health asks a running server whether it is ready. It is the health check of the
// container, which has no other program.
func (a *app) health(ctx context.Context, args []string) int {
	set := a.flags("health", "[flags]")
	url := set.String("url", "http://127.0.0.1:8080", "the `address` of the server")
	if status, ok := a.parse(set, args, 0); !ok {
		return status
	}
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, *url+"/readyz", nil)
	if err != nil {
		return a.fail(exitUsage, "health", err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return a.fail(exitFailed, "health", err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return a.fail(exitFailed, "health", fmt.Errorf("the server answers with status %d", response.StatusCode))
	}
	fmt.Fprintln(a.stdout, "ok")
	return exitOK
}
