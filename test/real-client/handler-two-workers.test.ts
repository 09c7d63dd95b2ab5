import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { holdfast } from '../../harness/holdfast.ts';
import {
  type Answer,
  fullContext,
  type ModelRequest,
  missingIn,
  type Policy,
  textOf,
} from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import type { WorkerState } from '../../src/core/worker/launch.ts';
import { bringClient } from './client.ts';
import { withCommand } from './own-command.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;
const order = 'Hand the two tickets out and wait for both.';

/** Tells when both workers have ended; the handler's own turn goes on meanwhile. */
const waiting =
  'for i in $(seq 300); do [ "$(holdfast workers --json | grep -c \'"status": *"completed"\')" -ge 2 ] && break; sleep 0.2; done; holdfast workers';

const handler: Answer[] = [
  {
    calls: ['one', 'two'].map((id) =>
      tools.shell(`holdfast run ${id} --host claude-code --detach --json`),
    ),
  },
  { calls: [tools.shell(waiting)], inputTokens: fullContext },
  { calls: [tools.shell('holdfast ticket list')] },
  { text: 'Both are done.' },
];

const worker = (id: string): Answer[] => [
  { calls: [tools.shell(`holdfast ticket progress ${id} "step one"`)], inputTokens: fullContext },
  { calls: [tools.shell(`holdfast ticket progress ${id} "step two"`)] },
  { calls: [tools.shell(`holdfast ticket done ${id} --result "both steps of ${id}"`)] },
  { text: 'Done.' },
];

/** Each session plays its own part; whose it is, its first request tells. */
const parts: Policy = (request, earlier) => {
  if (request.kind !== 'main') return {};
  const own = earlier.filter(({ kind, session }) => kind === 'main' && session === request.session);
  const first = textOf(own[0] ?? request);
  const id = first.includes(order) ? undefined : /tickets\/(one|two)\.md/.exec(first)?.[1];
  const script = id === undefined ? handler : worker(id);
  return script[own.length] ?? { text: 'That is all.' };
};

/** The first request of the worker of a ticket after its compaction. */
function afterCompaction(log: readonly ModelRequest[], id: string): ModelRequest | undefined {
  const summary = log.findIndex(
    (request) =>
      request.kind === 'summary' &&
      textOf(request).includes(`tickets/${id}.md`) &&
      !textOf(request).includes(order),
  );
  const session = log[summary]?.session;
  return log.slice(summary + 1).find((one) => one.kind === 'main' && one.session === session);
}

/** What Holdfast says in a request from its brief on. */
function briefIn(request: ModelRequest): string {
  const text = textOf(request);
  const at = text.indexOf('[Holdfast c1-');
  return at < 0 ? '' : text.slice(at);
}

function workersIn({ holdfastHome }: Sandbox): WorkerState[] {
  const folder = join(holdfastHome, 'workers');
  return (existsSync(folder) ? readdirSync(folder) : [])
    .map((name) => join(folder, name, 'state.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')));
}

describe.skipIf(!client)('a handler and two workers on the real client', () => {
  it('come through a compaction each without a person, and the handler knows how both ended [R7] [R45] [R47]', async () => {
    const work = await openWorkplace(client!, { plan: '', policy: () => parts });
    const { sandbox, server } = work;
    sandbox.write(
      '.claude/skills/handler/SKILL.md',
      '---\nname: handler\ndescription: hand out tickets\n---\nHand out the tickets.\n',
    );
    sandbox.write('.holdfast/handler-state.md', '# State\n\n- state-mark-7: nobody has a ticket\n');
    for (const id of ['one', 'two']) holdfast(sandbox, 'ticket', 'new', `Work ${id}`, '--id', id);
    const env = { PATH: withCommand(sandbox) };
    const program = join(sandbox.root, 'bin', 'claude');
    writeFileSync(program, `#!/bin/sh\nexec '${client!.path}' "$@"\n`);
    chmodSync(program, 0o755);
    const run = await work.run(`/handler ${order}`, { env, timeoutMs: 150_000 });
    const told = [
      work.diagnosis(run.sessionId),
      JSON.stringify(workersIn(sandbox), null, 1),
      ...server.log.map(({ kind, session }) => `${kind} ${session}`),
      textOf(server.log.at(-1)!).slice(-3000),
    ].join('\n');
    expect([run.exitCode, run.result, server.faults], told).toEqual([0, 'Both are done.', []]);
    expect(claudeCodeDriver.boundaries(run.rows), told).toHaveLength(1);
    for (const state of workersIn(sandbox))
      expect(state, told).toMatchObject({ status: 'completed', compactions: 1, restarts: 0 });
    expect(workersIn(sandbox)).toHaveLength(2);
    for (const id of ['one', 'two']) {
      const ticket = JSON.parse(holdfast(sandbox, 'ticket', 'show', id, '--json'));
      expect(ticket).toMatchObject({ status: 'done', result: `both steps of ${id}`, lease: null });
      const steps = ticket.progress.map((line: string) => line.replace(/^\S+Z /, ''));
      expect(steps).toEqual(['step one', 'step two', 'done']);
    }
    for (const id of ['one', 'two']) {
      const after = afterCompaction(server.log, id);
      expect(after, told).toBeDefined();
      const brief = briefIn(after!);
      expect(brief.length, told).toBeGreaterThan(0);
      expect(
        missingIn(brief, `tickets/${id}.md`, `Work ${id}`, `step one`),
        `${id}: ${brief}\n${told}`,
      ).toEqual([]);
      expect(missingIn(brief, `tickets/${id === 'one' ? 'two' : 'one'}.md`)).toHaveLength(1);
    }
    const last = textOf(run.requests.filter(({ session }) => session === run.sessionId).at(-1)!);
    expect(missingIn(last, 'You are the handler', 'state-mark-7'), told).toEqual([]);
    expect(last.match(/<task-notification>/g), told).toHaveLength(2);
  });
});
