import { codexDriver } from '../../harness/drivers/codex.ts';
import { shelfSuite } from './shelf-suite.ts';

await shelfSuite({
  driver: codexDriver,
  async install(kit) {
    await kit.client('plugin', 'marketplace', 'add', `${kit.folder}/shelf/codex`);
    await kit.client('plugin', 'add', 'holdfast@holdfast');
  },
  update: (kit) => kit.client('plugin', 'add', 'holdfast@holdfast'),
  async remove(kit) {
    await kit.client('plugin', 'remove', 'holdfast@holdfast');
    await kit.client('plugin', 'marketplace', 'remove', 'holdfast');
  },
  installed: '.codex/plugins/cache/holdfast/holdfast',
  settings: '.codex/config.toml',
  named: 'Holdfast as a plugin of Codex CLI',
  removal: 'codex plugin remove holdfast@holdfast',
  command: [
    '$holdfast:holdfast-recall customer',
    /Run `holdfast recall "[^"]*"` \(or `npx --yes holdfast@0\.2\.0 recall /,
  ],
});
