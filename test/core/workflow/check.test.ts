import { describe, expect, it } from 'vitest';
import { checkFiles, type DefinitionFile } from '../../../src/app/workflow/definitions.ts';

const file = (name: string, text: string): DefinitionFile => ({
  source: 'own',
  path: `/w/${name}`,
  name,
  text,
});
/** What is wrong with the first of some files, as `line: what`. */
function faults(text: string, ...others: string[]): string[] {
  const files = [text, ...others].map((one, at) => file(`f${at}.yaml`, one));
  return (checkFiles(files)[0]?.faults ?? []).map(({ line, what }) => `${line}: ${what}`);
}
const head = 'id: w\ntitle: W\n';
const step = (id: string, more = '') => `  - { id: ${id}, title: T, prompt: P${more} }\n`;

describe('a sound workflow file', () => {
  it('has nothing wrong', () => {
    const text = `${head}parameters: [{ name: p, choices: [a, b] }]
steps:
${step('one', ', outputs: { type: object, properties: { done: { type: boolean } } }')}${step(
  'two',
  ', when: { any: [{ of: one.done, equals: true }, { of: p, equals: b }] }',
)}  - { id: sub, title: S, subworkflow: { id: v, parameters: { q: '{{one.done}}' } } }
  - id: both
    title: Both
    parallel:
  ${step('left')}  ${step('right')}${step('last', ', requires: [{ ran: npm test, since: two }]')}`;
    expect(
      faults(
        text,
        `id: v\ntitle: V\nparameters: [{ name: q, required: true }]\nsteps:\n${step('x')}`,
      ),
    ).toEqual([]);
  });
});

describe('what is wrong with a workflow file is told with its line', () => {
  it.each<[string, string, string]>([
    ['text that is no YAML', `${head}steps: [`, '3: '],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: [*b,*b,*b,*b,*b,*b]\n${head}steps:\n${step('a')}`,
      '1: ',
    ],
    [
      'an alias of nothing',
      `${head}steps:\n${step('a')}  - *gone\n`,
      '5: "*gone" refers to nothing',
    ],
    ['no steps', head, '1: the key "steps" is missing'],
    ['an empty file', '', '1: the file must be an object'],
    [
      'a key that is unknown',
      `${head}steps:\n${step('a')}colour: red\n`,
      '5: the key "colour" is unknown',
    ],
    [
      'a key of a step that is unknown',
      `${head}steps:\n  - id: a\n    title: T\n    prompt: P\n    promt: P\n`,
      '7: the key "promt" is unknown',
    ],
    ['an id that is no word', `${head}steps:\n${step('../a')}`, '4: "id" must be a letter'],
    [
      'two steps of one id',
      `${head}steps:\n${step('a')}${step('b')}${step('a')}`,
      '6: there are two steps "a"',
    ],
    [
      'a kind of tool that there is not',
      `${head}steps:\n${step('a', ', allow: [reading, magic]')}`,
      '4: "magic" must be one of reading',
    ],
    [
      'a step without an order',
      `${head}steps:\n  - { id: a, title: T }\n`,
      '4: the step "a" has no prompt',
    ],
    [
      'a predicate that is none',
      `${head}steps:\n${step('a', ', requires: [{ run: npm test }]')}`,
      '4: the predicate: it contains "run", but none of the words ran, failing,',
    ],
    [
      'a schema that is none',
      `${head}steps:\n${step('a', ', outputs: { type: text }')}`,
      '4: outputs: type must be one of',
    ],
    [
      'a parameter that is unknown',
      `${head}steps:\n  - id: a\n    title: T\n    prompt: Do {{what}}\n`,
      '6: "what" is no parameter',
    ],
    [
      'a condition on a later step',
      `${head}steps:\n${step('a', ', when: { of: b.x, exists: true }')}${step('b', ', outputs: { type: object }')}`,
      '4: "b.x" is of the step "b", which comes later',
    ],
    [
      'an output that is not given out',
      `${head}steps:\n${step('a', ', outputs: { type: object, properties: { x: {} } }')}${step('b', ', when: { of: a.y, exists: true }')}`,
      '5: the step "a" gives out no "y"',
    ],
    [
      'evidence since a later step',
      `${head}steps:\n${step('a', ', requires: [{ explored: 1, since: b }]')}${step('b')}`,
      '4: "since" names the step "b", which comes later',
    ],
    [
      'a step that is never reached',
      `${head}parameters: [{ name: p, default: x, choices: [x, y] }]\nsteps:\n${step('a', ', when: { of: p, equals: z }')}`,
      '5: the step "a" is never reached',
    ],
    [
      'a step whose condition denies itself',
      `${head}parameters: [{ name: p }]\nsteps:\n${step('a', ', when: { all: [{ of: p, equals: x }, { not: { of: p, equals: x } }] }')}`,
      '5: the step "a" is never reached',
    ],
    [
      'a workflow that there is not',
      `${head}steps:\n  - { id: a, title: T, subworkflow: { id: v } }\n`,
      '4: there is no workflow "v"',
    ],
    [
      'a workflow that calls itself',
      `${head}steps:\n  - { id: a, title: T, subworkflow: { id: w } }\n`,
      '4: it calls itself: w -> w',
    ],
    [
      'rounds without an end',
      `${head}steps:\n${step('a', ', repeat: { until: { explored: 1 }, most: 0 }')}`,
      '4: "most" must be a whole number from 1 to 50',
    ],
    [
      'two things in one step',
      `${head}steps:\n  - { id: a, title: T, prompt: P, steps: [{ id: b, title: T, prompt: P }] }\n`,
      '4: "prompt" cannot be combined with "steps"',
    ],
    [
      'too many steps',
      `${head}steps:\n${Array.from({ length: 101 }, (_, at) => step(`s${at}`)).join('')}`,
      '4: "steps" must be a list of 100 at most',
    ],
    [
      'steps in steps without an end',
      `${head}steps: ${'[{ id: a, title: T, steps: '.repeat(40)}[]${'}]'.repeat(40)}\n`,
      '3: nested deeper',
    ],
    [
      'lists in lists without an end',
      `${head}steps: ${'['.repeat(90_000)}`,
      '3: it is nested too deeply',
    ],
    ['a file that is too long', `${head}${'#'.repeat(200_001)}`, '1: the file has more than'],
  ])('%s', (_, text, told) => {
    const found = faults(text);
    expect(found.length, found.join('\n')).toBeGreaterThan(0);
    expect(
      found.some((one) => one.startsWith(told)),
      found.join('\n'),
    ).toBe(true);
  });

  it('workflows that call each other in a circle', () => {
    const calls = (id: string, other: string) =>
      `id: ${id}\ntitle: T\nsteps:\n${step(`${id}1`)}  - { id: ${id}2, title: T, subworkflow: { id: ${other} } }\n`;
    expect(faults(calls('x', 'y'), calls('y', 'z'), calls('z', 'x'))).toEqual([
      '5: it calls itself: x -> y -> z -> x',
    ]);
    // One that only leads into the circle is not in it.
    expect(faults(calls('o', 'y'), calls('y', 'z'), calls('z', 'y'))).toEqual([]);
  });

  it('two files of one id, and a called workflow whose parameter is missing or unknown', () => {
    const own = `${head}steps:\n${step('a')}`;
    expect(checkFiles([file('a.yaml', own), file('b.yaml', own)])[1]?.faults).toEqual([
      { line: 1, what: '/w/a.yaml has the id "w" too' },
    ]);
    const called = `id: v\ntitle: V\nparameters: [{ name: q, required: true }]\nsteps:\n${step('x')}`;
    const calling = (parameters: string) =>
      `${head}steps:\n  - { id: a, title: T, subworkflow: { id: v, parameters: ${parameters} } }\n`;
    expect(faults(calling('{}'), called)).toEqual(['4: the workflow "v" needs the parameter "q"']);
    expect(faults(calling('{ q: x, r: y }'), called)).toEqual([
      '4: the workflow "v" has no parameter "r"',
    ]);
    expect(faults(calling('{}'), 'id: v\ntitle: [')).toEqual(['4: there is no workflow "v"']);
  });
});
