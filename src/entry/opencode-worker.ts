import { parseArgs } from 'node:util';
import { fieldsOf, listOf, textOf } from '../core/rows/fields.ts';
import { rowOf } from '../core/worker/row.ts';
import { startLoopbackServer } from '../platform/loopback-server.ts';
import { type OpenCodeServer, openCodeServer } from './opencode/server.ts';

/**
 * Stands between the one who looks after a worker and the client's server, which asks for permissions and takes messages
 * where a single run does neither: `node opencode-worker.mjs OPENCODE [--model PROVIDER/MODEL] [--session ID]`. Prints the
 * server's events, one line of JSON each, and takes the lines that `src/hosts/opencode/worker.ts` writes. The server listens
 * on loopback, with a password that nobody else has.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string' }, session: { type: 'string' } },
});

/** Kinds of events that are passed on; the rest are pieces of texts, and what the client tells its screen. */
const told =
  /^(?:message\.updated|message\.part\.updated|permission\.asked|question\.asked|session\.(?:status|idle|error|compacted))$/;

const password = crypto.randomUUID();
const server = startLoopbackServer(
  positionals[0] ?? 'opencode',
  ['serve', '--hostname', '127.0.0.1', '--port', '0'],
  {
    ...process.env,
    OPENCODE_SERVER_PASSWORD: password,
    OPENCODE_CONFIG_CONTENT: withPlugin(process.env.OPENCODE_CONFIG_CONTENT),
  },
);
let leaving = false;

/** The person's own inline configuration with our plugin for the shell's environment. */
function withPlugin(text: string | undefined): string {
  const own = rowOf(text ?? '') ?? {};
  const plugin = new URL('./opencode-worker-shell.mjs', import.meta.url).href;
  return JSON.stringify({ ...own, plugin: [...listOf(own.plugin), plugin] });
}

function print(row: object): void {
  process.stdout.write(`${JSON.stringify(row)}\n`);
}

/** The session that is worked in: a new one, or the one that is gone on with. */
async function openSession(client: OpenCodeServer): Promise<string> {
  const { session } = values;
  const opened =
    session === undefined
      ? await client.ask('POST', '/session', {})
      : await client.ask('GET', `/session/${encodeURIComponent(session)}`);
  const id = textOf(fieldsOf(opened).id);
  if (id === undefined) throw new Error('The server opened no session.');
  return id;
}

/** Does what a line of the supervisor says. */
async function take(client: OpenCodeServer, session: string, line: string): Promise<void> {
  const row = rowOf(line) ?? {};
  if (row.type === 'prompt') {
    const parts = [{ type: 'text', text: textOf(row.message) ?? '' }];
    await client.ask('POST', `/session/${session}/prompt_async`, { parts, ...modelOf() });
  } else if (row.type === 'abort') {
    await client.ask('POST', `/session/${session}/abort`);
  } else if (row.type === 'permission') {
    const reply = row.allowed === true ? { reply: 'once' } : refusalOf(row.reason);
    await client.ask(
      'POST',
      `/permission/${encodeURIComponent(textOf(row.id) ?? '')}/reply`,
      reply,
    );
  } else if (row.type === 'question') {
    await client.ask('POST', `/question/${encodeURIComponent(textOf(row.id) ?? '')}/reject`);
  }
}

/** With words the model goes on; without any its turn ends. */
function refusalOf(reason: unknown): object {
  return { reply: 'reject', message: textOf(reason) ?? 'This is not allowed.' };
}

function modelOf(): object {
  const [providerID, ...rest] = (values.model ?? '').split('/');
  return rest.length === 0 ? {} : { model: { providerID, modelID: rest.join('/') } };
}

async function leave(code: number): Promise<void> {
  if (leaving) return;
  leaving = true;
  process.exitCode = code;
  // What does not end within this time is not waited for.
  setTimeout(() => process.exit(code), 4_000).unref();
  server.stop();
  await server.ended;
  process.exit(code);
}

function fail(error: unknown): void {
  if (leaving) return;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  void leave(1);
}

process.on('SIGTERM', () => void leave(143));
void server.ended.then(() => void leave(leaving ? 0 : 1));
try {
  const client = openCodeServer(await server.address, password);
  const session = await openSession(client);
  print({ type: 'worker.session', session });
  void client
    .follow((line) => {
      if (told.test(String(rowOf(line)?.type))) process.stdout.write(`${line}\n`);
    })
    .catch(fail);
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = `${rest}${chunk}`.split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(client, session, line).catch(fail);
  });
  process.stdin.on('end', () => void leave(0));
} catch (error) {
  fail(error);
}
