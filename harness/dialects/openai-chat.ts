import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Message, Part } from '../request.ts';
import type { Dialect, ParsedRequest } from './dialect.ts';

type Json = Record<string, unknown>;

/** What a client tells of a request beside the conversation: its kind, and whose it is. */
export type Marks = (
  system: string,
  headers: IncomingHttpHeaders,
  messages: readonly Message[],
) => Pick<ParsedRequest, 'kind' | 'agent' | 'session'>;

/** OpenAI chat completions with server-sent events; each client marks its requests in a way of its own. */
export function openaiChat(marksOf: Marks): Dialect {
  return {
    parse(path, headers, body) {
      if (!/\/chat\/completions(\?|$)/.test(path)) return undefined;
      const all = list(body.messages);
      const system = all.filter(isSystem).map(textOf).join('\n');
      const messages = merged(all.filter((message) => !isSystem(message)).map(messageOf));
      return {
        ...marksOf(system, headers, messages),
        system,
        messages,
        tools: list(body.tools).map((tool) => String((tool.function as Json | undefined)?.name)),
        stream: body.stream === true,
      };
    },

    write(answer, request, body, serial) {
      const model = String(body.model);
      return request.stream
        ? { contentType: 'text/event-stream', body: streamed(answer, model, serial) }
        : { contentType: 'application/json', body: whole(answer, model, serial) };
    },

    other: () => ({ status: 404, body: '{}' }),
  };
}

/** A header's value where it is one text that is not empty. */
export function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isSystem(message: Json): boolean {
  return message.role === 'system' || message.role === 'developer';
}

function messageOf(message: Json): Message {
  if (message.role === 'tool') {
    const id = String(message.tool_call_id);
    return { role: 'user', parts: [{ type: 'result', id, text: textOf(message), failed: false }] };
  }
  const parts: Part[] = [];
  const text = textOf(message);
  if (text !== '') parts.push({ type: 'text', text });
  for (const call of list(message.tool_calls)) {
    const { name, arguments: input } = (call.function ?? {}) as Json;
    parts.push({ type: 'call', id: String(call.id), name: String(name), input: parsed(input) });
  }
  return { role: message.role === 'assistant' ? 'assistant' : 'user', parts };
}

/** Neighbours of one role become one message, as in dialects whose messages hold several parts. */
function merged(messages: Message[]): Message[] {
  const all: Message[] = [];
  for (const message of messages) {
    const last = all.at(-1);
    if (last?.role === message.role) last.parts.push(...message.parts);
    else all.push({ role: message.role, parts: [...message.parts] });
  }
  return all;
}

function textOf({ content }: Json): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}

function parsed(text: unknown): Json {
  try {
    return JSON.parse(String(text)) as Json;
  } catch {
    return {};
  }
}

/** An answer with the empty text is one: models end a turn, or a summary, without a word. */
function sayingOf(answer: Answer): string {
  return answer.text ?? (answer.calls?.length ? '' : 'Done.');
}

function callsOf(answer: Answer, serial: number): Json[] {
  return (answer.calls ?? []).map(({ name, input }, index) => ({
    index,
    id: `call_${serial}_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
}

function usageOf(answer: Answer): Json {
  const prompt_tokens = answer.inputTokens ?? 1000;
  return { prompt_tokens, completion_tokens: 50, total_tokens: prompt_tokens + 50 };
}

const finishOf = (answer: Answer): string =>
  answer.calls?.length ? 'tool_calls' : answer.cut ? 'length' : 'stop';

function streamed(answer: Answer, model: string, serial: number): string {
  const base = { id: `chat_${serial}`, object: 'chat.completion.chunk', created: 0, model };
  const chunk = (delta: Json, finish_reason: string | null = null): Json => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason }],
  });
  const tool_calls = callsOf(answer, serial);
  const chunks: Json[] = [
    chunk({ role: 'assistant', content: sayingOf(answer) }),
    ...(tool_calls.length > 0 ? [chunk({ tool_calls })] : []),
    chunk({}, finishOf(answer)),
    { ...base, choices: [], usage: usageOf(answer) },
  ];
  const events = chunks.map((one) => `data: ${JSON.stringify(one)}\n\n`);
  return `${events.join('')}data: [DONE]\n\n`;
}

function whole(answer: Answer, model: string, serial: number): string {
  const tool_calls = callsOf(answer, serial);
  const message = {
    role: 'assistant',
    content: sayingOf(answer),
    ...(tool_calls.length > 0 ? { tool_calls } : {}),
  };
  const choices = [{ index: 0, message, finish_reason: finishOf(answer) }];
  const usage = usageOf(answer);
  return JSON.stringify({
    id: `chat_${serial}`,
    object: 'chat.completion',
    model,
    choices,
    usage,
  });
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
