module archmage

go 1.26.0

// What the client's tools are made of is no part of ./...
ignore ./web/node_modules

require (
	// cmd/internal/loadtest: how long moves take.
	github.com/HdrHistogram/hdrhistogram-go v1.4.0
	// cmd/server: the garbage collector's memory limit from that of the container.
	github.com/KimMachineGun/automemlimit v1.0.1
	// internal/people/notify: messages to browsers by Web Push.
	github.com/SherClockHolmes/webpush-go v1.4.0
	// cmd/internal/cli: which setting a misspelt one stands for.
	github.com/agnivade/levenshtein v1.2.2
	// internal/transport/pages: the client's files in a tenth fewer bytes than gzip.
	github.com/andybalholm/brotli v1.2.8
	// web/browsertest: drives a browser in tests.
	github.com/chromedp/cdproto v0.159.0
	github.com/chromedp/chromedp v0.23.0
	// internal/people: sign-in by OpenID Connect, with golang.org/x/oauth2.
	github.com/coreos/go-oidc/v3 v3.21.0
	// A device with passkeys, in tests.
	github.com/descope/virtualwebauthn v1.0.3
	// internal/stream/patch: applying merge patches.
	github.com/evanphx/json-patch/v5 v5.9.11
	// web/bundle: the client's modules in a few small files, when the server is built.
	github.com/evanw/esbuild v0.28.2
	// internal/moderation: which banned network an address belongs to.
	github.com/gaissmai/bart v0.30.0
	// internal/transport: routes, and the address of a client behind proxies.
	github.com/go-chi/chi/v5 v5.5.0
	// internal/strict: strict JSON; internal/stream/patch: canonical JSON. Go 1.26 has the same
	// code only with GOEXPERIMENT=jsonv2, which every user of the packages would have to set.
	github.com/go-json-experiment/json v0.0.0-20260213210345-44df1a37e875
	// internal/people: passkeys.
	github.com/go-webauthn/webauthn v0.18.2
	// internal/store: one process at a time uses the data folder.
	github.com/gofrs/flock v0.13.1
	// internal/lobby, internal/people: ids.
	github.com/google/uuid v1.6.0
	// internal/transport/socket, client: WebSocket.
	github.com/gorilla/websocket v1.5.3
	// internal/store: PostgreSQL.
	github.com/jackc/pgx/v5 v5.12.0
	// internal/people: the words for a device.
	github.com/mileusna/useragent v1.3.5
	// internal/store: migrations of the database.
	github.com/pressly/goose/v3 v3.28.0
	// internal/transport: metrics.
	github.com/prometheus/client_golang v1.25.0
	// JSON Schemas of what the server says, in tests.
	github.com/santhosh-tekuri/jsonschema/v6 v6.0.3
	// cmd: command lines, with help, completion and man pages.
	github.com/spf13/cobra v1.10.2
	github.com/spf13/pflag v1.0.9
	// Assertions in tests.
	github.com/stretchr/testify v1.12.1
	// internal/people/notify: e-mail.
	github.com/wneessen/go-mail v0.8.1
	// internal/people: which names look alike.
	go.mau.fi/util v0.9.4
	// Goroutines that outlive the tests of a package.
	go.uber.org/goleak v1.3.0
	// Structured logs.
	go.uber.org/zap v1.28.0
	// Compose files, in tests.
	go.yaml.in/yaml/v3 v3.0.5
	// cmd/server: certificates by ACME.
	golang.org/x/crypto v0.59.0
	// cmd/server: the roots of the public authorities, where the system has none.
	golang.org/x/crypto/x509roots/fallback v0.0.0-20261030153154-30a33513ff6d
	// internal/archive/linkpicture: names and results on the pictures of links.
	golang.org/x/image v0.47.0
	// internal/people: with go-oidc.
	golang.org/x/oauth2 v0.38.0
	// internal/people: asks a provider once for everybody who waits.
	golang.org/x/sync v0.25.0
	// internal/cluster: the clock that goes on while the machine sleeps.
	golang.org/x/sys v0.50.0
	// internal/people: names in one form, NFKC.
	golang.org/x/text v0.44.0
	// internal/transport/httpx, internal/lobby: rate limiters.
	golang.org/x/time v0.16.0
	// internal/store: SQLite without cgo. v1.61 does not tidy.
	modernc.org/sqlite v1.60.0
	// internal/room: property tests.
	pgregory.net/rapid v1.3.0
	// internal/transport/pages: QR codes of links to rooms, in less than a millisecond.
	rsc.io/qr v0.2.0
)

require (
	github.com/beorn7/perks v1.0.1 // indirect
	github.com/cespare/xxhash/v2 v2.3.0 // indirect
	github.com/cpuguy83/go-md2man/v2 v2.0.6 // indirect
	github.com/dustin/go-humanize v1.0.1 // indirect
	github.com/fxamacker/cbor/v2 v2.9.4 // indirect
	github.com/go-jose/go-jose/v4 v4.1.9 // indirect
	github.com/go-viper/mapstructure/v2 v2.5.0 // indirect
	github.com/go-webauthn/x v0.3.1 // indirect
	github.com/golang-jwt/jwt/v5 v5.3.1 // indirect
	github.com/google/go-tpm v0.9.8 // indirect
	github.com/inconshreveable/mousetrap v1.1.0 // indirect
	github.com/jackc/pgpassfile v1.0.0 // indirect
	github.com/jackc/pgservicefile v0.0.0-20240606120523-5a60cdf6a761 // indirect
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	github.com/mattn/go-isatty v0.0.24 // indirect
	github.com/mfridman/interpolate v0.0.2 // indirect
	github.com/munnerz/goautoneg v0.0.0-20191010083416-a7dc8b61c822 // indirect
	github.com/ncruces/go-strftime v1.0.0 // indirect
	github.com/pbnjay/memory v0.0.0-20210728143218-7b4eea64cf58 // indirect
	github.com/philhofer/fwd v1.2.0 // indirect
	github.com/prometheus/client_model v0.6.3 // indirect
	github.com/prometheus/common v0.72.0 // indirect
	github.com/prometheus/procfs v0.22.0 // indirect
	github.com/remyoudompheng/bigfft v0.0.0-20230129092748-24d4a6f8daec // indirect
	github.com/russross/blackfriday/v2 v2.1.0 // indirect
	github.com/sethvargo/go-retry v0.4.0 // indirect
	github.com/tinylib/msgp v1.6.4 // indirect
	github.com/x448/float16 v0.8.4 // indirect
	go.uber.org/multierr v1.11.0 // indirect
	golang.org/x/net v0.62.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
	modernc.org/libc v1.77.1 // indirect
	modernc.org/mathutil v1.7.1 // indirect
	modernc.org/memory v1.12.1 // indirect
)
