// Configuration of the static site of docs/, with a search. `make docs` writes it to build/docs. The
// menu is the list in docs/README.md.

import { readFileSync } from 'node:fs';

const index = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8');

/** The sections of the list with their pages. */
const sidebar = index
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    text: section.slice(0, section.indexOf('\n')),
    items: [...section.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => ({
      text: titleOf(name),
      link: `/${name}`,
    })),
  }));

/** @param {string} name of a page */
function titleOf(name) {
  return (
    readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8').match(
      /^# (.*)$/m,
    )?.[1] ?? name
  );
}

// Flags are not broken across lines. A table with many columns is wider than a phone's screen
// instead of very long.
const style =
  '.vp-doc code.flag { white-space: nowrap } .vp-doc td { min-width: 7rem } .vp-doc td:has(> code:only-child) { min-width: 9rem }';

/** @param {any} md writes links to pages, and flags. */
function config(md) {
  md.set({ html: false });
  // A link whose text is the name of its file gets the title of the page as its text.
  md.core.ruler.push('titles', ({ tokens }) => {
    for (const { children } of tokens) {
      children?.forEach((token, n) => {
        const name =
          token.type === 'link_open' && children[n + 1].content.match(/^([\w-]+)\.md$/)?.[1];
        if (name && children[n + 2].type === 'link_close') children[n + 1].content = titleOf(name);
      });
    }
  });
  const code = md.renderer.rules.code_inline;
  md.renderer.rules.code_inline = (tokens, n, ...rest) => {
    if (/^-[\w-]{1,30}$/.test(tokens[n].content)) tokens[n].attrJoin('class', 'flag');
    return code(tokens, n, ...rest);
  };
}

export default {
  title: 'Archmage',
  description: 'A server for playing Seasons and SpellBook with friends',
  head: [['style', {}, style]],
  srcDir: 'pages',
  outDir: '../../build/docs',
  rewrites: { 'README.md': 'index.md' },
  // Sources and examples are not part of the site.
  ignoreDeadLinks: [/\.\.\//, /examples\//, /internal\//, /^\.\/README$/, /localhost/],
  lastUpdated: false,
  themeConfig: { sidebar, search: { provider: 'local' }, outline: [2, 3] },
  markdown: { config },
};
