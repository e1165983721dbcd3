// The parts of a table that are rarely needed, in one module, which is smaller than many small files.

export { adviceLine } from './hint-words.js';
export { catchUpLine } from './catch-up-line.js';
export { chatPanel, lineText } from './chat.js';
export { closedPage } from './closed-page.js';
export { FinishedView, againLine } from './finished-view.js';
export { openKeys } from './keyboard-dialog.js';
export { openPeople } from './people-dialog.js';
export { confirmRemoval, removedList, spectatorList } from './spectators.js';
export { newsLine, removedLine, tableLines } from './table-lines.js';
