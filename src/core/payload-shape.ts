/** What a field of a payload may hold. `any`: whatever was sent. */
export type FieldKind = 'text' | 'flag' | 'list' | 'texts' | 'any';

interface Values {
  text: string;
  flag: boolean;
  list: unknown[];
  texts: string[];
  any: unknown;
}

/** A payload with the fields of a shape, of which none is sure. */
export type PayloadOf<Shape extends Record<string, FieldKind>> = {
  [Name in keyof Shape]?: Values[Shape[Name]];
};

/**
 * The fields of a payload that its shape names, each only where it holds what it should: a wrong one counts as absent, since a
 * payload must never make a hook fail, and others are left out. Undefined for what is no object. By hand, since every
 * hook pays for it: a library of schemas is loaded and set up for as long as the rest of the payload takes.
 */
export function takeFields<const Shape extends Record<string, FieldKind>>(
  shape: Shape,
  raw: unknown,
): PayloadOf<Shape> | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const taken: Record<string, unknown> = {};
  for (const name of Object.keys(shape)) {
    const value = Object.hasOwn(raw, name) ? (raw as Record<string, unknown>)[name] : undefined;
    if (isOf(shape[name]!, value)) taken[name] = value;
  }
  return taken as PayloadOf<Shape>;
}

function isOf(kind: FieldKind, value: unknown): boolean {
  switch (kind) {
    case 'text':
      return typeof value === 'string';
    case 'flag':
      return typeof value === 'boolean';
    case 'list':
      return Array.isArray(value);
    case 'texts':
      return Array.isArray(value) && value.every((one) => typeof one === 'string');
    default:
      return value !== undefined;
  }
}
