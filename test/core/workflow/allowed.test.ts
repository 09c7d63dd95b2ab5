import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ToolCall, ToolKind } from '../../../src/core/tool.ts';
import { isAllowedByStep, restricts } from '../../../src/core/workflow/allowed.ts';
import { destructive } from '../guard/corpus.ts';

const place = { readOnlyTools: ['mcp__docs__*'], isAmongPaths: (path: string) => path === 'in.md' };
const shell = (command: string): ToolCall => ({ name: 'Bash', kind: 'shell', paths: [], command });
const call = (kind: ToolKind, paths: string[] = []): ToolCall => ({ name: 'X', kind, paths });
const reads = { allow: ['reading' as const] };

const own = [
  'holdfast workflow next',
  'holdfast workflow next --token hfw1.a.b --note "two words; and a semicolon"',
  'holdfast workflow checkpoint "half way"',
  'holdfast workflow rewind plan',
  'holdfast note x',
  'holdfast answer 1 "because"',
  'holdfast ticket block t-1 --why "no access"',
  'holdfast evidence list',
  'holdfast status',
];

describe('what a step allows', () => {
  it('is all where it names nothing', () => {
    expect(restricts(undefined)).toBe(false);
    expect(restricts({})).toBe(false);
    expect(isAllowedByStep({}, shell('rm -rf /'), place)).toBe(true);
  });

  it.each(Object.values(destructive).flat())(
    'is, where it reads, no command such as %s',
    (command) => {
      expect(isAllowedByStep(reads, shell(command), place)).toBe(false);
    },
  );

  it('is always our own command as a whole, and never one with another behind, around or within it', () => {
    const inner = fc.constantFrom(
      'rm -rf src',
      'npm run deploy',
      'touch x',
      'holdfast workflow start x',
    );
    const around = fc.constantFrom(
      (a: string, b: string) => `${a} && ${b}`,
      (a: string, b: string) => `${b}; ${a}`,
      (a: string, b: string) => `${a} | sh -c '${b}'`,
      (a: string, b: string) => `${a} "$(${b})"`,
      (a: string, b: string) => `${a} \`${b}\``,
      (a: string, b: string) => `${a}\n${b}`,
      (a: string, b: string) => `${a} & ${b}`,
      (a: string) => `${a} > src/a.ts`,
      (a: string) => `PATH=. ${a}`,
      (a: string) => `./${a}`,
    );
    for (const command of own) expect(isAllowedByStep(reads, shell(command), place)).toBe(true);
    fc.assert(
      fc.property(fc.constantFrom(...own), inner, around, (a, b, wrap) => {
        expect(isAllowedByStep(reads, shell(wrap(a, b)), place)).toBe(false);
      }),
    );
  });

  it('is never a way into another run, by command or by tool', () => {
    for (const word of ['start plan-first', 'resume r-1', 'abandon --why x'])
      expect(isAllowedByStep(reads, shell(`holdfast workflow ${word}`), place)).toBe(false);
    const tool = (name: string): ToolCall => ({ name, kind: 'other', paths: [] });
    expect(isAllowedByStep(reads, tool('mcp__holdfast__workflow_start'), place)).toBe(false);
    for (const name of ['mcp__holdfast__workflow_next', 'holdfast_workflow_next', 'holdfast__note'])
      expect(isAllowedByStep(reads, tool(name), place)).toBe(true);
    for (const name of [
      'mcp__evil__holdfast_x',
      'xholdfast_workflow_next',
      'holdfast_workflow_next_x',
    ])
      expect(isAllowedByStep(reads, tool(name), place)).toBe(false);
  });

  it('is kind by kind, and of edits and writes only the files that it names', () => {
    const step = { allow: ['read' as const, 'edit' as const], allowPaths: ['in.md'] };
    expect(isAllowedByStep(step, call('edit', ['in.md']), place)).toBe(true);
    expect(isAllowedByStep(step, call('edit', ['in.md', 'out.md']), place)).toBe(false);
    expect(isAllowedByStep(step, call('edit'), place)).toBe(false);
    expect(isAllowedByStep(step, call('write', ['in.md']), place)).toBe(false);
    expect(isAllowedByStep(step, call('web'), place)).toBe(false);
    expect(isAllowedByStep(reads, call('web'), place)).toBe(true);
    expect(isAllowedByStep(reads, { ...call('other'), name: 'mcp__docs__get' }, place)).toBe(true);
    for (const kind of ['question', 'todo', 'discovery'] as const)
      expect(isAllowedByStep(step, call(kind), place)).toBe(true);
  });
});
