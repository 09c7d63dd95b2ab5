import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseTicketFile } from '../../src/core/ticket/parse.ts';
import { hideValues, secretValues } from '../../src/core/worker/hide-values.ts';
import { againPrompt, nudgePrompt, workerPrompt } from '../../src/core/worker/prompt.ts';

const path = '/w/My Project/.holdfast/tickets/T-1.md';
const ticket = parseTicketFile(
  [
    '---',
    'id: T-1',
    'title: Build it',
    'status: queued',
    'objective: a widget that holds',
    'scope: [src/**]',
    'success: [tests pass]',
    'files_to_load: [PLAN.md, src/a.ts]',
    'validation: [What breaks?]',
    'next_action: look at a.ts',
    '---',
    '',
    '## Contract',
    '',
    'Build the widget.',
    '',
    '## Progress',
    '',
    '- 2026-01-01T00:00:00Z measured',
    '',
    '## Result',
    '',
  ].join('\n'),
  path,
);
const input = {
  ticket,
  path,
  folder: '/w/tree',
  scratch: '/s/scratch',
  permission: 'edit' as const,
  branch: 'holdfast/T-1',
};

describe("[R3] [R47] a worker's prompt", () => {
  it('holds everything that the ticket says, where it lies and how to report', () => {
    const text = workerPrompt(input);
    for (const wanted of [
      path,
      'Build the widget.',
      'a widget that holds',
      'src/**',
      'tests pass',
      'PLAN.md',
      '1. What breaks?',
      'look at a.ts',
      'measured',
      `holdfast ticket progress '${path}'`,
      `holdfast ticket done '${path}'`,
      'holdfast answer NUMBER',
      '/w/tree, a work tree of its own on the branch holdfast/T-1',
      '/s/scratch',
      'Start no other workers.',
    ]) {
      expect(text).toContain(wanted);
    }
    expect(workerPrompt(input)).toBe(text);
  });

  it('says that workers may be started only where the ticket does', () => {
    const may = { ...input, ticket: { ...ticket, mayStartWorkers: true } };
    expect(workerPrompt(may)).not.toContain('Start no other workers.');
    expect(workerPrompt(input)).toContain('Start no other workers.');
  });

  it('started again, it points to the progress; told of a turn that ended too early, to what is missing', () => {
    expect(againPrompt(input, 'it died')).toContain('its Progress says what is done');
    expect(nudgePrompt(ticket, path)).toContain('its status is queued, not done');
    expect(nudgePrompt({ ...ticket, status: 'done' }, path)).toContain('Result is empty');
  });
});

describe('secrets of an environment', () => {
  it('are taken out of every text, also where they stand in JSON', () => {
    const env = {
      MY_API_KEY: 'a"b-secret-9',
      MAX_TOKEN: '100000000',
      KEY_FILE: '/etc/key',
      N: 'x',
    };
    const values = secretValues(env);
    expect(values).toEqual(['a"b-secret-9']);
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const raw = `${before}a"b-secret-9${after}`;
        expect(hideValues(raw, values)).not.toContain('a"b-secret-9');
        expect(hideValues(JSON.stringify({ raw }), values)).not.toContain('b-secret-9');
      }),
    );
  });
});
