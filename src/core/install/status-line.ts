import { applyEdits, type TextEdit } from '../settings-text/edit.ts';
import { member, members, readJsonFile } from '../settings-text/json-file.ts';
import { addMembers } from '../settings-text/json-insert.ts';
import { removeChildren } from '../settings-text/json-remove.ts';
import type { JsonNode } from '../settings-text/json-tree.ts';
import { print, type Shape, shapeOf } from '../settings-text/shape.ts';
import type { Change, HostInstall } from './host-install.ts';

/** What stands in a settings file as the status line: ours, or one that we cannot show our line behind, or none of ours. */
export type StatusLineStanding = 'ours' | 'other' | 'users' | undefined;

/** How a host's own status line shows our line behind the user's. All functions are pure; text in, edits out. */
export interface StatusLineInstall {
  /** `script`: the path of the script in the state folder. What is no command is left as it is. */
  register(text: string, path: string, script: string): Change;
  /** Puts the user's own command back, or takes the setting out where we made it. */
  unregister(text: string, path: string, created: string[] | undefined): Change;
  standing(text: string, path: string): StatusLineStanding;
}

const name = 'statusLine';

/** The status line in JSON settings: `{"statusLine": {"type": "command", "command": "…"}}`. */
export const jsonStatusLine: StatusLineInstall = {
  register(text, path, script) {
    const { root, line, command } = find(text, path);
    if (line === undefined) return add(text, root, script);
    if (command === undefined) return { ...unchanged(text), statusLine: 'other' };
    const own = ownCommand(command.value);
    const wanted = ourCommand(script, own ?? String(command.value));
    if (wanted === command.value) return unchanged(text);
    const edits = [replaced(text, command, wanted)];
    return { ...applied(text, [edits]), statusLine: own === undefined ? 'added' : 'updated' };
  },

  unregister(text, path, created) {
    const { root, line, command } = find(text, path);
    const own = ownCommand(command?.value);
    if (own === undefined) return unchanged(text);
    if (own !== '') {
      const edits = [replaced(text, command!, own)];
      return { ...applied(text, [edits]), statusLine: 'removed' };
    }
    const gone = members(root!).filter(({ value }) => value === line);
    const passes = [removeChildren(text, root!, new Set(gone.map(({ property }) => property)))];
    const after = applyEdits(text, passes[0]!);
    const end = find(after, path).root;
    if (end?.children?.length === 0 && created?.includes('')) {
      const start = after.startsWith('\uFEFF') ? 1 : 0;
      passes.push([{ offset: start, remove: after.slice(start), insert: '' }]);
    }
    return { ...applied(text, passes), statusLine: 'removed' };
  },

  standing(text, path) {
    const { line, command } = find(text, path);
    if (line === undefined) return undefined;
    if (command === undefined) return 'other';
    return ownCommand(command.value) === undefined ? 'users' : 'ours';
  },
};

/**
 * The part of a host's settings file that has the hooks, with our status line in it: `wish` true, taken out of it: false, or as it
 * stands: undefined.
 */
export function withStatusLine(
  install: HostInstall,
  script: string,
  wish: boolean | undefined,
): HostInstall {
  const { statusLine } = install;
  if (statusLine === undefined) return install;
  return {
    ...install,
    register(text, path, launcher) {
      const hooks = install.register(text, path, launcher);
      const wanted = wish ?? statusLine.standing(text, path) === 'ours';
      if (wanted) return behind(hooks, statusLine.register(hooks.text, path, script));
      return wish === false
        ? behind(hooks, statusLine.unregister(hooks.text, path, undefined))
        : hooks;
    },
    unregister(text, path, created) {
      const without = statusLine.unregister(text, path, created);
      return behind(without, install.unregister(without.text, path, created));
    },
    registered: (text, path) => [
      ...install.registered(text, path),
      ...(statusLine.standing(text, path) === 'ours' ? [{ event: name, command: '' }] : []),
    ],
  };
}

/** Two changes of one file, the second counting in what the first left. */
function behind(first: Change, second: Change): Change {
  const statusLine = first.statusLine ?? second.statusLine;
  return {
    text: second.text,
    passes: [...first.passes, ...second.passes],
    added: first.added + second.added,
    updated: first.updated + second.updated,
    removed: first.removed + second.removed,
    created: [...new Set([...first.created, ...second.created])],
    ...(statusLine === undefined ? {} : { statusLine }),
  };
}

/** Runs the user's command alone where the script is gone. */
function ourCommand(script: string, own: string): string {
  return `own=${quoted(own)}; line=${quoted(script)}; [ -x "$line" ] || exec sh -c "$own"; exec "$line" "$own"`;
}

const shape =
  /^own='((?:[^']|'\\'')*)'; line='(?:[^']|'\\'')*\/bin\/status-line'; \[ -x "\$line" \] \|\| exec sh -c "\$own"; exec "\$line" "\$own"$/;

/** The user's command in one of ours, empty where there was none; undefined for a command that is not ours. */
function ownCommand(command: unknown): string | undefined {
  if (typeof command !== 'string') return undefined;
  return shape.exec(command)?.[1]?.replaceAll("'\\''", "'");
}

/** A text as one single-quoted shell word. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

interface Found {
  root: JsonNode | undefined;
  line: JsonNode | undefined;
  /** The node of the command; absent where the setting is no command. */
  command: JsonNode | undefined;
}

function find(text: string, path: string): Found {
  const { root } = readJsonFile(text, path);
  const line = member(root, name);
  const command = line && member(line, 'command');
  const isCommand = command?.type === 'string' && member(line, 'type')?.value === 'command';
  return { root, line, command: isCommand ? command : undefined };
}

function replaced(text: string, { offset, length }: JsonNode, value: string): TextEdit {
  const remove = text.slice(offset, offset + length);
  return { offset, remove, insert: JSON.stringify(value) };
}

function add(text: string, root: JsonNode | undefined, script: string): Change {
  const value = { type: 'command', command: ourCommand(script, '') };
  if (root === undefined) {
    const start = text.startsWith('\uFEFF') ? 1 : 0;
    const usual: Shape = { eol: text.includes('\r\n') ? '\r\n' : '\n', unit: '  ', spread: true };
    const insert = print({ [name]: value }, usual, '', true) + usual.eol;
    const edit = { offset: start, remove: text.slice(start), insert };
    return { ...applied(text, [[edit]]), statusLine: 'added', created: ['', name] };
  }
  const like = shapeOf(text, root.offset, root.offset + root.length);
  const edit = addMembers(text, root, [[name, value]], like);
  return { ...applied(text, [[edit]]), statusLine: 'added', created: [name] };
}

function unchanged(text: string): Change {
  return { text, passes: [], added: 0, updated: 0, removed: 0, created: [] };
}

function applied(text: string, passes: TextEdit[][]): Change {
  return { ...unchanged(passes.reduce(applyEdits, text)), passes };
}
