// Package httpx is what every handler of the package transport uses: it finds out who makes
// a request, bounds what an address may cost, and sends answers and refusals. It owns
// cookies, the headers that carry tokens, and the limits. It knows no room, no WebSocket
// and no single request.
package httpx
