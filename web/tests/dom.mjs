// A page for tests, into which lit-html draws as in a browser. Import it before any module of the
// client.
import { window } from './window.mjs';
import { render } from '../static/vendor/lit-html/lit-html.js';

/** @returns {HTMLElement} an element to draw in, which is not in the page */
export const newPlace = () => document.createElement('div');

/**
 * Draws a template in a place, over what was drawn there before. That takes lit-html much less time
 * than drawing in a new place.
 *
 * @param {unknown} drawn
 * @param {HTMLElement} [place]
 * @returns {HTMLElement}
 */
export function draw(drawn, place = newPlace()) {
  render(drawn, place);
  return place;
}

/**
 * The HTML of a template, without the comments of lit-html and with single spaces between classes.
 *
 * @param {unknown} drawn
 * @param {HTMLElement} [place]
 */
export const htmlOf = (drawn, place) => {
  const { innerHTML } = draw(drawn, place);
  return innerHTML
    .replace(/<!--.*?-->/gs, '')
    .replace(/ class="([^"]*)"/g, (_, names) => ` class="${names.trim().replace(/\s+/g, ' ')}"`)
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&');
};

/**
 * The text of a template, in one line.
 *
 * @param {unknown} drawn a template, or an element of the page
 * @param {object} [how]
 * @param {string} [how.between] text to insert where an element begins or ends
 * @param {string} [how.without] the selector of elements that are left out
 * @param {HTMLElement} [how.place]
 * @returns {string}
 */
export function textOf(drawn, { between = ' ', without = '', place } = {}) {
  /**
   * @param {Node} node
   * @returns {string}
   */
  const read = (node) => {
    if (node.nodeType === 3) return node.nodeValue ?? '';
    if (node.nodeType !== 1) return '';
    const element = /** @type {Element} */ (node);
    if (without && element.matches(without)) return between;
    return `${between}${[...element.childNodes].map(read).join('')}${between}`;
  };
  return read(isElement(drawn) ? drawn : draw(drawn, place))
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * @param {unknown} node
 * @returns {it is Element}
 */
const isElement = (node) => node instanceof window.Element;

/**
 * The elements of a drawn template that match a selector.
 *
 * @param {unknown} drawn a template, or an element of the page
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function find(drawn, selector) {
  const root = isElement(drawn) ? drawn : draw(drawn);
  return /** @type {HTMLElement[]} */ ([...root.querySelectorAll(selector)]);
}

/**
 * @param {Element} element
 * @param {string} type
 * @param {object} [facts] further properties of the event
 */
export function fire(element, type, { detail = undefined } = {}) {
  const options = { bubbles: true, cancelable: true, detail };
  element.dispatchEvent(/** @type {any} */ (new window.CustomEvent(type, options)));
}

/**
 * Clicks the only button or link with this text.
 *
 * @param {unknown} drawn a template, or an element of the page
 * @param {RegExp} wanted
 */
export function press(drawn, wanted) {
  fire(theOnly(drawn, 'button, a, summary', wanted), 'click');
}

/**
 * Chooses a value in the only list with this label.
 *
 * @param {unknown} drawn a template, or an element of the page
 * @param {RegExp} wanted
 * @param {string} value
 */
export function choose(drawn, wanted, value) {
  const list = /** @type {HTMLSelectElement} */ (theOnly(drawn, 'select', wanted));
  list.value = value;
  fire(list, 'change');
}

/**
 * @param {unknown} drawn
 * @param {string} selector
 * @param {RegExp} wanted
 */
function theOnly(drawn, selector, wanted) {
  const all = find(drawn, selector);
  const [found, ...others] = all.filter((element) => wanted.test(textOf(element)));
  if (!found || others.length)
    throw new Error(
      `${found ? others.length + 1 : 0} of ${wanted}: ${all.map((it) => textOf(it))}`,
    );
  return found;
}
