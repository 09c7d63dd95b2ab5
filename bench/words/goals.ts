/**
 * Whether people are understood as well as is wanted, by language: `npm run bench:goals`. Ends with 1 where a goal is not met, and
 * says which. Rules, approvals and lifts come from `bench/words/unseen` and `later`; questions and secrets from the labelled sentences
 * in HOLDFAST_SHARED (../shared), and so does what was said in real sessions. No text is printed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { liftOf } from '../../src/core/snapshot/permission.ts';
import { rulesIn } from '../../src/core/snapshot/rules-in.ts';
import { redact } from '../../src/core/trust/redact.ts';
import { countReal } from './real.ts';
import { type Count, f1, precision, recall, scoreFolder, source, sum } from './score.ts';
import { readWhole, scoreMessage } from './whole.ts';

const goals = { rules: 0.85, approvals: 0.8, questions: 0.9, secrets: 0.95, falseSecrets: 0.02 };
const ofReal = { precision: 0.85, recall: 0.9 };
const unseen = 'bench/words/unseen';
const later = 'bench/words/later';
const shared = resolve(process.env.HOLDFAST_SHARED ?? '../shared');
if (!existsSync(join(shared, 'languages')))
  throw new Error(
    `There are no labelled sentences at ${shared}. Set HOLDFAST_SHARED to the folder that has them.`,
  );

const none = (): Count => ({ right: 0, wrong: 0, missed: 0, rest: 0 });
const failed: string[] = [];

/** A figure as text, marked where it misses its goal. */
function shown(name: string, value: number, goal: number, of: number): string {
  if (of === 0) return '-';
  if (value >= goal) return value.toFixed(2);
  failed.push(`${name} ${value.toFixed(2)} of ${goal.toFixed(2)}`);
  return `${value.toFixed(2)} !`;
}

function rulesOf(code: string): Count {
  const count = { messages: 0, right: 0, arguable: 0, wrong: 0, rules: 0, found: 0 };
  for (const message of readWhole(`${unseen}/${code}.jsonl`)) {
    const called = rulesIn(message.text).map(({ text }) => text);
    scoreMessage(message, called, count);
  }
  const { right, wrong, rules, found } = count;
  return { right, wrong, missed: rules - found, rest: 0 };
}

/** A rule that is narrowed counts as well as one that is lifted: later words are shown with both. */
function liftsOf(path: string): Count {
  const count = none();
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    const row = line === '' ? undefined : JSON.parse(line);
    if (row?.kind !== 'lift') continue;
    const says = liftOf(row.text, row.earlier) !== undefined;
    const is = row.expect !== 'still';
    count[says ? (is ? 'right' : 'wrong') : is ? 'missed' : 'rest'] += 1;
  }
  return count;
}

function secretsOf(code: string): Count {
  const count = none();
  for (const line of readFileSync(join(shared, 'languages', `${code}.jsonl`), 'utf8').split('\n')) {
    const row = line === '' ? undefined : JSON.parse(line);
    if (row?.kind !== 'secret') continue;
    const hides = redact(row.text) !== row.text;
    const is = row.expect === 'redact';
    count[hides ? (is ? 'right' : 'wrong') : is ? 'missed' : 'rest'] += 1;
  }
  return count;
}

const said = scoreFolder(unseen, source);
const asked = scoreFolder(join(shared, 'languages'), source);
const codes = readdirSync(unseen)
  .map((name) => name.replace('.jsonl', ''))
  .sort();
const all = codes.map((code) => ({
  code,
  rules: rulesOf(code),
  replies: said.get(code)?.get('reply') ?? none(),
  lifts: sum([unseen, later].map((folder) => liftsOf(`${folder}/${code}.jsonl`))),
  questions: asked.get(code)?.get('agent-end') ?? none(),
  secrets: secretsOf(code),
}));

const wants = ({ right, missed }: Count): number => right + missed;
const row = (name: string, cells: readonly string[]): void =>
  console.log([name.padEnd(8), ...cells.map((cell) => cell.padStart(10))].join(''));
row('', ['rules F1', 'approvals', 'false', 'lifts', 'questions', 'secrets', 'false']);
row('goal', [
  goals.rules.toFixed(2),
  goals.approvals.toFixed(2),
  '0',
  '',
  goals.questions.toFixed(2),
  goals.secrets.toFixed(2),
  goals.falseSecrets.toFixed(2),
]);
for (const { code, rules, replies, lifts, questions, secrets } of [...all, totalOf()]) {
  if (replies.wrong > 0) failed.push(`${code}: ${replies.wrong} false approvals`);
  const falseSecrets = secrets.wrong / (secrets.wrong + secrets.rest || 1);
  if (falseSecrets > goals.falseSecrets)
    failed.push(`${code}: false redactions ${falseSecrets.toFixed(2)}`);
  row(code, [
    shown(`${code}: rules F1`, f1(rules), goals.rules, wants(rules)),
    shown(`${code}: approvals`, recall(replies), goals.approvals, wants(replies)),
    String(replies.wrong),
    f1(lifts).toFixed(2),
    shown(`${code}: questions`, f1(questions), goals.questions, wants(questions)),
    shown(`${code}: secrets`, recall(secrets), goals.secrets, wants(secrets)),
    falseSecrets.toFixed(2),
  ]);
}

function totalOf(): (typeof all)[number] {
  const of = (name: 'rules' | 'replies' | 'lifts' | 'questions' | 'secrets') =>
    sum(all.map((one) => one[name]));
  return {
    code: 'all',
    rules: of('rules'),
    replies: of('replies'),
    lifts: of('lifts'),
    questions: of('questions'),
    secrets: of('secrets'),
  };
}

console.log();
for (const half of ['tune', 'untouched']) {
  const { found, messages, arguable } = countReal(half, join(shared, 'transcripts'));
  const tell = (name: string, value: number, goal: number, of: number): string =>
    `${name} ${of === 0 ? 'not measured, there are none' : shown(`real messages, ${half}: ${name}`, value, goal, of)}`;
  console.log(
    `real messages, ${half}: ${messages}; called a rule ${found.right + found.wrong + arguable}: ${found.right} are, ${arguable} arguable, ${found.wrong} are not; ` +
      `${tell('precision', precision(found), ofReal.precision, found.right + found.wrong)}; ${tell('recall', recall(found), ofReal.recall, wants(found))} (of ${wants(found)})`,
  );
}

console.log();
if (failed.length === 0) console.log('All goals are met.');
else {
  console.log(`Not met:\n${failed.map((one) => `  ${one}`).join('\n')}`);
  process.exitCode = 1;
}
