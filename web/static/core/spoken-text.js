// Reads the text of elements as a screen reader would, with the names of pictures.

/**
 * Returns the text of an element with the names of its pictures, which textContent leaves out.
 *
 * @param {Node | null | undefined} node
 * @returns {string}
 */
export function spokenText(node) {
  return node ? joinParts(spokenParts(node)).replace(/\s+/g, ' ').trim() : '';
}

/** @typedef {{text: string, isPicture: boolean}} SpokenPart A text, or the name of a picture. */

/**
 * @param {Node} node
 * @returns {SpokenPart[]}
 */
function spokenParts(node) {
  if (node.nodeType === 3) return [{ text: node.nodeValue ?? '', isPicture: false }];
  if (node.nodeType !== 1) return [];
  const element = /** @type {Element} */ (node);
  if (element.getAttribute('aria-hidden') === 'true') return [];
  const name = element.getAttribute('aria-label') ?? element.getAttribute('alt');
  if (name !== null && (element.getAttribute('role') === 'img' || element.localName === 'img'))
    return [{ text: name, isPicture: true }];
  return [...element.childNodes].flatMap(spokenParts);
}

/**
 * Puts a comma between the names of two pictures, and a space between a picture's name and an
 * adjacent word.
 *
 * @param {readonly SpokenPart[]} parts
 */
function joinParts(parts) {
  let joined = '';
  let isAfterPicture = false;
  for (const { text, isPicture } of parts) {
    if (!text.trim()) {
      joined += text;
      continue;
    }
    if (isPicture && isAfterPicture) joined = `${joined.trimEnd()}, `;
    else if (
      (isPicture || isAfterPicture) &&
      /[\p{L}\p{N}]$/u.test(joined) &&
      /^[\p{L}\p{N}+−-]/u.test(text)
    )
      joined += ' ';
    joined += text;
    isAfterPicture = isPicture;
  }
  return joined;
}
