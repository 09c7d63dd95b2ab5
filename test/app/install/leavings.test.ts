import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { openCodeInstall } from '../../../src/hosts/opencode/install.ts';
import { type Machine, makeMachine } from './machine.ts';

let machine: Machine | undefined;
afterEach(() => machine?.remove());

const ignore = 'node_modules\npackage.json\npackage-lock.json\nbun.lock\n.gitignore';
const manifest = JSON.stringify({ dependencies: { '@opencode-ai/plugin': '1.18.34' } });

/** A project into which the plugin was installed, and what is then there in the client's folder. */
function installed(before: Record<string, string> = {}): { made: Machine; place: string } {
  const made = makeMachine('// nothing', { hosts: [openCodeInstall] });
  machine = made;
  made.write(join(made.folder, 'in-process.mjs'), '// nothing');
  made.write(join(made.folder, 'opencode.mjs'), '// nothing');
  const place = join(made.project, '.opencode');
  for (const [name, text] of Object.entries(before)) made.write(join(place, name), text);
  const request = { host: 'opencode', scope: 'project' } as const;
  applyInit(made.context, planInit(made.context, request));
  return { made, place };
}

function fetchTypes({ made, place }: ReturnType<typeof installed>): void {
  made.write(join(place, 'package.json'), manifest);
  made.write(join(place, 'bun.lock'), '{}');
  made.write(join(place, '.gitignore'), ignore);
  made.write(join(place, 'node_modules/@opencode-ai/plugin/package.json'), '{}');
}

it('uninstall takes away what the client fetched because of our plugin, and the folder with it', () => {
  const { made, place } = installed();
  expect(made.exists(join(place, 'plugin/holdfast.js'))).toBe(true);
  fetchTypes({ made, place });
  made.uninstall('project');
  expect(made.exists(place)).toBe(false);
});

it('uninstall leaves what was there before', () => {
  const { made, place } = installed({ 'package.json': manifest, 'node_modules/x/a.js': 'x' });
  fetchTypes({ made, place });
  made.uninstall('project');
  expect(made.read(join(place, 'package.json'))).toBe(manifest);
  expect(made.exists(join(place, 'node_modules/x/a.js'))).toBe(true);
  expect(made.exists(join(place, 'bun.lock'))).toBe(false);
});

it('uninstall leaves all of it where another plugin or another dependency needs it', () => {
  const first = installed();
  fetchTypes(first);
  first.made.write(join(first.place, 'plugins/other.js'), 'export const Other = async () => ({})');
  first.made.uninstall('project');
  expect(first.made.exists(join(first.place, 'node_modules'))).toBe(true);
  first.made.remove();

  const second = installed();
  fetchTypes(second);
  const more = JSON.stringify({ dependencies: { '@opencode-ai/plugin': '1', zod: '4' } });
  second.made.write(join(second.place, 'package.json'), more);
  second.made.uninstall('project');
  expect(second.made.read(join(second.place, 'package.json'))).toBe(more);
  expect(second.made.exists(join(second.place, 'node_modules'))).toBe(true);
});
