//go:build !js

package work_test

import (
	"testing"

	"github.com/stretchr/testify/require"
	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"archmage/internal/work"
)

// logged returns a logger that writes what it logs to a channel.
func logged(to chan string) *zap.Logger {
	write := zapcore.AddSync(writer(func(p []byte) { to <- string(p) }))
	return zap.New(zapcore.NewCore(zapcore.NewJSONEncoder(zap.NewProductionEncoderConfig()), write, zap.ErrorLevel))
}

type writer func(p []byte)

func (w writer) Write(p []byte) (int, error) {
	w(p)
	return len(p), nil
}

// A function that panics is logged, and its worker goes on, whichever way the function came.
func TestAPoolSurvivesAPanic(t *testing.T) {
	lines := make(chan string, 2)
	pool := work.NewPool(1, logged(lines))
	defer pool.Close()
	pool.Next <- func() { panic("no search today") }
	require.Contains(t, <-lines, "no search today")
	pool.Idle <- func() { panic("no deep search today") }
	require.Contains(t, <-lines, "no deep search today")
	done := make(chan struct{})
	pool.Next <- func() { close(done) }
	<-done
}
