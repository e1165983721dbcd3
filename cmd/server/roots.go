package main

// The roots of the public authorities, for where the system has none, as in the
// container image: without them no call to another server by TLS would succeed.
import _ "golang.org/x/crypto/x509roots/fallback"
