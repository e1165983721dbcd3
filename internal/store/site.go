package store

import (
	"cmp"
	"context"
	"database/sql"
	"strings"
	"unicode/utf8"
)

// Site stores the owner's texts about the server.
type Site struct{ db *engine }

// MaxSiteText bounds the length of a text about the server, in bytes.
const MaxSiteText = 128 << 10

// SiteText is a text about the server in one language.
type SiteText struct {
	// Part is the kind of the text, such as the imprint. Lang is the language of the text and can
	// be empty. The store interprets neither.
	Part, Lang string
	Text       string
}

// SetSiteText replaces a text. An empty text removes it.
func (s Site) SetSiteText(ctx context.Context, text SiteText) error {
	if err := cmp.Or(checkID("the part", text.Part), checkText("the language", text.Lang)); err != nil {
		return err
	}
	if len(text.Text) > MaxSiteText || !utf8.ValidString(text.Text) || strings.ContainsRune(text.Text, 0) {
		return invalid("a text of %d bytes, or no text", len(text.Text))
	}
	return s.db.change(ctx, "set a text of the host", func(t *tx) error {
		t.RecordBytes(len(text.Text))
		if text.Text == "" {
			_, err := t.Exec(`DELETE FROM site WHERE part = ? AND lang = ?`, text.Part, text.Lang)
			return err
		}
		_, err := t.Exec(
			`INSERT INTO site (part, lang, words) VALUES (?, ?, ?)
				ON CONFLICT (part, lang) DO UPDATE SET words = excluded.words`,
			text.Part,
			text.Lang,
			text.Text,
		)
		return err
	})
}

// SiteTexts returns all texts, ordered by part and language.
func (s Site) SiteTexts(ctx context.Context) ([]SiteText, error) {
	return list(ctx, s.db, "the texts of the host", func(rows *sql.Rows, t *SiteText) error {
		return rows.Scan(&t.Part, &t.Lang, &t.Text)
	}, `SELECT part, lang, words FROM site ORDER BY part, lang`)
}
