import { Fault } from '../errors.ts';
import type { Registered } from '../install/host-install.ts';
import { member, members } from '../settings-text/json-file.ts';
import type { JsonNode } from '../settings-text/json-tree.ts';
import { groupedHooks, type HookLayout } from './layout.ts';

/** Tells what a handler starts, as `startedBy` has it, that this or an earlier version of Holdfast registered for a host. */
export type IsOurs = (command: unknown) => command is string;

/** One hook handler of a settings file, with the containers around it. */
export interface Entry {
  event: string;
  array: JsonNode;
  group: JsonNode;
  handlers: JsonNode;
  handler: JsonNode;
  command: string;
  exec?: readonly string[];
}

/** Every command handler that is ours. Throws a Fault when the hooks have a wrong shape. */
export function ourEntries(
  root: JsonNode | undefined,
  path: string,
  isOurs: IsOurs,
  layout: HookLayout = groupedHooks,
): Entry[] {
  const found: Entry[] = [];
  for (const { event, array } of eventArrays(root, path, layout)) {
    for (const group of array.children ?? []) {
      const handlers = layout.flat ? array : member(group, 'hooks');
      if (handlers?.type !== 'array') throw wrongShape(path, named(event, layout), layout);
      for (const handler of layout.flat ? [group] : (handlers.children ?? [])) {
        const command = startedBy(handler);
        const exec = startedWithout(handler);
        if (isOurs(command)) {
          found.push({ event, array, group, handlers, handler, command, ...(exec && { exec }) });
        }
      }
    }
  }
  return found;
}

/** Entries as they are told of. */
export function registeredOf(entries: readonly Entry[]): Registered[] {
  return entries.map(({ event, command, exec }) => {
    const transport = /^(?:mcp_tool|http) /.exec(command)?.[0].trim();
    if (transport === undefined) return { event, command, ...(exec && { exec }) };
    return { event, command, transport: transport === 'http' ? 'http' : 'mcp' };
  });
}

/** What a handler starts, as one text: its command, else the tool or the address that it calls. */
function startedBy(handler: JsonNode): unknown {
  const text = (name: string): unknown => member(handler, name)?.value;
  if (text('type') === 'mcp_tool') return `mcp_tool ${text('server')}/${text('tool')}`;
  if (text('type') === 'http') return `http ${text('url')}`;
  return startedWithout(handler)?.join(' ') ?? text('command') ?? text('powershell');
}

/** The program and arguments of a handler that is started without a shell. */
function startedWithout(handler: JsonNode): string[] | undefined {
  const args = member(handler, 'args');
  const words = [
    member(handler, 'command')?.value,
    ...(args?.children ?? []).map(({ value }) => value),
  ];
  const isExec = args?.type === 'array' && words.every((word) => typeof word === 'string');
  return isExec ? (words as string[]) : undefined;
}

/** The object with the lists of each event. */
export function hooksObject(
  root: JsonNode | undefined,
  path: string,
  layout: HookLayout = groupedHooks,
): JsonNode | undefined {
  if (layout.under === undefined) return root;
  const hooks = member(root, layout.under);
  if (hooks !== undefined && hooks.type !== 'object') throw wrongShape(path, layout.under, layout);
  return hooks;
}

/** The lists of handlers, by event. */
export function eventArrays(
  root: JsonNode | undefined,
  path: string,
  layout: HookLayout = groupedHooks,
): { event: string; array: JsonNode; property: JsonNode }[] {
  const hooks = hooksObject(root, path, layout);
  if (hooks === undefined) return [];
  return members(hooks).map(({ name, value, property }) => {
    if (value.type !== 'array') throw wrongShape(path, named(name, layout), layout);
    return { event: name, array: value, property };
  });
}

function named(event: string, { under }: HookLayout): string {
  return under === undefined ? event : `${under}.${event}`;
}

function wrongShape(path: string, key: string, { flat }: HookLayout): Fault {
  const item = flat ? '{"command": …}' : '{"hooks": [...]}';
  return new Fault('malformed', `${path} cannot be used: ${key} has an unknown structure.`, {
    hint: `It must be an object of event names, each with a list of ${item}. Nothing was changed.`,
  });
}
