// Addresses of pages that contain names.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFromPath, profilePath, togetherPath } from '../static/core/paths.js';

test('a name is part of the path', () => {
  assert.equal(profilePath('Ann Lee'), '/u/Ann%20Lee');
  assert.equal(togetherPath('Zoé?'), '/u/Zo%C3%A9%3F/us');
});

test('a name that browsers or proxies would treat as a path is in the query', () => {
  for (const name of ['.', '..', '...', 'a/b', 'a\\b']) {
    for (const path of [profilePath(name), togetherPath(name)]) {
      const { pathname, search } = new URL(path, 'https://play.example');
      assert.match(pathname, /^\/u\/-(\/us)?$/);
      assert.equal(nameFromPath('-', search), name);
    }
  }
  assert.equal(nameFromPath('100%', ''), '100%', 'the router has decoded the part');
});
