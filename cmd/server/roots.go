package main

// The import adds the public root certificates on systems that have none, such as the container image.
// Without them, no TLS connection to another server would succeed.
import _ "golang.org/x/crypto/x509roots/fallback"
