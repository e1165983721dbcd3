// Applies JSON merge patches (RFC 7396) without changing the target.

/**
 * Returns a patched copy of the target that shares its unchanged parts, or the target itself if the
 * patch changes nothing.
 *
 * @param {unknown} target
 * @param {unknown} patch
 * @returns {unknown}
 */
export function apply(target, patch) {
  if (!isObject(patch)) return areEqual(target, patch) ? target : patch;
  const old = isObject(target) ? target : {};
  const next = { ...old };
  let hasChanged = old !== target;
  for (const [name, value] of Object.entries(patch)) {
    const had = Object.hasOwn(old, name);
    if (value === null) {
      delete next[name];
      hasChanged ||= had;
      continue;
    }
    const result = apply(had ? old[name] : undefined, value);
    if (had && result === old[name]) continue;
    setOwnProperty(next, name, result);
    hasChanged = true;
  }
  return hasChanged ? next : target;
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
export const isObject = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Sets an own property. Unlike an assignment, this also works if the name is __proto__.
 *
 * @param {object} object
 * @param {string} name
 * @param {unknown} value
 */
function setOwnProperty(object, name, value) {
  Object.defineProperty(object, name, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/**
 * Whether two values are identical, or are lists with the same content.
 *
 * @param {unknown} a
 * @param {unknown} b
 */
function areEqual(a, b) {
  if (a === b) return true;
  return Array.isArray(a) && Array.isArray(b) && JSON.stringify(a) === JSON.stringify(b);
}
