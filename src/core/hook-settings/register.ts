import type { Change } from '../install/host-install.ts';
import { applyEdits, type TextEdit } from '../settings-text/edit.ts';
import { member, readJsonFile } from '../settings-text/json-file.ts';
import { addElements, addMembers } from '../settings-text/json-insert.ts';
import { type JsonNode, jsonValue } from '../settings-text/json-tree.ts';
import { indentAt, print, type Shape, shapeOf } from '../settings-text/shape.ts';
import { type Entry, eventArrays, hooksObject, type IsOurs, ourEntries } from './entries.ts';
import { groupedHooks, type HookLayout } from './layout.ts';
import { emptiedLists, removalOf } from './unregister.ts';

/** What is registered: the handler of each event, in the order in which they are written. */
export type Handlers = ReadonlyMap<string, Record<string, unknown>>;

/** Puts one entry for each event into a settings file; brings entries of an earlier version up to date. */
export function register(
  text: string,
  path: string,
  wanted: Handlers,
  isOurs: IsOurs,
  layout: HookLayout = groupedHooks,
): Change {
  const old = readJsonFile(text, path, layout.form);
  const entries = ourEntries(old.root, path, isOurs, layout);
  const first = new Map<string, Entry>();
  const surplus: Entry[] = [];
  for (const entry of entries) {
    if (wanted.has(entry.event) && !first.has(entry.event)) first.set(entry.event, entry);
    else surplus.push(entry);
  }
  const passes: TextEdit[][] = [];
  const repair = removalOf(text, surplus);
  let updated = 0;
  for (const [event, entry] of first) {
    const now = text.slice(entry.handler.offset, entry.handler.offset + entry.handler.length);
    if (sameValue(jsonValue(entry.handler), wanted.get(event))) continue;
    updated += 1;
    repair.push({ offset: entry.handler.offset, remove: now, insert: renew(now, event, entry) });
  }
  if (repair.length > 0) passes.push(repair);
  const repaired = applyEdits(text, repair);
  const missing = [...wanted.keys()].filter((event) => !first.has(event));
  const addition = missing.length === 0 ? undefined : add(repaired, path, missing, wanted, layout);
  if (addition !== undefined) passes.push(addition.edits);
  const added = applyEdits(repaired, addition?.edits ?? []);
  const needed = addNeeded(added, path, layout);
  if (needed.edits.length > 0) passes.push(needed.edits);
  const whole = applyEdits(added, needed.edits);
  // A version of the client that does not know an event may not take an empty list for it either.
  const retired = surplus.map(({ event }) => event).filter((event) => !wanted.has(event));
  const emptied = emptiedLists(whole, path, new Set(retired), layout);
  if (emptied.length > 0) passes.push(emptied);
  return {
    text: applyEdits(whole, emptied),
    passes,
    added: missing.length,
    updated,
    removed: surplus.length,
    created: [...(addition?.created ?? []), ...needed.created],
  };

  function renew(now: string, event: string, entry: Entry): string {
    const shape = shapeOf(text, old.root?.offset ?? 0, text.length);
    const indent = indentAt(text, entry.handler.offset);
    return print(wanted.get(event), shape, indent, now.includes('\n'));
  }
}

function add(
  text: string,
  path: string,
  missing: string[],
  wanted: Handlers,
  layout: HookLayout,
): { edits: TextEdit[]; created: string[] } {
  const { root } = readJsonFile(text, path, layout.form);
  const { under, needs = [] } = layout;
  const group = (event: string) =>
    layout.flat ? wanted.get(event) : { hooks: [wanted.get(event)] };
  const fresh = missing.map((event): [string, unknown] => [event, [group(event)]]);
  if (root === undefined) {
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    const shape: Shape = { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: '  ', spread: true };
    const lists = Object.fromEntries(fresh);
    const value = {
      ...Object.fromEntries(needs),
      ...(under === undefined ? lists : { [under]: lists }),
    };
    const insert = print(value, shape, '', true) + shape.eol;
    return {
      edits: [{ offset: start, remove: text.slice(start), insert }],
      created: [
        '',
        ...needs.map(([name]) => name),
        ...containers(under),
        ...missing.map(eventPath),
      ],
    };
  }
  const shape = shapeOf(text, root.offset, root.offset + root.length);
  const hooks = hooksObject(root, path, layout);
  if (hooks === undefined) {
    return {
      edits: [addMembers(text, root, [[under!, Object.fromEntries(fresh)]], shape)],
      created: [...containers(under), ...missing.map(eventPath)],
    };
  }
  const arrays = new Map<string, JsonNode>();
  for (const { event, array } of eventArrays(root, path, layout)) arrays.set(event, array);
  const edits: TextEdit[] = [];
  for (const event of missing) {
    const array = arrays.get(event);
    if (array) edits.push(addElements(text, array, [group(event)], shape));
  }
  const absent = fresh.filter(([event]) => !arrays.has(event));
  if (absent.length > 0) edits.push(addMembers(text, hooks, absent, shape));
  return { edits, created: absent.map(([event]) => eventPath(event)) };
}

/** The members that the host needs and that are not there. */
function addNeeded(
  text: string,
  path: string,
  { needs = [], form }: HookLayout,
): { edits: TextEdit[]; created: string[] } {
  const { root } = readJsonFile(text, path, form);
  const missing = needs.filter(([name]) => member(root, name) === undefined);
  if (root === undefined || missing.length === 0) return { edits: [], created: [] };
  const shape = shapeOf(text, root.offset, root.offset + root.length);
  return {
    edits: [addMembers(text, root, missing, shape)],
    created: missing.map(([name]) => name),
  };
}

/** The names in `Change.created` of what holds the lists of all events. */
function containers(under: string | undefined): string[] {
  return under === undefined ? [] : ['hooks'];
}

/** The name of an event's container in `Change.created`. */
export function eventPath(event: string): string {
  return `hooks/${event}`;
}

/** Whether two values are the same, in whatever order their members stand: other tools sort them. */
export function sameValue(a: unknown, b: unknown): boolean {
  return JSON.stringify(a, sorted) === JSON.stringify(b, sorted);
}

function sorted(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([x], [y]) => (x < y ? -1 : 1)));
}
