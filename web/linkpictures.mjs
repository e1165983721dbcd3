// Draws the PNG files of the client with a headless Chromium, from the client's own drawings: the
// pictures of links, on which internal/archive/linkpicture writes names, the faces for them, and
// the icons.
//
//   make link-pictures
//
// It needs Node, Chromium and pngquant. Arguments select files by parts of their names, as in
// node linkpictures.mjs icons.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, extname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { drawnAnimals } from './static/ui/faces.js';

const here = dirname(fileURLToPath(import.meta.url));
const client = join(here, 'static');
const faces = join(here, '..', 'internal', 'archive', 'linkpicture', 'faces.png');

/** The most colours of a picture. The server adds the colours of text and faces, up to 256. */
const colours = 208;

/** The most bytes of a picture. */
const mostBytes = 150_000;

/** @param {string} path */
const read = (path) => readFileSync(join(client, path), 'utf8');

/** The symbols of the client, for <use>. */
const symbols = read('art/pieces.svg');
const mark = read('art/favicon.svg');

/** The games that have a cover. */
const games = readdirSync(join(client, 'games')).filter((game) =>
  existsSync(join(client, 'games', game, 'cover.svg')),
);

/**
 * A face, as ui/faces.js and ui/base.css define it.
 * @param {string[]} parts the symbols, the lowest one first
 * @param {number} tint
 */
const face = (parts, tint) =>
  `<svg class="sig tint-${tint}" data-mood="glad" viewBox="0 0 64 64">${parts.map((part) => `<use href="#p-${part}"/>`).join('')}</svg>`;

/**
 * A page that is drawn, with the style sheets of the client and one of its own.
 * @param {string} style
 * @param {string} body
 */
function page(style, body) {
  return `<!doctype html><html lang="en"><meta charset="utf-8">
<link rel="stylesheet" href="/ui/tokens.css"><link rel="stylesheet" href="/ui/base.css">
<style>
  html, body { margin: 0; width: 100%; height: 100%; overflow: hidden; background: transparent; color-scheme: light; font-size: 16px; }
  ${style}
</style>
<div style="position:absolute;width:0;height:0;overflow:hidden">${symbols}</div>${body}</html>`;
}

/**
 * The style sheet of a picture of a link: drawings on the wood of the client's table, and paper
 * for the words, whose place and colour internal/archive/linkpicture knows.
 */
const linkStyle = `
  .ground, .shade { position: absolute; inset: 0; }
  .ground { background: radial-gradient(120% 100% at 12% -10%, rgb(255 206 140 / .34), transparent 60%), linear-gradient(rgb(24 9 0 / .2) 0 0), url("/art/wood.svg") 0 -20px / 1500px 800px #3a2013; filter: blur(.7px); }
  .shade { background: radial-gradient(110% 120% at 100% 110%, rgb(8 3 0 / .62), transparent 62%); }
  .sheet { position: absolute; left: 528px; top: 36px; width: 636px; height: 558px; padding: 0; border-radius: 18px; background: #f8edd3; box-shadow: 0 0 0 2px #fff6e0 inset, 7px 10px 22px rgb(10 4 0 / .6); }
  .sheet::before { content: ""; position: absolute; inset: 13px; border: 2px solid rgb(110 70 24 / .2); border-radius: 9px; }
  .sheet > svg { position: absolute; left: 44px; top: 40px; width: 46px; height: 46px; }
  .framed { position: absolute; box-sizing: border-box; overflow: hidden; border: 7px solid #d6a24a; border-radius: 16px; background: #2b160a; box-shadow: 0 0 0 2px #3a2414, inset 0 0 0 2px #3a2414, 5px 8px 18px rgb(10 4 0 / .6); }
  .framed img { display: block; width: 100%; height: 100%; object-fit: cover; }
  .sig { position: absolute; width: 108px; height: 108px; filter: drop-shadow(2px 4px 4px rgb(10 4 0 / .55)); }
`;

/**
 * A drawing in a frame.
 * @param {string} file
 * @param {number} x of its middle, in pixels as all lengths
 * @param {number} y
 * @param {number} width
 * @param {number} height
 * @param {number} turn in degrees
 */
const framed = (file, x, y, width, height, turn) =>
  `<div class="framed" style="left:${x - width / 2}px;top:${y - height / 2}px;width:${width}px;height:${height}px;rotate:${turn}deg"><img src="/${file}" alt=""></div>`;

/** @param {string} drawings */
const link = (drawings) =>
  page(
    linkStyle,
    `<div class="ground"></div><div class="shade"></div>${drawings}<div class="sheet">${mark}</div>`,
  );

/**
 * The picture of a game: its cover, and before it three of the scenes on its cards, which are
 * far apart in their list.
 * @param {string} game
 */
function gamePicture(game) {
  const folder = `games/${game}/scenes`;
  const scenes = existsSync(join(client, folder))
    ? readdirSync(join(client, folder))
        .filter((file) => extname(file) === '.svg')
        .toSorted()
    : [];
  const cards =
    scenes.length > 3
      ? [1, 2, 3].map((quarter) => scenes[Math.floor((scenes.length * quarter) / 4)])
      : [];
  const fan = cards.map((file, at) =>
    framed(
      `${folder}/${file}`,
      264 + (at - 1) * 140,
      532 + 10 * Math.abs(at - 1),
      152,
      136,
      (at - 1) * 7,
    ),
  );
  return link(
    framed(
      `games/${game}/cover.svg`,
      264,
      cards.length ? 268 : 315,
      cards.length ? 366 : 420,
      cards.length ? 488 : 560,
      -2,
    ) + fan.join(''),
  );
}

/** The picture of pages outside of games: the covers of all games, and faces. */
function pagesPicture() {
  const covers = games.map((game, at) => {
    const aside = games.length > 1 ? at / (games.length - 1) - 0.5 : 0;
    return framed(
      `games/${game}/cover.svg`,
      262 + aside * 204,
      248 + 14 * Math.abs(aside),
      270,
      360,
      aside * 11,
    );
  });
  const people = ['owl', 'fox', 'otter', 'hare'].map((animal, at) => {
    const aside = at - 1.5;
    return `<div style="position:absolute;left:${262 + aside * 118 - 54}px;top:${466 + 12 * (at % 2)}px">${face(['ring', animal], [1, 3, 5, 4][at])}</div>`;
  });
  return link(covers.join('') + people.join(''));
}

/** The side of a cell of the sheet of faces, in pixels. */
const cell = 160;

/**
 * The sheet of faces, by rows of six: the animals in their order, the rings of people in each
 * tint, those of bots, and a crown (internal/archive/linkpicture/faces.go).
 */
function facesPicture() {
  const tints = [0, 1, 2, 3, 4, 5];
  const crown = `<svg class="sig" viewBox="0 0 64 64"><g stroke="#6b4210" stroke-width="3" stroke-linejoin="round"><path d="M9 52 5 20l15 12L32 10l12 22 15-12-4 32z" fill="#ffcf5c"/></g><circle cx="32" cy="40" r="5" fill="#c2433a"/><circle cx="17" cy="42" r="3" fill="#a8731c"/><circle cx="47" cy="42" r="3" fill="#a8731c"/></svg>`;
  const all = [
    ...drawnAnimals.map((animal) => face([animal], 0)),
    ...tints.map((tint) => face(['ring'], tint)),
    ...tints.map((tint) => face(['cog'], tint)),
    crown,
  ];
  const cells = all.map(
    (drawing, at) =>
      `<div style="left:${(at % 6) * cell}px;top:${Math.floor(at / 6) * cell}px">${drawing}</div>`,
  );
  const style = `div { position: absolute; } .sig { position: absolute; left: 16px; top: 16px; width: 128px; height: 128px; }`;
  return {
    body: page(style, cells.join('')),
    width: 6 * cell,
    height: Math.ceil(all.length / 6) * cell,
  };
}

/**
 * An icon: the client's mark, with a style sheet. The page is twice as large, as no window of
 * Chromium is as small as an icon.
 * @param {number} size
 * @param {string} style
 */
const icon = (size, style) => ({
  width: 2 * size,
  height: 2 * size,
  scale: 0.5,
  body: page(
    `main > svg { position: absolute; inset: 0; width: 100%; height: 100%; } ${style}`,
    `<main>${mark}</main>`,
  ),
});

/**
 * The pictures by their files. A maskable icon fills its square and keeps its margin empty; of a
 * badge systems show the outline.
 */
const pictures = {
  [join(client, 'art', 'link.png')]: { width: 1200, height: 630, body: pagesPicture() },
  ...Object.fromEntries(
    games.map((game) => [
      join(client, 'games', game, 'link.png'),
      { width: 1200, height: 630, body: gamePicture(game) },
    ]),
  ),
  [faces]: facesPicture(),
  [join(client, 'icons', '192.png')]: icon(192, ''),
  [join(client, 'icons', '512.png')]: icon(512, ''),
  [join(client, 'icons', 'maskable.png')]: icon(
    512,
    'html { background: #2f4a2c !important; } main > svg { scale: .8; } main circle { display: none; }',
  ),
  [join(client, 'icons', 'badge.png')]: icon(
    96,
    'main > svg { scale: 1.3; } main circle, main path + path { display: none; } main path { fill: #fff; }',
  ),
};

const types = {
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
};

/** Serves the client's files, and the page of picture N at /N.html. */
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://localhost').pathname.slice(1);
  const picture = Object.values(pictures)[Number.parseInt(path, 10)];
  if (path.endsWith('.html') && picture) {
    return response.setHeader('Content-Type', 'text/html').end(picture.body);
  }
  if (!existsSync(join(client, path))) return response.writeHead(404).end();
  return response
    .setHeader('Content-Type', types[extname(path)] ?? 'application/octet-stream')
    .end(readFileSync(join(client, path)));
});

const run = promisify(execFile);

/**
 * Draws one picture.
 * @param {string} file
 * @param {{width: number, height: number, scale?: number}} size
 * @param {string} address of its page
 * @param {string} folder folder for intermediate files
 */
async function draw(file, { width, height, scale = 1 }, address, folder) {
  const shot = join(folder, 'shot.png');
  await run('chromium', [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--hide-scrollbars',
    `--user-data-dir=${join(folder, 'profile')}`,
    `--window-size=${width},${height}`,
    `--force-device-scale-factor=${scale}`,
    '--default-background-color=00000000',
    `--screenshot=${shot}`,
    address,
  ]);
  mkdirSync(dirname(file), { recursive: true });
  const options = ['--speed', '1', '--strip', '--floyd=0.5', '--force', '--output', file];
  await run('pngquant', [...options, String(colours), shot]);
  const { size } = statSync(file);
  console.log(`${relative(join(here, '..'), file)}: ${size} bytes`);
  if (size > mostBytes) throw new Error(`${file} has more than ${mostBytes} bytes`);
}

const wanted = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
try {
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  for (const [at, [file, picture]] of Object.entries(pictures).entries()) {
    if (wanted.length && !wanted.some((part) => file.includes(part))) continue;
    await draw(file, picture, `http://127.0.0.1:${port}/${at}.html`, folder);
  }
} finally {
  server.close();
  rmSync(folder, { recursive: true });
}
