// What a table needs now and then, in one file: many small ones would be larger together.

export { adviceLine } from './advised.js';
export { chatPanel, said } from './chat.js';
export { closedPage } from './closedpage.js';
export { Ended, againLine } from './ended.js';
export { openKeys } from './keysdialog.js';
export { openPeople } from './peopledialog.js';
export { removal, removed, watching } from './people.js';
export { newsLine, removedLine, tableLines } from './tablelines.js';
