package store

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"unicode/utf8"
)

// site is the part of a [DB] that keeps the host's texts about the server.
type site struct{ *store }

// MaxSiteText bounds the length of a text of the host, in bytes.
const MaxSiteText = 64 << 10

// SiteText is a text of the host about the server, in one language.
type SiteText struct {
	// Part says what the text is about, Lang in which language it is. Neither means
	// anything to the store; Lang may be empty.
	Part, Lang string
	Words      string
}

// SetSiteText replaces a text; an empty one removes it.
func (s site) SetSiteText(ctx context.Context, text SiteText) error {
	if err := firstError(checkID("the part", text.Part), checkText("the language", text.Lang)); err != nil {
		return err
	}
	if len(text.Words) > MaxSiteText || !utf8.ValidString(text.Words) || strings.ContainsRune(text.Words, 0) {
		return invalid("a text of %d bytes, or no text", len(text.Words))
	}
	return s.change(ctx, "set a text of the host", func(t *tables) error {
		t.Wrote(len(text.Words))
		if text.Words == "" {
			_, err := t.Exec(`DELETE FROM site WHERE part = ? AND lang = ?`, text.Part, text.Lang)
			return err
		}
		_, err := t.Exec(`INSERT INTO site (part, lang, words) VALUES (?, ?, ?) ON CONFLICT (part, lang) DO UPDATE SET words = excluded.words`,
			text.Part, text.Lang, text.Words)
		return err
	})
}

// SiteTexts returns all texts, ordered by part and language.
func (s site) SiteTexts(ctx context.Context) (list []SiteText, err error) {
	err = s.query(ctx, func(rows *sql.Rows) error {
		var text SiteText
		err := rows.Scan(&text.Part, &text.Lang, &text.Words)
		list = append(list, text)
		return err
	}, `SELECT part, lang, words FROM site ORDER BY part, lang`)
	if err != nil {
		return nil, fmt.Errorf("read the texts of the host: %w", err)
	}
	return list, nil
}
