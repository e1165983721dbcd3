// Parts of a table that are seldom needed, as one module: many small files would be larger together.

export { adviceLine } from './hint-words.js';
export { chatPanel, said } from './chat.js';
export { closedPage } from './closed-page.js';
export { Ended, againLine } from './finished-view.js';
export { openKeys } from './keyboard-dialog.js';
export { openPeople } from './people-dialog.js';
export { removal, removed, watching } from './spectators.js';
export { newsLine, removedLine, tableLines } from './table-lines.js';
