import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { fullContext, missingIn, type Policy, textOf } from '../../harness/request.ts';
import type { Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';
import { openWorkplace } from './product.ts';

const client = await bringClient();
const { tools } = claudeCodeDriver;
const orders = 'To resume, in this order';

/** A project with a manifest, as `02-projects/<id>/01-planning/_resume.md`. */
function project(sandbox: Sandbox, id: string): string {
  sandbox.write(`02-projects/${id}/01-planning/plan.md`, `# Plan of ${id}\n`);
  const manifest = [
    '---',
    'files_to_load: [01-planning/plan.md]',
    `next_action: Run the test of ${id}`,
    'current_task: 16',
    '---',
    `# Resume ${id}`,
    '',
  ];
  return sandbox.write(`02-projects/${id}/01-planning/_resume.md`, manifest.join('\n'));
}

/** Writes into these projects, one call after the other, then fills the context and ends. */
const working =
  (sandbox: Sandbox, used: string[]): Policy =>
  (request) => {
    if (request.kind !== 'main') return {};
    const id = used[request.nth];
    if (id !== undefined) {
      const path = `${sandbox.project}/02-projects/${id}/03-working/x${request.nth}.py`;
      return { calls: [tools.write(path, `${request.nth}\n`)] };
    }
    if (request.nth === used.length)
      return { calls: [tools.shell('echo full')], inputTokens: fullContext };
    return { text: 'The end.' };
  };

async function behindCompaction(used: string[]) {
  const work = await openWorkplace(client!, {
    plan: '',
    policy: (sandbox) => working(sandbox, used),
  });
  const manifests = Object.fromEntries(
    ['saw', 'drill'].map((id) => [id, project(work.sandbox, id)]),
  );
  const run = await work.run('Go on with the projects.');
  const told = work.diagnosis(run.sessionId);
  expect([run.exitCode, work.server.faults], told).toEqual([0, []]);
  const summary = run.requests.findIndex(({ kind }) => kind === 'summary');
  return { text: textOf(run.requests[summary + 1]!), manifests, told };
}

describe.skipIf(!client)('_resume.md on the real client', () => {
  it('of the one project that was used is resumed: manifest, files, questions, next action [R14] [R15] [R18]', async () => {
    const { text, manifests, told } = await behindCompaction(['saw', 'saw', 'saw', 'saw', 'saw']);
    expect(missingIn(text, orders, manifests.saw!, 'Run the test of saw'), told).toEqual([]);
    expect(text).not.toContain('drill');
  });

  it('of two that were used alike is resumed with less confidence, which the agent is told to say, and the other is named [R14] [R15]', async () => {
    const used = ['saw', 'drill', 'saw', 'drill', 'saw', 'drill', 'saw', 'drill'];
    const { text, manifests, told } = await behindCompaction(used);
    expect(missingIn(text, orders, manifests.drill!, 'medium'), told).toEqual([]);
    expect(text, told).toMatch(
      /saw\/01-planning\/_resume\.md was used as much as \S*drill\S*: say which one you take/,
    );
  });
});
