// The pages of docs/ as a static site with a search: `make docs` writes it to build/docs. The menu is the
// list of docs/README.md.

import { readFileSync } from 'node:fs';

const index = readFileSync(new URL('../../../docs/README.md', import.meta.url), 'utf8');

/** The sections of the list, each with the pages that it names. */
const sidebar = index.split(/^## /m).slice(1).map((section) => ({
  text: section.slice(0, section.indexOf('\n')),
  items: [...section.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, name]) => ({ text: titleOf(name), link: `/${name}` })),
}));

/** @param {string} name of a page */
function titleOf(name) {
  return readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8').match(/^# (.*)$/m)?.[1] ?? name;
}

export default {
  title: 'Archmage',
  description: 'A server for playing Seasons and SpellBook with friends',
  srcDir: 'pages',
  outDir: '../../build/docs',
  rewrites: { 'README.md': 'index.md' },
  // Sources and examples are not part of the site.
  ignoreDeadLinks: [/\.\.\//, /examples\//, /internal\//, /^\.\/README$/, /localhost/],
  lastUpdated: false,
  themeConfig: { sidebar, search: { provider: 'local' }, outline: [2, 3] },
  markdown: { config: (md) => md.set({ html: false }) },
};
