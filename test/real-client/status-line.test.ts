import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { textOf } from '../../harness/request.ts';
import { enter, hasTerminal, openScreen } from '../../harness/screen.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient();

describe.skipIf(!client || !hasTerminal())('the status line of the real client', () => {
  it.each([60, 120])("shows Holdfast behind the user's own line at %i columns", async (columns) => {
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request) =>
        request.kind === 'main' ? { text: `Answer ${request.nth}.` } : {},
    });
    const { sandbox, server } = work;
    const path = join(sandbox.home, '.claude', 'settings.json');
    const settings = JSON.parse(readFileSync(path, 'utf8'));
    const statusLine = { type: 'command', command: 'printf mine' };
    writeFileSync(path, JSON.stringify({ ...settings, statusLine }));
    holdfast(sandbox, 'init', '--host', 'claude-code', '--statusline', '--yes');
    const screen = openScreen({ client: client!, sandbox, server, columns, rows: 40 });
    try {
      await screen.waitFor('bypass permissions on');
      await enter(screen, 'Never rename the column customer_ref_77.');
      await screen.waitFor('Answer 0.');
      await screen.waitFor(/mine \| Holdfast \d+% full, 0 compactions/, 60_000);
      await enter(screen, '/compact');
      await screen.waitFor(/mine \| Holdfast( \d+% full)?, 1 compaction/, 60_000);
      await enter(screen, 'go on');
      await screen.waitFor('Answer 1.');
      await screen.waitFor(
        columns < 100 ? /mine \| Holdfast \d+% full, 1 compaction/ : /1 compaction, 1 rule/,
        60_000,
      );
    } finally {
      await screen.close();
    }
    await vi.waitFor(() => expect(holdfast(sandbox, 'statusline')).toContain('1 compaction'), {
      timeout: 20_000,
      interval: 500,
    });
  });

  it('is how a compaction that comes near is told of, to the user and to the agent, in the middle of a turn too', async () => {
    const { shell } = claudeCodeDriver.tools;
    const full = { inputTokens: 900_000 };
    const work = await openWorkplace(client!, {
      plan: '',
      policy: () => (request) => {
        if (request.kind !== 'main') return {};
        const isTold = textOf(request).includes('will soon be compacted');
        if (request.nth === 0) return { text: 'I look.', calls: [shell('ls')], ...full };
        // Until the status line was drawn, and a call behind it was heard.
        if (!isTold && request.nth < 60)
          return { calls: [shell(`sleep 1; echo ${request.nth}`)], ...full };
        return { text: isTold ? 'I was told.' : 'Nobody told me.', ...full };
      },
    });
    const { sandbox, server } = work;
    holdfast(sandbox, 'init', '--host', 'claude-code', '--statusline', '--yes');
    const screen = openScreen({ client: client!, sandbox, server, columns: 120, rows: 50 });
    try {
      await screen.waitFor('bypass permissions on');
      await enter(screen, 'Look around.');
      await screen.waitFor(/I was told|Nobody told me/, 120_000);
      expect(screen.read(200)).toContain('a compaction is near, the context is 90 % full');
      expect(screen.read(200)).toContain('I was told.');
    } finally {
      await screen.close();
    }
  });
});
