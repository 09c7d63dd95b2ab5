import { expect, it } from 'vitest';
import type { ConversationItem } from '../../../src/core/conversation.ts';
import {
  newRecordView,
  type RecordView,
  viewAnew,
  viewItem,
} from '../../../src/core/recovery/record-view.ts';

let offset = 0;
const item = (more: object): ConversationItem => {
  offset += 10;
  return { at: { offset, line: 1 }, ...more } as ConversationItem;
};
const viewOf = (...items: object[]): RecordView => {
  const view = newRecordView();
  for (const one of items) viewItem(view, item(one));
  return view;
};
const call = (id?: string) => ({
  type: 'call',
  call: { name: 'x', kind: 'shell', paths: [], ...(id && { id }) },
});
const boundary = { type: 'boundary', id: 'B', trigger: 'manual' };

it('a view begins with nothing', () => {
  expect(newRecordView()).toEqual({
    boundaries: [],
    answered: false,
    injected: [],
    attached: [],
    open: new Set(),
  });
  expect(viewAnew(newRecordView())).toBeUndefined();
});

it('a boundary is known by its id, else by its place, and what was before it is of no account', () => {
  const before = [
    { type: 'assistant', text: 'x', time: 't1' },
    { type: 'summary', text: 'old' },
    { type: 'attached-file', path: 'a', text: 'a' },
    { type: 'injected-context', text: 'told' },
  ];
  const view = viewOf(...before, boundary);
  expect(view).toMatchObject({ boundaries: [{ id: 'B', trigger: 'manual' }], answered: false });
  expect([view.attached, view.summary, view.answeredAt, view.injected]).toEqual([
    [],
    undefined,
    undefined,
    ['told'],
  ]);
  const nameless = viewOf({ ...boundary, id: undefined });
  expect(nameless.boundaries).toEqual([{ id: `at-${offset}`, trigger: 'manual' }]);
  const after = viewOf(boundary, ...before);
  expect(after).toMatchObject({
    answered: true,
    answeredAt: 't1',
    summary: 'old',
    injected: ['told'],
  });
  expect(after.attached).toEqual([{ path: 'a', text: 'a' }]);
});

it('calls are open until their results, and an answer to results begins a turn', () => {
  const view = viewOf(call('a'), call('b'), call(), {
    type: 'result',
    time: 't2',
    result: { callId: 'a' },
  });
  expect([[...view.open], view.resultAt, view.waits, view.turnedAt]).toEqual([
    ['b'],
    't2',
    true,
    undefined,
  ]);
  viewItem(view, item({ type: 'assistant', text: 'x' }));
  expect([view.waits, view.turnedAt]).toEqual([false, undefined]);
  viewItem(view, item({ type: 'result', time: 't3', result: { callId: 'b' } }));
  viewItem(view, item({ ...call('c'), time: 't4' }));
  expect([[...view.open], view.turnedAt]).toEqual([['c'], 't4']);
});

it('a compaction happened, whatever was taken back; nothing else of such turns did', () => {
  const view = newRecordView();
  viewItem(view, item({ type: 'rewind', left: [[offset + 11, offset + 500]], since: 't1' }));
  const at = offset;
  for (const one of [
    { type: 'assistant', text: 'x' },
    { type: 'summary', text: 's' },
    call('a'),
    boundary,
  ])
    viewItem(view, item(one));
  expect(view).toMatchObject({
    boundaries: [{ id: 'B' }],
    answered: false,
    rewinds: [{ at, since: 't1' }],
  });
  expect([view.summary, view.open.size, view.rewinds?.length]).toEqual([undefined, 0, 1]);
});

it('rows that were written once more count for nothing', () => {
  const all = [
    boundary,
    call('a'),
    { type: 'summary', text: 's' },
    { type: 'rewind', left: [], since: 't' },
  ];
  expect(viewOf(...all.map((one) => ({ ...one, replayed: true })))).toEqual(newRecordView());
});

it('a prompt is looked at only for a handoff, and what the host cleared is kept', () => {
  const handoff = 'Handoff [Holdfast h0123456789abcdef] …';
  const view = viewOf(
    { type: 'user', origin: 'typed', text: 'go on' },
    { type: 'user', origin: 'typed', text: handoff },
    { type: 'cleared', callIds: ['t1', 't2'] },
    { type: 'cleared', callIds: ['t2', 't3'] },
    { type: 'place', cwd: '/w' },
  );
  expect(view.injected).toEqual([handoff]);
  expect([...view.cleared!]).toEqual(['t1', 't2', 't3']);
  expect(viewOf({ type: 'user', origin: 'typed', text: 'go on' })).toEqual(newRecordView());
});

it('the model has begun to answer to results at the first row behind them that has a time', () => {
  const result = { type: 'result', result: { callId: 't1', outcome: 'ok', text: '', length: 0 } };
  const said = (time?: string) => ({ type: 'assistant', text: 'x', time });
  expect(viewOf(result, said('t2'), said('t3')).turnedAt).toBe('t2');
  expect(viewOf(result, said('t2'), result, said(undefined)).turnedAt).toBe('t2');
  expect(viewOf(said('t2')).turnedAt).toBeUndefined();
});
