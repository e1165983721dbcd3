// Removes decorations that take time to draw and do not affect the layout.
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after { background-image: none !important; box-shadow: none !important; } ' +
      'img { object-position: -9999px 0 !important; }',
  );
  document.adoptedStyleSheets.push(sheet);
}
