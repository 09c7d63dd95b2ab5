import type { IncomingHttpHeaders } from 'node:http';
import type { Answer, Message, Part, RequestKind } from '../request.ts';
import type { Dialect, ParsedRequest } from './dialect.ts';

type Json = Record<string, unknown>;

/** Anthropic Messages, as Claude Code 2.1.332 speaks it. */
export const anthropic: Dialect = {
  parse(path, headers, body) {
    if (!/\/v1\/messages(\?|$)/.test(path)) return undefined;
    const messages = list(body.messages).map(messageOf);
    const system = textOfContent(body.system);
    return {
      ...identify(messages, list(body.tools), headers),
      system,
      messages,
      tools: list(body.tools).map((tool) => String(tool.name)),
      stream: body.stream === true,
    };
  },

  write(answer, request, body, serial) {
    const message = messageFor(answer, String(body.model), serial);
    if (!request.stream) {
      return { contentType: 'application/json', body: JSON.stringify(message) };
    }
    return { contentType: 'text/event-stream', body: eventsFor(message) };
  },

  overflow: {
    type: 'invalid_request_error',
    message: 'prompt is too long: 985000 tokens > 900000 maximum',
  },

  other(path) {
    if (path.includes('count_tokens'))
      return { status: 200, body: JSON.stringify({ input_tokens: 100 }) };
    return { status: 200, body: '{}' };
  },
};

/** How this client marks its requests; see docs/hosts/claude-code.md, "Requests". */
function identify(
  messages: Message[],
  tools: Json[],
  headers: IncomingHttpHeaders,
): Pick<ParsedRequest, 'kind' | 'agent' | 'session'> {
  const agent = header(headers, 'x-claude-code-agent-id');
  const session = header(headers, 'x-claude-code-session-id');
  return { kind: kindOf(messages, tools, agent), agent, session };
}

function kindOf(messages: Message[], tools: Json[], agent: string | undefined): RequestKind {
  if (asksForSummary(messages)) return 'summary';
  if (tools.length === 0) return 'side';
  return agent === undefined ? 'main' : 'subagent';
}

/** The order to summarise is a text of its own behind the model's last message; a system message may follow it. */
function asksForSummary(messages: Message[]): boolean {
  const last = messages.findLastIndex((message) => message.role === 'assistant');
  return messages
    .slice(last + 1)
    .flatMap((message) => (message.role === 'user' ? message.parts : []))
    .some((part) => part.type === 'text' && summaryOrders.some((one) => part.text.startsWith(one)));
}

/** In 2.1.332 and in 2.0.76. */
const summaryOrders = [
  'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.',
  'Your task is to create a detailed summary of the conversation so far',
];

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function messageOf(message: Json): Message {
  const role = message.role === 'assistant' || message.role === 'system' ? message.role : 'user';
  const content = message.content;
  if (typeof content === 'string') return { role, parts: [{ type: 'text', text: content }] };
  return { role, parts: list(content).map(partOf) };
}

function partOf(part: Json): Part {
  if (part.type === 'text') return { type: 'text', text: String(part.text) };
  if (part.type === 'tool_use') {
    return {
      type: 'call',
      id: String(part.id),
      name: String(part.name),
      input: part.input as Json,
    };
  }
  if (part.type === 'tool_result') {
    const text = textOfContent(part.content);
    return { type: 'result', id: String(part.tool_use_id), text, failed: part.is_error === true };
  }
  return { type: 'other', kind: String(part.type) };
}

function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((part) => (typeof part.text === 'string' ? part.text : ''))
    .join('\n');
}

function messageFor(answer: Answer, model: string, serial: number) {
  const content: Json[] = [];
  if (answer.text) content.push({ type: 'text', text: answer.text });
  for (const [index, call] of (answer.calls ?? []).entries()) {
    content.push({ type: 'tool_use', id: `toolu_${serial}_${index}`, ...call });
  }
  if (content.length === 0) content.push({ type: 'text', text: 'Done.' });
  return {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    model,
    content,
    stop_reason: answer.calls?.length ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: answer.inputTokens ?? 1000,
      output_tokens: 50,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
    },
  };
}

function eventsFor(message: ReturnType<typeof messageFor>): string {
  const events: Json[] = [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
  ];
  for (const [index, block] of message.content.entries()) {
    const text = block.type === 'text';
    const start = text ? { type: 'text', text: '' } : { ...block, input: {} };
    const delta = text
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    events.push({ type: 'content_block_start', index, content_block: start });
    events.push({ type: 'content_block_delta', index, delta });
    events.push({ type: 'content_block_stop', index });
  }
  const { stop_reason, stop_sequence, usage } = message;
  events.push({ type: 'message_delta', delta: { stop_reason, stop_sequence }, usage });
  events.push({ type: 'message_stop' });
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
