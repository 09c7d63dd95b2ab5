import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { piDriver, piEnvironment } from '../../harness/drivers/pi.ts';
import { shelfSuite } from './shelf-suite.ts';

await shelfSuite({
  driver: piDriver,
  env: ({ sandbox }) => {
    const { PATH: _, ...rest } = piEnvironment(sandbox);
    return rest;
  },
  install: (kit) => kit.client('install', kit.folder),
  // A local package is used where it lies.
  update: (kit) => kit.client('update', '--extensions'),
  remove: (kit) => kit.client('remove', kit.folder),
  settings: '.pi/agent/settings.json',
  cleared(text) {
    const { packages, ...rest } = JSON.parse(text) as { packages?: unknown[] };
    return `${JSON.stringify(packages?.length === 0 ? rest : { packages, ...rest }, null, 2)}\n`;
  },
  named: 'Holdfast as a package of pi',
  removal: 'pi remove',
  version: ({ folder }) =>
    (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version,
  command: [
    '/holdfast-recall customer',
    /Run `holdfast recall "customer"` \(or `npx --yes holdfast@0\.2\.0 recall /,
  ],
});
