import { tailStart } from '../core/own-compaction/tail.ts';

/** A message as the client hands it to hooks in its own process (2.1.332). */
interface SessionMessage {
  role: 'user' | 'assistant';
  text?: string;
  toolUses?: { tool_use_id?: string }[];
  toolResults?: { tool_use_id?: string }[];
  /** The row's id in the record. */
  handle?: string;
}

interface CompactEvent {
  trigger?: string;
  agentId?: string;
  messages?: SessionMessage[];
}

/** The part of the client's own interface that is used. It reads this file's text: each use is spelled out, on the name `$`. */
interface Client {
  process: {
    run(
      argv: string[],
      init: { stdin: string; timeoutMs: number },
    ): Promise<{ stdout?: string; isStdoutTruncated?: boolean }>;
  };
  session: { id(): Promise<string>; cwd(): Promise<string> };
}

type Next = (event: CompactEvent) => unknown;
type Hook = ($: Client, event: CompactEvent, next: Next) => unknown;

/** Stands for the words that start the launcher until the plugin folder is written. */
const launcher = ['@HOLDFAST_LAUNCHER@'];
/** Time that the program may take to compose the text, in milliseconds. */
const patience = 20_000;
const tailCharacters = 24_000;
const tailMessages = 6;

/** Loaded by the client in its own process: gives it a text in place of its summary. On any doubt the client makes one. */
export function register(on: (event: string, hook: Hook) => { catch(hook: Hook): unknown }): void {
  on('session.compact', async ($, event, next) => {
    const { trigger, agentId, messages = [] } = event;
    if (agentId !== undefined || trigger === 'precompute' || messages.length === 0) {
      return next(event);
    }
    const tail = tailOf(messages);
    const payload = {
      hook_event_name: 'PreCompact',
      session_id: await $.session.id(),
      cwd: await $.session.cwd(),
      trigger,
      before: tail[0]?.handle,
    };
    const run = await $.process.run([...launcher, 'claude-code', 'compose'], {
      stdin: JSON.stringify(payload),
      timeoutMs: patience,
    });
    const text = textOf(run);
    if (text === undefined) return next(event);
    return { messages: [{ role: 'user', text, toolUses: [] }, ...tail] };
  }).catch((_$, event, next) => next(event));
}

/** The recent messages that stay as they are; never all, since then there is nothing to compose. */
function tailOf(messages: readonly SessionMessage[]): SessionMessage[] {
  const sized = messages.map((message) => ({
    role: message.role,
    length: JSON.stringify(message).length,
    calls: (message.toolUses ?? []).flatMap((one) => one.tool_use_id ?? []),
    results: (message.toolResults ?? []).flatMap((one) => one.tool_use_id ?? []),
  }));
  const most = Math.min(tailMessages, messages.length - 1);
  return messages.slice(tailStart(sized, tailCharacters, most));
}

function textOf(run: { stdout?: string; isStdoutTruncated?: boolean }): string | undefined {
  if (run.isStdoutTruncated || !run.stdout) return undefined;
  const { text } = JSON.parse(run.stdout) as { text?: unknown };
  return typeof text === 'string' && text !== '' ? text : undefined;
}
