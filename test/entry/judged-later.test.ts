import { mkdirSync, mkdtempSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { removeFolder } from '../../harness/remove-folder.ts';
import { answerPayload } from '../../src/entry/hook/answer-payload.ts';
import { commandHostById } from '../../src/hosts/command-hosts.ts';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'holdfast-later-')));
  mkdirSync(join(folder, 'project'));
});
afterEach(() => removeFolder(folder));

it('a prompt that no transcript holds yet is judged after its answer', async () => {
  const state = join(folder, 'state');
  const payload = {
    session_id: 's1',
    transcript_path: join(folder, 'none.jsonl'),
    cwd: join(folder, 'project'),
    hook_event_name: 'UserPromptSubmit',
    prompt: 'Stop here.',
  };
  const works: (() => Promise<unknown>)[] = [];
  const given = {
    host: commandHostById('claude-code')!,
    eventName: undefined,
    payload,
    env: { HOME: folder, HOLDFAST_HOME: state },
  };
  const fault = (error: unknown): never => {
    throw error;
  };
  await answerPayload(given, { fault, afterwards: (work) => void works.push(work) });
  const journal = () =>
    readFileSync(join(state, 'sessions', 'claude-code', 's1', 'journal.ndjson'), 'utf8');
  expect(journal()).not.toContain('"course"');
  for (const work of works) await work();
  expect(journal()).toMatch(/"kind":"course".*"stops":true/);
});
