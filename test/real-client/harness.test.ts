import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, describe, expect, it } from 'vitest';
import { type ModelServer, startModelServer } from '../../harness/model-server.ts';
import { boundariesOf } from '../../harness/record.ts';
import { createRecorder, hookSettings } from '../../harness/recorder.ts';
import { fullContext, missingIn, newText, type Policy, textOf } from '../../harness/request.ts';
import { runClient } from '../../harness/run-client.ts';
import { createSandbox, dummyKey, type Sandbox } from '../../harness/sandbox.ts';
import { bringClient } from './client.ts';

const client = await bringClient();
let sandbox: Sandbox;
let server: ModelServer;

async function start(policy: (sandbox: Sandbox) => Policy): Promise<void> {
  sandbox = createSandbox('test');
  server = await startModelServer({ policy: policy(sandbox) });
}

afterEach(async () => {
  await server.close();
  sandbox.remove();
});

const compactOnce: Policy = (request) => {
  if (request.kind !== 'main' || request.nth > 0)
    return request.kind === 'main' ? { text: 'End.' } : {};
  return { calls: [{ name: 'Bash', input: { command: 'echo seen' } }], inputTokens: fullContext };
};

describe.skipIf(!client)('the harness with the real client', () => {
  it('forces a real compaction, and the log is the whole conversation with the model', async () => {
    await start(() => compactOnce);
    const recorder = createRecorder(sandbox);
    recorder.answer('PreCompact', 'KEEP-ct_55');
    const run = await runClient({
      client: client!,
      sandbox,
      server,
      prompt: 'do it',
      userSettings: hookSettings(recorder.command),
    });
    expect([run.exitCode, run.result, server.faults]).toEqual([0, 'End.', []]);
    expect(run.requests.map((request) => request.kind)).toEqual(['main', 'summary', 'main']);
    expect(boundariesOf(run.rows)).toHaveLength(1);
    expect(missingIn(textOf(run.requests[1]!), 'KEEP-ct_55')).toEqual([]);
    expect(missingIn(textOf(run.requests[2]!), 'This session is being continued')).toEqual([]);
    expect(missingIn(textOf(run.requests[2]!), 'do it')).toEqual(['do it']);
    const names = recorder.payloads().map((payload) => payload.hook_event_name);
    const order = ['PreCompact', 'SubagentStop', 'SessionStart', 'PostCompact'];
    expect(names.slice(names.indexOf('PreCompact'), names.indexOf('Stop'))).toEqual(order);
    expect(names.filter((name) => name === 'PostToolBatch')).toHaveLength(1);
  });

  it('tells a denial apart from a result, behind the last message of the model', async () => {
    const call = { name: 'Bash', input: { command: 'echo seen' } };
    await start(() => (request) => (request.nth === 0 ? { calls: [call] } : { text: 'End.' }));
    const recorder = createRecorder(sandbox);
    const denial = { permissionDecision: 'deny', permissionDecisionReason: 'NOT-NOW' };
    recorder.answer(
      'PreToolUse',
      JSON.stringify({ hookSpecificOutput: { hookEventName: 'PreToolUse', ...denial } }),
    );
    const userSettings = hookSettings(recorder.command);
    const run = await runClient({ client: client!, sandbox, server, prompt: 'x', userSettings });
    const next = run.requests.find((request) => request.kind === 'main' && request.nth === 1);
    expect(missingIn(newText(next!), 'hook error: NOT-NOW')).toEqual([]);
    expect(missingIn(newText(next!), 'seen')).toEqual(['seen']);
  });

  it('lets no variable, no key and no file of the person through', async () => {
    process.env.HOLDFAST_TEST_CANARY = 'canary-of-the-person';
    await start(
      () => (request) =>
        request.kind === 'main' && request.nth === 0
          ? { calls: [{ name: 'Bash', input: { command: 'env; ls -A "$HOME"' } }] }
          : {},
    );
    const run = await runClient({ client: client!, sandbox, server, prompt: 'x' });
    delete process.env.HOLDFAST_TEST_CANARY;
    const seen = run.requests.map((request) => JSON.stringify(request.raw)).join('\n');
    expect(seen).not.toContain('canary-of-the-person');
    const shown = newText(run.requests[1]!);
    expect(shown).toContain(`ANTHROPIC_API_KEY=${dummyKey}`);
    expect(shown).toContain(`ANTHROPIC_BASE_URL=${server.url}`);
    expect(shown).toContain(`HOME=${sandbox.home}`);
    expect(shown).not.toContain('.credentials');
  });

  it('leaves nothing behind', async () => {
    const before = readdirSync(tmpdir()).sort();
    await start(() => compactOnce);
    const run = await runClient({ client: client!, sandbox, server, prompt: 'x' });
    expect(run.exitCode).toBe(0);
    sandbox.remove();
    expect(existsSync(sandbox.root)).toBe(false);
    // Folders of other tests come and go beside this one; what the client makes is called after it.
    const clients = readdirSync(tmpdir()).filter((name) => name.startsWith('claude'));
    expect(clients.filter((name) => !before.includes(name))).toEqual([]);
  });

  it('ends a client that hangs, and says so', async () => {
    await start(() => () => ({ calls: [{ name: 'Bash', input: { command: 'sleep 60' } }] }));
    const run = await runClient({ client: client!, sandbox, server, prompt: 'x', timeoutMs: 4000 });
    expect(run.timedOut).toBe(true);
  });
});
