package store

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/base64"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// FoldName returns the form of a name in which accounts are listed and searched for: in lower case, without accents,
// with single spaces. It is empty only for an empty name.
//
// The result is stored. If this function changes, a migration has to compute the stored values again.
func FoldName(name string) string {
	folded := strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(name)))
	folded = strings.Join(strings.Fields(plainLetters.Replace(folded)), " ")
	// A name of nothing but marks stays as it is, because the empty name is before all others.
	return cmp.Or(folded, strings.ToLower(name))
}

// plainLetters replaces letters that Unicode does not decompose.
var plainLetters = strings.NewReplacer(
	"ø", "o", "đ", "d", "ð", "d", "ł", "l", "ħ", "h", "ı", "i", "ß", "ss", "æ", "ae", "œ", "oe", "þ", "th",
)

// foldedOrNull returns the folded name to store for an identity.
func foldedOrNull(identity *Identity) any {
	if identity.Skeleton == "" {
		return nil
	}
	return FoldName(identity.Name)
}

// NameQuery selects identities with a skeleton whose folded name begins with the folded Prefix.
type NameQuery struct {
	Prefix string
	After  Cursor
	Limit  int
}

// selectByName reads the index of folded names in its order. The list begins after the folded name ?1 with the look ?2
// and ends before ?3.
const selectByName = `SELECT ` + identityFields + ` FROM identities i
	WHERE i.look IS NOT NULL AND i.folded >= ?1 AND (i.folded > ?1 OR i.look > ?2) AND i.folded < ?3
	ORDER BY i.folded, i.look LIMIT ?4`

// ByName returns the identities that the query selects, in the order of their folded names.
func (s Identities) ByName(ctx context.Context, query NameQuery) (Page[Identity], error) {
	after, err := query.After.foldedName()
	if err := cmp.Or(checkLimit(&query.Limit), checkText("the name", query.Prefix), err); err != nil {
		return Page[Identity]{}, err
	}
	prefix := FoldName(query.Prefix)
	if after.folded < prefix {
		after = placeInNames{folded: prefix}
	}
	return listPage(ctx, s.db, "identities", query.Limit, func(rows *sql.Rows, identity *Identity) (Cursor, error) {
		err := scanIdentity(rows, identity)
		return placeInNames{FoldName(identity.Name), identity.Skeleton}.cursor(), err
	}, selectByName, after.folded, after.skeleton, prefix+string(unicode.MaxRune), query.Limit+1)
}

// placeInNames is a place in the list of folded names. The zero value is before all names.
type placeInNames struct{ folded, skeleton string }

// cursor returns the cursor of the page that begins after the place.
func (p placeInNames) cursor() Cursor {
	return Cursor(base64.RawURLEncoding.EncodeToString([]byte(p.skeleton + "\n" + p.folded)))
}

// foldedName returns the place in the cursor.
func (c Cursor) foldedName() (placeInNames, error) {
	skeleton, folded, err := c.name()
	return placeInNames{folded, skeleton}, err
}

// foldBatch is the number of names that fillFoldedNames reads at once.
const foldBatch = 1000

// fillFoldedNames computes the folded names of the identities that were stored before there was a column for them.
func fillFoldedNames(ctx context.Context, t *sql.Tx) error {
	type row struct {
		number int64
		name   string
	}
	for last := int64(0); ; {
		//nolint:rowserrcheck // scanRows does
		rows, err := t.QueryContext(
			ctx,
			`SELECT number, name FROM identities WHERE number > $1 AND look IS NOT NULL ORDER BY number LIMIT $2`,
			last,
			foldBatch,
		)
		batch, err := scanRows(rows, err, func(rows *sql.Rows, r *row) error { return rows.Scan(&r.number, &r.name) })
		if err != nil || len(batch) == 0 {
			return err
		}
		for _, r := range batch {
			if _, err := t.ExecContext(
				ctx,
				`UPDATE identities SET folded = $1 WHERE number = $2`,
				FoldName(r.name),
				r.number,
			); err != nil {
				return err
			}
			last = r.number
		}
	}
}
