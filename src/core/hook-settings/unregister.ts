import type { Change } from '../install/host-install.ts';
import { applyEdits, type TextEdit } from '../settings-text/edit.ts';
import { members, readJsonFile } from '../settings-text/json-file.ts';
import { removeChildren } from '../settings-text/json-remove.ts';
import type { JsonNode } from '../settings-text/json-tree.ts';
import { type Entry, eventArrays, hooksObject, type IsOurs, ourEntries } from './entries.ts';
import { groupedHooks, type HookLayout } from './layout.ts';

/**
 * Takes our entries out of a settings file that changed since they were put in. Of the containers in
 * `created` (`hooks`, `hooks/<event>`, and the empty name for the file's own braces) those that are empty
 * then go too; with `created` undefined, those that our entries leave empty.
 */
export function unregister(
  text: string,
  path: string,
  created: string[] | undefined,
  isOurs: IsOurs,
  layout: HookLayout = groupedHooks,
): Change {
  const passes: TextEdit[][] = [];
  let now = text;
  const step = (edits: TextEdit[]): void => {
    if (edits.length === 0) return;
    passes.push(edits);
    now = applyEdits(now, edits);
  };
  const entries = ourEntries(readJsonFile(text, path, layout.form).root, path, isOurs, layout);
  const touched = new Set(entries.map((entry) => entry.event));
  const mayGo = (name: string, emptied: boolean): boolean =>
    created === undefined ? emptied : created.includes(name);
  step(removalOf(text, entries));

  const root = readJsonFile(now, path, layout.form).root;
  const hooks = hooksObject(root, path, layout);
  if (hooks) {
    const gone = eventArrays(root, path, layout)
      .filter(({ event, array }) => isEmpty(array) && mayGo(`hooks/${event}`, touched.has(event)))
      .map(({ property }) => property);
    step(removeChildren(now, hooks, new Set(gone)));
  }

  const after = readJsonFile(now, path, layout.form).root;
  const left = layout.under === undefined ? undefined : hooksObject(after, path, layout);
  if (after && left && isEmpty(left) && mayGo('hooks', entries.length > 0)) {
    const property = members(after).filter(({ value }) => value === left);
    step(removeChildren(now, after, new Set(property.map((found) => found.property))));
  }

  const bare = readJsonFile(now, path, layout.form).root;
  // What the host needs stays as long as it has a handler of others.
  const others = eventArrays(bare, path, layout).some(({ array }) => !isEmpty(array));
  if (bare && layout.needs && !others) {
    const gone = members(bare).filter(({ name, value }) =>
      layout.needs!.some(
        ([needed, is]) => needed === name && value.value === is && created?.includes(name),
      ),
    );
    step(removeChildren(now, bare, new Set(gone.map(({ property }) => property))));
  }

  const end = readJsonFile(now, path, layout.form).root;
  if (end && isEmpty(end) && created?.includes('')) {
    const start = now.startsWith('\uFEFF') ? 1 : 0;
    step([{ offset: start, remove: now.slice(start), insert: '' }]);
  }
  return { text: now, passes, added: 0, updated: 0, removed: entries.length, created: [] };
}

/** The edits that take out the lists of these events that are empty. */
export function emptiedLists(
  text: string,
  path: string,
  events: ReadonlySet<string>,
  layout: HookLayout,
): TextEdit[] {
  const { root } = readJsonFile(text, path, layout.form);
  const hooks = hooksObject(root, path, layout);
  if (hooks === undefined || events.size === 0) return [];
  const gone = eventArrays(root, path, layout)
    .filter(({ event, array }) => isEmpty(array) && events.has(event))
    .map(({ property }) => property);
  return removeChildren(text, hooks, new Set(gone));
}

/** The edits that take entries out; a group that only held ours goes with them. */
export function removalOf(text: string, entries: Entry[]): TextEdit[] {
  const ours = new Set(entries.map((entry) => entry.handler));
  const groups = new Map<JsonNode, Set<JsonNode>>();
  const handlers = new Map<JsonNode, Set<JsonNode>>();
  const put = (map: Map<JsonNode, Set<JsonNode>>, container: JsonNode, child: JsonNode): void => {
    map.set(container, (map.get(container) ?? new Set()).add(child));
  };
  for (const entry of entries) {
    const alone = entry.handlers.children?.every((handler) => ours.has(handler));
    if (alone) put(groups, entry.array, entry.group);
    else put(handlers, entry.handlers, entry.handler);
  }
  return [...groups, ...handlers].flatMap(([container, gone]) =>
    removeChildren(text, container, gone),
  );
}

function isEmpty(container: JsonNode): boolean {
  return (container.children?.length ?? 0) === 0;
}
