import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { livesUnderWine, startUnderWine, writeUnderWine } from '../../harness/wine.ts';
import { newUser, type User, wine } from './kit.ts';
import { installedProgram } from './setup.ts';

const patience = { timeout: 90_000, interval: 200 };

let user: User;
beforeEach(() => {
  user = newUser();
  user.makeFolder(`${user.project}\\.git`);
});
afterEach(() => user.remove());

const ok = { code: 0, stderr: '' };

describe('the command line on Windows', () => {
  it('keeps tickets and their leases, from files with CRLF too', async () => {
    expect(await user.holdfast('ticket', 'new', 'Größe ändern', '--id', 'size')).toMatchObject(ok);
    const file = `${user.project}\\.holdfast\\tickets\\size.md`;
    user.write(file, user.read(file).replaceAll('\n', '\r\n'));
    expect(await user.holdfast('ticket', 'check')).toMatchObject(ok);
    expect(await user.holdfast('ticket', 'claim', 'size', '--owner', 'w1')).toMatchObject(ok);
    const other = await user.holdfast('ticket', 'claim', 'size', '--owner', 'w2');
    expect(other.code).toBe(1);
    expect(other.stdout + other.stderr).toContain('w1');
    expect(
      await user.holdfast('ticket', 'progress', 'size', 'Hälfte', '--owner', 'w1'),
    ).toMatchObject(ok);
    expect(user.read(file)).toMatch(/Hälfte\r\n/);
    expect(
      await user.holdfast('ticket', 'done', 'size', '--owner', 'w1', '--result', 'Fertig'),
    ).toMatchObject(ok);
    expect((await user.holdfast('ticket', 'list')).stdout).toContain('done (1)');
  });

  it('starts the daemon, which answers on the loopback, and ends it', async () => {
    expect((await user.holdfast('daemon', 'status')).code).toBe(1);
    const start = await user.holdfast('daemon', 'start');
    expect(start).toMatchObject(ok);
    const [, url, pid] = /(http:\/\/127\.0\.0\.1:\d+), process (\d+)/.exec(start.stdout)!;
    expect((await fetch(`${url}/api/v1/health`)).status).toBeLessThan(500);
    expect(await user.holdfast('daemon', 'status')).toMatchObject(ok);
    expect(await user.holdfast('daemon', 'stop')).toMatchObject(ok);
    await vi.waitFor(async () => {
      expect(await livesUnderWine(wine(), Number(pid))).toBe(false);
    }, patience);
    expect((await user.holdfast('daemon', 'status')).code).toBe(1);
  });

  it('starts the daemon again after it was killed', async () => {
    const start = await user.holdfast('daemon', 'start');
    expect(start).toMatchObject(ok);
    const pid = Number(/, process (\d+)/.exec(start.stdout)![1]);
    const kill = await user.run({
      program: wine().node,
      args: ['-e', `process.kill(${pid}, 'SIGKILL')`],
    });
    expect(kill).toMatchObject(ok);
    await vi.waitFor(async () => {
      expect(await livesUnderWine(wine(), pid)).toBe(false);
    }, patience);
    expect((await user.holdfast('daemon', 'status')).code).toBe(1);
    const again = await user.holdfast('daemon', 'start');
    expect(again).toMatchObject(ok);
    expect(/, process (\d+)/.exec(again.stdout)![1]).not.toBe(String(pid));
    expect(await user.holdfast('daemon', 'stop')).toMatchObject(ok);
  });

  it('serves MCP by what a client is told to start', async () => {
    user.makeFolder(`${user.home}\\.claude`);
    expect(await user.holdfast('init', '--yes')).toMatchObject(ok);
    const { mcpServers } = JSON.parse(user.read(`${user.home}\\.claude.json`));
    const { command, args } = mcpServers.holdfast;
    const message = (id: number, method: string, params: object = {}) =>
      `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\r\n`;
    const client = { name: 't', version: '1' };
    const opening = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: client };
    const input =
      message(1, 'initialize', opening) +
      '{"jsonrpc":"2.0","method":"notifications/initialized"}\r\n' +
      message(2, 'tools/list') +
      message(3, 'tools/call', { name: 'resume', arguments: {} });
    const ran = await user.run({ program: command, args, input });
    expect(ran).toMatchObject(ok);
    const answers = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(answers.find(({ id }) => id === 1).result.serverInfo.name).toBe('holdfast');
    expect(JSON.stringify(answers.find(({ id }) => id === 2).result)).toContain('"resume"');
    expect(answers.find(({ id }) => id === 3).result.content).toBeDefined();
  });

  it('ends the MCP server with its client', async () => {
    const args = [`${installedProgram}\\cli.js`, 'mcp', '--host', 'claude-code'];
    const run = { program: wine().node, args, cwd: user.project, env: user.env };
    const { id, pid } = await startUnderWine(wine(), run);
    expect(await livesUnderWine(wine(), pid)).toBe(true);
    await writeUnderWine(wine(), id);
    await vi.waitFor(async () => {
      expect(await livesUnderWine(wine(), pid)).toBe(false);
    }, patience);
  });

  it('audits a record with CRLF, and says what the search needs', async () => {
    const record = join(
      import.meta.dirname,
      '../fixtures/claude-code/records/auto-compaction.jsonl',
    );
    const place = `${user.home}\\.claude\\projects\\p\\s1.jsonl`;
    user.write(place, readFileSync(record, 'utf8').replaceAll('\n', '\r\n'));
    const audit = await user.holdfast('audit');
    expect(audit).toMatchObject(ok);
    expect(audit.stdout).toContain('1 session of Claude Code, 1 of them compacted');
    expect(audit.stdout).toContain('never edit gen.txt');
    expect(audit.stdout).toContain('~/.claude/projects/p/s1.jsonl');
    const recall = await user.holdfast('recall', 'gen.txt');
    expect(recall.code).toBe(1);
    expect(recall.stderr).toContain(
      'The search ("holdfast recall") needs the package "libsql", which does not load here.',
    );
  });
});
