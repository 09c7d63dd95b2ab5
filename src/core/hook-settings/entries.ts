import { Fault } from '../errors.ts';
import { member, members } from '../settings-text/json-file.ts';
import type { JsonNode } from '../settings-text/json-tree.ts';

/** Tells a command that this or an earlier version of Holdfast registered for a host. */
export type IsOurs = (command: unknown) => command is string;

/** One hook handler of a settings file, with the containers around it. */
export interface Entry {
  event: string;
  array: JsonNode;
  group: JsonNode;
  handlers: JsonNode;
  handler: JsonNode;
  command: string;
}

/** Every command handler under `hooks` that is ours. Throws a Fault when `hooks` has a wrong shape. */
export function ourEntries(root: JsonNode | undefined, path: string, isOurs: IsOurs): Entry[] {
  const found: Entry[] = [];
  for (const { event, array } of eventArrays(root, path)) {
    for (const group of array.children ?? []) {
      const handlers = member(group, 'hooks');
      if (handlers?.type !== 'array') throw wrongShape(path, `hooks.${event}`);
      for (const handler of handlers.children ?? []) {
        const command: unknown = member(handler, 'command')?.value;
        if (isOurs(command)) found.push({ event, array, group, handlers, handler, command });
      }
    }
  }
  return found;
}

/** The arrays under `hooks`, by event. */
export function eventArrays(
  root: JsonNode | undefined,
  path: string,
): { event: string; array: JsonNode; property: JsonNode }[] {
  const hooks = member(root, 'hooks');
  if (hooks === undefined) return [];
  if (hooks.type !== 'object') throw wrongShape(path, 'hooks');
  return members(hooks).map(({ name, value, property }) => {
    if (value.type !== 'array') throw wrongShape(path, `hooks.${name}`);
    return { event: name, array: value, property };
  });
}

function wrongShape(path: string, key: string): Fault {
  return new Fault('malformed', `${path} cannot be used: ${key} has a shape that is not known.`, {
    hint: 'It must be an object of event names, each with a list of {"hooks": [...]}. Nothing was changed.',
  });
}
