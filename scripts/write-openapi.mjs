// Writes schemas/openapi.json from the table of the API's requests: `npm run openapi`.
import { readFileSync, writeFileSync } from 'node:fs';
import { openApi } from '../src/entry/daemon/api/openapi.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
writeFileSync('schemas/openapi.json', `${JSON.stringify(openApi(version), null, 2)}\n`);
