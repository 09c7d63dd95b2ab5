// Writes the files by which clients take the package from their own shelves: `npm run shelf`.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { shelves } from './shelf-files.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
for (const { path, content } of Object.values(shelves).flatMap((files) => files(version))) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
