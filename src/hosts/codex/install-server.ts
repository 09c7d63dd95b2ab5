import { parse } from 'smol-toml';
import { Fault } from '../../core/errors.ts';
import type { Change, LauncherForm } from '../../core/install/host-install.ts';
import { isServerCommand, serverCommand } from '../../core/install/server-command.ts';
import { type ServerInstall, serverName } from '../../core/install/server-install.ts';
import { object } from '../../core/rows/values.ts';
import { applyEdits, type TextEdit } from '../../core/settings-text/edit.ts';

const host = 'codex';
const table = `mcp_servers.${serverName}`;
/** This client (0.171.0, seen live) gives a server few variables besides those that are named. */
const passedOn = [
  'HOLDFAST_HOME',
  'HOLDFAST_TICKET',
  'HOLDFAST_WORKER',
  'HOLDFAST_DISABLE',
  'HOLDFAST_NESTED',
  'CODEX_HOME',
  'XDG_STATE_HOME',
  'XDG_CONFIG_HOME',
];

/** Our MCP server in the config.toml of Codex: a table of its own at the end of the file. */
export const codexServer: ServerInstall = {
  file: (scope, { env, home, project }) =>
    `${scope === 'user' ? env.CODEX_HOME || `${home}/.codex` : `${project}/.codex`}/config.toml`,

  register(text, path, launcher) {
    const own = entryOf(read(text, path));
    if (own === undefined) return added(text, path, launcher);
    if (!isOurs(own)) return { ...unchanged(text), server: 'other' };
    const { command, args } = serverCommand(host, launcher);
    if (JSON.stringify([own.command, own.args]) === JSON.stringify([command, args])) {
      return unchanged(text);
    }
    const without = taken(text, path);
    const again = added(without.text, path, launcher);
    return { ...again, passes: [...without.passes, ...again.passes], server: 'updated' };
  },

  unregister(text, path, created) {
    const own = entryOf(read(text, path));
    if (own === undefined || !isOurs(own)) return unchanged(text);
    const { text: left, passes } = taken(text, path);
    if (!created?.includes('') || left.trim() !== '') return changed(text, passes, 'removed');
    return changed(text, [...passes, [{ offset: 0, remove: left, insert: '' }]], 'removed');
  },

  standing(text, path) {
    const own = entryOf(read(text, path));
    if (own === undefined) return undefined;
    return isOurs(own) ? 'ours' : 'other';
  },
};

type Table = Record<string, unknown>;

function read(text: string, path: string): Table {
  try {
    return parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    const line = (error as { line?: number }).line;
    throw new Fault('malformed', `${path} cannot be used: ${where(line)}it is not TOML.`, {
      hint: 'Fix it, then run this again. Nothing was changed.',
      cause: error,
    });
  }
}

function where(line: number | undefined): string {
  return line === undefined ? '' : `line ${line}: `;
}

function entryOf(config: Table): Table | undefined {
  const servers = object(config.mcp_servers);
  return servers[serverName] === undefined ? undefined : object(servers[serverName]);
}

function isOurs({ command, args }: Table): boolean {
  return isServerCommand(host, [command, args].flat());
}

/** With our table at the end. Throws a Fault where the file holds its servers in a form that takes no further table. */
function added(text: string, path: string, launcher: LauncherForm): Change {
  const { command, args } = serverCommand(host, launcher);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const list = (words: readonly string[]) =>
    `[${words.map((word) => JSON.stringify(word)).join(', ')}]`;
  const lines = [
    `[${table}]`,
    `command = ${JSON.stringify(command)}`,
    `args = ${list(args)}`,
    `env_vars = ${list(passedOn)}`,
    '',
  ];
  const before = text === '' ? '' : /\r?\n$/.test(text) ? eol : eol + eol;
  const insert = before + lines.join(eol);
  const change = changed(text, [[{ offset: text.length, remove: '', insert }]], 'added');
  try {
    parse(change.text.replace(/^\uFEFF/, ''));
  } catch (cause) {
    throw new Fault('refused', `${path} has its MCP servers in a form that cannot be extended.`, {
      hint: `Write each of them as a separate table, [mcp_servers.NAME], or add [${table}] yourself. Nothing was changed.`,
      cause,
    });
  }
  return { ...change, created: text === '' ? [''] : [] };
}

/** Without our table. Throws a Fault where it does not stand as a table of its own. */
function taken(text: string, path: string): Change {
  const lines = text.split(/(?<=\n)/);
  const isHeader = (line: string) => /^\s*\[/.test(line);
  const isOwn = (line: string) => /^\s*\[\s*mcp_servers\s*\.\s*"?holdfast"?\s*[\].]/.test(line);
  const first = lines.findIndex(isOwn);
  let end = first + 1;
  while (end < lines.length && (!isHeader(lines[end]!) || isOwn(lines[end]!))) end += 1;
  // Blanks and remarks before the next table are that one's.
  while (end > first + 1 && /^\s*(#|$)/.test(lines[end - 1]!)) end -= 1;
  const start = first > 0 && lines[first - 1]!.trim() === '' ? first - 1 : first;
  const offset = lines.slice(0, start).join('').length;
  const remove = lines.slice(start, end).join('');
  const change = changed(text, [[{ offset, remove, insert: '' }]], 'removed');
  if (first < 0 || !sameButOurs(read(text, path), read(change.text, path))) {
    throw new Fault('refused', `${path} has the server "${serverName}" in another form.`, {
      hint: `Remove ${table} from it yourself. Nothing was changed there.`,
    });
  }
  return change;
}

function sameButOurs(before: Table, after: Table): boolean {
  const rest = ({ mcp_servers, ...others }: Table): string => {
    const { [serverName]: _, ...servers } = object(mcp_servers);
    return JSON.stringify([others, servers]);
  };
  return entryOf(after) === undefined && rest(before) === rest(after);
}

function unchanged(text: string): Change {
  return { text, passes: [], added: 0, updated: 0, removed: 0, created: [] };
}

function changed(text: string, passes: TextEdit[][], server: Change['server']): Change {
  return { ...unchanged(passes.reduce(applyEdits, text)), passes, server };
}
