import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { longPlan, Rig } from './rig.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

let rig: Rig;
beforeAll(async () => {
  rig = new Rig();
  rig.write('PLAN.md', longPlan);
  rig.userRow('Build it. Never push to main.');
  await rig.send('SessionStart', { source: 'startup' });
  await rig.send('UserPromptSubmit', { prompt: 'Build it.', prompt_id: 'p' });
  await rig.send('PreCompact', { trigger: 'auto' });
  // Node itself never comes back from reading this file then.
  writeFileSync(
    join(rig.home, 'blocked.cjs'),
    `const fs = require('node:fs');
     const { readSync, openSync } = fs;
     const blocked = new Set();
     fs.openSync = (path, ...rest) => {
       const file = openSync(path, ...rest);
       if (String(path).endsWith('${rig.session}.jsonl')) blocked.add(file);
       else blocked.delete(file);
       return file;
     };
     fs.readSync = (file, ...rest) => {
       while (blocked.has(file));
       return readSync(file, ...rest);
     };`,
  );
});
afterAll(() => rig.remove());

interface Ran {
  signal: string | null;
  code: number | null;
  err: string;
  out: string;
}

/** Runs a command on a machine whose records cannot be read. */
function run(words: string[], more: Record<string, string> = {}, endedAfterMs = 0): Promise<Ran> {
  const NODE_OPTIONS = `--require ${join(rig.home, 'blocked.cjs')}`;
  return started(process.execPath, [cli, ...words], { NODE_OPTIONS, ...more }, endedAfterMs);
}

function started(
  program: string,
  words: string[],
  more: Record<string, string>,
  endedAfterMs = 0,
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      cwd: rig.project,
      env: { ...rig.env, HOLDFAST_TIME_LIMIT: '1', ...more },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (endedAfterMs > 0) setTimeout(() => child.kill(), endedAfterMs);
    const ran: Ran = { code: null, signal: null, err: '', out: '' };
    child.stdout.on('data', (bytes) => {
      ran.out += bytes;
    });
    child.stderr.on('data', (bytes) => {
      ran.err += bytes;
    });
    child.on('close', (code, signal) => resolve({ ...ran, code, signal }));
  });
}

describe('a command whose thread is blocked by a file', () => {
  const commands = [
    ['brief', '--transcript', 'RECORD'],
    ['snapshot', '--transcript', 'RECORD'],
    ['rules', '--transcript', 'RECORD'],
    ['brief'],
    ['snapshot'],
    ['rules'],
    ['show'],
    ['memory', '--write'],
    ['audit', 'RECORD'],
    ['recall', 'push'],
    ['evidence', 'check', '--ran', 'npm test'],
  ];
  it('is ended, says which and what to do', async () => {
    const ended = await Promise.all(
      commands.map((words) => run(words.map((word) => word.replace('RECORD', rig.transcript)))),
    );
    for (const [index, { signal, err }] of ended.entries()) {
      const [name] = commands[index]!;
      expect(err).toContain(`holdfast ${name} was ended: its work on ${rig.transcript} did not go`);
      expect(err).toContain('\nThe file may be damaged');
      expect(err).toContain('HOLDFAST_TIME_LIMIT=600');
      expect(signal).toBe('SIGKILL');
    }
  });

  it('has no alarm with the limit 0, nor before it reads much, where records are not its work', async () => {
    const quick = await run(['ticket', 'list'], { HOLDFAST_TIME_LIMIT: '1' });
    expect(quick).toMatchObject({ code: 0, err: '' });
    const still = run(['snapshot'], { HOLDFAST_TIME_LIMIT: '0' }, 4_000);
    expect(await still).toMatchObject({ signal: 'SIGTERM', err: '' });
  });

  it('is waited for as long as it waits for a reader', async () => {
    const large = join(rig.home, 'large.jsonl');
    const row = { type: 'user', sessionId: 's1', cwd: rig.project, timestamp: new Date(0) };
    const rows = Array.from({ length: 600 }, (_, index) =>
      JSON.stringify({
        ...row,
        uuid: `u${index}`,
        message: { role: 'user', content: long(index) },
      }),
    );
    writeFileSync(large, `${rows.join('\n')}\n`);
    const shown = await inShell(
      '(node "$CLI" snapshot --transcript "$LARGE" --json; echo "ended $?") | (sleep 7; cat) 2>&1',
      { LARGE: large, HOLDFAST_TIME_LIMIT: '4' },
    );
    expect(shown.err).toBe('');
    expect(shown.out.length).toBeGreaterThan(80_000);
    expect(shown.out).toMatch(/ended 0\n$/);
  });
});

const long = (index: number): string =>
  `Never delete folder ${index} of the data, whatever it holds and whoever asks you to do so.`;

function inShell(script: string, more: Record<string, string>): Promise<Ran> {
  return started('sh', ['-c', script], { CLI: cli, NODE_OPTIONS: '', ...more });
}
