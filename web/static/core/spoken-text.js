// What is drawn, in words that can be read aloud: text, and the names of pictures.

/**
 * The words of an element, with the names of its pictures, which textContent leaves out.
 *
 * @param {Node | null | undefined} node
 * @returns {string}
 */
export function spoken(node) {
  return node ? joined(wordsOf(node)).replace(/\s+/g, ' ').trim() : '';
}

/**
 * @typedef {{text: string, named: boolean}} Words named: the name of a picture
 */

/**
 * @param {Node} node
 * @returns {Words[]}
 */
function wordsOf(node) {
  if (node.nodeType === 3) return [{ text: node.nodeValue ?? '', named: false }];
  if (node.nodeType !== 1) return [];
  const element = /** @type {Element} */ (node);
  if (element.getAttribute('aria-hidden') === 'true') return [];
  const name = element.getAttribute('aria-label') ?? element.getAttribute('alt');
  if (name !== null && (element.getAttribute('role') === 'img' || element.localName === 'img'))
    return [{ text: name, named: true }];
  return [...element.childNodes].flatMap(wordsOf);
}

/**
 * Puts a comma between the names of two pictures, and a space between the name of one and a word
 * that touches it.
 *
 * @param {readonly Words[]} list
 */
function joined(list) {
  let all = '';
  let after = false;
  for (const { text, named } of list) {
    if (!text.trim()) {
      all += text;
      continue;
    }
    if (named && after) all = `${all.trimEnd()}, `;
    else if ((named || after) && /[\p{L}\p{N}]$/u.test(all) && /^[\p{L}\p{N}+−-]/u.test(text))
      all += ' ';
    all += text;
    after = named;
  }
  return all;
}
