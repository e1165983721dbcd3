// Dialogs and menus.
import { html, nothing, render } from '../vendor/lit-html/lit-html.js';
import { classMap } from '../vendor/lit-html/directives/class-map.js';
import { symbol } from './sprite.js';

/** @typedef {import('../vendor/lit-html/lit-html.js').TemplateResult} TemplateResult */

/**
 * The content of a dialog. Each update of the dialog calls the functions again.
 *
 * @typedef {object} Sheet
 * @property {() => string} title
 * @property {() => TemplateResult | string} body
 * @property {() => TemplateResult} [footer]
 * @property {string} closeLabel name of the button that closes the dialog
 * @property {boolean} [large]
 * @property {() => void} [onclose]
 */

/** @type {Set<OpenDialog>} */
const openDialogs = new Set();

/** Closes the open dialogs, for example when the person leaves their page. */
export function closeDialogs() {
  for (const open of openDialogs) open.close();
}

/** Renders the open dialogs again, for example after a change of the language. */
export function updateDialogs() {
  for (const open of openDialogs) open.update();
}

/**
 * @typedef {object} OpenDialog
 * @property {() => void} close
 * @property {() => void} update renders the dialog again
 */

/**
 * Opens a modal dialog. Escape, the close button, or a press outside closes it. The focus then
 * returns to the element that had it before.
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
      html`<header role="presentation"><h2 id=${id}>${sheet.title()}</h2>
        <button type="button" class="tool" aria-label=${sheet.closeLabel} @click=${close}
        ><svg class="i" aria-hidden="true"><use href=${symbol('close')}></use></svg></button></header>
        <div class="body" tabindex="-1">${sheet.body()}</div>${
          sheet.footer ? html`<footer>${sheet.footer()}</footer>` : nothing
        }`,
      element,
    );
  const self = { close, update };
  element.addEventListener('close', () => {
    openDialogs.delete(self);
    element.remove();
    sheet.onclose?.();
  });
  // Ignore a press that begins inside and ends outside, as when the person selects text.
  let isPressedOutside = false;
  element.addEventListener('pointerdown', (event) => {
    isPressedOutside = event.target === element && isOutside(element, event);
  });
  element.addEventListener('click', (event) => {
    if (isPressedOutside && event.target === element && isOutside(element, event)) close();
    isPressedOutside = false;
  });
  openDialogs.add(self);
  update();
  document.body.append(element);
  // If a menu item opened the dialog, focus the menu's button. The focus returns there when the
  // dialog closes, because the item itself is hidden by then.
  menuButton(document.activeElement?.closest('.menu') ?? null)?.focus();
  element.showModal();
  return self;
}

/**
 * @param {HTMLElement} element
 * @param {MouseEvent} event
 */
function isOutside(element, event) {
  const box = element.getBoundingClientRect();
  return (
    event.clientX < box.left ||
    event.clientX > box.right ||
    event.clientY < box.top ||
    event.clientY > box.bottom
  );
}

/**
 * Opens a dialog with a yes-or-no question. Resolves to false if it is closed without an answer.
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
 * @property {string} label name of the button for screen readers
 * @property {TemplateResult | string} face content of the button
 * @property {TemplateResult | TemplateResult[]} items
 * @property {string} [cls] classes of the button
 */

/**
 * A button with a menu of buttons and links. Choosing an item, Escape, or a press elsewhere closes
 * the menu. Arrow keys move the focus.
 *
 * @param {Menu} opts
 */
export function menu({ label, face, items, cls = 'tool' }) {
  return html`<div class="menu" @keydown=${menuKey} @click=${menuClick} @focusout=${menuLeft}>
    <button type="button" class=${cls} aria-label=${label} aria-expanded="false">${face}</button
    ><div class="menulist" hidden>${items}</div></div>`;
}

/**
 * Opens or closes a menu. A later render keeps it open or closed.
 *
 * @param {Element} box
 * @param {boolean} open
 */
function setMenuOpen(box, open) {
  box.querySelector('button')?.setAttribute('aria-expanded', String(open));
  const list = box.querySelector('.menulist');
  if (list instanceof HTMLElement) list.hidden = !open;
}

/** @param {Element | null} box */
const menuButton = (box) => box?.querySelector('button');

/** @param {Element} box */
const isMenuOpen = (box) => menuButton(box)?.getAttribute('aria-expanded') === 'true';

/**
 * The number of items by which an arrow key moves.
 *
 * @type {Readonly<Record<string, number>>}
 */
const arrows = { ArrowDown: 1, ArrowUp: -1 };

/** @param {KeyboardEvent} event */
function menuKey(event) {
  const box = /** @type {Element} */ (event.currentTarget);
  if (event.key === 'Escape' && isMenuOpen(box)) {
    event.stopPropagation();
    setMenuOpen(box, false);
    box.querySelector('button')?.focus();
    return;
  }
  const step = arrows[event.key] ?? 0;
  if (!step) return;
  event.preventDefault();
  event.stopPropagation();
  setMenuOpen(box, true);
  const items = [...box.querySelectorAll('.menulist :is(button, a[href], input)')];
  const index = items.indexOf(/** @type {Element} */ (document.activeElement));
  const first = step > 0 ? 0 : items.length - 1;
  const next = items[index < 0 ? first : (index + step + items.length) % items.length];
  /** @type {HTMLElement | undefined} */ (next)?.focus();
}

/** @param {MouseEvent} event */
function menuClick(event) {
  const box = /** @type {Element} */ (event.currentTarget);
  const target = /** @type {Element} */ (event.target);
  if (target.closest('.menulist')) {
    if (!target.closest('button, a')) return;
    // If this click opens a dialog, the dialog later returns the focus to the menu's button.
    if (box.contains(document.activeElement)) menuButton(box)?.focus();
    setMenuOpen(box, false);
  } else setMenuOpen(box, !isMenuOpen(box));
}

/**
 * Closes a menu when the focus leaves it.
 *
 * @param {FocusEvent} event
 */
function menuLeft(event) {
  const box = /** @type {Element} */ (event.currentTarget);
  if (event.relatedTarget instanceof Node && !box.contains(event.relatedTarget))
    setMenuOpen(box, false);
}

/**
 * Closes all menus except the one that was pressed.
 *
 * @param {Event} event
 */
function closeOthers(event) {
  for (const box of document.querySelectorAll('.menu')) {
    if (!box.contains(/** @type {Node} */ (event.target))) setMenuOpen(box, false);
  }
}

if (typeof document !== 'undefined') document.addEventListener('pointerdown', closeOthers);
