import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { WorkflowAnswer } from '../../../src/core/workflow/run-entry.ts';
import { type CliMachine, makeCliMachine } from './machine.ts';

const cli = join(import.meta.dirname, '..', '..', '..', 'dist', 'cli.js');

/** A project in which a session of Claude Code works, whose record a test writes. */
export interface WorkflowMachine extends CliMachine {
  /** Writes rows to the record, each a second later than the one before it. */
  write(...rows: object[]): void;
  /** Puts a file into the project, as no call of the session does. */
  put(path: string, text: string): void;
  /** `holdfast workflow …` in the shell of the session, with what it printed as JSON. */
  workflow(...args: string[]): {
    code: number | null;
    out: string;
    err: string;
    answer: WorkflowAnswer;
  };
  /** Starts a command beside us; what it printed. */
  start(args: string[]): Promise<string>;
  /** The pending token. */
  token(): string;
}

export const user = (content: unknown) => ({ type: 'user', message: { role: 'user', content } });

let messages = 0;
export const agent = (block: object) => {
  messages += 1;
  return {
    type: 'assistant',
    message: {
      id: `m${messages}`,
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [block],
    },
  };
};
export const says = (text: string) => agent({ type: 'text', text });
export const call = (id: string, name: string, input: object) =>
  agent({ type: 'tool_use', id, name, input });
export const result = (id: string, content: string, is_error = false) =>
  user([{ tool_use_id: id, type: 'tool_result', content, is_error }]);

export function makeWorkflowMachine(session = 's1'): WorkflowMachine {
  const machine = makeCliMachine();
  const record = join(machine.folder, `${session}.jsonl`);
  let rows = 0;
  const write = (...given: object[]) => {
    for (const row of given) {
      rows += 1;
      const whole = {
        parentUuid: rows === 1 ? null : `u${rows - 1}`,
        isSidechain: false,
        userType: 'external',
        cwd: machine.project,
        sessionId: session,
        version: '2.1.39',
        uuid: `u${rows}`,
        timestamp: new Date(Date.UTC(2090, 0, 1) + rows * 1000).toISOString(),
        ...row,
      };
      appendFileSync(record, `${JSON.stringify(whole)}\n`);
    }
  };
  write(user('Fix the price.'));
  const payload = { session_id: session, hook_event_name: 'SessionStart', source: 'startup' };
  machine.run(['hook', 'claude-code'], {
    input: JSON.stringify({ ...payload, cwd: machine.project, transcript_path: record }),
  });
  const workflow = (...args: string[]) => {
    const ran = machine.run(['workflow', ...args, '--session', session, '--json']);
    let answer: unknown;
    try {
      answer = JSON.parse(ran.out);
    } catch {
      answer = undefined;
    }
    return { ...ran, answer: answer as WorkflowAnswer };
  };
  return {
    ...machine,
    write,
    put(path, text) {
      const whole = join(machine.project, path);
      mkdirSync(dirname(whole), { recursive: true });
      writeFileSync(whole, text);
    },
    workflow,
    start: (args) =>
      new Promise((resolve, reject) => {
        const env = { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state };
        execFile(process.execPath, [cli, ...args], { cwd: machine.project, env }, (error, out) =>
          error ? reject(error) : resolve(out),
        );
      }),
    token: () => workflow('next').answer.view?.token ?? '',
  };
}

/** A file that a session reads whole. */
export function reads(machine: WorkflowMachine, id: string, path: string, text: string): object[] {
  const file = join(machine.project, path);
  const shown = text
    .replace(/\n$/, '')
    .split('\n')
    .map((line, at) => `${String(at + 1).padStart(6)}→${line}`)
    .join('\n');
  return [call(id, 'Read', { file_path: file }), result(id, shown)];
}

/** A file that a session writes. */
export function writes(machine: WorkflowMachine, id: string, path: string, text: string): object[] {
  machine.put(path, text);
  const file = join(machine.project, path);
  return [
    call(id, 'Write', { file_path: file, content: text }),
    result(id, `File created successfully at: ${file}`),
  ];
}

/** A command that a session runs. */
export function runs(id: string, command: string, output: string, failed = false): object[] {
  return [call(id, 'Bash', { command }), result(id, output, failed)];
}
