// The symbols that pages may name: those of the drawings, and those that are pictures of their own.
import { readFileSync } from 'node:fs';
import './page-shim.mjs';

const { painted } = await import('../static/ui/pieces.js');

export { painted };

const read = (/** @type {string} */ path) => readFileSync(new URL(`../static/${path}`, import.meta.url), 'utf8');

export const sprite = ['art/pieces.svg', 'games/spellbook/emblems.svg'].map(read).join('');
export const drawings = [...sprite.matchAll(/<symbol id="([^"]+)"/g)].map(([, id = '']) => id);
const sheet = read('ui/base.css');
/** Those whose picture is there, and named in the style sheet. */
export const pictures = [...painted].filter((id) => sheet.includes(`.${id} { background-image: url("/art/${id}.svg"); }`) && read(`art/${id}.svg`).includes('<svg'));
export const symbols = [...drawings, ...pictures];
