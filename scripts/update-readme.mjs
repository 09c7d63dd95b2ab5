// Puts what "holdfast hosts" prints into docs/hosts/README.md. Run after a build.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

const { stdout, status } = spawnSync(process.execPath, ['dist/cli.js', 'hosts'], {
  encoding: 'utf8',
  env: { PATH: process.env.PATH, HOME: process.env.HOME },
});
if (status !== 0) throw new Error('"holdfast hosts" failed; is dist/ built?');
const shown = `$ holdfast hosts\n\n${stdout.trimEnd()}`.replace(/^(?=.)/gm, '    ');
const readme = readFileSync('docs/hosts/README.md', 'utf8');
const block = / {4}\$ holdfast hosts\n(?:\n| {4}.*\n)*/;
if (!block.test(readme)) throw new Error('docs/hosts/README.md shows no "$ holdfast hosts"');
writeFileSync(
  'docs/hosts/README.md',
  readme.replace(block, () => `${shown}\n\n`),
);
