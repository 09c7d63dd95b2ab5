import { qwenDriver } from '../../harness/drivers/qwen.ts';
import { shelfSuite } from './shelf-suite.ts';

await shelfSuite({
  driver: qwenDriver,
  install: async (kit) => {
    await kit.client('extensions', 'install', `${kit.folder}/shelf/qwen`, '--consent');
  },
  update: (kit) => kit.client('extensions', 'update', 'holdfast'),
  remove: (kit) => kit.client('extensions', 'uninstall', 'holdfast'),
  installed: '.qwen/extensions/holdfast/qwen-extension.json',
  settings: '.qwen/settings.json',
  removal: 'qwen extensions uninstall holdfast',
  command: [
    '/holdfast:recall customer',
    /Run `holdfast recall "customer"` \(or `npx --yes holdfast@0\.2\.0 recall /,
  ],
});
