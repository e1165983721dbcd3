// Addresses of pages that contain an account's name.

/**
 * The address of an account's page. Browsers and proxies rewrite paths for names that are only dots
 * or contain slashes. Older servers allowed such names, so they are put into the query.
 *
 * @param {string} name
 */
export function profilePath(name) {
  const encoded = encodeURIComponent(name);
  return /^\.+$|[/\\]/.test(name) ? `/u/-?name=${encoded}` : `/u/${encoded}`;
}

/**
 * The address of the page about an account and the viewer.
 *
 * @param {string} name
 */
export function togetherPath(name) {
  const [path, query] = profilePath(name).split('?');
  return query ? `${path}/us?${query}` : `${path}/us`;
}

/**
 * The account's name in an address of `profilePath` or `togetherPath`.
 *
 * @param {string} part of the path that holds the name, decoded
 * @param {string} query
 */
export function nameFromPath(part, query) {
  return new URLSearchParams(query).get('name') ?? part;
}
