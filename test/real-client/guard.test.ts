import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { codexDriver } from '../../harness/drivers/codex.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import type { FetchedClient } from '../../harness/fetch-client.ts';
import { runAsPerson } from '../../harness/outside-session.ts';
import { type Answer, newText, type Policy } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace, type Workplace } from './product.ts';

const clients = {
  claude: await bringClient('claude-code'),
  codex: await bringClient('codex'),
};
const command = 'git clean -fd';

/** A work tree with a file that git does not know, and the guard asking in every session. */
function prepare({ home, project, write }: Sandbox): void {
  const folder = join(home, '.config', 'holdfast');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'config.json'), '{"guard": "ask"}');
  runAsPerson('git', ['init', '-q', project], {
    cwd: project,
    env: { PATH: process.env.PATH, HOME: home },
  });
  write('draft.txt', 'not yet committed');
}

const isThere = (work: Workplace): boolean => existsSync(join(work.sandbox.project, 'draft.txt'));

async function open(
  client: FetchedClient,
  driver: ClientDriver,
  answers: Answer[],
): Promise<Workplace> {
  let turn = 0;
  const policy: Policy = (request) => {
    if (request.kind !== 'main') return {};
    turn += 1;
    return answers[turn - 1] ?? { text: 'The end.' };
  };
  const work = await openWorkplace(client, { plan: '', driver, policy: () => policy });
  prepare(work.sandbox);
  return work;
}

describe.skipIf(!clients.claude || !clients.codex)('the guard on real clients', () => {
  it('keeps a command from running on Claude Code where nobody is there to be asked', async () => {
    const { tools } = claudeCodeDriver;
    const work = await open(clients.claude!, claudeCodeDriver, [{ calls: [tools.shell(command)] }]);
    const ran = await work.run('Tidy up.');
    expect([ran.exitCode, work.server.faults], work.diagnosis(ran.sessionId)).toEqual([0, []]);
    expect(newText(ran.requests.at(-1)!)).toContain('would discard uncommitted work');
    expect(isThere(work)).toBe(true);
  });

  it('runs a command in its dry-run form on Claude Code where a setting asks for it [R40]', async () => {
    const { tools } = claudeCodeDriver;
    const work = await open(clients.claude!, claudeCodeDriver, [{ calls: [tools.shell(command)] }]);
    const config = join(work.sandbox.home, '.config', 'holdfast', 'config.json');
    writeFileSync(config, '{"guard": "ask", "guardTrial": "on"}');
    const ran = await work.run('Tidy up.');
    expect([ran.exitCode, work.server.faults], work.diagnosis(ran.sessionId)).toEqual([0, []]);
    const told = newText(ran.requests.at(-1)!);
    expect(told).toContain('Would remove draft.txt');
    expect(told).toContain('nothing was changed');
    expect(isThere(work)).toBe(true);
  });

  it('has the agent ask in its own words on Codex, and lets the command through once after a plain yes', async () => {
    const { tools } = codexDriver;
    const work = await open(clients.codex!, codexDriver, [
      { calls: [tools.shell(command)] },
      { text: `There are files that git does not know. May I run \`${command}\`?` },
      { calls: [tools.shell(command)] },
      { calls: [tools.shell(`touch draft.txt`)] },
      { calls: [tools.shell(command)] },
    ]);
    const first = await work.run('Tidy up.');
    expect([first.exitCode, work.server.faults], work.diagnosis(first.sessionId)).toEqual([0, []]);
    const denial = newText(first.requests.at(-1)!);
    expect(denial).toContain(`"May I run \`${command}\`?"`);
    expect(isThere(work)).toBe(true);
    const second = await work.run('yes', { resume: first.sessionId });
    const told = work.diagnosis(first.sessionId);
    expect([second.exitCode, work.server.faults], told).toEqual([0, []]);
    expect(newText(second.requests[1]!), told).not.toContain('held back');
    expect(newText(second.requests.at(-1)!), told).toContain('held back');
    expect(isThere(work), told).toBe(true);
  });
});
