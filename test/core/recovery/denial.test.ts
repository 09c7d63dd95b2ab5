import { describe, expect, it } from 'vitest';
import {
  askingDenial,
  escalatingDenial,
  pointingDenial,
  rangesText,
  whyHeld,
} from '../../../src/core/recovery/denial.ts';
import type { Obligation } from '../../../src/core/recovery/recovery.ts';

const file = (path: string): Obligation => ({ path, role: 'plan', hash: 'h', lines: 10 }) as never;
const head =
  'Holdfast: this call is denied a last time. What had to be read is here; act by it, then repeat the call.\n';

describe('a denial that names the next call', () => {
  it('says why: a compaction, a handoff, or a text that the client cleared', () => {
    const cleared = 'the client cleared what you had read of this file from the context';
    expect(whyHeld({ by: 'record' })).toBe('the context was compacted');
    expect(whyHeld({ by: 'handoff' })).toBe('you continue the work of another session');
    expect(whyHeld({ by: 'handoff' }, {})).toBe('you continue the work of another session');
    expect(whyHeld({ by: 'record' }, { cleared: true })).toBe(cleared);
    expect(pointingDenial([file('a')], [], cleared)).toContain(`Holdfast: ${cleared}. Before `);
  });

  it('says which file, what of it is left and how many more there are, word for word', () => {
    expect(pointingDenial([file('PLAN.md')], [])).toBe(
      'Holdfast: the context was compacted. Before any change, Read PLAN.md (plan; whole, without offset or limit). Then repeat this call.',
    );
    expect(pointingDenial([file('PLAN.md'), file('B.md'), file('C.md')], [[4, 9]])).toBe(
      'Holdfast: the context was compacted. Before any change, Read PLAN.md (plan; lines 4-9 of it are still unread). Then 2 more. Then repeat this call.',
    );
  });

  it('has 300 characters at most, and is short where the whole would have more', () => {
    const lengthOf = (name: number) => pointingDenial([file('a'.repeat(name))], []).length;
    const base = pointingDenial([file('a')], []).length - 1;
    expect(lengthOf(300 - base)).toBe(300);
    const short = pointingDenial([file('a'.repeat(301 - base)), file('B.md')], []);
    expect(short).toMatch(/^Holdfast: read a+ whole first, then repeat this call\. Then 1 more\.$/);
  });
});

describe('a denial that asks', () => {
  const open = [
    { number: 1, text: 'Which port?' },
    { number: 3, text: 'x'.repeat(400) },
    { number: 4, text: 'Why?' },
  ];

  it('names the next question and how many more, in 300 characters', () => {
    expect(askingDenial(open.slice(0, 1), false, 'holdfast')).toBe(
      'Holdfast: the context was compacted. Before any change, answer with `holdfast answer 1 "…"`: Which port?',
    );
    expect(askingDenial(open, false, 'hf')).toMatch(
      /`hf answer 1 "…"`: Which port\? Then 2 more\.$/,
    );
    const long = askingDenial(open.slice(1), false, 'hf');
    expect(long).toMatch(/ Then 1 more\.$/);
    expect(long.length).toBeGreaterThan(290);
    expect(long.length).toBeLessThanOrEqual(300);
  });

  it('names each of them with its text at the last time', () => {
    const text = askingDenial(open, true, 'hf');
    expect(text.split('\n').slice(0, 2)).toEqual([
      'Holdfast: this call is denied a last time. Answer first, each by a command of its own:',
      '`hf answer 1 "…"`: Which port?',
    ]);
    expect(text.split('\n')).toHaveLength(4);
    expect(text.split('\n')[2]!.length).toBeLessThan(230);
    expect(text.split('\n')[3]).toBe('`hf answer 4 "…"`: Why?');
  });
});

it('ranges are told as a person writes them, four at most', () => {
  expect(rangesText([[1, 40]])).toBe('1-40');
  expect(
    rangesText([
      [3, 3],
      [5, 6],
    ]),
  ).toBe('3, 5-6');
  const five: [number, number][] = [
    [1, 1],
    [3, 3],
    [5, 5],
    [7, 7],
    [9, 12],
  ];
  expect(rangesText(five.slice(0, 4))).toBe('1, 3, 5, 7');
  expect(rangesText(five)).toBe('1, 3, 5, 7 and 1 more ranges');
});

describe('the last denial', () => {
  const plan = { path: 'PLAN.md', role: 'plan', text: 'one\ntwo', essence: ['[ ] step'] };
  const whole = '\n--- PLAN.md (plan, whole, 2 lines) ---\none\ntwo\n';

  it('holds files whole where they fit, to the last character', () => {
    expect(escalatingDenial([plan], head.length + whole.length)).toBe(head + whole);
    expect(escalatingDenial([plan, plan], head.length + 2 * whole.length)).toBe(
      head + whole + whole,
    );
  });

  it('holds of one that does not fit its steps, and its beginning where there is room', () => {
    const text = 'word '.repeat(400);
    const long = { ...plan, text, essence: ['[ ] step', 'a rule'] };
    const title =
      '\n--- PLAN.md (plan, 1 lines: too long to show whole; open steps and rules follow, Read lines 1-1 for the rest) ---\n';
    const told = (limit: number) => escalatingDenial([long], head.length + limit);
    const steps = `${title}[ ] step\na rule\n`;
    expect(told(steps.length)).toBe(head + steps);
    expect(told(steps.length - 1)).toBe(`${head}${title}[ ] step\n`);
    expect(told(steps.length + 200)).toBe(head + steps);
    const more = told(steps.length + 300);
    expect(more.startsWith(`${head}${steps}--- its beginning ---\nword word`)).toBe(true);
    expect(more.length).toBeLessThanOrEqual(head.length + steps.length + 300);
    expect(more.length).toBeGreaterThan(head.length + steps.length + 250);
  });

  it('shares the room among the files, and leaves what one does not need to the next', () => {
    const text = 'word '.repeat(400);
    const both = escalatingDenial([plan, { ...plan, path: 'B.md', text }], head.length + 1_000);
    expect(both.startsWith(head + whole)).toBe(true);
    expect(both.length).toBeGreaterThan(head.length + 900);
    expect(both.length).toBeLessThanOrEqual(head.length + 1_000);
  });
});
