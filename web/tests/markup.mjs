// What a drawing becomes in a page, as far as tests ask for it: elements with
// tag and attributes, found by simple selectors.

/**
 * @typedef {{
 *   tag: string;
 *   attrs: Record<string, string>;
 *   children: Element[];
 *   parent: Element | null;
 *   nodeType: 1;
 *   localName: string;
 *   childNodes: (Element | {nodeType: 3, nodeValue: string})[];
 *   getAttribute: (name: string) => string | null;
 * }} Element
 */

/**
 * @param {string} tag
 * @param {Record<string, string>} attrs
 * @param {Element | null} parent
 * @returns {Element}
 */
const elementOf = (tag, attrs, parent) => ({
  tag,
  attrs,
  children: [],
  parent,
  nodeType: 1,
  localName: tag,
  childNodes: [],
  getAttribute: (name) => attrs[name] ?? null,
});

/** @param {string} text */
const read = (text) =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&nbsp;/g, '\u00a0')
    .replace(/&quot;/g, '"');

const empty = ['br', 'hr', 'img', 'input', 'use', 'path', 'circle', 'meta', 'link'];

/**
 * The markup of a drawing, with the values of attributes in quotes.
 *
 * @param {any} drawn
 * @returns {string}
 */
export function markup(drawn) {
  if (
    drawn === null ||
    drawn === undefined ||
    ['symbol', 'boolean', 'function'].includes(typeof drawn)
  )
    return '';
  if (typeof drawn !== 'object') return String(drawn).replace(/</g, '&lt;');
  if (Array.isArray(drawn)) return drawn.map(markup).join('');
  const { strings, values, _$litDirective$: directive } = drawn;
  if (directive) return markup(given(values));
  if (!strings) return '';
  return strings
    .map((part, i) => part + (i < values.length ? value(part, values[i]) : ''))
    .join('');
}

/**
 * A value between two parts of a template.
 *
 * @param {string} before
 * @param {any} it
 */
function value(before, it) {
  if (!/<[^>]*$/.test(before) && !/^[^<]*$/.test(before)) return markup(it);
  const text = () => attribute(it).replace(/"/g, '&quot;');
  if (/[@.?][\w-]+=$/.test(before)) return '""';
  if (before.endsWith('=')) return `"${text()}"`;
  if (/=\s*"[^"]*$/.test(before)) return text();
  // In an element without a name: cssVar and its like.
  return it?._$litDirective$ && /<[^>]*\s$/.test(before) ? '' : markup(it);
}

/**
 * What a directive stands for.
 *
 * @param {any[]} values
 */
function given(values) {
  // memo(ctx, draw, ...args)
  if (!Array.isArray(values[0]) && typeof values[1] === 'function')
    return values[1](values[0], ...values.slice(2));
  const draw = values.at(-1);
  if (typeof draw !== 'function') {
    if (typeof values[0] !== 'string') return '';
    return values.length > 1 ? draw : values[0];
  }
  // repeat(items, key, draw) and guard(values, draw)
  return Array.isArray(values[0]) && values.length > 2
    ? values[0].map((item, i) => draw(item, i))
    : draw();
}

/** @param {any} it */
function attribute(it) {
  if (it?._$litDirective$) {
    const [first] = it.values;
    return first && typeof first === 'object'
      ? Object.keys(first)
          .filter((name) => first[name])
          .join(' ')
      : String(first ?? '');
  }
  return ['symbol', 'function', 'object'].includes(typeof it) ? '' : String(it);
}

/**
 * @param {string} text
 * @returns {Element} a root without a tag
 */
export function parse(text) {
  const root = elementOf('', {}, null);
  let at = root;
  let last = 0;
  const says = (/** @type {string} */ nodeValue) => {
    if (nodeValue) at.childNodes.push({ nodeType: 3, nodeValue: read(nodeValue) });
  };
  for (const { 0: whole, 1: close, 2: tag, 3: rest, 4: alone, index } of text.matchAll(
    /<(\/?)([a-z][\w-]*)((?:"[^"]*"|[^">])*?)(\/?)>/gi,
  )) {
    says(text.slice(last, index));
    last = index + whole.length;
    if (close) {
      /** @type {Element | null} */
      let up = at;
      while (up && up.tag !== tag) up = up.parent;
      if (up?.parent) at = up.parent;
      continue;
    }
    const attrs = Object.fromEntries(
      [...rest.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|([^\s"]+)))?/g)].map(
        ([, name, quoted, plain]) => [name, read(quoted ?? plain ?? '')],
      ),
    );
    const element = elementOf(tag, attrs, at);
    at.children.push(element);
    at.childNodes.push(element);
    if (!alone && !empty.includes(tag)) at = element;
  }
  says(text.slice(last));
  return root;
}

/**
 * The elements that a list of selectors finds.
 *
 * @param {Element} root
 * @param {string} selectors
 * @returns {Element[]}
 */
export function find(root, selectors) {
  const all = root.children.flatMap(function under(element) {
    return [element, ...element.children.flatMap(under)];
  });
  return all.filter((element) =>
    selectors.split(',').some((selector) => fits(element, selector.trim().split(/\s+/))),
  );
}

/**
 * @param {Element | null} element
 * @param {string[]} path from outside to inside
 */
function fits(element, path) {
  if (!element || !one(element, path[path.length - 1])) return false;
  const outer = path.slice(0, -1);
  for (let up = element.parent; outer.length && up; up = up.parent)
    if (fits(up, outer)) return true;
  return outer.length === 0;
}

/**
 * @param {Element} element
 * @param {string} simple
 */
function one({ tag, attrs, parent, ...rest }, simple) {
  let left = simple;
  for (const [part, name, id, cls, key, quoted, plain, nth] of simple.matchAll(
    /^(\w+)|#([\w-]+)|\.([\w-]+)|\[([\w-]+)(?:=(?:"([^"]*)"|([^\]]+)))?\]|:nth-child\((\d+)\)/g,
  )) {
    left = left.replace(part, '');
    if (name && name !== tag) return false;
    if (id && attrs.id !== id) return false;
    if (cls && !(attrs.class ?? '').split(/\s+/).includes(cls)) return false;
    if (
      key &&
      (!(key in attrs) || ((quoted ?? plain) !== undefined && attrs[key] !== (quoted ?? plain)))
    )
      return false;
    if (nth && parent?.children[Number(nth) - 1]?.children !== rest.children) return false;
  }
  if (left) throw new Error(`a selector that tests do not know: ${simple}`);
  return true;
}
