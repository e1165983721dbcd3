# How often and how long bench and fuzz measure.
SIMULATE ?= -players 4 -games 5000 -seed 1 -workers 1
# What run says to the program.
ARGS ?= -h
FUZZTIME ?= 30s

.PHONY: run test lint bench fuzz

# The program: make run ARGS='simulate -games 10'. Without ARGS it says which
# commands there are.
run:
	go run ./cmd/server $(ARGS)

# The one command that says whether everything is in order. .ci/run is the same.
test: lint
	go test -race ./...

lint:
	@unformatted=$$(gofmt -l .) || exit 1; \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go tool staticcheck ./...

bench:
	go test -bench . -benchmem -run '^$$' ./internal/...
	go run ./cmd/server simulate -game seasons -option level=archmage $(SIMULATE)
	go run ./cmd/server simulate -game spellbook -option mode=classic $(SIMULATE)

# Every fuzz target of the project, one after the other.
fuzz:
	@set -e; packages=$$(go list ./...); for package in $$packages; do \
		found=$$(go test -list '^Fuzz' $$package); \
		for target in $$(echo "$$found" | sed -n '/^Fuzz/p'); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package; \
		done; \
	done
