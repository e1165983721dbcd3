// Addresses of pages that are made of what people have written.

/**
 * The address of an account's page. Browsers and proxies change paths with dots alone and with
 * slashes, so names of that kind, which older servers allowed, stand in the query.
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
 * The name in an address of `profilePath` or `togetherPath`.
 *
 * @param {string} part of the path, decoded
 * @param {string} query
 */
export function nameIn(part, query) {
  return new URLSearchParams(query).get('name') ?? part;
}
