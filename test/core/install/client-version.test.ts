import { describe, expect, it } from 'vitest';
import { isBefore, takesEvent, versionIn } from '../../../src/core/install/client-version.ts';
import { claudeCodeInstall } from '../../../src/hosts/claude-code/install.ts';
import { claudeCodeVersions } from '../../../src/hosts/claude-code/versions.ts';

describe('the version of a client', () => {
  it.each([
    ['2.1.332 (Claude Code)', '2.1.332'],
    ['codex-cli 0.171.0\n', '0.171.0'],
    ['GitHub Copilot CLI 1.0.20.\nCommit: abc', '1.0.20'],
    ['v24.21.0', '24.21.0'],
    ['1.18.34-beta.2', '1.18.34'],
    ['usage: claude [options] 2.1', undefined],
    ['127.0.0.1', undefined],
    ['', undefined],
  ])('is found in what it says: %j', (said, version) => {
    expect(versionIn(said)).toBe(version);
  });

  it.each([
    ['2.0.76', '2.1.0', true],
    ['2.1.9', '2.1.10', true],
    ['2.1.10', '2.1.9', false],
    ['2.1.76', '2.1.76', false],
    ['3.0.0', '2.9.9', false],
  ])('%s is before %s: %s', (one, other, before) => {
    expect(isBefore(one, other)).toBe(before);
  });

  it('takes an event from the first one on that has it, and any where nothing is known', () => {
    const takes = (event: string, version?: string) =>
      takesEvent(claudeCodeVersions, event, version);
    expect(['2.1.75', '2.1.76'].map((version) => takes('PostCompact', version))).toEqual([
      false,
      true,
    ]);
    expect([takes('PostCompact'), takes('toString', '1.0.0')]).toEqual([true, true]);
  });

  it('of Claude Code decides what is registered: 2.0.76 gets all but the event that it does not know', () => {
    const eventsFor = (client?: string) => {
      const form = { form: 'portable' as const, ...(client === undefined ? {} : { client }) };
      const { text } = claudeCodeInstall.register('', '/s.json', form);
      return Object.keys((JSON.parse(text) as { hooks: object }).hooks);
    };
    expect(eventsFor('2.1.76')).toEqual(eventsFor());
    expect(eventsFor().filter((event) => !eventsFor('2.0.76').includes(event))).toEqual([
      'PostCompact',
    ]);
    expect(eventsFor('2.0.43')).not.toContain('SubagentStart');
  });
});
