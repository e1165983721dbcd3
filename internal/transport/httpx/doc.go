// Package httpx has the code that all handlers of transport share: it finds the person who makes a
// request, limits the requests of an address, and sends answers and refusals. It owns cookies, the
// headers that carry tokens, and the limits. It never imports another package of transport. Begin at
// Base in base.go.
package httpx
