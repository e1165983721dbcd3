package notify

import (
	"encoding/base64"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
)

func TestAddresses(t *testing.T) {
	key := base64.RawURLEncoding.EncodeToString(make([]byte, 65))
	auth := base64.RawURLEncoding.EncodeToString(make([]byte, 16))
	for _, at := range []Address{
		{Kind: Mail, Address: "ann@mail.example"}, {Kind: Mail, Address: " ann+play@mail.example "},
		{Kind: Webhook, Address: "https://discord.example/api/webhooks/1/x?wait=true"},
		{Kind: Webhook, Address: "https://hooks.example:8443/"},
		{Kind: Push, Address: "https://push.example/x", Key: key, Auth: auth},
	} {
		require.NoError(t, at.check(false), "%+v", at)
	}
	for _, at := range []Address{
		{Kind: Mail},
		{Kind: Mail, Address: "ann"},
		{Kind: Mail, Address: "ann@localhost"},
		{Kind: Mail, Address: "Ann <ann@mail.example>"},
		{Kind: Mail, Address: "a@mail.example, b@mail.example"},
		{Kind: Mail, Address: "a@mail.example\r\nBcc: b@mail.example"},
		{Kind: Mail, Address: strings.Repeat("a", 300) + "@mail.example"}, {Kind: Mail, Address: "ann@[127.0.0.1]"},
		{Kind: Webhook, Address: "http://hooks.example/"},
		{Kind: Webhook, Address: "https://127.0.0.1/"},
		{Kind: Webhook, Address: "https://8.8.8.8/"},
		{Kind: Webhook, Address: "https://localhost/"},
		{Kind: Webhook, Address: "https://user:pw@hooks.example/"},
		{Kind: Webhook, Address: "ftp://hooks.example/"},
		{Kind: Webhook, Address: "https:hooks.example"},
		{Kind: Webhook, Address: "https://[::1]/"},
		{Kind: Webhook, Address: "https://hooks.example/" + strings.Repeat("a", 2000)},
		{Kind: Webhook, Address: "https://hooks.example/", Key: key},
		{Kind: Push, Address: "https://push.example/x"},
		{Kind: Push, Address: "https://push.example/x", Key: auth, Auth: key},
	} {
		require.Equal(t, CodeBadAddress, coded.Of(at.check(false)))
	}
	require.Equal(t, coded.Malformed, coded.Of((&Address{Kind: "pigeon"}).check(false)))
	here := Address{Kind: Webhook, Address: "http://127.0.0.1:9/"}
	require.NoError(t, here.check(true))
}

func TestOnlyPublicAddressesAreCalled(t *testing.T) {
	for _, text := range []string{
		"127.0.0.1", "127.9.9.9", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1",
		"0.0.0.0", "0.1.2.3", "224.0.0.1",
		"255.255.255.255", "192.0.2.1", "198.18.0.1", "240.0.0.1", "::", "::1", "fe80::1%eth0", "fc00::1",
		"fd12::1", "ff02::1", "::ffff:10.0.0.1",
		"::ffff:127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:db8::1", "2001::1", "fec0::1", "::127.0.0.1",
	} {
		require.False(t, isPublic(netip.MustParseAddr(text)), text)
	}
	for _, text := range []string{"8.8.8.8", "1.1.1.1", "172.15.0.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"} {
		require.True(t, isPublic(netip.MustParseAddr(text)), text)
	}
}

// getBy requests an address and returns the error of checkResponse.
func getBy(t *testing.T, client *http.Client, address string) error {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	require.NoError(t, err)
	return checkResponse(client.Do(request)) //nolint:bodyclose // finish closes it
}

// The address is checked when the connection is made, so a host name that resolves to this machine is
// refused too.
func TestDialerRefusesThisMachine(t *testing.T) {
	asked := 0
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer server.Close()
	named := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	for _, address := range []string{server.URL, named} {
		require.ErrorIs(t, getBy(t, newClient(false), address), errNotPublic)
	}
	require.Zero(t, asked)
	require.NoError(t, getBy(t, newClient(true), server.URL))
	require.Equal(t, 1, asked)
}

// The log of a failed notification contains neither the address nor the answer.
func TestErrorsSayNoAddress(t *testing.T) {
	server := httptest.NewServer(http.RedirectHandler("/secret", http.StatusFound))
	require.EqualError(t, getBy(t, newClient(true), server.URL+"/secret"), "answered with status 302")
	server.Close()
	require.EqualError(t, getBy(t, newClient(true), server.URL+"/secret"), "no connection")
	require.EqualError(t, checkResponse(nil, errors.New("Get https://x.example/secret: bad")), "no connection")
}

// Each language has every text, with the same placeholders.
func TestTexts(t *testing.T) {
	require.Contains(t, messages, DefaultLang)
	gaps := func(text string) (list []string) {
		for _, part := range strings.Split(text, "{")[1:] {
			name, _, _ := strings.Cut(part, "}")
			list = append(list, name)
		}
		slices.Sort(list)
		return list
	}
	keys := slices.Sorted(maps.Keys(messages[DefaultLang]))
	for lang, byKey := range messages {
		require.Equal(t, keys, slices.Sorted(maps.Keys(byKey)), lang)
		for key, text := range byKey {
			require.NotEmpty(t, text)
			require.Equal(t, gaps(messages[DefaultLang][key]), gaps(text), "%s in %s", key, lang)
		}
	}
	for _, event := range append(Events(), eventConfirm, eventTest) {
		require.Contains(t, keys, string(event))
	}
	require.Equal(
		t,
		"Seasons, with Ann, Bob and Eve",
		matchLine("en", "table", "Seasons", []string{"Ann", "Bob", "Eve"}),
	)
	require.Equal(t, "Seasons, avec Ann", matchLine("fr", "table", "Seasons", []string{"Ann"}))
	require.Equal(t, "Seasons", matchLine("fr", "table", "Seasons", nil))
	require.Equal(t, DefaultLang, language("xx"))
}
