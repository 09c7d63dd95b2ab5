import { describe, expect, test } from 'vitest';
import { addShown, isComplete, newCoverage } from '../../../src/core/evidence/coverage.ts';
import { shownFiles } from '../../../src/core/evidence/read-evidence.ts';
import type { ToolCall, ToolResult } from '../../../src/core/tool.ts';

const plan = '# Plan\n\n- [ ] one\n- [ ] two\n';

const shell = (command: string, extra: Partial<ToolCall> = {}): ToolCall => ({
  name: 'Bash',
  kind: 'shell',
  paths: [],
  command,
  ...extra,
});
const result = (text: string, extra: Partial<ToolResult> = {}): ToolResult => ({
  callId: '1',
  outcome: 'ok',
  text,
  length: text.length,
  ...extra,
});
const place = { cwd: '/p', home: '/home/u' };

/** True when the call showed the whole plan at /p/PLAN.md. */
function showsPlan(call: ToolCall, answer: ToolResult, path = '/p/PLAN.md'): boolean {
  const coverage = shownFiles(call, answer, place)
    .filter((part) => part.path === path)
    .reduce((sum, part) => addShown(sum, plan, part), newCoverage(plan));
  return isComplete(coverage);
}

describe('a result in the form of a read', () => {
  test('shows nothing when another tool gave it', () => {
    const shown = { path: '/p/PLAN.md', startLine: 1, text: 'all' };
    const result = { callId: 'a', outcome: 'ok', text: 'all', length: 3, shown } as const;
    for (const [kind, count] of [
      ['read', 1],
      ['other', 0],
      ['shell', 0],
    ] as const) {
      const call = { name: 'x', kind, paths: [] };
      expect(shownFiles(call, result, { cwd: '/p' })).toHaveLength(count);
    }
  });
});

describe('a reading by the read tool', () => {
  const read: ToolCall = { name: 'Read', kind: 'read', paths: ['PLAN.md'] };

  test('[R41] counts by what the host says that it showed', () => {
    const whole = { path: 'PLAN.md', startLine: 1, text: plan, totalLines: 4 };
    expect(showsPlan(read, result('', { shown: whole }))).toBe(true);
    expect(showsPlan(read, result('', { shown: { ...whole, path: '/p/./sub/../PLAN.md' } }))).toBe(
      true,
    );
    expect(showsPlan(read, result('', { shown: { ...whole, text: '# Plan\n' } }))).toBe(false);
    expect(showsPlan(read, result('', { shown: { ...whole, path: '/p/copy/PLAN.md' } }))).toBe(
      false,
    );
  });

  test('[R41] counts by its text where the host says no more', () => {
    expect(showsPlan(read, result(plan))).toBe(true);
    expect(showsPlan(read, result('1\t# Plan\n2\t\n3\t- [ ] one\n4\t- [ ] two\n'))).toBe(true);
    expect(showsPlan({ ...read, range: { start: 3 } }, result('- [ ] one\n- [ ] two'))).toBe(false);
  });

  test('[case 34] does not count when it failed, was denied, interrupted, or its end is unknown', () => {
    for (const outcome of ['failed', 'denied', 'interrupted', 'unknown'] as const) {
      const shown = { path: 'PLAN.md', startLine: 1, text: plan };
      expect(shownFiles(read, result(plan, { outcome, shown }), place)).toEqual([]);
    }
  });
});

describe('a reading by the shell', () => {
  test.each([
    'cat PLAN.md',
    'cat ./PLAN.md 2>/dev/null',
    'cat /p/PLAN.md 2>&1',
    'cat "PLAN.md"',
    'cd /p && cat PLAN.md',
    'cd sub && cat ../PLAN.md',
    "sed -n '1,200p' PLAN.md",
    "sed -n -e '1,$p' PLAN.md",
    'head -n 100 PLAN.md',
    'head -50 PLAN.md',
    'tail -n +1 PLAN.md',
    'tail -n 100 PLAN.md',
    'tail -100 PLAN.md',
    'bat -p PLAN.md',
  ])('%s counts when it printed the whole file', (command) => {
    expect(showsPlan(shell(command), result(plan))).toBe(true);
    expect(showsPlan(shell(command), result(plan.trimEnd()))).toBe(true);
    expect(showsPlan(shell(command), result('# Plan\n'))).toBe(false);
    expect(showsPlan(shell(command), result(''))).toBe(false);
  });

  test('counts with line numbers before the lines', () => {
    const numbered = '     1\t# Plan\n     2\t\n     3\t- [ ] one\n     4\t- [ ] two\n';
    for (const command of ['cat -n PLAN.md', 'nl -ba PLAN.md']) {
      expect(showsPlan(shell(command), result(numbered))).toBe(true);
    }
  });

  test('counts for each file that one command or one line prints', () => {
    const both = `other\n${plan}`;
    for (const command of [
      'cat a PLAN.md',
      'cat a && cat PLAN.md',
      'cat a; cat PLAN.md',
      'cat a\ncat PLAN.md',
    ]) {
      expect(showsPlan(shell(command), result(both))).toBe(true);
    }
    expect(showsPlan(shell('echo ---; cat PLAN.md'), result(`---\n${plan}`))).toBe(true);
  });

  test('counts for a file below the home folder', () => {
    expect(showsPlan(shell('cat ~/plans/x.md'), result(plan), '/home/u/plans/x.md')).toBe(true);
  });

  test.each([
    'cat PLAN.md | head -5',
    'cat PLAN.md | cat',
    'cat PLAN.md > out',
    'cat PLAN.md 2> out',
    'cat PLAN.md > /dev/null',
    'cat PLAN.md &',
    'cat copy/PLAN.md',
    'cd sub && cat PLAN.md',
    'cd $X && cat PLAN.md',
    'cat $PLAN',
    'cat *.md',
    'grep . PLAN.md',
    'echo "cat PLAN.md"',
    'cat PLAN.md; rm PLAN.md',
    'python -c "print(open(\'PLAN.md\').read())"',
    'cat < PLAN.md',
    'cat $(ls)',
  ])('%s does not count', (command) => {
    expect(showsPlan(shell(command), result(plan))).toBe(false);
  });

  test('does not count when the result was cut, moved to a file or went to the background', () => {
    const cut = result(plan, { length: plan.length + 1 });
    expect(showsPlan(shell('cat PLAN.md'), cut)).toBe(false);
    const kept = result(plan, { partial: true });
    expect(showsPlan(shell('cat PLAN.md'), kept)).toBe(false);
    const persisted = result(
      '<persisted-output>\nOutput too large. Preview:\n# Plan\n</persisted-output>',
    );
    expect(showsPlan(shell('cat PLAN.md'), persisted)).toBe(false);
    expect(showsPlan(shell('cat PLAN.md'), result(plan, { backgroundId: 'b1' }))).toBe(false);
    expect(showsPlan(shell('cat PLAN.md', { background: true }), result(plan))).toBe(false);
    expect(showsPlan(shell('cat PLAN.md'), result(plan, { outcome: 'failed' }))).toBe(false);
  });

  test('of one part and then another counts together', () => {
    const parts = [
      shownFiles(shell("sed -n '1,2p' PLAN.md"), result('# Plan\n'), place),
      shownFiles(shell("sed -n '3,9p' PLAN.md"), result('- [ ] one\n- [ ] two\n'), place),
    ].flat();
    expect(
      isComplete(parts.reduce((sum, part) => addShown(sum, plan, part), newCoverage(plan))),
    ).toBe(true);
  });
});
