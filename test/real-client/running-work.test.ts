import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { fullContext, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';
import { denialsIn } from './witness.ts';

const client = await bringClient();
const bash = (command: string, more = {}) => ({ name: 'Bash', input: { command, ...more } });
const serve = bash('sleep 20', { run_in_background: true });

describe.skipIf(!client)('what a session runs and uses', () => {
  it('is in the brief with its places: a skill of a slash command, and background work, which is not started twice unasked', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request, earlier) => {
        if (request.kind !== 'main') return {};
        const compacted = earlier.some((entry) => entry.kind === 'summary');
        if (!compacted)
          return request.nth === 0
            ? { calls: [serve] }
            : { calls: [bash('echo working')], inputTokens: fullContext };
        const since = earlier.slice(earlier.findLastIndex((entry) => entry.kind === 'summary') + 1);
        if (since.filter((entry) => entry.kind === 'main').length < 2) return { calls: [serve] };
        return { text: 'The end.' };
      },
    });
    const { sandbox } = work;
    const folder = '.claude/skills/review';
    sandbox.write(
      `${folder}/SKILL.md`,
      '---\nname: review\ndescription: Reviews a change.\n---\n\n# Review\n\nLook at it.\n',
    );
    const run = await work.run('/review the change of the till');
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'The end.', []]);
    const told = textOf(run.requests.at(-1)!);
    const brief = told.slice(told.search(/\[Holdfast [\w-]+\] The conversation before/));
    expect(brief).toContain(
      `- review: ${sandbox.project}/${folder}/SKILL.md (past argument: "the change of the till")`,
    );
    expect(brief).toMatch(/- sleep 20: background command \w+, output in \/\S+\.output/);
    const denied = denialsIn(run.requests.at(-1)!, claudeCodeDriver.tools);
    expect(denied).toEqual([
      expect.stringContaining('the very same was started before the compaction'),
    ]);
  });
});
