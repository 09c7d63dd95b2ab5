import { parseArgs } from 'node:util';
import { median, rowsOf } from './figures.ts';
import { shareIn } from './proxy.ts';
import { examinations } from './questions.ts';
import { halfOf } from './split.ts';
import { textsOf } from './texts.ts';

/** Prints the literal proxy on the tuning half; `--missed` prints each question that is not wholly there. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { missed: { type: 'boolean', default: false } } });
  const exams = examinations();
  const other = exams.find(({ record }) => halfOf(record) !== 'tuning');
  if (other !== undefined) throw new Error(`${other.record} is of the half that is not looked at.`);
  const texts = await textsOf(exams);
  const lines = ['share of names and numbers that stand there  n    summary  with the brief'];
  for (const { name, count, summary, together } of rowsOf(exams, texts)) {
    lines.push(
      `${name.padEnd(43)} ${String(count).padStart(3)}  ${summary.toFixed(1).padStart(7)}  ${together.toFixed(1).padStart(14)}`,
    );
  }
  const lengths = [...texts.values()].map(({ brief }) => brief);
  lines.push(`characters of the brief: ${lengths.join(', ')}; median ${median(lengths)}`);
  if (values.missed) {
    for (const exam of exams) {
      const { summary, told } = texts.get(exam.name)!;
      for (const { question, gold } of exam.questions) {
        const share = shareIn(`${summary}\n${told}`, gold);
        if (share < 1) lines.push(`${exam.name} ${share.toFixed(2)}  ${question}  [${gold}]`);
      }
    }
  }
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
