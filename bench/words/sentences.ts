/** How well labelled sentences of a folder are understood: `tsx bench/words/sentences.ts <folder>`. Prints counts only. */
import { f1, kinds, precision, recall, scoreFolder, source, sum } from './score.ts';

const folder = process.argv[2];
if (folder === undefined)
  throw new Error('Name a folder with a file of labelled sentences for each language.');
const counts = scoreFolder(folder, source);
const two = (value: number): string => value.toFixed(2);
for (const kind of kinds) {
  const own = [...counts].flatMap(([code, byKind]) => {
    const count = byKind.get(kind);
    return count === undefined ? [] : [[code, count] as const];
  });
  const all = sum(own.map(([, count]) => count));
  console.log(
    `${kind}: precision ${two(precision(all))} recall ${two(recall(all))} F1 ${two(f1(all))} (right ${all.right}, wrong ${all.wrong}, missed ${all.missed}, rest ${all.rest})`,
  );
  console.log(
    `  ${own.map(([code, one]) => (kind === 'reply' ? `${code} ${two(recall(one))}/${one.wrong}` : `${code} ${two(f1(one))}`)).join('  ')}`,
  );
}
