// Makes a page behave as on a slow machine that draws nothing. Injected into each page before the
// page's scripts.

// Timers of the given delays, in milliseconds, never fire, so that no test depends on the speed of
// its machine.
globalThis.heldTimers = new Set();
{
  const set = globalThis.setTimeout;
  globalThis.setTimeout = (run, after, ...rest) =>
    set(globalThis.heldTimers.has(after) ? () => {} : run, after, ...rest);
}

globalThis.holdTimers = (after, yes) => {
  if (yes) globalThis.heldTimers.add(after);
  else globalThis.heldTimers.delete(after);
  return true;
};

// Makes the page fully transparent, so that the browser does not draw it, which would be half of
// its work. Elements can still be measured, read and pressed. With seemDrawn, getComputedStyle
// reports the page as opaque.
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(':root { opacity: 0 !important; }');
  document.adoptedStyleSheets.push(sheet);
  globalThis.drawPage = (yes) => {
    sheet.disabled = yes;
  };
  const ask = globalThis.getComputedStyle;
  const seeming = {
    get: (style, name) => {
      if (name === 'opacity') return '1';
      if (name !== 'getPropertyValue') return Reflect.get(style, name);
      return (what) => (what === 'opacity' ? '1' : style.getPropertyValue(what));
    },
  };
  const askDrawn = (element, ...rest) => {
    const style = ask.call(globalThis, element, ...rest);
    return element === document.documentElement && !rest[0] ? new Proxy(style, seeming) : style;
  };
  globalThis.seemDrawn = (yes) => {
    globalThis.getComputedStyle = yes ? askDrawn : ask;
  };
}
