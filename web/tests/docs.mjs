// What pages of docs list in tables, by the part of the page: that of a game, or of every match.
import { readFileSync } from 'node:fs';

/**
 * The rows of the tables in a part of a page that begin with a word in code, cell by cell, without
 * the marks of the first.
 *
 * @param {string} page
 * @param {string} part
 */
export function rowsOf(page, part) {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const section = text.split('\n## ').find((one) => one.startsWith(`${part}\n`)) ?? '';
  return section
    .split('\n')
    .filter((line) => /^\| `\w+` \|/.test(line))
    .map((line) =>
      line
        .replaceAll(/^\| `(\w+)`/g, '$1')
        .split('|')
        .map((cell) => cell.trim()),
    );
}

/**
 * The kinds of events of a part.
 *
 * @param {string} part
 */
export const kindsOf = (part) => rowsOf('events.md', part).map(([kind]) => kind);
