import { join } from 'node:path';
import type { Rig } from './rig.ts';

/** A model answer with the size of the context that the host tells, padded so that the record grows as it would. */
export function workOn(rig: Rig, tokens: number, calls: number): void {
  for (let call = 0; call < calls; call += 1) {
    const id = `toolu_${tokens}_${call}`;
    rig.callRows(
      id,
      'Edit',
      { file_path: join(rig.project, `src/f${tokens}-${call}.ts`) },
      {
        text: 'done',
      },
    );
  }
  rig.row({
    type: 'assistant',
    message: {
      id: `msg-${tokens}`,
      role: 'assistant',
      content: [{ type: 'text', text: `Done so far. ${'x '.repeat(9_000)}` }],
      stop_reason: 'end_turn',
      usage: { input_tokens: tokens, output_tokens: 0 },
    },
  });
}

/** The first prompt of a session. */
export async function beginMemory(rig: Rig): Promise<void> {
  await rig.send('SessionStart', { source: 'startup' });
  rig.userRow('Round the prices to whole cents. Never touch the tables of payments.');
}
