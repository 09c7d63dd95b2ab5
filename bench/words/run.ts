/**
 * How well real messages of users are understood, by labels that two readers gave independently:
 * `npm run bench:words [-- tune]`. The texts come from the records in HOLDFAST_SHARED (../shared); none is printed.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { countReal } from './real.ts';

const half = process.argv[2] === 'tune' ? 'tune' : 'untouched';
const root = resolve(process.env.HOLDFAST_SHARED ?? '../shared', 'transcripts');
if (!existsSync(root))
  throw new Error(
    `There are no records at ${root}. Set HOLDFAST_SHARED to the folder that has them.`,
  );
const { labels, messages, found, arguable, decisions, wrong } = countReal(half, root);
if (process.env.HOLDFAST_WORDS_IDS) for (const id of wrong) console.log(`wrong: ${id}`);
console.log(`${half}: ${messages} messages of ${labels}`);
console.log(
  `called a rule: ${found.right + found.wrong + arguable} (${found.right} are, ${arguable} arguable, ${found.wrong} are not, ${decisions} of these decisions)`,
);
console.log(`rules that both readers marked: ${found.right + found.missed}, found ${found.right}`);
