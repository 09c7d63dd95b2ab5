import { parseArgs } from 'node:util';
import { median, rowsOf } from './figures.ts';
import { shareIn } from './proxy.ts';
import { examinations } from './questions.ts';
import { quietPrompts } from './quiet.ts';
import { halfOf } from './split.ts';
import { textsOf } from './texts.ts';

/** Prints the literal proxy on the tuning half; `--missed` prints each question that is not wholly there. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { missed: { type: 'boolean', default: false } } });
  const exams = examinations();
  const other = exams.find(({ record }) => halfOf(record) !== 'tuning');
  if (other !== undefined) throw new Error(`${other.record} is of the half that is not looked at.`);
  const texts = await textsOf(exams);
  const lines = [
    'share of names and numbers that stand there  n    summary  with the brief  and a prompt',
  ];
  for (const { name, count, summary, together, prompted } of rowsOf(exams, texts)) {
    lines.push(
      `${name.padEnd(43)} ${String(count).padStart(3)}  ${summary.toFixed(1).padStart(7)}  ${together.toFixed(1).padStart(14)}  ${prompted.toFixed(1).padStart(12)}`,
    );
  }
  const lengths = [...texts.values()].map(({ brief }) => brief);
  lines.push(`characters of the brief: ${lengths.join(', ')}; median ${median(lengths)}`);
  const brought = [...texts.values()].flatMap((one) => one.brought);
  const each = exams.map(
    ({ name }) => texts.get(name)!.brought.filter((text) => text !== '').length,
  );
  const some = brought.filter((text) => text !== '').map(({ length }) => length);
  lines.push(
    `questions that bring something up: ${some.length} of ${brought.length} (${each.join(', ')}), ${median(some)} characters in the median`,
  );
  lines.push(
    'prompts that ask for nothing of before          half       asked  bring something up',
  );
  for (const { half, prompts, asked, brought } of quietPrompts()) {
    const share = ((100 * brought) / Math.max(1, asked)).toFixed(1);
    lines.push(
      `${prompts.padEnd(46)}  ${half.padEnd(9)}  ${String(asked).padStart(5)}  ${brought} (${share} %)`,
    );
  }
  if (values.missed) {
    for (const exam of exams) {
      const { summary, told, brought } = texts.get(exam.name)!;
      for (const [at, { question, gold }] of exam.questions.entries()) {
        const share = shareIn(`${summary}\n${told}\n${brought[at]}`, gold);
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
