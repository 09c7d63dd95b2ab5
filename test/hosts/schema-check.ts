type Schema = Record<string, unknown>;

/** What is wrong with a value by a JSON Schema (draft 7, as far as the recorded schemas of hosts use it). */
export function schemaFaults(value: unknown, schema: Schema, root = schema, at = '$'): string[] {
  // `true` stands for a member of any form.
  if (typeof schema === 'boolean') return schema ? [] : [`${at}: must not be there`];
  if (typeof schema.$ref === 'string') {
    const name = schema.$ref.replace('#/definitions/', '');
    return schemaFaults(value, (root.definitions as Record<string, Schema>)[name]!, root, at);
  }
  const faults: string[] = [];
  for (const one of (schema.allOf as Schema[]) ?? [])
    faults.push(...schemaFaults(value, one, root, at));
  const any = (schema.anyOf ?? schema.oneOf) as Schema[] | undefined;
  if (any?.every((one) => schemaFaults(value, one, root, at).length > 0))
    faults.push(`${at}: fits none of the forms`);
  if ('const' in schema && value !== schema.const) faults.push(`${at}: is not ${schema.const}`);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value))
    faults.push(`${at}: is none of ${schema.enum.join(', ')}`);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (types.length > 0 && !types.includes(typeOf(value)))
    faults.push(`${at}: is ${typeOf(value)}, not ${types.join(' or ')}`);
  if (typeOf(value) !== 'object') return faults;
  const members = value as Record<string, unknown>;
  const known = (schema.properties ?? {}) as Record<string, Schema>;
  for (const name of (schema.required as string[]) ?? [])
    if (!(name in members)) faults.push(`${at}: lacks ${name}`);
  for (const [name, member] of Object.entries(members)) {
    const own = known[name];
    if (own !== undefined) faults.push(...schemaFaults(member, own, root, `${at}.${name}`));
    else if (schema.additionalProperties === false) faults.push(`${at}: has ${name}`);
  }
  return faults;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
