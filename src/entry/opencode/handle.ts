import { type Answer, answerOf } from '../../hosts/opencode/encode.ts';
import { openCode } from '../../hosts/opencode/index.ts';
import type { Handle } from '../../platform/helper.ts';
import type { Environment } from '../../platform/paths.ts';
import { type Ask, Handler, type Told } from '../in-process/handler.ts';
import type { ClientMessage } from './client.ts';
import { fullnessOf, type Windows } from './fullness.ts';
import { messagesIn, type Page } from './pages.ts';
import { type SessionView, viewAsRecord } from './session-record.ts';
import { lastSummary } from './summary-order.ts';
import { type TurnSettings, turnSettings } from './turn-settings.ts';

/** What the plugin hands over besides. */
export interface WithPages {
  pages: readonly Page[];
  view: Omit<SessionView, 'messages'>;
  windows: Windows;
}

/** What only the messages tell, and the plugin needs in its own thread. */
export interface FromMessages {
  /** Text of the last compaction's summary. */
  summaryBefore: string;
  /** With what the newest turn ran. */
  settings: TurnSettings;
}

/** What the plugin does in a thread of its own. */
export function openCodeHandle(env: Environment): Handle {
  const handler = new Handler(openCode, env, answerOf);
  return async (message, afterwards): Promise<Told<Answer> & Partial<FromMessages>> => {
    const { pages, view, windows, ...ask } = message as Ask & WithPages;
    const messages = messagesIn(pages);
    const payload = { ...ask.payload, ...toldBy(String(ask.payload.hook), messages, windows) };
    const record = viewAsRecord({ ...view, messages });
    const told = await handler.handle({ ...ask, payload }, afterwards, record);
    if (told.answer?.order !== undefined)
      return withPart(told, 'summaryBefore', lastSummary(messages));
    if (told.answer?.prompt !== undefined)
      return withPart(told, 'settings', turnSettings(messages));
    return told;
  };
}

function withPart<Name extends keyof FromMessages>(
  told: Told<Answer>,
  name: Name,
  value: FromMessages[Name] | undefined,
): Told<Answer> & Partial<FromMessages> {
  return value === undefined ? told : { ...told, [name]: value };
}

/** What the messages tell of a hook. */
function toldBy(
  hook: string,
  messages: readonly ClientMessage[],
  windows: Windows,
): Record<string, unknown> {
  switch (hook) {
    case 'chat.message':
      return { fullness: fullnessOf(messages, windows) };
    case 'session.first':
      return { resumed: messages.length > 0 };
    case 'experimental.session.compacting':
      return { auto: beganByItself(messages) };
    case 'session.compacted': {
      const summary = messages.findLast(({ info }) => info.role === 'assistant' && info.summary);
      const text = summary?.parts.map((part) => part.text ?? '').join('');
      return { summary: text, auto: beganByItself(messages) };
    }
    case 'session.idle':
      return { lastMessage: lastWords(messages) };
    default:
      return {};
  }
}

/** Of the compaction that is going on or was the last: whether the client began it by itself. */
function beganByItself(messages: readonly ClientMessage[]): boolean | undefined {
  for (const { parts } of messages.toReversed()) {
    const part = parts.find(({ type }) => type === 'compaction');
    if (part !== undefined) return typeof part.auto === 'boolean' ? part.auto : undefined;
  }
  return undefined;
}

function lastWords(messages: readonly ClientMessage[]): string | undefined {
  const last = messages.findLast(({ info }) => info.role === 'assistant');
  const texts = last?.parts.filter(({ type }) => type === 'text').map(({ text }) => text ?? '');
  return texts === undefined || texts.length === 0 ? undefined : texts.join('\n');
}
