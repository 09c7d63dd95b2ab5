import type { Answer } from '../../hosts/pi/encode.ts';
import { behindOutput } from '../../hosts/pi/transcript-own.ts';
import { guarded, type Left } from '../in-process/guard.ts';
import { Product } from '../in-process/product.ts';
import type { PiApi, PiContext, PiEvent } from './client.ts';
import { cutOf } from './cut.ts';
import { piHandle } from './handle.ts';

/** Time that a handler may take, in milliseconds; the client itself waits for ever. */
const deadlines = { shutDown: 1_000, tool: 5_000, prompt: 8_000, compaction: 10_000 };

/** By this name a thread knows what it is started for. */
export const piName = 'pi';

const customType = 'holdfast';

/** The work of each event, by what the client hands over. */
export class PiEvents {
  readonly #api: PiApi;
  readonly #product: Product<Answer>;
  /** Sessions in which a compaction was begun of which nothing is known yet. */
  readonly #expecting = new Set<string>();
  /** What a start of a session has to say, until the first prompt. */
  #greeting = '';

  /** `program`: the file of the extension. */
  constructor(api: PiApi, env: Readonly<Record<string, string | undefined>>, program: string) {
    this.#api = api;
    this.#product = new Product(piName, env, program, piHandle);
  }

  async sessionStarted(event: PiEvent, context: PiContext): Promise<void> {
    const isFirst = this.#product.meets(context.sessionManager.getSessionId());
    const resumed = context.sessionManager.getEntries().some(({ type }) => type === 'message');
    const answer = await this.#take('session_start', deadlines.prompt, event, context, {
      resumed,
      isFirst,
    });
    this.#greeting = answer.inject ?? '';
  }

  /** What stands beside a prompt of the person; undefined: nothing. */
  async prompt(event: PiEvent, context: PiContext): Promise<object | undefined> {
    if (event.messageType !== undefined && event.messageType !== 'user') return undefined;
    const fullness = context.getContextUsage?.()?.percent ?? undefined;
    const more = fullness === undefined ? {} : { fullness };
    const answer = await this.#take('before_agent_start', deadlines.prompt, event, context, more);
    const content = [this.#greeting, answer.inject ?? '']
      .filter((text) => text !== '')
      .join('\n\n');
    this.#greeting = '';
    return content === '' ? undefined : { message: { customType, content, display: false } };
  }

  async beforeTool(event: PiEvent, context: PiContext): Promise<object | undefined> {
    if (this.#isQuiet(context)) return undefined;
    const answer = await this.#take('tool_call', deadlines.tool, event, context);
    if (answer.inject !== undefined) this.#say(answer.inject);
    return answer.block === undefined ? undefined : { block: true, reason: answer.block };
  }

  async afterTool(event: PiEvent, context: PiContext): Promise<object | undefined> {
    if (this.#isQuiet(context)) return undefined;
    const answer = await this.#take('tool_result', deadlines.tool, event, context);
    if (answer.inject === undefined) return undefined;
    const own = { type: 'text', text: behindOutput + answer.inject };
    return { content: [...(event.content ?? []), own] };
  }

  /** Before a request to the model: what could not be said before is put behind its last message, this once. */
  async request(event: PiEvent, context: PiContext): Promise<object | undefined> {
    if (this.#isQuiet(context)) return undefined;
    const answer = await this.#take('context', deadlines.tool, event, context);
    if (answer.inject === undefined) return undefined;
    const content = [{ type: 'text', text: answer.inject }];
    const own = { role: 'custom', customType, content, display: false, timestamp: Date.now() };
    // Stored too, so that later requests hold it as well.
    this.#say(answer.inject);
    return { messages: [...(event.messages ?? []), own] };
  }

  /** What stands in for the client's own summary; undefined: it makes one. */
  async beforeCompaction(event: PiEvent, context: PiContext): Promise<object | undefined> {
    const hook = 'session_before_compact';
    const session = context.sessionManager.getSessionId();
    this.#expecting.add(session);
    await this.#take(hook, deadlines.compaction, event, context);
    const cut = cutOf(event);
    const file = context.sessionManager.getSessionFile();
    if (cut === undefined || file === undefined) return undefined;
    const windowTokens = context.model?.contextWindow;
    const payload = { hook, session, cwd: context.cwd, file, event: toldOf(event) };
    const ask = { does: 'compose', payload, wish: { windowTokens, ...cut.wish } } as const;
    const work = (left: Left) => this.#product.ask(session, ask, left());
    const result = await guarded(deadlines.compaction, work, event.signal);
    if ('failed' in result) this.#product.fault(hook, result.failed);
    if ('failed' in result || result.done.text === undefined) return undefined;
    return { compaction: { summary: result.done.text, ...cut.kept } };
  }

  /**
   * A message while the client works is one more request. Behind the last answer that would be a turn that nobody asked
   * for: there the brief waits for the next prompt.
   */
  async afterCompaction(event: PiEvent, context: PiContext): Promise<void> {
    if (goesOn(event, context)) {
      const answer = await this.#take('session_compact', deadlines.compaction, event, context);
      if (answer.inject !== undefined) this.#say(answer.inject);
    }
    const summary = event.compactionEntry?.summary;
    await this.#take('compaction_told', deadlines.compaction, event, context, { summary });
  }

  failedCompaction(context: PiContext): void {
    this.#expecting.delete(context.sessionManager.getSessionId());
  }

  /** The end of a run: what it goes on with, where it must. */
  async settling(event: PiEvent, context: PiContext): Promise<object | undefined> {
    if (this.#isQuiet(context)) {
      void this.#remember('agent_before_settle', event, context);
      return undefined;
    }
    const lastMessage = lastWords(context);
    const more = lastMessage === undefined ? {} : { lastMessage };
    const hook = 'agent_before_settle';
    const answer = await this.#take(hook, deadlines.prompt, event, context, more);
    if (answer.continue === undefined) return undefined;
    const own = { type: 'custom_message', customType, content: answer.continue, display: false };
    return { entries: [...(event.entries ?? []), own], continue: true };
  }

  async shutDown(event: PiEvent, context: PiContext): Promise<void> {
    if (this.#isQuiet(context)) {
      await this.#remember('session_shutdown', event, context);
      return;
    }
    await this.#take('session_shutdown', deadlines.tool, event, context);
  }

  /** Looks whether it is time to write the memory of a session that has nothing open. */
  async #remember(hook: string, event: PiEvent, { sessionManager, cwd }: PiContext): Promise<void> {
    const file = sessionManager.getSessionFile();
    if (file === undefined) return;
    const session = sessionManager.getSessionId();
    const payload = { hook, session, cwd, file, event: toldOf(event) };
    const ms = hook === 'session_shutdown' ? deadlines.shutDown : deadlines.prompt;
    const work = (left: Left) => this.#product.ask(session, { does: 'remember', payload }, left());
    const result = await guarded(ms, work);
    if ('failed' in result) this.#product.fault('session memory', result.failed);
  }

  /** True where a session has nothing open: then nothing of it is looked at. */
  #isQuiet({ sessionManager }: PiContext): boolean {
    const session = sessionManager.getSessionId();
    if (this.#product.isOpen(session) || this.#expecting.has(session)) return false;
    return !this.#product.waits(session);
  }

  /** Stores a message of ours that the next request holds. */
  #say(content: string): void {
    this.#api.sendMessage({ customType, content, display: false });
  }

  async #take(
    hook: string,
    ms: number,
    event: PiEvent,
    context: PiContext,
    { isFirst = false, ...more }: { isFirst?: boolean; [name: string]: unknown } = {},
  ): Promise<Answer> {
    const { sessionManager, cwd } = context;
    const session = sessionManager.getSessionId();
    const work = async (left: Left): Promise<Answer> => {
      const file = sessionManager.getSessionFile();
      const payload = { hook, session, cwd, file, event: toldOf(event), ...more };
      const told = await this.#product.ask(session, { does: 'take', payload, isFirst }, left());
      if (this.#product.isOpen(session)) this.#expecting.delete(session);
      return told.answer ?? {};
    };
    const result = await guarded(ms, work, event.signal);
    if ('failed' in result) {
      this.#product.fault(hook, result.failed);
      return {};
    }
    if (result.done.notify !== undefined && context.hasUI === true) {
      context.ui?.notify(result.done.notify, 'info');
    }
    return result.done;
  }
}

/** True where the client goes on behind a compaction: tool results wait for the model, or a request is made again. */
function goesOn(event: PiEvent, { sessionManager }: PiContext): boolean {
  if (event.willRetry === true) return true;
  const last = sessionManager.getEntries().findLast(({ type }) => type === 'message');
  return last?.message?.role === 'toolResult';
}

function lastWords({ sessionManager }: PiContext): string | undefined {
  const entries = sessionManager.getEntries();
  const last = entries.findLast(({ message }) => message?.role === 'assistant')?.message;
  if (last?.content === undefined || typeof last.content === 'string') return last?.content;
  return last.content.map(({ text }) => text ?? '').join('\n');
}

/** What is looked at of an event: the whole of one can hold the whole conversation. */
function toldOf(event: PiEvent): Partial<PiEvent> {
  return Object.fromEntries(told.map((name) => [name, event[name]]));
}

const told = [
  'reason',
  'prompt',
  'toolName',
  'toolCallId',
  'input',
  'content',
  'details',
  'structuredContent',
  'isError',
  'customInstructions',
];
