import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { newText, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient();
const finding =
  'The nightly import stops because the warehouse broker closes idle sockets after 340 seconds; keepalive in broker.toml must be 90.';
/** What a session is full of besides, so that words are rare in it. */
const others = Array.from(
  { length: 30 },
  (_, at) =>
    `Part ${at}: form${at}.ts prints its own page ${at}0 from a list of rows, sorted by their names, and keeps what was printed last in a folder beside it, where the next page looks first.`,
).join('\n\n');
const question = 'After how many seconds does the warehouse broker close idle sockets?';
const summary = '<analysis>a</analysis><summary>Several parts were looked at.</summary>';

describe.skipIf(!client)('memory at the point of use on the real client', () => {
  it('comes with a prompt behind /compact whose words fit it, and with no other', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(3),
      policy: () => (request) => {
        if (request.kind !== 'main') return request.kind === 'summary' ? { text: summary } : {};
        return {
          text: textOf(request).includes('Several parts') ? 'I see.' : `${finding}\n\n${others}`,
        };
      },
    });
    const { sandbox } = work;
    const config = join(sandbox.home, '.config', 'holdfast');
    mkdirSync(config, { recursive: true });
    // With so short a brief what was found out does not stand in it.
    writeFileSync(join(config, 'config.json'), '{ "briefCharacters": 700 }');

    const first = await work.run('Why does the nightly import of the warehouse stop?');
    const { sessionId: resume } = first;
    await work.run('/compact', { resume });
    const other = await work.run('Please fix the lint.', { resume });
    const asked = await work.run(question, { resume });
    expect([asked.exitCode, work.server.faults]).toEqual([0, []]);
    const mainOf = (run: typeof asked) =>
      run.requests.filter(({ kind }) => kind === 'main').at(-1)!;
    expect(newText(mainOf(other))).not.toContain('found by the words of this prompt');
    const told = textOf(mainOf(asked));
    expect(told).toContain('found by the words of this prompt');
    expect(told).toContain('closes idle sockets after 340 seconds');
    const again = await work.run(question, { resume });
    expect(newText(mainOf(again))).not.toContain('found by the words of this prompt');
    expect(work.journal(resume).filter((kind) => kind === 'brought-up')).toHaveLength(1);
  });

  it('comes with a call in the form that failed before the compaction, once, and decides nothing', async () => {
    const failing = 'node check.mjs rounding';
    const working = 'node check.mjs rounding --tags integration';
    const told = 'What then worked';
    const bash = (command: string) => ({ calls: [{ name: 'Bash', input: { command } }] });
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request, earlier) => {
        if (request.kind !== 'main') return request.kind === 'summary' ? { text: summary } : {};
        const isBehind = earlier.some(({ kind }) => kind === 'summary');
        const before = earlier.filter(({ kind }) => kind === 'main').length;
        const step = isBehind ? before - 3 : before;
        if (step === 0) return bash(failing);
        if (step === 1) return bash(isBehind ? failing : working);
        return { text: 'Done.' };
      },
    });
    const script = "if (!process.argv.includes('--tags')) throw new Error('no tag was given');";
    work.sandbox.write('check.mjs', script);
    const { sessionId: resume } = await work.run('Run the check of rounding.');
    await work.run('/compact', { resume });
    const run = await work.run('Run the check again.', { resume });
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'Done.', []]);
    const main = run.requests.filter(({ kind }) => kind === 'main');
    const texts = main.map(textOf);
    expect(texts[1]).toContain(`${told}: \`${working}\``);
    expect(texts[1]).toContain('no tag was given');
    expect(texts.at(-1)!.split(told)).toHaveLength(2);
  });
});
