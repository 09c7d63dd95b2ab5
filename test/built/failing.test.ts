import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { arrived, beginWork, decision, edit, reason } from '../cases/kit.ts';
import { longPlan, Rig } from '../cases/rig.ts';
import { type CliMachine, makeCliMachine } from '../entry/cli/machine.ts';

/**
 * Small inputs that failed once, each with what is right, which lie beside the checkout. They run through what was built and
 * installed.
 */
const root = resolve(import.meta.dirname, '..', '..');
const inputs = join(process.env.HOLDFAST_SHARED ?? join(root, '..', 'shared'), 'failing');

/** Folders that are not right yet. Empty at the end. */
const notYet = new Set<string>();

let machine: CliMachine;
let rig: Rig;
beforeEach(() => {
  machine = makeCliMachine();
  rig = new Rig();
});
afterEach(() => {
  machine.remove();
  rig.remove();
});

const inFolder = (folder: string, ...words: string[]) =>
  machine.run(words, { cwd: join(inputs, folder) });
const files = (folder: string, pattern: RegExp): string[] =>
  readdirSync(join(inputs, folder))
    .filter((name) => pattern.test(name))
    .sort();
const rows = (folder: string, name: string): { type: string; message?: { content?: unknown } }[] =>
  readFileSync(join(inputs, folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
/** What the user typed, in order. */
const typed = (folder: string, name: string): string[] =>
  rows(folder, name).flatMap(({ type, message }) =>
    type === 'user' && typeof message?.content === 'string' ? [message.content] : [],
  );
const facts = (out: string): string[] =>
  out.split('\n').filter((line) => /^(?:prohibition|constraint|correction)\b/.test(line));
/** The part of a brief under a heading, to the next blank line. */
const part = (brief: string, heading: RegExp): string => {
  const lines = brief.split('\n');
  const start = lines.findIndex((line) => heading.test(line));
  if (start < 0) return '';
  const end = lines.findIndex((line, at) => at > start && line === '');
  return lines.slice(start, end < 0 ? undefined : end).join('\n');
};

/** A session with a plan as its task, after a compaction whose brief arrived. */
async function compacted(): Promise<string> {
  const path = rig.write('PLAN.md', longPlan);
  rig.setTask('PLAN.md');
  await beginWork(rig);
  arrived(rig, await rig.compact());
  return path;
}

const checks: Record<string, (folder: string) => void | Promise<void>> = {
  'program-text-read-as-latin1'(folder) {
    expect(facts(inFolder(folder, 'snapshot', '--transcript', 'record.jsonl').out)).toHaveLength(3);
  },

  async 'arrow-line-numbers'() {
    const path = await compacted();
    expect(decision(await rig.send('PreToolUse', edit('toolu_1')))).toBe('deny');
    const lines = longPlan.split('\n').map((line, at) => `${String(at + 1).padStart(6)}→${line}`);
    const call = { tool_name: 'Read', tool_use_id: 'toolu_2', tool_input: { file_path: path } };
    rig.callRows('toolu_2', 'Read', call.tool_input, { text: lines.join('\n') });
    await rig.send('PostToolUse', { ...call, tool_response: lines.join('\n') });
    const next = await rig.send('PreToolUse', edit('toolu_3'));
    expect([decision(next), reason(next)]).toEqual(['', '']);
  },

  'commented-settings-of-gemini-and-qwen'(folder) {
    const given = readFileSync(join(inputs, folder, 'settings.json'), 'utf8');
    for (const host of ['gemini', 'qwen']) {
      const path = join(machine.home, `.${host}`, 'settings.json');
      mkdirSync(join(path, '..'));
      writeFileSync(path, given);
      expect(machine.run(['init', '--yes', '--no-mcp', '--host', host]).code).toBe(0);
      const now = readFileSync(path, 'utf8');
      expect(now).toContain('"hooks"');
      for (const line of given.split('\n').filter((one) => one.includes('//'))) {
        expect(now).toContain(line);
      }
      expect(machine.run(['uninstall', '--yes', '--host', host]).code).toBe(0);
      expect(readFileSync(path, 'utf8')).toBe(given);
    }
  },

  'conditional-yes-in-other-languages'(folder) {
    for (const name of files(folder, /^qa.*\.jsonl$/)) {
      const { out } = inFolder(folder, 'snapshot', '--transcript', name);
      expect([name, out.match(/^approval.*/gm)]).toEqual([name, null]);
    }
    const words = ['evidence', 'check', '--approved', 'pousser', '--transcript', 'qa0.jsonl'];
    expect(inFolder(folder, ...words).code).toBe(1);
  },

  'language-of-the-conversation'(folder) {
    const { out } = inFolder(folder, 'brief', '--transcript', 'record.jsonl');
    const lines = out.split('\n').filter((line) => !line.includes('jsonl'));
    expect(lines.filter((line) => /spanish|español/i.test(line)).length).toBeGreaterThan(0);
  },

  'lifted-prohibition-still-holds'(folder) {
    for (const name of files(folder, /^t\d+\.jsonl$/)) {
      const [, rule = '', lifting = ''] = typed(folder, name);
      const { out } = inFolder(folder, 'brief', '--transcript', name);
      const holding = part(out, /they still hold/);
      const line = holding.split('\n').find((one) => one.includes(rule));
      if (line !== undefined)
        expect([name, line]).toEqual([name, expect.stringMatching(/taken back|lifted/)]);
      expect([name, out]).toEqual([name, expect.stringContaining(lifting)]);
    }
  },

  'passwords-in-other-languages'(folder) {
    const { out } = inFolder(folder, 'brief', '--transcript', 'record.jsonl');
    expect(out.split('\n').filter((line) => /Tr0ub|2026"/.test(line))).toEqual([]);
    expect(out).toContain('[redacted');
  },

  'plan-accepted-with-cleared-context'(folder) {
    const { out } = inFolder(folder, 'brief', '--transcript', 'record.jsonl');
    const [plan = ''] = typed(folder, 'record.jsonl');
    const steps = plan.match(/Move helper[^\n]*/g) ?? [];
    expect(steps.length).toBeGreaterThan(20);
    expect(steps.filter((step) => !out.includes(step))).toEqual([]);
    expect(out).toMatch(/^(?:Task|Approved)/m);
    expect(facts(inFolder(folder, 'snapshot', '--transcript', 'record.jsonl').out)).toEqual([]);
  },

  async 'project-folder-renamed'() {
    execFileSync('git', ['init', '-q', rig.project]);
    const path = await compacted();
    rig.callRows('toolu_5', 'Edit', { file_path: join(rig.project, 'src/a.ts') }, { text: 'ok' });
    const old = rig.project;
    renameSync(old, `${old}-new`);
    Object.assign(rig, { project: `${old}-new` });
    const { context } = await rig.send('SessionStart', { source: 'resume' });
    const denied = await rig.send('PreToolUse', edit('toolu_6'));
    expect(`${context}\n${reason(denied)}`).toContain('PLAN.md');
    expect(`${context}\n${reason(denied)}`).not.toContain(path);
    const { context: brief } = await rig.send('SessionStart', { source: 'compact' });
    expect(brief).toContain('PLAN.md');
    const dead = brief.split('\n').filter((line) => line.includes(`${old}/`));
    expect(dead).toEqual([]);
  },

  async 'question-in-other-languages'(folder) {
    for (const name of files(folder, /\.jsonl$/)) {
      const { out } = inFolder(folder, 'snapshot', '--transcript', name);
      expect([name, out.match(/^question\.open/gm)?.length]).toEqual([name, 1]);
    }
    await compacted();
    const stop = JSON.parse(readFileSync(join(inputs, folder, 'stop.json'), 'utf8'));
    rig.answerRow(stop.last_assistant_message);
    const { raw } = await rig.send('Stop', { last_assistant_message: stop.last_assistant_message });
    expect(raw).toBe('');
  },

  'rewound-turns-still-hold'(folder) {
    const { out } = inFolder(folder, 'brief', '--transcript', 'claude.jsonl');
    const holding = part(out, /they still hold/);
    expect(holding).not.toContain('never touch Postgres');
    expect(out).not.toMatch(/^Approved/m);
    for (const host of ['codex', 'gemini', 'pi']) {
      const words = ['snapshot', '--host', host, '--transcript', `${host}.jsonl`];
      const lines = inFolder(folder, ...words).out.split('\n');
      const held = lines.filter((line) => line.includes('never touch Postgres'));
      expect([host, held]).toEqual([host, []]);
    }
  },

  'rules-in-other-languages'(folder) {
    const { out } = inFolder(folder, 'snapshot', '--transcript', 'record.jsonl');
    expect(facts(out)).toHaveLength(22);
  },

  async 'ticket-and-plan-names'() {
    const ids = ['Straße reparieren', '登录修复', 'ログイン修正', 'Починить вход'].map((title) => {
      const { out } = machine.run(['ticket', 'new', title, '--json']);
      return (JSON.parse(out) as { id: string }).id;
    });
    expect(ids[0]).toBe('strasse-reparieren');
    expect(new Set(ids).size).toBe(4);
    expect(ids.filter((id) => /^ticket/.test(id))).toEqual([]);
    const path = rig.write('計画.md', '# Widgets\n\n- [x] measure\n- [ ] cut\n');
    await beginWork(rig);
    for (const id of ['toolu_1', 'toolu_2', 'toolu_3']) {
      const call = edit(id, path);
      rig.callRows(id, 'Edit', call.tool_input, { text: 'updated' });
    }
    const { context } = await rig.send('SessionStart', { source: 'compact' });
    expect(context).toContain('計画.md');
    expect(context).not.toContain('No task document is known');
  },
};

describe.runIf(existsSync(inputs))('inputs that failed once, by the installed programs', () => {
  it('are all here', () => {
    const folders = readdirSync(inputs).sort();
    expect(folders).toEqual(Object.keys(checks).sort());
    expect([...notYet].filter((name) => !folders.includes(name))).toEqual([]);
  });

  for (const [folder, check] of Object.entries(checks)) {
    it.skipIf(notYet.has(folder))(folder, () => check(folder));
  }
});
