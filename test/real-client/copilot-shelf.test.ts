import { copilotDriver } from '../../harness/drivers/copilot.ts';
import { shelfSuite } from './shelf-suite.ts';

await shelfSuite({
  driver: copilotDriver,
  async install(kit) {
    await kit.client('plugin', 'marketplace', 'add', `${kit.folder}/shelf/copilot`);
    await kit.client('plugin', 'install', 'holdfast@holdfast');
  },
  // A plugin of a local marketplace is used where it lies.
  update: (kit) => kit.client('plugin', 'update', 'holdfast@holdfast'),
  async remove(kit) {
    await kit.client('plugin', 'uninstall', 'holdfast@holdfast');
    await kit.client('plugin', 'marketplace', 'remove', 'holdfast');
  },
  settings: '.copilot/settings.json',
  // The client keeps that the plugin is off.
  cleared(text) {
    const { extraKnownMarketplaces, enabledPlugins, ...rest } = JSON.parse(text);
    const left = [extraKnownMarketplaces, enabledPlugins];
    const off = JSON.stringify(left) === '[{},{"holdfast@holdfast":false}]';
    return off && Object.keys(rest).length === 0 ? undefined : text;
  },
  named: 'Holdfast as a plugin of Copilot CLI',
  removal: 'copilot plugin uninstall holdfast@holdfast',
  // Its skills are offered to the agent.
  command: ['What can you do?', /<name>holdfast-recall<\/name>/],
});
