import { callCommand } from '../mcp/call-command.ts';
import { withEvents } from '../mcp/event-transport.ts';
import { hookCalls } from '../mcp/hook-calls.ts';
import { addAnswerCommand } from './answer.ts';
import { addBrief } from './brief.ts';
import type { AddCommand, Outcome } from './command.ts';
import { type CliContext, makeContext } from './context.ts';
import { addEvidence } from './evidence.ts';
import { addNoteCommand } from './note.ts';
import { addRecall } from './recall.ts';
import { addTicket } from './ticket.ts';

const commands = [addBrief, addNoteCommand, addAnswerCommand, addRecall, addEvidence, addTicket];

export const addMcp: AddCommand = (program, bind) => {
  const command = program
    .command('mcp')
    .description('Serve the tools of Holdfast to a client over MCP, on standard input and output')
    .option('--host <name>', 'the host whose client starts it');
  bind(command, serve);
};

/** Bytes of one message at most: what a hook takes as its payload, and room for the call around it. */
const largestMessage = 72 * 1024 * 1024;

/** Serves until the client closes the connection. Calls run one after the other. */
async function serve(context: CliContext): Promise<Outcome> {
  // The library is large, and no other command needs it.
  const [{ serveStdio, StdioServerTransport }, { makeServer }] = await Promise.all([
    import('@modelcontextprotocol/server/stdio'),
    import('../mcp/server.ts'),
  ]);
  let last: Promise<unknown> = Promise.resolve();
  const call = (words: readonly string[]) => {
    const own = last.then(() =>
      callCommand(words, commands, () => makeContext(context.env, context.cwd)),
    );
    last = own;
    return own;
  };
  const ticket = context.env.HOLDFAST_TICKET || undefined;
  const transport = withEvents(
    new StdioServerTransport(undefined, undefined, { maxBufferSize: largestMessage }),
    hookCalls(context.env),
  );
  const handle = serveStdio(() => makeServer(context.version, ticket, call), { transport });
  await new Promise<void>((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('close', resolve);
    process.once('SIGTERM', resolve);
    process.once('SIGINT', resolve);
  });
  await last;
  await handle.close();
  return { text: '' };
}
