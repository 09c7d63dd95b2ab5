import { expect, it } from 'vitest';
import { orderedFacts } from '../../../src/core/fleet/fact-order.ts';
import { carriedRunLog, sharedRun, sharedRunLog } from '../../../src/core/fleet/run-log.ts';

const base = { v: 1, time: '2026-01-01T00:00:00.000Z' };
const started = {
  ...base,
  kind: 'started',
  run: 'abcd1234',
  workflow: 'w',
  definitions: {},
  source: 'own',
  file: '/home/me/w.yaml',
  parameters: {},
  project: '/home/me/proj',
  opened: [],
  places: {},
};
const delegated = {
  ...base,
  kind: 'delegated',
  step: 's',
  ticket: '/home/me/proj/.holdfast/tickets/t.md',
  ticketId: 't',
  worker: 'x',
};
const lines = (...entries: object[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join('');

it('takes the paths of a machine out of the log of a run, and brings in those of another', () => {
  const log = lines(started, delegated, { ...base, kind: 'moved', machine: 'b' });
  const shared = sharedRunLog(`${log}{"torn`);
  expect(shared).not.toContain('/home/me');
  expect(shared).not.toContain('moved');
  const to = { project: '/p', ticketFolder: '/p/tickets', source: 'project' as const };
  const carried = carriedRunLog(shared, to);
  expect(sharedRun('abcd1234', carried)).toMatchObject({
    project: '/p',
    source: 'project',
    delegated: { s: { ticket: '/p/tickets/t.md' } },
  });
  expect(sharedRunLog(carried)).toBe(shared.replace('"own"', '"project"'));
  // A log that says it is another run is none.
  expect(sharedRun('other123', carried)).toBeUndefined();
});

it('shows first what says most of a report, whatever order a store gives', () => {
  const facts = { last: 'x', rules: 1, title: 't', status: 'open', other: 2 };
  expect(orderedFacts(facts).map(([name]) => name)).toEqual([
    'status',
    'title',
    'rules',
    'last',
    'other',
  ]);
});
