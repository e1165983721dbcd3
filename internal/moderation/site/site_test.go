package site

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/coded"
	"archmage/internal/store/storetest"
)

// What is fixed stays, what is stored is there after the next start, and another server
// has it when it reads again.
func TestWhatTheHostSays(t *testing.T) {
	kept := storetest.Open(t)
	open := func(fixed map[Part]Texts) *Site {
		s, err := New(t.Context(), kept, fixed)
		require.NoError(t, err)
		return s
	}
	a, b := open(nil), open(map[Part]Texts{Imprint: {"": "Odile"}})
	require.Equal(t, []any{"Archmage", "en"}, []any{a.Words().DisplayName(), a.Words().Lang()})
	before := a.Words()
	set := func(part Part, lang, text string) {
		t.Helper()
		text, err := a.Check(part, lang, text)
		require.NoError(t, err)
		require.NoError(t, a.Set(t.Context(), part, lang, text))
	}
	set(Name, "", " The\tWo\u202eod ")
	set(Languages, "", "fr en fr")
	set(Welcome, "fr", "Salut\u0301\x00 !\r\n\r\n\r\n https://wood.example \n")
	set(Imprint, "en", "Ann")
	want := &Words{
		Name:      "The Wood",
		Languages: []string{"fr", "en"},
		Welcome:   Texts{"fr": "Salut́ !\n\nhttps://wood.example"},
		Imprint:   Texts{"en": "Ann"},
		Tag:       a.Words().Tag,
	}
	require.Equal(t, want, a.Words())
	require.NotEqual(t, before.Tag, want.Tag)
	require.Equal(t, "fr", want.Lang())
	require.Equal(
		t,
		[]string{"The Wood", "fr en", want.Welcome["fr"], ""},
		[]string{
			want.Texts(Name)[""],
			want.Texts(Languages)[""],
			want.Texts(Welcome).In("en"),
			want.Texts(Privacy).In("fr"),
		},
	)
	require.Equal(t, want, open(nil).Words())
	require.Equal(t, "", b.Words().Name)
	require.NoError(t, b.Reload(t.Context()))
	require.Equal(t, "The Wood", b.Words().Name)
	require.Equal(t, Texts{"": "Odile"}, b.Words().Imprint)
	require.True(t, b.IsFixed(Imprint))

	set(Languages, "", strings.Join(SupportedLanguages(), " "))
	set(Welcome, "fr", " ")
	require.Equal(t, SupportedLanguages(), a.Words().Languages)
	require.Empty(t, a.Words().Welcome)
	list, err := kept.Site.SiteTexts(t.Context())
	require.NoError(t, err)
	require.Len(t, list, 2, "nothing is stored of what is as by default")

	for _, wrong := range []struct {
		part       Part
		lang, text string
		code       coded.Code
	}{
		{"colour", "", "red", coded.Malformed},
		{Name, "fr", "Bois", coded.Malformed},
		{Welcome, "", "Hi", coded.Malformed},
		{Welcome, "nl", "Hallo", coded.Malformed},
		{Name, "", strings.Repeat("x", 33), coded.Malformed},
		{Welcome, "en", strings.Repeat("x", 1001), coded.Malformed},
		{Privacy, "en", strings.Repeat("x", 8001), coded.Malformed},
		{Languages, "", "en nl", coded.Malformed}, {Imprint, "en", "Eve", CodeFixed},
	} {
		_, err := b.Check(wrong.part, wrong.lang, wrong.text)
		var refusal *coded.Error
		require.ErrorAs(t, err, &refusal)
		require.Equal(t, wrong.code, refusal.Code, wrong)
	}
}
