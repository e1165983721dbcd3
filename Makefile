# How often and how long bench and fuzz measure.
SIMULATE ?= --players 4 --games 5000 --seed 1 --workers 1
# What run says to the program; without it the program serves.
ARGS ?=
FUZZTIME ?= 30s

# How often soak kills a program, how many faults cluster-faults makes, and the flags
# of loadtest for load.
CRASHES ?= 100
FAULTS ?= 100
LOAD ?= --rooms 100 --spectators 4 --duration 30s

# The database of known vulnerabilities that vuln asks: an address, or
# file:///FOLDER of a copy where there is no network.
VULNDB ?= https://vuln.go.dev

# Tests in a browser.
BROWSER = ./web/browsertest

# The race detector does not watch these packages, which start no goroutine and share
# nothing by locks or atomics, as internal/architecture_test.go checks: with it they
# compute for ten times as long. The first is SQLite translated from C, which has
# memory of its own. "many at once" of each game is tested with its rules watched.
UNWATCHED = modernc.org/sqlite/lib modernc.org/memory go.mau.fi/util/confusable \
	github.com/evanw/esbuild/internal/js_parser github.com/evanw/esbuild/internal/js_printer \
	github.com/evanw/esbuild/internal/css_parser github.com/evanw/esbuild/internal/css_printer \
	github.com/andybalholm/brotli github.com/evanphx/json-patch/v5 github.com/go-json-experiment/json/jsontext \
	github.com/go-json-experiment/json/internal/jsonwire github.com/go-json-experiment/json/internal/jsonflags \
	bytes sort strconv unicode/utf8 image/color image/draw image/png golang.org/x/image/draw golang.org/x/image/font/sfnt \
	golang.org/x/image/math/fixed golang.org/x/image/vector \
	archmage/internal/cards/seasons archmage/internal/cards/spellbook archmage/internal/game/search \
	archmage/internal/game archmage/internal/game/seasons archmage/internal/game/spellbook

# Nor these, which keep what they have found out for all goroutines, by types of sync and
# atomic.Value: they call what those do, of which the race detector is told, and inline none of it.
UNWATCHED_CALLING = compress/flate encoding/json image reflect \
	github.com/evanphx/json-patch/v5/internal/json github.com/go-json-experiment/json

# Nor the C library of SQLite, translated too, whose locks no Go code waits for: when
# it hands out memory, it calls package sync.
UNWATCHED_C = modernc.org/libc

# Nobody debugs what is built here: what debuggers read would be a tenth of the work of compilers.
UNDEBUGGED = -gcflags=all=-dwarf=false

# Inlining is a quarter of what is left of it, and worth that only where the tests compute:
# in these packages and in those that are not watched.
INLINED = runtime internal/runtime/... internal/abi internal/bytealg internal/sync sync sync/atomic strings \
	math math/bits math/rand/v2 internal/chacha8rand modernc.org/sqlite

# How vet, staticcheck, all tests and the program that they start are built: alike, so
# that every package is compiled once.
watched = GORACE=atexit_sleep_ms=0 GOFLAGS='$(shell go env GOFLAGS) -trimpath -race -ldflags=-w "$(UNDEBUGGED) -l" $(INLINED:%=-gcflags=%=-dwarf=false) \
	$(1:%="-gcflags=%=-dwarf=false -race=false") $(addsuffix =-dwarf=false -race=false -l",$(addprefix "-gcflags=,$(UNWATCHED_CALLING) $(UNWATCHED_C)))'
WATCHED = $(call watched,$(UNWATCHED))

# The same with the rules of the games watched.
RULES_WATCHED = $(call watched,$(filter-out archmage/%,$(UNWATCHED)))

# A sixth of what compilers and the tests of the server do, and half of what staticcheck
# does, would be to collect garbage: they do it rarely while they have less than 3 GB.
RARELY = GOGC=400 GOMEMLIMIT=3GiB

# The tests that take longest start first, so that no processor waits for them
# at the end.
LONG = ./cmd/server ./cmd/lab ./internal/lobby ./internal/store

# The go command and npm keep their caches below the home folder.
ifeq ($(strip $(HOME)),)
export HOME := $(shell getent passwd $$(id -u) | cut -d: -f6)
endif

# What make release builds for, separated by commas; all if it is empty.
SYSTEMS ?=

.PHONY: run build setup wasm bundle release train test lint vet staticcheck lint-web test-web test-go test-browser soak crash cluster-faults load endure client-timings screenshots link-pictures lighthouse docs vuln bench fuzz

# The server with all that players need; or another command of the program, as in
# make run ARGS='rate'.
run: build
	bin/archmage $(ARGS)

# What the bots of Seasons that search know about the worth of positions, learned from matches
# that they play against themselves: always the same for the same rules.
train:
	go run ./cmd/lab train --game seasons --matches 40000 internal/game/seasons/values.json

# What the tests need beyond Go and Node. Quick when everything is there.
setup:
	@tools/setup

# The rules for browsers, with which players check a match, and the hash of their sources.
# The server carries them if they are there when it is built, and offers them if it is
# built with the same hash. What has not changed is not written.
wasm: export GOFLAGS = -buildvcs=false
wasm:
	@echo "== rules for browsers"
	@new=$$(mktemp -d) && trap 'rm -r "$$new"' EXIT && \
	$(RARELY) GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o "$$new/rules.wasm" ./web/wasm && \
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" "$$new" && $(RARELY) go run $(UNDEBUGGED) ./web/wasm/hash >"$$new/rules.hash" && \
	cd web/static/wasm && for file in rules.wasm wasm_exec.js rules.hash; do cmp -s "$$new/$$file" $$file || cp "$$new/$$file" .; done

# The client in few small files, in web/bundled, from which the server is built with it.
# What has not changed is not written.
bundle: wasm
	@echo "== bundle of the client"
	@$(RARELY) go run $(UNDEBUGGED) ./web/bundle

# The server with all that players need, in bin/archmage.
build: bundle
	CGO_ENABLED=0 go build -trimpath -ldflags="-X archmage/web.rulesHash=$$(cat web/static/wasm/rules.hash)" -o bin/archmage ./cmd/server

# What strangers download, in dist: programs for several systems with all that they need,
# packages, an image and checksums. One of the programs then plays a match, and is
# built twice. make release SYSTEMS=linux/amd64 builds one of them.
release: export GOFLAGS = -buildvcs=false
release: bundle
	[ -d web/node_modules ] || npm --prefix web ci
	npm --prefix web run --silent client
	go run -trimpath ./tools/release $(SYSTEMS:%=-only %)
	tools/release/check

# The one command that says whether everything is in order. .ci/run is the same.
# It runs some of these parts beside each other and says how long each took.
test: setup
	@tools/test

lint: vet staticcheck lint-web

vet:
	@echo "== gofmt, vet"
	@unformatted=$$(gofmt -l client cmd internal tools web/*.go web/bundle web/types web/wasm web/browsertest) || exit 1; \
	if [ -n "$$unformatted" ]; then echo "not formatted by gofmt:"; echo "$$unformatted"; exit 1; fi
	$(RARELY) $(WATCHED) go vet ./...
	GOOS=js GOARCH=wasm go vet -trimpath ./web/wasm

staticcheck:
	@echo "== staticcheck"
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && \
	$(RARELY) go build $(UNDEBUGGED) -ldflags='-s -w' -o "$$folder" honnef.co/go/tools/cmd/staticcheck && $(RARELY) $(WATCHED) "$$folder/staticcheck" ./...

lint-web: setup
	@echo "== types, rules, format and vendored files of the client"
	cd web && node vendor.mjs --check
	npm --prefix web run --silent types
	npm --prefix web run --silent lint
	npm --prefix web run --silent format:check

# Some of its tests ask the program for documents.
test-web: setup
	@echo "== client"
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && export $(WATCHED) ARCHMAGE_LAB="$$folder/lab" && \
	go build -o "$$ARCHMAGE_LAB" ./cmd/lab && npm --prefix web run --silent test

# vet is a part of its own.
test-go: setup
	@echo "== server"
	@others=$$(go list ./... | grep -vxF "$$(go list $(LONG) $(BROWSER))") && \
	$(RARELY) $(WATCHED) go test -vet=off -timeout 40m $(LONG) $$others
	@games=$$(go list ./internal/game/... | grep -vE '/game(|/bot|/search)$$') && \
	$(RARELY) $(RULES_WATCHED) go test -vet=off -timeout 40m -run '(Conformance|Contract|Toy)//many at once' $$games

# Real browsers against the real program. Each test waits for its pages now and then,
# so more of them run at once than there are processors in a small machine.
test-browser: setup bundle
	@echo "== browser"
	$(WATCHED) go test -vet=off -timeout 40m -parallel 6 $(BROWSER)

# The same checks as in test, at length: every game against the whole conformance
# suite with many more matches, rooms with every number of players and many more
# failures, whole matches in a browser, programs that are killed a hundred times, and
# nodes with a hundred faults. An hour and more.
soak: setup
	ARCHMAGE_THOROUGH=1 go test -timeout 2h -run 'Conformance|Contract|Toy|TestSearchFindsTheBestEnd|TestSuggestedPlan|TestBot|TestBackIsOffered' ./internal/game/...
	$(WATCHED) ARCHMAGE_THOROUGH=1 go test -timeout 2h -run 'TestStreams|TestRoomsInLockstep|TestRandomFailures|TestStepsOfALiveMatch|TestSeatsStayHidden' ./internal/lobby
	ARCHMAGE_THOROUGH=1 go test -timeout 2h -run 'TestThreeWithRandomSpells|TestMatchByKeys|TestWholeMatch|TestNothingJumps|TestKinds' $(BROWSER)
	$(MAKE) crash cluster-faults

# Programs that are killed CRASHES times while they play and while they write, and
# must then know all that they had told.
crash:
	ARCHMAGE_CRASH_ROUNDS=$(CRASHES) go test -count=1 -timeout 5h -run TestCrash ./internal/lobby
	STORE_CRASH_ROUNDS=$(CRASHES) go test -count=1 -timeout 5h -run TestCrash ./internal/store

# Three nodes that play through FAULTS random faults, about five seconds for each:
# make cluster-faults FAULTS=1000. With KIND=kill, KIND='end in order' or KIND=standstill, through such
# faults alone, to measure how soon the matches go on.
cluster-faults:
	ARCHMAGE_CLUSTER_FAULTS=$(FAULTS) ARCHMAGE_CLUSTER_KIND='$(KIND)' go test -count=1 -timeout 20h -v -run '^TestClusterFaults$$' ./cmd/server

# loadtest against a server of its own: make load LOAD='--rooms 500 --think 4s'. With
# NODES=3 against so many nodes, which ROLL=5 also replaces one after the other.
load:
	@tools/load $(LOAD)

# The same for half an hour, with connections that are cut and documents that are
# compared. The memory at its end must be that of its first minutes.
endure:
	@tools/load --rooms 40 --spectators 2 --think 200ms --churn 300 --verify --duration 30m

# How long the client takes, and whether its memory grows, in a browser. It needs a
# machine that does nothing else, so it is no part of test.
client-timings: setup bundle
	go test -tags timings -count=1 -timeout 1h -v -run '^TestTimings' $(BROWSER)

# The pictures of the README, docs/*.jpg.
screenshots: setup bundle
	ARCHMAGE_SHOWROOM=$(CURDIR)/docs go test -tags screenshots -count=1 -run '^TestShowroom$$$$' $(BROWSER)

# The pictures of links before names are written on them, the faces that go on them, and
# the icons. It needs Chromium and pngquant.
link-pictures: setup
	node web/linkpictures.mjs

# How good Lighthouse finds the pages: it fails below 100 for accessibility, best
# practices and SEO, below 95 for performance, and above a layout shift of 0.05.
# It needs a machine that does nothing else, so it is no part of test.
lighthouse: setup bundle
	@cd tools/lighthouse && { [ node_modules/.package-lock.json -nt package-lock.json ] || { npm ci && touch node_modules/.package-lock.json; }; }
	@node tools/lighthouse/run.mjs

# The pages of docs/ as a static site with a search, in build/docs.
docs:
	@cd tools/docs && { [ node_modules/.package-lock.json -nt package-lock.json ] || { npm ci --no-audit --no-fund && touch node_modules/.package-lock.json; }; }
	@cd tools/docs && rm -rf pages && cp -r ../../docs pages && npm run --silent build

# Known vulnerabilities in what the program really calls. It asks a database on
# the network, so it is no part of test.
vuln:
	go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 -db $(VULNDB) ./...

bench:
	go test -bench . -benchmem -run '^$$' ./internal/...
	go run ./cmd/lab simulate --game seasons --option level=archmage $(SIMULATE)
	go run ./cmd/lab simulate --game spellbook --option mode=classic $(SIMULATE)

# Every fuzz target of the project, one after the other.
fuzz:
	@set -e; packages=$$(go list ./...); for package in $$packages; do \
		found=$$(go test -list '^Fuzz' $$package); \
		for target in $$(echo "$$found" | sed -n '/^Fuzz/p'); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package; \
		done; \
	done
