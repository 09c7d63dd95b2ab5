import { Option } from 'commander';
import { mcpTools } from '../../app/install/context.ts';
import { hookedScopes } from '../../app/install/registrations.ts';
import { once } from '../../core/trust/once.ts';
import { checkedLines } from '../../platform/checked-lines.ts';
import { readDescriptor } from '../../platform/read-descriptor.ts';
import { withEvents } from '../mcp/event-transport.ts';
import { hookCalls } from '../mcp/hook-calls.ts';
import { faultOf } from '../mcp/line-fault.ts';
import { runTool } from '../mcp/run-tool.ts';
import { type SaidBefore, saidBefore } from '../mcp/said-before.ts';
import type { Served } from '../mcp/server.ts';
import type { AddCommand, Outcome } from './command.ts';
import { type CliContext, makeContext } from './context.ts';
import { partsNow } from './mcp-parts.ts';
import { redactionPatterns } from './redaction-patterns.ts';
import { chooseSession, sessionIndex } from './sessions.ts';

export const addMcp: AddCommand = (program, bind) => {
  const command = program
    .command('mcp')
    .description("Serve Holdfast's tools over MCP on standard input and output")
    .option('--host <name>', 'the client that starts it')
    .addOption(
      new Option(
        '--tools <tools>',
        'ticket and workflow tools only where there are some, or all from the start',
      )
        .choices([...mcpTools])
        .default('small'),
    )
    .addOption(
      new Option('--said <descriptor>', 'where to read what the shell answered before').hideHelp(),
    );
  bind(command, serve);
};

/** Bytes of one message at most: what a hook takes as its payload, and room for the call around it. */
const largestMessage = 72 * 1024 * 1024;

/** The id of a session of a host, unless that ended. */
function living(context: CliContext, host: string | undefined, id: string): string | undefined {
  const index = sessionIndex(context);
  const known = index.list().find((session) => session.id === id && session.host === host);
  const ended = known !== undefined && index.read(known).state.agents['']?.ended !== undefined;
  return ended ? undefined : id;
}

/** The tool that a message calls. */
function calledIn(message: unknown): string | undefined {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  return method === 'tools/call' && typeof params?.name === 'string' ? params.name : undefined;
}

/** What the shell was told before: lines that it answered, and the newest, which it did not. */
function linesBefore(descriptor: string | undefined): { before?: SaidBefore; newest?: string } {
  if (descriptor === undefined) return {};
  const lines = readDescriptor(Number(descriptor)).split('\n').slice(0, -1);
  return { before: saidBefore(lines.slice(0, -1)), newest: lines.at(-1) };
}

/** Serves until the client closes the connection. Calls run one after the other. */
async function serve(
  context: CliContext,
  { host, tools, said }: { host?: string; tools: string; said?: string },
): Promise<Outcome> {
  const { before, newest } = linesBefore(said);
  // The library is large, and no other command needs it.
  const [{ serveStdio, StdioServerTransport }, { makeServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
  ]);
  let last: Promise<unknown> = Promise.resolve();
  const variable = context.install.hosts.find((one) => one.host === host)?.sessionVariable;
  // A session that the client names beside a call is the one whose shell this would be.
  const envIn = (thread: string | undefined): CliContext['env'] => {
    const named = thread ?? (variable && context.env[variable]);
    // One that ended, as by "/clear", has a follower in the same client: then the newest there counts.
    return variable
      ? { ...context.env, [variable]: named && living(context, host, named) }
      : context.env;
  };
  const contextIn = (thread: string | undefined): CliContext =>
    makeContext(envIn(thread), context.cwd);
  const sessionNow = (thread: string | undefined): string | undefined => {
    try {
      return chooseSession(contextIn(thread), undefined).id;
    } catch {
      return undefined;
    }
  };
  const call = (words: readonly string[], thread?: string) => {
    const own = last.then(() => runTool(words, envIn(thread), context.cwd));
    last = own;
    return own;
  };
  const ticket = context.env.HOLDFAST_TICKET || undefined;
  let look: ((called?: string) => void) | undefined;
  let repeating = before !== undefined;
  const shown: Partial<Served> =
    tools === 'full'
      ? {}
      : {
          // The shell answers only while there is nothing.
          parts: () => (repeating ? new Set() : partsNow(contextIn(undefined))),
          followParts: (given) => {
            look = given;
          },
        };
  // Most sessions send their events to hooks.
  const events = once(() => hookCalls(context.env));
  const passes = (line: string): boolean => {
    const wrong = faultOf(line);
    if (wrong !== undefined) void stdio.send(wrong as Parameters<typeof stdio.send>[0]);
    return wrong === undefined;
  };
  const input = checkedLines(passes, largestMessage);
  const stdio = new StdioServerTransport(input, undefined, { maxBufferSize: largestMessage });
  const send = stdio.send.bind(stdio);
  stdio.send = async (message) => {
    if (before?.isAnswered(message) !== true) await send(message);
  };
  const transport = withEvents(
    stdio,
    (call) => events()(call),
    (message) => {
      if (!repeating) look?.(calledIn(message));
    },
  );
  const { version } = context;
  const patterns = redactionPatterns(context);
  const client = context.install.hosts.find((one) => one.host === host);
  const hooked = client !== undefined && hookedScopes(context.install, client).size > 0;
  const served = { version, ticket, sessionNow, call, patterns, hooked, ...shown };
  const handle = serveStdio(() => makeServer(served), { transport });
  await before?.repeat((line) => input.write(`${line}\n`));
  repeating = false;
  if (newest !== undefined) input.write(`${newest}\n`);
  process.stdin.pipe(input);
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await last;
  await handle.close();
  // A client that ends its servers by a signal keeps the input open, which would keep this process.
  process.stdin.destroy();
  return { text: '' };
}
