import { geminiDriver } from '../../harness/drivers/gemini.ts';
import { shelfSuite } from './shelf-suite.ts';

await shelfSuite({
  driver: geminiDriver,
  install: async (kit) => {
    const folder = `${kit.folder}/shelf/gemini`;
    await kit.client('extensions', 'install', folder, '--consent', '--skip-settings');
  },
  update: (kit) => kit.client('extensions', 'update', 'holdfast'),
  remove: (kit) => kit.client('extensions', 'uninstall', 'holdfast'),
  installed: '.gemini/extensions/holdfast/gemini-extension.json',
  settings: '.gemini/settings.json',
  removal: 'gemini extensions uninstall holdfast',
  command: [
    '/holdfast:recall customer',
    /Run `holdfast recall "customer"` \(or `npx --yes holdfast@0\.2\.0 recall /,
  ],
});
