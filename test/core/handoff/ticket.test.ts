import { describe, expect, it } from 'vitest';
import { withoutPowers } from '../../../src/core/handoff/ticket.ts';
import { parseTicketFile } from '../../../src/core/ticket/parse.ts';

const ticket = (...keys: string[]): string =>
  ['---', 'id: t-1', ...keys, 'status: queued', '---', '# Work', ''].join('\n');

describe('the ticket of a bundle', () => {
  it.each([
    [['may_start_workers: true']],
    [['May-Start-Workers: yes']],
    [['"may_start_workers": "true"']],
    [['may_start_workers: >-', '  true']],
    [['scope: {a: 1}', 'may_start_workers: &x true']],
    [['? may_start_workers', ': true']],
    [['"may_start_\\u0077orkers": true']],
    [['base: &b {may_start_workers: true}', '<<: *b']],
  ])('never lets its worker start workers: %s', (keys) => {
    const left = withoutPowers(ticket(...keys), 't-1.md');
    expect(left === undefined || !parseTicketFile(left, 't-1.md').mayStartWorkers).toBe(true);
  });

  it('is otherwise left as it is', () => {
    const kept = ticket('title: A # b', 'allow:', '  - "x"');
    expect(withoutPowers(kept, 't-1.md')).toBe(kept);
    expect(withoutPowers(ticket('may_start_workers: true'), 't-1.md')).toBe(ticket());
  });
});
