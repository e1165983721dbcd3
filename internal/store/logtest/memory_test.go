package logtest_test

import (
	"testing"

	"archmage/internal/store"
	"archmage/internal/store/logtest"
)

func TestMemoryConforms(t *testing.T) {
	logtest.Run(t, func(*testing.T) store.Log { return logtest.NewMemory() })
}

func TestMemoryConformsForNodes(t *testing.T) {
	logtest.RunNodes(t, func(*testing.T) (a, b logtest.Shared) {
		log := logtest.NewShared()
		return log, log
	})
}
