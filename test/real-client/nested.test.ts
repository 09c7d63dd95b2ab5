import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { piDriver } from '../../harness/drivers/pi.ts';
import { installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { fullContext, type ModelRequest, newText, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const outer = await bringClient();
const inner = await bringClient('pi');
const brief = /\[Holdfast [\w-]+\] The conversation before/;
const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

describe.skipIf(!outer || !inner)('pi, started from the shell of Claude Code', () => {
  it('has a session of its own, which its shell means; the outer one is left alone', async () => {
    let command = '';
    const work = await openWorkplace(outer!, {
      plan: '',
      policy: () => (request) => {
        if (request.kind !== 'main' || request.nth > 0) return { text: 'The end.' };
        return { calls: [{ name: 'Bash', input: { command, timeout: 100_000 } }] };
      },
    });
    const { sandbox } = work;
    const holdfast = `'${process.execPath}' '${cli}'`;
    const server = await startModelServer({
      dialect: piDriver.dialect,
      policy: (request) => {
        const { shell } = piDriver.tools;
        if (request.kind !== 'main') return { text: 'A summary.' };
        if (request.nth === 0) return { calls: [shell('echo one')], inputTokens: fullContext };
        if (request.nth === 1)
          return {
            calls: [
              shell(
                `${holdfast} note 'inner-note-5'; echo "ids $CLAUDE_CODE_SESSION_ID $PI_SESSION_ID"`,
              ),
            ],
          };
        return { text: 'Inner end.' };
      },
    });
    try {
      piDriver.prepare!(sandbox, server.url);
      installHoldfast(sandbox, 'user', 'pi');
      const prompt = 'Never rename the column customer_ref_77.';
      const run = { client: inner!, sandbox, serverUrl: server.url, prompt };
      const { program, args } = piDriver.start(run);
      const words = [program!, ...args].map((word) => `'${word}'`).join(' ');
      command = `PI_OFFLINE=1 PI_SKIP_VERSION_CHECK=1 PI_TELEMETRY=0 ${words} < /dev/null > ../inner.jsonl; head -n 1 ../inner.jsonl`;
      const ran = await work.run('Run it.');
      const rows = newText(ran.requests.filter(({ kind }) => kind === 'main').at(-1)!);
      const id = /"type":"session"[^\n]*?"id":"([^"]+)"/.exec(rows)?.[1] ?? '';
      const own = server.log.filter(({ kind }: ModelRequest) => kind === 'main');
      const told = `${rows}\n${work.diagnosis(ran.sessionId)}`;
      expect(id, told).not.toBe('');
      expect(own, told).toHaveLength(3);
      expect(textOf(own[1]!).split(brief)).toHaveLength(2);
      expect(textOf(own[2]!)).toContain(`ids ${ran.sessionId} ${id}`);
      expect(ran.requests.filter((request) => brief.test(textOf(request)))).toEqual([]);
      const kinds = work.journal(ran.sessionId);
      expect(kinds.length, told).toBeGreaterThan(0);
      expect(kinds).not.toContain('armed');
      expect(kinds).not.toContain('note');
      expect(JSON.stringify(work.entries(ran.sessionId))).not.toContain('inner-note-5');
      const inside = journalOf(sandbox, id, 'pi');
      expect(
        inside.filter(({ kind }) => kind === 'armed'),
        told,
      ).toHaveLength(1);
      expect(JSON.stringify(inside)).toContain('inner-note-5');
    } finally {
      await server.close();
    }
  });
});
