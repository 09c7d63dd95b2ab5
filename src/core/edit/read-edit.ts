import { maxEditCharacters, type Replacement, type ToolEdit } from './tool-edit.ts';

/** Names by which the tools of a host call the parts of an edit. Of several the first that is there counts. */
export interface EditMembers {
  /** The whole text of a file. */
  text?: readonly string[];
  old?: readonly string[];
  new?: readonly string[];
  /** A flag: every occurrence. */
  all?: readonly string[];
  /** A list of objects with `old`, `new` and `all`. */
  list?: readonly string[];
  patch?: readonly string[];
}

type Input = Record<string, unknown>;

/** What a call writes, where that is told and not too large. `input`: its arguments, or the text of a patch. */
export function readEdit(input: unknown, members: EditMembers): ToolEdit | undefined {
  const edit = editOf(input, members);
  return edit === undefined || sizeOf(edit) > maxEditCharacters ? undefined : edit;
}

function editOf(input: unknown, members: EditMembers): ToolEdit | undefined {
  if (typeof input === 'string') return ofText(input, members);
  if (typeof input !== 'object' || input === null) return undefined;
  const given = input as Input;
  const patch = patchAt(given, members.patch);
  if (patch !== undefined) return patchOf(patch);
  const text = textAt(given, members.text);
  if (text !== undefined) return { kind: 'write', text };
  const list = members.list?.map((name) => given[name]).find(Array.isArray);
  const made = (list ?? [given]).map((one) => replacementOf(one, members));
  const replacements = made.filter((one) => one !== undefined);
  // A part that is not understood leaves the whole unknown.
  if (replacements.length === 0 || replacements.length < made.length) return undefined;
  return { kind: 'replace', replacements };
}

/** Arguments that stand as JSON, or the text of a patch. */
function ofText(input: string, members: EditMembers): ToolEdit | undefined {
  if (!input.trimStart().startsWith('{')) return patchOf(input);
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === 'object' ? editOf(value, members) : undefined;
  } catch {
    return undefined;
  }
}

/** A patch may also be one of the words of a command. */
function patchAt(given: Input, names: readonly string[] | undefined): string | undefined {
  const values = (names ?? []).flatMap((name) => given[name]);
  return values.find(
    (value): value is string => typeof value === 'string' && value.includes('*** Begin Patch'),
  );
}

function patchOf(text: string): ToolEdit | undefined {
  const start = text.indexOf('*** Begin Patch');
  return start < 0 ? undefined : { kind: 'patch', text: text.slice(start) };
}

function replacementOf(value: unknown, members: EditMembers): Replacement | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Input;
  const old = textAt(given, members.old);
  const text = textAt(given, members.new);
  if (old === undefined || text === undefined) return undefined;
  const all = (members.all ?? []).some((name) => given[name] === true || given[name] === 'true');
  return { old, new: text, all };
}

function textAt(given: Input, names: readonly string[] | undefined): string | undefined {
  return names
    ?.map((name) => given[name])
    .find((value): value is string => typeof value === 'string');
}

function sizeOf(edit: ToolEdit): number {
  if (edit.kind !== 'replace') return edit.text.length;
  return edit.replacements.reduce((sum, one) => sum + one.old.length + one.new.length, 0);
}
