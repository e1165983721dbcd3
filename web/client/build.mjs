// Builds the package: compiles the client with its declarations, and adds the generated types of frames and of
// each game. node client/build.mjs [FOLDER]; the default folder is client/dist.

import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const web = resolve(import.meta.dirname, '..');
const out = resolve(process.argv[2] ?? join(web, 'client/dist'));
const options = ['-p', join(web, 'client'), '--outDir', out];
execFileSync(process.execPath, [join(web, 'node_modules/typescript/bin/tsc'), ...options], {
  stdio: 'inherit',
});
for (const folder of ['core', 'games']) {
  const source = join(web, 'static', folder);
  const names = readdirSync(source, { recursive: true, encoding: 'utf8' });
  for (const name of names.filter((file) => file.endsWith('.d.ts'))) {
    const target = join(out, 'static', folder, name);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(source, name), target);
  }
}
