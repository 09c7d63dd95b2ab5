import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { fieldsOf, textOf } from '../core/rows/fields.ts';
import { rowOf } from '../core/worker/row.ts';
import { openPiSession, type PiLibrary, type PiSession } from './pi/library.ts';
import { type AskSupervisor, workerPermissions } from './pi/worker-permissions.ts';

/**
 * A worker in pi's library in place of its program: `node pi-in-process.mjs LIBRARY [--model M] [--session-id ID | --session ID]`.
 * Takes and prints the lines of the client's RPC mode, as far as `src/hosts/pi/worker.ts` writes and reads them, so that it is
 * looked after like a client.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: {
    model: { type: 'string' },
    session: { type: 'string' },
    'session-id': { type: 'string' },
    // Of the program alone: the permissions are ours here.
    mode: { type: 'string' },
    extension: { type: 'string' },
  },
});

/** Rows that hold the conversation again and again, and are not read. */
const bulky = new Set(['message_update', 'message_start', 'agent_end', 'turn_end']);

const open = new Map<string, (said: string | undefined) => void>();
let leaving = false;

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

const ask: AskSupervisor = ({ title, text }) =>
  new Promise((resolve) => {
    const id = crypto.randomUUID();
    open.set(id, resolve);
    if (leaving) resolve(undefined);
    else print({ type: 'extension_ui_request', id, method: 'input', title, placeholder: text });
  });

async function start(): Promise<PiSession> {
  const library = (await import(pathToFileURL(positionals[0] ?? '').href)) as PiLibrary;
  const wish = {
    model: textOf(values.model),
    sessionId: textOf(values['session-id']),
    resume: textOf(values.session),
  };
  const session = await openPiSession(library, {
    cwd: process.cwd(),
    ...(wish.model !== undefined && { model: wish.model }),
    ...(wish.sessionId !== undefined && { sessionId: wish.sessionId }),
    ...(wish.resume !== undefined && { resume: wish.resume }),
    permissions: (api) => workerPermissions(api, process.env, ask),
  });
  session.subscribe((event) => {
    if (!bulky.has(event.type)) print(event);
  });
  return session;
}

/** Answers a line of the supervisor. */
function take(session: PiSession, line: string): void {
  const row = rowOf(line);
  if (row === undefined) return;
  const { id, type: command } = row;
  const answer = (more: object): void => print({ id, type: 'response', command, ...more });
  if (command === 'get_state') {
    const { sessionId, model } = session;
    answer({ success: true, data: { sessionId, model } });
  } else if (command === 'prompt') {
    const text = textOf(row.message) ?? '';
    const running = session.isStreaming;
    session
      .prompt(text, running ? { streamingBehavior: 'steer' } : undefined)
      .catch((error: unknown) => answer({ success: false, error: wordsOf(error) }));
  } else if (command === 'abort') {
    void session.abort().then(() => answer({ success: true }));
  } else if (command === 'extension_ui_response') {
    const asked = textOf(id) ?? '';
    open.get(asked)?.(textOf(fieldsOf(row).value));
    open.delete(asked);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function leave(session: PiSession | undefined, code: number): Promise<void> {
  if (leaving) return;
  leaving = true;
  for (const answer of open.values()) answer(undefined);
  // What does not end within this time is not waited for.
  setTimeout(() => process.exit(code), 5_000).unref();
  await session?.abort().catch(() => undefined);
  session?.dispose();
  process.exitCode = code;
  process.stdout.write('', () => process.exit(code));
}

let session: PiSession | undefined;
process.on('SIGTERM', () => void leave(session, 143));
try {
  session = await start();
  const running = session;
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(running, line);
  });
  process.stdin.on('end', () => void leave(running, 0));
} catch (error) {
  process.stderr.write(`${wordsOf(error)}\n`);
  process.exitCode = 1;
}
