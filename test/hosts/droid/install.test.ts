import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../../harness/remove-folder.ts';
import { applyInit, planInit } from '../../../src/app/install/init.ts';
import { applyUninstall, planUninstall } from '../../../src/app/install/uninstall.ts';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { droidInstall } from '../../../src/hosts/droid/install.ts';
import { disk } from '../../../src/platform/disk.ts';
import { statePaths } from '../../../src/platform/paths.ts';

const portable = { form: 'portable' } as const;
const settings = '/home/dev/.factory/settings.json';
const own = '/home/dev/.factory/hooks.json';

const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
const group = fc.record(
  { matcher: fc.string(), commandRegex: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) },
  { requiredKeys: ['hooks'] },
);
const lists = fc.dictionary(
  fc.constantFrom('Stop', 'PreToolUse', 'SessionStart', 'Notification'),
  fc.array(group, { maxLength: 3 }),
);
/** What each of the files can hold, in any layout. */
const form = fc.oneof(
  fc.record({ path: fc.constant(settings), value: fc.record({ model: fc.string() }) }),
  fc.record({ path: fc.constantFrom(settings, own), value: fc.record({ hooks: lists }) }),
  fc.record({ path: fc.constant(own), value: lists as fc.Arbitrary<object> }),
);
const file = fc
  .record({
    form,
    indent: fc.constantFrom('', ' ', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', ' \t\n'),
  })
  .map(({ form: { path, value }, indent, eol, end }) => ({
    path,
    text: (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
  }));

describe('the hooks of droid', () => {
  it('are given back to the byte, by the recorded edits and by structure [R43] [case 16]', () => {
    fc.assert(
      fc.property(file, ({ path, text }) => {
        const change = droidInstall.register(text, path, portable);
        expect(droidInstall.registered(change.text, path)).toHaveLength(7);
        let back = change.text;
        for (const pass of [...change.passes].reverse()) back = applyEdits(back, invertEdits(pass));
        expect(back).toBe(text);
        expect(droidInstall.register(change.text, path, portable).passes).toEqual([]);
        const structural = droidInstall.unregister(change.text, path, change.created);
        expect(JSON.parse(structural.text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it('stand in a file as the others of it do', () => {
    const added = (text: string, path: string) =>
      JSON.parse(droidInstall.register(text, path, portable).text);
    expect(added('{"model":"x"}', settings).hooks.Stop).toHaveLength(1);
    expect(added('{"Stop":[]}', own).Stop).toHaveLength(1);
    expect(added('{"hooks":{}}', own).hooks.Stop).toHaveLength(1);
    expect(added('{"hooks":{}}', own).Stop).toBeUndefined();
  });

  it('are off where the setting says so', () => {
    expect(droidInstall.hooksOff('{"hooksDisabled":true}', settings)).toBe('hooksDisabled');
    expect(droidInstall.hooksOff('{"hooksDisabled":false}', settings)).toBeUndefined();
  });
});

describe('the file that droid reads its hooks from', () => {
  let root: string;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'holdfast-droid-'));
  });
  afterEach(() => removeFolder(root));

  function machine() {
    const [home, project] = [join(root, 'home'), join(root, 'proj')];
    const bundlePath = join(root, 'hook.cjs');
    for (const folder of [home, project]) mkdirSync(folder, { recursive: true });
    writeFileSync(bundlePath, '// nothing');
    writeFileSync(join(root, 'cli-mcp.js'), '// nothing');
    writeFileSync(join(root, 'cli-mcp-tools.cjs'), '// nothing');
    writeFileSync(join(root, 'mcp-handshake.sh'), '# nothing');
    return {
      disk,
      clock: { now: () => new Date('2026-01-02T03:04:05.678Z') },
      paths: statePaths(join(root, 'state')),
      place: { env: {}, home, project },
      hosts: [droidInstall],
      searchPath: [],
      version: '1.2.3',
      nodePath: process.execPath,
      bundlePath,
      windows: false,
    };
  }
  const put = (name: string, text: string) => {
    const path = join(root, 'home', '.factory', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  };

  it('is the hooks file where there is one, and no other is made, which would hide the hooks of the settings', () => {
    const text = '{\n  "model": "x",\n  "hooks": {}\n}\n';
    const path = put('settings.json', text);
    const context = machine();
    applyInit(context, planInit(context, { host: 'droid' }));
    expect(existsSync(join(dirname(path), 'hooks.json'))).toBe(false);
    expect(droidInstall.registered(readFileSync(path, 'utf8'), path)).toHaveLength(7);
    const hooks = put('hooks.json', '{"Stop":[]}\n');
    // The client now reads this one alone.
    applyInit(context, planInit(context, { host: 'droid' }));
    expect(droidInstall.registered(readFileSync(hooks, 'utf8'), hooks)).toHaveLength(7);
    applyUninstall(context, planUninstall(context, {}));
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readFileSync(hooks, 'utf8')).toBe('{"Stop":[]}\n');
  });
});
