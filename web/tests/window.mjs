// The document of a browser, which lit takes hold of when it is loaded.
import { Window } from 'happy-dom';

export const window = new Window({ url: 'http://localhost/' });
globalThis.document = /** @type {any} */ (window.document);
