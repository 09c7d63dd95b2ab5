import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { clientEnvironment } from '../../harness/sandbox.ts';
import { type ShelfKit, shelfSuite } from './shelf-suite.ts';

/** A marketplace in a folder, as the one in the repository but for where the package comes from. */
function marketplace({ sandbox }: ShelfKit): string {
  const folder = join(sandbox.root, '.claude-plugin');
  mkdirSync(folder, { recursive: true });
  const plugins = [{ name: 'holdfast', source: './holdfast', description: 'The package.' }];
  const text = JSON.stringify({ name: 'holdfast', owner: { name: 'Holdfast' }, plugins });
  writeFileSync(join(folder, 'marketplace.json'), text);
  return sandbox.root;
}

await shelfSuite({
  driver: claudeCodeDriver,
  env({ sandbox, work }) {
    const { PATH: _, ...rest } = clientEnvironment(sandbox, work.server.url);
    return rest;
  },
  async install(kit) {
    await kit.client('plugin', 'marketplace', 'add', marketplace(kit));
    await kit.client('plugin', 'install', 'holdfast@holdfast');
  },
  async update(kit) {
    await kit.client('plugin', 'marketplace', 'update', 'holdfast');
    await kit.client('plugin', 'update', 'holdfast@holdfast');
  },
  async remove(kit) {
    await kit.client('plugin', 'uninstall', 'holdfast@holdfast');
    await kit.client('plugin', 'marketplace', 'remove', 'holdfast');
  },
  settings: '.claude/settings.json',
  // The client leaves its own members, empty.
  cleared(text) {
    const { enabledPlugins = {}, extraKnownMarketplaces = {}, ...rest } = JSON.parse(text);
    const left = Object.keys({ ...enabledPlugins, ...extraKnownMarketplaces });
    return left.length === 0 ? JSON.stringify(rest, null, 2) : text;
  },
  removal: 'claude plugin uninstall holdfast@holdfast',
  command: ['/holdfast:recall customer', /Run `node "[^"]+\/dist\/cli\.js" recall "customer"`/],
});
