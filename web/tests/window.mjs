// The document, which lit-html needs when it is loaded.
import { Window } from 'happy-dom';

export const window = new Window({ url: 'http://localhost/' });
globalThis.document = /** @type {any} */ (window.document);
