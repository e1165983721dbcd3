// Pressed keys on different keyboards, and whether a key belongs to the page.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import './page-shim.mjs';
import { isHandledElsewhere, pressedKey } from '../static/core/keys.js';

const root = new URL('../static/', import.meta.url);

test('digits go by position, and letters by the layout if it has Latin ones', () => {
  for (const [key, code, is] of [
    ['1', 'Digit1', '1'],
    // French, without and with Shift.
    ['&', 'Digit1', '1'],
    ['é', 'Digit2', '2'],
    ['ç', 'Digit9', '9'],
    ['1', 'Digit1', '1'],
    ['7', 'Numpad7', '7'],
    ['Home', 'Numpad7', 'Home'],
    // German and French-Canadian.
    ['?', 'Minus', '?'],
    ['?', 'Digit6', '?'],
    ['e', 'KeyE', 'e'],
    ['E', 'KeyE', 'e'],
    // French: the letter that the key types.
    ['a', 'KeyQ', 'a'],
    // Russian, Greek, Hebrew.
    ['г', 'KeyU', 'u'],
    ['Г', 'KeyU', 'u'],
    ['ε', 'KeyE', 'e'],
    ['ש', 'KeyA', 'a'],
    ['Dead', 'Digit7', '7'],
    ['Enter', 'NumpadEnter', 'Enter'],
    ['Escape', 'Escape', 'Escape'],
    [' ', 'Space', ' '],
    ['+', 'NumpadAdd', '+'],
  ])
    assert.equal(pressedKey({ key, code }), is, `${key} ${code}`);
});

test('pages compare letters and digits only with pressedKey', () => {
  const named = /^['"]?(Escape|Enter|Tab|Home|End|Page(Up|Down)|Arrow\w+| |)['"]?$/;
  const modules = readdirSync(root, { recursive: true }).filter(
    (path) => path.endsWith('.js') && !/^(vendor|wasm)/.test(path) && path !== 'core/keys.js',
  );
  let looked = 0;
  for (const path of modules) {
    const source = readFileSync(new URL(path, root), 'utf8');
    for (const [line, what] of source.matchAll(/event\.key(?:\.\w+\(\))?\s*[!=]==\s*('[^']*')/g)) {
      looked++;
      assert.match(what, named, `${path}: ${line}`);
    }
    assert.doesNotMatch(source, /event\.key\.to|switch \(event\.key\)/, path);
  }
  assert.ok(looked > 3);
});

/** A fake element that matches the given selectors. */
class Element {
  isContentEditable = false;
  /** @param {string[]} is */
  constructor(...is) {
    this.is = is;
  }
  matches(/** @type {string} */ selectors) {
    return selectors.split(', ').some((one) => this.is.includes(one));
  }
}

test('keys belong to dialogs and fields, and to radio buttons and checkboxes only those that they use', () => {
  globalThis.HTMLElement ??= /** @type {any} */ (Element);
  let open = false;
  Object.assign(document, { querySelector: () => (open ? {} : null) });
  const press = (/** @type {string} */ key, /** @type {any} */ target, more = {}) =>
    isHandledElsewhere(/** @type {any} */ ({ key, target, ...more }));
  const page = new Element('body');
  const radio = new Element('input', 'input[type=radio]');
  const box = new Element('input', 'input[type=checkbox]');
  const field = new Element('input');
  assert.equal(press('ArrowRight', page), false);
  assert.equal(press('ArrowRight', page, { altKey: true }), true);
  assert.deepEqual(
    ['ArrowRight', 'ArrowUp', ' ', 'e', '1', 'Enter'].map((key) => press(key, radio)),
    [true, true, true, false, false, false],
  );
  assert.deepEqual(
    ['ArrowRight', ' ', 'e'].map((key) => press(key, box)),
    [false, true, false],
  );
  assert.equal(press('e', field), true);
  assert.equal(press('e', new Element('textarea')), true);
  open = true;
  for (const key of ['ArrowRight', ' ', 'e', '1', 'Enter', 'Escape', 'Home'])
    assert.equal(press(key, page), true, key);
});
