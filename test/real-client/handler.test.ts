import { describe, expect, it, vi } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import type { ClientDriver } from '../../harness/drivers/driver.ts';
import { drivers } from '../../harness/drivers/index.ts';
import type { AgentTools } from '../../harness/drivers/tools.ts';
import { fullContext, type Policy, textOf } from '../../harness/request.ts';
import { postNotice } from '../../src/journal/mail.ts';
import { bringClient } from './client.ts';
import { openWorkplace, type Workplace } from './product.ts';

const client = await bringClient();
const { tools }: { tools: AgentTools } = claudeCodeDriver;

async function open(policy: Policy): Promise<Workplace> {
  const work = await openWorkplace(client!, { plan: '', policy: () => policy });
  work.sandbox.write(
    '.claude/skills/handler/SKILL.md',
    '---\nname: handler\ndescription: hand out tickets\n---\nHand out the tickets.\n',
  );
  work.sandbox.write('.holdfast/handler-state.md', '# State\n\n- t-1 is with nobody yet\n');
  return work;
}

const rolesIn = (work: Workplace, session: string) =>
  work
    .entries(session)
    .filter(({ kind }) => kind === 'role')
    .map(({ role, by }) => [role, by]);

describe.skipIf(!client)('a handler on the real client', () => {
  it('is the session whose prompt invokes the skill, and reads its state again after a compaction [R2] [R7]', async () => {
    const work = await open((request) => {
      if (request.kind !== 'main' || request.nth > 1) return {};
      if (request.nth === 1) return { text: 'The end.' };
      return { calls: [tools.shell('echo working')], inputTokens: fullContext };
    });
    const ran = await work.run('/handler go through the tickets');
    const told = work.diagnosis(ran.sessionId);
    expect(rolesIn(work, ran.sessionId), told).toEqual([['handler', 'command']]);
    const last = textOf(ran.requests.at(-1)!);
    expect(last, told).toContain('You are the handler');
    expect(last).toContain('t-1 is with nobody yet');
    const other = await work.run('Look at the tickets.');
    expect(rolesIn(work, other.sessionId)).toEqual([]);
  });

  it('is also the session whose agent invokes the skill by itself [R2]', async () => {
    const work = await open((request) => {
      if (request.kind !== 'main' || request.nth > 0) return { text: 'The end.' };
      return { calls: [{ name: 'Skill', input: { skill: 'handler' } }] };
    });
    const ran = await work.run('Hand out the tickets.');
    // With nothing pending nobody waits for what the turn's end writes.
    await vi.waitFor(
      () =>
        expect(rolesIn(work, ran.sessionId), work.diagnosis(ran.sessionId)).toEqual([
          ['handler', 'skill'],
        ]),
      { timeout: 8_000 },
    );
  });
});

for (const driver of drivers) await noticeSuite(driver);

async function noticeSuite(driver: ClientDriver): Promise<void> {
  const { tools, host } = driver;
  const own = await bringClient(driver.client);

  describe.skipIf(!own)(`a session that started workers on ${host}`, () => {
    it('is told once how a worker ended, with the next tool result [R47]', async () => {
      let session = '';
      const work: Workplace = await openWorkplace(own!, {
        plan: '',
        driver,
        policy: () => (request) => {
          if (request.kind !== 'main') return {};
          // The worker ends while the second run is at its first call.
          if (session !== '') {
            postNotice(work.sandbox.holdfastHome, { host, session }, 'w-1', {
              task: 't-1',
              status: 'completed',
              summary: 'The ticket is done.',
              at: '2026-01-01T00:00:00.000Z',
            });
          }
          const call = tools.shell('echo working');
          return request.nth % 3 < 2 ? { calls: [call] } : { text: 'The end.' };
        },
      });
      const first = await work.run('Hand out the tickets.');
      session = first.sessionId;
      const next = await work.run('go on', { resume: session });
      const told = work.diagnosis(session);
      const asked = next.requests.filter(({ kind }) => kind === 'main').map(textOf);
      const notice = /task-id.t-1|Task notification\. Task: t-1/g;
      expect(asked[0], told).not.toMatch(notice);
      expect(asked[1], told).toMatch(notice);
      expect(asked.at(-1)!.match(notice), told).toHaveLength(1);
    });
  });
}
