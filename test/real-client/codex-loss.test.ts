import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexDriver } from '../../harness/drivers/codex.ts';
import { fullContext, missingIn, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient('codex');
const { tools } = codexDriver;

describe.skipIf(!client)('the summary that only the record of Codex shows', () => {
  it('is compared with what was known: what neither it nor the brief holds comes with the next tool', async () => {
    const work = await openWorkplace(client!, {
      plan: '',
      driver: codexDriver,
      policy: (sandbox) => (request) => {
        if (request.kind === 'summary') return { text: 'I made long-name-of-a-file-3.txt.' };
        if (request.kind !== 'main') return {};
        const name = `long-name-of-a-file-${request.nth}.txt`;
        if (request.nth < 40) return { calls: [tools.write(`${sandbox.project}/${name}`, 'x')] };
        if (request.nth === 40)
          return { calls: [tools.shell('echo full')], inputTokens: fullContext };
        return request.nth < 43 ? { calls: [tools.shell('echo on')] } : { text: 'The end.' };
      },
    });
    const folder = join(work.sandbox.home, '.config', 'holdfast');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'config.json'), '{"briefCharacters": 2000}');
    const run = await work.run('Make the files.');
    const told = work.diagnosis(run.sessionId);
    expect([run.exitCode, run.result], told).toEqual([0, 'The end.']);
    const kinds = work.journal(run.sessionId);
    expect(
      kinds.filter((kind) => kind === 'loss'),
      told,
    ).toHaveLength(1);
    expect(
      kinds.filter((kind) => kind === 'loss.sent'),
      told,
    ).toHaveLength(1);
    const loss = String(work.entries(run.sessionId).find((entry) => entry.kind === 'loss')!.text);
    // The summary has it.
    expect(loss).not.toContain('long-name-of-a-file-3.txt');
    expect(missingIn(textOf(run.requests.at(-1)!), loss)).toEqual([]);
  });
});
