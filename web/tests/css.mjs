// Parses style sheets into rules, so that no test depends on their formatting.

/**
 * A rule of a style sheet. Rules within @layer and @media are listed like all others.
 *
 * @typedef Rule
 * @property {string[]} selectors with single spaces and without quotation marks, such as
 *   '[data-mood=glad] .eye'
 * @property {Record<string, string>} declarations values by property; the last one wins
 */

/** Matches strings, brackets with their contents, and the ends of declarations and selectors. */
const tokens = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^"'{}();]+|[{}();]/g;

/**
 * Returns the rules of a sheet in order, including nested ones.
 *
 * @param {string} sheet
 * @returns {Rule[]}
 */
export function rulesOf(sheet) {
  /** @type {Rule[]} */
  const rules = [];
  /** @type {Rule[]} The rules that are open, from the outermost to the innermost. */
  const open = [];
  let text = '';
  let depth = 0;
  const declare = () => {
    const [, property, value] = /^([\w-]+)\s*:\s*([^]*)$/.exec(text.trim()) ?? [];
    if (property) open.at(-1).declarations[property] = oneSpaced(value);
    text = '';
  };
  for (const [token] of sheet.replace(/\/\*[^]*?\*\//g, ' ').matchAll(tokens)) {
    if (token === '(') depth++;
    if (token === ')') depth--;
    if (depth > 0 || !'{};'.includes(token)) {
      text += token;
    } else if (token === '{') {
      const rule = { selectors: selectorsOf(text), declarations: {} };
      open.push(rule);
      if (!text.trim().startsWith('@')) rules.push(rule);
      text = '';
    } else {
      declare();
      if (token === '}') open.pop();
    }
  }
  return rules;
}

/**
 * The declarations of all rules with a selector, in the order of the sheet.
 *
 * @param {string} sheet
 * @param {string} selector
 */
export function declarationsOf(sheet, selector) {
  return rulesOf(sheet)
    .filter(({ selectors }) => selectors.includes(selector))
    .map(({ declarations }) => declarations);
}

/** @param {string} text */
const oneSpaced = (text) => text.trim().replace(/\s+/g, ' ');

/** @param {string} text selectors separated by commas, as before a brace */
function selectorsOf(text) {
  const plain = oneSpaced(text).replace(/=(["'])([\w-]+)\1/g, '=$2');
  return plain.split(/,(?![^(]*\))/).map(oneSpaced);
}
