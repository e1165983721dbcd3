// How Seasons presents itself outside of a match.
import { html, svg } from '../../vendor/lit-html/lit-html.js';
import { emblem } from '../../ui/pieces.js';

const quarters = ['winter', 'spring', 'summer', 'fall'];

/** The path of one of twelve spaces of the season wheel, clockwise from the top. @param {number} n from 0 */
function space(n) {
  const at = (/** @type {number} */ turn, /** @type {number} */ r) => {
    const a = ((turn - 3) * Math.PI) / 6;
    return `${(100 + r * Math.cos(a)).toFixed(1)} ${(100 + r * Math.sin(a)).toFixed(1)}`;
  };
  const gap = 0.035;
  return `M${at(n + gap, 96)}A96 96 0 0 1 ${at(n + 1 - gap, 96)}L${at(n + 1 - gap * 1.5, 62)}A62 62 0 0 0 ${at(n + gap * 1.5, 62)}z`;
}

/** @type {import('../../ui/covers.js').Cover} */
export default {
  icon: 's-summer',
  texts: '/games/seasons/cover.*.json',
  css: '/games/seasons/cover.css',
  progress: (t, { stage, number, round }) => t(`progress.${stage}`, { year: 'I'.repeat(number), round }),
  picture: () => html`<svg class="cover-wheel" viewBox="0 0 200 200" aria-hidden="true"><circle cx="100" cy="100" r="99" class="disc"></circle>${
    quarters.flatMap((name, q) => [0, 1, 2].map((n) => svg`<path class=${name} d=${space(q * 3 + n)}></path>`))}</svg>
    <span class="em1">${emblem('c-tree')}</span>`,
};
