package store

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"archmage/internal/store/postgrestest"
)

// addNames adds accounts to a database, more than fillFoldedNames reads at once.
func addNames(t *testing.T, db *DB) (folded []string) {
	t.Helper()
	for i := range foldBatch + 2 {
		name := fmt.Sprintf("É%04d", i)
		err := db.Identities.CreateIdentity(
			t.Context(),
			Identity{ID: name, Name: name, Skeleton: name, Kind: "account"},
			Credential{CredentialKey: CredentialKey{Kind: "token", ID: []byte(name)}},
		)
		require.NoError(t, err)
		folded = append(folded, FoldName(name))
	}
	return folded
}

// requireNames requires that all names are found, and that guests have no folded name.
func requireNames(t *testing.T, db *DB, want []string) {
	t.Helper()
	var got []string
	for query := (NameQuery{Prefix: "e", Limit: MaxPage}); ; {
		page, err := db.Identities.ByName(t.Context(), query)
		require.NoError(t, err)
		for i := range page.Items {
			got = append(got, FoldName(page.Items[i].Name))
		}
		if query.After = page.Next; page.Next == "" {
			break
		}
	}
	require.Equal(t, want, got)
}

// afterFoldedNames lists the tables of the migrations after that of the folded names.
var afterFoldedNames = []string{
	"appointment_answers",
	"appointments",
	"club_lines",
	"daily_secret",
	"daily_tries",
	"event_entries",
	"event_people",
	"event_places",
	"events",
	"own_puzzles",
	"puzzle_answers",
	"puzzle_levels",
	"puzzle_strengths",
}

// forgetFoldedNames makes a database as it was before there were folded names.
func forgetFoldedNames(t *testing.T, db *sql.DB, versions string, last int) {
	t.Helper()
	changes := []string{
		`DROP INDEX identities_by_folded_name`, `ALTER TABLE identities DROP COLUMN folded`,
		fmt.Sprintf(`DELETE FROM %s WHERE version_id >= %d`, versions, last),
	}
	for _, table := range afterFoldedNames {
		changes = append(changes, `DROP TABLE `+table)
	}
	for _, text := range changes {
		_, err := db.ExecContext(context.WithoutCancel(t.Context()), text)
		require.NoError(t, err)
	}
	require.NoError(t, db.Close())
}

// The names of a database of an earlier version are found after the migration.
func TestOldNamesAreFolded(t *testing.T) {
	dir := t.TempDir()
	old, err := OpenSQLite(t.Context(), dir, SQLiteOptions{})
	require.NoError(t, err)
	names := addNames(t, old.DB)
	require.NoError(t, old.Close())
	db, err := sql.Open("sqlite", filepath.Join(dir, FileName))
	require.NoError(t, err)
	forgetFoldedNames(t, db, "goose_db_version", 10)
	requireNames(t, openTest(t, dir).DB, names)
}

func TestOldNamesAreFoldedPostgres(t *testing.T) {
	url := postgrestest.URL(t)
	old := openPostgresTest(t, url)
	names := addNames(t, old.DB)
	require.NoError(t, old.Close())
	db, err := sql.Open("pgx", url)
	require.NoError(t, err)
	forgetFoldedNames(t, db, postgresVersionTable, 11)
	requireNames(t, openPostgresTest(t, url).DB, names)
}

// BenchmarkByName reads pages of 100,000 accounts: from the beginning, from the middle, by a beginning that many names
// have, and by one that no name has.
func BenchmarkByName(b *testing.B) {
	s, err := OpenSQLite(b.Context(), b.TempDir(), SQLiteOptions{})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, s.Close()) })
	const accounts = 100_000
	err = s.engine.change(b.Context(), "add accounts", func(t *tx) error {
		for i := range accounts {
			name := fmt.Sprintf("%c%05d", 'a'+rune(i%20), i)
			if _, err := t.Exec(
				`INSERT INTO identities (id, name, kind, look, folded, created, seen)
				VALUES (?, ?, 'account', ?, ?, 0, 0)`,
				name, name, name, name,
			); err != nil {
				return err
			}
		}
		return nil
	})
	require.NoError(b, err)
	middle, err := s.Identities.ByName(b.Context(), NameQuery{Prefix: "k", Limit: 50})
	require.NoError(b, err)
	for name, query := range map[string]NameQuery{
		"first": {Limit: 50}, "middle": {After: middle.Next, Limit: 50},
		"common": {Prefix: "m", Limit: 50}, "none": {Prefix: "zz", Limit: 50},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				_, err := s.Identities.ByName(b.Context(), query)
				require.NoError(b, err)
			}
		})
	}
}
