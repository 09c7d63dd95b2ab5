import { Fault } from '../errors.ts';

/** The words of JSON Schema that are understood; a schema with another one is refused and never half obeyed. */
const known = new Set(
  '$schema title description type required properties additionalProperties items enum const minItems minLength minimum maximum'.split(
    ' ',
  ),
);
const types = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const deepest = 30;

type Schema = Record<string, unknown>;

/** Refuses what is no schema of these words. Throws a Fault that names the place. */
export function checkSchema(value: unknown, place: string, depth = 0): void {
  if (!isObject(value) || depth > deepest) throw noSchema(place, 'it is no schema');
  const strange = Object.keys(value).find((word) => !known.has(word));
  if (strange !== undefined) throw noSchema(place, `"${strange}" is not understood`);
  if (value.type !== undefined && !types.includes(value.type as string)) {
    throw noSchema(place, `type must be one of ${types.join(', ')}`);
  }
  const isNames =
    Array.isArray(value.required) && value.required.every((one) => typeof one === 'string');
  if (value.required !== undefined && !isNames)
    throw noSchema(place, 'required must be a list of names');
  if (value.enum !== undefined && !Array.isArray(value.enum))
    throw noSchema(place, 'enum must be a list');
  if (value.additionalProperties !== undefined && typeof value.additionalProperties !== 'boolean')
    throw noSchema(place, 'additionalProperties must be true or false');
  for (const word of ['minItems', 'minLength', 'minimum', 'maximum']) {
    if (value[word] !== undefined && typeof value[word] !== 'number') {
      throw noSchema(place, `${word} must be a number`);
    }
  }
  if (value.items !== undefined) checkSchema(value.items, `${place}, items`, depth + 1);
  if (value.properties === undefined) return;
  if (!isObject(value.properties)) throw noSchema(place, 'properties must be an object');
  for (const [name, inner] of Object.entries(value.properties)) {
    checkSchema(inner, `${place}, ${name}`, depth + 1);
  }
}

/** What of a value is not as the schema, which was checked, asks for; undefined when all is. */
export function shapeFault(schema: unknown, value: unknown, at = 'it'): string | undefined {
  const wanted = schema as Schema;
  if (wanted.type !== undefined && !isOf(value, wanted.type as string)) {
    return `${at} is no ${wanted.type}`;
  }
  const given = JSON.stringify(value);
  if (Object.hasOwn(wanted, 'const') && given !== JSON.stringify(wanted.const)) {
    return `${at} is not ${JSON.stringify(wanted.const)}`;
  }
  const choice = wanted.enum as unknown[] | undefined;
  if (choice !== undefined && !choice.some((one) => JSON.stringify(one) === given)) {
    return `${at} is none of ${JSON.stringify(choice)}`;
  }
  if (typeof value === 'number') {
    if (value < ((wanted.minimum as number) ?? value)) return `${at} is below ${wanted.minimum}`;
    if (value > ((wanted.maximum as number) ?? value)) return `${at} is above ${wanted.maximum}`;
  }
  if (typeof value === 'string' && value.length < ((wanted.minLength as number) ?? 0)) {
    return `${at} is shorter than ${wanted.minLength}`;
  }
  if (Array.isArray(value)) return listFault(wanted, value, at);
  return isObject(value) ? objectFault(wanted, value, at) : undefined;
}

function listFault(wanted: Schema, value: unknown[], at: string): string | undefined {
  if (value.length < ((wanted.minItems as number) ?? 0)) {
    return `${at} has fewer than ${wanted.minItems} parts`;
  }
  if (wanted.items === undefined) return undefined;
  for (const [index, part] of value.entries()) {
    const fault = shapeFault(wanted.items, part, `${at}[${index}]`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function objectFault(wanted: Schema, value: Schema, at: string): string | undefined {
  const missing = ((wanted.required as string[]) ?? []).find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${at} has no "${missing}"`;
  const properties = (wanted.properties as Schema) ?? {};
  for (const [name, part] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      const fault = shapeFault(properties[name], part, `${at}.${name}`);
      if (fault !== undefined) return fault;
    } else if (wanted.additionalProperties === false)
      return `${at} has "${name}", which is not foreseen`;
  }
  return undefined;
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isOf(value: unknown, type: string): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isObject(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

function noSchema(place: string, told: string): Fault {
  return new Fault('usage', `${place}: ${told}.`, {
    hint: `A schema is an object with some of: ${[...known].join(', ')}.`,
  });
}
