// Package httpx has what all handlers of transport share: it finds the person who makes a request,
// limits what an address may do, and sends answers and refusals. It owns cookies, the headers that
// carry tokens, and the limits. It never imports another package of transport. Begin at Base in
// base.go.
package httpx
