import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { runProcess } from '../cases/hook-process.ts';
import { installed } from './installed.ts';

const fixtures = resolve(import.meta.dirname, '..', 'fixtures');

/** Modules of Node's that a hook with nothing to do may load besides those that each program has from the start. */
const cheap = ['buffer', 'fs', 'module', 'path', 'vm'];

let folder: string;
let preload: string;
let always: Set<string>;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-loaded-')));
  preload = join(folder, 'preload.cjs');
  writeFileSync(
    preload,
    `process.on('exit', () => require('fs').writeFileSync(process.env.LOADED, process.moduleLoadList.join('\\n')));`,
  );
  const empty = join(folder, 'empty.cjs');
  writeFileSync(empty, '');
  always = await loadedBy([empty], join(folder, 'home'), '');
});
afterAll(() => removeFolder(folder));

/** The public modules of Node's that a program had loaded when it ended. */
async function loadedBy(words: string[], home: string, input: string): Promise<Set<string>> {
  const list = join(folder, 'loaded');
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    HOLDFAST_HOME: join(home, 'state'),
    LOADED: list,
  };
  const ran = await runProcess({ args: ['--require', preload, ...words], env, input });
  expect([ran.code, ran.signal]).toEqual([0, null]);
  const names = readFileSync(list, 'utf8')
    .split('\n')
    .map((line) => line.replace(/^NativeModule /, ''));
  removeFolder(list);
  return new Set(names.filter((name) => builtinModules.includes(name)));
}

interface Payload {
  hook_event_name: string;
  transcript_path: string;
  source?: string;
}

/** The recorded events of a session up to its first compaction, in a home of their own, and their records, which are empty. */
function eventsBefore(host: string, recording: string, home: string): string[] {
  const path = join(fixtures, host, 'payloads', `${recording}.jsonl`);
  const lines = readFileSync(path, 'utf8').replaceAll('/home/dev', home).trim().split('\n');
  const payloads = lines.map((line) => JSON.parse(line) as Payload);
  const end = payloads.findIndex(
    ({ hook_event_name: name, source }) => /compact|compress/i.test(name) || source === 'compact',
  );
  for (const { transcript_path: record } of payloads) {
    if (existsSync(record)) continue;
    mkdirSync(dirname(record), { recursive: true });
    writeFileSync(record, '');
  }
  return lines.slice(0, end);
}

describe('a hook of a session in which nothing is pending', () => {
  it.each([
    ['claude-code', 'auto-compaction'],
    ['claude-code', 'plan-and-question'],
    ['codex', 'compaction'],
    ['qwen', 'compaction'],
    ['droid', 'documented'],
  ])(
    'loads none of the modules of Node that take long, for %s at the events of %s',
    async (host, recording) => {
      const home = join(folder, `${host}-${recording}`);
      mkdirSync(join(home, 'proj'), { recursive: true });
      const events = eventsBefore(host, recording, home);
      expect(events.length).toBeGreaterThan(4);
      for (const event of events) {
        const loaded = await loadedBy([join(installed().runtime, 'start.cjs'), host], home, event);
        const beyond = [...loaded].filter((name) => !always.has(name) && !cheap.includes(name));
        expect([(JSON.parse(event) as Payload).hook_event_name, ...beyond]).toHaveLength(1);
      }
      // The events arrived: what they tell is kept.
      expect(existsSync(join(home, 'state', 'sessions', host))).toBe(true);
    },
  );

  it('is told apart from one that loads them', async () => {
    const program = join(folder, 'crypto.cjs');
    writeFileSync(program, "require('node:crypto'); require('node:child_process');");
    const loaded = await loadedBy([program], join(folder, 'home'), '');
    expect([...loaded].filter((name) => !always.has(name))).toEqual(
      expect.arrayContaining(['crypto', 'child_process']),
    );
  });
});
