/** A JSON Schema. */
export type Schema = Readonly<Record<string, unknown>>;

/** What a request gives to its endpoint, checked. */
export interface Given {
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, string>>;
  body: Readonly<Record<string, unknown>>;
}

/** One request of the API, which a command of ours answers. */
export interface Endpoint {
  id: string;
  method: 'GET' | 'POST';
  /** Below `/api/v1`; see Route. */
  path: string;
  summary: string;
  /** Parameters behind the question mark, beside `project`; none of them is required. */
  query?: Readonly<Record<string, Schema>>;
  /** What the body holds; it takes no more. Absent: it has none. */
  body?: { properties: Readonly<Record<string, Schema>>; required?: readonly string[] };
  /** The command line that answers; a value never becomes an option of it. */
  words(given: Given): string[];
  /** True where it reads so much that it may take as long as a change. */
  slow?: boolean;
  /** True: only a page may ask that a person opened at a terminal of their own. Never part of the API. */
  personOnly?: boolean;
  /** What the answer's `data` is. */
  data: Schema;
  /** Makes it of what the command tells; undefined: there is no such thing. */
  pick?(data: unknown, given: Given): unknown;
}

export const text = (description: string): Schema => ({ type: 'string', description });
export const texts = (description: string): Schema => ({
  type: 'array',
  items: { type: 'string' },
  description,
});

/** An object that has all of `required` and may have the others; what more it may have is not told. */
export function object(
  required: Readonly<Record<string, Schema>>,
  optional: Readonly<Record<string, Schema>> = {},
): Schema {
  return {
    type: 'object',
    properties: { ...required, ...optional },
    required: Object.keys(required),
  };
}

export const list = (items: Schema): Schema => ({ type: 'array', items });
export const orNull = (type: string): Schema => ({ type: [type, 'null'] });

/** Options with a value each, in the form that takes any value. */
export function options(values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(values).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).flatMap((each) => {
      if (each === undefined || each === '' || each === false) return [];
      if (each === true) return [`--${name}`];
      // A lone dash would stand for standard input.
      return [`--${name}=${each === '-' ? '- ' : each}`];
    }),
  );
}

/** What stands behind the options: nothing of it is taken for one. */
export function rest(...values: unknown[]): string[] {
  const given = values.filter((value) => value !== undefined && value !== '').map(String);
  return given.length === 0 ? [] : ['--', ...given.map((each) => (each === '-' ? '- ' : each))];
}
