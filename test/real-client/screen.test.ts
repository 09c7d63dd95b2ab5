import { spawnSync } from 'node:child_process';
import { describe, expect, it, vi } from 'vitest';
import { missingIn, textOf } from '../../harness/request.ts';
import { enter, hasTerminal, openScreen } from '../../harness/screen.ts';
import { bringClient } from './client.ts';
import { openWorkplace, planOf } from './product.ts';

const client = await bringClient();
const terminal = hasTerminal();
if (!terminal) {
  const missing =
    'tmux is not installed, so the interactive screen is not tested. Next step: install tmux.';
  if (process.env.CI) throw new Error(missing);
  console.error(`\n!!! ${missing}\n`);
}

describe.skipIf(!client || !terminal)('the interactive screen of the real client', () => {
  it('shows the person something short and readable at /compact, and the brief is in the next request', async () => {
    const rule = 'Never rename the column customer_ref_77.';
    const work = await openWorkplace(client!, {
      plan: planOf(20),
      policy: () => (request) =>
        request.kind === 'main' ? { text: `Answer ${request.nth}.` } : {},
    });
    const { sandbox, server } = work;
    const screen = openScreen({ client: client!, sandbox, server, columns: 100, rows: 60 });
    try {
      await screen.waitFor('bypass permissions on');
      await enter(screen, `Look around. ${rule}`);
      await screen.waitFor('Answer 0.');
      await enter(screen, '/compact');
      await screen.waitFor(/PostCompact\s+\[[\s\S]*completed successfully/);
      const shown = screen.read(100);
      const part = shown.slice(shown.search(/PreCompact\s+\[/));
      const command = /^PreCompact\s+\[([\s\S]*?)\] completed successfully/.exec(part)?.[1] ?? '';
      expect(command.replace(/\s+/g, ' ').length).toBeLessThanOrEqual(140);
      const block = part.slice(0, part.search(/PostCompact\s+\[/));
      expect(block).toContain('customer_ref_77');
      expect(block.split('\n').length).toBeLessThanOrEqual(25);
      expect(block).not.toMatch(/[{}]"|\\n|undefined|\[object/);
      const after = /PostCompact\s+\[[\s\S]*?\] completed successfully(.*)/.exec(part)?.[1] ?? '';
      expect(after.trim()).toBe('');

      await enter(screen, 'go on');
      await screen.waitFor('Answer 1.');
      expect(missingIn(textOf(server.log.at(-1)!), rule)).toEqual([]);
      expect(/\[Holdfast [\w-]+\] The conversation before/.test(textOf(server.log.at(-1)!))).toBe(
        true,
      );
    } finally {
      await screen.close();
    }
    // What hooks do after their answer, and the alarm beside them, may take a moment longer than the client.
    await vi.waitFor(
      () => expect(spawnSync('pgrep', ['-f', sandbox.root]).stdout.toString().trim()).toBe(''),
      { timeout: 5_000, interval: 200 },
    );
  });
});
