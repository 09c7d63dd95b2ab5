import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { defaultConfig, settingNames } from '../../../src/core/config/defaults.ts';
import { configJsonSchema } from '../../../src/core/config/json-schema.ts';
import { settings } from '../../../src/core/config/schema.ts';
import { valueSchemas } from '../../../src/core/config/value-schemas.ts';

/** The few keywords that our schema uses; anything else fails the test. */
function accepts(schema: Record<string, unknown>, value: unknown): boolean {
  return Object.entries(schema).every(([keyword, bound]) => {
    switch (keyword) {
      case 'enum':
        return (bound as unknown[]).includes(value);
      case 'anyOf':
        return (bound as (typeof schema)[]).some((one) => accepts(one, value));
      case 'type':
        return bound === 'integer'
          ? Number.isInteger(value)
          : bound === 'array'
            ? Array.isArray(value)
            : typeof value === bound;
      case 'minimum':
        return typeof value === 'number' && value >= (bound as number);
      case 'maximum':
        return typeof value === 'number' && value <= (bound as number);
      case 'minLength':
        return typeof value === 'string' && value.length >= (bound as number);
      case 'pattern':
        return typeof value === 'string' && new RegExp(bound as string).test(value);
      case 'items':
        return Array.isArray(value) && value.every((item) => accepts(bound as typeof schema, item));
      default:
        throw new Error(`unexpected keyword ${keyword}`);
    }
  });
}

const samples = [
  'auto',
  'always',
  'off',
  'never',
  '',
  null,
  true,
  false,
  100,
  101,
  0,
  1,
  1.5,
  -1,
  599,
  600,
  9500,
  9501,
  36500,
  36501,
  [],
  ['a'],
  ['prod-db: psql *'],
  [''],
  ['a', 1],
  {},
  Number.MAX_SAFE_INTEGER,
];

describe('the published JSON Schema', () => {
  it('is what the code says', () => {
    const published = readFileSync(
      new URL('../../../schemas/config.schema.json', import.meta.url),
      'utf8',
    );
    expect(JSON.parse(published)).toEqual(JSON.parse(configJsonSchema()));
  });

  it.each(settingNames)('takes and refuses for "%s" what the program takes and refuses', (name) => {
    for (const sample of samples) {
      const taken = v.safeParse(valueSchemas[name], sample).success;
      expect([sample, accepts(settings[name].json, sample)]).toEqual([sample, taken]);
    }
  });

  it.each(settingNames)('the default of "%s" is within its own bounds', (name) => {
    expect(v.safeParse(valueSchemas[name], defaultConfig[name]).success).toBe(true);
  });
});
