import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { holdfast } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { fullContext, missingIn, textOf } from '../../harness/request.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';

const client = await bringClient();

/** Settings as another tool and a person left them: odd spaces, a foreign hook on an event of ours. */
const foreign = (log: string) =>
  `{\r\n\t"permissions": { "allow": [ "Bash(ls:*)" ] },\r\n` +
  `\t"hooks": {"PreCompact":[{"matcher":"auto","hooks":[{"type":"command","command":"echo foreign >> '${log}'"}]}]  }\r\n}\r\n`;

describe.skipIf(!client).each(['project', 'user'])(
  'init and uninstall with the real client, scope %s',
  (scope) => {
    it('work beside a foreign hook, and leave the settings byte-identical [R43]', async () => {
      const sandbox = createSandbox('test');
      const server = await startModelServer({
        policy: (request) => {
          if (request.kind !== 'main') return {};
          if (request.nth % 2) return { text: 'The end.' };
          return {
            calls: [{ name: 'Bash', input: { command: 'echo x' } }],
            inputTokens: fullContext,
          };
        },
      });
      try {
        const folder = join(scope === 'project' ? sandbox.project : sandbox.home, '.claude');
        const settings = join(folder, 'settings.json');
        const log = join(sandbox.root, 'foreign.log');
        mkdirSync(folder, { recursive: true });
        writeFileSync(settings, foreign(log));
        holdfast(sandbox, 'init', '--host', 'claude-code', '--scope', scope, '--yes');
        const rule = 'Never rename customer_ref_77.';
        const run = await runClient({ client: client!, sandbox, server, prompt: `Work. ${rule}` });
        expect(missingIn(textOf(run.requests.at(-1)!), rule)).toEqual([]);
        expect(readFileSync(log, 'utf8')).toBe('foreign\n');

        holdfast(sandbox, 'uninstall', '--host', 'claude-code', '--scope', scope, '--yes');
        expect(readFileSync(settings, 'utf8')).toBe(foreign(log));
        const after = await runClient({
          client: client!,
          sandbox,
          server,
          prompt: `Work. ${rule}`,
        });
        expect(missingIn(textOf(after.requests.at(-1)!), rule)).toEqual([rule]);
        expect(after.exitCode).toBe(0);
      } finally {
        await server.close();
        sandbox.remove();
      }
    });
  },
);
