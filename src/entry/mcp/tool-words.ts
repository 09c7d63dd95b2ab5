/** What a tool is given, as its schema says. */
export type ToolInput = Record<string, unknown>;

/** Tools that are of use only where there are tickets, runs of workflows, or either. */
export type ToolPart = 'tickets' | 'runs' | 'work';

/** One tool: a command of ours under a name of its own. */
export interface OwnTool {
  name: string;
  description: string;
  /** What it belongs to; absent: it is of use in every session. */
  part?: ToolPart;
  /** JSON Schema of what it takes. */
  input: { properties: Record<string, object>; required?: string[] };
  /** True where a session is to work on what it does: then the one that is meant is said, where none is named. */
  takesPart?: true;
  /** True when it changes nothing. */
  readOnly: boolean;
  /** The command line that does it. A value never becomes an option. */
  words(input: ToolInput): string[];
}

export const text = (description: string) => ({ type: 'string', description });
export const texts = (description: string) => ({
  type: 'array',
  items: { type: 'string' },
  description,
});
export const session = text('Id of a session. Default: this one.');

/** Options with a value each, in the form that takes any value. */
export function options(input: ToolInput, names: Record<string, string>): string[] {
  return Object.entries(names).flatMap(([key, option]) => {
    const value = input[key];
    const values = Array.isArray(value) ? value : [value];
    return values.flatMap((each) =>
      // A lone dash would stand for standard input, which is the protocol's here.
      each === undefined || each === '' ? [] : [`--${option}=${each === '-' ? '- ' : each}`],
    );
  });
}

/** What stands behind the options: nothing of it is taken for one. */
export function rest(...words: unknown[]): string[] {
  const given = words.filter((word) => word !== undefined && word !== '');
  return given.length === 0 ? [] : ['--', ...given.map(String)];
}
