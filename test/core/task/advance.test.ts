import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance } from '../../../src/core/task/advance.ts';

describe('[R22] a document that goes on by a step', () => {
  it('has its first open step ticked, and every other byte as it was', () => {
    const text =
      '\uFEFF# Plan\r\n\r\n-  [x] one\r\n*  [ ]  two  \r\n   more of two\r\n1. [ ] three';
    expect(advance(text, {})).toEqual({
      text: text.replace('[ ]  two', '[x]  two'),
      done: 'two',
      step: 'three',
    });
  });

  it.each([
    ['- [ ] one [CURRENT]\n- [ ] two\n', '- [x] one\n- [ ] two [CURRENT]\n'],
    ['- [~] one\n- [ ] two\n', '- [x] one\n- [~] two\n'],
    [
      '- [ ] zero\n- [ ] one (in progress) now\n- [ ] two\n',
      '- [ ] zero\n- [x] one now\n- [ ] two (in progress)\n',
    ],
  ])('has the mark of the current step moved to the next: %j', (before, after) => {
    expect(advance(before, {}).text).toBe(after);
  });

  it('takes nothing for a step that stands in code or in front matter', () => {
    const text = '---\nnote: "- [ ] no"\n---\n```\n- [ ] no\n```\n- [ ] yes\n';
    expect(advance(text, {})).toEqual({ text: text.replace('[ ] yes', '[x] yes'), done: 'yes' });
  });

  it('has what comes next written into its front matter in place', () => {
    const text =
      '---\n# the state\ncurrent_task: "measure"   # now\nnext_action: cut\nown: [1, 2]\n---\nText.\n';
    expect(advance(text, { current_task: 'cut', next_action: 'glue: both' }).text).toBe(
      '---\n# the state\ncurrent_task: cut   # now\nnext_action: "glue: both"\nown: [1, 2]\n---\nText.\n',
    );
  });

  it('of a manifest with steps of its own names the next one as its current task', () => {
    const text = '---\ncurrent_task: one\n---\n- [ ] one\n- [ ] two\n';
    expect(advance(text, {}).text).toBe('---\ncurrent_task: two\n---\n- [x] one\n- [ ] two\n');
  });

  it('is refused where there is nothing to tick, and where there is no place for what comes next', () => {
    expect(() => advance('# Plan\n- [x] one\n', {})).toThrow('no open step');
    expect(() => advance('# Plan\n- [ ] one\n', { next_action: 'x' })).toThrow('no front matter');
  });

  it('comes to its end, each step ticked once, whatever else the document holds', () => {
    const line = fc.oneof(
      fc.constantFrom(
        '- [ ] step',
        '* [x] done',
        '1. [ ] other [CURRENT]',
        '',
        '# Heading',
        '> quote',
      ),
      fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n`~<[-]/g, '')),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        let text = `# Plan\n${lines.join('\n')}\n`;
        const steps = lines.filter((one) => one.includes('[ ] ')).length;
        for (let count = 0; count < steps; count += 1) {
          const next = advance(text, {}).text;
          expect(next.split('\n')).toHaveLength(text.split('\n').length);
          text = next;
        }
        expect(() => advance(text, {})).toThrow('no open step');
      }),
    );
  });
});
