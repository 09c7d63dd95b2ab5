import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { piDriver, piEnvironment } from '../../harness/drivers/pi.ts';
import { installHoldfast, journalOf } from '../../harness/holdfast.ts';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { run } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { answering } from '../../harness/stream-scenarios.ts';
import { bringClient } from './client.ts';

const client = await bringClient('pi');
const cli = join(import.meta.dirname, '..', '..', 'dist', 'cli.js');

describe.skipIf(!client)('a worker in pi’s library in place of its program', () => {
  let sandbox: Sandbox;
  let server: ModelServer;
  let env: Record<string, string>;

  beforeEach(async () => {
    sandbox = createSandbox('in-process');
    const { shell, write } = piDriver.tools;
    server = await startModelServer({
      dialect: piDriver.dialect,
      policy: answering([
        { calls: [write(join(sandbox.project, 'made.txt'))] },
        { calls: [write(join(sandbox.root, 'outside.txt'))] },
        { calls: [shell('touch by-shell')] },
        { calls: [shell('holdfast ticket progress make-it "made it"')] },
        { calls: [shell('holdfast ticket done make-it --result "It is made."')] },
      ]),
    });
    piDriver.prepare?.(sandbox, server.url);
    installHoldfast(sandbox, 'user', 'pi');
    const bin = join(sandbox.root, 'bin');
    mkdirSync(bin);
    symlinkSync(client!.path, join(bin, 'pi'));
    const nodes = dirname(client!.node!);
    env = piEnvironment(sandbox);
    env.PATH = [bin, nodes, dirname(process.execPath), env.PATH].join(delimiter);
    // What nobody allows is denied soon.
    env.HOLDFAST_WORKER_PACE = '0.05';
  });

  afterEach(async () => {
    await server.close();
    sandbox.remove();
  });

  const holdfast = (...args: string[]) =>
    spawnSync(process.execPath, [cli, ...args], { cwd: sandbox.project, env, encoding: 'utf8' });

  it('works on its ticket to the end, with hooks in force and within its permissions [R46]', async () => {
    expect(holdfast('ticket', 'new', 'Make it').status).toBe(0);
    const args = [cli, 'run', 'make-it', '--host', 'pi', '--in-process', '--json'];
    const ended = await run(process.execPath, args, {
      cwd: sandbox.project,
      env,
      timeoutMs: 60_000,
    });
    const said = `${ended.stdout}${ended.stderr}`;
    expect(ended.timedOut, said).toBe(false);
    expect(ended.code, said).toBe(0);
    const ticket = JSON.parse(holdfast('ticket', 'show', 'make-it', '--json').stdout);
    expect(ticket.status).toBe('done');
    expect(existsSync(join(sandbox.project, 'made.txt'))).toBe(true);
    expect(existsSync(join(sandbox.root, 'outside.txt'))).toBe(false);
    expect(existsSync(join(sandbox.project, 'by-shell'))).toBe(false);
    const [{ worker }] = JSON.parse(ended.stdout);
    const launch = JSON.parse(
      readFileSync(join(sandbox.holdfastHome, 'workers', worker, 'launch.json'), 'utf8'),
    );
    const session = String(launch.sessions[0]).replace('pi/', '');
    expect(journalOf(sandbox, session, 'pi').length).toBeGreaterThan(0);
  }, 90_000);

  it('says plainly that the package or the Node is missing, and starts nothing [R46]', () => {
    holdfast('ticket', 'new', 'Make it');
    const start = ['run', 'make-it', '--host', 'pi', '--in-process'];
    const path = env.PATH!;
    const bin = join(sandbox.root, 'bin');
    if (process.versions.node.startsWith('20.')) {
      env.PATH = [bin, dirname(process.execPath)].join(delimiter);
      const old = holdfast(...start);
      expect(old.status).not.toBe(0);
      expect(old.stderr).toContain('needs Node 22.19 or later');
    }
    env.PATH = path.replace(`${bin}${delimiter}`, '');
    const none = holdfast(...start);
    expect(none.status).not.toBe(0);
    expect(none.stderr).toContain('@earendil-works/pi-coding-agent is not installed');
    const other = holdfast('run', 'make-it', '--host', 'codex', '--in-process');
    expect(other.stderr).toContain('has no library');
    expect(server.log).toEqual([]);
    expect(JSON.parse(holdfast('ticket', 'show', 'make-it', '--json').stdout)).toMatchObject({
      status: 'queued',
    });
  });
});
