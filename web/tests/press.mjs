// What can be pressed in a drawing.
import { words } from './scene.mjs';

/**
 * The handlers of an event in a drawing, each with the words that stand behind it up to the end of
 * its element.
 *
 * @param {any} drawn
 * @param {string} [event]
 * @returns {{words: string, act: (event?: any) => any}[]}
 */
export function handlers(drawn, event = 'click') {
  if (drawn === null || typeof drawn !== 'object') return [];
  if (Array.isArray(drawn)) return drawn.flatMap((each) => handlers(each, event));
  const { strings, values, _$litDirective$: directive } = drawn;
  if (directive) return handlers(given(values), event);
  if (!strings) return [];
  return values.flatMap((/** @type {any} */ value, /** @type {number} */ i) =>
    typeof value === 'function' && strings[i].endsWith(`@${event}=`)
      ? [{ words: behind(strings, values, i), act: value }]
      : handlers(value, event),
  );
}

/**
 * What a directive draws: repeat(items, key, draw), guard(values, draw), or a value.
 *
 * @param {any[]} values
 */
function given(values) {
  const draw = values.at(-1);
  if (typeof draw !== 'function') return values[0];
  return Array.isArray(values[0]) && values.length > 2 ? values[0].map(draw) : draw();
}

/**
 * @param {readonly string[]} strings
 * @param {readonly unknown[]} values
 * @param {number} from
 */
function behind(strings, values, from) {
  let text = '';
  for (let i = from + 1; i < strings.length; i++) {
    const [own, ...rest] = strings[i].split(/<\/(?:button|form|label)>/);
    text += own;
    if (rest.length) break;
    if (i < values.length) text += words(values[i]);
  }
  return text
    .replace(/<[^>]*>?|^[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Presses the only thing with these words.
 *
 * @param {any} drawn
 * @param {RegExp} wanted
 * @param {string} [event]
 * @param {object} [target] on which it is pressed
 */
export function press(drawn, wanted, event = 'click', target = {}) {
  const found = handlers(drawn, event).filter(({ words: own }) => wanted.test(own));
  if (found.length !== 1)
    throw new Error(
      `${found.length} of ${wanted}: ${handlers(drawn, event).map((one) => one.words)}`,
    );
  return found[0].act({
    preventDefault() {},
    stopPropagation() {},
    currentTarget: target,
    target,
  });
}
