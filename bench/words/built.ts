/**
 * How well the built program understands what nothing was tuned to: `npm run build && npm run bench:words:built [-- FOLDER]`.
 * Each labelled message, answer and pair of a folder (`bench/words/unseen`) is a session of its own, of which `holdfast snapshot`
 * is asked.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { removeFolder } from '../../harness/remove-folder.ts';
import type { Fact } from '../../src/core/fact.ts';
import { standingKinds } from '../../src/core/snapshot/rule-choices.ts';
import { type Count, f1, precision, recall, sum } from './score.ts';
import { scoreMessage, type WholeCount, type WholeMessage } from './whole.ts';

interface Row {
  kind: 'message' | 'lift' | 'reply';
  text: string;
  expect: string;
  earlier?: string;
  question?: string;
}

const folder = mkdtempSync(join(tmpdir(), 'holdfast-words-'));
const program = resolve('dist/cli.js');

async function factsOf(turns: { role: 'user' | 'assistant'; text: string }[]): Promise<Fact[]> {
  const home = mkdtempSync(join(folder, 'h'));
  const file = join(home, 'session.jsonl');
  const rows = turns.map(({ role, text }, at) => ({
    parentUuid: null,
    isSidechain: false,
    uuid: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
    timestamp: `2026-01-01T00:00:0${at}.000Z`,
    userType: 'external',
    cwd: '/home/dev/proj',
    sessionId: '00000000-0000-4000-8000-0000000000aa',
    version: '2.1.332',
    type: role,
    message:
      role === 'user'
        ? { role, content: text }
        : {
            id: `m${at}`,
            type: 'message',
            role,
            content: [{ type: 'text', text }],
            stop_reason: 'end_turn',
          },
  }));
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  mkdirSync(join(home, 'home'));
  const child = spawn(process.execPath, [program, 'snapshot', '--transcript', file, '--json'], {
    env: { PATH: process.env.PATH ?? '', HOME: join(home, 'home') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const out: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  const code = await new Promise((done) => child.on('close', done));
  if (code !== 0) throw new Error(`snapshot ended with ${code}`);
  removeFolder(home);
  return JSON.parse(Buffer.concat(out).toString('utf8')).facts;
}

const isRule = ({ kind }: Fact): boolean => standingKinds.includes(kind);

interface Counts {
  message: WholeCount;
  lift: Count;
  reply: Count;
}

async function count(row: Row, into: Counts): Promise<void> {
  if (row.kind === 'message') {
    const facts = await factsOf([{ role: 'user', text: row.text }]);
    scoreMessage(
      row as WholeMessage,
      facts.filter(isRule).map(({ value }) => value),
      into.message,
    );
    return;
  }
  const lifts = row.kind === 'lift';
  const facts = await factsOf([
    { role: lifts ? 'user' : 'assistant', text: (lifts ? row.earlier : row.question) ?? '' },
    { role: 'user', text: row.text },
  ]);
  const says = lifts
    ? facts.some((fact) => isRule(fact) && fact.later !== undefined)
    : facts.some(({ kind }) => kind === 'approval');
  const is = lifts ? row.expect !== 'still' : row.expect === 'approved';
  into[row.kind][says ? (is ? 'right' : 'wrong') : is ? 'missed' : 'rest'] += 1;
}

const none = (): Count => ({ right: 0, wrong: 0, missed: 0, rest: 0 });
const all = new Map<string, Counts>();
const rows = process.argv[2] ?? 'bench/words/unseen';
const jobs: { row: Row; into: Counts }[] = [];
for (const name of readdirSync(rows).sort()) {
  const message = { messages: 0, right: 0, arguable: 0, wrong: 0, rules: 0, found: 0 };
  const into = { message, lift: none(), reply: none() };
  all.set(name.replace('.jsonl', ''), into);
  for (const line of readFileSync(`${rows}/${name}`, 'utf8').split('\n'))
    if (line !== '') jobs.push({ row: JSON.parse(line), into });
}
const worker = async (): Promise<void> => {
  for (let job = jobs.pop(); job !== undefined; job = jobs.pop()) await count(job.row, job.into);
};
await Promise.all([worker(), worker()]);
removeFolder(folder);

const two = (value: number): string => value.toFixed(2);
const asCount = ({ right, wrong, rules, found }: WholeCount): Count => ({
  right,
  wrong,
  missed: rules - found,
  rest: 0,
});
for (const kind of ['message', 'lift', 'reply'] as const) {
  const counts = [...all].map(([code, own]) => {
    return [code, kind === 'message' ? asCount(own.message) : own[kind]] as const;
  });
  const total = sum(counts.map(([, one]) => one));
  console.log(
    `${kind}: precision ${two(precision(total))} recall ${two(recall(total))} F1 ${two(f1(total))} (right ${total.right}, wrong ${total.wrong}, missed ${total.missed}, rest ${total.rest})`,
  );
  console.log(`  ${counts.map(([code, one]) => `${code} ${two(f1(one))}`).join('  ')}`);
}
