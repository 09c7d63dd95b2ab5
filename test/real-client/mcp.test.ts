import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { geminiDriver } from '../../harness/drivers/gemini.ts';
import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import type { Call } from '../../harness/drivers/tools.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { type ModelRequest, newText, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { serverInstructions } from '../../src/entry/mcp/instructions.ts';
import { bringClient } from './client.ts';
import { openWorkplace, type Workplace } from './product.ts';

const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');
const started = { command: process.execPath, args: [cli, 'mcp'] };

/** Puts a member into a settings file of JSON. */
function addMember(path: string, key: string, value: object): void {
  const settings = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...settings, [key]: value }, null, 2));
}

const env = ({ holdfastHome }: Sandbox) => ({ HOLDFAST_HOME: holdfastHome });

interface Client {
  driver: ClientDriver;
  /** Registers the server as the client's own documents say. Returns further arguments. */
  register(sandbox: Sandbox): string[];
  /** The call that brings the tools, on clients that offer them only when they are looked for. */
  search?: Call;
  /** A call of such a tool, where its name in the requests is not the one it is called by. */
  named?(name: string, input: Record<string, unknown>): Call;
}

const clients: Client[] = [
  {
    driver: claudeCodeDriver,
    register(sandbox) {
      const file = sandbox.write(
        'servers.json',
        JSON.stringify({ mcpServers: { holdfast: { ...started, env: env(sandbox) } } }),
      );
      return ['--mcp-config', file];
    },
    search: {
      name: 'ToolSearch',
      input: {
        query: 'select:mcp__holdfast__ticket_progress,mcp__holdfast__ticket_show',
        max_results: 5,
      },
    },
  },
  {
    driver: codexDriver,
    register(sandbox) {
      const text = `\n[mcp_servers.holdfast]\ncommand = ${JSON.stringify(started.command)}\nargs = ${JSON.stringify(started.args)}\n[mcp_servers.holdfast.env]\nHOLDFAST_HOME = ${JSON.stringify(sandbox.holdfastHome)}\n`;
      appendFileSync(join(sandbox.home, '.codex', 'config.toml'), text);
      return [];
    },
    named: (name, input) => ({ name, namespace: 'mcp__holdfast', input }),
  },
  {
    driver: openCodeDriver,
    register(sandbox) {
      const own = {
        type: 'local',
        command: [started.command, ...started.args],
        environment: env(sandbox),
      };
      addMember(join(sandbox.home, '.config', 'opencode', 'opencode.json'), 'mcp', {
        holdfast: own,
      });
      return [];
    },
  },
  {
    driver: geminiDriver,
    register(sandbox) {
      const file = geminiDriver.hooksFile!(sandbox, 'user');
      addMember(file, 'mcpServers', { holdfast: { ...started, env: env(sandbox), trust: true } });
      return [];
    },
  },
];

function offered({ tools }: ModelRequest, name: string): string {
  const found = tools.find((one) => one.endsWith(name));
  if (found === undefined) throw new Error(`no ${name} among ${tools.join(' ')}`);
  return found;
}

let work: Workplace | undefined;
afterEach(() => {
  work = undefined;
});

for (const { driver, register, search, named } of clients) {
  const client = await bringClient(driver.client);

  describe.skipIf(!client)(`the tools over MCP on ${driver.host}`, () => {
    it('are offered, called, and do what the command does', async () => {
      work = await openWorkplace(client!, {
        plan: '',
        driver,
        policy: () => (request, earlier) => {
          if (request.kind !== 'main') return {};
          const step = earlier.filter((one) => one.kind === 'main').length - (search ? 1 : 0);
          if (step < 0) return { calls: [search!] };
          const call = (name: string, input: Record<string, unknown>) => ({
            calls: [named?.(name, input) ?? { name: offered(request, name), input }],
          });
          if (step === 0) return call('ticket_progress', { id: 't', text: 'told over MCP' });
          return step === 1 ? call('ticket_show', { id: 't' }) : { text: 'Done.' };
        },
      });
      const { sandbox, server } = work;
      const args = register(sandbox);
      holdfast(sandbox, 'ticket', 'new', 'Fix it', '--id', 't');
      const ran = await work.run('Go on with ticket t.', { args, timeoutMs: 90_000 });
      const main = server.log.filter(({ kind }) => kind === 'main');
      expect(main.length, ran.stderr + ran.result).toBeGreaterThanOrEqual(3);
      const { progress } = JSON.parse(holdfast(sandbox, 'ticket', 'show', 't', '--json'));
      expect(progress).toEqual([expect.stringMatching(/Z told over MCP$/)]);
      expect(newText(main.at(-1)!)).toContain('told over MCP');
      expect(textOf(main.at(-1)!)).toContain(serverInstructions);
    });
  });
}
