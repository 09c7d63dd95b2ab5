// Builds the programs that ship: dist/cli.js (the command line, which starts the program of the command beside it),
// dist/hook.cjs (what hosts start), dist/<host>.mjs (what runs in a host's own process) and dist/page.* (what a browser loads of
// the daemon's page).
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { asciiProgram, checkAscii } from './ascii-programs.mjs';
import { cliPrograms } from './cli-programs.mjs';
import { hookProgram } from './hook-parts.mjs';
import { inProcessPrograms } from './in-process-programs.mjs';
import { licencesText, noteLicences } from './licences.mjs';
import { mcpHandshake } from './mcp-handshake.mjs';
import { pageParts } from './page-parts.mjs';

const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  logLevel: 'warning',
  legalComments: 'none',
  write: false,
  // Programs hold paths of their packages: the same ones wherever the packages really lie.
  preserveSymlinks: true,
  plugins: [asciiProgram, noteLicences],
};

const [programs, hook, inProcess, page] = await Promise.all([
  cliPrograms(shared),
  hookProgram(shared),
  inProcessPrograms(shared),
  pageParts([noteLicences]),
]);

// Each file is replaced whole, so that a program that runs meanwhile never reads a part of it.
mkdirSync('dist', { recursive: true });
const files = new Map([...programs, ...inProcess, ...page, ['hook.cjs', hook]]);
checkAscii(files);
files.set('licences.txt', licencesText());
const handshake = 'mcp-handshake.sh';
for (const name of readdirSync('dist')) {
  if (!files.has(name) && name !== handshake) rmSync(`dist/${name}`, { recursive: true });
}
for (const [name, contents] of files) write(name, contents);
// The server has to be there to be asked.
write(handshake, await mcpHandshake('dist/cli.js'));

function write(name, contents) {
  const path = `dist/${name}`;
  const made = `${path}.${process.pid}.tmp`;
  writeFileSync(made, contents, { mode: name === 'cli.js' ? 0o755 : 0o644 });
  renameSync(made, path);
}

if (!process.argv.includes('--quiet'))
  console.log('built dist/cli.js, dist/hook.cjs and the programs of hosts');
