// Serves the requests of package offline, one on each line of the standard input, with the rules in
// WebAssembly. Arguments: wasm_exec.js and the program.

import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const [exec, program] = process.argv.slice(2);
await import(pathToFileURL(exec));
const go = new Go();
const { instance } = await WebAssembly.instantiate(await readFile(program), go.importObject);
void go.run(instance);
for await (const line of createInterface({ input: process.stdin }))
  process.stdout.write(`${archmageOffline(line)}\n`);
// Standard output is a pipe, and an exit before the last write is done would cut it off.
process.stdout.write('', () => process.exit(0));
