import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openCodeDriver, openCodeEnvironment } from '../../harness/drivers/opencode.ts';
import { removeFolder } from '../../harness/remove-folder.ts';
import { type ShelfKit, shelfSuite } from './shelf-suite.ts';

const configuration = '.config/opencode/opencode.json';
const fetched = (kit: ShelfKit, spec: string): string =>
  join(kit.sandbox.home, '.cache/opencode/packages', spec);

function configured(kit: ShelfKit): { plugin?: string[] } {
  return JSON.parse(readFileSync(join(kit.sandbox.home, configuration), 'utf8'));
}

await shelfSuite({
  driver: openCodeDriver,
  env: (kit) => ({
    ...openCodeEnvironment(kit.sandbox),
    PATH: [join(kit.sandbox.root, 'bin'), process.env.PATH].join(':'),
    npm_config_registry: kit.registry.url,
  }),
  async install(kit) {
    kit.registry.publish(kit.folder);
    await kit.client('plugin', 'holdfast', '--global');
  },
  // The client keeps what it has fetched of a package that is named without a version.
  async update(kit) {
    kit.registry.publish(kit.folder);
    await kit.client('plugin', 'holdfast@0.2.0', '--global', '--force');
  },
  // The client has no command for it.
  async remove(kit) {
    const { plugin: _, ...rest } = configured(kit);
    const path = join(kit.sandbox.home, configuration);
    writeFileSync(path, `${JSON.stringify(rest, null, 2)}\n`);
    for (const spec of ['holdfast@latest', 'holdfast@0.2.0']) removeFolder(fetched(kit, spec));
  },
  installed: '.cache/opencode/packages/holdfast@latest/node_modules/holdfast/package.json',
  settings: configuration,
  named: 'Holdfast as a plugin of opencode',
  removal: 'take "holdfast" out of "plugin"',
  version(kit) {
    const [, version = 'latest'] = configured(kit).plugin![0]!.split('@');
    const path = join(fetched(kit, `holdfast@${version}`), 'node_modules/holdfast/package.json');
    return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
  },
  command: [
    'customer',
    /Run `node "[^"]+holdfast@0\.2\.0[^"]+dist\/cli\.js" recall "customer"`/,
    ['--command', 'holdfast:recall'],
  ],
});
