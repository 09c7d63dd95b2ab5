import { describe, expect, it } from 'vitest';
import { claudeCodeDriver } from '../../harness/drivers/claude-code.ts';
import { lastTurn } from '../../harness/policies/common.ts';
import { badPolicies } from '../../harness/policies/index.ts';
import type { Answer, Message, ModelRequest, Policy } from '../../harness/request.ts';

const task = { project: '/p', plan: '/p/PLAN.md', tools: claudeCodeDriver.tools };

function request(index: number, kind: ModelRequest['kind'], nth: number, messages: Message[] = []) {
  return { index, kind, nth, system: '', messages, tools: [], raw: {} } satisfies ModelRequest;
}

/** Plays a policy against a client that compacts once and refuses every call after that. */
function play(policy: Policy, turns: number): Answer[] {
  const log = [request(0, 'main', 0), request(1, 'summary', 0)];
  const answers: Answer[] = [];
  let messages: Message[] = [];
  for (let turn = 0; turn < turns; turn++) {
    const next = request(log.length, 'main', log.length - 1, messages);
    const answer = policy(next, log);
    log.push(next);
    answers.push(answer);
    const calls = (answer.calls ?? []).map((call, index) => ({ id: `${turn}-${index}`, ...call }));
    messages = [
      { role: 'assistant', parts: calls.map((call) => ({ type: 'call', ...call })) },
      {
        role: 'user',
        parts: calls.map(({ id }) => {
          return { type: 'result', id, failed: true, text: 'hook error: Read /p/PLAN.md first.' };
        }),
      },
    ];
  }
  return answers;
}

describe.each(Object.entries(badPolicies))('the agent that is: %s', (_name, create) => {
  it('says the same on the same requests, and ends', () => {
    const first = play(create(task), lastTurn + 1);
    expect(play(create(task), lastTurn + 1)).toEqual(first);
    expect(first.at(-1)?.calls).toBeUndefined();
  });

  it('fills the context before the compaction, and calls a tool as the first thing after it', () => {
    expect(create(task)(request(0, 'main', 0), []).inputTokens).toBeGreaterThan(900_000);
    expect(play(create(task), 1)[0]?.calls?.length).toBeGreaterThan(0);
  });
});
