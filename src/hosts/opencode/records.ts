import { type Fields, fieldsOf, textOf } from '../../core/rows/fields.ts';
import type { ReaderOptions, RecordSink } from '../host.ts';
import type {
  DatabaseFormat,
  Identity,
  Machine,
  ReadDatabase,
  RecordStore,
  StoredConversation,
} from '../record-store.ts';
import { openCodeSince } from './follow.ts';
import { openCodeItems } from './transcript.ts';
import { openCodeExportItems } from './transcript-export.ts';
import { openCodeMessages } from './transcript-messages.ts';
import type { SessionFacts } from './transcript-state.ts';
import { openCodeTree } from './transcript-tree.ts';

const title = 'opencode';

function dataFolder({ env, home }: Machine): string {
  return `${env.XDG_DATA_HOME || `${home}/.local/share`}/opencode`;
}

/** Since 1.2 every session of a machine is in one database; builds of other channels have one of their own. */
const format: DatabaseFormat = {
  kind: 'database',
  strange,
  conversations,
  items,
  since: (database, session, cursor, sink) =>
    openCodeSince(messagesOf(database, session), cursor, sink, factsOf(database, session)),
};

export const openCodeDatabase: RecordStore = {
  host: 'opencode',
  title,
  usualPlaces(machine) {
    const named = machine.env.OPENCODE_DB;
    if (!named || named === ':memory:') return [dataFolder(machine)];
    const absolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(named);
    return [absolute ? named : `${dataFolder(machine)}/${named}`];
  },
  mayBe: (path) => /(?:^|[\\/])opencode[^\\/]*\.db$/.test(path),
  passesBy: (folder) =>
    /[\\/]opencode[\\/](?:log|snapshot|bin|tool-output|repos|storage|project)$/.test(folder),
  recognise: (_path, head) => (head.startsWith('SQLite format 3\0') ? {} : undefined),
  format,
};

/** Before 1.2 a session was many small files: its own, one a message, one a part. */
export const openCodeFiles: RecordStore = {
  host: 'opencode',
  title,
  usualPlaces: (machine) => [`${dataFolder(machine)}/storage`, `${dataFolder(machine)}/project`],
  mayBe: (path) => /[\\/]storage[\\/]session[\\/][^\\/]+[\\/]ses_[^\\/]*\.json$/.test(path),
  passesBy: (folder) =>
    /[\\/]storage[\\/](?:session[\\/])?(?:message|part|session_diff|todo|share)$/.test(folder),
  recognise(_path, head) {
    const id = /"id"\s*:\s*"(ses_[^"\\]{1,200})"/.exec(head);
    if (id === null || !/^\ufeff?\s*\{/.test(head)) return undefined;
    return withFolder({ session: id[1]! }, head);
  },
  format: { kind: 'tree', items: openCodeTree },
};

/** What `opencode export` prints. */
export const openCodeExports: RecordStore = {
  host: 'opencode',
  title,
  usualPlaces: () => [],
  mayBe: (path) => path.endsWith('.json'),
  recognise(_path, head) {
    const start = /^[^{]{0,2000}\{\s*"info"\s*:\s*\{/.exec(head);
    const id = start && /"id"\s*:\s*"(ses_[^"\\]{1,200})"/.exec(head);
    return id ? withFolder({ session: id[1]! }, head) : undefined;
  },
  format: {
    kind: 'text',
    items: (text, sink, options) => openCodeExportItems(text, sink, { keep: options?.keep }),
  },
};

function withFolder(identity: Identity, head: string): Identity {
  const folder = /"directory"\s*:\s*"((?:[^"\\]|\\.){1,4000})"/.exec(head)?.[1];
  // Messages have parents of their own.
  const parent = /"parentID"\s*:\s*"/.test(head.split(/"messages"\s*:/, 1)[0]!);
  if (folder !== undefined) identity.cwd = JSON.parse(`"${folder}"`) as string;
  if (parent) identity.subagent = true;
  return identity;
}

/** What is read of each table. */
const needed: Record<string, string[]> = {
  session: ['id', 'time_updated'],
  message: ['id', 'session_id', 'time_created', 'data'],
  part: ['id', 'message_id', 'session_id', 'data'],
};

function columns(database: ReadDatabase, table: string): Set<string> {
  const rows = database.rows('select name from pragma_table_info(?)', table);
  return new Set(rows.map((row) => String(row.name)));
}

function strange(database: ReadDatabase): string | undefined {
  for (const [table, names] of Object.entries(needed)) {
    const known = columns(database, table);
    if (known.size === 0) return `it has no table "${table}"`;
    const missing = names.find((name) => !known.has(name));
    if (missing !== undefined) return `its table "${table}" has no column "${missing}"`;
  }
  return undefined;
}

function conversations(database: ReadDatabase): StoredConversation[] {
  const known = columns(database, 'session');
  const wanted = ['id', 'time_updated', 'directory', 'parent_id'].filter((name) => known.has(name));
  return database.rows(`select ${wanted.join(', ')} from session order by id`).map((row) => {
    const conversation: StoredConversation = {
      session: String(row.id),
      modifiedMs: Number(row.time_updated) || 0,
      size: 0,
    };
    const cwd = textOf(row.directory);
    if (cwd !== undefined) conversation.cwd = cwd;
    if (textOf(row.parent_id) !== undefined) conversation.subagent = true;
    return conversation;
  });
}

function items(
  database: ReadDatabase,
  session: string,
  sink: RecordSink,
  options: ReaderOptions = {},
): void {
  const messages = messagesOf(database, session);
  if (messages.length === 0) newerForm(database, session, sink);
  openCodeItems(messages, sink, { ...factsOf(database, session), keep: options.keep });
}

function messagesOf(database: ReadDatabase, session: string): ReturnType<typeof openCodeMessages> {
  const messages = database
    .rows('select id, session_id, time_created, data from message where session_id = ?', session)
    .map(withoutDiffs);
  const parts = database.rows(
    'select id, message_id, data from part where session_id = ?',
    session,
  );
  return openCodeMessages(messages, parts);
}

/** A person's message can hold the bodies of all files that changed behind it. */
function withoutDiffs(row: Record<string, unknown>): Fields {
  let data: Fields;
  try {
    data = fieldsOf(JSON.parse(String(row.data)));
  } catch {
    return row;
  }
  if (typeof data.summary === 'object') delete data.summary;
  return { ...row, data };
}

function factsOf(database: ReadDatabase, session: string): SessionFacts {
  const known = columns(database, 'session');
  const names = ['parent_id', 'version', 'revert'].filter((name) => known.has(name));
  const facts: SessionFacts = {};
  if (names.length === 0) return facts;
  for (const row of database.rows(
    `select ${names.join(', ')} from session where id = ?`,
    session,
  )) {
    if (textOf(row.parent_id) !== undefined) facts.subagent = true;
    const version = textOf(row.version);
    if (version !== undefined) facts.hostVersion = version;
    const revert = revertOf(row.revert);
    if (revert !== undefined) facts.revert = revert;
  }
  return facts;
}

/** Rows in the table that is made ready to follow: they are counted and not read. */
function newerForm(database: ReadDatabase, session: string, sink: RecordSink): void {
  if (columns(database, 'session_message').size === 0) return;
  for (const row of database.rows(
    'select type from session_message where session_id = ?',
    session,
  )) {
    sink.unknown(`session_message/${String(row.type)}`);
  }
}

/** The mark of what was undone, as the client keeps it in the session: JSON, as text or parsed. */
export function revertOf(value: unknown): SessionFacts['revert'] {
  let given = value;
  try {
    if (typeof value === 'string') given = JSON.parse(value);
  } catch {
    return undefined;
  }
  const messageID = textOf(fieldsOf(given).messageID);
  const partID = textOf(fieldsOf(given).partID);
  if (messageID === undefined) return undefined;
  return partID === undefined ? { messageID } : { messageID, partID };
}
