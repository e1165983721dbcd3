// Addresses that contain the name of an account.

/**
 * The address of an account's page. A name that consists of dots or contains a slash is put into
 * the query, because browsers and proxies would rewrite the path. Older servers allowed such names.
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
 * The account's name in an address made by `profilePath` or `togetherPath`.
 *
 * @param {string} part the decoded part of the path that contains the name
 * @param {string} query
 */
export function nameFromPath(part, query) {
  return new URLSearchParams(query).get('name') ?? part;
}
