// Reads the tables in pages of docs/, by section of the page: one for each game, and one for every
// match.
import { readFileSync } from 'node:fs';

/**
 * Returns the rows of a section's tables that begin with a word in backticks, as lists of cells.
 * The first cell is without the backticks.
 *
 * @param {string} page
 * @param {string} part
 */
export function rowsOf(page, part) {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8');
  const section = text.split('\n## ').find((section) => section.startsWith(`${part}\n`)) ?? '';
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
 * Returns the kinds of events in a section.
 *
 * @param {string} part
 */
export const kindsOf = (part) => rowsOf('match-events.md', part).map(([kind]) => kind);
