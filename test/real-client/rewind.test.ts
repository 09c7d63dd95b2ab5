import { describe, expect, it } from 'vitest';
import { missingIn, textOf } from '../../harness/request.ts';
import { choose, enter, hasTerminal, openScreen, type Screen } from '../../harness/screen.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient();
const terminal = hasTerminal();
if (!terminal) {
  const missing = 'tmux is not installed, so /rewind is not tested. Next step: install tmux.';
  if (process.env.CI) throw new Error(missing);
  console.error(`\n!!! ${missing}\n`);
}

const takenBack = 'Use MySQL and never touch the folder billing_rewound.';
const holding = 'Use Postgres, and never rename the column customer_ref_77.';

/** Goes back to before the prompt that stands so many places above the present in the client's list. */
async function rewind(screen: Screen, above: number, option: string): Promise<void> {
  await enter(screen, '/rewind');
  await screen.waitFor('Restore the code and/or conversation');
  await choose(screen, ...Array.from({ length: above }, () => 'Up'), 'Enter');
  await screen.waitFor('Restore to the point before you sent this message');
  await choose(screen, option);
  await screen.waitFor(/❯ \S/);
  // The client puts the prompt that it took back into the input line.
  await choose(screen, 'C-u', 'C-u');
}

describe.skipIf(!client || !terminal)('turns that a person takes back in the real client', () => {
  it('count for nothing in the brief after the next compaction, and what they did to files is told', async () => {
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: (sandbox) => (request) => {
        if (request.kind !== 'main') return {};
        if (request.nth === 1) {
          const input = { file_path: `${sandbox.project}/mysql.txt`, content: 'x\n' };
          return { calls: [{ name: 'Write', input }] };
        }
        if (request.nth === 2)
          return { text: 'MySQL it is. Shall I push to the branch rewound-77?' };
        return { text: `Answer ${request.nth}.` };
      },
    });
    const { sandbox, server } = work;
    const screen = openScreen({ client: client!, sandbox, server, columns: 110, rows: 60 });
    try {
      await screen.waitFor('bypass permissions on');
      await enter(screen, 'Look around first.');
      await screen.waitFor('Answer 0.');
      await enter(screen, takenBack);
      await screen.waitFor('Shall I push to the branch rewound-77?');
      await enter(screen, 'yes');
      await screen.waitFor('Answer 3.');
      await rewind(screen, 2, '2');
      await enter(screen, holding);
      await screen.waitFor('Answer 4.');
      await enter(screen, '/compact');
      await screen.waitFor(/PostCompact\s+\[[\s\S]*completed successfully/);
      await enter(screen, 'go on');
      await screen.waitFor('Answer 5.');
    } finally {
      await screen.close();
    }
    const request = textOf(server.log.at(-1)!);
    const brief = request.slice(request.search(/\[Holdfast [\w-]+\]/));
    expect(missingIn(brief, holding)).toEqual([]);
    expect(brief).not.toContain('billing_rewound');
    expect(brief).not.toContain('rewound-77');
    expect(brief).toMatch(/turns that the user took back[\s\S]*mysql\.txt \(created; still as/);
    expect(request).not.toContain('billing_rewound');
  });
});
