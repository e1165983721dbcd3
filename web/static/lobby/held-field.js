// Keeps the field in which a person types where it is, while lists on the same page change.

/** Smaller moves, in CSS pixels, cannot be seen. */
const leastMove = 1;

/**
 * Remembers the place of the field that has the focus, before the page is rendered again. The result
 * is to be called after that: it scrolls the page so that the field is where it was. If the page ends
 * before that, the part with the field gets a margin.
 *
 * @returns {() => void}
 */
export function heldField() {
  const field = document.activeElement;
  const part = field?.closest('main > *');
  if (!(part instanceof HTMLElement) || !field?.matches('input, textarea, select')) return () => {};
  const place = () => field.getBoundingClientRect().top;
  const before = place();
  const scroll = () => {
    scrollBy({ top: place() - before, behavior: 'instant' });
    return field.isConnected ? place() - before : 0;
  };
  return () => {
    if (!field.isConnected || Math.abs(place() - before) < leastMove) return;
    const left = scroll();
    if (Math.abs(left) < leastMove) return;
    const side = left < 0 ? 'marginTop' : 'marginBottom';
    part.style[side] = `${parseFloat(getComputedStyle(part)[side]) + Math.abs(left)}px`;
    scroll();
  };
}
