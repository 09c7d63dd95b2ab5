import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import type { StoredCursor } from '../../../src/core/recovery/entry.ts';
import { openCodeSince } from '../../../src/hosts/opencode/follow.ts';
import { openCodeItems } from '../../../src/hosts/opencode/transcript.ts';
import type { SessionFacts } from '../../../src/hosts/opencode/transcript-state.ts';

type Part = Record<string, unknown>;
interface Made {
  info: Record<string, unknown>;
  parts: Part[];
}

let serial = 0;
const id = (kind: string): string => `${kind}_${String(++serial).padStart(8, '0')}`;

/** A session growing step by step, as the client stores it: every step is the whole list of that moment. */
function growing(): Made[][] {
  serial = 0;
  const steps: Made[][] = [];
  const messages: Made[] = [];
  const step = (change: () => void): void => {
    change();
    steps.push(structuredClone(messages));
  };
  const prompt = (text: string): void => {
    messages.push({
      info: { id: id('msg'), role: 'user', time: { created: serial } },
      parts: [{ id: id('prt'), type: 'text', text }],
    });
  };
  const answer = (command: string): void => {
    const made: Made = {
      info: { id: id('msg'), role: 'assistant', time: { created: serial } },
      parts: [],
    };
    step(() => messages.push(made));
    const call: Part = { id: id('prt'), type: 'tool', tool: 'bash', callID: id('call') };
    step(() => made.parts.push({ ...call, state: { status: 'running', input: { command } } }));
    step(() => {
      const state = {
        status: 'completed',
        input: { command },
        output: 'ok',
        metadata: { exit: 0 },
      };
      made.parts[0] = { ...call, state };
    });
    step(() => {
      made.info.finish = 'tool-calls';
      made.info.time = { created: 1, completed: serial };
    });
  };
  step(() => prompt('Do it. Never push.'));
  answer('echo one');
  const cut: Made = {
    info: { id: id('msg'), role: 'user', time: { created: serial } },
    parts: [{ id: id('prt'), type: 'compaction', auto: true }],
  };
  step(() => messages.push(cut));
  const summary: Made = {
    info: { id: id('msg'), role: 'assistant', summary: true, parentID: cut.info.id, time: {} },
    parts: [],
  };
  step(() => messages.push(summary));
  step(() => summary.parts.push({ id: id('prt'), type: 'text', text: 'Work.', time: { end: 1 } }));
  step(() => {
    summary.info.finish = 'stop';
  });
  step(() => prompt('Go on.'));
  answer('echo two');
  return steps;
}

function read(messages: Made[], cursor?: StoredCursor) {
  const items: ConversationItem[] = [];
  const sink = { item: (item: ConversationItem) => items.push(item), unknown() {}, damaged() {} };
  const next = openCodeSince(messages, cursor, sink);
  return { items, next };
}

const kinds = (items: ConversationItem[]): string[] =>
  items.map(({ type, id: own }) => `${type} ${own}`);

describe('following a session of opencode', () => {
  it('tells every item once, wherever the readings fall, a compaction too [case 79]', () => {
    const steps = growing();
    const whole: ConversationItem[] = [];
    const sink = { item: (item: ConversationItem) => whole.push(item), unknown() {}, damaged() {} };
    openCodeItems(steps.at(-1)!, sink);
    expect(whole.map(({ type }) => type)).toContain('boundary');
    fc.assert(
      fc.property(fc.subarray(steps.map((_, index) => index)), (chosen) => {
        let cursor: StoredCursor | undefined;
        const seen: ConversationItem[] = [];
        for (const index of [...chosen, steps.length - 1]) {
          const { items, next } = read(steps[index]!, cursor);
          seen.push(...items);
          cursor = next;
        }
        expect(kinds(seen)).toEqual(kinds(whole));
      }),
    );
  });

  it('tells a call only once its result is there, and a compaction only once its summary is', () => {
    const steps = growing();
    const types = steps.map((messages) => read(messages).items.map(({ type }) => type));
    expect(types[2]).not.toContain('call');
    expect(types[3]).toContain('result');
    const begun = steps.findIndex((messages) => messages.at(-1)?.parts[0]?.type === 'compaction');
    expect(types[begun]).not.toContain('boundary');
    expect(types[begun + 2]).not.toContain('boundary');
    expect(types[begun + 3]).toContain('boundary');
  });

  it('tells what came after messages that were taken back [case 79]', () => {
    const messages = growing().at(-1)!;
    const { next } = read(messages);
    const kept = messages.slice(0, 2);
    const later: Made = {
      info: { id: 'msg_99999998', role: 'user', time: { created: 9 } },
      parts: [{ id: 'prt_99999999', type: 'text', text: 'Another way.' }],
    };
    const { items, next: after } = read([...kept, later], next);
    expect(items).toMatchObject([
      { type: 'user', text: 'Another way.' },
      { type: 'rewind', left: [] },
    ]);
    // What was folded of them stands in no record any more: it has to be folded anew.
    expect(after.removed).toBe(1);
    expect(read([...kept, later], after).next.removed).toBeUndefined();
  });

  it('tells of what was undone as long as nobody went on, and that it counts again', () => {
    const messages = growing().at(-1)!;
    const cut = messages.length - 2;
    const places = messages
      .slice(0, cut)
      .flatMap(({ parts }) => Array(Math.max(1, parts.length)).fill(0));
    const follow = (cursor: StoredCursor, facts: SessionFacts) => {
      const items: ConversationItem[] = [];
      const sink = {
        item: (item: ConversationItem) => items.push(item),
        unknown() {},
        damaged() {},
      };
      return { next: openCodeSince(messages, cursor, sink, facts), items };
    };
    const revert = { messageID: String(messages[cut]!.info.id) };
    const undone = follow(read(messages).next, { revert });
    expect(undone.items).toMatchObject([
      { type: 'rewind', left: [[places.length, Number.MAX_SAFE_INTEGER]] },
    ]);
    expect(follow(undone.next, {}).items).toMatchObject([{ type: 'rewind', left: [] }]);
    expect(follow(follow(undone.next, {}).next, {}).items).toEqual([]);
  });
});
