import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CliMachine, makeCliMachine } from './machine.ts';

let machine: CliMachine;
beforeEach(() => {
  machine = makeCliMachine();
  mkdirSync(join(machine.home, '.claude'));
});
afterEach(() => machine.remove());

const minute = 60_000;

/** A transcript as Claude Code writes it, of a session that began so many milliseconds from now. */
function transcript(session: string, fromNow: number, { compacted = false, cwd = '' } = {}): void {
  const folder = join(machine.home, '.claude', 'projects', '-work');
  mkdirSync(folder, { recursive: true });
  let seconds = 0;
  const row = (parts: object) => {
    seconds += 1;
    const timestamp = new Date(Date.now() + fromNow + seconds * 1000).toISOString();
    const common = { uuid: `u${seconds}`, sessionId: session, isSidechain: false };
    return { ...common, cwd: cwd || machine.project, timestamp, ...parts };
  };
  const said = (role: string, text: string) =>
    row({ type: role, message: { role, content: [{ type: 'text', text }] } });
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    content: 'Conversation compacted',
    compactMetadata: { trigger: 'auto', preTokens: 1000 },
  };
  const rows = [
    said('user', 'Rename the module.'),
    said('assistant', 'Done.'),
    ...(compacted ? [row(boundary), said('user', 'Go on.'), said('assistant', 'Yes.')] : []),
  ];
  const text = rows.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileSync(join(folder, `${session}.jsonl`), text);
}

interface Finding {
  check: string;
  state: string;
  message: string;
  fix?: string;
}

function findings(...args: string[]): Finding[] {
  const { out } = machine.run(['doctor', '--json', ...args]);
  const all = (JSON.parse(out) as { findings: Finding[] }).findings;
  return all.filter(({ check }) => check === 'claude-code sessions');
}

describe('a session of a client with our hooks, of which no hook ever fired', () => {
  it('is named by doctor with its compactions, and is no "All is well"', () => {
    machine.run(['init', '--host', 'claude-code', '--yes']);
    transcript('11111111-aaaa-4000-8000-000000000001', minute, { compacted: true });
    const [finding, ...more] = findings();
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ state: 'off' });
    expect(finding!.message).toContain('11111111-aaaa-4000-8000-000000000001');
    expect(finding!.message).toContain('One compaction went unannounced');
    expect(finding!.fix).toContain('holdfast audit');
    expect(machine.run(['doctor']).out).not.toContain('All is well');
    expect(findings('--clear')).toEqual([]);
  });

  it('is worth a note where nothing was compacted yet', () => {
    machine.run(['init', '--host', 'claude-code', '--yes']);
    transcript('11111111-aaaa-4000-8000-000000000002', minute);
    expect(findings()).toMatchObject([{ state: 'note' }]);
  });

  it('is none of ours where it began before the hooks, or in a project without them', () => {
    transcript('11111111-aaaa-4000-8000-000000000003', -60 * minute, { compacted: true });
    machine.run(['init', '--host', 'claude-code', '--scope', 'project', '--yes']);
    const cwd = join(machine.folder, 'elsewhere');
    transcript('11111111-aaaa-4000-8000-000000000004', minute, { compacted: true, cwd });
    expect(findings()).toEqual([]);
  });

  it('that was open before the install is named once it was compacted since, with the next step', () => {
    const session = '11111111-aaaa-4000-8000-000000000006';
    machine.run(['init', '--host', 'claude-code', '--yes']);
    transcript(session, -2000, { compacted: true });
    expect(findings()).toMatchObject([{ state: 'off' }]);
    expect(findings()[0]!.message).toContain('open before the hooks were installed');
    expect(findings()[0]!.fix).toContain('resume it');
  });

  it('is read by its id from its transcript where that is asked for', () => {
    const session = '11111111-aaaa-4000-8000-000000000007';
    machine.run(['init', '--host', 'claude-code', '--yes']);
    transcript(session, minute);
    for (const words of [
      ['snapshot', session],
      ['brief', session],
      ['rules', session],
    ])
      expect(machine.run(words).code, words.join(' ')).toBe(0);
    expect(machine.run(['evidence', 'list', session.slice(0, 12)]).out).toContain('No tool call');
    const shown = machine.run(['show', session]);
    expect(shown.code).not.toBe(0);
    expect(shown.err).toContain(`holdfast snapshot ${session}`);
  });

  it('is not one that events arrived from', () => {
    machine.run(['init', '--host', 'claude-code', '--yes']);
    const session = '11111111-aaaa-4000-8000-000000000005';
    transcript(session, minute, { compacted: true });
    mkdirSync(join(machine.state, 'sessions', 'claude-code', session), { recursive: true });
    expect(findings()).toEqual([]);
  });
});
