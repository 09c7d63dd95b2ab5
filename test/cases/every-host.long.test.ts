import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { commandHostById, commandHostIds } from '../../src/hosts/command-hosts.ts';
import { answerOfHook } from '../built/answer-of-hook.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-hosts-')));
});
afterEach(() => removeFolder(folder));

function send(host: string, payload: object | string): Promise<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const env = { HOME: folder, HOLDFAST_HOME: join(folder, 'state'), PATH: process.env.PATH };
  return answerOfHook([host], env, text);
}

/** The sample session of a host: its record written, its payloads in order. */
function sample(host: string): { record: string; payloads: Record<string, unknown>[] } {
  const record = join(folder, `${host}.jsonl`);
  const { record: text, payloads } = commandHostById(host)!.sample(folder, record);
  writeFileSync(record, text);
  return { record, payloads: payloads.map((payload) => JSON.parse(payload)) };
}

/** Faults that the hook noted beside its empty answer. */
function faults(): string[] {
  const path = join(folder, 'state', 'faults.ndjson');
  const names = readdirSync(join(folder, 'state'));
  return names.includes('faults.ndjson') ? readFileSync(path, 'utf8').trim().split('\n') : [];
}

describe.each(commandHostIds)('the hook of %s', (host) => {
  it('answers every event of a session with one whole JSON object, with text for the summariser, or with nothing [case 14]', async () => {
    const { payloads } = sample(host);
    let told = 0;
    for (const payload of payloads) {
      const answer = await send(host, payload);
      if (answer === '') continue;
      told += 1;
      if (host === 'claude-code' && payload.hook_event_name === 'PreCompact') continue;
      expect(JSON.parse(answer), String(payload.hook_event_name)).toBeTypeOf('object');
    }
    expect(told).toBeGreaterThan(0);
    expect(faults()).toEqual([]);
  });

  it('says nothing to an event that nobody knows, and to what is no payload [case 14]', async () => {
    const [first] = sample(host).payloads;
    const unknown = { ...first, hook_event_name: 'EventOfTheFuture' };
    for (const input of [unknown, '', '[]', 'null', '{"a":', '{}']) {
      expect(await send(host, input)).toBe('');
    }
  });
});

describe('a rollout of Codex', () => {
  it('that is replaced in place by its compaction takes nothing away from what was written down [case 40]', async () => {
    const { record, payloads } = sample('codex');
    const start = payloads.findIndex((payload) => payload.hook_event_name === 'PostCompact');
    for (const payload of payloads.slice(0, start)) await send('codex', payload);
    const [meta] = readFileSync(record, 'utf8').split('\n');
    const compacted = { message: '', replacement_history: [] };
    const row = { timestamp: '2026-01-01T01:00:00.000Z', type: 'compacted', payload: compacted };
    writeFileSync(record, `${meta}\n${JSON.stringify(row)}\n`);
    const answers: string[] = [];
    for (const payload of payloads.slice(start)) answers.push(await send('codex', payload));
    expect(answers.join('\n')).toContain('Never push; use tabs instead.');
  });
});

describe('a session of Copilot CLI whose record is not written yet', () => {
  it('is never told by the record of another session beside it [case 1]', async () => {
    const { record, payloads } = sample('copilot');
    const folderOf = (session: string) => join(folder, '.copilot', 'session-state', session);
    mkdirSync(folderOf('theirs'), { recursive: true });
    copyFileSync(record, join(folderOf('theirs'), 'events.jsonl'));
    const transcriptPath = join(folderOf('mine'), 'events.jsonl');
    const answers: string[] = [];
    for (const payload of payloads) {
      answers.push(await send('copilot', { ...payload, sessionId: 'mine', transcriptPath }));
    }
    expect(answers.join('')).not.toContain('use tabs');
    mkdirSync(folderOf('mine'));
    copyFileSync(record, transcriptPath);
    for (const payload of payloads) {
      answers.push(await send('copilot', { ...payload, sessionId: 'mine', transcriptPath }));
    }
    expect(answers.join('')).toContain('use tabs');
  });
});

describe('a session of Gemini CLI', () => {
  it('is told once of a compression, however often one was announced that never came [case 53]', async () => {
    const { record, payloads } = sample('gemini');
    const rows = readFileSync(record, 'utf8').split('\n');
    const [start, prompt, ...rest] = payloads;
    const common = { session_id: start!.session_id, transcript_path: record, cwd: start!.cwd };
    writeFileSync(record, rows.slice(0, -1).join('\n'));
    await send('gemini', start!);
    await send('gemini', prompt!);
    for (let time = 0; time < 50; time += 1) {
      const announced = { ...common, hook_event_name: 'PreCompress', trigger: 'auto' };
      expect(await send('gemini', announced)).toBe('');
    }
    const tool = rest.find((payload) => payload.hook_event_name === 'AfterTool')!;
    expect(await send('gemini', tool)).toBe('');
    writeFileSync(record, rows.join('\n'));
    const answers: string[] = [];
    for (const payload of [...rest, ...rest]) answers.push(await send('gemini', payload));
    for (const answer of answers.filter((one) => one !== '')) JSON.parse(answer);
    expect(answers.join('').split('was replaced by a summary')).toHaveLength(2);
  });
});
