import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import { copilotDriver } from '../../harness/drivers/copilot.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { geminiDriver } from '../../harness/drivers/gemini.ts';
import { openCodeDriver } from '../../harness/drivers/opencode.ts';
import { piDriver } from '../../harness/drivers/pi.ts';
import { qwenDriver } from '../../harness/drivers/qwen.ts';
import type { Call } from '../../harness/drivers/tools.ts';
import { holdfast } from '../../harness/holdfast.ts';
import { type ModelRequest, newText, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { serverInstructions } from '../../src/core/install/server-install.ts';
import { bringClient } from './client.ts';
import { openWorkplace, type Workplace } from './product.ts';

interface Client {
  driver: ClientDriver;
  /** The call that brings the tools, on clients that offer them only when they are looked for. */
  search?: Call;
  /** A call of such a tool, where its name in the requests is not the one it is called by. */
  named?(name: string, input: Record<string, unknown>): Call;
  /** True where a line of instructions is in the client's settings; elsewhere the brief needs none. */
  instructed?: true;
}

const toolSearch: Call = {
  name: 'ToolSearch',
  input: {
    query: 'select:mcp__holdfast__ticket_progress,mcp__holdfast__ticket_show',
    max_results: 5,
  },
};

const clients: Client[] = [
  {
    driver: claudeCodeDriver,
    search: toolSearch,
  },
  {
    driver: { ...claudeCodeDriver, scope: 'user' },
    search: toolSearch,
  },
  {
    driver: codexDriver,
    named: (name, input) => ({ name, namespace: 'mcp__holdfast', input }),
  },
  {
    driver: openCodeDriver,
  },
  {
    driver: geminiDriver,
  },
  {
    driver: qwenDriver,
    search: { name: 'tool_search', input: { query: 'select:mcp__holdfast__ticket_progress' } },
    named: (name, input) => ({
      name: 'tool_call',
      input: { name: `mcp__holdfast__${name}`, arguments: input },
    }),
  },
  {
    driver: piDriver,
    instructed: true,
    named: (name, input) => ({
      name: 'codemode',
      input: { code: `return await tools.mcp__holdfast__${name}(${JSON.stringify(input)})` },
    }),
  },
  {
    driver: copilotDriver,
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

/** Registers the daemon's server as the client's own documents say. */
const overHttp: Record<string, (sandbox: Sandbox, url: string, authorization: string) => void> = {
  'claude-code'(sandbox, url, authorization) {
    const holdfast = { type: 'http', url, headers: { Authorization: authorization } };
    writeFileSync(join(sandbox.home, '.claude.json'), JSON.stringify({ mcpServers: { holdfast } }));
  },
  codex(sandbox, url, authorization) {
    const text = `\n[mcp_servers.holdfast]\nurl = ${JSON.stringify(url)}\nhttp_headers = { Authorization = ${JSON.stringify(authorization)} }\n`;
    appendFileSync(join(sandbox.home, '.codex', 'config.toml'), text);
  },
};

for (const { driver, search, named } of clients.filter(
  ({ driver: { host, scope } }) => host in overHttp && scope === 'user',
)) {
  const client = await bringClient(driver.client);

  describe.skipIf(!client)(`the tools of the daemon on ${driver.host}`, () => {
    it('are called by streamable HTTP, for the project that the address names', async () => {
      work = await openWorkplace(client!, {
        plan: '',
        driver,
        install: false,
        policy: () => (request, earlier) => {
          if (request.kind !== 'main') return {};
          const step = earlier.filter((one) => one.kind === 'main').length - (search ? 1 : 0);
          if (step < 0) return { calls: [search!] };
          if (step > 0) return { text: 'Done.' };
          const input = { id: 't', text: 'told over HTTP' };
          const name = 'ticket_progress';
          return { calls: [named?.(name, input) ?? { name: offered(request, name), input }] };
        },
      });
      const { sandbox } = work;
      holdfast(sandbox, 'ticket', 'new', 'Fix it', '--id', 't');
      const { port } = JSON.parse(holdfast(sandbox, 'daemon', 'start', '--json'));
      try {
        const token = readFileSync(join(sandbox.holdfastHome, 'daemon', 'token'), 'utf8').trim();
        const query = new URLSearchParams({ project: sandbox.project });
        overHttp[driver.host]!(sandbox, `http://127.0.0.1:${port}/mcp?${query}`, `Bearer ${token}`);
        const ran = await work.run('Go on with ticket t.', { timeoutMs: 90_000 });
        const { progress } = JSON.parse(holdfast(sandbox, 'ticket', 'show', 't', '--json'));
        expect(progress, ran.stderr).toEqual([expect.stringMatching(/Z told over HTTP$/)]);
      } finally {
        holdfast(sandbox, 'daemon', 'stop');
      }
    });
  });
}

for (const { driver, search, named, instructed } of clients) {
  const client = await bringClient(driver.client);

  describe.skipIf(!client)(
    `the tools over MCP on ${driver.host}, scope ${driver.scope}, after init alone`,
    () => {
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
        holdfast(sandbox, 'ticket', 'new', 'Fix it', '--id', 't');
        const ran = await work.run('Go on with ticket t.', { timeoutMs: 90_000 });
        const main = server.log.filter(({ kind }) => kind === 'main');
        expect(main.length, ran.stderr + ran.result).toBeGreaterThanOrEqual(3);
        const { progress } = JSON.parse(holdfast(sandbox, 'ticket', 'show', 't', '--json'));
        expect(progress).toEqual([expect.stringMatching(/Z told over MCP$/)]);
        expect(newText(main.at(-1)!)).toContain('told over MCP');
        expect(textOf(main.at(-1)!).includes(serverInstructions)).toBe(instructed === true);
      });
    },
  );
}
