/**
 * How well real messages of users are understood, by labels that two readers gave independently:
 * `npm run bench:words [-- tune]`. The texts come from the records in HOLDFAST_SHARED (../shared); none is printed.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { rulesIn } from '../../src/core/snapshot/rules-in.ts';
import { saidByPerson } from '../../src/core/snapshot/said.ts';
import { readLabels, textsOf } from './messages.ts';

const half = process.argv[2] === 'tune' ? 'tune' : 'untouched';
const root = resolve(process.env.HOLDFAST_SHARED ?? '../shared', 'transcripts');
if (!existsSync(root))
  throw new Error(
    `There are no records at ${root}. Set HOLDFAST_SHARED to the folder that has them.`,
  );
const labels = readLabels(`bench/words/labels/${half}.jsonl`);
const texts = textsOf(labels, root);
const count = { messages: 0, right: 0, wrong: 0, arguable: 0, rules: 0, found: 0, decisions: 0 };
for (const message of labels) {
  const text = texts.get(`${message.file}:${message.row}`);
  if (text === undefined) continue;
  count.messages += 1;
  const said = saidByPerson({
    type: 'user',
    text,
    origin: message.origin,
    at: { offset: 0, line: message.row },
  } as never);
  const claimed = (said === undefined ? [] : rulesIn(said)).map((rule) => {
    const start = Math.max(0, text.indexOf(rule.text.slice(0, 200)));
    return { start, end: start + rule.text.length };
  });
  const meets = (one: { start: number; end: number }, other: { start: number; end: number }) =>
    one.start < other.end && other.start < one.end;
  for (const claim of claimed) {
    const met = message.spans.filter((span) => meets(claim, span));
    if (met.some(({ label }) => label === 'rule')) count.right += 1;
    else if (met.some(({ label }) => label === 'arguable')) count.arguable += 1;
    else {
      count.wrong += 1;
      if (met.some(({ label }) => label === 'decision')) count.decisions += 1;
      if (process.env.HOLDFAST_WORDS_IDS) console.log(`wrong: ${message.id}`);
    }
  }
  for (const span of message.spans) {
    if (span.label !== 'rule') continue;
    count.rules += 1;
    if (claimed.some((claim) => meets(claim, span))) count.found += 1;
  }
}
console.log(`${half}: ${count.messages} messages of ${labels.length}`);
console.log(
  `called a rule: ${count.right + count.wrong + count.arguable} (${count.right} are, ${count.arguable} arguable, ${count.wrong} are not, ${count.decisions} of these decisions)`,
);
console.log(`rules that both readers marked: ${count.rules}, found ${count.found}`);
