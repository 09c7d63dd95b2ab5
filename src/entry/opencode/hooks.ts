import type { Answer } from '../../hosts/opencode/encode.ts';
import { behindOutput } from '../../hosts/opencode/transcript-own.ts';
import { guarded, type Left } from '../in-process/guard.ts';
import { Product } from '../in-process/product.ts';
import type { ClientMessage, OpenCodeClient, PluginInput } from './client.ts';
import { type RequestModel, type Windows, windowOf } from './fullness.ts';
import { type FromMessages, openCodeHandle, type WithPages } from './handle.ts';
import type { Page } from './pages.ts';
import { RequestTexts } from './request-texts.ts';
import { type Place, Sessions } from './sessions.ts';
import { type SummaryOrder, tellSummariser } from './summary-order.ts';
import { settingsIn } from './turn-settings.ts';

type Payload = Record<string, unknown>;

/** Where this plugin runs, and with what. */
export interface Setting {
  env: Readonly<Record<string, string | undefined>>;
  /** The client's database. */
  database: string;
  /** True where the client ends as soon as a turn does, so that no turn can be continued. */
  endsWithTurn: boolean;
  /** The file of the plugin. */
  program: string;
}

/** By this name a thread knows what it is started for. */
export const openCodeName = 'opencode';

type Told = Answer & Partial<FromMessages>;

/** Time that a hook may take, in milliseconds; the client itself waits for ever. */
const deadlines = { tool: 5_000, prompt: 8_000, compaction: 10_000 };

/** What is done for the memory at the end of a run is waited for so many milliseconds; it goes on by itself after that. */
const lastWaitMs = 1_000;

/** The refusal of a tool call is the one thing that is ever thrown. */
export class Refusal extends Error {}

/** The work of each hook, by what the client hands over. */
export class OpenCodeHooks {
  readonly #client: OpenCodeClient;
  readonly #setting: Setting;
  readonly #product: Product<Answer>;
  readonly #sessions: Sessions;
  readonly #texts = new RequestTexts();
  /** Sessions whose next request is that of the summariser. */
  readonly #summarising = new Set<string>();
  /** Sessions in which a compaction was begun of which nothing is known yet. */
  readonly #expecting = new Set<string>();
  /** Sessions that are being prompted by us. */
  readonly #prompting = new Set<string>();
  /** Sessions whose last compaction is told of. */
  readonly #told = new Set<string>();
  /** Of the models that requests went to. */
  #windows: Windows = {};

  constructor({ client, directory }: PluginInput, setting: Setting) {
    this.#client = client;
    this.#setting = setting;
    const { env, program } = setting;
    this.#product = new Product(openCodeName, env, program, openCodeHandle);
    this.#sessions = new Sessions(client, directory);
  }

  async prompt(session: string, output: { message: Payload; parts: ClientMessage['parts'] }) {
    if (this.#prompting.has(session)) return;
    const answer = await this.#guard('chat.message', deadlines.prompt, async (left) => {
      const place = await this.#sessions.place(session);
      if (place.agent !== undefined) return undefined;
      const pages = await this.#sessions.pages(session);
      const isFirst = this.#product.meets(place.root);
      const first = isFirst
        ? await this.#take('session.first', place, pages, left, {}, isFirst)
        : {};
      const { message, parts } = output;
      const given = { output: { message, parts } };
      return joined(first, await this.#take('chat.message', place, pages, left, given));
    });
    const anchor = output.parts[0];
    if (answer?.inject === undefined) return;
    if (typeof anchor?.id !== 'string') this.#texts.add(session, answer.inject);
    else {
      // Parts are kept in the order of their ids: a part of an id sorts right before it.
      const id = anchor.id.slice(0, -1);
      output.parts.unshift({ ...anchor, id, type: 'text', synthetic: true, text: answer.inject });
    }
  }

  /** A request goes to this model. */
  model(model: RequestModel | undefined): void {
    if (model !== undefined) this.#windows = { ...this.#windows, ...windowOf(model) };
  }

  /** Throws a `Refusal` where the call must not run. */
  async beforeTool(input: { sessionID: string }, output: { args: unknown }): Promise<void> {
    if (this.#isQuiet(input.sessionID)) return;
    const answer = await this.#onEvent('tool.execute.before', input, output);
    this.#keep(input.sessionID, answer);
    if (answer?.refuse !== undefined) throw new Refusal(answer.refuse);
  }

  async afterTool(input: { sessionID: string }, output: { output: string }): Promise<void> {
    if (this.#isQuiet(input.sessionID)) return;
    const answer = await this.#onEvent('tool.execute.after', input, output);
    if (answer?.inject !== undefined) output.output += behindOutput + answer.inject;
  }

  async request(messages: ClientMessage[]): Promise<void> {
    const session = messages[0]?.info.sessionID;
    if (session === undefined || this.#summarising.delete(session)) return;
    if (!this.#isQuiet(session)) {
      const hook = 'experimental.chat.messages.transform';
      this.#keep(session, await this.#onEvent(hook, { sessionID: session }));
    }
    this.#texts.putInto(session, messages);
  }

  async beforeCompaction(session: string, output: SummaryOrder): Promise<void> {
    this.#summarising.add(session);
    this.#expecting.add(session);
    this.#told.delete(session);
    const hook = 'experimental.session.compacting';
    const told = await this.#guard(hook, deadlines.compaction, async (left) => {
      const place = await this.#sessions.place(session);
      const isFirst = this.#product.meets(place.root);
      return this.#take(hook, place, await this.#sessions.pages(session), left, {}, isFirst);
    });
    if (told) tellSummariser(told, output, told.summaryBefore);
  }

  /** After a compaction that the client goes on from by itself: its own message to go on is replaced by ours. */
  async afterCompaction(
    input: { sessionID: string; agent?: string; message?: ClientMessage['info'] },
    output: { enabled: boolean },
  ): Promise<void> {
    const { sessionID: session } = input;
    if (!output.enabled) return;
    const hook = 'experimental.compaction.autocontinue';
    await this.#guard(hook, deadlines.compaction, async (left) => {
      const place = await this.#sessions.place(session);
      const pages = await this.#sessions.pages(session);
      const answer = await this.#take(hook, place, pages, left, {});
      this.#told.add(session);
      if (answer.inject !== undefined) {
        const sent = await this.#say(session, input, `${answer.inject}\n\n${goOn}`);
        if (sent) output.enabled = false;
        else this.#texts.add(session, answer.inject);
      }
      await this.#take('session.compacted', place, pages, left, {});
      return undefined;
    });
  }

  /** A compaction is done; the client does not wait for this. */
  async compacted(session: string): Promise<void> {
    if (this.#told.delete(session)) return;
    await this.#guard('session.compacted', deadlines.compaction, async (left) => {
      const place = await this.#sessions.place(session);
      const isFirst = this.#product.meets(place.root);
      const pages = await this.#sessions.pages(session);
      await this.#take('session.compacted', place, pages, left, {}, isFirst);
      return undefined;
    });
  }

  /** A session has nothing to do any more; the client does not wait for this. */
  async idle(session: string): Promise<void> {
    if (this.#isQuiet(session)) return this.#remember(session);
    const place = this.#sessions.known(session);
    if (place?.agent === undefined && this.#setting.endsWithTurn) return;
    const answer = await this.#onEvent('session.idle', { sessionID: session });
    if (answer?.prompt === undefined) return;
    const parts = [{ type: 'text' as const, text: answer.prompt, synthetic: true }];
    this.#prompting.add(session);
    await this.#guard('session.idle', deadlines.prompt, async () => {
      await this.#client.session.promptAsync({
        path: { id: session },
        body: { ...answer.settings, parts },
      });
      return undefined;
    });
    this.#prompting.delete(session);
  }

  /**
   * The agent has said a text. A client that ends with the turn does not wait for what is done when the session is idle, so
   * the memory of the session is looked at here, where it waits.
   */
  async said(session: string): Promise<void> {
    if (!this.#setting.endsWithTurn || !this.#isQuiet(session)) return;
    if (this.#summarising.has(session)) return;
    await guarded(lastWaitMs, () => this.#remember(session));
  }

  /** Looks whether it is time to write the memory of a session that has nothing open. */
  async #remember(session: string): Promise<void> {
    await this.#guard('session memory', deadlines.prompt, async (left) => {
      const { root, agent, directory } = await this.#sessions.place(session);
      if (agent !== undefined) return;
      const pages = await this.#sessions.pages(session);
      const { database } = this.#setting;
      const view = { session, subagent: false, besides: [] };
      const payload = { hook: 'session.idle', session: root, directory, database };
      const ask = { does: 'remember', payload } as const;
      await this.#product.ask(root, ask, left(), this.#with(pages, view));
    });
  }

  async deleted(session: string): Promise<void> {
    if (!this.#isQuiet(session)) await this.#onEvent('session.deleted', { sessionID: session });
    this.#sessions.forget(session);
    this.#texts.forget(session);
    for (const set of [this.#summarising, this.#expecting, this.#told]) set.delete(session);
  }

  /** True where a session has nothing open: then nothing of it is looked at. */
  #isQuiet(session: string): boolean {
    const root = this.#sessions.known(session)?.root ?? session;
    if (this.#product.isOpen(root) || this.#expecting.has(session)) return false;
    return !this.#product.waits(root);
  }

  /** Stores a message of ours, without starting anything by it. False where the client did not take it. */
  async #say(
    session: string,
    from: { agent?: string; message?: ClientMessage['info'] },
    text: string,
  ): Promise<boolean> {
    const parts = [{ type: 'text' as const, text, synthetic: true }];
    const settings = settingsIn(from.message);
    const agent = from.agent ?? settings.agent;
    const body = { noReply: true, ...settings, ...(agent === undefined ? {} : { agent }), parts };
    this.#prompting.add(session);
    const said = await guarded(deadlines.tool, () =>
      this.#client.session.prompt({ path: { id: session }, body }),
    );
    this.#prompting.delete(session);
    return 'done' in said && said.done.error === undefined;
  }

  /** A hook in a session that has something open. */
  #onEvent(hook: string, input: { sessionID: string }, output?: object): Promise<Told | undefined> {
    const { sessionID: session } = input;
    return this.#guard(hook, deadlines.tool, async (left) => {
      const place = await this.#sessions.place(session);
      return this.#take(hook, place, await this.#sessions.pages(session), left, { input, output });
    });
  }

  async #take(
    hook: string,
    place: Place,
    pages: readonly Page[],
    left: Left,
    more: Payload,
    isFirst = false,
  ): Promise<Told> {
    const { root, agent, directory } = place;
    const session = agent ?? root;
    const { database } = this.#setting;
    const payload = { hook, session: root, agent, directory, database, ...more };
    const view = { session, subagent: agent !== undefined, besides: this.#texts.sent(session) };
    const ask = { does: 'take', payload, isFirst } as const;
    const { answer, summaryBefore, settings } = await this.#product.ask<FromMessages>(
      root,
      ask,
      left(),
      this.#with(pages, view),
    );
    if (this.#product.isOpen(root)) this.#expecting.delete(session);
    if (answer === undefined) return {};
    if (answer.toast !== undefined) this.#show(answer.toast);
    return {
      ...answer,
      ...(summaryBefore !== undefined && { summaryBefore }),
      ...(settings !== undefined && { settings }),
    };
  }

  #with(pages: readonly Page[], view: WithPages['view']): WithPages {
    return { pages, view, windows: this.#windows };
  }

  /** What the hook at hand cannot put before the model goes out with the next request. */
  #keep(session: string, answer: Answer | undefined): void {
    if (answer?.inject !== undefined) this.#texts.add(session, answer.inject);
  }

  #show(message: string): void {
    const body = { message, variant: 'info' };
    // Only where a person sits at the screen is there anything to show it on.
    void guarded(2_000, async () => this.#client.tui?.showToast({ body }));
  }

  async #guard<T>(
    hook: string,
    ms: number,
    work: (left: Left) => Promise<T>,
  ): Promise<T | undefined> {
    const result = await guarded(ms, work);
    if ('done' in result) return result.done;
    this.#product.fault(hook, result.failed);
    return undefined;
  }
}

const goOn = 'Go on with the work if there is a next step; else stop and ask what is wanted.';

function joined(one: Answer, other: Answer): Answer {
  const inject = [one.inject, other.inject].filter((text) => text !== undefined).join('\n\n');
  return inject === '' ? {} : { inject };
}
