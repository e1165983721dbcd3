// Package notifytest has receivers of notifications for tests: a mail server and a Web Push service,
// both on this machine.
package notifytest

import (
	"bufio"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// Mail is a mail server that keeps all mails in memory.
type Mail struct {
	listener net.Listener
	running  sync.WaitGroup

	mu      sync.Mutex
	letters []Letter
	refused map[string]string
	open    map[net.Conn]bool
}

// Letter is a received e-mail.
type Letter struct {
	To      string
	Subject string
	Header  mail.Header
	Text    string
}

// NewMail starts a mail server, which is closed at the end of the test.
func NewMail(t testing.TB) *Mail {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	require.NoError(t, err)
	m := &Mail{listener: listener, refused: map[string]string{}, open: map[net.Conn]bool{}}
	m.running.Go(m.listen)
	t.Cleanup(m.Close)
	return m
}

// Addr returns the server's host:port.
func (m *Mail) Addr() string { return m.listener.Addr().String() }

// Close stops the server. Later connections to its address fail.
func (m *Mail) Close() {
	_ = m.listener.Close()
	m.mu.Lock()
	for conn := range m.open {
		_ = conn.Close()
	}
	m.mu.Unlock()
	m.running.Wait()
}

// Refuse makes the server reject mail to an address with an SMTP answer such as "550 nobody".
func (m *Mail) Refuse(to, answer string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.refused[to] = answer
}

// Letters returns the mails that were received for an address so far.
func (m *Mail) Letters(to string) (list []Letter) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, letter := range m.letters {
		if letter.To == to {
			list = append(list, letter)
		}
	}
	return list
}

func (m *Mail) listen() {
	for {
		conn, err := m.listener.Accept()
		if err != nil {
			return
		}
		m.mu.Lock()
		m.open[conn] = true
		m.mu.Unlock()
		m.running.Go(func() {
			m.serve(conn)
			m.mu.Lock()
			delete(m.open, conn)
			m.mu.Unlock()
			_ = conn.Close()
		})
	}
}

// serve implements the part of SMTP that a client needs.
func (m *Mail) serve(conn net.Conn) {
	lines := bufio.NewReader(conn)
	reply := func(line string) { _, _ = fmt.Fprintf(conn, "%s\r\n", line) }
	reply("220 mail.test ESMTP")
	to := ""
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return
		}
		verb, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch strings.ToUpper(verb) {
		case "EHLO", "HELO":
			reply("250-mail.test")
			reply("250 8BITMIME")
		case "RCPT":
			to = strings.Trim(strings.TrimPrefix(strings.ToUpper(rest[:3])+rest[3:], "TO:"), "<>")
			to, _, _ = strings.Cut(to, ">")
			m.mu.Lock()
			refusal := m.refused[to]
			m.mu.Unlock()
			if refusal == "" {
				refusal = "250 ok"
			}
			reply(refusal)
		case "DATA":
			reply("354 go on")
			if err := m.readLetter(lines, to); err != nil {
				reply("554 " + err.Error())
				continue
			}
			reply("250 taken")
		case "QUIT":
			reply("221 bye")
			return
		default:
			reply("250 ok")
		}
	}
}

// readLetter reads a mail up to the line with a dot, and stores it.
func (m *Mail) readLetter(lines *bufio.Reader, to string) error {
	var text strings.Builder
	for {
		line, err := lines.ReadString('\n')
		if err != nil {
			return err
		}
		if line == ".\r\n" {
			break
		}
		text.WriteString(strings.TrimPrefix(line, "."))
	}
	letter, err := mail.ReadMessage(strings.NewReader(text.String()))
	if err != nil {
		return err
	}
	body := letter.Body
	if strings.EqualFold(letter.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
		body = quotedprintable.NewReader(letter.Body)
	}
	read, err := io.ReadAll(body)
	if err != nil {
		return err
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(letter.Header.Get("Subject"))
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.letters = append(m.letters, Letter{
		To: to, Subject: subject, Header: letter.Header, Text: strings.ReplaceAll(string(read), "\r\n", "\n"),
	})
	return nil
}
