// The kinds of events that docs/events.md lists.
import { readFileSync } from 'node:fs';

const page = readFileSync(new URL('../../docs/events.md', import.meta.url), 'utf8');

/** The kinds of each part of the page, by its heading. @type {Record<string, string[]>} */
export const kindsOf = Object.fromEntries(page.split('\n## ').slice(1).map((part) => [
  part.slice(0, part.indexOf('\n')), [...part.matchAll(/^\| `(\w+)` \|/gm)].map(([, kind]) => kind),
]));
