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
	// Read is the average number of requests a second that one address may make, and of frames a
	// second that one connection may send. An address may request FilesShare times as many of the
	// client's files, and send FramesShare times as many frames. Frames above the limit are read
	// later. One person may give Read answers a second in one room.
	Read float64
	// Write is the average number of changes a second, other than answers in a match, that one
	// person may make. An address may make AddressShare times as many.
	Write float64
	// Costly is the average number of processor cores that the requests of one address may take.
	// Sent bytes count as processor time too.
	Costly float64
	// Address multiplies all limits of one address. 1 is enough for several people behind one
	// address.
	Address float64
	// Connections is the total number of WebSockets that may be open.
	Connections int

	// Message is the maximum length of a frame from a client. Body is the maximum length of the
	// body of a request. Header is the maximum length of its head. All three are in bytes.
	Message int
	Body    int
	Header  int

	// Guests, Rooms, Reports and Channels are limits of one address in an hour: the number of new
	// guests, of rooms that it opens, of reports that it makes, and of channels for notifications
	// that it adds or tests.
	Guests   int
	Rooms    int
	Reports  int
	Channels int
	// Codes and SignIns are limits of one address in a minute. Codes is the number of table codes
	// that it may try. SignIns is the number of attempts to sign in, or to add a way to sign in.
	Codes   int
	SignIns int
	// Passwords is the number of wrong passwords for one name in ten minutes, from all addresses
	// together.
	Passwords int

	// Sockets is the number of TCP connections, used or not, that one address may have open.
	// ConnectionsPerAddress is the number of WebSockets that it may have open.
	// ConnectionsPerPerson is the number of WebSockets that one person may have to one room.
	Sockets               int
	ConnectionsPerAddress int
	ConnectionsPerPerson  int
	// InFlight is the number of requests that one address may have in flight. It may have
	// FilesShare times as many for the client's files.
	InFlight int
	// Hosted is the number of unfinished rooms that may have the same host.
	Hosted int
	// TotalCostly is the average number of processor cores that the costly requests of all
	// addresses together may take.
	TotalCostly float64

	// HeaderTimeout is the time for a request's head. ReadTimeout is the time for the whole
	// request. WriteTimeout is the time for the answer to a request, or for a frame on a
	// WebSocket.
	HeaderTimeout time.Duration
	ReadTimeout   time.Duration
	WriteTimeout  time.Duration
	// HelloTimeout is the time from the opening of a WebSocket to its first frame. IdleTimeout is
	// the time for which a WebSocket may be silent, with no frame and no answer to a ping.
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
		Passwords: 10,
		Sockets:   400, ConnectionsPerAddress: 200, ConnectionsPerPerson: 8, InFlight: 50, Hosted: 30,
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
	l.Passwords = 0
	l.Sockets, l.ConnectionsPerAddress, l.ConnectionsPerPerson, l.Hosted = 0, 0, 0, 0
	return l
}

const (
	// AddressShare is the number of active people that one address may have, as in a family or a
	// club.
	AddressShare = 4
	// FramesShare is the ratio of the frames that one address may send to those of one connection.
	FramesShare = 5
	// FilesShare is the number of the client's files that one address may request for each other
	// request that it may make.
	FilesShare = 5
)

// The windows of the budgets. A burst may use the amount that the rate allows in one window.
const (
	requestsWindow = 5 * time.Second
	filesWindow    = 10 * time.Second
	framesWindow   = 3 * time.Second
	changesWindow  = 30 * time.Second
	CostsWindow    = 15 * time.Second
	AnalysesWindow = 10 * time.Minute
	sharedWindow   = 2 * time.Second

	passwordsWindow = 10 * time.Minute
)

// frames returns the limit of the frames of one connection, which is also the limit of the answers of
// one person in one room.
func (l *Limits) frames() allowance { return allowance{l.Read, framesWindow} }

// changes returns the limit of the changes of one person.
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

// sharedAllowance returns the limit of the costly requests of all addresses together.
func (l *Limits) sharedAllowance() allowance {
	if l.Costly == 0 {
		return allowance{}
	}
	return allowance{l.TotalCostly * microsecondsPerSecond, sharedWindow}
}

// InFlightLimit returns the number of requests that one address may have in flight.
func (l *Limits) InFlightLimit() int { return l.scaled(l.InFlight) }

// SocketsLimit returns the number of TCP connections that one address may have open.
func (l *Limits) SocketsLimit() int { return l.scaled(l.Sockets) }

// ConnectionsLimit returns the number of WebSockets that one address may have open.
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
