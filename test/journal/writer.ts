import { appendJournal, sealEntry } from '../../src/journal/journal.ts';

/** A process of its own that appends entries to a journal: folder, its name, how many, and the longest in characters. */
const [folder = '', name = '', count = '0', longest = '0'] = process.argv.slice(2);
process.stdout.write('ready\n');
for (let index = 0; index < Number(count); index += 1) {
  const filling = '山'.repeat((index * 7919) % (Number(longest) + 1));
  const what = `${name} ${index} ${filling}`;
  const at = new Date(1e12 + index).toISOString();
  appendJournal(folder, [
    sealEntry({ kind: 'pointer', what }, at, undefined),
    sealEntry({ kind: 'pointer', what: `${name} ${index} second` }, at, undefined),
  ]);
}
