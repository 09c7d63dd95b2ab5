import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ClientName, clients, inVersion, type PinnedClient } from '../../harness/clients.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { drivers } from '../../harness/drivers/index.ts';
import { fetchPinned } from '../../harness/fetch-client.ts';
import { diagnosisOf, holdfastBeside, journalOf } from '../../harness/holdfast.ts';
import { startModelServer } from '../../harness/model-server.ts';
import { fullContext, missingIn, type Policy, textOf } from '../../harness/request.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox, type Sandbox } from '../../harness/sandbox.ts';
import { isBefore } from '../../src/core/install/client-version.ts';
import oldest from '../../src/hosts/oldest.json' with { type: 'json' };
import { onPath } from './on-path.ts';

const rule = 'Never rename the column customer_ref_77, whatever happens.';
const brief = /\[Holdfast [\w-]+\] The conversation before/;
/** `opencode run` ends with the turn, so that nothing can continue it. */
const endsWithTurn = ['opencode'];
/** Before this version pi compacts when a turn is over, and not within it. */
const compactsAtEnd = (name: ClientName, version: string) =>
  name === 'pi' && isBefore(version, '1.0.0');
/**
 * What npm gives of Claude Code on the oldest Node that Holdfast runs on. Without a window of its own in the settings it never compacts
 * because of the usage that the server reports, only once the server refuses a request as too long.
 */
const givenByNpm: Partial<Record<ClientName, string>> = { 'claude-code': '2.1.197' };
/** With fewer answers than these it gives up instead of compacting. */
const refusedAt = 4;
const programs: Partial<Record<ClientName, string>> = { 'claude-code': 'claude' };

/** The user's settings: what the client needs, and where hooks stand in them a hook of another. */
function writeSettings(sandbox: Sandbox, driver: ClientDriver): string | undefined {
  const path = driver.hooksFile?.(sandbox, driver.scope);
  if (path === undefined) return undefined;
  const own = join(sandbox.root, 'own-hook');
  const hook = { type: 'command', command: `echo fired >> '${own}'` };
  const hooks =
    driver.host === 'claude-code' ? { hooks: { SessionStart: [{ hooks: [hook] }] } } : {};
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, JSON.stringify({ ...driver.settings, ...hooks }, null, 2));
  return driver.host === 'claude-code' ? own : undefined;
}

async function survives(name: ClientName, pinned: PinnedClient): Promise<void> {
  const client = await fetchPinned(pinned, { progress: (line) => console.error(line) });
  const driver = drivers.find((one) => one.client === name)!;
  const { tools, host } = driver;
  const beside = driver.dialect.compactsBeside !== undefined;
  const atEnd = compactsAtEnd(name, pinned.version);
  const onRefusal = givenByNpm[name] === pinned.version;
  const policy: Policy = (request) => {
    if (request.kind !== 'main') return {};
    // The answer beside the compaction was asked for before it; only later ones know nothing of what was before.
    const early = beside && !brief.test(textOf(request));
    if (early && request.nth > 0 && request.nth < 8)
      return { calls: [tools.shell('sleep 1; echo on')] };
    if (atEnd && request.nth === 1) return { text: 'I am done.', inputTokens: fullContext };
    if (onRefusal && request.nth > 0 && request.nth < refusedAt)
      return { calls: [tools.shell(`echo ${request.nth}`)] };
    if (onRefusal && request.nth === refusedAt) return { status: 400, overflow: true };
    const before = onRefusal ? refusedAt : 0;
    if (request.nth > 0)
      return { text: request.nth === before + 1 ? 'I am done.' : 'Really done.' };
    return { calls: [tools.shell('echo working')], inputTokens: fullContext };
  };
  const sandbox = createSandbox('version');
  const server = await startModelServer({ policy, dialect: driver.dialect });
  try {
    driver.prepare?.(sandbox, server.url);
    const own = writeSettings(sandbox, driver);
    const program = onPath(sandbox, programs[name] ?? name, client);
    holdfastBeside(sandbox, program, 'init', '--host', host, '--scope', driver.scope, '--yes');
    const found = JSON.parse(holdfastBeside(sandbox, program, 'hosts', '--json'));
    const row = found.hosts.find(({ id }: { id: string }) => id === host);
    expect(row.found, 'the version that the client tells').toBe(client.version);
    const lines = Array.from({ length: 80 }, (_, at) => `- [ ] step ${at}: mark-${at}-end`);
    sandbox.write('PLAN.md', `# Plan\n\n${lines.join('\n')}\n`);
    holdfastBeside(sandbox, program, 'task', 'set', 'PLAN.md');

    const options = { client, driver, sandbox, server, timeoutMs: 120_000 };
    const first = await runClient({ ...options, prompt: `Do the work.\n${rule}` });
    const prompts = atEnd ? ['Go on.'] : [];
    let run = first;
    const requests = [...first.requests];
    for (const prompt of prompts) {
      run = await runClient({ ...options, prompt, resume: first.sessionId });
      requests.push(...run.requests);
    }
    const told = [
      diagnosisOf(sandbox, run.sessionId, host),
      run.stderr.slice(-2000),
      JSON.stringify(run.stream.slice(-3)).slice(0, 2000),
      server.faults.join('\n'),
      ...requests.map(({ kind }) => kind),
    ].join('\n');
    if (own !== undefined)
      expect(existsSync(own) && readFileSync(own, 'utf8'), told).toMatch(/^fired/);
    const kinds = journalOf(sandbox, run.sessionId, host).map(({ kind }) => kind);
    expect(kinds, told).toContain('session');
    expect(
      kinds.filter((kind) => kind === 'armed'),
      told,
    ).toHaveLength(1);
    const after = requests.slice(requests.findIndex(({ kind }) => kind === 'summary') + 1);
    const holding = after.filter(({ kind }) => kind === 'main').map(textOf);
    expect(
      holding.some((text) => brief.test(text)),
      told,
    ).toBe(true);
    expect(missingIn(holding.at(-1) ?? '', rule), told).toEqual([]);
    // After calls nothing is owed, since the brief held the plan.
    if (atEnd || beside || endsWithTurn.includes(host)) return;
    expect(run.result, told).toBe('Really done.');
    expect(
      kinds.filter((kind) => kind === 'continued'),
      told,
    ).toHaveLength(1);
  } finally {
    await server.close();
    sandbox.remove();
  }
}

const names = Object.keys(clients) as ClientName[];
/** `HOLDFAST_TRY=pi@0.73.0` tries another version instead. */
const tried = process.env.HOLDFAST_TRY?.split('@');

function versionsOf(name: ClientName): PinnedClient[] {
  if (tried) return tried[0] === name ? [inVersion(name, tried[1]!)] : [];
  const { host } = drivers.find(({ client }) => client === name)!;
  const first = (oldest as Record<string, string>)[host];
  const earlier = [first, givenByNpm[name]].filter((version) => version !== undefined);
  return [...earlier.map((version) => inVersion(name, version)), clients[name]];
}

describe.each(names.filter((name) => versionsOf(name).length > 0))('%s', (name) => {
  it.each(versionsOf(name).map((pinned) => [pinned.version, pinned] as const))(
    '%s: hooks fire, a compaction is survived, and a turn that would end behind it goes on once',
    (_version, pinned) => survives(name, pinned),
  );
});
