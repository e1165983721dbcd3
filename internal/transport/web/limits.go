package web

import (
	"flag"
	"fmt"
	"math"
	"time"
)

// Limits keep one client, or one address, from using up the server. A number or
// a rate of 0 means no limit. An IPv6 address stands for its /64.
//
// Two limits cannot be set: a name has at most people.MaxName characters and a
// line of the chat at most lobby.MaxChat.
type Limits struct {
	// Message is the longest frame that a client may send, Body the longest
	// body of a request, both in bytes; Header bounds a request's head.
	Message int
	Body    int
	Header  int

	// MessageRate is how many frames a second one connection may send in the long run,
	// MessageBurst how many at once. All connections of an address together may send
	// FramesShare times as many; further frames are read later.
	MessageRate  float64
	MessageBurst int
	// ChangeRate is how many changes a second, other than answers in a match, one person
	// may make in the long run, ChangeBurst how many at once: the server stores them for
	// long. An address may make AddressShare times as many. MessageRate and MessageBurst
	// also bound the answers of one person in one room.
	ChangeRate  float64
	ChangeBurst int
	// RequestRate is how many requests a second, to /api/ and for a WebSocket,
	// one address may make in the long run, RequestBurst how many at once.
	RequestRate  float64
	RequestBurst int
	// AddressCPU is how many processor cores the requests of one address may take in the
	// long run, AddressBytes how many bytes a second may be sent to it besides the
	// client's files.
	AddressCPU   float64
	AddressBytes float64
	// FileRate and FileBurst are RequestRate and RequestBurst for the client's files.
	FileRate  float64
	FileBurst int

	// Sockets is how many TCP connections one address may have open, used or not.
	Sockets int
	// These bound the WebSocket connections: all of them, those from one address, and
	// those of one person in one room.
	Connections           int
	ConnectionsPerAddress int
	ConnectionsPerPerson  int

	// Rooms is how many rooms one address may open in an hour, Hosted how
	// many unfinished rooms one person may be the host of. Identities is how
	// many guests may come from one address in an hour.
	Rooms  int
	Hosted int
	// Reports is how many reports may come from one address in an hour.
	Identities int
	Reports    int
	// CodeTries is how many codes of tables one address may try in a minute, SignIns how
	// often it may try to sign in, or to add a way to sign in.
	CodeTries int
	SignIns   int
	// Notices is how many channels for notices an address may add or try in an hour.
	Notices int

	// ReadHeader is the time for a request's head, Read for the whole request
	// and Write for the answer after that; on a WebSocket, Write is the time
	// for a frame.
	ReadHeader time.Duration
	Read       time.Duration
	Write      time.Duration
	// Hello is how long a WebSocket may take until its first frame, Idle how long it may
	// be silent: no frame, and no answer to a ping.
	Hello time.Duration
	Idle  time.Duration
}

// DefaultLimits returns the limits of a public server. They leave room for several people
// behind one address.
func DefaultLimits() Limits {
	return Limits{
		Message: 16 << 10, Body: 16 << 10, Header: 16 << 10,
		MessageRate: 20, MessageBurst: 60,
		ChangeRate: 2, ChangeBurst: 60,
		RequestRate: 20, RequestBurst: 100,
		AddressCPU: 0.1, AddressBytes: 2e6,
		FileRate: 100, FileBurst: 1000, Sockets: 400,
		Connections: 20000, ConnectionsPerAddress: 200, ConnectionsPerPerson: 8,
		Rooms: 60, Hosted: 30, Identities: 120, Reports: 30, CodeTries: 10, SignIns: 30, Notices: 20,
		ReadHeader: 10 * time.Second, Read: 30 * time.Second, Write: 10 * time.Second,
		Hello: 10 * time.Second, Idle: 10 * time.Second,
	}
}

// Unlimited returns the limits with only sizes and deadlines left, without numbers and
// rates. It is for load tests.
func (l Limits) Unlimited() Limits {
	l.MessageRate, l.MessageBurst, l.RequestRate, l.RequestBurst = 0, 0, 0, 0
	l.AddressCPU, l.AddressBytes = 0, 0
	l.ChangeRate, l.ChangeBurst, l.FileRate, l.FileBurst, l.Sockets = 0, 0, 0, 0, 0
	l.Connections, l.ConnectionsPerAddress, l.ConnectionsPerPerson = 0, 0, 0
	l.Rooms, l.Hosted, l.Identities, l.Reports, l.CodeTries, l.SignIns, l.Notices = 0, 0, 0, 0, 0, 0, 0
	return l
}

// BodyLimit returns the longest body of a request.
func (l *Limits) BodyLimit() int {
	if l.Body == 0 {
		return DefaultLimits().Body
	}
	return l.Body
}

// Check returns an error if the limits make no sense.
func (l *Limits) Check() error {
	for name, n := range map[string]float64{
		"max-message": float64(l.Message), "max-body": float64(l.Body), "max-header": float64(l.Header),
		"message-burst": atLeastOne(l.MessageRate, l.MessageBurst), "request-burst": atLeastOne(l.RequestRate, l.RequestBurst),
		"change-burst": atLeastOne(l.ChangeRate, l.ChangeBurst), "file-burst": atLeastOne(l.FileRate, l.FileBurst),
		"read-header-timeout": l.ReadHeader.Seconds(), "read-timeout": l.Read.Seconds(), "write-timeout": l.Write.Seconds(),
		"hello-timeout": l.Hello.Seconds(), "idle-timeout": l.Idle.Seconds(),
	} {
		if n <= 0 {
			return fmt.Errorf("-%s must be above 0", name)
		}
	}
	for name, n := range map[string]float64{
		"message-rate": l.MessageRate, "request-rate": l.RequestRate, "change-rate": l.ChangeRate, "file-rate": l.FileRate,
		"address-cpu": l.AddressCPU, "address-bytes": l.AddressBytes,
		"max-sockets-per-address": float64(l.Sockets), "max-connections": float64(l.Connections),
		"max-connections-per-address": float64(l.ConnectionsPerAddress), "max-connections-per-person": float64(l.ConnectionsPerPerson),
		"max-rooms-per-hour": float64(l.Rooms), "max-hosted": float64(l.Hosted), "max-guests-per-hour": float64(l.Identities), "max-reports-per-hour": float64(l.Reports),
		"max-codes-per-minute": float64(l.CodeTries), "max-sign-ins-per-minute": float64(l.SignIns),
		"max-notices-per-hour": float64(l.Notices),
	} {
		if !(n >= 0 && n <= math.MaxInt32) {
			return fmt.Errorf("-%s must be 0 or above, and no more than %d", name, math.MaxInt32)
		}
	}
	return nil
}

// atLeastOne returns burst, or 1 if rate is 0, which means no limit.
func atLeastOne(rate float64, burst int) float64 {
	if rate == 0 {
		return 1
	}
	return float64(burst)
}

// Bind adds a flag for each limit to the set. The present value of the limit is the
// default.
func (l *Limits) Bind(set *flag.FlagSet) {
	set.IntVar(&l.Message, "max-message", l.Message, "the longest frame of a client, in `bytes`")
	set.IntVar(&l.Body, "max-body", l.Body, "the longest body of a request, in `bytes`")
	set.IntVar(&l.Header, "max-header", l.Header, "the longest head of a request, in `bytes`")
	set.Float64Var(
		&l.MessageRate,
		"message-rate",
		l.MessageRate,
		"frames a second on one connection, a `number`; 0 for no limit",
	)
	set.IntVar(&l.MessageBurst, "message-burst", l.MessageBurst, "frames at once on one connection, a `number`")
	set.Float64Var(
		&l.ChangeRate,
		"change-rate",
		l.ChangeRate,
		"changes a second of one person, other than answers of a match, a `number`; 0 for no limit",
	)
	set.IntVar(&l.ChangeBurst, "change-burst", l.ChangeBurst, "changes at once of one person, a `number`")
	set.Float64Var(
		&l.RequestRate,
		"request-rate",
		l.RequestRate,
		"requests a second from one address, but for files, a `number`; 0 for no limit",
	)
	set.IntVar(
		&l.RequestBurst,
		"request-burst",
		l.RequestBurst,
		"requests at once from one address, but for files, a `number`",
	)
	set.Float64Var(
		&l.AddressCPU,
		"address-cpu",
		l.AddressCPU,
		"how much of a core the requests of one address may take, a `number`; 0 for no limit",
	)
	set.Float64Var(
		&l.AddressBytes,
		"address-bytes",
		l.AddressBytes,
		"the `number` of bytes a second that are sent to one address, besides files; 0 for no limit",
	)
	set.Float64Var(
		&l.FileRate,
		"file-rate",
		l.FileRate,
		"requests a second for files from one address, a `number`; 0 for no limit",
	)
	set.IntVar(&l.FileBurst, "file-burst", l.FileBurst, "requests at once for files from one address, a `number`")
	set.IntVar(
		&l.Sockets,
		"max-sockets-per-address",
		l.Sockets,
		"the `number` of TCP connections from one address; 0 for no limit",
	)
	set.IntVar(&l.Connections, "max-connections", l.Connections, "the `number` of connections in all; 0 for no limit")
	set.IntVar(
		&l.ConnectionsPerAddress,
		"max-connections-per-address",
		l.ConnectionsPerAddress,
		"the `number` of connections from one address; 0 for no limit",
	)
	set.IntVar(
		&l.ConnectionsPerPerson,
		"max-connections-per-person",
		l.ConnectionsPerPerson,
		"the `number` of connections of one person to one room; 0 for no limit",
	)
	set.IntVar(
		&l.Rooms,
		"max-rooms-per-hour",
		l.Rooms,
		"the `number` of rooms opened from one address in an hour; 0 for no limit",
	)
	set.IntVar(&l.Hosted, "max-hosted", l.Hosted, "the `number` of unfinished rooms of one host; 0 for no limit")
	set.IntVar(
		&l.Identities,
		"max-guests-per-hour",
		l.Identities,
		"the `number` of new guests from one address in an hour; 0 for no limit",
	)
	set.IntVar(
		&l.Reports,
		"max-reports-per-hour",
		l.Reports,
		"the `number` of reports from one address in an hour; 0 for no limit",
	)
	set.IntVar(
		&l.CodeTries,
		"max-codes-per-minute",
		l.CodeTries,
		"the `number` of codes of tables tried from one address in a minute; 0 for no limit",
	)
	set.IntVar(
		&l.SignIns,
		"max-sign-ins-per-minute",
		l.SignIns,
		"the `number` of attempts to sign in from one address in a minute; 0 for no limit",
	)
	set.IntVar(
		&l.Notices,
		"max-notices-per-hour",
		l.Notices,
		"the `number` of channels for notices added or tried from one address in an hour; 0 for no limit",
	)
	set.DurationVar(&l.ReadHeader, "read-header-timeout", l.ReadHeader, "the `time` for a request's head")
	set.DurationVar(&l.Read, "read-timeout", l.Read, "the `time` for a whole request")
	set.DurationVar(&l.Write, "write-timeout", l.Write, "the `time` for an answer, or for a frame")
	set.DurationVar(&l.Hello, "hello-timeout", l.Hello, "the `time` until a connection's first frame")
	set.DurationVar(&l.Idle, "idle-timeout", l.Idle, "the `time` that a connection may be silent")
}
