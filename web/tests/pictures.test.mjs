// The pictures beside scenes (web/scenes_test.go), and the symbols.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = fileURLToPath(new URL('../static', import.meta.url));
const spells = JSON.parse(readFileSync(new URL('../../internal/cards/spellbook/spells.json', import.meta.url), 'utf8'));
const drawings = readdirSync(root, { recursive: true }).filter((path) => path.endsWith('.svg'));

test('the windows of the seasons and the altars stand alone and are small', () => {
  const pictures = drawings.filter((path) => /^games\/\w+\/(boards\/|altar)/.test(path));
  assert.equal(pictures.length, 6);
  for (const path of pictures) {
    const svg = readFileSync(join(root, path), 'utf8');
    assert.doesNotMatch(svg, /<(text|script|image|style|foreignObject)\b|href="[^#]|url\([^#]/, path);
    assert.ok(gzipSync(svg, { level: 9 }).length <= 3072, path);
  }
});

test('every spell has its scene, and every scene its spell', () => {
  const scenes = readdirSync(join(root, 'games/spellbook/scenes')).map((name) => name.replace('.svg', ''));
  assert.deepEqual(scenes.toSorted(), spells.map(({ id }) => id).toSorted());
});

test('what a drawing paints with is in it', () => {
  for (const path of drawings) {
    const svg = readFileSync(join(root, path), 'utf8');
    const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(([, id]) => id);
    for (const [, id] of svg.matchAll(/(?:url\(|href=")#([^")]+)/g)) assert.ok(ids.includes(id), `${path}: ${id}`);
  }
});
