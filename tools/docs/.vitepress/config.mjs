// The pages of docs/ as a static site with a search: `make docs` writes it to build/docs. The menu
// is the list of docs/README.md.

import { readFileSync } from 'node:fs';

const index = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8');

/** The sections of the list, each with the pages that it names. */
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

// A flag stays on one line, and a table with many columns is wider than a phone instead of very
// long.
const style =
  '.vp-doc code.flag { white-space: nowrap } .vp-doc td { min-width: 7rem } .vp-doc td:has(> code:only-child) { min-width: 9rem }';

/** @param {any} md writes links to pages, and flags. */
function config(md) {
  md.set({ html: false });
  // A link that is called like its file gets the title of the page.
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
