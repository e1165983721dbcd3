// Parts of a table that are seldom needed, as one module: many small files would be larger together.

export { adviceLine } from './hint-words.js';
export { chatPanel, lineText } from './chat.js';
export { closedPage } from './closed-page.js';
export { FinishedView, againLine } from './finished-view.js';
export { openKeys } from './keyboard-dialog.js';
export { openPeople } from './people-dialog.js';
export { confirmRemoval, removedList, spectatorList } from './spectators.js';
export { newsLine, removedLine, tableLines } from './table-lines.js';
