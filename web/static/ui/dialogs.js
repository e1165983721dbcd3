// Sheets of paper above the page: dialogs and menus.
import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { classMap } from '../vendor/lit-html/directives/class-map.js';

/** @typedef {import('../vendor/lit-html/lit-html.js').TemplateResult} TemplateResult */

/**
 * What a dialog shows. The functions are called again by `update`.
 *
 * @typedef {object} Sheet
 * @property {() => string} title
 * @property {() => TemplateResult | string} body
 * @property {() => TemplateResult} [footer]
 * @property {string} closeLabel name of the button that closes it
 * @property {boolean} [large]
 * @property {() => void} [onclose]
 */

/**
 * The open dialogs.
 *
 * @type {Set<OpenDialog>}
 */
const shown = new Set();

/** Closes the open dialogs, as when their page is left. */
export function closeDialogs() {
  for (const each of shown) each.close();
}

/** Draws the open dialogs again, as after a change of language or of who is there. */
export function updateDialogs() {
  for (const each of shown) each.update();
}

/**
 * @typedef {object} OpenDialog
 * @property {() => void} close
 * @property {() => void} update draws it again
 */

/**
 * Opens a modal dialog. Escape, its button and a press beside it close it; the focus goes back to
 * where it was.
 *
 * @param {Sheet} sheet
 * @returns {OpenDialog}
 */
export function dialog(sheet) {
  const element = document.createElement('dialog');
  element.className = sheet.large ? 'dialog large' : 'dialog';
  const id = `dialog-${Math.random().toString(36).slice(2)}`;
  element.setAttribute('aria-labelledby', id);
  const close = () => element.close();
  const update = () =>
    render(
      html`<header><h2 id=${id}>${sheet.title()}</h2>
        <button type="button" class="tool" aria-label=${sheet.closeLabel} @click=${close}
        ><svg class="i" aria-hidden="true"><use href="#close"></use></svg></button></header>
        <div class="body" tabindex="-1">${sheet.body()}</div>${
          sheet.footer ? html`<footer>${sheet.footer()}</footer>` : nothing
        }`,
      element,
    );
  const self = { close, update };
  element.addEventListener('close', () => {
    shown.delete(self);
    element.remove();
    sheet.onclose?.();
  });
  // A selection of text may end outside the dialog.
  let pressed = false;
  element.addEventListener('pointerdown', (event) => {
    pressed = event.target === element && outside(element, event);
  });
  element.addEventListener('click', (event) => {
    if (pressed && event.target === element && outside(element, event)) close();
    pressed = false;
  });
  shown.add(self);
  update();
  document.body.append(element);
  // An item of a menu is gone when the dialog closes.
  menuButton(document.activeElement?.closest('.menu') ?? null)?.focus();
  element.showModal();
  return self;
}

/**
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 */
function outside(element, event) {
  const box = element.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/**
 * Asks one question with two answers; closing it means no.
 *
 * @param {{title: string, text: string, yes: string, no: string, danger?: boolean}} words
 * @returns {Promise<boolean>}
 */
export function confirmDialog({ title, text, yes, no, danger }) {
  return new Promise((resolve) => {
    let answer = false;
    const self = dialog({
      title: () => title,
      closeLabel: no,
      body: () => html`<p>${text}</p>`,
      footer: () => html`<button type="button" class="btn quiet"
          @click=${() => self.close()}>${no}</button><button type="button"
              class=${classMap({ btn: true, main: !danger, danger: !!danger })}
              @click=${() => {
                answer = true;
                self.close();
              }}>${yes}</button>`,
      onclose: () => resolve(answer),
    });
  });
}

/**
 * @typedef {object} Menu
 * @property {string} label read aloud
 * @property {TemplateResult | string} face of the button
 * @property {TemplateResult | TemplateResult[]} items
 * @property {string} [cls] classes of the button
 */

/**
 * A button that opens a short list of buttons and links below it. Choosing one, Escape and a press
 * elsewhere close it; arrow keys walk through it.
 *
 * @param {Menu} opts
 */
export function menu({ label, face, items, cls = 'tool' }) {
  return html`<div class="menu" @keydown=${menuKey} @click=${menuClick} @focusout=${menuLeft}>
    <button type="button" class=${cls} aria-label=${label} aria-expanded="false">${face}</button
    ><div class="menulist" hidden>${items}</div></div>`;
}

/**
 * Opens or closes a menu. Drawing does not touch that, so it stays as it is.
 *
 * @param {Element} box
 * @param {boolean} open
 */
function setMenu(box, open) {
  box.querySelector('button')?.setAttribute('aria-expanded', String(open));
  const list = box.querySelector('.menulist');
  if (list instanceof HTMLElement) list.hidden = !open;
}

/**
 * The button that opens a menu.
 *
 * @param {Element | null} box
 */
const menuButton = (box) => box?.querySelector('button');

/** @param {Element} box */
const menuOpen = (box) => menuButton(box)?.getAttribute('aria-expanded') === 'true';

/**
 * By how many items an arrow key moves.
 *
 * @type {Readonly<Record<string, number>>}
 */
const arrows = { ArrowDown: 1, ArrowUp: -1 };

/** @param {KeyboardEvent} event */
function menuKey(event) {
  const box = /** @type {Element} */ (event.currentTarget);
  if (event.key === 'Escape' && menuOpen(box)) {
    event.stopPropagation();
    setMenu(box, false);
    box.querySelector('button')?.focus();
    return;
  }
  const step = arrows[event.key] ?? 0;
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  setMenu(box, true);
  const items = [...box.querySelectorAll('.menulist :is(button, a[href], input)')];
  const at = items.indexOf(/** @type {Element} */ (document.activeElement));
  const first = step > 0 ? 0 : items.length - 1;
  const next = items[at < 0 ? first : (at + step + items.length) % items.length];
  /** @type {HTMLElement | undefined} */ (next)?.focus();
}

/** @param {MouseEvent} event */
function menuClick(event) {
  const box = /** @type {Element} */ (event.currentTarget);
  const target = /** @type {Element} */ (event.target);
  if (target.closest('.menulist')) {
    if (!target.closest('button, a')) return;
    // A dialog that this opens gives the focus back to what has it now.
    if (box.contains(document.activeElement)) menuButton(box)?.focus();
    setMenu(box, false);
  } else setMenu(box, !menuOpen(box));
}

/**
 * Going on with the keyboard beyond a menu closes it.
 *
 * @param {FocusEvent} event
 */
function menuLeft(event) {
  const box = /** @type {Element} */ (event.currentTarget);
  if (event.relatedTarget instanceof Node && !box.contains(event.relatedTarget))
    setMenu(box, false);
}

/**
 * A press beside a menu closes it.
 *
 * @param {Event} event
 */
function closeOthers(event) {
  for (const box of document.querySelectorAll('.menu')) {
    if (!box.contains(/** @type {Node} */ (event.target))) setMenu(box, false);
  }
}

if (typeof document !== 'undefined') document.addEventListener('pointerdown', closeOthers);
