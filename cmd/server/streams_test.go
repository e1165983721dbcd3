package main

import (
	"crypto/tls"
	"encoding/binary"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The number of HTTP/2 requests in flight on a connection is limited.
func TestStreamsOfAConnection(t *testing.T) {
	cert, key := selfSigned(t)
	s := startServer(t, t.TempDir(), "--tls-cert", cert, "--tls-key", key)
	conn, err := (&tls.Dialer{Config: &tls.Config{
		InsecureSkipVerify: true, NextProtos: []string{"h2"},
	}}).DialContext(t.Context(), "tcp", strings.TrimPrefix(s.Base, "https://"))
	require.NoError(t, err)
	defer conn.Close()
	// The preface and an empty SETTINGS frame (RFC 9113, 3.4 and 4.1).
	_, err = io.WriteString(conn, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"+"\x00\x00\x00\x04\x00\x00\x00\x00\x00")
	require.NoError(t, err)
	const settingsFrame, maxConcurrentStreams = 4, 3
	head := make([]byte, 9)
	_, err = io.ReadFull(conn, head)
	require.NoError(t, err)
	require.EqualValues(t, settingsFrame, head[3])
	body := make([]byte, int(head[0])<<16|int(head[1])<<8|int(head[2]))
	_, err = io.ReadFull(conn, body)
	require.NoError(t, err)
	settings := map[uint16]uint32{}
	for ; len(body) > 0; body = body[6:] {
		settings[binary.BigEndian.Uint16(body)] = binary.BigEndian.Uint32(body[2:])
	}
	require.EqualValues(t, 32, settings[maxConcurrentStreams])
}
