import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdfast } from '../../harness/holdfast.ts';
import { fullContext, missingIn, newText, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient();
const bash = (command: string) => ({ name: 'Bash', input: { command } });
const summary = { text: '<analysis>a</analysis><summary>The work goes on.</summary>' };

interface Talk {
  prompt: string;
  rules: string[];
  /** What the agent asks at the end of its turn, without calling a tool. */
  asks: string;
  /** A yes that waits for something. */
  conditional: string;
  /** A yes. */
  plain: string;
  /** Words of the question, by which its answer is looked up. */
  about: string;
}

const talks: Record<string, Talk> = {
  'Simplified Chinese': {
    prompt: '按照计划继续做吧。',
    rules: ['绝对不要修改 frozen.txt。', '提交之前一定要先跑测试。'],
    asks: '两个文件都写好了。要我现在把分支推送到远端吗？我先等你的答复。',
    conditional: '可以，不过先等测试全部通过',
    plain: '好的，推吧',
    about: '推送',
  },
  German: {
    prompt: 'Arbeite den Plan weiter ab.',
    rules: [
      'Die Datei frozen.txt darf nicht angefasst werden.',
      'Vor jedem Commit immer die Tests laufen lassen.',
    ],
    asks: 'Beide Dateien sind geschrieben. Soll ich den Branch jetzt pushen? Bis dahin warte ich.',
    conditional: 'ja, aber erst wenn die Tests durchlaufen',
    plain: 'ja, mach das',
    about: 'pushen',
  },
  Spanish: {
    prompt: 'Sigue con el plan.',
    rules: ['No toques nunca frozen.txt.', 'Antes de cada commit hay que pasar los tests.'],
    asks: 'Ya están los dos archivos. ¿Subo la rama ahora? Mientras tanto no hago nada más.',
    conditional: 'sí, pero primero que pasen los tests',
    plain: 'sí, súbela',
    about: 'rama',
  },
};

/** Works until the context is full, twice, and then asks in place of going on. */
function worksThenAsks(sandbox: Sandbox, asks: string): Policy {
  return (request, earlier) => {
    if (request.kind !== 'main') return request.kind === 'summary' ? summary : {};
    const round = earlier.filter((entry) => entry.kind === 'summary').length;
    if (round === 2) return { text: asks };
    const last = earlier.map((entry) => entry.kind).lastIndexOf('summary');
    const since = earlier.slice(last + 1).filter((entry) => entry.kind === 'main').length;
    // Enough calls between the two that they are no thrash.
    if (since < 12) {
      const path = join(sandbox.project, `file-${round}-${since}.txt`);
      return { calls: [{ name: 'Write', input: { file_path: path, content: path } }] };
    }
    return { calls: [bash(`echo round ${round}`)], inputTokens: fullContext };
  };
}

describe.skipIf(!client).each(Object.entries(talks))(
  'a session in %s on the real client',
  (language, talk) => {
    it('keeps its rules word for word through two compactions, and takes no question or condition for a yes', async () => {
      const work = await openWorkplace(client!, {
        plan: planOf(20),
        policy: (sandbox) => worksThenAsks(sandbox, talk.asks),
      });
      const run = await work.run([talk.prompt, ...talk.rules].join('\n'));
      const told = work.diagnosis(run.sessionId);
      expect([run.exitCode, run.result, work.server.faults], told).toEqual([0, talk.asks, []]);

      const summaries = run.requests.flatMap((request, at) =>
        request.kind === 'summary' ? [at] : [],
      );
      expect(summaries, told).toHaveLength(2);
      for (const at of summaries) {
        const order = newText(run.requests[at]!);
        expect(
          missingIn(order.slice(order.indexOf('Additional Instructions:')), ...talk.rules),
          told,
        ).toEqual([]);
        expect(order, told).toContain(`Write the summary in ${language}`);
        const brief = textOf(run.requests[at + 1]!);
        expect(missingIn(brief, ...talk.rules, `The user writes in ${language}.`), told).toEqual(
          [],
        );
      }
      // The turn ended with the question: nothing made the agent go on.
      expect(
        run.requests.slice(summaries[1]! + 1).filter(({ kind }) => kind === 'main'),
        told,
      ).toHaveLength(1);

      await work.run(talk.conditional, { resume: run.sessionId });
      const check = () =>
        holdfast(work.sandbox, 'evidence', 'check', '--approved', talk.about, '--', run.sessionId);
      expect(check, told).toThrow(/ended with 1/);
      // The agent asked again: a plain yes is one.
      await work.run(talk.plain, { resume: run.sessionId });
      expect(check, told).not.toThrow();
    });
  },
);
