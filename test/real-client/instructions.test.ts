import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { fullContext, textOf } from '../../harness/request.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';
import { denialsIn } from './witness.ts';

const client = await bringClient();
const bash = (command: string) => ({ name: 'Bash', input: { command } });

describe.skipIf(!client)('instruction files on the real client', () => {
  it('that came with a folder are lost by a compaction, and read again before its files are changed; one that changed is named', async () => {
    const requests: string[] = [];
    const work = await openWorkplace(client!, {
      plan: '# Plan\n\n- [ ] fix lib/a.ts\n',
      policy: (sandbox) => (request, earlier) => {
        if (request.kind !== 'main') return {};
        const read = (name: string) => ({
          calls: [{ name: 'Read', input: { file_path: `${sandbox.project}/${name}` } }],
        });
        const write = (text: string) => ({
          calls: [
            { name: 'Write', input: { file_path: `${sandbox.project}/lib/a.ts`, content: text } },
          ],
        });
        const compacted = earlier.some((entry) => entry.kind === 'summary');
        if (!compacted) {
          if (request.nth === 0) return read('lib/a.ts');
          if (request.nth === 1) return write('export const a = 2;\n');
          if (request.nth < 9) return read(`x${request.nth}.ts`);
          writeFileSync(`${sandbox.project}/CLAUDE.md`, 'root-new-7\n');
          return { ...{ calls: [bash('echo x')] }, inputTokens: fullContext };
        }
        requests.push(textOf(request));
        const since = requests.length;
        if (since === 1) return write('export const a = 3;\n');
        if (since === 2) return read('lib/CLAUDE.md');
        if (since === 3) return write('export const a = 4;\n');
        return { text: 'The end.' };
      },
    });
    const { sandbox } = work;
    sandbox.write('CLAUDE.md', 'root-old-7\n');
    // More than a brief holds, so that it must be read.
    const lines = Array.from({ length: 400 }, (_, at) => `- rule ${at} of this folder`).join('\n');
    sandbox.write('lib/CLAUDE.md', `# Lib\nnested-mark-7\n${lines}\n`);
    sandbox.write('lib/a.ts', 'export const a = 1;\n');
    for (let at = 2; at < 10; at += 1) sandbox.write(`x${at}.ts`, `export const x = ${at};\n`);
    const run = await work.run('go');
    expect([run.exitCode, run.result, work.server.faults]).toEqual([0, 'The end.', []]);
    const [first = '', second = ''] = requests;
    // Seen on 2.1.332: what comes with the session is sent as it is on disk, what came with a folder is not sent.
    expect([first.includes('root-new-7'), first.includes('root-old-7')]).toEqual([true, false]);
    expect(first).not.toContain('nested-mark-7');
    const nested = `${sandbox.project}/lib/CLAUDE.md`;
    expect(first).toContain(nested);
    expect(first).toContain(`${sandbox.project}/CLAUDE.md: changed on disk since it was sent`);
    expect(second).toContain(nested);
    const denied = denialsIn(run.requests.at(-1)!, claudeCodeDriver.tools);
    expect(denied).toEqual([expect.stringContaining(nested)]);
  });
});
