import { Fault } from '../errors.ts';
import { applyEdits, type TextEdit } from '../settings-text/edit.ts';
import { type JsonForm, member, members, readJsonFile } from '../settings-text/json-file.ts';
import { addMembers } from '../settings-text/json-insert.ts';
import { removeChildren } from '../settings-text/json-remove.ts';
import { type JsonNode, jsonValue } from '../settings-text/json-tree.ts';
import { indentAt, print, type Shape, shapeOf } from '../settings-text/shape.ts';
import type { Change } from './host-install.ts';
import { isServerCommand, type ServerCommand, serverCommand } from './server-command.ts';
import { type ServerInstall, type ServerStanding, serverName } from './server-install.ts';

type Entry = Record<string, unknown>;

/** Where and how a host's JSON settings hold its MCP servers. */
export interface JsonServers {
  host: string;
  /** The member with the servers by their names. */
  under: string;
  /** Our entry, for a command. */
  entry(command: ServerCommand): Entry;
  /** Default: plain JSON. */
  form?: JsonForm;
}

/** Registers the server in JSON settings: `{"<under>": {"holdfast": {…}}}`. */
export function jsonServer(how: JsonServers): Omit<ServerInstall, 'file'> {
  return {
    register(text, path, launcher) {
      const { root, list, own } = find(text, path, how);
      const wanted = how.entry(serverCommand(how.host, launcher));
      if (own === undefined) return add(text, root, list, how.under, wanted);
      const now = jsonValue(own) as Entry;
      if (!isOurs(now, how.host)) return { ...unchanged(text), server: 'other' };
      // What the person set beside it, such as a timeout, stays.
      const renewed = { ...now, ...wanted };
      if (JSON.stringify(renewed) === JSON.stringify(now)) return unchanged(text);
      const edit = renew(text, root!, own, renewed);
      return { ...applied(text, [[edit]]), server: 'updated' };
    },

    unregister(text, path, created) {
      const { list, own } = find(text, path, how);
      if (own === undefined || !isOurs(jsonValue(own), how.host)) {
        return unchanged(text);
      }
      const passes: TextEdit[][] = [];
      let now = text;
      const step = (edits: TextEdit[]): void => {
        if (edits.length === 0) return;
        passes.push(edits);
        now = applyEdits(now, edits);
      };
      const gone = members(list!).filter(({ value }) => value === own);
      step(removeChildren(now, list!, new Set(gone.map(({ property }) => property))));
      const after = find(now, path, how);
      if (isEmpty(after.list) && (created === undefined || created.includes(how.under))) {
        const empty = members(after.root!).filter(({ value }) => value === after.list);
        step(removeChildren(now, after.root!, new Set(empty.map(({ property }) => property))));
      }
      const end = find(now, path, how).root;
      if (isEmpty(end) && created?.includes('')) {
        const start = now.startsWith('\uFEFF') ? 1 : 0;
        step([{ offset: start, remove: now.slice(start), insert: '' }]);
      }
      return { ...unchanged(now), passes, server: 'removed' };
    },

    standing(text, path): ServerStanding {
      const { own } = find(text, path, how);
      if (own === undefined) return undefined;
      return isOurs(jsonValue(own), how.host) ? 'ours' : 'other';
    },
  };
}

interface Found {
  root: JsonNode | undefined;
  list: JsonNode | undefined;
  own: JsonNode | undefined;
}

function find(text: string, path: string, { under, form }: JsonServers): Found {
  const { root } = readJsonFile(text, path, form);
  const list = member(root, under);
  if (list !== undefined && list.type !== 'object') {
    throw new Fault('malformed', `${path} cannot be used: ${under} is not an object.`, {
      hint: 'It must map server names to servers. Nothing was changed.',
    });
  }
  return { root, list, own: member(list, serverName) };
}

/** A command is one text with arguments beside it, or a list of words. */
function isOurs(entry: unknown, host: string): boolean {
  const { command, args } = (entry ?? {}) as { command?: unknown; args?: unknown };
  return isServerCommand(host, [command, args].flat(2));
}

function add(
  text: string,
  root: JsonNode | undefined,
  list: JsonNode | undefined,
  under: string,
  wanted: Entry,
): Change {
  const servers = { [serverName]: wanted };
  if (root === undefined) {
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    const shape: Shape = { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: '  ', spread: true };
    const insert = print({ [under]: servers }, shape, '', true) + shape.eol;
    const edit = { offset: start, remove: text.slice(start), insert };
    return { ...applied(text, [[edit]]), server: 'added', created: ['', under] };
  }
  const shape = shapeOf(text, root.offset, root.offset + root.length);
  const edit =
    list === undefined
      ? addMembers(text, root, [[under, servers]], shape)
      : addMembers(text, list, [[serverName, wanted]], shape);
  const created = list === undefined ? [under] : [];
  return { ...applied(text, [[edit]]), server: 'added', created };
}

function renew(text: string, root: JsonNode, own: JsonNode, wanted: Entry): TextEdit {
  const remove = text.slice(own.offset, own.offset + own.length);
  const shape = shapeOf(text, root.offset, root.offset + root.length);
  const insert = print(wanted, shape, indentAt(text, own.offset), remove.includes('\n'));
  return { offset: own.offset, remove, insert };
}

function isEmpty(container: JsonNode | undefined): boolean {
  return container !== undefined && (container.children?.length ?? 0) === 0;
}

function unchanged(text: string): Change {
  return { text, passes: [], added: 0, updated: 0, removed: 0, created: [] };
}

function applied(text: string, passes: TextEdit[][]): Change {
  return { ...unchanged(passes.reduce(applyEdits, text)), passes };
}
