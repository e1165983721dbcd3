package httpx

import (
	"errors"
	"flag"
	"fmt"
	"math"
	"runtime"
	"time"
)

// Limits keep one client, or one address, from using up the server. A number or
// a rate of 0 means no limit. An IPv6 address stands for its /64, and a /48 may do WideShare
// times as much as one address.
//
// An operator sets the first group of fields with flags. The other fields are the same for
// every server, and only tests change them. What a room, a name or a line of the chat may
// have at most is a constant of its package.
type Limits struct {
	// Read is how many requests a second one address may make in the long run, and how many
	// frames a second one connection may send. An address may ask for FilesShare times as
	// many of the client's files, and send FramesShare times as many frames; further frames
	// are read later. One person may give Read answers a second in one room.
	Read float64
	// Write is how many changes a second, other than answers in a match, one person may
	// make in the long run: the server stores them for long. An address may make
	// AddressShare times as many.
	Write float64
	// Costly is how many processor cores the requests of one address may take in the long
	// run. Bytes that are sent count as processor time too.
	Costly float64
	// Address multiplies everything that one address may do. 1 is for several people behind
	// one address.
	Address float64
	// Connections is how many WebSockets there may be in all.
	Connections int

	// Message is the longest frame that a client may send, Body the longest
	// body of a request, both in bytes; Header bounds a request's head.
	Message int
	Body    int
	Header  int

	// Guests, Rooms, Reports and Channels are how many guests may come from one address in
	// an hour, how many rooms it may open, how many reports it may make, and how many
	// channels for notices it may add or try.
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
	// UnderWay is how many requests one address may have under way, and FilesShare times as
	// many for the client's files.
	InFlight int
	// Hosted is how many unfinished rooms one person may be the host of.
	Hosted int
	// Together is how many processor cores the costly requests of all addresses may take
	// together in the long run.
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

// togetherShare is the part of the processor cores that costly requests may take together.
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

// Unlimited returns the limits with only sizes and times left, without numbers and
// rates. It is for load tests.
func (l Limits) Unlimited() Limits {
	l.Read, l.Write, l.Costly, l.TotalCostly, l.Connections, l.InFlight = 0, 0, 0, 0, 0, 0
	l.Guests, l.Rooms, l.Reports, l.Channels, l.Codes, l.SignIns = 0, 0, 0, 0, 0, 0
	l.Sockets, l.ConnectionsPerAddress, l.ConnectionsPerPerson, l.Hosted = 0, 0, 0, 0
	return l
}

const (
	// AddressShare is how many people at once one address may stand for: a family, a
	// class, a club.
	AddressShare = 4
	// FramesShare is how many connections' worth of frames one address may send.
	FramesShare = 5
	// FilesShare is how many of the client's files one address may ask for, for each
	// request that it may make.
	FilesShare = 5
)

// What may be done at once, in time of the rate.
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

// ofAddress returns what one address may do.
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

// together returns what the costly requests of all addresses may take together.
func (l *Limits) sharedAllowance() allowance {
	if l.Costly == 0 {
		return allowance{}
	}
	return allowance{l.TotalCostly * microsecondsPerSecond, sharedWindow}
}

// UnderWayOfAddress returns how many requests one address may have under way.
func (l *Limits) InFlightLimit() int { return l.scaled(l.InFlight) }

// SocketsOfAddress returns how many TCP connections one address may have open.
func (l *Limits) SocketsLimit() int { return l.scaled(l.Sockets) }

// ConnectionsOfAddress returns how many WebSockets one address may have open.
func (l *Limits) ConnectionsLimit() int { return l.scaled(l.ConnectionsPerAddress) }

// timesAddress multiplies a number of one address. It keeps 0, which means no limit.
func (l *Limits) scaled(n int) int {
	if n == 0 {
		return 0
	}
	return max(1, int(l.Address*float64(n)))
}

// BodyLimit returns the longest body of a request.
func (l *Limits) BodyLimit() int {
	if l.Body == 0 {
		return DefaultLimits().Body
	}
	return l.Body
}

// maxAddress bounds Address, so that all numbers fit.
const maxAddress = 1000

// Check returns the errors of the limits that are flags and make no sense.
func (l *Limits) Check() error {
	var wrong []error
	for _, one := range []struct {
		name  string
		value float64
	}{
		{"limit-read", l.Read},
		{"limit-write", l.Write},
		{"limit-costly", l.Costly},
		{"max-connections", float64(l.Connections)},
	} {
		if !(one.value >= 0 && one.value <= math.MaxInt32) {
			wrong = append(
				wrong,
				fmt.Errorf("--%s is \"%v\", want a number from 0 to %d", one.name, one.value, math.MaxInt32),
			)
		}
	}
	if !(l.Address > 0 && l.Address <= maxAddress) {
		wrong = append(
			wrong,
			fmt.Errorf("--limit-address is \"%v\", want a number above 0, at most %d", l.Address, maxAddress),
		)
	}
	return errors.Join(wrong...)
}

// Bind adds a flag for each limit that an operator may set. The present value of the limit
// is the default.
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
