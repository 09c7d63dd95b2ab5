import type { Answer, Message, Part } from '../request.ts';
import type { Dialect, ParsedRequest } from './dialect.ts';

type Json = Record<string, unknown>;

/** What a client tells of a request beside the conversation. */
export type Marks = (
  system: string,
  messages: readonly Message[],
  stream: boolean,
) => Pick<ParsedRequest, 'kind' | 'agent' | 'session'>;

/** Google's generateContent, whole or with server-sent events; each client marks its requests in a way of its own. */
export function google(marksOf: Marks): Dialect {
  return {
    parse(path, _headers, body) {
      const method = /:(generateContent|streamGenerateContent)(\?|$)/.exec(path)?.[1];
      if (method === undefined) return undefined;
      const stream = method === 'streamGenerateContent';
      const system = textsOf((body.systemInstruction as Json | undefined)?.parts);
      const messages = list(body.contents).map(messageOf);
      return {
        ...marksOf(system, messages, stream),
        system,
        messages,
        tools: list(body.tools).flatMap((tool) =>
          list(tool.functionDeclarations).map(({ name }) => String(name)),
        ),
        stream,
      };
    },

    write(answer, request, _body, serial) {
      const whole = JSON.stringify(responseOf(answer, serial));
      return request.stream
        ? { contentType: 'text/event-stream', body: `data: ${whole}\n\n` }
        : { contentType: 'application/json', body: whole };
    },

    other: (path) =>
      path.includes(':countTokens')
        ? { status: 200, body: JSON.stringify({ totalTokens: 1000 }) }
        : { status: 404, body: '{}' },
  };
}

function messageOf({ role, parts }: Json): Message {
  return { role: role === 'model' ? 'assistant' : 'user', parts: list(parts).map(partOf) };
}

function partOf(part: Json): Part {
  if (typeof part.text === 'string') return { type: 'text', text: part.text };
  const call = part.functionCall as Json | undefined;
  if (call !== undefined) {
    const input = (call.args ?? {}) as Json;
    return { type: 'call', id: String(call.id), name: String(call.name), input };
  }
  const given = part.functionResponse as Json | undefined;
  if (given === undefined) return { type: 'other', kind: Object.keys(part).join(' ') };
  const response = (given.response ?? {}) as Json;
  const failed = response.error !== undefined;
  const text = String((failed ? response.error : response.output) ?? JSON.stringify(response));
  return { type: 'result', id: String(given.id), text, failed };
}

function textsOf(parts: unknown): string {
  return list(parts)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('\n');
}

function responseOf(answer: Answer, serial: number): Json {
  const text = answer.text ?? (answer.calls?.length ? '' : 'Done.');
  const calls = (answer.calls ?? []).map(({ name, input }, index) => ({
    functionCall: { id: `call_${serial}_${index}`, name, args: input },
  }));
  const parts = [...(text === '' && calls.length > 0 ? [] : [{ text }]), ...calls];
  const promptTokenCount = answer.inputTokens ?? 1000;
  return {
    candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0 }],
    usageMetadata: {
      promptTokenCount,
      candidatesTokenCount: 50,
      totalTokenCount: promptTokenCount + 50,
    },
    modelVersion: 'loopback',
  };
}

function list(value: unknown): Json[] {
  return Array.isArray(value) ? value : [];
}
