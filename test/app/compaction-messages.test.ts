import { describe, expect, it } from 'vitest';
import { compactionMessages } from '../../src/app/tracker/compaction-messages.ts';
import { defaultConfig } from '../../src/core/config/defaults.ts';
import type { Snapshot } from '../../src/core/snapshot/snapshot.ts';
import type { TaskDocument } from '../../src/core/task/task.ts';

const snapshot = {
  facts: [{ kind: 'file.modified', value: 'src/rows.ts' }],
  summary: {},
} as unknown as Snapshot;
const about = (document: Partial<TaskDocument>) => {
  const whole = { tracker: 'ts-9f3a1c', nextAction: 'measure', ...document } as TaskDocument;
  const config = { ...defaultConfig, tracker: 'prog' as const };
  const messages = compactionMessages(config, {
    snapshot,
    document: whole,
    number: 1,
    trigger: 'auto',
  });
  return messages.find(({ what }) => what === 'truth')?.text;
};

describe('[R33] a hand-over for the tracker', () => {
  it('says what the task is for by its title where it has no objective', () => {
    expect(about({ title: 'Make the export fast' })).toBe(
      'after a compaction: task: Make the export fast; next: measure; changed: src/rows.ts',
    );
  });

  it('says the objective where there is one, and is not written where there is neither', () => {
    expect(about({ title: 'Export', objective: 'under a second' })).toContain(
      'objective: under a second; next',
    );
    expect(about({})).toBeUndefined();
  });
});
