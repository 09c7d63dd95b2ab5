import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkBriefs } from '../../src/app/doctor/check-briefs.ts';
import type { DoctorContext } from '../../src/app/doctor/finding.ts';
import { defaultConfig } from '../../src/core/config/defaults.ts';
import { disk } from '../../src/platform/disk.ts';
import { editCall } from './calls.ts';
import { type Answer, Rig } from './rig.ts';

const limit = 9_500;
const head = 1_900;
const wide = '山田さんの長い作業メモ 🧵🪡 사용자 메모 ';

let rig: Rig;
beforeEach(() => {
  rig = new Rig();
});
afterEach(() => rig.remove());

/** 300 todos, 40 tickets in a manifest, 60 changed files, much of it in characters of two units. */
function muchWork(): void {
  const tickets = Array.from({ length: 40 }, (_, index) =>
    rig.write(`tickets/t-${index}.md`, `# ${wide}${index}\n${wide.repeat(80)}\n`),
  );
  const list = tickets.map((path) => `  - ${path.slice(rig.project.length + 1)}`).join('\n');
  rig.write(
    '_resume.md',
    `---\nproject_id: p\nnext_action: "${wide.repeat(6)}"\nfiles_to_load:\n${list}\n---\n`,
  );
  rig.setTask('_resume.md');
  rig.userRow(`Never push to main. ${wide.repeat(10)}`);
  for (let index = 0; index < 40; index += 1) {
    rig.userRow(`Always keep rule ${index}: ${wide.repeat(6)}`);
  }
  const todos = Array.from({ length: 300 }, (_, index) => ({
    content: `${wide}${index}`,
    status: index === 7 ? 'in_progress' : 'pending',
  }));
  rig.callRows('toolu_t', 'TodoWrite', { todos }, { text: 'ok', structured: { newTodos: todos } });
  for (let index = 0; index < 60; index += 1) {
    const path = join(rig.project, `src/${wide.trim()}-${index}.ts`);
    rig.callRows(`toolu_${index}`, 'Edit', { file_path: path }, { text: 'ok' });
  }
}

/** No half of a two-unit character is left over at a cut. */
function isWellFormed(text: string): boolean {
  return !/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.test(text);
}

function expectFits(answer: Answer): void {
  const texts = [answer.context, answer.denied, answer.json?.systemMessage ?? ''];
  for (const text of texts) {
    expect(text.length).toBeLessThanOrEqual(limit);
    expect(isWellFormed(text)).toBe(true);
  }
}

describe('however much a session holds', () => {
  it('every answer fits, the mandatory stands in the first 1,900 characters, and what was left out is counted [case 5]', async () => {
    muchWork();
    const started = await rig.compact();
    expectFits(started);
    const first = started.context.slice(0, head);
    expect(first).toContain('Before any change');
    expect(first).toContain(join(rig.project, '_resume.md'));
    expect(first).toMatch(/More rules, whole: \/.*rules\.md/);
    const wanted = rig.journal().find((entry) => entry.kind === 'obligations');
    expect(wanted?.kind === 'obligations' ? wanted.files[0]?.path : '').toMatch(/rules\.md$/);
    expect(started.context).toMatch(/- and \d+ more/);
    expect(started.context).toContain(rig.transcript);
    const rulesFile = join(rig.state, 'sessions', 'claude-code', rig.session, 'rules.md');
    for (const rule of ['Never push to main.', 'Always keep rule 0:', 'Always keep rule 39:']) {
      expect(readFileSync(rulesFile, 'utf8')).toContain(rule);
    }
    const sent = rig.journal().find((entry) => entry.kind === 'brief');
    expect(sent?.kind === 'brief' ? sent.text : '').toBe(started.context);
    for (let turn = 1; turn <= 4; turn += 1) {
      expectFits(await rig.send('PreToolUse', editCall(`toolu_e${turn}`)));
      await rig.send('PostToolBatch', { tool_calls: [] });
    }
    expectFits(await rig.send('UserPromptSubmit', { prompt: wide, prompt_id: 'p' }));
    expectFits(await rig.send('Stop', { last_assistant_message: 'Done.' }));
  }, 120_000);

  it.each([0, 1])('no cut splits a character of two units (%i) [case 5]', async (shift) => {
    const threads = `${'x'.repeat(shift)}${'🧵'.repeat(3_000)}`;
    rig.write('PLAN.md', `# ${threads}\nObjective: ${threads}\n- [ ] ${threads}\n`);
    rig.setTask('PLAN.md');
    rig.userRow(`Never ${threads}`);
    rig.userRow(`Please look at ${threads}`);
    const todos = [{ content: threads, status: 'pending' }];
    rig.callRows(
      'toolu_t',
      'TodoWrite',
      { todos },
      { text: 'ok', structured: { newTodos: todos } },
    );
    rig.callRows(
      'toolu_b',
      'Bash',
      { command: `echo ${threads}` },
      { text: threads, failed: true },
    );
    const steering = (await rig.send('PreCompact', { trigger: 'auto' })).raw;
    expect(isWellFormed(steering)).toBe(true);
    expectFits(await rig.send('SessionStart', { source: 'compact' }));
    for (let turn = 1; turn <= 4; turn += 1) {
      expectFits(await rig.send('PreToolUse', editCall(`toolu_${turn}`)));
      await rig.send('PostToolBatch', { tool_calls: [] });
    }
    expectFits(await rig.send('UserPromptSubmit', { prompt: threads, prompt_id: 'p' }));
  });

  it('the steering text stays under 2,000 characters [case 5]', async () => {
    muchWork();
    const { raw } = await rig.send('PreCompact', { trigger: 'auto' });
    expect(raw.length).toBeGreaterThan(100);
    expect(raw.length).toBeLessThanOrEqual(2_000);
    expect(isWellFormed(raw)).toBe(true);
  });

  it('a hook that is registered three times tells it once [case 5]', async () => {
    muchWork();
    for (const event of ['PreCompact', 'SessionStart'] as const) {
      const fields = { trigger: 'auto', source: 'compact' };
      const answers = [];
      for (let copy = 0; copy < 3; copy += 1) answers.push(await rig.send(event, fields));
      expect(answers.filter((answer) => answer.raw !== '')).toHaveLength(1);
    }
  });

  it.each([9_499, 9_500, 9_501, 9_999, 10_000, 10_001])(
    'a plan of %i characters never makes an answer too long [case 5]',
    async (size) => {
      rig.write('PLAN.md', '# Plan\n- [ ] Step 1\n'.padEnd(size, 'x'));
      rig.setTask('PLAN.md');
      rig.userRow('Do the plan.');
      expectFits(await rig.compact());
      for (let turn = 1; turn <= 4; turn += 1) {
        const answer = await rig.send('PreToolUse', editCall(`toolu_${turn}`));
        expectFits(answer);
        expect(answer.denied).not.toBe('');
        await rig.send('PostToolBatch', { tool_calls: [] });
      }
    },
    60_000,
  );

  it('rules of any length and script fit [case 5]', async () => {
    const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(part, fc.integer({ min: 1, max: 400 }), async (text, times) => {
        const one = new Rig();
        try {
          one.write('PLAN.md', '# Plan\n- [ ] Step 1\n');
          one.setTask('PLAN.md');
          one.userRow(`Never do this: ${text.repeat(times)}`);
          expectFits(await one.compact());
        } finally {
          one.remove();
        }
      }),
      { numRuns: 8 },
    );
  }, 120_000);

  it('doctor says when a brief comes near the limit [case 5]', async () => {
    muchWork();
    const started = await rig.compact();
    expect(started.context.length).toBeGreaterThan(0.8 * limit);
    const context = {
      install: { disk },
      paths: { sessions: join(rig.state, 'sessions') },
      config: defaultConfig,
    } as unknown as DoctorContext;
    const said = checkBriefs(context).map((finding) => finding.message);
    expect(said).toEqual([
      `The last brief of session ${rig.session} had ${started.context.length} of ${limit} characters.`,
    ]);
  });
});
