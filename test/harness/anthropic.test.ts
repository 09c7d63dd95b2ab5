import { describe, expect, it } from 'vitest';
import { anthropic } from '../../harness/dialects/anthropic.ts';

const tools = [{ name: 'Read' }];
const order = 'CRITICAL: Respond with TEXT ONLY. Do NOT call any tools.\nSummarise.';

function parse(messages: unknown[], headers = {}, more = {}) {
  return anthropic.parse('/v1/messages?beta=true', headers, { messages, tools, ...more });
}

describe('the Anthropic dialect', () => {
  it('tells main, subagent, summariser and side requests apart', () => {
    const plain = [{ role: 'user', content: 'hello' }];
    const agent = { 'x-claude-code-agent-id': 'a1' };
    const summary = [
      { role: 'assistant', content: 'x' },
      { role: 'user', content: order },
    ];
    expect(parse(plain)?.kind).toBe('main');
    expect(parse(plain, agent)).toMatchObject({ kind: 'subagent', agent: 'a1' });
    expect(parse(summary)?.kind).toBe('summary');
    expect(parse([...summary, { role: 'system', content: 'listing' }], agent)?.kind).toBe(
      'summary',
    );
    expect(parse(plain, {}, { tools: [] })?.kind).toBe('side');
  });

  it('does not take the words of the summariser in a tool result or an old message for its order', () => {
    const result = [{ type: 'tool_result', tool_use_id: 't', content: order }];
    expect(parse([{ role: 'user', content: result }])?.kind).toBe('main');
    const old = [
      { role: 'user', content: order },
      { role: 'assistant', content: 'summary' },
    ];
    expect(parse([...old, { role: 'user', content: 'go on' }])?.kind).toBe('main');
  });

  it('leaves counting tokens and other paths to the side answers', () => {
    expect(anthropic.parse('/v1/messages/count_tokens', {}, {})).toBeUndefined();
    expect(JSON.parse(anthropic.other('/v1/messages/count_tokens', {}).body)).toEqual({
      input_tokens: 100,
    });
    expect(anthropic.other('/', {}).status).toBe(200);
  });

  it('streams text and calls as whole blocks with one stop', () => {
    const parsed = parse([{ role: 'user', content: 'x' }], {}, { stream: true })!;
    const answer = { text: 'T', calls: [{ name: 'Read', input: { a: 1 } }], inputTokens: 7 };
    const written = anthropic.write(answer, parsed, { model: 'm' }, 3);
    const events = written.body
      .split('\n')
      .filter((line) => line.startsWith('data: '))
      .map((line) => JSON.parse(line.slice(6)));
    expect(written.contentType).toBe('text/event-stream');
    expect(events.map((event) => event.type)).toEqual([
      'message_start',
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      ...['content_block_start', 'content_block_delta', 'content_block_stop'],
      'message_delta',
      'message_stop',
    ]);
    expect(events[0].message.usage.input_tokens).toBe(7);
    expect(events[4].content_block).toEqual({
      type: 'tool_use',
      id: 'toolu_3_0',
      name: 'Read',
      input: {},
    });
    expect(JSON.parse(events[5].delta.partial_json)).toEqual({ a: 1 });
    expect(events[7].delta.stop_reason).toBe('tool_use');
  });
});
