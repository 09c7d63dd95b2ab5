import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Message, Part, RequestKind } from '../request.ts';
import type { Dialect, ParsedRequest } from './dialect.ts';

type Json = Record<string, unknown>;

/** OpenAI Responses with server-sent events, as Codex CLI 0.171.0 speaks it. */
export const openaiResponses: Dialect = {
  parse(path, headers, body) {
    if (!/\/responses(\?|$)/.test(path)) return undefined;
    const messages = merged(list(body.input).map(messageOf));
    const tools = list(body.tools).map((tool) => String(tool.name ?? tool.type));
    return {
      kind: kindOf(messages, headers),
      ...whose(headers),
      system: String(body.instructions ?? ''),
      messages,
      tools,
      stream: true,
    };
  },

  write(answer, _request, _body, serial) {
    return { contentType: 'text/event-stream', body: eventsFor(answer, serial) };
  },

  other(path) {
    if (/\/models(\?|$)/.test(path)) return { status: 200, body: '{"models":[]}' };
    return { status: 404, body: '{}' };
  },
};

/** So a request is marked whose order to summarise is not the client's own. */
const marksCompaction = /"request_kind":\s*"compaction"/;
/** The order to summarise is the last text of the request; see docs/hosts/codex.md, "Requests". */
const summaryOrder = 'You are performing a CONTEXT CHECKPOINT COMPACTION';

function kindOf(messages: Message[], headers: IncomingHttpHeaders): RequestKind {
  if (marksCompaction.test(header(headers, 'x-codex-turn-metadata') ?? '')) return 'summary';
  const last = messages.at(-1);
  const order = last?.parts.at(-1);
  if (last?.role === 'user' && order?.type === 'text' && order.text.startsWith(summaryOrder)) {
    return 'summary';
  }
  return header(headers, 'x-openai-subagent') === undefined ? 'main' : 'subagent';
}

/** A subagent has a thread of its own in the session of its root. */
function whose(headers: IncomingHttpHeaders): Pick<ParsedRequest, 'agent' | 'session'> {
  const session = header(headers, 'session-id');
  const thread = header(headers, 'thread-id');
  return { session, ...(thread === session ? {} : { agent: thread }) };
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** One item of the input as a message of its own. */
function messageOf(item: Json): Message {
  const id = String(item.call_id ?? '');
  switch (item.type) {
    case 'message':
    case undefined:
      return { role: roleOf(item.role), parts: partsOf(item.content) };
    case 'function_call':
      return call(id, String(item.name), parsed(item.arguments));
    case 'custom_tool_call':
      return call(id, String(item.name), { input: item.input });
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const text = textOf(item.output);
      return { role: 'user', parts: [{ type: 'result', id, text, failed: false }] };
    }
    default:
      return { role: 'assistant', parts: [{ type: 'other', kind: String(item.type) }] };
  }
}

function call(id: string, name: string, input: Json): Message {
  return { role: 'assistant', parts: [{ type: 'call', id, name, input }] };
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

function roleOf(role: unknown): Message['role'] {
  if (role === 'assistant') return 'assistant';
  return role === 'user' ? 'user' : 'system';
}

function partsOf(content: unknown): Part[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return list(content).map((part) =>
    typeof part.text === 'string'
      ? { type: 'text', text: part.text }
      : { type: 'other', kind: String(part.type) },
  );
}

function textOf(output: unknown): string {
  if (typeof output === 'string') return output;
  return list(output)
    .map((part) => String(part.text ?? ''))
    .join('\n');
}

function parsed(text: unknown): Json {
  try {
    return JSON.parse(String(text)) as Json;
  } catch {
    return {};
  }
}

function eventsFor(answer: Answer, serial: number): string {
  const id = `resp_${serial}`;
  const items: Json[] = [];
  const calls = answer.calls ?? [];
  if (answer.text || calls.length === 0) {
    const content = [{ type: 'output_text', text: answer.text || 'Done.', annotations: [] }];
    items.push({ type: 'message', id: `msg_${serial}`, role: 'assistant', content });
  }
  for (const [index, { name, input, namespace }] of calls.entries()) {
    const call_id = `call_${serial}_${index}`;
    items.push(
      name === 'apply_patch'
        ? { type: 'custom_tool_call', call_id, name, input: String(input.input) }
        : { type: 'function_call', call_id, name, namespace, arguments: JSON.stringify(input) },
    );
  }
  const input_tokens = answer.inputTokens ?? 1000;
  const usage = {
    input_tokens,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 50,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: input_tokens + 50,
  };
  const events: Json[] = [
    { type: 'response.created', response: { id } },
    ...items.map((item, index) => ({
      type: 'response.output_item.done',
      output_index: index,
      item,
    })),
    { type: 'response.completed', response: { id, usage } },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
