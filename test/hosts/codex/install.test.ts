import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdits, invertEdits } from '../../../src/core/settings-text/edit.ts';
import { codexInstall } from '../../../src/hosts/codex/install.ts';
import { codexTrust } from '../../../src/hosts/codex/install-trust.ts';

const portable = { form: 'portable' } as const;
const path = '/home/dev/.codex/hooks.json';

const handler = fc.record({ type: fc.constant('command'), command: fc.string() });
const group = fc.record({ matcher: fc.string(), hooks: fc.array(handler, { maxLength: 3 }) });
const hooks = fc.dictionary(
  fc.constantFrom('Stop', 'PreToolUse', 'SessionStart', 'Interrupt', 'odd "name"'),
  fc.array(group, { maxLength: 3 }),
);
/** A hooks file in any layout: indentation, line ends, blanks around. */
const file = fc
  .record({
    value: fc.record({ description: fc.string(), hooks }, { requiredKeys: [] }),
    indent: fc.constantFrom('', ' ', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n', ' \t\n'),
  })
  .map(({ value, indent, eol, end }) =>
    (JSON.stringify(value, null, indent) + end).replaceAll('\n', eol),
  );

describe('the hooks file of Codex', () => {
  it('is given back to the byte, by the recorded edits and by structure [R43] [case 16]', () => {
    fc.assert(
      fc.property(file, (text) => {
        const change = codexInstall.register(text, path, portable);
        expect(codexInstall.registered(change.text, path)).toHaveLength(9);
        let back = change.text;
        for (const pass of [...change.passes].reverse()) back = applyEdits(back, invertEdits(pass));
        expect(back).toBe(text);
        expect(codexInstall.register(change.text, path, portable).passes).toEqual([]);
        const structural = codexInstall.unregister(change.text, path, change.created);
        expect(JSON.parse(structural.text)).toEqual(JSON.parse(text));
      }),
      { numRuns: 200 },
    );
  });

  it('never gains a member beside the two that the client knows', () => {
    const { text } = codexInstall.register('', path, portable);
    expect(Object.keys(JSON.parse(text))).toEqual(['hooks']);
  });

  it.each([
    ['a member of its own', '{"version":1,"hooks":{}}', '"version" at the top'],
    ['a byte order mark', '\uFEFF{"hooks":{}}', 'byte order mark'],
    ['an event twice', '{"hooks":{"Stop":[],"Stop":[]}}', '"Stop" stands in it twice'],
    [
      'a handler of another host',
      '{"hooks":{"Stop":[{"hooks":[{"type":"http","url":"x"}]}]}}',
      'of the type "http"',
    ],
    ['a handler without a type', '{"hooks":{"Stop":[{"hooks":[{}]}]}}', 'of the type undefined'],
  ])('is refused with %s, since the client drops it whole', (_what, text, why) => {
    expect(() => codexInstall.register(text, path, portable)).toThrow(why);
    expect(() => codexInstall.hooksOff(text, path)).toThrow(why);
  });

  it('starts nothing for a tool call while no session is watched, and lifts the limit of what it tells', () => {
    const { text } = codexInstall.register('', path, portable);
    const handlers = (event: string) => JSON.parse(text).hooks[event][0].hooks[0];
    for (const event of ['PreToolUse', 'PostToolUse']) {
      expect(handlers(event).command).toMatch(/^h=.*;\[ -e "\$h\/watch" \]&&/);
      expect(handlers(event).additionalContextLimit).toBe(0);
    }
    expect(handlers('SessionStart').additionalContextLimit).toBe(0);
    expect(handlers('SessionEnd').timeout).toBeLessThanOrEqual(3);
  });

  it('is switched off by the feature alone', () => {
    const config = '/home/dev/.codex/config.toml';
    const off = (text: string) => codexInstall.hooksOff(text, config);
    expect(off('[features]\nhooks = false\n')).toBe('features.hooks');
    expect(off('features.hooks = false # mine')).toBe('features.hooks');
    expect(off('[features]\nhooks = true\n[other]\nhooks = false\n')).toBeUndefined();
  });
});

describe('the trust that Codex keeps', () => {
  it('is taken out of its file table by table, and nothing else', () => {
    const key = '/h/"odd"/hooks.json:stop:0:0';
    const mine = `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = "sha256:1"\n\n`;
    const other = '[hooks.state."/h/hooks.json:stop:1:0"]\ntrusted_hash = "sha256:2"\n';
    const text = `model = "x" # keep\n\n${mine}${other}[tui]\na = 1\n`;
    expect(codexTrust.withdraw(text, [key])).toBe(`model = "x" # keep\n\n${other}[tui]\na = 1\n`);
  });

  it('is asked of our hooks only, and why there is none is told', async () => {
    const ask = (answer: unknown) => async (method: string) =>
      method === 'hooks/list' ? answer : {};
    const { text } = codexInstall.register('', path, portable);
    const command = JSON.parse(text).hooks.Stop[0].hooks[0].command;
    const hook = { eventName: 'stop', key: 'k', currentHash: 'h', enabled: true };
    const listed = {
      data: [
        {
          hooks: [
            { ...hook, command: 'echo other', trustStatus: 'untrusted' },
            { ...hook, command, trustStatus: 'untrusted' },
            { ...hook, key: 'l', command, trustStatus: 'trusted' },
          ],
        },
      ],
    };
    expect(await codexTrust.known(ask(listed), '/p')).toEqual([
      { event: 'stop', key: 'k', hash: 'h', trusted: false },
      { event: 'stop', key: 'l', hash: 'h', trusted: true },
    ]);
    const broken = { data: [{ hooks: [], warnings: ['failed to parse hooks config'] }] };
    await expect(codexTrust.known(ask(broken), '/p')).rejects.toThrow('failed to parse');
  });
});
