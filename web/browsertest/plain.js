// Leaves out of a page what costs time to draw and moves nothing, for the tests.
{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    '*, ::before, ::after { background-image: none !important; box-shadow: none !important; } ' +
      'img { object-position: -9999px 0 !important; }',
  );
  document.adoptedStyleSheets.push(sheet);
}
