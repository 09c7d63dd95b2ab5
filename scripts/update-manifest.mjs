// Writes test/manifest/manifest.json anew from the titles of the tests.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { titlesById } from './test-ids.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const path = join(root, 'test', 'manifest', 'manifest.json');
const mapped = titlesById(root);
writeFileSync(path, `${JSON.stringify(mapped, null, 2)}\n`);
execFileSync('npx', ['biome', 'format', '--write', path], { cwd: root, stdio: 'ignore' });
console.log(`${Object.keys(mapped).length} ids are mapped in test/manifest/manifest.json`);
