import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { formFaults } from '../../../src/core/workflow/form.ts';
import {
  workflowForm,
  workflowForms,
  workflowJsonSchema,
} from '../../../src/core/workflow/workflow-form.ts';

type Schema = Record<string, unknown>;
const published = JSON.parse(
  readFileSync(new URL('../../../schemas/workflow.schema.json', import.meta.url), 'utf8'),
) as Schema & { $defs: Record<string, Schema> };

/** A validator of our own for the words that the schema uses; the program's check is none of it. */
function accepts(schema: Schema, value: unknown): boolean {
  if (schema.$ref) return accepts(published.$defs[String(schema.$ref).split('/').at(-1)!]!, value);
  if (schema.anyOf) return (schema.anyOf as Schema[]).some((one) => accepts(one, value));
  if (schema.enum && !(schema.enum as unknown[]).includes(value)) return false;
  switch (schema.type) {
    case 'string':
      return (
        typeof value === 'string' &&
        value.length >= ((schema.minLength as number) ?? 0) &&
        value.length <= ((schema.maxLength as number) ?? Number.POSITIVE_INFINITY) &&
        (schema.pattern === undefined || new RegExp(schema.pattern as string).test(value))
      );
    case 'integer':
      return (
        Number.isInteger(value) &&
        (value as number) >= (schema.minimum as number) &&
        (value as number) <= (schema.maximum as number)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'array':
      return (
        Array.isArray(value) &&
        value.length >= ((schema.minItems as number) ?? 0) &&
        value.length <= ((schema.maxItems as number) ?? Number.POSITIVE_INFINITY) &&
        value.every((one) => accepts(schema.items as Schema, one))
      );
    default: {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
      const keys = (schema.properties as Record<string, Schema>) ?? {};
      const rest = schema.additionalProperties;
      return (
        ((schema.required as string[]) ?? []).every((key) => Object.hasOwn(value, key)) &&
        Object.entries(value).every(([key, one]) => {
          if (Object.hasOwn(keys, key)) return accepts(keys[key]!, one);
          return rest === undefined || (typeof rest === 'object' && accepts(rest as Schema, one));
        })
      );
    }
  }
}

const value = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    'a',
    'A-b_1',
    '1a',
    null,
    true,
    0,
    1,
    50,
    51,
    1.5,
    [],
    {},
    ['x'],
    [''],
    ['reading'],
    { of: 'x' },
    { id: 'x' },
    'reading',
    'stop',
    'edit',
  ),
  fc.string({ maxLength: 50 }),
);
const stepKeys = [
  'id',
  'title',
  'prompt',
  'allow',
  'paths',
  'requires',
  'outputs',
  'when',
  'repeat',
  'steps',
  'parallel',
  'subworkflow',
  'delegate',
  'ask',
  'other',
];
const step = fc.record(Object.fromEntries(stepKeys.map((key) => [key, value])), {
  requiredKeys: [],
});
const nearly = fc.record(
  {
    id: fc.constantFrom<unknown>('w', 'w', '-', 3),
    title: fc.constantFrom<unknown>('T', 'T', '', 'x'.repeat(201)),
    description: value,
    parameters: fc.oneof(
      value,
      fc.array(
        fc.record(
          { name: value, default: value, required: value, choices: value },
          { requiredKeys: [] },
        ),
        { maxLength: 2 },
      ),
    ),
    steps: fc.oneof(
      value,
      fc.array(
        fc.oneof(
          step,
          fc.constant({ id: 'a', title: 'T' }),
          step.map((one) => ({ id: 'b', title: 'T', ...one })),
        ),
        { maxLength: 2 },
      ),
    ),
    more: value,
  },
  { requiredKeys: ['id', 'title', 'steps'] },
);

describe('the published schema of workflow files', () => {
  it('is what the code says', () => {
    expect(published).toEqual(JSON.parse(workflowJsonSchema()));
  });

  it('takes and refuses what the program takes and refuses', () => {
    fc.assert(
      fc.property(nearly, (given) => {
        const taken = formFaults(workflowForm, given, workflowForms).length === 0;
        expect([given, accepts(published, given)]).toEqual([given, taken]);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each(['plan-first', 'bugfix', 'ticket'])('takes %s, which ships', (name) => {
    const text = readFileSync(new URL(`../../../workflows/${name}.yaml`, import.meta.url), 'utf8');
    expect(accepts(published, parse(text))).toBe(true);
    expect(text.split('\n').length).toBeLessThanOrEqual(121);
  });
});
