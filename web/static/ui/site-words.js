// Renders the texts of the server's operator as paragraphs with links.
import { html, nothing } from '../vendor/lit-html/lit-html.js';
import { splitLinks, paragraphs } from '../core/site.js';

/** @param {string} text */
export function siteWords(text) {
  return paragraphs(text).map(
    (part) =>
      html`<p>${splitLinks(part).map(({ words, href }) =>
        href
          ? html`<a href=${href}
              rel=${href.startsWith('/') ? nothing : 'noopener nofollow'}>${words}</a>`
          : words,
      )}</p>`,
  );
}
