/** One piece of a message, the same for every wire dialect. */
export type Part =
  | { type: 'text'; text: string }
  | { type: 'call'; id: string; name: string; input: Record<string, unknown> }
  | { type: 'result'; id: string; text: string; failed: boolean }
  | { type: 'other'; kind: string };

export interface Message {
  role: 'user' | 'assistant' | 'system';
  parts: Part[];
}

/**
 * `main`: a step of the agent; `subagent`: a step of an agent it started; `summary`: the summariser of a compaction;
 * `side`: titles, quota and other small requests of the client.
 */
export type RequestKind = 'main' | 'subagent' | 'summary' | 'side';

/** One request of the client to the model, as the server saw it. */
export interface ModelRequest {
  /** Place in the log, from 0. */
  index: number;
  kind: RequestKind;
  /** How many requests of the same kind came before. */
  nth: number;
  /** The client's own id of the agent, where it tells. */
  agent?: string;
  session?: string;
  system: string;
  messages: Message[];
  /** Names of the tools offered. */
  tools: string[];
  /** The body as it came. */
  raw: Record<string, unknown>;
}

/** What the scripted model says. Absent `calls`: the turn ends. */
export interface Answer {
  text?: string;
  calls?: { name: string; input: Record<string, unknown>; namespace?: string }[];
  /** The size of the context that is reported to the client; about 985,000 makes it compact. */
  inputTokens?: number;
  /** The request fails with this HTTP status, and the rest of the answer does not count. */
  status?: number;
  /** With a status: the failure is that the context is over the limit. */
  overflow?: boolean;
  /** The text ends because the model may not say more; chat completions only. */
  cut?: boolean;
}

/** Decides from a request alone, and from those before it, what the model says. Must be deterministic. */
export type Policy = (request: ModelRequest, earlier: ModelRequest[]) => Answer;

/** A reported context size that makes the client compact before its next request. */
export const fullContext = 985_000;

/** All text that the model is given: system part, messages, tool results and its own earlier words. */
export function textOf(request: ModelRequest): string {
  return [request.system, ...request.messages.map(textOfMessage)].join('\n');
}

/** The same without the system part and without what the model itself said. */
export function toldText(request: ModelRequest): string {
  return request.messages
    .filter((message) => message.role !== 'assistant')
    .map(textOfMessage)
    .join('\n');
}

/** Everything after the last message of the model: results, denials and injected text. */
export function newText(request: ModelRequest): string {
  const last = request.messages.findLastIndex((message) => message.role === 'assistant');
  return request.messages
    .slice(last + 1)
    .map(textOfMessage)
    .join('\n');
}

/** Which of these texts the model was not given; a short answer where a whole request would flood the screen. */
export function missingIn(text: string, ...wanted: string[]): string[] {
  return wanted.filter((one) => !text.includes(one));
}

/** Results that came after the model's last message. */
export function newResults(request: ModelRequest): Extract<Part, { type: 'result' }>[] {
  const last = request.messages.findLastIndex((message) => message.role === 'assistant');
  return request.messages
    .slice(last + 1)
    .flatMap((message) => message.parts)
    .filter((part) => part.type === 'result');
}

/** Calls that stand in the request as the model's own, in order. */
export function callsOf(request: ModelRequest): Extract<Part, { type: 'call' }>[] {
  return request.messages
    .flatMap((message) => message.parts)
    .filter((part) => part.type === 'call');
}

export function textOfMessage(message: Message): string {
  return message.parts.map(textOfPart).join('\n');
}

function textOfPart(part: Part): string {
  if (part.type === 'text' || part.type === 'result') return part.text;
  if (part.type === 'call') return `${part.name} ${JSON.stringify(part.input)}`;
  return '';
}
