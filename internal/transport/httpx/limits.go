package httpx

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime"
	"time"
)

// Limits keep one client, or one address, from using up the server. A number or a rate of 0 means
// no limit. IPv6 addresses count by their /64, and a /48 may do Prefix48Share times as much as one
// address.
//
// An operator sets the first group of fields with flags. The other fields are the same for every
// server, and only tests change them. Limits of rooms, names and lines of the chat are constants of
// their packages.
type Limits struct {
	// Read is how many requests a second one address may make in the long run, and how many frames
	// a second one connection may send. An address may request FilesShare times as many of the
	// client's files, and send FramesShare times as many frames. Frames above the limit are read
	// later. One person may give Read answers a second in one room.
	Read float64
	// Write is how many changes a second, other than answers in a match, one person may make in the
	// long run. An address may make AddressShare times as many.
	Write float64
	// Costly is how many processor cores the requests of one address may take in the long run. Sent
	// bytes count as processor time too.
	Costly float64
	// Address multiplies all limits of one address. 1 is enough for several people behind one
	// address.
	Address float64
	// Connections is how many WebSockets may be open in all.
	Connections int

	// Message is the longest frame that a client may send, Body the longest body of a request, both
	// in bytes; Header is the longest head of a request.
	Message int
	Body    int
	Header  int

	// Guests, Rooms, Reports and Channels are how many new guests one address may have in an hour,
	// how many rooms it may open, how many reports it may make, and how many channels for
	// notifications it may add or test.
	Guests   int
	Rooms    int
	Reports  int
	Channels int
	// Codes is how many codes of tables one address may try in a minute, SignIns how
	// often it may try to sign in, or to add a way to sign in.
	Codes   int
	SignIns int

	// Sockets is how many TCP connections one address may have open, used or not, and
	// ConnectionsPerAddress how many WebSockets. ConnectionsPerPerson is how many
	// WebSockets one person may have to one room.
	Sockets               int
	ConnectionsPerAddress int
	ConnectionsPerPerson  int
	// InFlight is how many requests one address may have in flight. It may have FilesShare times as
	// many for the client's files.
	InFlight int
	// Hosted is how many unfinished rooms may have the same host.
	Hosted int
	// TotalCostly is how many processor cores the costly requests of all addresses together may
	// take in the long run.
	TotalCostly float64

	// HeaderTimeout is the time for a request's head, ReadTimeout for the whole request
	// and WriteTimeout for the answer after that; on a WebSocket, WriteTimeout is the time
	// for a frame.
	HeaderTimeout time.Duration
	ReadTimeout   time.Duration
	WriteTimeout  time.Duration
	// HelloTimeout is how long a WebSocket may take until its first frame, IdleTimeout how
	// long it may be silent: no frame, and no answer to a ping.
	HelloTimeout time.Duration
	IdleTimeout  time.Duration
}

// totalCostlyShare is the part of the processor cores that all costly requests together may take.
// The rest is left for moves.
const totalCostlyShare = 0.5

// DefaultLimits returns the limits of a public server. They leave room for several people
// behind one address.
func DefaultLimits() Limits {
	return Limits{
		Read: 20, Write: 2, Costly: 0.1, Address: 1, Connections: 20000,
		Message: 16 << 10, Body: 16 << 10, Header: 16 << 10,
		Guests: 120, Rooms: 60, Reports: 30, Channels: 20, Codes: 10, SignIns: 30,
		Sockets: 400, ConnectionsPerAddress: 200, ConnectionsPerPerson: 8, InFlight: 50, Hosted: 30,
		TotalCostly:   totalCostlyShare * float64(runtime.GOMAXPROCS(0)),
		HeaderTimeout: 10 * time.Second, ReadTimeout: 30 * time.Second, WriteTimeout: 10 * time.Second,
		HelloTimeout: 10 * time.Second, IdleTimeout: 10 * time.Second,
	}
}

// Unlimited returns the limits without those on numbers and rates. Limits on sizes and times stay.
// Load tests use it.
func (l Limits) Unlimited() Limits {
	l.Read, l.Write, l.Costly, l.TotalCostly, l.Connections, l.InFlight = 0, 0, 0, 0, 0, 0
	l.Guests, l.Rooms, l.Reports, l.Channels, l.Codes, l.SignIns = 0, 0, 0, 0, 0, 0
	l.Sockets, l.ConnectionsPerAddress, l.ConnectionsPerPerson, l.Hosted = 0, 0, 0, 0
	return l
}

const (
	// AddressShare is how many active people one address may have: a family, a class, a club.
	AddressShare = 4
	// FramesShare is how many times the frames of one connection one address may send.
	FramesShare = 5
	// FilesShare is how many of the client's files one address may request for each other request
	// that it may make.
	FilesShare = 5
)

// The windows of the budgets: a burst may use what the rate allows in this time.
const (
	requestsWindow = 5 * time.Second
	filesWindow    = 10 * time.Second
	framesWindow   = 3 * time.Second
	changesWindow  = 30 * time.Second
	CostsWindow    = 15 * time.Second
	AnalysesWindow = 10 * time.Minute
	sharedWindow   = 2 * time.Second
)

// frames returns how many frames one connection may send, and how many answers one person
// may give in one room.
func (l *Limits) frames() allowance { return allowance{l.Read, framesWindow} }

// changes returns how many changes one person may make.
func (l *Limits) changes() allowance { return allowance{l.Write, changesWindow} }

// perAddress returns the allowances of one address.
func (l *Limits) perAddress() [numBudgets]allowance {
	list := [numBudgets]allowance{
		Requests: {l.Read, requestsWindow},
		Files:    {FilesShare * l.Read, filesWindow},
		Frames:   l.frames().times(FramesShare),
		Changes:  l.changes().times(AddressShare),
		Costs:    {l.Costly * microsecondsPerSecond, CostsWindow},
		Analyses: {l.Costly * microsecondsPerSecond, AnalysesWindow},
		Guests:   perWindow(time.Hour, l.Guests),
		Rooms:    perWindow(time.Hour, l.Rooms),
		Reports:  perWindow(time.Hour, l.Reports),
		Channels: perWindow(time.Hour, l.Channels),
		Codes:    perWindow(time.Minute, l.Codes),
		SignIns:  perWindow(time.Minute, l.SignIns),
	}
	for b := range list {
		list[b] = list[b].times(l.Address)
	}
	return list
}

// sharedAllowance returns what the costly requests of all addresses together may take.
func (l *Limits) sharedAllowance() allowance {
	if l.Costly == 0 {
		return allowance{}
	}
	return allowance{l.TotalCostly * microsecondsPerSecond, sharedWindow}
}

// InFlightLimit returns how many requests one address may have in flight.
func (l *Limits) InFlightLimit() int { return l.scaled(l.InFlight) }

// SocketsLimit returns how many TCP connections one address may have open.
func (l *Limits) SocketsLimit() int { return l.scaled(l.Sockets) }

// ConnectionsLimit returns how many WebSockets one address may have open.
func (l *Limits) ConnectionsLimit() int { return l.scaled(l.ConnectionsPerAddress) }

// scaled multiplies a limit of one address by Address. It keeps 0, which means no limit.
func (l *Limits) scaled(n int) int {
	if n == 0 {
		return 0
	}
	return max(1, int(l.Address*float64(n)))
}

// BodyLimit returns the longest body of a request, in bytes.
func (l *Limits) BodyLimit() int {
	if l.Body == 0 {
		return DefaultLimits().Body
	}
	return l.Body
}

// maxAddress is the greatest value of Address, so that no product overflows.
const maxAddress = 1000

// Check returns an error for each limit with a flag that is out of range.
func (l *Limits) Check() error {
	var errs []error
	for _, limit := range []struct {
		name  string
		value float64
	}{
		{"limit-read", l.Read},
		{"limit-write", l.Write},
		{"limit-costly", l.Costly},
		{"max-connections", float64(l.Connections)},
	} {
		if !(limit.value >= 0 && limit.value <= math.MaxInt32) {
			errs = append(
				errs,
				fmt.Errorf("--%s is \"%v\", want a number from 0 to %d", limit.name, limit.value, math.MaxInt32),
			)
		}
	}
	if !(l.Address > 0 && l.Address <= maxAddress) {
		errs = append(
			errs,
			fmt.Errorf("--limit-address is \"%v\", want a number above 0, at most %d", l.Address, maxAddress),
		)
	}
	return errors.Join(errs...)
}

// Bind adds a flag for each limit that an operator may set. The current value of the limit is the
// default.
func (l *Limits) Bind(set *flag.FlagSet) {
	set.Float64Var(&l.Read, "limit-read", l.Read, "requests a second from one address, a `number`; 0 for no limit")
	set.Float64Var(&l.Write, "limit-write", l.Write, "changes a second of one person, a `number`; 0 for no limit")
	set.Float64Var(
		&l.Costly,
		"limit-costly",
		l.Costly,
		"how much of a core the requests of one address may take, a `number`; 0 for no limit",
	)
	set.Float64Var(
		&l.Address,
		"limit-address",
		l.Address,
		"the `number` by which everything that one address may do is multiplied: 10 for a school or a fair",
	)
	set.IntVar(&l.Connections, "max-connections", l.Connections, "the `number` of connections in all; 0 for no limit")
}
