// Makes a page behave as on a slow machine that draws nothing, for the tests. It is put into each
// page before the page's scripts.

// Timers of some lengths, in milliseconds, do not run out, so that no test depends on how long its
// machine takes.
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

// The browser does not draw the page, which would be half of its work: what is wholly transparent
// has its place and can be read and pressed like anything else, but is not drawn. What seems drawn
// is not transparent to a script that asks.
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
