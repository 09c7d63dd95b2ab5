import {
  closeSync,
  fstatSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bundle, type Ran, runProcess } from './hook-process.ts';
import { type Payload, Rig } from './rig.ts';

const MB = 1024 * 1024;

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
  mkdirSync(dirname(rig.transcript), { recursive: true });
});
afterEach(() => rig.remove());

/** A file that is mostly holes, so that it is as large as it says and takes no room on the disk. */
class SparseFile {
  readonly #descriptor: number;
  constructor(path: string) {
    this.#descriptor = openSync(path, 'a+');
  }
  add(text: string): void {
    writeSync(this.#descriptor, text);
  }
  hole(bytes: number): void {
    ftruncateSync(this.#descriptor, fstatSync(this.#descriptor).size + bytes);
  }
  close(): void {
    closeSync(this.#descriptor);
  }
}

let uuids = 0;

function prompt(text: string): string {
  uuids += 1;
  const message = { role: 'user', content: text };
  return `${JSON.stringify({ type: 'user', uuid: `big-${uuids}`, sessionId: rig.session, cwd: rig.project, message })}\n`;
}

interface Measured extends Ran {
  /** Memory at most, in MB. */
  memory: number;
  /** Bytes read by the process in all, in MB. */
  read: number;
}

/** Runs the hook bundle and measures it by a module that is loaded before it. */
async function run(event: string, fields: Payload): Promise<Measured> {
  const report = join(rig.root, 'report.json');
  const meter = join(rig.root, 'meter.cjs');
  writeFileSync(
    meter,
    `process.on('exit', () => { const fs = require('node:fs'); const read = Number(/rchar: (\\d+)/.exec(fs.readFileSync('/proc/self/io', 'utf8'))[1]); fs.writeFileSync(${JSON.stringify(report)}, JSON.stringify({ memory: process.resourceUsage().maxRSS / 1024, read: read / ${MB} })); });`,
  );
  const ran = await runProcess({
    env: rig.env,
    input: JSON.stringify(rig.payload(event, fields)),
    args: ['--require', meter, bundle, 'claude-code'],
  });
  return {
    ...ran,
    ...(JSON.parse(readFileSync(report, 'utf8')) as { memory: number; read: number }),
  };
}

const announce = () => run('PreCompact', { trigger: 'auto', custom_instructions: null });
const call: Payload = { tool_name: 'Bash', tool_use_id: 't', tool_input: { command: 'ls' } };

describe('a record of several gigabytes', () => {
  it('seen for the first time, with a line of 120 MB and two million lines, is read in flat memory, and only what is new the next time [case 31]', async () => {
    const file = new SparseFile(rig.transcript);
    file.add(prompt('Never forget the first rule.'));
    file.hole(2_900 * MB);
    file.add(`\n${prompt('Never push to main.')}`);
    file.add('{"type":"user","message":{"role":"user","content":"');
    file.hole(120 * MB);
    file.add('"}}\n');
    for (let part = 0; part < 200; part += 1)
      file.add('{"type":"progress","uuid":"p"}\n'.repeat(10_000));
    file.add(prompt('Always run the linter first.'));
    const first = await announce();
    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout).toContain('Never push to main.');
    expect(first.stdout).toContain('Always run the linter first.');
    expect(first.memory).toBeLessThan(200);
    expect(JSON.stringify(rig.journal())).toMatch(
      /not read of the record: its first \d+ bytes, \d lines over 32 MB/,
    );
    file.add(prompt('Always write the changelog.'));
    rig.answerRow('I will.');
    file.close();
    const second = await announce();
    expect(second.stdout).toContain('Always write the changelog.');
    expect(second.stdout).toContain('Never push to main.');
    expect(second.read).toBeLessThan(40);
    for (const [event, fields] of [
      ['PostToolUse', { ...call, tool_response: {} }],
      ['PreToolUse', call],
      ['Stop', {}],
    ] as const) {
      const ran = await run(event, fields);
      expect(ran).toMatchObject({ code: 0, stdout: '', stderr: '' });
      expect([ran.read < 40, ran.memory < 200]).toEqual([true, true]);
    }
  }, 300_000);

  it('followed from the start keeps what stood 2.5 GB before its end [case 31]', async () => {
    const file = new SparseFile(rig.transcript);
    file.add(prompt('Never push to main.'));
    await announce();
    rig.boundaryRows('B1');
    file.add(prompt('Go on.'));
    await run('SessionStart', { source: 'compact' });
    file.hole(2_560 * MB);
    file.add(`\n${prompt('Always run the linter first.')}`);
    file.close();
    const late = await announce();
    expect(late).toMatchObject({ code: 0, stderr: '' });
    expect(late.memory).toBeLessThan(200);
    expect(late.stdout).toContain('Never push to main.');
    expect(late.stdout).toContain('Always run the linter first.');
    expect(rig.kinds().filter((kind) => kind === 'armed')).toHaveLength(1);
  }, 300_000);
});
