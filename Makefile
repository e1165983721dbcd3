# make help lists the commands. Set variables like this: make fuzz FUZZTIME=5m

SHELL = bash

# The go command and npm store their caches in the home folder.
ifeq ($(strip $(HOME)),)
export HOME := $(shell getent passwd $$(id -u) | cut -d: -f6)
endif

.PHONY: run help build bundle wasm release docs screenshots link-pictures train setup \
	test lint lint-go lint-web format test-go test-race test-plain test-web test-browser \
	soak crash cluster-faults fuzz vuln \
	bench load endure client-timings lighthouse

run: build ## start the server, or another command of it: make run ARGS='rate'
	bin/archmage $(ARGS)

help: ## list the commands
	@sed -nE 's/^([a-z-]+):.* ## (.*)/\1\t\2/p' Makefile | expand -t 16

#### Tests

# Two parts run at a time, and no part repeats setup and bundle (-o). The output of a part is printed when it has
# ended. If a part fails, the other parts still run, and make's errors are repeated at the end.
test: setup bundle ## every check, the same as .ci/run
	@log=$$(mktemp) && trap 'rm "$$log"' EXIT && set -o pipefail && \
	time $(MAKE) --no-print-directory -o setup -o bundle -k -j2 --output-sync=target $(PARTS) 2>&1 | tee "$$log" || \
	{ echo "== failed:"; grep '^make.*\*\*\*' "$$log"; exit 1; }

# The first two parts start together: one compiles with the race detector, the other without. The remaining
# parts use the build cache.
PARTS = test-race lint test-plain test-web test-browser

# With the default of 100, compilers and linters spend a sixth of their time or more on garbage collection.
lint-go test-race test-plain: export GOGC = 400

lint: lint-go lint-web ## formatting, static analysis, types

# The rules are in .golangci.yml, the version in tools/lint/go.mod.
lint-go:
	go tool -modfile=tools/lint/go.mod golangci-lint run
	GOOS=js GOARCH=wasm go vet ./web/wasm

format: setup ## write Go, JavaScript and style sheets in the layout that lint wants
	go tool -modfile=tools/lint/go.mod golangci-lint fmt
	npm --prefix web run --silent format

lint-web: setup
	cd web && node vendor.mjs --check
	npm --prefix web run --silent types
	npm --prefix web run --silent lint
	npm --prefix web run --silent format:check

# These packages are tested without the race detector: the rules and the tools that play many matches, which take
# up to ten times as long with it, and the programs that build the client and releases. test-race runs only their
# tests that start goroutines.
PLAIN = ./cmd/lab ./test/conformance ./internal/event/... ./internal/game/... ./internal/cards/... ./internal/match \
	./internal/room ./internal/stream ./internal/offline ./web/...

# -race also checks unsafe pointers (checkptr). SQLite, which is translated from C, has so many of them that the
# checks take a quarter of the processor time of the lobby's tests. They are off except for internal/stream/patch,
# the only package of this project with unsafe pointers.
RACE_FLAGS = -race -gcflags=all=-d=checkptr=0

# lint-go runs vet. The time limit is long enough for slow machines and ends only tests that hang.
test-go: test-race test-plain ## all Go tests but those in a browser

test-race: setup ## Go tests with the race detector
	go test $(RACE_FLAGS) -vet=off -timeout 40m $$(go list ./... | grep -vxF "$$(go list $(PLAIN))")
	go test $(RACE_FLAGS) -vet=off -timeout 40m -run '^Test(Conformance|Contract|Toy)$$//many at once' ./internal/game/... ./test/conformance
	go test $(RACE_FLAGS) -vet=off -timeout 40m \
		-run 'DoesNotDependOnWorkers|SideBySide|TournamentOfMany|TestLoadtest$$|AttacksBesideTables' ./cmd/lab
	go test -gcflags=-d=checkptr -vet=off -timeout 40m ./internal/stream/patch

test-plain: ## Go tests without the race detector
	go test -vet=off -timeout 40m $$(go list $(PLAIN) | grep -v /browsertest)
	go test -C tools/release ./image

# Some tests run the Go programs.
test-web: setup ## tests of the client
	@folder=$$(mktemp -d) && trap 'rm -r "$$folder"' EXIT && \
	go build -o "$$folder/lab" ./cmd/lab && ARCHMAGE_LAB="$$folder/lab" npm --prefix web run --silent test

# Tests mostly wait for their pages, so more of them run in parallel than there are processors.
test-browser: setup bundle ## the program in a real browser
	go test -vet=off -timeout 40m -parallel 6 ./web/browsertest

setup: web/node_modules/.package-lock.json tools/openapi/node_modules/.package-lock.json ## install what the tests need, if it is missing
	@tools/setup

%/node_modules/.package-lock.json: %/package-lock.json
	npm --prefix $* ci --no-audit --no-fund
	@touch $@

#### Long tests

soak: setup ## the random tests at length: an hour and more
	ARCHMAGE_THOROUGH=1 go test -timeout 2h -run 'Conformance|Contract|Toy|TestSearchFindsTheBestEnd|TestSuggestedPlan|TestBot|TestBackIsOffered' ./internal/game/... ./test/conformance
	ARCHMAGE_THOROUGH=1 go test -race -timeout 2h -run 'TestStreams|TestRoomsInLockstep|TestRandomFailures|TestStepsOfALiveMatch|TestSeatsStayHidden' ./internal/lobby
	ARCHMAGE_THOROUGH=1 go test -timeout 2h -run 'TestThreeWithRandomSpells|TestMatchByKeys|TestWholeMatch|TestNothingJumps|TestKinds' ./web/browsertest
	$(MAKE) crash cluster-faults

CRASHES ?= 100
crash: ## programs are killed CRASHES times; what they have acknowledged must be stored
	ARCHMAGE_CRASH_ROUNDS=$(CRASHES) go test -count=1 -timeout 5h -run TestCrash ./internal/lobby
	STORE_CRASH_ROUNDS=$(CRASHES) go test -count=1 -timeout 5h -run TestCrash ./internal/store

# Each fault takes about five seconds. KIND=kill, KIND='end in order' or KIND=standstill selects one kind of
# fault, to measure how soon the matches continue.
FAULTS ?= 100
cluster-faults: ## three nodes play through FAULTS random faults
	ARCHMAGE_CLUSTER_FAULTS=$(FAULTS) ARCHMAGE_CLUSTER_KIND='$(KIND)' go test -count=1 -timeout 20h -v -run '^TestClusterFaults$$' ./cmd/server

FUZZTIME ?= 30s
fuzz: ## every fuzz target for FUZZTIME
	@set -e; packages=$$(go list ./...); for package in $$packages; do \
		found=$$(go test -list '^Fuzz' $$package); \
		for target in $$(echo "$$found" | sed -n '/^Fuzz/p'); do \
			echo "$$package $$target"; \
			go test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) $$package; \
		done; \
	done

# To run it offline, set VULNDB=file:///FOLDER to a copy of the database.
VULNDB ?= https://vuln.go.dev
vuln: ## known vulnerabilities in the code that the program calls
	go run golang.org/x/vuln/cmd/govulncheck@v1.8.0 -db $(VULNDB) ./...

#### Measurements: they need a machine that does nothing else

SIMULATE ?= --players 4 --games 5000 --seed 1 --workers 1
bench: ## all benchmarks, and the speed of the rules
	go test -bench . -benchmem -run '^$$' ./internal/...
	go run ./cmd/lab simulate --game seasons --option level=archmage $(SIMULATE)
	go run ./cmd/lab simulate --game spellbook --option mode=classic $(SIMULATE)

# NODES=3 tests three nodes, and ROLL=5 restarts them one after the other.
LOAD ?= --rooms 100 --spectators 4 --duration 30s
load: ## loadtest with the flags LOAD against a server of its own
	@tools/load $(LOAD)

# At the end the server must use no more memory than in the first minutes.
endure: ## half an hour of load with lost connections and compared documents
	@tools/load --rooms 40 --spectators 2 --think 200ms --churn 300 --verify --duration 30m

client-timings: setup bundle ## time and memory of the client in a browser
	go test -tags timings -count=1 -timeout 1h -v -run '^TestTimings' ./web/browsertest

# It fails if accessibility, best practices or SEO are below 100, performance is below 95, or the layout shift is
# above 0.05.
lighthouse: setup bundle tools/lighthouse/node_modules/.package-lock.json ## how Lighthouse rates the pages
	node tools/lighthouse/run.mjs

#### What is built

build: bundle ## the server with the client and the rules for browsers, in bin/archmage
	CGO_ENABLED=0 go build -trimpath -ldflags="-X archmage/web.rulesHash=$$(cat web/static/wasm/rules.hash)" -o bin/archmage ./cmd/server

bundle: wasm ## the client in few small files, in web/bundled
	go run ./web/bundle

# Players check a match with these rules in their browser. The server embeds them if they exist when it is built,
# and serves them if it is built with the same hash. An unchanged file is not written again.
wasm: export GOFLAGS = -buildvcs=false
wasm: ## the rules for browsers and the hash of their sources
	@new=$$(mktemp -d) && trap 'rm -r "$$new"' EXIT && \
	GOOS=js GOARCH=wasm go build -trimpath -ldflags="-s -w" -o "$$new/rules.wasm" ./web/wasm && \
	cp "$$(go env GOROOT)/lib/wasm/wasm_exec.js" "$$new" && go run ./web/wasm/hash >"$$new/rules.hash" && \
	cd web/static/wasm && for file in rules.wasm wasm_exec.js rules.hash; do cmp -s "$$new/$$file" $$file || cp "$$new/$$file" .; done

# SYSTEMS=linux/amd64 builds for one system. Afterwards one of the programs plays a match and is built a second
# time.
release: ## programs, packages, images, lists of components and checksums, in dist
	tools/release/build $(SYSTEMS)
	tools/release/check

docs: tools/docs/node_modules/.package-lock.json ## the pages of docs as a site with a search, in build/docs
	@cd tools/docs && rm -rf pages && cp -r ../../docs pages && npm run --silent build

screenshots: setup bundle ## the pictures of the README, docs/*.jpg
	ARCHMAGE_SHOWROOM=$(CURDIR)/docs go test -tags screenshots -count=1 -run '^TestShowroom$$' ./web/browsertest

# This needs Chromium and pngquant.
link-pictures: setup ## the pictures of links before names are written on them, and the icons
	node web/linkpictures.mjs

# The values are learned from matches that the bots play against themselves. The same rules give the same values.
train: ## the values of positions for the search bots of Seasons
	go run ./cmd/lab train --game seasons --matches 40000 internal/game/seasons/values.json
