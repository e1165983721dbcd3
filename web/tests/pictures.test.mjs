// Pictures and sets of symbols. More rules for pictures are in web/bundle/pictures_test.go.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../static', import.meta.url));
const drawings = readdirSync(root, { recursive: true }).filter((path) => path.endsWith('.svg'));

test('a drawing contains all that it refers to', () => {
  for (const path of drawings) {
    const svg = readFileSync(join(root, path), 'utf8');
    const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
    for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^")]+)/g))
      assert.ok(ids.includes(id), `${path}: ${id}`);
  }
});

test('pages with text have an opaque background', () => {
  const sheets = readdirSync(root, { recursive: true }).filter((path) =>
    /^(lobby|people|moderation|replay|endgame|waiting)\/.*\.css$/.test(path),
  );
  assert.ok(sheets.length >= 8, `${sheets}`);
  for (const path of sheets)
    assert.doesNotMatch(
      readFileSync(join(root, path), 'utf8'),
      /var\(--paper[-\d]*\)\s[\d.]+%,\s+transparent/,
      path,
    );
});
