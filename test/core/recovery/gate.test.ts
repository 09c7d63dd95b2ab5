import { describe, expect, it } from 'vitest';
import { escalatingDenial, pointingDenial } from '../../../src/core/recovery/denial.ts';
import { denialStep, isChanging, isGated } from '../../../src/core/recovery/gate.ts';
import { coversAll, mergeRanges, missingRanges } from '../../../src/core/recovery/ranges.ts';
import type { ToolCall, ToolKind } from '../../../src/core/tool.ts';
import { openRecoveryWith } from './recoveries.ts';

function call(kind: ToolKind, more: Partial<ToolCall> = {}): ToolCall {
  return { id: 'toolu_1', name: 'Tool', kind, paths: [], ...more };
}

describe('what the gate holds back', () => {
  const settings = { gate: 'auto', readOnlyTools: ['mcp__docs__*'] } as const;

  it('[R5] holds back edits, writes, subagents, unknown tools and shell that may change something', () => {
    for (const kind of ['edit', 'write', 'subagent', 'skill', 'other'] as const) {
      expect(isChanging(call(kind), [])).toBe(true);
    }
    expect(isChanging(call('shell', { command: 'npm test' }), [])).toBe(true);
  });

  it('[R5] lets reading, searching, asking, tool discovery and todo tools pass', () => {
    for (const kind of [
      'read',
      'search',
      'question',
      'discovery',
      'todo',
      'web',
      'plan',
    ] as const) {
      expect(isChanging(call(kind), [])).toBe(false);
    }
    expect(isChanging(call('shell', { command: 'git status' }), [])).toBe(false);
  });

  it('lets only plain words pass in a shell that reads quotes and brackets differently', () => {
    const other = (command: string) => isChanging(call('shell', { command, otherShell: true }), []);
    for (const command of ['git status --short', 'cat docs/PLAN.md', 'ls C:\\work']) {
      expect(other(command)).toBe(false);
    }
    for (const command of ['echo "\\"; New-Item a #"', 'ls | cat -Path { New-Item a }', 'ls $a']) {
      expect(isChanging(call('shell', { command }), [])).toBe(false);
      expect(other(command)).toBe(true);
    }
  });

  it('counts a tool as read-only when a person says so by name or pattern', () => {
    expect(isChanging(call('other', { name: 'mcp__docs__lookup' }), settings.readOnlyTools)).toBe(
      false,
    );
    expect(isChanging(call('other', { name: 'mcp__files__write' }), settings.readOnlyTools)).toBe(
      true,
    );
  });

  it.each([
    ['lookup', 'lookup', true],
    ['lookup', 'lookups', false],
    ['look*', 'lookup', true],
    ['look*', 'a_lookup', false],
    ['*_read', 'docs_read', true],
    ['*_read', 'docs_read_all', false],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['a*b*c', 'abcabc', true],
    ['a*a', 'a', false],
    ['a*b*b', 'ab', false],
    ['ab*b', 'abxb', true],
    ['ab*bc', 'abc', false],
    ['*', 'anything', true],
  ])('takes the setting %s for the tool %s: %s', (setting, name, isTaken) => {
    expect(isChanging(call('other', { name }), [setting])).toBe(!isTaken);
  });

  it('holds back what goes on in the background, whatever it is', () => {
    const looking = { command: 'git status' };
    expect(isChanging(call('shell', looking), [])).toBe(false);
    expect(isChanging(call('shell', { ...looking, background: true }), [])).toBe(true);
    expect(isChanging(call('shell'), [])).toBe(isChanging(call('shell', { command: '' }), []));
  });

  it('lets go after the files were carried, but not within the same turn, twelve denials long', () => {
    const after = (deniedThisTurn: number) =>
      denialStep({ deniedTurns: 3, deniedThisTurn, escalated: true } as never);
    expect([0, 1, 11, 12].map(after)).toEqual([
      'let-go',
      'escalated-same-turn',
      'escalated-same-turn',
      'let-go',
    ]);
    const step = (deniedTurns: number, deniedThisTurn: number) =>
      denialStep({ deniedTurns, deniedThisTurn, escalated: false } as never);
    expect([step(2, 11), step(2, 12), step(0, 35), step(0, 36), step(3, 0)]).toEqual([
      'point',
      'escalate',
      'point',
      'escalate',
      'escalate',
    ]);
  });

  it.each([
    'mcp__holdfast__resume',
    'mcp__holdfast__workflow_list',
    'mcp__holdfast__note',
    'mcp__holdfast__ticket_show',
    'mcp__plugin_holdfast_holdfast__resume',
    'holdfast_recall',
    'mcp_holdfast_answer',
    'holdfast-ticket_show',
  ])('lets our own looking tool pass as hosts name it: %s', (name) =>
    expect(isChanging(call('other', { name }), [])).toBe(false),
  );

  it.each([
    'mcp__evil__holdfast_resume',
    'mcp__evil__holdfast__resume',
    'evil_holdfast_recall',
    'mcp__holdfast_evil__resume',
    'mcp__holdfast__ticket_done',
    'mcp__holdfast__workflow_start',
    'mcp__holdfast__workflow_next',
    'mcp__holdfast__hook',
    'mcp__notholdfast__resume',
    'mcp__holdfast__resume_all',
    'resume',
  ])('holds back what is none of them: %s', (name) =>
    expect(isChanging(call('other', { name }), [])).toBe(true),
  );

  it('lets our own looking commands pass as the whole shell command and nothing else of ours', () => {
    expect(isChanging(call('shell', { command: 'holdfast brief' }), [])).toBe(false);
    for (const command of [
      'holdfast release',
      'holdfast uninstall --yes',
      'holdfast brief; rm -rf src',
    ]) {
      expect(isChanging(call('shell', { command }), [])).toBe(true);
    }
  });

  it('holds nothing back without an open obligation, without a recovery, or when switched off', () => {
    expect(isGated(undefined, call('edit'), settings)).toBe(false);
    expect(isGated(openRecoveryWith([]), call('edit'), settings)).toBe(false);
    const recovery = openRecoveryWith([{ path: '/p/PLAN.md', role: 'plan', hash: 'h' }]);
    expect(isGated(recovery, call('edit'), settings)).toBe(true);
    expect(isGated(recovery, call('edit'), { ...settings, gate: 'off' })).toBe(false);
    expect(
      isGated({ ...recovery, released: { at: 't', why: 'person' } }, call('edit'), settings),
    ).toBe(false);
  });
});

describe('how often the gate denies', () => {
  it('points three turns long, then carries the file, then lets go', () => {
    const recovery = openRecoveryWith([{ path: '/p/PLAN.md', role: 'plan', hash: 'h' }]);
    expect(denialStep({ ...recovery, deniedTurns: 0 })).toBe('point');
    expect(denialStep({ ...recovery, deniedTurns: 2 })).toBe('point');
    expect(denialStep({ ...recovery, deniedTurns: 3 })).toBe('escalate');
    expect(denialStep({ ...recovery, deniedTurns: 3, escalated: true, deniedThisTurn: 1 })).toBe(
      'escalated-same-turn',
    );
    expect(denialStep({ ...recovery, deniedTurns: 4, escalated: true, deniedThisTurn: 0 })).toBe(
      'let-go',
    );
  });

  it('cannot lock out an agent on a host that never tells that a batch is over', () => {
    const recovery = openRecoveryWith([{ path: '/p/PLAN.md', role: 'plan', hash: 'h' }]);
    expect(denialStep({ ...recovery, deniedThisTurn: 36 })).toBe('escalate');
    expect(denialStep({ ...recovery, escalated: true, deniedThisTurn: 37 })).toBe('let-go');
  });
});

describe('the text of a denial', () => {
  const plan = { path: '/home/dev/proj/PLAN.md', role: 'plan', hash: 'h' };

  it('names the exact next call in at most 300 characters, however long the path', () => {
    expect(pointingDenial([plan], [])).toContain('Read /home/dev/proj/PLAN.md');
    const long = { ...plan, path: `/home/dev/${'very-long-folder/'.repeat(12)}PLAN.md` };
    expect(pointingDenial([long, plan], []).length).toBeLessThanOrEqual(300);
    expect(pointingDenial([long, plan], [])).toContain(long.path);
  });

  it('says which lines of a partly read file are missing', () => {
    expect(pointingDenial([plan], [[41, 90]])).toContain('lines 41-90');
  });

  it('carries a file whole when it fits, else its rules and steps, within the limit', () => {
    const text = '# Plan\n- [ ] one\n';
    expect(escalatingDenial([{ ...plan, text, essence: [] }], 9_500)).toContain(text);
    const large = { ...plan, text: 'x'.repeat(40_000), essence: ['never push', '[ ] step seven'] };
    const denial = escalatingDenial([large, { ...plan, text, essence: [] }], 9_500);
    expect(denial.length).toBeLessThanOrEqual(9_500);
    expect(denial).toContain('never push');
    expect(denial).toContain('[ ] step seven');
    expect(denial).toContain(text);
  });
});

describe('line ranges', () => {
  it('join, cover and leave gaps as lines do', () => {
    expect(
      mergeRanges([
        [5, 9],
        [1, 2],
        [3, 3],
        [8, 12],
      ]),
    ).toEqual([
      [1, 3],
      [5, 12],
    ]);
    expect(
      coversAll(
        [
          [1, 3],
          [4, 10],
        ],
        10,
      ),
    ).toBe(true);
    expect(coversAll([[2, 10]], 10)).toBe(false);
    expect(
      missingRanges(
        [
          [3, 4],
          [7, 7],
        ],
        9,
      ),
    ).toEqual([
      [1, 2],
      [5, 6],
      [8, 9],
    ]);
  });
});
