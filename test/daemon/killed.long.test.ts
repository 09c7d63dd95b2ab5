import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RunningDaemon } from './running.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const sessionCount = 20;
/** Events a second of all sessions together. */
const rate = 200;
const kills = 10;

let daemon: RunningDaemon;
beforeEach(() => {
  daemon = new RunningDaemon();
  daemon.start();
});
afterEach(() => daemon.remove());

/** One session's client: it sends one event after the other, and each again until it is answered. */
class Sender {
  readonly id: string;
  readonly calls: string[] = [];
  sent = 0;
  repeated = 0;
  private readonly port: number;
  private readonly token: string;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(id: string) {
    this.id = id;
    this.port = daemon.record.port;
    this.token = daemon.token;
  }

  async run(until: () => boolean): Promise<void> {
    const everyMs = (1_000 / rate) * sessionCount;
    const began = Date.now();
    await this.tell('UserPromptSubmit', { prompt: 'Do it.', source: 'user' });
    for (let count = 1; !until(); count += 1) {
      await sleep(Math.max(0, began + this.sent * everyMs - Date.now()));
      const id = `${this.id}-${count}`;
      const call = { tool_name: 'Bash', tool_use_id: id, tool_input: { command: `make ${count}` } };
      await this.tell('PreToolUse', call);
      await this.tell('PostToolUse', { ...call, tool_response: { stdout: 'ok', stderr: '' } });
      this.calls.push(id);
      if (count % 20 === 0) await this.compact();
    }
    this.agent.destroy();
  }

  /** What opens a recovery, so that the calls behind it are judged by the journal. */
  private async compact(): Promise<void> {
    await this.tell('PreCompact', { trigger: 'auto', custom_instructions: null });
    await this.tell('PostCompact', { trigger: 'auto', compact_summary: 'It went on.' });
  }

  private async tell(event: string, fields: object): Promise<void> {
    const body = JSON.stringify({
      session_id: this.id,
      cwd: daemon.machine.project,
      hook_event_name: event,
      ...fields,
    });
    this.sent += 1;
    while (!(await this.post(event, body))) {
      this.repeated += 1;
      await sleep(20);
    }
  }

  private post(event: string, body: string): Promise<boolean> {
    return new Promise((resolve) => {
      const asked = request(
        {
          host: '127.0.0.1',
          port: this.port,
          method: 'POST',
          path: `/hooks/claude-code/${event}`,
          headers: { authorization: `Bearer ${this.token}` },
          agent: this.agent,
          timeout: 5_000,
        },
        (response) => {
          response.resume();
          response.on('end', () => resolve(response.complete && response.statusCode === 200));
          response.on('error', () => resolve(false));
          response.on('aborted', () => resolve(false));
        },
      );
      asked.on('timeout', () => asked.destroy());
      asked.on('error', () => resolve(false));
      asked.end(body);
    });
  }
}

function startAgain(): Promise<void> {
  const { home, state } = daemon.machine;
  const env = { PATH: process.env.PATH, HOME: home, HOLDFAST_HOME: state };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, 'daemon', 'start'], { env, stdio: 'ignore' });
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`start: ${code}`))));
  });
}

describe('a daemon that is killed again and again under load', () => {
  it('20 sessions with 200 events a second, killed and started ten times: no event is lost, none doubled', async () => {
    const senders = Array.from({ length: sessionCount }, (_, at) => new Sender(`session-${at}`));
    let over = false;
    const all = Promise.all(senders.map((sender) => sender.run(() => over)));
    for (let round = 0; round < kills; round += 1) {
      // Each at another moment of what goes on.
      await sleep(1_200 + ((round * 137) % 400));
      daemon.kill();
      await startAgain();
    }
    await sleep(500);
    over = true;
    await all;

    const sent = senders.reduce((sum, sender) => sum + sender.sent, 0);
    const repeated = senders.reduce((sum, sender) => sum + sender.repeated, 0);
    // The kills were felt, and there was something to lose; a busy machine reaches less of the rate.
    expect(repeated).toBeGreaterThan(kills);
    expect(sent).toBeGreaterThan(1_000);
    expect(daemon.log.match(/ started: /g)).toHaveLength(kills + 1);

    for (const { id, calls } of senders) {
      const { code, out } = daemon.machine.run(['evidence', 'list', id, '--json']);
      expect(code).toBe(0);
      const { entries, skipped } = JSON.parse(out);
      const told = entries.map((entry: { id: string; outcome: string }) => [
        entry.id,
        entry.outcome,
      ]);
      expect(told).toEqual(calls.map((call) => [call, 'ok']));
      expect(skipped).toBe(0);
    }
    expect(journals().flatMap(({ broken }) => broken)).toEqual([]);
    for (const { id, calls } of senders) {
      const armed = journals().find((one) => one.session === id)?.armed ?? 0;
      expect([id, armed]).toEqual([id, Math.floor(calls.length / 20)]);
    }
  }, 120_000);
});

/** Of each session's journal its lines that are no whole entry, and how many recoveries were opened. */
function journals(): { session: string; broken: string[]; armed: number }[] {
  const folder = join(daemon.machine.state, 'sessions', 'claude-code');
  return readdirSync(folder).map((session) => {
    const text = readFileSync(join(folder, session, 'journal.ndjson'), 'utf8');
    const lines = text.split('\n').filter(Boolean);
    const broken = lines.filter((line) => !isEntry(line));
    const armed = lines.filter((line) => line.includes('"kind":"armed"')).length;
    return { session, broken: text.endsWith('\n') ? broken : [...broken, 'no end'], armed };
  });
}

function isEntry(line: string): boolean {
  try {
    return JSON.parse(line).v === 1;
  } catch {
    return false;
  }
}
