import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Answer, isAlive, RunningDaemon } from './running.ts';

let daemon: RunningDaemon;
beforeEach(() => {
  daemon = new RunningDaemon();
  daemon.start();
});
afterEach(() => daemon.remove());

const post = (session: string, event: string, more: object = {}): Promise<Answer> =>
  daemon.hook({
    session_id: session,
    cwd: daemon.machine.project,
    hook_event_name: event,
    ...more,
  });
const prompt = (session: string, text = 'go on') =>
  post(session, 'UserPromptSubmit', { prompt: text });

/** The processes that work for the daemon, by what they do. */
function helpers(name: 'hooks' | 'api'): number[] {
  const { pid } = daemon.record;
  return readdirSync('/proc')
    .filter((one) => /^\d+$/.test(one))
    .map(Number)
    .filter((one) => {
      try {
        const parent = /\) \S (\d+)/.exec(readFileSync(`/proc/${one}/stat`, 'latin1'))?.[1];
        const words = readFileSync(`/proc/${one}/cmdline`, 'utf8').split('\0');
        return Number(parent) === pid && words[2] === 'daemon' && words[3] === name;
      } catch {
        return false;
      }
    });
}

async function ended(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise((wait) => setTimeout(wait, 50));
}

const faults = () => readFileSync(join(daemon.machine.state, 'faults.ndjson'), 'utf8');

/** What settled first. */
const first = (...each: [string, Promise<unknown>][]): Promise<string> =>
  Promise.race(each.map(([name, promise]) => promise.then(() => name)));

describe('work that blocks its thread', () => {
  it('holds up no hook of another session, is answered silently, ended, and its process replaced', async () => {
    await prompt('one');
    const [stuck] = helpers('hooks');
    process.kill(stuck!, 'SIGSTOP');
    const blocked = prompt('one');
    for (const event of ['UserPromptSubmit', 'Stop', 'SubagentStop']) {
      const other = post('other', event, { prompt: 'go on' });
      expect(await first(['blocked', blocked], ['other', other])).toBe('other');
      expect((await other).status).toBe(200);
    }
    const { status, text } = await blocked;
    expect([status, text]).toEqual([200, '{}']);
    expect(faults()).toContain('was not done in time');
    await ended(stuck!);
    expect((await prompt('one')).status).toBe(200);
    expect(helpers('hooks')).not.toContain(stuck);
  });

  it('is a person’s own pattern that never ends: neither the evidence nor other hooks wait for it', async () => {
    const folder = join(daemon.machine.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{"redact": ["(?:a|aa)+b"]}');
    const call = (id: string, command: string) =>
      post('one', 'PreToolUse', {
        tool_name: 'Bash',
        tool_use_id: id,
        tool_input: { command },
      });
    const blocked = call('toolu_1', `echo ${'a'.repeat(120)}`);
    const hello = daemon.ask('/api/v1/hello');
    expect(await first(['blocked', blocked], ['hello', hello])).toBe('hello');
    const other = prompt('other');
    expect(await first(['blocked', blocked], ['other', other])).toBe('other');
    expect((await blocked).text).toBe('{}');
  });

  it('holds up no other request of the API, and is told of with the next step', async () => {
    const list = () => daemon.ask('/api/v1/sessions');
    expect((await list()).status).toBe(200);
    // A helper says that it is free a moment after its answer; until then the next request gets another one.
    await new Promise((wait) => setTimeout(wait, 1_000));
    const [stuck] = helpers('api');
    process.kill(stuck!, 'SIGSTOP');
    const blocked = daemon.ask('/api/v1/sessions/one');
    const other = list();
    expect(await first(['blocked', blocked], ['other', other])).toBe('other');
    expect((await other).status).toBe(200);
    const { status, json } = await blocked;
    expect([status, json]).toMatchObject([
      504,
      { error: { code: 'late', hint: expect.stringContaining('Run "holdfast show') } },
    ]);
    await ended(stuck!);
    expect((await list()).status).toBe(200);
  });

  it('is ended with the daemon', async () => {
    await prompt('one');
    const [stuck] = helpers('hooks');
    process.kill(stuck!, 'SIGSTOP');
    void prompt('one').catch(() => {});
    await prompt('other');
    daemon.machine.run(['daemon', 'stop']);
    await ended(stuck!);
  });
});
