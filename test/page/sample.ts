import { mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runAsPerson } from '../../harness/outside-session.ts';
import { RunningDaemon } from '../daemon/running.ts';
import type { CliMachine } from '../entry/cli/machine.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

/** A session as Claude Code writes it down. */
export interface MadeSession {
  id: string;
  cwd: string;
  branch?: string;
  /** What the user says, each before a few calls. */
  said: string[];
  /** Summaries of compactions; each ends a part of what is said. */
  summaries?: string[];
  /** Minutes before now of its last row. */
  ago?: number;
  /** The last words of the agent. */
  last?: string;
}

const files = ['src/cart.ts', 'src/prices.ts', 'test/cart.test.ts', 'docs/prices.md'];

/** Its rows as text. */
export function madeRows(made: MadeSession): string {
  const { id, cwd, branch = 'main', said, summaries = [], ago = 0, last } = made;
  const rows: Record<string, unknown>[] = [];
  let tokens = 18_000;
  const row = (type: string, more: Record<string, unknown>): void => {
    rows.push({
      type,
      uuid: `${id}-${rows.length}`,
      parentUuid: null,
      isSidechain: false,
      sessionId: id,
      cwd,
      version: '2.1.39',
      gitBranch: branch,
      ...more,
    });
  };
  const assistant = (content: object): void => {
    tokens += 7_000;
    row('assistant', {
      message: {
        role: 'assistant',
        id: `msg_${rows.length}`,
        model: 'm',
        usage: { input_tokens: tokens, output_tokens: 5 },
        content: [content],
      },
    });
  };
  const call = (name: string, input: object, content: string, failed = false): void => {
    const use = `toolu_${id}_${rows.length}`;
    assistant({ type: 'tool_use', id: use, name, input });
    const result = { type: 'tool_result', tool_use_id: use, content, is_error: failed };
    row('user', { message: { role: 'user', content: [result] }, toolUseResult: {} });
  };
  const parts = summaries.length + 1;
  const each = Math.ceil(said.length / parts);
  for (let part = 0; part < parts; part += 1) {
    for (const [at, text] of said.slice(part * each, (part + 1) * each).entries()) {
      row('user', { message: { role: 'user', content: text } });
      const file = `${cwd}/${files[at % files.length]}`;
      call('Read', { file_path: file }, '1\texport const a = 1;');
      call('Edit', { file_path: file, old_string: 'a', new_string: 'b' }, 'The file was updated.');
      const failed = at % 2 === 1;
      call(
        'Bash',
        { command: 'npm test' },
        failed ? 'FAIL test/cart.test.ts > adds the tax' : 'ok',
        failed,
      );
      assistant({ type: 'text', text: `Part ${at + 1} is in place.` });
    }
    const summary = summaries[part];
    if (summary === undefined) continue;
    row('system', {
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      compactMetadata: { trigger: 'auto', preTokens: tokens },
    });
    tokens = 24_000;
    const content = `This session is being continued from a previous conversation.\n${summary}`;
    row('user', { isCompactSummary: true, message: { role: 'user', content } });
  }
  if (last !== undefined) assistant({ type: 'text', text: last });
  const end = Date.now() - ago * 60_000;
  return rows
    .map((one, at) => {
      const timestamp = new Date(end - (rows.length - at) * 45_000).toISOString();
      return `${JSON.stringify({ ...one, timestamp })}\n`;
    })
    .join('');
}

/** Writes a session where Claude Code keeps it; answers with the path. */
export function writeSession(machine: Pick<CliMachine, 'home'>, made: MadeSession): string {
  const folder = join(machine.home, '.claude', 'projects', made.cwd.replace(/[^A-Za-z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${made.id}.jsonl`);
  writeFileSync(path, madeRows(made));
  const time = new Date(Date.now() - (made.ago ?? 0) * 60_000);
  utimesSync(path, time, time);
  return path;
}

export const hookedId = '5f0c1c1e-0000-4000-8000-000000000001';

/** A machine with sessions of every kind, tickets and a daemon that serves the page. */
export class PageBench {
  readonly daemon = new RunningDaemon();

  get machine(): CliMachine {
    return this.daemon.machine;
  }

  /** Sessions with and without hooks, with and without a compaction. */
  addSessions(): void {
    const { machine } = this;
    const { project } = machine;
    const record = writeSession(machine, {
      id: hookedId,
      cwd: project,
      branch: 'prices',
      said: [
        'Round prices to whole cents, and never touch the migrations.',
        'Always run the tests before you say that something works.',
        'Do not push. I look at every commit first.',
        'Now the discount: ten per cent from three pieces on.',
        'Add a test for an empty cart.',
      ],
      summaries: ['The user wants prices rounded to whole cents. src/cart.ts was edited.'],
      ago: 1,
    });
    const payload = { session_id: hookedId, transcript_path: record, cwd: project };
    for (const more of [
      { hook_event_name: 'SessionStart', source: 'startup' },
      { hook_event_name: 'PreCompact', trigger: 'auto' },
      { hook_event_name: 'SessionStart', source: 'compact' },
    ]) {
      const input = JSON.stringify({ ...payload, ...more });
      machine.run(['hook', 'claude-code', more.hook_event_name], { input });
    }
    writeSession(machine, {
      id: '5f0c1c1e-0000-4000-8000-000000000002',
      cwd: '/home/you/code/shop',
      branch: 'login',
      said: [
        'Find out why the login page flickers, and do not change the design.',
        'Keep the old route for a month.',
        'Only the test of the form may be slow.',
        'Write down what you found.',
      ],
      summaries: ['The login page flickers because of two renders.', 'The route stays.'],
      ago: 45,
      last: 'I found two renders. Shall I remove the second one?',
    });
    writeSession(machine, {
      id: '5f0c1c1e-0000-4000-8000-000000000003',
      cwd: '/home/you/code/notes',
      said: ['Sort the notes by date.'],
      ago: 60 * 30,
    });
  }

  /** Tickets of every kind in the project. */
  addTickets(): void {
    const { machine } = this;
    const ticket = (...words: string[]) => {
      const { code, err } = machine.run(['ticket', ...words]);
      if (code !== 0) throw new Error(err);
    };
    ticket('new', 'Round prices to whole cents', '--id', 'round', '--objective', 'No half cents.');
    ticket('new', 'Discount from three pieces on', '--id', 'discount', '--depends-on', 'round');
    ticket('new', 'Empty cart', '--id', 'empty');
    ticket('new', 'Prices in the mail', '--id', 'mail', '--depends-on', 'discount');
    ticket('claim', 'round', '--owner', 'anna');
    ticket('progress', 'round', 'the sum is rounded', '--owner', 'anna');
    ticket('claim', 'empty', '--owner', 'ben');
    ticket('block', 'empty', 'nobody knows what it should show', '--owner', 'ben');
  }

  /** A link to the page; `person`: asked for at a terminal of a person's own. */
  link(words: string[] = [], person = false): string {
    const { machine } = this;
    if (!person) {
      const { out, err } = machine.run(['open', '--json', ...words]);
      if (out === '') throw new Error(err);
      return JSON.parse(out).url;
    }
    const out = this.openAt('', {}, words);
    const found = /http:\/\/127\.0\.0\.1:\d+\/open\/[0-9a-f]+/.exec(out);
    if (found === null) throw new Error(out);
    return found[0];
  }

  /** What "holdfast open" prints at a terminal; `before`: what stands in front of it, `env`: what the terminal is started with. */
  openAt(before: string, env: Record<string, string> = {}, words: string[] = []): string {
    const { machine } = this;
    const command = [process.execPath, cli, 'open', '--print', ...words].map((word) => `'${word}'`);
    return runAsPerson('script', ['-qec', `${before} ${command.join(' ')}`, '/dev/null'], {
      cwd: machine.project,
      env: { PATH: process.env.PATH, HOME: machine.home, HOLDFAST_HOME: machine.state, ...env },
    }).out;
  }

  remove(): void {
    this.daemon.remove();
  }
}
