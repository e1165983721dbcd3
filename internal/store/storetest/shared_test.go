package storetest_test

import (
	"testing"

	"archmage/internal/store"
	"archmage/internal/store/storetest"
)

func TestFastStoreConforms(t *testing.T) {
	storetest.Run(t, func(t *testing.T) *store.DB { return storetest.Open(t).DB })
}

func TestSharedConforms(t *testing.T) {
	storetest.RunNodes(t, func(t *testing.T) (a, b storetest.Shared) {
		shared := storetest.NewShared(t)
		return shared, shared
	})
}
