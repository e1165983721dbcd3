package main

// The public root certificates, for systems without any, such as the container image.
// Without them no TLS connection to another server would succeed.
import _ "golang.org/x/crypto/x509roots/fallback"
