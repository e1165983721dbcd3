package postgrestest

import (
	"sync"
	"testing"
)

// Prepared provides schemas with tables. It reuses schemas: restoring the tables takes a tenth of the
// time of making them.
type Prepared struct {
	t       testing.TB
	prepare func(url string)
	mu      sync.Mutex
	free    []string
}

// NewPrepared returns a Prepared for a test and its subtests. prepare makes the tables in an empty
// schema.
func NewPrepared(t testing.TB, prepare func(url string)) *Prepared {
	return &Prepared{t: t, prepare: prepare}
}

// URL returns the URL of a schema with the tables as prepare has made them. After the end of t, another
// test can get the same schema.
func (p *Prepared) URL(t testing.TB) string {
	t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	var url string
	if last := len(p.free) - 1; last >= 0 {
		url, p.free = p.free[last], p.free[:last]
		execAt(t, url, restoreTables)
	} else {
		url = URL(p.t)
		p.prepare(url)
		execAt(t, url, saveTables)
	}
	t.Cleanup(func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.free = append(p.free, url)
	})
	return url
}

// saveTables copies the tables of a schema to the schema SCHEMA_kept; restoreTables copies them back.
const (
	savedSuffix = "_kept"
	saveTables  = `DO $$
DECLARE
    kept TEXT := current_schema() || '` + savedSuffix + `';
    named TEXT;
BEGIN
    EXECUTE format('CREATE SCHEMA %I', kept);
    FOR named IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('CREATE TABLE %I.%I AS TABLE %2$I', kept, named);
    END LOOP;
    EXECUTE format('CREATE TABLE %I.kept_sequences AS SELECT sequencename, start_value, last_value
        FROM pg_sequences WHERE schemaname = current_schema()', kept);
END $$`
	restoreTables = `DO $$
DECLARE
    kept TEXT := current_schema() || '` + savedSuffix + `';
    named TEXT;
BEGIN
    FOR named IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() LOOP
        EXECUTE format('DELETE FROM %I', named);
        EXECUTE format('INSERT INTO %I OVERRIDING SYSTEM VALUE TABLE %I.%1$I', named, kept);
    END LOOP;
    EXECUTE format('SELECT
        setval(quote_ident(sequencename)::regclass, coalesce(last_value, start_value), last_value IS NOT NULL)
        FROM %I.kept_sequences', kept);
END $$`
)
