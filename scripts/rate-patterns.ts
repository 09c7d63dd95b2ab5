// Rates the patterns of `src/` that were not rated yet (with --all: every one) and keeps which are linear in
// test/patterns/linear.txt. Prints what is not; with --known it is added to the list of those that are known.
import { readFileSync, writeFileSync } from 'node:fs';
import {
  distinct,
  fault,
  forEach,
  hashOf,
  linearFile,
  linearOnes,
  survey,
} from '../test/patterns/rating.ts';

const { patterns, problems } = await survey();
for (const problem of problems) console.log(problem);
const open = distinct(patterns.filter(({ most }) => most === undefined));
const known = process.argv.includes('--all') ? new Set<string>() : linearOnes();
const linear = new Set(open.map(hashOf).filter((hash) => known.has(hash)));
const unsafe: { file: string; pattern: string }[] = [];
await forEach(
  open.filter((one) => !linear.has(hashOf(one))),
  async (one) => {
    const wrong = await fault(one);
    if (wrong === undefined) linear.add(hashOf(one));
    else {
      unsafe.push({ file: one.file, pattern: `/${one.source}/${one.flags}` });
      console.log(`${one.file}:${one.line}: /${one.source}/${one.flags}\n    ${wrong}`);
    }
  },
);
writeFileSync(linearFile, `${[...linear].sort().join('\n')}\n`);
if (process.argv.includes('--known')) {
  const path = new URL('../test/patterns/known-unsafe.json', import.meta.url);
  const before = JSON.parse(readFileSync(path, 'utf8')) as typeof unsafe;
  const all = [...before, ...unsafe].sort((a, b) =>
    a.file + a.pattern < b.file + b.pattern ? -1 : 1,
  );
  writeFileSync(path, `${JSON.stringify(all, null, 2)}\n`);
}
console.log(`${open.length} patterns, ${linear.size} linear, ${unsafe.length} not`);
process.exit(unsafe.length > 0 ? 1 : 0);
