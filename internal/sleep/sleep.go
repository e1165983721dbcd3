// Package sleep waits for a duration or for the end of a context, whichever comes first. It imports
// nothing of the project.
package sleep

import (
	"context"
	"time"
)

// For waits for a duration. It returns the error of the context if that ends first.
func For(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
