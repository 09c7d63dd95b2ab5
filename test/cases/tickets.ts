import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Rig } from './rig.ts';

/** A ticket as `holdfast ticket new` makes one, in progress. */
export function ticketText(
  more: {
    id?: string;
    status?: string;
    keys?: string[];
    progress?: string[];
    result?: string;
  } = {},
): string {
  return [
    '---',
    `id: ${more.id ?? 't-1'}`,
    'title: Build the widget',
    `status: ${more.status ?? 'in-progress'}`,
    ...(more.keys ?? []),
    '---',
    '',
    '## Contract',
    '',
    'Build the widget, and nothing else.',
    '',
    '## Progress',
    '',
    ...(more.progress ?? ['measured the wood', 'cut the boards']).map(
      (line, index) => `- 2026-01-0${index + 1}T00:00:00Z ${line}`,
    ),
    '',
    '## Result',
    '',
    more.result ?? '',
    '',
  ].join('\n');
}

/** What a launcher writes down of a worker before its client starts, and what its client finds in its environment. */
export function launch(rig: Rig, ticket: string, worker = 'w-1', more: object = {}): void {
  const path = join(rig.state, 'workers', worker, 'launch.json');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ worker, ticket, host: 'claude-code', ...more }));
  rig.variables = { HOLDFAST_WORKER: worker, HOLDFAST_TICKET: ticket };
}
