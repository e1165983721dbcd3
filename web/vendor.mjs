// Copies files of npm packages into static/vendor, so that the server needs no npm to run and
// browsers load nothing from other servers. The pictures of links (internal/archive/linkpicture)
// get the same typefaces as TrueType, which Go can read.
//
//   npm ci && node vendor.mjs      write static/vendor and internal/archive/linkpicture/fonts
//   node vendor.mjs --check        compare the files with their checksums, and
//                                  with the packages where they are installed
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, 'static', 'vendor');
const pictures = join(here, '..', 'internal', 'archive', 'linkpicture', 'fonts');

/**
 * The files that are copied from each package, and its licence. Of typefaces, the subsets and
 * weights that style sheets name; for the pictures of links more subsets, because no browser
 * replaces missing characters there, such as those of a Greek name.
 */
const packages = [
  {
    to: pictures,
    name: '@fontsource/almendra',
    licence: 'LICENSE',
    files: ['latin', 'latin-ext'].map((subset) => `files/almendra-${subset}-700-normal.woff2`),
  },
  {
    to: pictures,
    name: '@fontsource/alegreya-sans',
    licence: 'LICENSE',
    files: ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic'].map(
      (subset) => `files/alegreya-sans-${subset}-500-normal.woff2`,
    ),
  },
  {
    name: '@fontsource/almendra',
    licence: 'LICENSE',
    files: ['files/almendra-latin-700-normal.woff2'],
  },
  {
    name: '@fontsource/alegreya-sans',
    licence: 'LICENSE',
    isSubset: true,
    files: [
      'files/alegreya-sans-latin-500-normal.woff2',
      'files/alegreya-sans-latin-800-normal.woff2',
    ],
  },
  {
    name: 'lit-html',
    licence: 'LICENSE',
    files: [
      'lit-html.js',
      'directive.js',
      'directive-helpers.js',
      'async-directive.js',
      'directives/class-map.js',
      'directives/guard.js',
      'directives/if-defined.js',
      'directives/keyed.js',
      'directives/live.js',
      'directives/ref.js',
      'directives/repeat.js',
    ],
  },
];

/**
 * What browsers get of a typeface with isSubset: the characters of its Latin subset, and the features
 * that the client uses. Small capitals, old figures and the like are a third of its size. A typeface
 * whose licence reserves its name must be stored whole.
 */
const typefaceParts = {
  characters: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2dc],
    [0x300, 0x329],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2190, 0x2193],
    [0x2212, 0x2215],
    [0xfffd, 0xfffd],
  ],
  features: ['ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'mkmk', 'tnum'],
};

/**
 * @param {Uint8Array} typeface as WOFF2
 * @returns {Promise<Buffer>} the parts of it that browsers get, as WOFF2
 */
async function subsetOf(typeface) {
  const { default: subsetFont } = await import('subset-font');
  const text = typefaceParts.characters
    .flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i))
    .map((code) => String.fromCodePoint(code))
    .join('');
  return subsetFont(typeface, text, {
    targetFormat: 'woff2',
    keepFeatures: typefaceParts.features,
    noHinting: true,
  });
}

/** The folder for the files of a package: its name without the scope. */
const folderOf = (pack) => join(pack.to ?? target, basename(pack.name));

/** @param {string | Uint8Array} data */
const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/**
 * The files of a package as they are stored. Comments that refer to source maps are removed,
 * because those are not copied; each module gets a declaration file that refers the type checker to
 * the installed package. Other files are stored under their base names; typefaces for the pictures
 * of links are converted from WOFF2 to TrueType, those with isSubset are subsets.
 */
async function filesOf(pack) {
  const from = join(here, 'node_modules', pack.name);
  const files = new Map();
  for (const path of pack.files) {
    if (pack.to === pictures) {
      const { default: decompress } = await import('woff2-encoder/decompress');
      files.set(
        basename(path, '.woff2') + '.ttf',
        Buffer.from(await decompress(readFileSync(join(from, path)))),
      );
      continue;
    }
    if (pack.isSubset) {
      files.set(basename(path), await subsetOf(readFileSync(join(from, path))));
      continue;
    }
    if (!path.endsWith('.js')) {
      files.set(basename(path), readFileSync(join(from, path)));
      continue;
    }
    const text = readFileSync(join(from, path), 'utf8').replace(
      /\n?\/\/# sourceMappingURL=.*\s*$/,
      '\n',
    );
    if (/\b(?:from|import)\s*["'][^."']/.test(text))
      throw new Error(`${pack.name}/${path} imports a package by name`);
    files.set(path, text);
    const module = path === `${pack.name}.js` ? pack.name : `${pack.name}/${path}`;
    files.set(path.replace(/\.js$/, '.d.ts'), `export * from '${module}';\n`);
  }
  files.set('LICENSE', readFileSync(join(from, pack.licence), 'utf8'));
  return files;
}

/** The list of checksums that is stored with a package's files. */
function manifest(pack, files) {
  const { version, license } = JSON.parse(
    readFileSync(join(here, 'node_modules', pack.name, 'package.json'), 'utf8'),
  );
  const sums = Object.fromEntries([...files].map(([path, text]) => [path, sha256(text)]));
  return { name: pack.name, version, licence: license, sha256: sums };
}

async function write() {
  for (const folder of [target, pictures]) rmSync(folder, { recursive: true, force: true });
  for (const pack of packages) {
    const files = await filesOf(pack);
    files.set('VENDOR.json', JSON.stringify(manifest(pack, files), null, 2) + '\n');
    for (const [path, text] of files) {
      const to = join(folderOf(pack), path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, text);
    }
  }
}

/** The stored files of a package, by path. */
function stored(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

async function check() {
  const wrong = [];
  for (const pack of packages) {
    const folder = folderOf(pack);
    const list = JSON.parse(readFileSync(join(folder, 'VENDOR.json'), 'utf8'));
    const present = stored(folder).filter((path) => path !== 'VENDOR.json');
    for (const path of present) {
      if (list.sha256[path] !== sha256(readFileSync(join(folder, path))))
        wrong.push(`${pack.name}/${path}: another checksum`);
    }
    for (const path of Object.keys(list.sha256)) {
      if (!present.includes(path)) wrong.push(`${pack.name}/${path}: missing`);
    }
    if (existsSync(join(here, 'node_modules', pack.name))) {
      if (JSON.stringify(manifest(pack, await filesOf(pack))) !== JSON.stringify(list)) {
        wrong.push(`${pack.name}: differs from the installed package; run node vendor.mjs`);
      }
    }
  }
  for (const line of wrong) console.error(line);
  process.exitCode = wrong.length ? 1 : 0;
}

if (process.argv.includes('--check')) await check();
else await write();
